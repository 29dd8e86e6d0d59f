//! The level doctor: what is wrong with a level that someone made, who is to blame, and the smallest
//! change that mends it. It asks the puzzle for the parts of the level and for small changes, and
//! proves every statement by solving the changed level; what it could not decide, it says.
//!
//! Blame for an unsolvable level is a minimal set of parts: with these alone it is still unsolvable,
//! with any one of them left out it is not (the deletion filter of infeasibility analysis, in
//! chunks that shrink). Only parts that hinder are looked at, and where a puzzle has an easier kind of
//! level (pipes that need not fill the board), that one: else a part would be blamed for what others
//! would have done. That such a set is to blame does not mean that one of its parts has to go: whether
//! that is enough for the whole level is asked as well. Superfluous parts are those that can be left
//! out together without changing the best solution's length or the number of solutions.
//!
//! A change that gives a level away, so that one move solves it, mends nothing.

use ingenio_catalog::{Count, Request, SharedBudget, count};
use ingenio_core::doctor::both;
use ingenio_core::{
    Answer, AnyPlay, Budget, Easier, LevelRef, Mend, Message, Outcome, Part, Sense, Silent, Verified,
};

use crate::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text that is no level.
    Invalid,
    Unsolvable,
    Ambiguous,
    Superfluous,
}

impl Kind {
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Invalid => "invalid",
            Kind::Unsolvable => "unsolvable",
            Kind::Ambiguous => "ambiguous",
            Kind::Superfluous => "superfluous",
        }
    }
}

/// One thing that is wrong, and the parts to blame for it.
#[derive(Clone, Debug)]
pub struct Complaint {
    pub kind: Kind,
    pub what: Message,
    pub parts: Vec<Part>,
}

/// A change that mends the level, proved by a solution of what it becomes.
#[derive(Clone, Debug)]
pub struct Repair {
    pub kind: Kind,
    pub what: Message,
    pub level: LevelRef,
    pub solution: Verified,
}

#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    pub complaints: Vec<Complaint>,
    /// Smallest first.
    pub repairs: Vec<Repair>,
    pub undecided: Vec<Message>,
}

/// Repairs shown at most.
const MOST_REPAIRS: usize = 3;

/// The share of the time left that one question may take.
const SHARE: u32 = 4;

/// Examines a level of which the best solution (`answer`) and the number of solutions (`counted`) were
/// looked for already.
pub fn examine(level: &LevelRef, answer: &Answer, counted: Option<&Count>, budget: &Budget) -> Diagnosis {
    let mut doctor = Doctor::new(level.clone(), budget);
    match &answer.outcome {
        Outcome::Unsolvable { .. } => doctor.unsolvable(),
        Outcome::Solved { solution, optimal } => {
            let unique = counted.map(|counted| (counted.tally.found, counted.tally.complete));
            match unique {
                Some((found, _)) if found > 1 => doctor.ambiguous(counted),
                Some((1, true)) => doctor.superfluous(solution, Some(true)),
                None if *optimal => doctor.superfluous(solution, None),
                _ => doctor.say_undecided(words::UNDECIDED_PARTS.say()),
            }
        }
        // A solution in hand is not the best, but it decides whether there is one.
        outcome if outcome.solution().is_some() => doctor.say_undecided(words::UNDECIDED_PARTS.say()),
        _ => doctor.say_undecided(words::UNDECIDED_ALL.say()),
    }
    doctor.diagnosis
}

/// What a text that is no level could have meant: of the changes that make it one, those after which it can be
/// solved.
pub fn rescue(changes: Vec<Mend<LevelRef>>, budget: &Budget) -> Diagnosis {
    let Some(first) = changes.first() else { return Diagnosis::default() };
    let mut doctor = Doctor::new(first.level.clone(), budget);
    let repairs = doctor.first_that_mend(changes.into_iter(), Kind::Invalid, Doctor::is_solvable);
    if repairs.is_empty() {
        doctor.say_no_mend();
    }
    doctor.diagnosis.repairs = repairs;
    doctor.diagnosis
}

/// The reply to a question about a level.
enum Reply {
    /// With the solution that proves it.
    Yes(Verified),
    No,
    Undecided,
}

