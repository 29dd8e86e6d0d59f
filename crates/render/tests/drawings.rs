//! What holds of every drawing: each piece is there once, where its cells are; a move draws anew what it moved and
//! nothing else; and whatever a level is called, the picture stays one.

use std::collections::HashMap;

use ingenio_catalog::PUZZLES;
use ingenio_core::{AnyPlay, Lattice, LevelRef, Rng, Scene};
use ingenio_render::{Drawing, Drawn, Theme, svg};

fn levels() -> impl Iterator<Item = LevelRef> {
    PUZZLES.iter().flat_map(|puzzle| (0..12).map(|number| puzzle.sample(&mut Rng::new(number), 2)))
}

/// Calls with boards along a random play.
fn along_plays(mut see: impl FnMut(&Scene, &Scene)) {
    for level in levels() {
        let mut rng = Rng::new(7);
        let mut play: Box<dyn AnyPlay> = level.play();
        for _ in 0..6 {
            let before = play.scene();
            let moves = play.moves();
            let Some(action) = rng.choose(&moves) else { break };
            play.apply(action).expect("a legal move");
            see(&before, &play.scene());
        }
    }
}

#[test]
fn every_piece_is_drawn_once_and_where_it_lies() {
    along_plays(|_, scene| {
        let drawing = Drawing::of(scene, &Theme::LIGHT);
        let mut drawn: Vec<u32> = drawing.pieces.iter().map(|piece| piece.id).collect();
        let mut known: Vec<u32> = scene.pieces.iter().map(|piece| piece.id).collect();
        drawn.sort_unstable();
        known.sort_unstable();
        assert_eq!(drawn, known);
        for piece in &drawing.pieces {
            let of = scene.pieces.iter().find(|known| known.id == piece.id).expect("it is in the scene");
            assert_eq!(piece.at.is_none(), of.cells.is_empty(), "what is in hand has no place: {of:?}");
            let (x, y) = piece.at.unwrap_or_default();
            assert!(x >= 0.0 && y >= 0.0 && x < drawing.width && y < drawing.height, "{of:?} at {x}, {y}");
        }
    });
}

/// On a board of squares a piece is drawn at the corner of its first cell, a hundred for each cell: a cell further is a
/// hundred further.
#[test]
fn a_step_is_a_cell_wide() {
    let mut steps = 0;
    along_plays(|before, after| {
        if before.lattice != Lattice::Squares {
            return;
        }
        let places = |scene: &Scene| -> HashMap<u32, (f32, f32)> {
            let drawing = Drawing::of(scene, &Theme::LIGHT);
            drawing.pieces.iter().filter_map(|piece| Some((piece.id, piece.at?))).collect()
        };
        let (from, to) = (places(before), places(after));
        for piece in &after.pieces {
            let known = before.pieces.iter().find(|known| known.id == piece.id);
            let (Some(known), Some(here)) = (known, piece.cells.first()) else { continue };
            // What is drawn where it lies, cell by cell, stands at the origin.
            let (Some(there), Some(to)) =
                (known.cells.first(), to.get(&piece.id).filter(|at| **at != (0.0, 0.0)))
            else {
                continue;
            };
            let from = from[&piece.id];
            let moved = (to.0 - from.0, to.1 - from.1);
            let by = |one: u16, other: u16| 100.0 * (f32::from(one) - f32::from(other));
            assert_eq!(moved, (by(here.column, there.column), by(here.row, there.row)), "{piece:?}");
            steps += usize::from(moved != (0.0, 0.0));
        }
    });
    assert!(steps > 50, "{steps}");
}

#[test]
fn what_did_not_change_is_drawn_as_before() {
    let (mut same, mut changed) = (0, 0);
    along_plays(|before, after| {
        let difference = before.difference(after);
        for piece in &after.pieces {
            let now = Drawn::of(after, piece, &Theme::LIGHT);
            let Some(known) = before.pieces.iter().find(|known| known.id == piece.id) else { continue };
            let is_same = now == Drawn::of(before, known, &Theme::LIGHT);
            if difference.changed.iter().any(|other| other.id == piece.id) {
                changed += usize::from(!is_same);
            } else {
                assert!(is_same, "{piece:?} is drawn anew");
                same += 1;
            }
        }
    });
    assert!(same > 100 && changed > 50, "{same} as before, {changed} anew");
}

/// Every element that is opened is closed, in order, and no character stands outside of one.
fn is_well_formed(document: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for part in document.split('<').skip(1) {
        let Some((tag, _)) = part.split_once('>') else { return false };
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

#[test]
fn documents_are_well_formed_whatever_a_level_is_called() {
    assert!(is_well_formed("<a><b/>c</a>") && !is_well_formed("<a><b></a></b>") && !is_well_formed("<a>"));
    along_plays(|_, scene| {
        for theme in [Theme::LIGHT, Theme::DARK, Theme::PAGE] {
            let document = svg(scene, &theme, "1 < 2 & \"3\" > </svg>");
            assert!(is_well_formed(&document), "{document}");
            assert!(document.contains("<title>1 &lt; 2 &amp; &quot;3&quot; &gt; &lt;/svg&gt;</title>"));
        }
    });
}

/// Pages colour their boards themselves: no colour of the paper, the ink or a piece's state is fixed in a drawing for
/// them, and the other two themes have none of the page's.
#[test]
fn each_theme_has_its_own_colours() {
    for level in levels() {
        let scene = level.play().scene();
        let [light, dark, page] =
            [Theme::LIGHT, Theme::DARK, Theme::PAGE].map(|theme| svg(&scene, &theme, ""));
        assert!(light != dark && !light.contains("var(") && !dark.contains("var("));
        assert!(page.contains("var(--paper)") && !page.contains(Theme::LIGHT.paper));
    }
    let named = |name| Theme::named(name).map(|theme| theme.paper);
    assert_eq!(named("light"), Some(Theme::LIGHT.paper));
    assert_eq!(named("dark"), Some(Theme::DARK.paper));
    assert_eq!(named("page"), None, "it is no theme that a person names");
}

/// Tiles in hand lie beside the board, and the picture has room for them.
#[test]
fn what_is_in_hand_lies_beside_the_board() {
    let width = |document: &str| -> f32 {
        let (_, rest) = document.split_once(" width=\"").expect("a width");
        rest.split_once('"').and_then(|(number, _)| number.parse().ok()).expect("a number")
    };
    let mut with_tray = 0;
    for level in levels() {
        let scene = level.play().scene();
        let board = Drawing::of(&scene, &Theme::LIGHT).width;
        let in_hand = scene.pieces.iter().filter(|piece| piece.cells.is_empty()).count();
        let rows = scene.size.height;
        let picture = width(&svg(&scene, &Theme::LIGHT, ""));
        let room = if in_hand == 0 { 0.0 } else { 60.0 + 100.0 * in_hand.div_ceil(rows) as f32 };
        assert!((picture - board - room).abs() < 0.1, "{picture} for {board} and {in_hand} tiles");
        with_tray += usize::from(in_hand > 0);
    }
    assert!(with_tray > 5, "{with_tray}");
}
