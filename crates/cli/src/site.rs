//! `ingenio site FOLDER`: the web platform as files, without a server.

use std::net::SocketAddr;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use ingenio_core::Decimal;
use ingenio_server::{Config, write_site};

use crate::arguments::SiteArguments;
use crate::exit::Status;
use crate::output::{complain, print};
use crate::reader::{language, say};
use crate::serve::add_modules;
use crate::words;

pub fn run(arguments: &SiteArguments) -> Status {
    // Nobody listens and no job runs.
    let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), String::new(), PathBuf::new());
    add_modules(&mut config);
    let bar = ProgressBar::new(0);
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len}").expect("the template is right"));
    let mut tell = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let written = write_site(config, language(), &arguments.folder, &mut tell);
    bar.finish_and_clear();
    match written {
        Ok(written) => {
            let said = words::SITE_WRITTEN.with("files", written.files);
            let said = said.with("megabytes", Decimal(written.bytes as f64 / 1e6, 1));
            print(format_args!("{}\n", say(said.with("folder", arguments.folder.display()))));
            Status::Fine
        }
        Err(message) => {
            complain(message);
            Status::OwnFailure
        }
    }
}
