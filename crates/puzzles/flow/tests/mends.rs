//! The small changes of a large board are made one after the other: together they would hold gigabytes. Counted by
//! the allocator of this process, which is why the test has a file of its own.

use ingenio_conformance::PeakAlloc;
use ingenio_core::Source;
use ingenio_core::rooms::{Doctor as _, Texts as _};
use ingenio_core::{Options, Size};
use ingenio_flow::Flow;
use ingenio_flow::level::text;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// A board of 40x40 cells where 200 colours may each be exchanged with every other one.
#[test]
fn changes_of_large_boards_do_not_lie_in_memory_together() {
    const COLOURS: usize = 200;
    let size = Size::new(40, 40);
    let mut cells = vec![0; size.cells()];
    for colour in 0..COLOURS {
        cells[colour * 4] = colour + 1;
        cells[colour * 4 + 802] = colour + 1;
    }
    let row = |row: &[usize]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = cells.chunks(size.width).map(row).collect();
    let source = Source::new(&rows.join("\n"));
    let level = Flow::read(&source, &Options::defaults(text::SETTINGS)).remove(0).unwrap().level;
    assert_eq!(level.colours(), COLOURS);
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    // The ends that move come first; after them every one of 39,800 exchanges.
    let made = Flow::mends(&level).take(3000).filter(|mend| mend.size == 2).count();
    let used = ALLOCATOR.peak_usage() - before;
    assert!(made > 500, "{made} exchanges");
    assert!(used < 4_000_000, "{used} bytes for one change at a time");
}
