//! How the server runs: set by flags and environment, with defaults that suit one machine.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use ingenio_core::{Language, TablesRef};

use crate::pixels::Painter;

/// Who does solver jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Workers {
    /// This server, in children of its own.
    Here,
    /// Workers of the database that have this version.
    Database { version: String },
}

impl Workers {
    pub const fn are_far(&self) -> bool {
        matches!(self, Workers::Database { .. })
    }
}

#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// A file of `SQLite`, or `postgres://...`.
    pub database: String,
    /// Behind TLS: cookies are sent over secure connections only.
    pub secure: bool,
    /// Behind a proxy that sets `x-forwarded-for`: the visitor's address is the last one there.
    pub behind_proxy: bool,
    /// Solver jobs that run at once, where this server does them.
    pub solvers: usize,
    /// Who does them.
    pub workers: Workers,
    /// Bytes that one solver job may use.
    pub solver_memory: u64,
    /// The longest time that one solver job may take.
    pub solver_time: Duration,
    /// The program that solver jobs run: this one.
    pub program: PathBuf,
    /// Where the campaigns lie that are shown.
    pub campaigns: Option<PathBuf>,
    /// Where packs of the house lie, beside those of the program.
    pub packs: Option<PathBuf>,
    /// Requests that one player may make in a second, on average; visitors at one address who are not known
    /// yet, four times as many together.
    pub requests_per_second: u32,
    /// Connections that one network may have at once; of lines, which are for players, five times as many.
    pub connections: usize,
    /// From the call of a race to its start: long enough to see it and to put a hand on the keys.
    pub countdown: Duration,
    /// The rules for the pages, a module of WebAssembly packed with brotli; empty where there is none.
    pub rules: &'static [u8],
    /// What thinks in the pages, likewise.
    pub engines: &'static [u8],
    /// Where hints find what methods compute once.
    pub tables: TablesRef,
    /// What makes pictures of pixels, where the program has it.
    pub painter: Option<Painter>,
    /// Where the pages are for an edition that has no server behind it: the language of those at its root. Other
    /// languages have a folder each.
    pub alone: Option<Language>,
}

impl Config {
    pub fn new(listen: SocketAddr, database: String, program: PathBuf) -> Self {
        Config {
            listen,
            database,
            secure: false,
            behind_proxy: false,
            solvers: std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)),
            workers: Workers::Here,
            solver_memory: 1 << 30,
            solver_time: Duration::from_mins(5),
            program,
            campaigns: None,
            packs: None,
            requests_per_second: 50,
            connections: 200,
            countdown: Duration::from_secs(5),
            rules: &[],
            engines: &[],
            tables: TablesRef::default(),
            painter: None,
            alone: None,
        }
    }
}
