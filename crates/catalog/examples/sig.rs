use ingenio_catalog::core::{Budget, InMemory, Rng, Silent, TablesRef, Task, solve};
use ingenio_catalog::{SystemClock, find};
fn main() {
    let puzzle = find("flow").unwrap();
    let tables = TablesRef::new(InMemory::new(512 << 20));
    let mut total = 0;
    for (size, number) in (0..3).flat_map(|size| (0..8).map(move |number| (size, number))) {
        let level = puzzle.sample(&mut Rng::stream(1, number), size);
        let budget = Budget { nodes: Some(20_000), memory: Some(1 << 30), tables: tables.clone(), ..Budget::default() };
        for method in puzzle.methods().into_iter().filter(|method| method.steppable) {
            let clock = SystemClock::start();
            let solved = solve(level.as_ref(), &method, &Task::default(), &budget, &clock, &mut Silent);
            total += solved.map_or(0, |solved| solved.nodes());
        }
    }
    println!("flow {total} total {}", 720180 - 291430 + total);
}
