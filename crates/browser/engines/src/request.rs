//! What can be asked, and the way from the text of a request to the text of its answer.

use ingenio_core::{Fault, Language, LanguageTable, Message};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::check::{CheckWish, RateWish};
use crate::daily::DailyWish;
use crate::edit::EditWish;
use crate::generate::GenerateWish;
use crate::hint::{HintWish, LostWish};
use crate::methods::MethodsWish;
use crate::packs::{BringWish, PackWish};
use crate::review::ReviewWish;
use crate::solve::SolveWish;
use crate::theatre::{StageWish, WatchWish};
use crate::words;

#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// The code of the reader's language.
    #[serde(default)]
    language: String,
    #[serde(flatten)]
    ask: Ask,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Ask {
    Language { table: LanguageTable },
    Hint(HintWish),
    Lost(LostWish),
    Review(ReviewWish),
    Solve(SolveWish),
    Check(CheckWish),
    Rate(RateWish),
    Generate(GenerateWish),
    Daily(DailyWish),
    Methods(MethodsWish),
    Bring(BringWish),
    Pack(PackWish),
    Stage(StageWish),
    Watch(WatchWish),
    Edit(EditWish),
}

/// Whom an answer is for: the language it is written in, and who hears how it goes.
pub struct Asker<'a> {
    language: Language,
    tell: &'a mut dyn FnMut(&str),
}

/// The body of an answer as JSON, in the language of the asker.
pub type Answered = Result<String, Fault>;

impl Asker<'_> {
    pub fn written(&self, body: &impl Serialize) -> Answered {
        self.language.json(body).map_err(not_understood)
    }

    pub fn sentence(&self, said: &Message) -> String {
        self.language.whole_sentence(said)
    }

    pub fn tell(&mut self, body: &impl Serialize) {
        // What cannot be written is not told; no answer depends on it.
        if let Ok(text) = self.language.json(body) {
            (self.tell)(&text);
        }
    }
}

/// A value in English, inside of what is written for a reader: an answer is data.
pub fn in_english(value: &impl Serialize) -> Result<Value, Fault> {
    let text = Language::english().json(value).map_err(not_understood)?;
    serde_json::from_str(&text).map_err(not_understood)
}

fn not_understood(error: serde_json::Error) -> Fault {
    words::BAD_REQUEST.with("error", Message::quoted(error)).into()
}

#[derive(Serialize)]
struct Problem {
    message: String,
    kind: String,
    line: Option<u32>,
    column: Option<u32>,
}

/// Answers a request; both are JSON.
pub fn answer(request: &str, tell: &mut dyn FnMut(&str)) -> String {
    let (language, answered) = match serde_json::from_str::<Request>(request) {
        Ok(Request { language, ask }) => {
            let language = Language::find(&language).unwrap_or_default();
            let mut asker = Asker { language, tell };
            (language, ask.answer(&mut asker))
        }
        Err(error) => (Language::english(), Err(not_understood(error))),
    };
    match answered {
        Ok(body) => format!("{{\"answer\":{body}}}"),
        Err(fault) => refusal(language, &fault),
    }
}

fn refusal(language: Language, fault: &Fault) -> String {
    let problem = Problem {
        message: language.say(&fault.message),
        kind: fault.kind().to_owned(),
        line: fault.line,
        column: fault.column,
    };
    serde_json::json!({ "problem": problem }).to_string()
}

impl Ask {
    fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        match self {
            // A page hands over the language of its reader before anything else.
            Ask::Language { table } => {
                let learnt = Language::taught(table.clone()).map(Language::code);
                asker.written(&learnt)
            }
            Ask::Hint(wish) => wish.answer(asker),
            Ask::Lost(wish) => wish.answer(asker),
            Ask::Review(wish) => wish.answer(asker),
            Ask::Solve(wish) => wish.answer(asker),
            Ask::Check(wish) => wish.answer(asker),
            Ask::Rate(wish) => wish.answer(asker),
            Ask::Generate(wish) => wish.answer(asker),
            Ask::Daily(wish) => wish.answer(asker),
            Ask::Methods(wish) => wish.answer(asker),
            Ask::Bring(wish) => wish.answer(asker),
            Ask::Pack(wish) => wish.answer(asker),
            Ask::Stage(wish) => wish.answer(asker),
            Ask::Watch(wish) => wish.answer(asker),
            Ask::Edit(wish) => wish.answer(asker),
        }
    }
}