impl Reply {
    fn decided(&self) -> Option<bool> {
        match self {
            Reply::Yes(_) => Some(true),
            Reply::No => Some(false),
            Reply::Undecided => None,
        }
    }
}

struct Doctor {
    level: LevelRef,
    budget: SharedBudget,
    diagnosis: Diagnosis,
}

impl Doctor {
    fn new(level: LevelRef, budget: &Budget) -> Self {
        Doctor { level, budget: SharedBudget::new(budget.clone()), diagnosis: Diagnosis::default() }
    }

    fn say_undecided(&mut self, message: Message) {
        self.diagnosis.undecided.push(message);
    }

    fn complain(&mut self, kind: Kind, what: Message, parts: Vec<Part>) {
        self.diagnosis.complaints.push(Complaint { kind, what, parts });
    }

    // --- questions ---

    fn is_over(&self) -> bool {
        self.budget.left().is_spent()
    }

    /// What one question may cost.
    fn share(&self) -> Budget {
        self.budget.left().share(SHARE)
    }

    fn outcome(&self, level: &LevelRef, optimal: bool) -> Option<Outcome> {
        let request = Request { optimal, budget: self.share(), ..Request::default() };
        self.budget.run(&request, level, &mut Silent).ok().map(|report| report.outcome)
    }

    /// Can it be solved?
    fn is_solvable(&self, level: &LevelRef) -> Reply {
        match self.outcome(level, false) {
            Some(Outcome::Solved { solution, .. }) => Reply::Yes(solution),
            Some(Outcome::Unsolvable { .. }) => Reply::No,
            _ => Reply::Undecided,
        }
    }

    /// The best figure in the first metric, with its solution, where it was proved.
    fn best(&self, level: &LevelRef) -> Option<Verified> {
        match self.outcome(level, true)? {
            Outcome::Solved { solution, optimal } if optimal || metric(level).is_none() => Some(solution),
            _ => None,
        }
    }

    /// Is there exactly one solution?
    fn is_unique(&self, level: &LevelRef) -> Reply {
        let Some(counted) = count(level, 2, &self.share(), &mut Silent) else { return Reply::Undecided };
        match (counted.tally.found, counted.tally.complete, counted.examples.into_iter().next()) {
            (1, true, Some(solution)) => Reply::Yes(solution),
            (found, complete, _) if found > 1 || complete => Reply::No,
            _ => Reply::Undecided,
        }
    }

    // --- unsolvable ---

    fn unsolvable(&mut self) {
        match self.level.easier() {
            None => self.blame_for_unsolvable(&self.level.clone()),
            Some(Easier { level, otherwise }) => match self.is_solvable(&level) {
                Reply::Yes(_) => self.complain(Kind::Unsolvable, otherwise, Vec::new()),
                Reply::No => self.blame_for_unsolvable(&level),
                Reply::Undecided => {}
            },
        }
        self.repair(Kind::Unsolvable, Doctor::is_solvable);
    }

    /// Who is to blame in a level, which is the one that is examined or an easier one.
    fn blame_for_unsolvable(&mut self, level: &LevelRef) {
        let parts = level.parts();
        let hindering: Vec<usize> = (0..parts.len()).filter(|part| parts[*part].hinders).collect();
        let without = |dropped: &[usize]| {
            let dropped: Vec<usize> = dropped.iter().map(|part| hindering[*part]).collect();
            level.without(&dropped)
        };
        let still =
            |doctor: &Doctor, level: &LevelRef| doctor.is_solvable(level).decided().map(|solvable| !solvable);
        let (dropped, decided) = self.drop_all_that(hindering.len(), without, still);
        let blamed: Vec<usize> = kept(hindering.len(), &dropped).map(|part| hindering[part]).collect();
        if blamed.is_empty() || (dropped.is_empty() && !decided) {
            return;
        }
        let named: Vec<Part> = blamed.iter().map(|part| parts[*part].clone()).collect();
        let template = match (decided, blamed.len()) {
            (false, _) => words::BLAMED_PERHAPS,
            (true, 1) => words::BLAMED_ONE,
            (true, _) => words::BLAMED,
        };
        let what = template.with("parts", names(&named));
        self.complain(Kind::Unsolvable, what, named);
        if decided {
            self.tell_whether_one_is_enough(&blamed);
        }
    }

