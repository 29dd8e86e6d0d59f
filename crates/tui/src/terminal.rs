//! The terminal itself: taken over at the start and given back whatever happens, a panic and Ctrl-Z
//! included. Plays are saved move by move, so a closed window loses nothing.

use std::io::{self, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEventKind, KeyModifiers,
};
use ratatui::crossterm::execute;

use crate::app::App;

/// How long the screen waits for a key before it looks at what else has happened.
const TICK: Duration = Duration::from_millis(30);

/// Runs the player until it is over.
pub fn run(mut app: App) -> io::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGTERM, ended.clone())?;
    // A closed window has no terminal to give back, and waiting for its keys would never end. Every move
    // is saved already.
    let at_once = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGHUP, 129, at_once)?;
    let mut terminal = take()?;
    let result = play(&mut terminal, &mut app, &ended);
    give_back();
    result
}

/// `init` sets a panic hook that gives the terminal back.
fn take() -> io::Result<DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    execute!(stdout(), EnableMouseCapture)?;
    Ok(terminal)
}

fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
}

fn play(terminal: &mut DefaultTerminal, app: &mut App, ended: &AtomicBool) -> io::Result<()> {
    let begun = Instant::now();
    while !app.is_over() && !ended.load(Ordering::Relaxed) {
        let now = begun.elapsed();
        terminal.draw(|frame| {
            let area = frame.area();
            app.draw(frame.buffer_mut(), area, now);
        })?;
        // All that came in is taken before the next picture: keys never queue up behind drawing.
        let mut wait = TICK;
        while event::poll(wait)? {
            wait = Duration::ZERO;
            match event::read()? {
                Event::Key(key) if key.kind == KeyEventKind::Release => {}
                Event::Key(key) if is_suspend(key) => suspend(terminal)?,
                Event::Key(key) => app.key(key, begun.elapsed()),
                Event::Mouse(mouse) => app.mouse(mouse, begun.elapsed()),
                Event::Resize(..) => app.resized(),
                _ => {}
            }
        }
        app.tick(begun.elapsed());
    }
    Ok(())
}

fn is_suspend(key: event::KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('z')
}

/// Ctrl-Z: the shell gets its terminal back, and `fg` brings the game back.
fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    give_back();
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    *terminal = take()?;
    terminal.clear()
}
