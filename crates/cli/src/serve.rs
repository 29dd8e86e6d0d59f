//! `ingenio serve`: the web platform.

use std::path::{Path, PathBuf};

use ingenio_core::{Foreign, Message};
use ingenio_server::{Config, Workers, serve};
use ingenio_store::{LocalStore, is_postgres};

use crate::arguments::{ServeArguments, SolverHands};
use crate::exit::Status;
use crate::output::{complain, print};
use crate::reader::say;
use crate::words;

pub fn run(arguments: ServeArguments) -> Status {
    ingenio_server::log(arguments.log_json);
    let served = config(arguments).and_then(|config| {
        let ready = |address| {
            print(format_args!("{}\n", say(words::SERVING.with("address", address))));
        };
        serve(config, ready, std::future::pending())
    });
    match served {
        Ok(()) => {
            print(format_args!("{}\n", say(words::SERVED)));
            Status::Fine
        }
        Err(message) => {
            complain(message);
            Status::OwnFailure
        }
    }
}

fn config(arguments: ServeArguments) -> Result<Config, Message> {
    let database = match arguments.database {
        Some(database) => database,
        None => LocalStore::usual_file()?.display().to_string(),
    };
    let program =
        crate::ourselves::program().map_err(|error| words::NO_PROGRAM.with("error", Foreign(error)))?;
    let mut config = Config::new(arguments.listen, database, program);
    config.secure = arguments.secure;
    config.behind_proxy = arguments.behind_proxy;
    if arguments.workers == SolverHands::Database {
        if !is_postgres(&config.database) {
            return Err(words::WORKERS_NEED_POSTGRES.say());
        }
        config.workers = Workers::Database { version: crate::ourselves::version() };
    }
    config.solvers = arguments.solvers.unwrap_or(config.solvers);
    config.solver_memory = arguments.solver_memory;
    config.solver_time = arguments.solver_time;
    config.campaigns = arguments.campaigns.or_else(|| beside(&config.database));
    config.packs = arguments.packs;
    config.requests_per_second = arguments.requests;
    config.connections = arguments.connections;
    config.tables = crate::tables::of_user();
    add_modules(&mut config);
    add_painter(&mut config);
    Ok(config)
}

/// Where campaigns lie unless somebody says: beside the file of the database.
fn beside(database: &str) -> Option<PathBuf> {
    let folder = Path::new(database).parent()?;
    (!database.contains("://")).then(|| folder.join("campaigns"))
}

/// What makes pictures of pixels, where this program has it.
#[cfg_attr(
    not(feature = "pictures"),
    expect(clippy::missing_const_for_fn, unused_variables, reason = "there is none")
)]
fn add_painter(config: &mut Config) {
    #[cfg(feature = "pictures")]
    {
        config.painter = Some(ingenio_server::Painter { png: ingenio_pixels::png, gif: ingenio_pixels::gif });
    }
}

/// What pages run, where this program has it.
#[cfg_attr(
    not(feature = "browser"),
    expect(clippy::missing_const_for_fn, unused_variables, reason = "there is none")
)]
pub fn add_modules(config: &mut Config) {
    #[cfg(feature = "browser")]
    {
        config.rules = ingenio_bundle::RULES;
        config.engines = ingenio_bundle::ENGINES;
    }
}
