//! The methods that run in a page: all but those whose tables are files. Engines in C++ are not here anyway.

use ingenio_catalog::find;
use ingenio_core::{AnyPuzzle, Message, MethodInfo, OptionSpec};
use serde::{Deserialize, Serialize};

use crate::request::{Answered, Asker};
use crate::words;

#[derive(Clone, Debug, Deserialize)]
pub struct MethodsWish {
    puzzle: String,
}

#[derive(Serialize)]
struct MethodBody {
    name: &'static str,
    about: Message,
    guarantee: &'static str,
    metrics: Vec<String>,
    needs: Option<Message>,
    /// Can it be watched step by step?
    steppable: bool,
    options: Vec<OptionBody>,
}

#[derive(Serialize)]
struct OptionBody {
    name: &'static str,
    about: Message,
    /// `1..100`, `yes|no`.
    values: String,
    default: String,
}

impl MethodBody {
    fn of(puzzle: &str, method: &MethodInfo) -> Self {
        let option = |spec: &OptionSpec| OptionBody {
            name: spec.name,
            about: spec.said_about(&method.owner(puzzle)),
            values: spec.range(),
            default: spec.default().to_string(),
        };
        MethodBody {
            name: method.name,
            about: method.said_about(puzzle),
            guarantee: method.guarantee.word(),
            metrics: method.metrics.iter().map(ToString::to_string).collect(),
            needs: method.said_needs(puzzle),
            steppable: method.steppable,
            options: method.options.iter().map(option).collect(),
        }
    }
}

impl MethodsWish {
    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let puzzle = find(&self.puzzle)?;
        let offered = puzzle.methods().into_iter().filter(|method| is_offered(puzzle, method.name));
        let rows: Vec<MethodBody> =
            offered.map(|method| MethodBody::of(puzzle.info().name, &method)).collect();
        asker.written(&rows)
    }
}

fn is_offered(puzzle: &dyn AnyPuzzle, name: &str) -> bool {
    !puzzle.need_files().contains(&name)
}

/// Refuses a method, given with its options, that does not run here.
pub fn check_offered(puzzle: &dyn AnyPuzzle, method: &str) -> Result<(), Message> {
    let name = method.split(':').next().unwrap_or(method);
    if is_offered(puzzle, name) { Ok(()) } else { Err(words::NEEDS_FILES.with("method", name)) }
}
