//! The whole program without its terminal: screens, keys in, pictures out. Tests drive it directly.

use std::time::Duration;

use ingenio_catalog::PUZZLES;
use ingenio_core::{InMemory, LevelRef, Message, TablesRef};
use ingenio_store::{LocalStore, PlayerId};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::create::Create;
use crate::help::Help;
use crate::look::Look;
use crate::menu;
use crate::play::{Desk, PlayScreen, Wish, direction};
use crate::screen::{LEAST, frame, list, put, wrap};
use crate::words;
use crate::work::{Done, Work};
use ingenio_workshop::Library;

#[derive(Debug)]
enum Screen {
    Home,
    Packs { puzzle: usize },
    Levels { shelf: usize },
    Create(Create),
    Play { shelf: usize, number: usize, screen: Box<PlayScreen> },
}

/// Bytes of tables that are kept from one look at a level to the next, where no other place is given.
const MOST_TABLES: u64 = 64 << 20;

pub struct App {
    library: Library,
    store: LocalStore,
    tables: TablesRef,
    player: PlayerId,
    look: Look,
    screen: Screen,
    /// The line chosen in the menu at each depth.
    chosen: [usize; 3],
    /// The lines of the menu as drawn last, and the row of the first: for the mouse.
    shown: Option<(Rect, usize)>,
    said: Message,
    making: Option<Work>,
    help: Option<Help>,
    seed: u64,
    over: bool,
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "App({:?})", self.screen)
    }
}

impl App {
    pub fn new(
        library: Library,
        store: LocalStore,
        name: &str,
        look: Look,
        seed: u64,
    ) -> Result<Self, Message> {
        let player = store.player(name)?;
        let said = Message::all(store.notices(player)?);
        Ok(App {
            library,
            store,
            tables: TablesRef::new(InMemory::new(MOST_TABLES)),
            player,
            look,
            screen: Screen::Home,
            chosen: [0; 3],
            shown: None,
            said,
            making: None,
            help: None,
            seed,
            over: false,
        })
    }

    /// Keeps what methods compute once somewhere else than in memory.
    pub fn with_tables(self, tables: TablesRef) -> Self {
        App { tables, ..self }
    }

    /// Begins with levels from elsewhere: a file, a pipe.
    pub fn with_levels(
        mut self,
        title: &str,
        levels: Vec<(LevelRef, Option<String>)>,
        now: Duration,
    ) -> Self {
        let single = levels.len() == 1;
        if let Some(shelf) = self.library.add(title, levels) {
            self.screen = Screen::Levels { shelf };
            if single {
                self.open(shelf, 0, now);
            }
        }
        self
    }

    /// Begins with the packs of a puzzle.
    pub fn with_puzzle(mut self, name: &str) -> Self {
        if let Some(puzzle) = PUZZLES.iter().position(|puzzle| puzzle.info().name == name) {
            self.chosen[0] = puzzle;
            self.screen = Screen::Packs { puzzle };
        }
        self
    }

    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The history of the play on the screen.
    pub fn history(&self) -> Option<String> {
        match &self.screen {
            Screen::Play { screen, .. } => Some(screen.session().history()),
            _ => None,
        }
    }

    pub fn is_won(&self) -> bool {
        matches!(&self.screen, Screen::Play { screen, .. } if screen.session().won())
    }

    // --- events ---

