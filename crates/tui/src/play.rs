//! The play screen: a board, its figures, and what can be done with it.

use std::time::Duration;

use ingenio_core::scene::Role;
use ingenio_core::{Cell, Dir, Gesture, LevelRef, Outcome, Scene, Spot};
use ingenio_play::{Hint, Mode, Review, Rung, Session};
use ingenio_store::{Holder, LocalStore, PlayId, PlayerId, Record};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

use crate::board::{self, Overlay, View};
use crate::choose::Choose;
use crate::look::Look;
use crate::screen::{frame, list, put};
use crate::watch::Watch;
use crate::words;
use crate::work::{Answer, Work};

/// What the app has to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    Stay,
    Leave,
    Next,
    Previous,
}

/// Where this is kept.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'a> {
    pub store: &'a LocalStore,
    pub player: PlayerId,
    pub name: &'a str,
    pub look: Look,
    pub now: Duration,
}

/// A button is held down.
#[derive(Debug)]
struct Drag {
    from: Spot,
    through: Vec<Cell>,
    /// Has the pointer been anywhere else?
    moved: bool,
}

#[derive(Debug)]
pub struct PlayScreen {
    title: String,
    session: Session,
    saved: Option<PlayId>,
    record: Option<Record>,
    mode: Mode,
    cursor: Option<Spot>,
    said: String,
    pointed: Vec<Cell>,
    /// The next rung of the ladder.
    rung: u8,
    work: Option<Work>,
    /// The name of the method at work.
    solving: Option<String>,
    choose: Option<Choose>,
    watch: Option<Watch>,
    drag: Option<Drag>,
    paused: bool,
    clock_hidden: bool,
    celebrated: bool,
    view: Option<View>,
}

impl PlayScreen {
    /// Opens a level; an unfinished play goes on.
    pub fn open(desk: Desk<'_>, level: &LevelRef, title: String) -> Self {
        let saved = desk.store.unfinished(desk.player, level).ok().flatten();
        let said = saved.as_ref().filter(|saved| !saved.session.events().is_empty());
        let said = said.map_or(String::new(), |_| words::CONTINUE.say().to_string());
        let (saved, session) = match saved {
            Some(saved) => (Some(saved.id), saved.session),
            None => (None, Session::new(level.clone())),
        };
        let metric = level.puzzle().info().metrics.first().map_or("", |metric| metric.name);
        let mut screen = PlayScreen {
            title,
            record: desk.store.record(level, metric).ok().flatten(),
            saved,
            session,
            mode: Mode::Relax,
            cursor: None,
            said,
            pointed: Vec::new(),
            rung: 1,
            work: None,
            solving: None,
            choose: None,
            watch: None,
            drag: None,
            paused: false,
            clock_hidden: false,
            celebrated: false,
            view: None,
        };
        screen.cursor = screen.first_cursor();
        screen
    }

    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Boards that are walked or slid by arrows alone have no cursor.
    fn first_cursor(&self) -> Option<Spot> {
        let scene = self.session.scene();
        let direct = |piece: &ingenio_core::scene::Piece| matches!(piece.role, Role::Player | Role::Tile);
        if scene.pieces.iter().any(direct) {
            return None;
        }
        let target = scene.pieces.iter().find(|piece| piece.role == Role::Target).or(scene.pieces.first());
        let at = target.and_then(|piece| piece.cells.first().copied());
        Some(Spot::Cell(at.unwrap_or(Cell::new(0, 0))))
    }

    fn level(&self) -> &LevelRef {
        self.session.level()
    }

    // --- keys ---

    pub fn key(&mut self, desk: Desk<'_>, key: KeyEvent) -> Wish {
        if self.paused {
            self.paused = false;
            self.said.clear();
            return Wish::Stay;
        }
        if self.choose.is_some() {
            self.choose_key(key);
            return Wish::Stay;
        }
        if self.solving.is_some() {
            if matches!(key.code, KeyCode::Esc | KeyCode::Char('q')) {
                self.work.iter().for_each(Work::cancel);
            }
            return Wish::Stay;
        }
        if self.watch.is_some() {
            self.watch_key(desk, key);
            return Wish::Stay;
        }
        self.play_key(desk, key)
    }