    /// Is the level solvable without one of those that are to blame, or is there other trouble?
    fn tell_whether_one_is_enough(&mut self, blamed: &[usize]) {
        let parts = self.level.parts();
        let (mut enough, mut decided) = (Vec::new(), true);
        for part in blamed {
            // The last box cannot be left out.
            let without = self.level.without(&[*part]);
            match without.map_or(Reply::Undecided, |level| self.is_solvable(&level)) {
                Reply::Yes(_) => enough.push(parts[*part].clone()),
                Reply::No => {}
                Reply::Undecided => decided = false,
            }
        }
        if !enough.is_empty() {
            let any = Message::any_of(enough.iter().map(|part| part.name.clone()).collect());
            self.complain(Kind::Unsolvable, words::ONE_IS_ENOUGH.with("parts", any), enough);
        } else if decided {
            self.complain(Kind::Unsolvable, words::ONE_IS_NOT_ENOUGH.say(), Vec::new());
        }
    }

    /// Drops as many parts as possible, in chunks that shrink, while something still holds. Tells
    /// also whether every part that stayed had to.
    fn drop_all_that(
        &self,
        parts: usize,
        without: impl Fn(&[usize]) -> Option<LevelRef>,
        holds: impl Fn(&Doctor, &LevelRef) -> Option<bool>,
    ) -> (Vec<usize>, bool) {
        let mut dropped: Vec<usize> = Vec::new();
        let mut chunk = parts.div_ceil(2).max(1);
        loop {
            let mut decided = true;
            let left: Vec<usize> = kept(parts, &dropped).collect();
            for some in left.chunks(chunk) {
                if self.is_over() {
                    return (dropped, false);
                }
                let mut fewer: Vec<usize> = dropped.iter().chain(some).copied().collect();
                fewer.sort_unstable();
                // What is no level without it cannot be left out.
                let Some(level) = without(&fewer) else { continue };
                match holds(self, &level) {
                    Some(true) => dropped = fewer,
                    Some(false) => {}
                    None => decided = false,
                }
            }
            if chunk == 1 {
                return (dropped, decided);
            }
            chunk = chunk.div_ceil(2);
        }
    }

    // --- ambiguous ---

    fn ambiguous(&mut self, counted: Option<&Count>) {
        let examples = counted.map_or(&[][..], |counted| &counted.examples);
        if let [one, other, ..] = examples
            && let Some(part) = self.level.difference(one, other)
        {
            let what = words::SOLUTIONS_DIFFER.with("where", &part.name);
            self.complain(Kind::Ambiguous, what, vec![part]);
        }
        self.repair(Kind::Ambiguous, Doctor::is_unique);
    }

    // --- superfluous ---

    fn superfluous(&mut self, solution: &Verified, unique: Option<bool>) {
        let metric = metric(&self.level);
        if metric.is_none() && unique.is_none() {
            return;
        }
        let figure = |solution: &Verified| metric.and_then(|metric| solution.measures().get(metric));
        let best = figure(solution);
        let same = |doctor: &Doctor, level: &LevelRef| {
            if metric.is_some() && figure(&doctor.best(level)?) != best {
                return Some(false);
            }
            match unique {
                Some(unique) => doctor.is_unique(level).decided().map(|now| now == unique),
                None => Some(true),
            }
        };
        let parts = self.level.parts();
        let without = |dropped: &[usize]| self.level.without(dropped);
        let (dropped, decided) = self.drop_all_that(parts.len(), without, same);
        if !decided {
            self.say_undecided(words::UNDECIDED_PARTS.say());
        }
        if dropped.is_empty() {
            return;
        }
        let idle: Vec<Part> = dropped.iter().map(|part| parts[*part].clone()).collect();
        let listed = names(&idle);
        self.complain(Kind::Superfluous, words::SUPERFLUOUS.with("parts", &listed), idle);
        let without = self.level.without(&dropped);
        let solved = without.and_then(|level| self.best(&level).map(|solution| (level, solution)));
        if let Some((level, solution)) = solved {
            let what = words::LEAVE_OUT.with("parts", listed);
            self.diagnosis.repairs.push(Repair { kind: Kind::Superfluous, what, level, solution });
        }
    }

