//! The methods that run in a page: all but those whose tables are files. Engines in C++ are not here anyway.

use ingenio_catalog::{Request, find};
use ingenio_core::{AnyPuzzle, Message, MethodInfo, OptionSpec};
use serde::{Deserialize, Serialize};

use crate::limits::LimitsWish;
use crate::request::{Answered, Asker};
use crate::words;

/// Which method is to work, and how: what jobs and stages are asked alike.
#[derive(Clone, Debug, Deserialize)]
pub struct MethodWish {
    /// `auto`, or the name of a method, with options as on the command line.
    #[serde(default = "auto")]
    method: String,
    /// A metric or several with commas; empty for the default.
    #[serde(default)]
    metric: String,
    /// A proof is wanted.
    #[serde(default)]
    optimal: bool,
    #[serde(default)]
    seed: u64,
    #[serde(flatten)]
    limits: LimitsWish,
}

fn auto() -> String {
    "auto".to_owned()
}

impl MethodWish {
    /// With so many seconds where nothing is said; refuses methods that do not run in a page.
    pub fn request(&self, puzzle: &dyn AnyPuzzle, seconds: f64) -> Result<Request, Message> {
        check_offered(puzzle, &self.method)?;
        Ok(Request {
            method: self.method.clone(),
            metric: self.metric.clone(),
            optimal: self.optimal,
            budget: self.limits.budget(seconds),
            seed: self.seed,
            threads: 1,
        })
    }
}

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
fn check_offered(puzzle: &dyn AnyPuzzle, method: &str) -> Result<(), Message> {
    let name = method.split(':').next().unwrap_or(method);
    if is_offered(puzzle, name) { Ok(()) } else { Err(words::NEEDS_FILES.with("method", name)) }
}
