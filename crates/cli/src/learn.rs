//! `ingenio learn`: makes the weights that methods go by, each with a card that says what it was made from.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use indicatif::{ProgressBar, ProgressStyle};
use ingenio_core::day::Day;
use ingenio_core::rooms::Texts as _;
use ingenio_core::{Fault, Foreign, Grouped, Message, Options, Source};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::level::Level;
use ingenio_train::held_out::HeldOut;
use ingenio_train::recipe::{Made, Recipe, Told};
use ingenio_workshop::{Pack, shipped};

use crate::arguments::{LearnArguments, LearnCommand};
use crate::exit::Status;
use crate::input::text_of;
use crate::output::{complain, print};
use crate::reader::Spoken;
use crate::{learn_h, learn_policy, words};

/// Why nothing was learned.
pub type Refusal = (Message, Status);

pub fn run(what: &LearnCommand) -> Status {
    let learned = match what {
        LearnCommand::H(arguments) => learn_h::run(arguments),
        LearnCommand::Policy(arguments) => learn_policy::run(arguments),
    };
    learned.unwrap_or_else(|(message, status)| {
        complain(message);
        status
    })
}

pub fn recipe(arguments: &LearnArguments) -> Recipe {
    Recipe { rooms: arguments.rooms, seed: arguments.seed, threads: usize::from(arguments.threads) }
}

/// The levels of the shipped packs and of the files named.
pub fn held_out(arguments: &LearnArguments) -> Result<HeldOut, Refusal> {
    let packs = shipped().into_iter().filter(|(name, _)| name.starts_with("sokoban"));
    let mut texts: Vec<String> = packs.flat_map(|(_, pack)| texts_of(&pack)).collect();
    for file in &arguments.not {
        let refuse = |fault: Fault| (words::AT.with("place", file).with("fault", fault), Status::BadInput);
        let source = text_of(file).map_err(refuse)?;
        if Pack::has_name(file) {
            texts.extend(texts_of(&Pack::parse(source.text()).map_err(refuse)?));
        } else {
            texts.push(source.text().to_owned());
        }
    }
    Ok(HeldOut::of(&texts.iter().flat_map(|text| levels(text)).collect::<Vec<_>>()))
}

fn texts_of(pack: &Pack) -> Vec<String> {
    pack.levels.iter().map(|level| level.text.clone()).collect()
}

/// What can be read of it: a board that is none cannot be learned from either.
fn levels(text: &str) -> Vec<Level> {
    let readings = Sokoban::read(&Source::new(text), &Options::default());
    readings.into_iter().filter_map(|reading| Some(reading.ok()?.level)).collect()
}

/// Shows how it goes on, where somebody looks.
pub struct Teller(ProgressBar);

impl Teller {
    pub fn new() -> Self {
        let bar = ProgressBar::new(1);
        bar.set_style(ProgressStyle::with_template("{bar:30} {msg}").expect("the template is right"));
        Teller(bar)
    }

    pub fn hear(&self, told: Told) {
        match told {
            Told::Rooms { done, of } => {
                self.0.set_length(of);
                self.0.set_position(done);
                self.0.set_message(words::PROGRESS_TRIES.with("tried", Grouped(done)).spoken());
            }
            Told::Pass { number, loss } => {
                let loss = format!("{loss:.4}");
                self.0.set_message(words::LEARN_PASS.with("number", number).with("loss", loss).spoken());
            }
        }
    }
}

/// Writes the weights, and their card beside them.
pub fn write(out: &Path, command: String, made: Made) -> Result<Status, Refusal> {
    let refuse = |file: &Path, error| {
        let said = words::FILE_NOT_WRITTEN.with("file", file.display().to_string());
        (said.with("error", Foreign(error)), Status::OwnFailure)
    };
    std::fs::write(out, &made.bytes).map_err(|error| refuse(out, error))?;
    let mut card = made.card;
    (card.command, card.date, card.commit) = (command, today(), env!("INGENIO_COMMIT").to_owned());
    let beside = out.with_extension("json");
    let text = format!("{}\n", serde_json::to_string_pretty(&card).expect("a card is JSON"));
    std::fs::write(&beside, text).map_err(|error| refuse(&beside, error))?;
    let said = words::LEARNED
        .with("file", out.display().to_string())
        .with("positions", Grouped(card.positions as u64));
    let losses = [card.loss_without_weights, card.loss_reached].map(|loss| format!("{loss:.4}"));
    let [before, after] = losses;
    print(format!("{}\n", said.with("before", before).with("after", after).spoken()));
    Ok(Status::Fine)
}

fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Day::at(seconds as i64 * 1000).to_string()
}
