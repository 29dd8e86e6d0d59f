//! What front ends are told when only marks change, and when a piece stays where it is and becomes another thing.

use ingenio_core::kind::{Frame, Handling, Kind, Paint, Pen, Shape, Sign};
use ingenio_core::scene::{Ground, Mark, MarkKind, Piece};
use ingenio_core::{Cell, Message, Scene, Size};

fn marked(marks: Vec<Mark>) -> Scene {
    Scene::plain(Size::new(2, 1), vec![Ground::Floor; 2], Vec::new(), marks)
}

#[test]
fn a_difference_tells_the_marks_where_they_changed_and_only_there() {
    let hint = |column| Mark { cell: Cell::new(0, column), kind: MarkKind::Hint };
    let (bare, first, second) = (marked(Vec::new()), marked(vec![hint(0)]), marked(vec![hint(1)]));
    assert_eq!(bare.difference(&first).marks, Some(vec![hint(0)]), "a mark appears");
    assert_eq!(first.difference(&second).marks, Some(vec![hint(1)]), "a mark moves");
    assert_eq!(first.difference(&bare).marks, Some(Vec::new()), "a mark goes");
    assert_eq!(first.difference(&first).marks, None, "nothing changed");
}

static LAMP: Kind = Kind {
    word: "lamp",
    handling: Handling::Still,
    leads: false,
    under: false,
    name: |piece| Message::told(if piece.tone == 1 { "Lit lamp" } else { "Dark lamp" }),
    phrase: |_| Message::told("lamp"),
    advice: |_, _| Message::told("Press."),
    shapes: |piece| vec![Shape::plate(piece, 4.0, Pen::fill(Paint::Ink))],
    sign: |_| Sign::text(Paint::Ink, Frame::Card, "*"),
};

#[test]
fn a_lamp_that_is_lit_is_told_and_one_that_is_not_is_passed_over() {
    let lamp = |id: u32, tone| {
        let piece = Piece::new(&LAMP, id, "*", vec![Cell::new(0, id as usize)]);
        Piece { tone, ..piece }
    };
    let scene = |tones: [u16; 2]| {
        let pieces = vec![lamp(0, tones[0]), lamp(1, tones[1])];
        Scene::plain(Size::new(2, 1), vec![Ground::Floor; 2], pieces, Vec::new())
    };
    let said = |before: [u16; 2], after: [u16; 2]| {
        let change = scene(before).describe_change(&scene(after));
        change.iter().map(Message::english).collect::<Vec<_>>()
    };
    assert_eq!(said([0, 0], [0, 1]), ["Lit lamp: row 1, column 2."]);
    assert_eq!(said([1, 0], [1, 0]), ["Nothing has changed."]);
}
