//! Drawings of boards become files that others can show.

use ingenio_catalog::PUZZLES;
use ingenio_core::Rng;
use ingenio_pixels::{gif, png};
use ingenio_render::{Theme, svg};
use std::time::Duration;

#[test]
fn every_puzzle_has_a_picture() {
    for puzzle in PUZZLES {
        for number in 0..10 {
            let level = puzzle.sample(&mut Rng::new(number), 2);
            let scene = level.play().scene();
            for theme in [Theme::LIGHT, Theme::DARK] {
                let drawing = svg(&scene, &theme, "a <level>");
                assert!(drawing.contains("<title>a &lt;level&gt;</title>"));
                let picture = png(&drawing, 20.0).expect("a small picture");
                assert!(picture.starts_with(b"\x89PNG"));
            }
        }
    }
}

#[test]
fn a_play_is_a_moving_picture() {
    let level = PUZZLES[1].sample(&mut Rng::new(3), 1);
    let mut play = level.play();
    let mut frames = vec![svg(&play.scene(), &Theme::LIGHT, "")];
    play.apply(&play.moves()[0]).unwrap();
    frames.push(svg(&play.scene(), &Theme::LIGHT, ""));
    assert_ne!(frames[0], frames[1]);
    let picture = gif(&frames, 20.0, Duration::from_millis(200)).unwrap();
    assert!(picture.starts_with(b"GIF89a"));
}

#[test]
fn pictures_beyond_reason_are_refused() {
    let level = PUZZLES[1].sample(&mut Rng::new(3), 1);
    assert!(png(&svg(&level.play().scene(), &Theme::LIGHT, ""), 1e6).is_none());
}