    pub fn key(&mut self, key: KeyEvent, now: Duration) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.over = true;
            return;
        }
        if let Some(help) = self.help.take() {
            self.help = help.next();
            return;
        }
        if key.code == KeyCode::Char('?') {
            self.help = Some(Help::default());
            return;
        }
        match &mut self.screen {
            Screen::Play { screen, .. } => {
                let desk = desk(&self.store, &self.tables, self.player, self.look, now);
                let wish = screen.key(desk, key);
                self.follow(wish, now);
            }
            Screen::Create(_) => self.create_key(key),
            _ => self.menu_key(key, now),
        }
    }

    fn follow(&mut self, wish: Wish, now: Duration) {
        let Screen::Play { shelf, number, .. } = self.screen else { return };
        match wish {
            Wish::Stay => {}
            Wish::Leave => self.screen = Screen::Levels { shelf },
            Wish::Next => self.open(shelf, number + 1, now),
            Wish::Previous => self.open(shelf, number.saturating_sub(1), now),
        }
    }

    fn open(&mut self, shelf: usize, number: usize, now: Duration) {
        let Some(volume) = self.library.shelves[shelf].levels.get(number) else {
            self.said = words::NO_NEXT.say();
            self.screen = Screen::Levels { shelf };
            return;
        };
        let title = self.title_of(shelf, number);
        let desk = desk(&self.store, &self.tables, self.player, self.look, now);
        let best = volume.best.map(|best| (best, volume.proved));
        let screen = Box::new(PlayScreen::open(desk, &volume.level, title, best));
        self.said = Message::empty();
        self.chosen[2] = number;
        self.screen = Screen::Play { shelf, number, screen };
    }

    /// The pack and the level; a level that came alone is named once.
    fn title_of(&self, shelf: usize, number: usize) -> String {
        let (shelf, volume) = (&self.library.shelves[shelf], &self.library.shelves[shelf].levels[number]);
        let pack = self.look.say(shelf.said_title());
        if shelf.levels.len() > 1 {
            return self.look.say(Message::dotted(vec![Message::told(pack), Message::told(&volume.title)]));
        }
        if volume.title == "1" { pack } else { volume.title.clone() }
    }

    fn menu_key(&mut self, key: KeyEvent, now: Duration) {
        let (depth, count) = self.menu();
        let chosen = self.chosen[depth].min(count.saturating_sub(1));
        match key.code {
            KeyCode::PageUp => self.chosen[depth] = chosen.saturating_sub(10),
            KeyCode::PageDown => self.chosen[depth] = (chosen + 10).min(count.saturating_sub(1)),
            KeyCode::Home => self.chosen[depth] = 0,
            KeyCode::End => self.chosen[depth] = count.saturating_sub(1),
            KeyCode::Char('q') => self.over = true,
            KeyCode::Char('g') => self.create(),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(now),
            KeyCode::Esc | KeyCode::Backspace => self.leave(),
            code => match direction(code) {
                Some(ingenio_core::Dir::Up) => self.chosen[depth] = chosen.saturating_sub(1),
                Some(ingenio_core::Dir::Down) => {
                    self.chosen[depth] = (chosen + 1).min(count.saturating_sub(1));
                }
                Some(ingenio_core::Dir::Right) => self.enter(now),
                Some(ingenio_core::Dir::Left) => self.leave(),
                None => {}
            },
        }
    }

    /// The depth of the menu on the screen and how many lines it has.
    fn menu(&self) -> (usize, usize) {
        match &self.screen {
            Screen::Packs { puzzle } => (1, self.library.of(PUZZLES[*puzzle].info().name).len()),
            Screen::Levels { shelf } => (2, self.library.shelves[*shelf].levels.len()),
            _ => (0, PUZZLES.len()),
        }
    }

    fn enter(&mut self, now: Duration) {
        self.said = Message::empty();
        match self.screen {
            Screen::Home => {
                self.chosen[1] = 0;
                self.screen = Screen::Packs { puzzle: self.chosen[0].min(PUZZLES.len() - 1) };
            }
            Screen::Packs { puzzle } => {
                let shelves = self.library.of(PUZZLES[puzzle].info().name);
                if let Some(shelf) = shelves.get(self.chosen[1]).copied() {
                    self.chosen[2] = self.first_unsolved(shelf);
                    self.screen = Screen::Levels { shelf };
                }
            }
            Screen::Levels { shelf } => self.open(shelf, self.chosen[2], now),
            _ => {}
        }
    }

    fn first_unsolved(&self, shelf: usize) -> usize {
        let reached = menu::progress(&self.store, self.player, &self.library.shelves[shelf]);
        reached.iter().position(|row| row.as_ref().is_none_or(|row| !row.played)).unwrap_or(0)
    }

    fn leave(&mut self) {
        self.said = Message::empty();
        self.screen = match &self.screen {
            Screen::Levels { shelf } => {
                let puzzle = self.library.shelves[*shelf].puzzle;
                let puzzle = PUZZLES.iter().position(|known| known.info().name == puzzle).unwrap_or(0);
                self.chosen[0] = puzzle;
                Screen::Packs { puzzle }
            }
            _ => Screen::Home,
        };
    }

    // --- making levels ---

    fn create(&mut self) {
        let puzzle = match &self.screen {
            Screen::Packs { puzzle } => *puzzle,
            Screen::Levels { shelf } => {
                let name = self.library.shelves[*shelf].puzzle;
                PUZZLES.iter().position(|known| known.info().name == name).unwrap_or(0)
            }
            _ => self.chosen[0].min(PUZZLES.len() - 1),
        };
        if let Some(create) = Create::of(PUZZLES[puzzle]) {
            self.screen = Screen::Create(create);
        }
    }

    fn create_key(&mut self, key: KeyEvent) {
        let Screen::Create(create) = &mut self.screen else { return };
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => {
                self.making = None;
                self.said = Message::empty();
                self.screen = Screen::Home;
            }
            KeyCode::Enter if self.making.is_none() => {
                self.seed += 1;
                self.making =
                    Some(Work::make(create.puzzle, create.generator().name, create.wishes(), self.seed));
            }
            code => match direction(code) {
                Some(ingenio_core::Dir::Up) => create.step(-1),
                Some(ingenio_core::Dir::Down) => create.step(1),
                Some(ingenio_core::Dir::Left) => create.change(-1),
                Some(ingenio_core::Dir::Right) => create.change(1),
                None => {}
            },
        }
    }

    pub fn mouse(&mut self, event: MouseEvent, now: Duration) {
        if self.help.is_some() {
            return;
        }
        if let Screen::Play { screen, .. } = &mut self.screen {
            screen.mouse(desk(&self.store, &self.tables, self.player, self.look, now), event);
            return;
        }
        let (depth, count) = self.menu();
        let Some((area, first)) = self.shown else { return };
        match event.kind {
            MouseEventKind::Down(_) if area.contains((event.column, event.row).into()) => {
                let line = first + usize::from(event.row - area.y);
                if line < count {
                    self.chosen[depth] = line;
                    self.enter(now);
                }
            }
            MouseEventKind::ScrollDown => {
                self.chosen[depth] = (self.chosen[depth] + 1).min(count.saturating_sub(1));
            }
            MouseEventKind::ScrollUp => self.chosen[depth] = self.chosen[depth].saturating_sub(1),
            _ => {}
        }
    }

    pub fn resized(&mut self) {
        if let Screen::Play { screen, .. } = &mut self.screen {
            screen.resized();
        }
    }

    /// Time goes on: answers come in, solutions are shown.
    pub fn tick(&mut self, now: Duration) {
        if let Screen::Play { screen, .. } = &mut self.screen {
            screen.tick(desk(&self.store, &self.tables, self.player, self.look, now));
        }
        let Some(work) = &self.making else { return };
        let Some(answer) = work.poll() else {
            self.said = words::MAKING.with("tries", work.live().nodes);
            return;
        };
        self.making = None;
        match answer {
            Done::Made(Ok(level)) => {
                let title = self.look.say(words::MADE_BY_SEED.with("seed", self.seed));
                if let Some(shelf) = self.library.add(&title, vec![(level, None)]) {
                    self.open(shelf, 0, now);
                }
            }
            Done::Made(Err(why)) => self.said = words::NOT_MADE.with("why", why),
            _ => self.said = Message::empty(),
        }
    }

    // --- drawing ---

    pub fn draw(&mut self, buffer: &mut Buffer, area: Rect, now: Duration) {
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let lines = wrap(&self.look.say(words::TOO_SMALL), usize::from(area.width));
            for (row, line) in (0..area.height).zip(lines) {
                put(buffer, area.x, area.y + row, area.width, &line, self.look.ink());
            }
            return;
        }
        if let Some(help) = &mut self.help {
            help.draw(buffer, area, self.look);
            return;
        }
        let look = self.look;
        match &mut self.screen {
            Screen::Play { screen, .. } => {
                screen.draw(desk(&self.store, &self.tables, self.player, look, now), buffer, area);
            }
            Screen::Create(create) => {
                let title = create.puzzle.info().title;
                let room = frame(buffer, area, look, title, &self.said, words::CREATE_KEYS);
                list(buffer, room, look, &create.lines(look), create.chosen);
            }
            _ => self.draw_menu(buffer, area),
        }
    }

    fn draw_menu(&mut self, buffer: &mut Buffer, area: Rect) {
        let (title, keys, lines) = match &self.screen {
            Screen::Packs { puzzle } => {
                let info = PUZZLES[*puzzle].info();
                let shelves: Vec<_> =
                    self.library.of(info.name).into_iter().map(|at| &self.library.shelves[at]).collect();
                let lines = menu::pack_lines(&shelves, &self.store, self.player, self.look);
                (info.title.to_owned(), words::PACKS_KEYS, lines)
            }
            Screen::Levels { shelf } => {
                let shelf = &self.library.shelves[*shelf];
                let reached = menu::progress(&self.store, self.player, shelf);
                let line =
                    |number: usize| menu::level_line(shelf, number, reached[number].as_ref(), self.look);
                let lines = (0..shelf.levels.len()).map(line).collect();
                (self.look.say(shelf.said_title()), words::LEVELS_KEYS, lines)
            }
            _ => (
                self.look.say(Message::dotted(vec![Message::told("ingenio"), words::HOME.say()])),
                words::HOME_KEYS,
                menu::home_lines(&self.library, self.look),
            ),
        };
        let empty = lines.is_empty();
        let said = if empty { words::NO_PACKS.say() } else { self.said.clone() };
        let room = frame(buffer, area, self.look, &title, &said, keys);
        let room = Rect { y: room.y + 1, height: room.height.saturating_sub(1), ..room };
        let chosen = self.chosen[self.menu().0].min(lines.len().saturating_sub(1));
        let first = list(buffer, room, self.look, &lines, chosen);
        self.shown = Some((room, first));
    }
}

const fn desk<'a>(
    store: &'a LocalStore,
    tables: &'a TablesRef,
    player: PlayerId,
    look: Look,
    now: Duration,
) -> Desk<'a> {
    Desk { store, player, look, tables, now }
}
