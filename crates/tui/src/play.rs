//! The play screen: a board and what can be done with it by keys and mouse. What others know of it is in
//! `play/advice.rs`, how it is drawn in `play/picture.rs`.

mod advice;
mod picture;

use std::time::Duration;

use ingenio_core::kind::Handling;
use ingenio_core::{Cell, Dir, Gesture, Lattice, LevelRef, Message, Scene, Side, Spot, TablesRef};
use ingenio_play::{Mode, Session, earned};
use ingenio_store::{LocalStore, PlayId, PlayerId, Win, Won};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::board::View;
use crate::built;
use crate::choose::{Choice, Choose};
use crate::drag::Drag;
use crate::foresight::Foresight;
use crate::known::{Known, PackBest};
use crate::look::Look;
use crate::watch::Watch;
use crate::words;
use crate::work::Work;

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
    pub look: Look,
    pub tables: &'a TablesRef,
    pub now: Duration,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own that the screen shows")]
#[derive(Debug)]
pub struct PlayScreen {
    title: String,
    session: Session,
    saved: Option<PlayId>,
    known: Known,
    foresight: Foresight,
    mode: Mode,
    cursor: Option<Spot>,
    said: Message,
    pointed: Vec<Cell>,
    /// The next rung of the ladder.
    rung: u8,
    /// The one that was asked for last.
    asked: u8,
    work: Option<Work>,
    /// The name of the method at work.
    solving: Option<String>,
    choose: Option<Choose>,
    watch: Option<Watch>,
    drag: Option<Drag>,
    /// The board in words, while it is being read.
    spoken: Option<Vec<Message>>,
    paused: bool,
    clock_hidden: bool,
    /// Are dead squares told from floor?
    dead_shown: bool,
    celebrated: bool,
    view: Option<View>,
}

impl PlayScreen {
    /// Opens a level; an unfinished play goes on.
    pub fn open(desk: Desk<'_>, level: &LevelRef, title: String, best: PackBest) -> Self {
        let saved = desk.store.unfinished(desk.player, level).ok().flatten();
        let said = saved.as_ref().filter(|saved| !saved.session.events().is_empty());
        let said = said.map(|_| words::CONTINUE.say());
        let (saved, mut session) = match saved {
            Some(saved) => (Some(saved.id), saved.session),
            None => (None, Session::new(level.clone())),
        };
        let said = match desk.store.saw_lately(desk.player, level) {
            Ok(true) if said.is_none() => words::HELPED_FROM_START.say(),
            _ => said.unwrap_or_else(Message::empty),
        };
        let known = Known::of(desk.store, level, best);
        session.aim_at(known.best());
        let mut screen = PlayScreen {
            title,
            known,
            foresight: Foresight::of(level, desk.tables),
            saved,
            session,
            mode: Mode::Relax,
            cursor: None,
            said,
            pointed: Vec::new(),
            rung: 1,
            asked: 1,
            work: None,
            solving: None,
            choose: None,
            watch: None,
            drag: None,
            spoken: None,
            paused: false,
            clock_hidden: false,
            dead_shown: false,
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
        if scene.takes_arrows() {
            return None;
        }
        let target = scene.pieces.iter().find(|piece| piece.kind.leads).or(scene.pieces.first());
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
            self.said = Message::empty();
            return Wish::Stay;
        }
        if self.spoken.take().is_some() {
            return Wish::Stay;
        }
        if self.choose.is_some() {
            self.choose_key(desk, key);
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
        if let Some(side) =
            built::slant(key.code).filter(|_| self.session.scene().lattice == Lattice::Hexagons)
        {
            self.slant(desk, side);
            return Wish::Stay;
        }
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
            KeyCode::Char('T') if self.level().puzzle().explains() => self.ask_plan(desk),
            KeyCode::Char('v') if self.session.play().length() == 0 && self.known.record().is_some() => {
                self.show_best(desk);
            }
            KeyCode::Char('v') => self.solve(desk, "auto", false),
            KeyCode::Char('V') => self.choose = Some(Choose::of(self.level().puzzle(), &self.known)),
            KeyCode::Char('o') => self.turn(desk),
            KeyCode::Char('f') => self.call_done(desk),
            KeyCode::Char('i') => self.speak(),
            KeyCode::Char('m') => self.keep(desk),
            KeyCode::Char('\'') => self.recall(desk),
            KeyCode::Char('c') => self.change_mode(),
            KeyCode::Char('z') => {
                self.session.pause(desk.now);
                self.paused = true;
                self.said = words::PAUSED.say();
            }
            KeyCode::Char('x') => self.clock_hidden = !self.clock_hidden,
            KeyCode::Char('X') => self.dead_shown = !self.dead_shown,
            KeyCode::Char('e') if self.session.won() => {
                self.said = words::THINKING.say();
                self.work = Some(Work::review(desk.tables, self.level().clone(), self.session.moves()));
            }
            _ => {}
        }
        Wish::Stay
    }

