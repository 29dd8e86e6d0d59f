//! The dialog of generators: which one, and what is wished.

use ingenio_core::{AnyPuzzle, GeneratorInfo, Message, OptionKind, OptionSpec, OptionValue, Options};

use crate::look::Look;
use crate::words;

pub struct Create {
    pub puzzle: &'static dyn AnyPuzzle,
    generators: Vec<GeneratorInfo>,
    which: usize,
    values: Vec<OptionValue>,
    pub chosen: usize,
}

impl std::fmt::Debug for Create {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Create({})", self.puzzle.info().name)
    }
}

impl Create {
    /// Nothing where the puzzle has no generator.
    pub fn of(puzzle: &'static dyn AnyPuzzle) -> Option<Self> {
        let generators = puzzle.generators();
        let first = generators.first()?;
        let values = first.options.iter().map(OptionSpec::default).collect();
        Some(Create { puzzle, generators, which: 0, values, chosen: 0 })
    }

    pub fn generator(&self) -> &GeneratorInfo {
        &self.generators[self.which]
    }

    pub fn wishes(&self) -> Options {
        let pairs = self.generator().options.iter().zip(&self.values);
        let text: Vec<String> = pairs.map(|(option, value)| format!("{}={value}", option.name)).collect();
        Options::parse(self.generator().options, &text.join(",")).unwrap_or_default()
    }

    pub fn lines(&self, look: Look) -> Vec<String> {
        let (generator, puzzle) = (self.generator(), self.puzzle.info().name);
        let about = generator.said_about(puzzle);
        let mut lines = vec![look.say(words::GENERATOR.with("name", generator.name).with("about", about))];
        for (option, value) in generator.options.iter().zip(&self.values) {
            let about = look.say(option.said_about(&generator.owner(puzzle)));
            lines.push(format!("{:<12} {:>6}  {about}", option.name, look.say(shown(*value))));
        }
        lines
    }

    pub fn step(&mut self, by: isize) {
        self.chosen = self.chosen.saturating_add_signed(by).min(self.values.len());
    }

    /// Changes the chosen line: another generator, a larger number, the next choice.
    pub fn change(&mut self, by: i64) {
        if self.chosen == 0 {
            let count = self.generators.len() as i64;
            self.which = (self.which as i64 + by).rem_euclid(count) as usize;
            self.values = self.generator().options.iter().map(OptionSpec::default).collect();
            return;
        }
        let kind = self.generator().options[self.chosen - 1].kind;
        let value = &mut self.values[self.chosen - 1];
        *value = changed(kind, *value, by);
    }
}

fn changed(kind: OptionKind, value: OptionValue, by: i64) -> OptionValue {
    match (kind, value) {
        (OptionKind::Integer { least, most, .. }, OptionValue::Integer(value)) => {
            let step = if value.abs() >= 1000 { value.abs() / 10 } else { 1 };
            OptionValue::Integer((value + by * step).clamp(least, most))
        }
        (OptionKind::Real { least, most, .. }, OptionValue::Real(value)) => {
            OptionValue::Real((value + by as f64 * (most - least) / 20.0).clamp(least, most))
        }
        (_, OptionValue::Flag(value)) => OptionValue::Flag(!value),
        (OptionKind::Choice { choices }, OptionValue::Choice(value)) => {
            let at = choices.iter().position(|choice| *choice == value).unwrap_or(0) as i64;
            OptionValue::Choice(choices[(at + by).rem_euclid(choices.len() as i64) as usize])
        }
        (_, value) => value,
    }
}

fn shown(value: OptionValue) -> Message {
    match value {
        OptionValue::Flag(flag) => if flag { words::YES } else { words::NO }.say(),
        value => Message::told(value),
    }
}
