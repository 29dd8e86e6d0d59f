//! Is an answer right, and if not, why not?

use std::cmp::Ordering;

use ingenio_catalog::{Request, find};
use ingenio_core::metric::counted;
use ingenio_core::{Answer, Budget, Cancel, Language, LevelRef, Listed, Message, Options, Silent, Source};

use crate::exercise::{Condition, Exercise, Must, OwnLevel, Wanted};
use crate::words;

/// What is said to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub right: bool,
    /// Why: the reason of the exercise, or what is wrong.
    pub why: Message,
}

impl Exercise {
    /// Judges an answer. Conditions on levels are tried by running methods within their nodes, until it is cancelled.
    pub fn judge(&self, answer: &str, cancel: &Cancel) -> Judgement {
        let answer = self.chosen(answer.trim());
        match self.fault(answer, cancel) {
            None => Judgement { right: true, why: self.said_because() },
            Some(fault) => Judgement { right: false, why: self.mistake(answer).unwrap_or(fault) },
        }
    }

    /// The choice that is meant: people give its number, no more than its beginning, or what it is called in
    /// their language. Otherwise the answer as it stands.
    fn chosen<'a>(&'a self, answer: &'a str) -> &'a str {
        let Wanted::Choice(choices) = &self.wanted else { return answer };
        let number = number(answer).and_then(|number| usize::try_from(number).ok());
        let by_number = number.and_then(|number| choices.get(number.checked_sub(1)?));
        let mut begun = choices.iter().filter(|choice| plain(choice).starts_with(&plain(answer)));
        let by_beginning = begun.next().filter(|_| begun.next().is_none());
        let said = self.said_choices().into_iter();
        let calls_it = |language: &Language, said: &Message| plain(&language.say(said)) == plain(answer);
        let by_name = || said.filter(|(_, said)| Language::all().iter().any(|one| calls_it(one, said)));
        let known = by_number.or(by_beginning).map(String::as_str);
        known.or_else(|| by_name().next().map(|(choice, _)| choice)).unwrap_or(answer)
    }

    /// Why this answer, if it is a mistake that people make.
    fn mistake(&self, answer: &str) -> Option<Message> {
        let same = |known: &str| plain(known) == plain(answer);
        let place = self.mistakes.iter().position(|mistake| same(&mistake.answer))?;
        self.said_mistake(place)
    }

    fn fault(&self, answer: &str, cancel: &Cancel) -> Option<Message> {
        if answer.is_empty() {
            return Some(words::EMPTY.say());
        }
        match &self.wanted {
            Wanted::Number => self.number_fault(answer),
            Wanted::Choice(_) => self.choice_fault(answer),
            Wanted::Solution { puzzle, level, metric, most } => {
                solution_fault(&read(puzzle, "", level).ok()?, answer, metric, *most)
            }
            Wanted::Level(wanted) => wanted.fault(answer, cancel),
        }
    }

    fn number_fault(&self, answer: &str) -> Option<Message> {
        let (Some(found), Some(wanted)) = (number(answer), number(&self.answer)) else {
            return Some(words::NOT_A_NUMBER.with("answer", answer));
        };
        match found.cmp(&wanted) {
            Ordering::Equal => None,
            Ordering::Greater => Some(words::TOO_GREAT.with("answer", answer)),
            Ordering::Less => Some(words::TOO_SMALL.with("answer", answer)),
        }
    }

    fn choice_fault(&self, answer: &str) -> Option<Message> {
        let mut choices = self.said_choices();
        let Some(place) = choices.iter().position(|(choice, _)| plain(choice) == plain(answer)) else {
            let all = Listed::commas(choices.into_iter().map(|(_, said)| said));
            return Some(words::NOT_A_CHOICE.with("choices", all));
        };
        let (_, said) = choices.swap_remove(place);
        (plain(answer) != plain(&self.answer)).then(|| words::IT_IS_NOT.with("answer", said))
    }
}

