//! Every sentence of the program, for those who translate: the tables of all crates, and what methods, options,
//! packs, help texts and exercises say of themselves, each with its id. Nothing that a user can read is missing:
//! what is said by an id that is not here would stay English, and a test holds the pseudo-language against it.

use ingenio_catalog::{PUZZLES, modelled};
use ingenio_core::{AnyPuzzle, Message, OptionSpec, Template};
use ingenio_lessons::LESSONS;

use crate::{help, words};

/// Sentences that belong together, in the order in which a reader of the sources meets them.
pub struct Group {
    pub title: String,
    pub sentences: Vec<Template>,
}

/// All of them.
pub fn all() -> Vec<Group> {
    let mut groups: Vec<Group> = tables().into_iter().map(|(title, table)| of_table(title, table)).collect();
    groups.extend(PUZZLES.iter().map(|puzzle| of_puzzle(*puzzle)));
    groups.push(packs());
    groups.push(group("help texts of the command line", help::texts()));
    groups.push(exercises());
    groups.push(experiments());
    groups
}

/// The tables of the crates, with what each is about.
fn tables() -> Vec<(&'static str, &'static [Template])> {
    vec![
        ("core: what everything else says", ingenio_core::words::table::ALL),
        ("what the system says", ingenio_core::foreign::ALL),
        ("what puzzles count", ingenio_core::metric::figures::ALL),
        ("boards in words, for those who listen", ingenio_core::spoken::ALL),
        ("playing", ingenio_play::words::ALL),
        #[cfg(feature = "terminal")]
        ("plays behind messages", ingenio_desk::words::ALL),
        ("hints and reviews", ingenio_coach::words::ALL),
        ("choosing a method", ingenio_catalog::words::ALL),
        ("generation, packs, the doctor", ingenio_workshop::words::ALL),
        ("models", ingenio_model::words::ALL),
        ("engines", ingenio_catalog::ENGINE_WORDS),
        #[cfg(feature = "native")]
        ("engines in C++", ingenio_native::WORDS),
        ("tables on the disk", ingenio_tables::words::ALL),
        ("lessons", ingenio_lessons::words::ALL),
        #[cfg(feature = "server")]
        ("processes", ingenio_lab::PROCESS_WORDS),
        #[cfg(feature = "store")]
        ("the database", ingenio_store::words::ALL),
        ("the command line", words::ALL),
        #[cfg(feature = "terminal")]
        ("the terminal", ingenio_tui::words::ALL),
        #[cfg(feature = "server")]
        ("the web platform", ingenio_server::words::ALL),
        #[cfg(feature = "server")]
        ("workers", ingenio_worker::words::ALL),
        #[cfg(feature = "server")]
        ("the rules in a page", ingenio_rules::words::ALL),
        #[cfg(feature = "server")]
        ("the solvers in a page", ingenio_browser_engines::words::ALL),
        #[cfg(feature = "server")]
        ("the lab: campaigns, statistics, reports", ingenio_lab::words::ALL),
    ]
}

fn of_table(title: &str, table: &'static [Template]) -> Group {
    Group { title: title.to_owned(), sentences: table.to_vec() }
}

/// What was put together here lives as long as the program, like that of the tables.
fn group(title: &str, sentences: Vec<(String, String)>) -> Group {
    let stay = |(id, english): (String, String)| Template::new(id.leak(), english.leak());
    Group { title: title.to_owned(), sentences: sentences.into_iter().map(stay).collect() }
}

fn pair(said: &Message) -> (String, String) {
    (said.id().to_owned(), said.source().to_owned())
}

/// What a puzzle says, then what is said of its metrics, formats, methods, generators, formulations and tables.
fn of_puzzle(puzzle: &dyn AnyPuzzle) -> Group {
    let info = puzzle.info();
    let options = |options: &[OptionSpec], owner: String| -> Vec<Message> {
        options.iter().map(|option| option.said_about(&owner)).collect()
    };
    let mut said = vec![info.said_about()];
    said.extend(info.metrics.iter().map(|metric| info.said_metric(metric)));
    said.extend(info.formats.iter().map(|format| info.said_format(format)));
    for method in puzzle.methods() {
        said.push(method.said_about(info.name));
        said.extend(method.said_needs(info.name));
        said.extend(options(method.options, method.owner(info.name)));
    }
    for generator in puzzle.generators() {
        said.push(generator.said_about(info.name));
        said.extend(options(generator.options, generator.owner(info.name)));
    }
    for formulation in modelled(info.name).map_or_else(Vec::new, ingenio_catalog::AnyModelled::formulations) {
        said.push(formulation.said_about(info.name));
        said.extend(options(formulation.options, formulation.owner(info.name)));
    }
    said.extend(puzzle.table_sets().iter().map(ingenio_core::TableSet::said_about));
    let mut found = group(info.title, said.iter().map(pair).collect());
    found.sentences.splice(0..0, info.words.iter().copied());
    found
}

fn packs() -> Group {
    let library = ingenio_workshop::Library::shipped();
    let titles = library.shelves.iter().map(|shelf| pair(&shelf.said_title()));
    group("titles of packs", titles.collect())
}

fn exercises() -> Group {
    let said = LESSONS.iter().flat_map(ingenio_lessons::Lesson::said_exercises);
    group("exercises of the lessons (Markdown)", said.map(|said| pair(&said)).collect())
}

fn experiments() -> Group {
    let methods = LESSONS.iter().flat_map(ingenio_lessons::Lesson::said_methods);
    group("methods in the experiments of the lessons", methods.map(|(_, said)| pair(&said)).collect())
}
