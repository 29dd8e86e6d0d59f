//! Generation in numbers: the same with any number of threads, resumable, without doubles, and never endless.

use std::time::Duration;

use ingenio_catalog::{PUZZLES, find};
use ingenio_core::{Cancel, Grade, Options};
use ingenio_workshop::{Distinct, End, Harvest, Order, Product, generate};

fn order(puzzle: &str) -> Order {
    let puzzle = find(puzzle).unwrap();
    Order {
        puzzle,
        generator: puzzle.generators()[0].name,
        wishes: Options::default(),
        seed: 7,
        from: 0,
        count: 4,
        tries: Some(4000),
        time: None,
        patience: Duration::MAX,
        threads: 1,
        grade: None,
        rated: false,
        distinct: Distinct::Equal,
        cancel: Cancel::default(),
    }
}

fn make(order: &Order) -> (Vec<Product>, Harvest) {
    let mut products = Vec::new();
    let mut take = |product: Product| {
        products.push(product);
        true
    };
    let harvest = generate(order, &mut take, &mut |_| {}).unwrap();
    (products, harvest)
}

fn ids(products: &[Product]) -> Vec<(u64, String)> {
    products.iter().map(|product| (product.number, product.level.id().to_string())).collect()
}

#[test]
fn threads_do_not_change_the_levels() {
    for puzzle in PUZZLES {
        let one = order(puzzle.info().name);
        let three = Order { threads: 3, ..one.clone() };
        let (first, harvest) = make(&one);
        assert_eq!(harvest.end, End::Enough, "{}", puzzle.info().name);
        assert_eq!(ids(&first), ids(&make(&three).0));
    }
}

#[test]
fn a_generation_goes_on_where_it_stopped() {
    for puzzle in PUZZLES {
        let whole = order(puzzle.info().name);
        let (all, _) = make(&whole);
        let (first, harvest) = make(&Order { count: 2, ..whole.clone() });
        let (rest, _) = make(&Order { count: 2, from: harvest.next, ..whole });
        assert_eq!(ids(&all), [ids(&first), ids(&rest)].concat(), "{}", puzzle.info().name);
    }
}

#[test]
fn no_two_levels_are_equal_up_to_symmetry() {
    let tiny = Options::parse(find("taquin").unwrap().generators()[0].options, "width=2,height=2").unwrap();
    let (products, harvest) = make(&Order { wishes: tiny, count: 100, ..order("taquin") });
    // 12 positions can be reached; mirrored ones are the same.
    assert!(products.len() <= 12 && harvest.duplicates > 0, "{} levels", products.len());
    assert_eq!(harvest.end, End::Tries);
}

#[test]
fn a_wish_that_nothing_fulfils_ends_with_the_nearest() {
    let order = Order { grade: Some(Grade::Expert), tries: Some(40), count: 1, ..order("unblock") };
    let options = Options::parse(order.puzzle.generators()[0].options, "width=4,height=4,pieces=3,least=1");
    let order = Order { wishes: options.unwrap(), ..order };
    let (products, harvest) = make(&order);
    assert!(products.is_empty());
    assert_eq!((harvest.end, harvest.tried), (End::Tries, 40));
    assert!(harvest.nearest.is_some());
}

/// Who wishes nothing but a grade gets a level of it, of every puzzle, soon.
#[test]
fn a_grade_alone_is_wish_enough() {
    for puzzle in PUZZLES {
        let generator = puzzle.generators()[0];
        for grade in Grade::ALL {
            let wishes = generator.wishes("", Some(grade)).unwrap();
            let order = Order {
                wishes,
                grade: Some(grade),
                count: 1,
                // A try of Unblock takes less than a tenth of a millisecond, and few of them come to anything.
                tries: Some(200_000),
                ..order(puzzle.info().name)
            };
            let (products, harvest) = make(&order);
            assert_eq!(harvest.end, End::Enough, "{} {grade:?}: {harvest:?}", puzzle.info().name);
            assert_eq!(products[0].rating.as_ref().unwrap().grade(), grade);
        }
    }
}

#[test]
fn cancelling_ends_it() {
    let order = Order { count: usize::MAX, tries: None, ..order("taquin") };
    let cancel = order.cancel.clone();
    let mut made = 0;
    let mut take = |_| {
        made += 1;
        if made == 3 {
            cancel.cancel();
        }
        true
    };
    assert_eq!(generate(&order, &mut take, &mut |_| {}).unwrap().end, End::Cancelled);
}

#[test]
fn the_small_boards_of_unblock_are_as_many_as_published() {
    let order = order("unblock");
    let options = order.puzzle.generators().iter().find(|row| row.name == "enumerate").unwrap().options;
    let wishes = Options::parse(options, "width=5,height=5").unwrap();
    let order = Order { generator: "enumerate", wishes, count: usize::MAX, tries: None, ..order };
    let (products, harvest) = make(&Order { distinct: Distinct::Same, ..order });
    assert_eq!(harvest.end, End::Exhausted);
    let moves = |product: &Product| product.solution.measures().get("moves").unwrap();
    assert_eq!((products.len(), products.iter().map(moves).max()), (1730, Some(20)));
}