/// Without what does not matter: case and blanks.
fn plain(answer: &str) -> String {
    answer.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// People write marks between thousands.
fn number(answer: &str) -> Option<i64> {
    plain(answer).replace([',', '_', '\''], "").parse().ok()
}

fn read(puzzle: &str, settings: &str, text: &str) -> Result<LevelRef, Message> {
    let puzzle = find(puzzle).map_err(|fault| fault.message)?;
    let settings = Options::parse(puzzle.info().settings, settings)?;
    let first = puzzle.read(&Source::new(text), &settings).into_iter().next();
    let unreadable = |fault: Message| words::NOT_A_LEVEL.with("fault", fault);
    match first {
        Some(Ok(entry)) => Ok(entry.level),
        Some(Err(fault)) => Err(unreadable(fault.said())),
        None => Err(unreadable(words::EMPTY.say())),
    }
}

fn solution_fault(level: &LevelRef, answer: &str, metric: &str, most: u64) -> Option<Message> {
    let solution = match level.verify(answer) {
        Ok(solution) => solution,
        Err(refusal) => return Some(words::REFUSED.with("refusal", refusal)),
    };
    let found = solution.measures().get(metric)?;
    let too_long = words::TOO_LONG.with("found", counted(metric, found)).with("most", most);
    (found > most).then_some(too_long)
}

impl OwnLevel {
    /// What it looks like comes before what methods do with it: they may run for a second.
    fn fault(&self, answer: &str, cancel: &Cancel) -> Option<Message> {
        let level = match read(&self.puzzle, &self.settings, answer) {
            Ok(level) => level,
            Err(fault) => return Some(fault),
        };
        let found = answer.chars().filter(|c| !c.is_whitespace()).count() as u64;
        if found > self.characters {
            return Some(words::TOO_LARGE.with("found", found).with("most", self.characters));
        }
        let form = self.forms.iter().find_map(|form| form.fault(&level));
        form.or_else(|| self.conditions.iter().find_map(|condition| condition.fault(&level, cancel)))
    }
}

impl Condition {
    fn fault(&self, level: &LevelRef, cancel: &Cancel) -> Option<Message> {
        let best = matches!(self.must, Must::Need(_));
        let answer = match self.run(&self.method, best, level, cancel) {
            Ok(answer) => answer,
            Err(reason) => return Some(words::NOT_RUN.with("method", &self.method).with("reason", reason)),
        };
        let (method, solved) = (&self.method, answer.solution().is_some());
        let (word, said) = (answer.outcome.word(), answer.outcome.kind().said());
        match self.must {
            Must::Solve if !solved => {
                Some(words::MUST_SOLVE.with("method", method).with("limit", self.nodes).with("outcome", said))
            }
            Must::GiveUp if word != "unknown" || solved => {
                let nodes = answer.effort.nodes.unwrap_or_default();
                Some(
                    words::MUST_GIVE_UP.with("method", method).with("limit", self.nodes).with("nodes", nodes),
                )
            }
            Must::ProveUnsolvable if word != "unsolvable" => {
                Some(words::MUST_BE_UNSOLVABLE.with("method", method).with("outcome", said))
            }
            Must::MissTheBest => self.found_the_best(level, &answer, cancel),
            Must::Need(wanted) => self.needs_other(&answer, wanted),
            Must::Solve | Must::GiveUp | Must::ProveUnsolvable => None,
        }
    }

    fn run(&self, method: &str, optimal: bool, level: &LevelRef, cancel: &Cancel) -> Result<Answer, Message> {
        let budget = Budget { nodes: Some(self.nodes), cancel: cancel.clone(), ..Budget::default() };
        let (method, metric) = (method.to_owned(), self.metric.clone());
        Request { method, metric, optimal, budget, ..Request::default() }.run(level, &mut Silent)
    }

    fn no_best(&self) -> Message {
        words::NO_BEST.with("limit", self.nodes)
    }

    fn found_the_best(&self, level: &LevelRef, answer: &Answer, cancel: &Cancel) -> Option<Message> {
        let best = self.run("auto", true, level, cancel).ok().filter(Answer::is_optimal);
        let (Some(best), Some(found)) = (best.as_ref().and_then(|best| length(best)), length(answer)) else {
            return Some(self.no_best());
        };
        let message =
            || words::MUST_MISS.with("method", &self.method).with("found", counted(found.1, found.0));
        (found.0 <= best.0).then(message)
    }

    fn needs_other(&self, answer: &Answer, wanted: u64) -> Option<Message> {
        let Some((found, metric)) = length(answer).filter(|_| answer.is_optimal()) else {
            return Some(self.no_best());
        };
        let message = || words::MUST_MEASURE.with("wanted", counted(metric, wanted)).with("found", found);
        (found != wanted).then(message)
    }
}

/// What a solution has of the metric that was asked for, and the name of that metric.
fn length(answer: &Answer) -> Option<(u64, &str)> {
    Some((answer.length()?, answer.first_metric()))
}
