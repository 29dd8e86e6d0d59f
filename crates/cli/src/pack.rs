//! `ingenio pack`: packs made by recipes, and proved anew.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use ingenio_core::{Budget, Fault, Foreign, Grouped, Value};
use ingenio_workshop::{Harvest, Pack, Recipe, Solutions};

use crate::arguments::{PackAction, PackArguments};
use crate::exit::Status;
use crate::input;
use crate::interrupt::cancel_on_interrupt;
use crate::output::{complain, print};
use crate::reader::{Spoken, say};
use crate::solve::budget;
use crate::words;

pub fn run(arguments: &PackArguments) -> Status {
    match &arguments.action {
        PackAction::Make { recipes, out, threads } => {
            let (cancel, tables) = (cancel_on_interrupt(), crate::tables::of_user());
            let budget = Budget { cancel, tables, ..Budget::default() };
            let make = |recipe: &PathBuf| make(recipe, out, usize::from(*threads), &budget);
            recipes.iter().map(make).min().unwrap_or(Status::Fine)
        }
        PackAction::Rate { packs } => {
            let budget = Budget { cancel: cancel_on_interrupt(), ..Budget::default() };
            packs.iter().map(|pack| rate(pack, &budget)).min().unwrap_or(Status::Fine)
        }
        PackAction::Check { packs, every, limits } => {
            let budget = budget(limits, 1, None, cancel_on_interrupt());
            packs.iter().map(|pack| check(pack, *every as usize, &budget)).min().unwrap_or(Status::Fine)
        }
    }
}

fn blame(path: &Path, fault: impl Value, status: Status) -> Status {
    complain(words::AT.with("place", path.display()).with("fault", fault));
    status
}

fn text_of(path: &Path) -> Result<String, Fault> {
    Ok(input::text_of(&path.to_string_lossy())?.text().to_owned())
}

/// Both files are written only when the whole pack is made.
fn make(path: &Path, out: &Path, threads: usize, budget: &Budget) -> Status {
    let recipe = match text_of(path).and_then(|text| Recipe::parse(&text)) {
        Ok(recipe) => recipe,
        Err(fault) => return blame(path, fault, Status::BadInput),
    };
    // Before the work, which takes minutes, not after it.
    if let Err(error) = std::fs::create_dir_all(out) {
        return blame(out, words::NOT_WRITTEN.with("error", Foreign(error)), Status::OwnFailure);
    }
    let bar = bar();
    let mut watch = |group: usize, harvest: &Harvest| {
        let at = words::PROGRESS_GROUP.with("title", &recipe.title).with("group", group + 1);
        let at = at.with("groups", recipe.groups.len()).with("made", harvest.made);
        let at = at.with("wanted", recipe.groups[group].count);
        bar.set_message(at.with("tried", Grouped(harvest.tried)).spoken());
        bar.tick();
    };
    let made = recipe.make(threads, budget, &mut watch);
    bar.finish_and_clear();
    let (pack, solutions) = match made {
        Ok(made) => made,
        Err(message) => return blame(path, message, Status::LimitHit),
    };
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let files =
        [(out.join(format!("{name}.toml")), pack.write()), (side(&out.join(&*name)), solutions.write())];
    for (file, text) in files {
        if let Err(error) = std::fs::write(&file, text) {
            return blame(&file, words::NOT_WRITTEN.with("error", Foreign(error)), Status::OwnFailure);
        }
    }
    print(format_args!(
        "{}\n",
        say(words::PACK_MADE.with("title", &pack.title).with("count", pack.levels.len()))
    ));
    Status::Fine
}

/// The file is written only when all its levels are rated.
fn rate(path: &Path, budget: &Budget) -> Status {
    let mut pack = match text_of(path).and_then(|text| Pack::parse(&text)) {
        Ok(pack) => pack,
        Err(fault) => return blame(path, fault, Status::BadInput),
    };
    let bar = bar();
    let (title, count) = (pack.title.clone(), pack.levels.len());
    let mut watch = |number: usize| {
        bar.set_message(at_level(&title, number, count));
        bar.tick();
    };
    let rated = pack.rate(budget, &mut watch);
    bar.finish_and_clear();
    match rated {
        Err(message) => return blame(path, message, Status::BadInput),
        Ok(()) if budget.cancel.is_cancelled() => return Status::LimitHit,
        Ok(()) => {}
    }
    if let Err(error) = std::fs::write(path, pack.write()) {
        return blame(path, words::NOT_WRITTEN.with("error", Foreign(error)), Status::OwnFailure);
    }
    let rated = words::PACK_RATED
        .with("title", &title)
        .with("count", count)
        .with("difficulty", pack.said_difficulty());
    print(format_args!("{message}\n", message = rated.spoken()));
    Status::Fine
}

/// The side file of a pack.
fn side(pack: &Path) -> PathBuf {
    pack.with_extension("solutions.toml")
}

fn check(path: &Path, every: usize, budget: &Budget) -> Status {
    let read = text_of(path).and_then(|text| Pack::parse(&text)).and_then(|pack| {
        let solutions = text_of(&side(path)).and_then(|text| Solutions::parse(&text))?;
        Ok((pack, solutions))
    });
    let (pack, solutions) = match read {
        Ok(read) => read,
        Err(fault) => return blame(path, fault, Status::BadInput),
    };
    let bar = bar();
    let mut looked_at = 0;
    let mut watch = |number: usize| {
        looked_at += 1;
        bar.set_message(at_level(&pack.title, number, pack.levels.len()));
        bar.tick();
    };
    let wrong = pack.check(&solutions, &|number| number % every == 0, budget, &mut watch);
    bar.finish_and_clear();
    match wrong {
        Ok(wrong) if wrong.is_empty() => {
            let message = words::PACK_HOLDS.with("title", &pack.title).with("count", looked_at);
            print(format_args!("{message}\n", message = message.spoken()));
            Status::Fine
        }
        Ok(wrong) => {
            for message in wrong {
                blame(path, message, Status::Refused);
            }
            Status::Refused
        }
        Err(message) => blame(path, message, Status::BadInput),
    }
}

fn at_level(title: &str, number: usize, count: usize) -> String {
    words::PROGRESS_LEVEL.with("title", title).with("number", number).with("count", count).spoken()
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"));
    bar
}
