//! Orders as they come over a line: any text is an order or none, whatever is ordered leaves a play that can be
//! resumed, and what is refused changes nothing.

use std::time::Duration;

use ingenio_catalog::PUZZLES;
use ingenio_conformance::fuzz::changed;
use ingenio_core::{LevelRef, Rng};
use ingenio_desk::{Desk, MOST_AT_ONCE, ModeBody, Order, event_bodies};
use ingenio_play::Session;
use serde_json::{Value, json};

use crate::try_inputs;

#[test]
fn orders() {
    try_inputs(|seed, bytes| {
        let mut rng = Rng::new(seed);
        let puzzle = PUZZLES[rng.below(PUZZLES.len())];
        let level = puzzle.sample(&mut rng, 1);
        let mut desk = Desk::resume(&level, &[], ModeBody::Relax, None).expect("a play begins");
        let mut now = Duration::ZERO;
        for number in 0..rng.between(1, 20) {
            now += Duration::from_millis(rng.below(5000) as u64);
            let text = if rng.one_in(8) {
                String::from_utf8_lossy(bytes).into_owned()
            } else {
                near(&order(&mut rng, &desk, number), &mut rng)
            };
            if let Ok(order) = serde_json::from_str::<Order>(&text) {
                carry_out(&mut desk, order, now, &text);
            }
        }
        assert_eq!(standing(&resumed(&level, &desk)), standing(desk.session()), "resumed");
    });
}

fn carry_out(desk: &mut Desk, order: Order, now: Duration, text: &str) {
    let before = standing(desk.session());
    let known = desk.session().events().len();
    let done = desk.apply(order.wish, now);
    let after = desk.session().events().len();
    if done.is_err() {
        assert_eq!(standing(desk.session()), before, "{text} was refused: {done:?}");
    }
    assert!(after <= known + MOST_AT_ONCE, "{text} made {} events", after - known);
    let said = desk.change(None, now);
    assert!(serde_json::from_str::<Value>(&said).is_ok(), "{text} is answered with {said}");
}

fn resumed(level: &LevelRef, desk: &Desk) -> Session {
    Session::resume(level.clone(), desk.session().events()).expect("what happened can happen again")
}

/// Where a play stands, as far as its player can tell.
fn standing(session: &Session) -> (usize, String, String, bool, bool, bool, usize) {
    (
        session.events().len(),
        session.play().fingerprint(),
        session.measures().said().english(),
        session.won(),
        session.can_undo(),
        session.can_redo(),
        session.snapshots().len(),
    )
}

/// An order that a page might send.
fn order(rng: &mut Rng, desk: &Desk, number: usize) -> Value {
    let name = ["a", "", "b c", "\u{1f600}", "a\nb", &"x".repeat(50)][rng.below(6)].to_owned();
    let mut order = match rng.below(14) {
        0 => json!({"do": "undo"}),
        1 => json!({"do": "redo"}),
        2 => json!({"do": "restart"}),
        3 => json!({"do": "back"}),
        4 => json!({"do": "keep", "name": name}),
        5 => json!({"do": "recall", "name": name}),
        6 => json!({"do": "pause"}),
        7 => json!({"do": one(rng, &["turn", "done"])}),
        8 => json!({"do": "mode", "mode": one(rng, &["relax", "challenge"])}),
        9 => json!({"do": "hinted", "rung": rng.below(300)}),
        10 => events(rng, desk),
        11 => json!({"do": "gesture", "gesture": gesture(rng, desk)}),
        _ => json!({"do": "move", "text": some_moves(rng, desk)}),
    };
    order["n"] = json!(number);
    order
}

fn one<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words[rng.below(words.len())]
}

fn some_moves(rng: &mut Rng, desk: &Desk) -> String {
    let moves = desk.session().play().moves();
    let legal = rng.choose(&moves).cloned().unwrap_or_default();
    if rng.one_in(4) { legal.repeat(rng.between(1, 300)) } else { legal }
}

/// What happened here already, or something else at the same place.
fn events(rng: &mut Rng, desk: &Desk) -> Value {
    let known = desk.session().events();
    let after = rng.below(known.len() + 2);
    let mut events = json!(event_bodies(known.get(after..).unwrap_or_default()));
    let list = events.as_array_mut().expect("a list");
    for _ in 0..rng.below(4) {
        let word = ["undo", "redo", "restart", "keep a", "recall a", "turn", "done", "move"][rng.below(8)];
        let text = if word == "move" { format!("move {}", some_moves(rng, desk)) } else { word.to_owned() };
        list.push(json!([text, rng.next_u64() >> rng.below(64)]));
    }
    json!({"do": "events", "after": after, "events": events})
}

fn gesture(rng: &mut Rng, desk: &Desk) -> Value {
    let size = desk.session().scene().size;
    let cell = |rng: &mut Rng| json!([rng.below(size.height + 2), rng.below(size.width + 2)]);
    let spot = |rng: &mut Rng| {
        if rng.one_in(4) { json!({"tray": rng.below(40)}) } else { json!({"cell": cell(rng)}) }
    };
    let dir = ["up", "down", "left", "right"][rng.below(4)];
    match rng.below(7) {
        0 => json!({"arrow": dir}),
        1 => json!({"shift": dir}),
        2 => json!({"slant": one(rng, &["up-left", "down-right"])}),
        3 => json!({"away": spot(rng)}),
        4 | 5 => json!({"tap": spot(rng)}),
        _ => {
            json!({"drag": {"from": spot(rng), "through": (0..rng.below(6)).map(|_| cell(rng)).collect::<Vec<_>>()}})
        }
    }
}

/// One in four is damaged on its way.
fn near(order: &Value, rng: &mut Rng) -> String {
    let text = order.to_string();
    if rng.one_in(4) { String::from_utf8_lossy(&changed(text.into_bytes(), rng)).into_owned() } else { text }
}
