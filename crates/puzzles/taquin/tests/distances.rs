//! Distance tables: their depth histograms, and every answer against other exact methods.

mod common;
mod known;

use ingenio_core::{Criterion, Rng, Size};
use ingenio_taquin::level::{Goal, Level, standard_goal};
use ingenio_taquin::solve::depth_counts;

use common::{least, random};
use ingenio_taquin::metric;

/// The metrics, as the files name them.
const BOTH: [(Criterion, &str); 2] = [(metric::MOVES, "moves"), (metric::SLIDES, "slides")];

#[test]
fn every_position_is_found_at_its_depth_in_both_metrics() {
    for (metric, name) in BOTH {
        for (known, truth) in known::depths() {
            let (size, counts) = (known.size(), truth.figures(name).expect("depths"));
            for (size, goal) in [(size, Goal::Last), (Size::new(size.height, size.width), Goal::First)] {
                let solved = Level::new(size, standard_goal(size, goal).unwrap(), goal);
                assert_eq!(depth_counts(&solved, metric), counts, "{size} {metric}");
            }
        }
    }
}

#[test]
fn boards_of_12_cells_have_their_depths_in_moves() {
    assert_depths(BOTH[0]);
}

#[test]
fn boards_of_12_cells_have_their_depths_in_slides() {
    assert_depths(BOTH[1]);
}

fn assert_depths((metric, name): (Criterion, &str)) {
    for (solved, truth) in known::depths_of_12_cells() {
        assert_eq!(
            depth_counts(&solved, metric),
            truth.figures(name).expect("depths"),
            "{solved:?} {metric}"
        );
    }
}

/// Shapes, goals and blanks of every kind: the table says what breadth-first search says.
#[test]
fn tables_agree_with_breadth_first_search() {
    let mut rng = Rng::new(11);
    for (width, height) in [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (2, 4), (2, 5), (5, 2)] {
        for _ in 0..if width * height < 10 { 6 } else { 1 } {
            let level = random(&mut rng, Size::new(width, height));
            for metric in [metric::MOVES, metric::SLIDES] {
                assert_eq!(
                    least(&level, "table", metric, 1),
                    least(&level, "bfs", metric, 1),
                    "{level:?} {metric}"
                );
            }
        }
    }
}