    fn choose_key(&mut self, desk: Desk<'_>, key: KeyEvent) {
        let Some(choose) = &mut self.choose else { return };
        match key.code {
            KeyCode::Up | KeyCode::Char('k' | 'w') => choose.step(-1),
            KeyCode::Down | KeyCode::Char('j' | 's') => choose.step(1),
            KeyCode::PageUp => choose.step(-10),
            KeyCode::PageDown => choose.step(10),
            KeyCode::Enter | KeyCode::Char('r') => {
                let choice = choose.choice();
                self.choose = None;
                match choice {
                    Choice::Best => self.show_best(desk),
                    Choice::Method(name) if key.code == KeyCode::Enter && self.known.run(name).is_some() => {
                        self.show_run(desk, name);
                    }
                    Choice::Method(name) => self.solve(desk, name, true),
                }
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

    /// A key of its own for each slanted side of a hexagon.
    fn slant(&mut self, desk: Desk<'_>, side: Side) {
        let held = self.session.held();
        let moved = self.session.gesture(&Gesture::Slant { side, held }, desk.now);
        if moved {
            self.cursor = self.session.held();
            self.changed(desk);
        } else if let (Some(Spot::Cell(cell)), None) = (self.cursor, held) {
            let scene = self.session.scene();
            let next = scene.lattice.beyond(scene.size, cell, side);
            self.cursor = Some(Spot::Cell(next.unwrap_or(cell)));
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
                self.drag = Some(Drag::begin(spot));
                if self.cursor.is_some() {
                    self.cursor = Some(spot);
                }
            }
            (MouseEventKind::Drag(MouseButton::Left), spot) => self.draw_on(spot),
            (MouseEventKind::Up(MouseButton::Left), spot) => self.release(desk, spot),
            _ => {}
        }
    }

    /// The pointer went on: the board shows what releasing the button would do.
    fn draw_on(&mut self, spot: Option<Spot>) {
        let Some(drag) = &mut self.drag else { return };
        drag.go_on(spot);
        drag.preview =
            drag.gesture(spot).and_then(|gesture| self.session.preview(&gesture)).map(|(scene, _)| scene);
        // Where nothing would move, at least the pointer is followed.
        self.pointed = drag.last().filter(|_| drag.preview.is_none()).into_iter().collect();
    }

    fn release(&mut self, desk: Desk<'_>, spot: Option<Spot>) {
        let Some(drag) = self.drag.take() else { return };
        self.pointed.clear();
        let tap = Gesture::Tap { at: drag.from, held: self.session.held() };
        if self.session.gesture(&drag.gesture(spot).unwrap_or(tap), desk.now) {
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
        self.said = Message::empty();
        self.save(desk);
        if self.session.won() {
            self.celebrate(desk);
            return;
        }
        self.celebrated = false;
        if let Some(reason) = self.session.stuck() {
            self.said = words::LOST.with("reason", reason);
        }
    }

    fn save(&mut self, desk: Desk<'_>) {
        if self.saved.is_none() {
            match desk.store.begin(desk.player, self.level(), self.mode) {
                Ok(id) => self.saved = Some(id),
                Err(why) => self.said = words::NOT_SAVED.with("why", why),
            }
        }
        let left = self.foresight.left(&self.session);
        if let Some(id) = self.saved
            && let Err(why) = desk.store.save(id, &self.session, left)
        {
            self.said = words::NOT_SAVED.with("why", why);
        }
    }

    fn celebrate(&mut self, desk: Desk<'_>) {
        if self.celebrated {
            return;
        }
        let Ok(verified) = self.level().verify(&self.solution_text()) else { return };
        let level = self.level().clone();
        let metric = level.puzzle().info().metrics.first();
        let reached = metric.and_then(|metric| verified.measures().get(metric.name));
        let solved = self.session.solved();
        let template = if solved { words::WON } else { words::PUT_DOWN };
        let mut said = vec![template.with("figures", &self.session.measures().counts())];
        match desk.store.won(desk.player, self.saved, &level, Win { solution: verified, solved }) {
            Ok(won) => said.extend(self.applause(desk, won, reached)),
            Err(why) => said.push(words::NOT_SAVED.with("why", why)),
        }
        said.push(words::WON_NEXT.say());
        self.said = Message::all(said);
        self.known.look_again(desk.store, &level);
        self.celebrated = true;
    }

    /// What the store made of a win, as sentences.
    fn applause(&self, desk: Desk<'_>, won: Won, reached: Option<u64>) -> Vec<Message> {
        let mut said = Vec::new();
        if won.helped {
            said.push(words::WON_HELPED.say());
        } else if won.solved {
            said.extend(self.praise(reached));
        }
        if self.mode == Mode::Challenge {
            let stars = reached.map_or(3, |reached| self.known.stars(reached));
            let stars = if won.solved { earned(stars, won.helped) } else { 0 };
            said.push(Message::told(desk.look.sign("★", "*").repeat(usize::from(stars))));
        }
        said
    }

    /// How good it is against what was known before.
    fn praise(&self, reached: Option<u64>) -> Option<Message> {
        if reached.is_some_and(|reached| self.known.is_best(reached)) {
            return Some(words::WON_BEST.say());
        }
        match (self.known.best(), self.known.record()) {
            (Some(best), Some(record)) if reached != Some(best) => {
                Some(words::WON_RECORD.with("value", best).with("holder", record.holder.said()))
            }
            (Some(best), None) if reached != Some(best) => Some(words::WON_KNOWN.with("value", best)),
            (_, None) => Some(words::WON_FIRST.say()),
            _ => None,
        }
    }

    /// The play as a solution: the moves for path puzzles, the board for the others.
    fn solution_text(&self) -> String {
        self.session.play().solution()
    }

    fn back_to_hope(&mut self, desk: Desk<'_>) {
        let count = self.session.undo_to_hope(desk.now);
        self.changed(desk);
        self.said = if count > 0 { words::WENT_BACK.with("count", count) } else { words::NOTHING_LOST.say() };
    }

    /// To the other end of the level, or back to its start.
    fn turn(&mut self, desk: Desk<'_>) {
        if let Err(why) = self.session.turn(desk.now) {
            self.said = why.said();
            return;
        }
        self.changed(desk);
        let backwards = self.session.play().is_backwards();
        self.said = if backwards { words::TURNED } else { words::TURNED_BACK }.say();
    }

    /// As many as the player can place.
    fn call_done(&mut self, desk: Desk<'_>) {
        if self.session.call_done(desk.now) {
            self.changed(desk);
        } else if !self.session.won() {
            let template =
                if is_carried(&self.session.scene()) { words::DONE_CLASH } else { words::DONE_OTHERS };
            self.said = template.say();
        }
    }

    fn speak(&mut self) {
        self.spoken = Some(self.session.scene().describe());
    }

    fn keep(&mut self, desk: Desk<'_>) {
        let name = (self.session.snapshots().len() + 1).to_string();
        self.session.keep(&name, desk.now);
        self.save(desk);
        self.said = words::KEPT.with("name", name);
    }

    fn recall(&mut self, desk: Desk<'_>) {
        let Some(name) = self.session.snapshots().last().map(|snapshot| snapshot.name.clone()) else {
            self.said = words::NONE_KEPT.say();
            return;
        };
        if self.session.recall(&name, desk.now).is_ok() {
            self.changed(desk);
            self.said = words::RECALLED.with("name", name);
        }
    }

    fn change_mode(&mut self) {
        if self.session.has_begun() {
            self.said = words::MODE_FIXED.say();
            return;
        }
        (self.mode, self.said) = match self.mode {
            Mode::Relax => (Mode::Challenge, words::CHALLENGE.say()),
            Mode::Challenge => (Mode::Relax, words::RELAX.say()),
        };
    }
}

/// Do tiles in hand move with the cursor?
fn is_carried(scene: &Scene) -> bool {
    scene.pieces.iter().any(|piece| piece.handling() == Handling::Carried)
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