    // --- repairs ---

    /// Looks for the smallest changes that mend, one change first, then two.
    fn repair(&mut self, kind: Kind, is_sound: fn(&Doctor, &LevelRef) -> Reply) {
        let level = self.level.clone();
        let mut repairs = self.first_that_mend(level.mends(), kind, is_sound);
        if repairs.is_empty() {
            repairs = self.first_pairs_that_mend(&level, kind, is_sound);
        }
        if repairs.is_empty() {
            self.say_no_mend();
        }
        self.diagnosis.repairs.extend(repairs);
    }

    /// One change and then another one: one first change at a time, as every second one holds a level.
    fn first_pairs_that_mend(
        &self,
        level: &LevelRef,
        kind: Kind,
        is_sound: fn(&Doctor, &LevelRef) -> Reply,
    ) -> Vec<Repair> {
        let mut trial = Trial { kind, is_sound, repairs: Vec::new(), size: u32::MAX };
        for first in level.mends() {
            let seconds = first.level.mends().map(|second| Mend {
                what: both(&first.what, &second.what),
                level: second.level,
                size: first.size + second.size,
            });
            // A first change after which nothing is small enough any more ends them all.
            if !self.try_all(seconds, &mut trial) {
                break;
            }
        }
        trial.repairs
    }

    fn say_no_mend(&mut self) {
        let template = if self.is_over() { words::UNDECIDED_MEND } else { words::NO_MEND };
        self.say_undecided(template.say());
    }

    /// The first few changes that mend, all of the smallest size that does.
    fn first_that_mend(
        &self,
        changes: impl Iterator<Item = Mend<LevelRef>>,
        kind: Kind,
        is_sound: fn(&Doctor, &LevelRef) -> Reply,
    ) -> Vec<Repair> {
        let mut trial = Trial { kind, is_sound, repairs: Vec::new(), size: u32::MAX };
        self.try_all(changes, &mut trial);
        trial.repairs
    }

    /// Tries changes until enough of them mend, the next is too large, or time is over; false then.
    fn try_all(&self, changes: impl Iterator<Item = Mend<LevelRef>>, trial: &mut Trial) -> bool {
        for change in changes {
            if trial.repairs.len() == MOST_REPAIRS || change.size > trial.size || self.is_over() {
                return false;
            }
            let Reply::Yes(solution) = (trial.is_sound)(self, &change.level) else { continue };
            if gives_away(&change.level, &solution) {
                continue;
            }
            trial.size = change.size;
            let Mend { what, level, .. } = change;
            trial.repairs.push(Repair { kind: trial.kind, what, level, solution });
        }
        true
    }
}

/// The search for changes that mend.
struct Trial {
    kind: Kind,
    is_sound: fn(&Doctor, &LevelRef) -> Reply,
    repairs: Vec<Repair>,
    /// Of those found.
    size: u32,
}

fn metric(level: &LevelRef) -> Option<&'static str> {
    level.puzzle().info().metrics.first().map(|metric| metric.name)
}

fn kept(parts: usize, dropped: &[usize]) -> impl Iterator<Item = usize> + '_ {
    (0..parts).filter(|part| !dropped.contains(part))
}

fn names(parts: &[Part]) -> Message {
    Message::these(parts.iter().map(|part| part.name.clone()).collect())
}

/// Is it solved as it stands, or by one move?
fn gives_away(level: &LevelRef, solution: &Verified) -> bool {
    let least = level.puzzle().info().metrics.first().filter(|metric| metric.sense == Sense::Least);
    let figure = least.and_then(|metric| solution.measures().get(metric.name));
    let mut play = level.play();
    let wins = |play: &mut Box<dyn AnyPlay>, action: &str| {
        let won = play.apply(action).is_ok() && play.won();
        play.undo();
        won
    };
    figure.is_some_and(|figure| figure <= 1)
        || play.won()
        || least.is_some() && play.moves().iter().any(|action| wins(&mut play, action))
}
