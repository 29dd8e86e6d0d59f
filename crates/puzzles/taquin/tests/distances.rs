//! Distance tables: their depth histograms, and every answer against other exact methods.

mod common;

use ingenio_core::{Rng, Size};
use ingenio_taquin::level::{Goal, Level, standard_goal};
use ingenio_taquin::solve::depth_counts;

use common::{least, random};

/// Positions at each distance from a goal with the blank in a corner, as published.
const MOVES: &[(usize, usize, &[u64])] = &[
    (2, 2, &[1, 2, 2, 2, 2, 2, 1]),
    (3, 2, &[1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]),
    (
        4,
        2,
        &[
            1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194, 1414,
            1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
        ],
    ),
    (
        3,
        3,
        &[
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
            16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ],
    ),
    (
        5,
        2,
        &[
            1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176, 271, 411, 602, 851, 1232, 1783, 2530, 3567, 4996, 6838,
            9279, 12463, 16597, 21848, 28227, 35682, 44464, 54597, 65966, 78433, 91725, 104_896, 116_966,
            126_335, 131_998, 133_107, 128_720, 119_332, 106_335, 91545, 75742, 60119, 45840, 33422, 23223,
            15140, 9094, 5073, 2605, 1224, 528, 225, 75, 20, 2,
        ],
    ),
];
const SLIDES: &[(usize, usize, &[u64])] = &[
    (2, 2, &[1, 2, 2, 2, 2, 2, 1]),
    (3, 2, &[1, 3, 4, 6, 8, 12, 15, 18, 22, 30, 36, 45, 42, 30, 28, 24, 18, 9, 5, 3, 1]),
    (
        4,
        2,
        &[
            1, 4, 6, 12, 18, 36, 53, 96, 136, 232, 324, 544, 728, 1064, 1366, 1928, 2321, 2780, 2884, 2436,
            1825, 800, 368, 140, 50, 8,
        ],
    ),
    (
        3,
        3,
        &[
            1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558, 31485,
            30985, 23494, 11751, 3390, 589, 41, 1,
        ],
    ),
    (
        5,
        2,
        &[
            1, 5, 8, 20, 32, 80, 127, 300, 458, 960, 1458, 3055, 4540, 8780, 12694, 23520, 33370, 57200,
            77373, 119_315, 151_791, 204_225, 235_617, 256_305, 246_642, 178_775, 120_853, 49655, 20885,
            4530, 1229, 440, 113, 30, 8, 5, 1,
        ],
    ),
];

#[test]
fn every_position_is_found_at_its_depth_in_both_metrics() {
    for (metric, known) in [("moves", MOVES), ("slides", SLIDES)] {
        for (width, height, counts) in known {
            for (size, goal) in
                [(Size::new(*width, *height), Goal::Last), (Size::new(*height, *width), Goal::First)]
            {
                let solved = Level::new(size, standard_goal(size, goal).unwrap(), goal);
                assert_eq!(depth_counts(&solved, metric), *counts, "{size} {metric}");
            }
        }
    }
}

/// Shapes, goals and blanks of every kind: the table says what breadth-first search says.
#[test]
fn tables_agree_with_breadth_first_search() {
    let mut rng = Rng::new(11);
    for (width, height) in [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (2, 4), (2, 5), (5, 2)] {
        for _ in 0..if width * height < 10 { 6 } else { 1 } {
            let level = random(&mut rng, Size::new(width, height));
            for metric in ["moves", "slides"] {
                assert_eq!(
                    least(&level, "table", metric, 1),
                    least(&level, "bfs", metric, 1),
                    "{level:?} {metric}"
                );
            }
        }
    }
}
