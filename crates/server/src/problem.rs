//! What goes wrong, as JSON problem details (RFC 9457): a status, the id of the sentence, the sentence.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ingenio_core::{Fault, Language, Message};
use ingenio_store::Trouble;
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::words;

#[derive(Clone, Debug)]
pub struct Problem {
    status: StatusCode,
    message: Message,
    line: Option<u32>,
    column: Option<u32>,
    /// Seconds after which it may go better, where it is too much now.
    later: u64,
}

/// Seconds after which one who was too fast may come again.
const SOON: u64 = 2;
/// A whole body takes no longer, however slowly it comes.
const BODY_TIME: Duration = Duration::from_secs(20);

/// The body of every answer that is an error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// The id of the sentence: which rule was broken.
    #[serde(rename = "type")]
    kind: String,
    title: String,
    status: u16,
    /// The sentence, for people.
    detail: String,
    /// Where in a text that was sent, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

pub type Reply<T> = Result<T, Problem>;

impl Problem {
    pub fn new(status: StatusCode, message: Message) -> Self {
        Problem { status, message, line: None, column: None, later: SOON }
    }

    /// It may go better after so many seconds.
    pub fn after(self, seconds: u64) -> Self {
        Problem { later: seconds, ..self }
    }

    pub fn bad(message: Message) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, words::NOT_FOUND.say())
    }

    pub fn forbidden(message: Message) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    pub fn too_many(message: Message) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    pub fn message(&self) -> &Message {
        &self.message
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }
}

/// A body of JSON that someone sent, or a problem in words.
pub struct Body<T>(pub T);

impl<T: serde::de::DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Reply<Self> {
        let read = timeout(BODY_TIME, Json::<T>::from_request(request, state)).await;
        let read = read.map_err(|_| Problem::new(StatusCode::REQUEST_TIMEOUT, words::SLOW_BODY.say()))?;
        let bad = |error: JsonRejection| {
            Problem::new(error.status(), words::BAD_BODY.with("error", Message::quoted(error.body_text())))
        };
        read.map(|Json(body)| Body(body)).map_err(bad)
    }
}

/// An answer that is JSON already: what is long is written where it was worked out, not by those who answer.
#[derive(Clone, Debug)]
pub struct JsonText(String);

impl JsonText {
    /// For a reader: its sentences are in their language.
    pub fn of(reader: Language, body: &impl Serialize) -> Self {
        JsonText(reader.json(body).expect("answers are plain data"))
    }
}

impl IntoResponse for JsonText {
    fn into_response(self) -> Response {
        let kind = header::HeaderValue::from_static("application/json");
        ([(header::CONTENT_TYPE, kind)], self.0).into_response()
    }
}

/// A route that is there, asked in a way it is not.
pub async fn not_allowed() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, words::NOT_ALLOWED.say())
}

/// A fault of ours: told without details, which are in the log.
pub fn broke(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, words::BROKE.say()).into_response()
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Self {
        let status = match &trouble {
            Trouble::NameTaken | Trouble::Conflict { .. } | Trouble::Refused(_) => StatusCode::CONFLICT,
            Trouble::BadName(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Trouble::Unknown => StatusCode::NOT_FOUND,
            Trouble::Full => StatusCode::INSUFFICIENT_STORAGE,
            Trouble::Failed(message) => {
                tracing::error!(message = message.english(), "the store failed");
                // What a database says is for the log, not for everybody.
                return Problem::new(StatusCode::SERVICE_UNAVAILABLE, words::STORE_FAILED.say());
            }
        };
        Problem::new(status, trouble.message())
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        let Fault { line, column, message } = fault;
        Problem { line, column, ..Problem::bad(message) }
    }
}

/// A problem in an answer whose reader was not known where it was made: said in their language later, see
/// [`crate::reader`].
#[derive(Clone, Debug)]
pub struct Untold {
    pub problem: Problem,
    /// As a page, or as JSON?
    pub page: bool,
}

impl Problem {
    /// As JSON, for a reader.
    pub fn answer(&self, reader: Language) -> Response {
        let body = ProblemBody {
            kind: self.message.id().to_owned(),
            title: self.status.canonical_reason().unwrap_or("Problem").to_owned(),
            status: self.status.as_u16(),
            detail: reader.whole_sentence(&self.message),
            line: self.line,
            column: self.column,
        };
        let mut response = (self.status, Json(body)).into_response();
        let kind = header::HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, self.later.into());
        }
        response
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.answer(Language::english());
        response.extensions_mut().insert(Untold { problem: self, page: false });
        response
    }
}
