//! Measurements, one command per question: `bench korf100 PATH`, `bench signature`, ...
//!
//! Each puzzle has one file here with its table of commands. Levels to measure on are given as
//! paths; nothing is shipped. With `INGENIO_TABLES` set to a folder, tables are kept there. Times are CPU seconds of this process.

mod attack;
mod by_hand;
mod check;
mod command;
mod flow;
mod generate;
mod grades;
mod hints;
mod learning;
mod models;
mod postgres;
mod screen;
mod signature;
mod sokoban;
mod sokoban_rules;
mod store;
mod taquin;
mod taquin_anytime;
mod taquin_lesson;
mod taquin_sets;
mod tetravex;
mod unblock;
mod unblock_large;
mod web;
mod web_attack;
mod web_client;
mod web_queue;
mod web_race;
mod web_servers;
mod worker_kills;

use command::Command;

/// Every command, in the order in which it is listed.
const TABLES: &[&[Command]] = &[
    signature::COMMANDS,
    sokoban::COMMANDS,
    sokoban_rules::COMMANDS,
    learning::COMMANDS,
    taquin::COMMANDS,
    taquin_sets::COMMANDS,
    taquin_anytime::COMMANDS,
    taquin_lesson::COMMANDS,
    unblock::COMMANDS,
    unblock_large::COMMANDS,
    flow::COMMANDS,
    tetravex::COMMANDS,
    models::COMMANDS,
    check::COMMANDS,
    generate::COMMANDS,
    grades::COMMANDS,
    web::COMMANDS,
    web_attack::COMMANDS,
    web_race::COMMANDS,
    web_queue::COMMANDS,
    web_servers::COMMANDS,
    worker_kills::COMMANDS,
    store::COMMANDS,
    hints::COMMANDS,
    screen::COMMANDS,
];

fn main() {
    #[cfg(feature = "native")]
    ingenio_native::install();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = arguments.first().map_or("", String::as_str);
    let Some(command) = TABLES.iter().flat_map(|table| *table).find(|command| command.name == wanted) else {
        eprintln!("usage: bench COMMAND [ARGUMENTS]\n");
        for command in TABLES.iter().flat_map(|table| *table) {
            eprintln!("  {:<44}{}", format!("{} {}", command.name, command.usage), command.about);
        }
        std::process::exit(2);
    };
    if let Err(message) = (command.run)(&arguments[1..]) {
        eprintln!("bench {}: {message}", command.name);
        std::process::exit(1);
    }
}
