//! The `ingenio` program: glue between the command line and the catalog.

#[cfg(feature = "server")]
mod admin;
mod animate;
mod arguments;
mod bulk;
mod check;
mod check_only;
mod convert;
mod crash;
mod exercise;
mod exit;
mod explain;
mod generate;
mod help;
mod hint;
mod improve;
mod input;
mod interrupt;
#[cfg(feature = "server")]
mod lab;
#[cfg(feature = "server")]
mod lab_cluster;
#[cfg(feature = "server")]
mod lab_list;
#[cfg(feature = "server")]
mod lab_queue;
#[cfg(feature = "server")]
mod lab_store;
#[cfg(feature = "server")]
mod lab_submit;
#[cfg(feature = "server")]
mod lab_task;
#[cfg(feature = "server")]
mod languages;
mod learn;
mod learn_h;
mod learn_policy;
mod manual;
mod methods;
mod model;
#[cfg(feature = "server")]
mod ourselves;
mod output;
mod pack;
mod placed;
#[cfg(feature = "terminal")]
mod play;
mod progress;
mod progress_json;
mod rate;
mod reader;
#[cfg(feature = "pictures")]
mod render;
#[cfg(feature = "terminal")]
mod replay;
mod sayings;
#[cfg(feature = "server")]
mod sentences;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "server")]
mod site;
mod solve;
#[cfg(feature = "store")]
mod store;
mod tables;
mod units;
mod words;
#[cfg(feature = "server")]
mod worker;

use std::process::ExitCode;

use arguments::Command;
use exit::Status;

fn main() -> ExitCode {
    crash::install();
    #[cfg(feature = "native")]
    ingenio_native::install();
    ingenio_languages::install();
    reader::settle(reader::asked());
    let arguments = help::read();
    let status = match arguments.command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Improve(arguments) => improve::run(&arguments),
        Command::Hint(arguments) => hint::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Model(arguments) => model::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Rate(arguments) => rate::run(&arguments),
        Command::Learn { what } => learn::run(&what),
        #[cfg(feature = "pictures")]
        Command::Render(arguments) => render::run(&arguments),
        #[cfg(feature = "terminal")]
        Command::Play(arguments) => play::run(&arguments),
        #[cfg(feature = "server")]
        Command::Serve(arguments) => serve::run(arguments),
        #[cfg(feature = "server")]
        Command::Worker(arguments) => worker::run(&arguments),
        #[cfg(feature = "server")]
        Command::Site(arguments) => site::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        #[cfg(feature = "server")]
        Command::Lab(arguments) => lab::run(&arguments),
        Command::Methods(arguments) => methods::run(&arguments),
        Command::Exercise(arguments) => exercise::run(&arguments),
        #[cfg(feature = "store")]
        Command::Store(arguments) => store::run(&arguments),
        #[cfg(feature = "server")]
        Command::Admin(arguments) => admin::run(&arguments),
        Command::Tables(arguments) => tables::run(&arguments),
        #[cfg(feature = "server")]
        Command::Languages(arguments) => languages::run(&arguments),
        Command::Completions { shell } => completions(shell),
        Command::Man { command, out } => manual::run(command.as_deref(), out.as_deref()),
    };
    output::status(status).code()
}

fn completions(shell: clap_complete::Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::command(), "ingenio", &mut script);
    output::print(String::from_utf8_lossy(&script));
    Status::Fine
}
