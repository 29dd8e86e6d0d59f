//! The web platform: pages, the HTTP API behind them, live plays, hints and solver jobs. The rules run here;
//! a browser draws and points. Nothing is shown as done before the store has it.

#![allow(unused_qualifications, reason = "the macros of the API document write whole paths")]

mod aboard;
mod accounts;
mod app;
mod assets;
mod brought;
mod campaigns;
mod classes;
mod codes;
mod config;
mod daily;
mod drafts;
mod drawings;
mod exports;
mod failures;
mod fair;
mod far_solving;
mod findings;
mod guard;
mod health;
mod homework;
mod lessons;
mod levels;
mod library;
mod lines;
mod listen;
mod live;
mod lives;
mod made;
mod memory;
mod modules;
mod neighbours;
mod own_packs;
mod pack_folder;
mod packing;
mod pages;
mod passwords;
mod patient;
mod pixels;
mod plays;
mod problem;
mod purses;
mod quotas;
mod races;
mod reader;
mod seats;
mod seed;
mod sessions;
mod settings;
mod sheets;
mod site;
mod site_addresses;
mod site_doors;
mod socket;
mod solving;
mod teacher_campaigns;
mod thinkers;
mod visitor;
mod watchdog;
pub mod words;

pub use config::{Config, Workers};
pub use pixels::Painter;
pub use site::{Written, write_site};

use std::net::SocketAddr;

use ingenio_core::{Foreign, Message};
use ingenio_store::Store;
use tokio::net::TcpListener;

use crate::app::{App, api, router};

/// Runs the server until it is told to stop by `stop`, or by Ctrl-C or a termination signal. `ready` hears
/// the address once it listens.
pub fn serve(
    config: Config,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Message> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| words::NOT_STARTED.with("error", Foreign(error)))?;
    let ended = runtime.block_on(run(config, ready, stop));
    // A solver that is being cancelled may take a moment; nobody waits for longer.
    runtime.shutdown_timeout(std::time::Duration::from_secs(3));
    ended
}

async fn run(
    config: Config,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Message> {
    let cannot_listen = |error: std::io::Error, listen| {
        words::CANNOT_LISTEN.with("address", listen).with("error", Foreign(error))
    };
    let listen = config.listen;
    let store = Store::open(&config.database).await.map_err(|trouble| trouble.message())?;
    let listener = TcpListener::bind(listen).await.map_err(|error| cannot_listen(error, listen))?;
    let address = listener.local_addr().map_err(|error| cannot_listen(error, listen))?;
    let app = App::new(config, store).map_err(|problem| problem.message().clone())?;
    tokio::spawn(app.clone().sweep());
    tokio::spawn(seed::records(app.clone()));
    tokio::spawn(races::attend(app.clone()));
    tokio::spawn(far_solving::attend(app.clone()));
    tokio::spawn(neighbours::attend(app.clone()));
    ready(address);
    let stopping = app.clone();
    let until = async move {
        tokio::select! {
            () = stop => {}
            () = signalled() => {}
        }
        stopping.stop();
    };
    listen::serve(listener, &app, router(&app), until).await;
    Ok(())
}

async fn signalled() {
    use tokio::signal::unix::{SignalKind, signal};
    let wait = async |kind| match signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    };
    tokio::select! {
        () = wait(SignalKind::interrupt()) => {}
        () = wait(SignalKind::terminate()) => {}
    }
}

/// Logs go to standard error, as lines for people or as JSON; `RUST_LOG` says how much. No log holds a
/// password, a token or a cookie: headers and bodies are never logged.
pub fn log(json: bool) {
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::prelude::*;
    let asked = std::env::var("RUST_LOG").ok().and_then(|text| text.parse().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = if json { lines.json().boxed() } else { lines.boxed() };
    // A second call changes nothing: the first log stays.
    let _ = tracing_subscriber::registry().with(lines.with_filter(filter)).try_init();
}

/// The `OpenAPI` document of the API, as JSON.
pub fn openapi() -> String {
    let (_, document) = api().split_for_parts();
    document.to_pretty_json().unwrap_or_default()
}