    fn play_key(&mut self, desk: Desk<'_>, key: KeyEvent) -> Wish {
        if let Some(dir) = direction(key.code) {
            let shift = key.modifiers.contains(KeyModifiers::SHIFT) && !matches!(key.code, KeyCode::Char(_));
            self.arrow(desk, dir, shift);
            return Wish::Stay;
        }
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => {
                if self.session.held().is_some() {
                    self.session.let_go();
                    return Wish::Stay;
                }
                return Wish::Leave;
            }
            KeyCode::Char('n') => return Wish::Next,
            KeyCode::Char('p') => return Wish::Previous,
            KeyCode::Enter | KeyCode::Char(' ') => self.tap(desk),
            KeyCode::Tab => self.visit_tray(),
            KeyCode::Char('u') | KeyCode::Backspace => {
                self.session.undo(desk.now);
                self.changed(desk);
            }
            KeyCode::Char('U') => {
                self.session.redo(desk.now);
                self.changed(desk);
            }
            KeyCode::Char('r') => {
                self.session.restart(desk.now);
                self.changed(desk);
            }
            KeyCode::Char('b') => self.back_to_hope(desk),
            KeyCode::Char('t') => self.ask_hint(desk),
            KeyCode::Char('v') => self.solve("auto", false),
            KeyCode::Char('V') => self.choose = Some(Choose::of(self.level().puzzle())),
            KeyCode::Char('m') => self.keep(desk),
            KeyCode::Char('\'') => self.recall(desk),
            KeyCode::Char('c') => self.change_mode(),
            KeyCode::Char('z') => {
                self.session.pause(desk.now);
                self.paused = true;
                self.said = words::PAUSED.say().to_string();
            }
            KeyCode::Char('x') => self.clock_hidden = !self.clock_hidden,
            KeyCode::Char('e') if self.session.won() => {
                self.said = words::THINKING.say().to_string();
                self.work = Some(Work::review(self.level().clone(), self.session.moves().to_vec()));
            }
            _ => {}
        }
        Wish::Stay
    }

    fn choose_key(&mut self, key: KeyEvent) {
        let Some(choose) = &mut self.choose else { return };
        match key.code {
            KeyCode::Up | KeyCode::Char('k' | 'w') => choose.step(-1),
            KeyCode::Down | KeyCode::Char('j' | 's') => choose.step(1),
            KeyCode::PageUp => choose.step(-10),
            KeyCode::PageDown => choose.step(10),
            KeyCode::Enter => {
                let name = choose.names[choose.chosen];
                self.choose = None;
                self.solve(name, true);
            }
            KeyCode::Esc | KeyCode::Char('q') => self.choose = None,
            _ => {}
        }
    }

    fn watch_key(&mut self, desk: Desk<'_>, key: KeyEvent) {
        let Some(watch) = &mut self.watch else { return };
        match key.code {
            KeyCode::Char(' ') => watch.toggle(),
            KeyCode::Right | KeyCode::Char('l' | 'd') => {
                watch.stop();
                watch.forth();
            }
            KeyCode::Left | KeyCode::Char('h' | 'a') => {
                watch.stop();
                watch.back();
            }
            KeyCode::Home => watch.first(),
            KeyCode::End => watch.last(),
            KeyCode::Char('+' | '=') => watch.faster(),
            KeyCode::Char('-') => watch.slower(),
            KeyCode::Esc | KeyCode::Char('q') => self.watch = None,
            _ => {}
        }
        self.note_shown(desk);
    }

    fn arrow(&mut self, desk: Desk<'_>, dir: Dir, shift: bool) {
        let held = self.session.held();
        let gesture = if shift { Gesture::Shift { dir } } else { Gesture::Arrow { dir, held } };
        let moved = self.session.gesture(&gesture, desk.now);
        // What the arrows move takes the cursor along; a tile in hand is carried with the cursor.
        match self.session.held() {
            Some(spot) if moved => self.cursor = Some(spot),
            held if !moved && (held.is_none() || is_carried(&self.session.scene())) => self.move_cursor(dir),
            _ => {}
        }
        if moved {
            self.changed(desk);
        }
    }

    fn move_cursor(&mut self, dir: Dir) {
        let scene = self.session.scene();
        match self.cursor {
            Some(Spot::Cell(cell)) => {
                let next = scene.size.step(scene.size.index(cell), dir);
                self.cursor = next.map_or(self.cursor, |at| Some(Spot::Cell(scene.size.cell(at))));
            }
            Some(Spot::Tray(id)) => {
                let in_hand: Vec<u32> = in_hand(&scene);
                let at = in_hand.iter().position(|known| *known == id).unwrap_or(0);
                let next = match dir {
                    Dir::Left | Dir::Up => at.saturating_sub(1),
                    Dir::Right | Dir::Down => (at + 1).min(in_hand.len().saturating_sub(1)),
                };
                self.cursor =
                    in_hand.get(next).map(|id| Spot::Tray(*id)).or(Some(Spot::Cell(Cell::new(0, 0))));
            }
            None => {}
        }
    }

    fn visit_tray(&mut self) {
        let first = in_hand(&self.session.scene()).first().copied();
        self.cursor = match (self.cursor, first) {
            (Some(Spot::Cell(_)), Some(id)) => Some(Spot::Tray(id)),
            (Some(Spot::Tray(_)), _) => Some(Spot::Cell(Cell::new(0, 0))),
            (cursor, _) => cursor,
        };
    }

    fn tap(&mut self, desk: Desk<'_>) {
        let Some(at) = self.cursor else { return };
        let held = self.session.held();
        if self.session.gesture(&Gesture::Tap { at, held }, desk.now) {
            self.changed(desk);
        }
        // The tile may have left the tray under the cursor.
        if let Some(Spot::Tray(id)) = self.cursor {
            let left = in_hand(&self.session.scene());
            if !left.contains(&id) {
                self.cursor = Some(Spot::Cell(Cell::new(0, 0)));
            }
        }
    }

    // --- the mouse ---

    pub fn mouse(&mut self, desk: Desk<'_>, event: MouseEvent) {
        let Some(view) = self.view else { return };
        if self.watch.is_some() || self.choose.is_some() || self.paused || self.solving.is_some() {
            return;
        }
        let scene = self.session.scene();
        let spot = view.spot(&scene, event.column, event.row);
        match (event.kind, spot) {
            (MouseEventKind::Down(MouseButton::Left), Some(spot)) => {
                self.drag = Some(Drag { from: spot, through: Vec::new(), moved: false });
                if self.cursor.is_some() {
                    self.cursor = Some(spot);
                }
            }
            (MouseEventKind::Drag(MouseButton::Left), spot) => self.draw_on(spot),
            (MouseEventKind::Up(MouseButton::Left), spot) => self.release(desk, spot),
            _ => {}
        }
    }

    fn draw_on(&mut self, spot: Option<Spot>) {
        let Some(drag) = &mut self.drag else { return };
        drag.moved |= spot != Some(drag.from);
        if let Some(Spot::Cell(cell)) = spot.filter(|_| drag.moved)
            && drag.through.last() != Some(&cell)
        {
            drag.through.push(cell);
        }
        self.pointed.clone_from(&drag.through);
    }

    fn release(&mut self, desk: Desk<'_>, spot: Option<Spot>) {
        let Some(Drag { from, through, moved }) = self.drag.take() else { return };
        self.pointed.clear();
        let held = self.session.held();
        let gesture = match spot {
            _ if !moved => Gesture::Tap { at: from, held },
            None | Some(Spot::Tray(_)) => Gesture::Away { from },
            Some(Spot::Cell(_)) => Gesture::Drag { from, through },
        };
        if self.session.gesture(&gesture, desk.now) {
            self.changed(desk);
        }
    }

    /// The window changed its size: a drag in progress ends without a move.
    pub fn resized(&mut self) {
        self.drag = None;
        self.pointed.clear();
    }

    // --- what follows a change ---

    fn changed(&mut self, desk: Desk<'_>) {
        self.pointed.clear();
        self.rung = 1;
        self.work = None;
        self.said.clear();
        self.save(desk);
        if self.session.won() {
            self.celebrate(desk);
            return;
        }
        self.celebrated = false;
        if let Some(reason) = self.session.stuck() {
            self.said = words::LOST.with("reason", reason).to_string();
        }
    }

    fn save(&mut self, desk: Desk<'_>) {
        if self.saved.is_none() {
            match desk.store.begin(desk.player, self.level(), self.mode) {
                Ok(id) => self.saved = Some(id),
                Err(why) => self.said = words::NOT_SAVED.with("why", why).to_string(),
            }
        }
        if let Some(id) = self.saved
            && let Err(why) = desk.store.save(id, &self.session, None)
        {
            self.said = words::NOT_SAVED.with("why", why).to_string();
        }
    }

    fn celebrate(&mut self, desk: Desk<'_>) {
        if self.celebrated {
            return;
        }
        // Where as many as possible are wanted, every board without a clash counts; only the best is a win.
        let Ok(verified) = self.level().verify(&self.solution_text()) else { return };
        let level = self.level().clone();
        let before = self.record.take();
        let stars = desk.store.won(desk.player, desk.name, &level, &verified).unwrap_or(0);
        let figures = self.session.measures().counts();
        let mut said = vec![words::WON.with("figures", figures).to_string()];
        let metric = level.puzzle().info().metrics.first();
        let reached =
            metric.and_then(|metric| verified.measures().get(metric.name)).map(|value| value as i64);
        match &before {
            Some(record) if record.value == reached && record.proved => {
                said.push(words::WON_BEST.say().to_string());
            }
            Some(record) if record.value != reached => {
                let (Holder::Person(holder) | Holder::Method(holder)) = &record.holder;
                let value = record.value.map_or(String::new(), |value| value.to_string());
                said.push(words::WON_RECORD.with("value", value).with("holder", holder).to_string());
            }
            Some(_) => {}
            None => said.push(words::WON_FIRST.say().to_string()),
        }
        if self.mode == Mode::Challenge {
            said.push(desk.look.sign("★", "*").repeat(usize::from(stars)));
        }
        said.push(words::WON_NEXT.say().to_string());
        self.said = said.join(" ");
        self.record = desk.store.record(&level, metric.map_or("", |metric| metric.name)).ok().flatten();
        self.celebrated = true;
    }

    /// The play as a solution: the moves for path puzzles, the board for the others.
    fn solution_text(&self) -> String {
        self.session.play().solution()
    }

    fn back_to_hope(&mut self, desk: Desk<'_>) {
        let count = self.session.undo_to_hope(desk.now);
        self.changed(desk);
        self.said = if count > 0 {
            words::WENT_BACK.with("count", count).to_string()
        } else {
            words::NOTHING_LOST.say().to_string()
        };
    }

    fn keep(&mut self, desk: Desk<'_>) {
        let name = (self.session.snapshots().len() + 1).to_string();
        self.session.keep(&name, desk.now);
        self.save(desk);
        self.said = words::KEPT.with("name", name).to_string();
    }

    fn recall(&mut self, desk: Desk<'_>) {
        let Some(name) = self.session.snapshots().last().map(|snapshot| snapshot.name.clone()) else {
            self.said = words::NONE_KEPT.say().to_string();
            return;
        };
        if self.session.recall(&name, desk.now).is_ok() {
            self.changed(desk);
            self.said = words::RECALLED.with("name", name).to_string();
        }
    }

    fn change_mode(&mut self) {
        (self.mode, self.said) = match self.mode {
            Mode::Relax => (Mode::Challenge, words::CHALLENGE.say().to_string()),
            Mode::Challenge => (Mode::Relax, words::RELAX.say().to_string()),
        };
    }

    // --- hints, solvers, reviews ---

    fn ask_hint(&mut self, desk: Desk<'_>) {
        let rung = match self.rung {
            1 => Rung::Distance,
            2 => Rung::Piece,
            3 => Rung::Move,
            4 => Rung::Moves(5),
            _ => Rung::Solution,
        };
        self.save(desk);
        if let Some(id) = self.saved {
            let _ = desk.store.hint_taken(id, self.session.clock().shows(desk.now), self.rung);
        }
        self.rung = (self.rung + 1).min(5);
        self.said = words::THINKING.say().to_string();
        self.work = Some(Work::hint(self.level().clone(), self.session.moves().to_vec(), rung));
    }

    fn solve(&mut self, method: &str, optimal: bool) {
        let here = self.session.play().level_here().unwrap_or_else(|| self.level().clone());
        self.solving = Some(method.to_owned());
        self.work = Some(Work::solve(here, method.to_owned(), optimal && method == "auto"));
    }

    pub fn tick(&mut self, desk: Desk<'_>) {
        if let Some(watch) = &mut self.watch {
            watch.tick(desk.now);
            self.note_shown(desk);
        }
        let Some(answer) = self.work.as_ref().and_then(Work::poll) else {
            self.tell_live();
            return;
        };
        self.work = None;
        self.solving = None;
        match answer {
            Answer::Hint(hint) => self.show_hint(desk, *hint),
            Answer::Solved(Ok(report)) => self.show_solution(desk, &report),
            Answer::Solved(Err(message)) => self.said = message.to_string(),
            Answer::Reviewed(review) => self.show_review(&review),
            Answer::Made(_) | Answer::Lost => self.said.clear(),
        }
    }

    fn tell_live(&mut self) {
        let (Some(method), Some(work)) = (&self.solving, &self.work) else { return };
        let live = work.live();
        let bound = live.bound.map(|bound| format!(" · bound {bound}"));
        let best = live.best.map(|best| format!(" · best {best}"));
        let more = format!("{}{}", bound.unwrap_or_default(), best.unwrap_or_default());
        let message = words::SOLVING.with("method", method).with("nodes", live.nodes).with("more", more);
        self.said = message.with("seconds", format!("{:.1}", live.elapsed.as_secs_f64())).to_string();
    }

    fn show_hint(&mut self, desk: Desk<'_>, hint: Hint) {
        let said: Vec<String> = hint.said.iter().map(ToString::to_string).collect();
        self.said = said.join(" ");
        self.pointed = hint.cells;
        // From the fourth rung on, the moves are shown on the board.
        if hint.moves.len() > 1 {
            self.watch = Some(Watch::new(self.level(), self.session.moves(), hint.moves, desk.now));
        }
    }

    fn show_solution(&mut self, desk: Desk<'_>, report: &ingenio_catalog::Report) {
        let _ = desk.store.ran(report);
        let Some(solution) = report.outcome().solution() else {
            let why = match report.outcome() {
                Outcome::Unsolvable { reason } => reason.to_string(),
                Outcome::Unknown { limit, .. } => limit.to_string(),
                Outcome::Failed { fault } => fault.to_string(),
                Outcome::Solved { .. } => String::new(),
            };
            self.said = words::NO_ANSWER.with("method", report.chosen).with("why", why).to_string();
            return;
        };
        let moves = report.level.solution_moves(solution.text()).unwrap_or_default();
        let proved = if report.outcome().is_optimal() { words::PROVED } else { words::NOT_PROVED };
        let message =
            words::FOUND.with("method", report.chosen).with("figures", solution.measures().counts());
        let message =
            message.with("proved", proved.say()).with("seconds", format!("{:.2}", report.seconds()));
        self.said = message.to_string();
        self.watch = Some(Watch::new(self.level(), self.session.moves(), moves, desk.now));
    }

    fn show_review(&mut self, review: &Review) {
        let costs: Vec<String> = review
            .moves
            .iter()
            .filter(|one| one.loses || one.cost.is_some_and(|cost| cost > 0))
            .map(|one| {
                one.cost
                    .map_or_else(|| format!("{} loses", one.action), |cost| format!("{} +{cost}", one.action))
            })
            .collect();
        let said: Vec<String> = review.said.iter().map(ToString::to_string).chain(costs).collect();
        self.said = said.join(" ");
    }

    /// A solution watched to its end is progress, though not a play.
    fn note_shown(&self, desk: Desk<'_>) {
        if self.watch.as_ref().is_some_and(Watch::is_over) {
            let _ = desk.store.shown(desk.player, self.level());
        }
    }

    // --- drawing ---

    pub fn draw(&mut self, desk: Desk<'_>, buffer: &mut Buffer, area: Rect) {
        let keys = if self.choose.is_some() {
            words::CHOOSE_KEYS
        } else if self.solving.is_some() {
            words::SOLVING_KEYS
        } else if self.watch.is_some() {
            words::WATCH_KEYS
        } else {
            words::PLAY_KEYS
        };
        let said = match &self.watch {
            Some(watch) => format!("{}\n{}", self.said, watch.caption()),
            None => self.said.clone(),
        };
        let room = frame(buffer, area, desk.look, &self.title, &said, keys.english);
        if let Some(choose) = &self.choose {
            list(buffer, room, desk.look, &choose.lines, choose.chosen);
            return;
        }
        put(buffer, room.x, room.y, room.width, &self.status(desk), desk.look.muted());
        if self.paused {
            return;
        }
        let board_room = Rect { y: room.y + 1, height: room.height.saturating_sub(1), ..room };
        let scene = self.watch.as_ref().map_or_else(|| self.session.scene(), Watch::scene);
        let view = View::of(&scene, board_room, self.near(&scene));
        let overlay = if self.watch.is_some() {
            Overlay::default()
        } else {
            Overlay { cursor: self.cursor, held: self.session.held(), pointed: self.pointed.clone() }
        };
        board::draw(buffer, &scene, &view, desk.look, &overlay);
        self.view = Some(view);
    }

    /// What is to be kept in sight of a board that is too large.
    fn near(&self, scene: &Scene) -> Option<Cell> {
        if let Some(Spot::Cell(cell)) = self.cursor {
            return Some(cell);
        }
        let player = scene.pieces.iter().find(|piece| piece.role == Role::Player);
        let blank = || {
            let covered: Vec<Cell> =
                scene.pieces.iter().flat_map(|piece| piece.cells.iter().copied()).collect();
            (0..scene.size.cells()).map(|at| scene.size.cell(at)).find(|cell| !covered.contains(cell))
        };
        player.and_then(|piece| piece.cells.first().copied()).or_else(blank)
    }

    fn status(&self, desk: Desk<'_>) -> String {
        let mut parts = vec![self.session.measures().counts().to_string()];
        if !self.clock_hidden {
            let seconds = self.session.clock().shows(desk.now).as_secs();
            parts.push(format!("{}:{:02}", seconds / 60, seconds % 60));
        }
        if let Some(record) = &self.record {
            let (Holder::Person(holder) | Holder::Method(holder)) = &record.holder;
            let value = record.value.map_or(String::new(), |value| format!("{value} "));
            parts.push(format!("best {value}by {holder}{}", if record.proved { " (proved)" } else { "" }));
        }
        parts.push(self.mode.word().to_owned());
        parts.join("  ·  ")
    }
}

/// Do tiles in hand move with the cursor?
fn is_carried(scene: &Scene) -> bool {
    scene.pieces.iter().any(|piece| piece.role == Role::Matching)
}

fn in_hand(scene: &Scene) -> Vec<u32> {
    scene.pieces.iter().filter(|piece| piece.cells.is_empty()).map(|piece| piece.id).collect()
}

/// Arrows, WASD and hjkl.
pub const fn direction(code: KeyCode) -> Option<Dir> {
    match code {
        KeyCode::Up | KeyCode::Char('w' | 'k') => Some(Dir::Up),
        KeyCode::Down | KeyCode::Char('s' | 'j') => Some(Dir::Down),
        KeyCode::Left | KeyCode::Char('a' | 'h') => Some(Dir::Left),
        KeyCode::Right | KeyCode::Char('d' | 'l') => Some(Dir::Right),
        _ => None,
    }
}
