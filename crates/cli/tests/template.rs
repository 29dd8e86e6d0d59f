//! The template puzzle in every front end. It is registered nowhere, and no front end has a line for it: what they draw,
//! say and send they have from its folder. `scripts/try-sixth-puzzle` asks the same of the whole program, with the
//! template copied and registered as a sixth puzzle.

use std::time::Duration;

use ingenio_core::{AnyPuzzle, Face, Language, LevelRef, Message, Options, Source};
use ingenio_corridor::Corridor;
use ingenio_desk::{Desk, Film, ModeBody};
use ingenio_render::{Theme, svg};
use ingenio_store::LocalStore;
use ingenio_tui::{App, Library, Look};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use serde_json::Value;

static CORRIDOR: Face<Corridor> = Face::new();

fn level() -> LevelRef {
    CORRIDOR.read(&Source::new(".>.#\n>.o.#"), &Options::default()).remove(1).expect("a level").level
}

#[test]
fn it_is_a_picture() {
    let mut play = level().play();
    let before = svg(&play.scene(), &Theme::LIGHT, "");
    assert!(before.contains("#c8402f"), "the walker is red: {before}");
    play.apply("RR").expect("free cells");
    let after = svg(&play.scene(), &Theme::LIGHT, "");
    assert!(!after.contains("#c8402f") && after != before, "it is there, and teal: {after}");
    let picture = ingenio_pixels::png(&after, 48.0).expect("a PNG");
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 500, "{} bytes", picture.len());
}

#[test]
fn it_is_spoken() {
    let mut play = level().play();
    let before = play.scene();
    let said = |messages: Vec<Message>| messages.iter().map(Message::english).collect::<Vec<_>>().join(" ");
    assert_eq!(
        said(before.describe()),
        "5 by 1 board. Walker: row 1, column 1. Free goals: row 1, column 3."
    );
    play.apply("RR").expect("free cells");
    assert_eq!(said(before.describe_change(&play.scene())), "Walker: row 1, column 3, in place.");
    assert_eq!(said(vec![before.advice(&play.scene()).expect("a move")]), "Next: walk to the right.");
}

/// What a page is told, and what it does with an arrow key: pages draw the drawing and say the name, whatever it is.
#[test]
fn it_is_told_to_pages() {
    let mut desk = Desk::resume(&level(), &[], ModeBody::default(), None).expect("a desk");
    let (scene, state) = desk.board(None, Duration::ZERO);
    let told: Value = serde_json::from_str(&Desk::drawn(Language::english(), &scene, &state)).expect("JSON");
    let walker = &told["board"]["pieces"][0];
    assert_eq!((&walker["said"], &walker["handling"]), (&"walker".into(), &"walks".into()), "{told}");
    assert!(walker["svg"].as_str().is_some_and(|drawing| drawing.contains("<circle")), "{walker}");
    assert_eq!(told["board"]["arrows"], "move");
    let order = serde_json::from_str(r#"{"do":"gesture","gesture":{"arrow":"right"}}"#).expect("an order");
    desk.apply(order, Duration::ZERO).expect("a free cell");
    let change: Value = serde_json::from_str(&desk.change(None, Duration::ZERO)).expect("JSON");
    assert_eq!(change["changed"][0]["cells"], serde_json::json!([[0, 1]]), "{change}");
    let film = Film::of_solution(&level(), "RR", Message::empty()).expect("a film");
    let advice = film.steps[0].advice.as_ref().map(Message::english);
    assert_eq!(advice.as_deref(), Some("Next: walk to the right."));
}

#[test]
fn it_is_played_in_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = LocalStore::open_file(&folder.path().join("test.sqlite")).expect("a store");
    let app = App::new(Library::default(), store, "Ada", Look::plain(), 0).expect("an app");
    let mut app = app.with_levels("test", vec![(level(), None)], Duration::ZERO);
    let mut screen = |key: Option<KeyCode>| {
        let area = Rect::new(0, 0, 80, 24);
        let mut buffer = Buffer::empty(area);
        if let Some(code) = key {
            app.key(KeyEvent::new(code, KeyModifiers::NONE), Duration::ZERO);
        }
        app.draw(&mut buffer, area, Duration::ZERO);
        let row = |y: u16| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..24).map(|y| row(y) + "\n").collect::<String>()
    };
    let first = screen(None);
    assert!(first.contains('>') && first.contains('▒'), "a walker and a wall:\n{first}");
    let spoken = screen(Some(KeyCode::Char('i')));
    assert!(spoken.contains("Walker: row 1, column 1."), "{spoken}");
    screen(Some(KeyCode::Esc));
    screen(Some(KeyCode::Right));
    let won = screen(Some(KeyCode::Right));
    assert!(won.contains("2 moves") && won.contains('═'), "it is won:\n{won}");
}
