//! In the place of `postgres` where the program is built without it: there is never such a database, and who
//! asks for one is told why.

use std::time::Duration;

use sqlx::AnyPool;

use crate::database::Change;
use crate::trouble::Trouble;
use crate::words;

#[derive(Debug)]
pub enum Postgres {}

impl Postgres {
    #[expect(clippy::unused_async, reason = "as the one that connects")]
    pub async fn open(_: &str) -> Result<Self, Trouble> {
        Err(words::NO_POSTGRES.say().into())
    }

    #[expect(clippy::unused_async, reason = "as the one that connects")]
    pub async fn join(_: &str) -> Result<(Self, bool), Trouble> {
        Err(words::NO_POSTGRES.say().into())
    }

    pub fn pool(&self) -> &AnyPool {
        match *self {}
    }

    #[expect(clippy::unused_async, reason = "as the one that connects")]
    pub async fn write<T: Send + 'static>(&self, _: impl Change<T>) -> Result<T, Trouble> {
        match *self {}
    }

    #[expect(clippy::unused_async, reason = "as the one that connects")]
    pub async fn write_statement<T: Send + 'static>(&self, _: impl Change<T>) -> Result<T, Trouble> {
        match *self {}
    }

    #[expect(clippy::unused_async, reason = "as the one that connects")]
    pub async fn listen(&self, _: &str) -> Result<Listener, Trouble> {
        match *self {}
    }
}

#[derive(Debug)]
pub enum Listener {}

impl Listener {
    #[expect(clippy::unused_async, reason = "as the one that hears")]
    pub async fn hear(&mut self, _: Duration) -> Option<String> {
        match *self {}
    }
}
