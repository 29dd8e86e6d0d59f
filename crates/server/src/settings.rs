//! How pages can be wanted: one table, from which the page of settings is written and by which a choice is checked.
//! A browser keeps what was chosen in it; with an account it is kept here too, and goes along to other devices.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use ingenio_core::{Language, Template};
use ingenio_store::Settings;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::reader::COOKIE as LANGUAGE;
use crate::visitor::Visitor;
use crate::words;

/// Something that can be chosen; the first value is meant where nobody chose.
pub struct Setting {
    pub name: &'static str,
    pub title: Template,
    pub about: Template,
    pub values: &'static [(&'static str, Template)],
}

pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "theme",
        title: words::SET_THEME,
        about: words::SET_THEME_ABOUT,
        values: &[
            ("system", words::SET_THEME_SYSTEM),
            ("light", words::SET_THEME_LIGHT),
            ("dark", words::SET_THEME_DARK),
        ],
    },
    Setting {
        name: "board",
        title: words::SET_BOARD,
        about: words::SET_BOARD_ABOUT,
        values: &[
            ("calm", words::SET_BOARD_CALM),
            ("wood", words::SET_BOARD_WOOD),
            ("slate", words::SET_BOARD_SLATE),
            ("contrast", words::SET_BOARD_CONTRAST),
        ],
    },
    Setting {
        name: "picture",
        title: words::SET_PICTURE,
        about: words::SET_PICTURE_ABOUT,
        values: &[
            ("numbers", words::SET_PICTURE_NUMBERS),
            ("hills", words::PICTURE_HILLS),
            ("sails", words::PICTURE_SAILS),
            ("patchwork", words::PICTURE_PATCHWORK),
        ],
    },
    Setting {
        name: "sound",
        title: words::SET_SOUND,
        about: words::SET_SOUND_ABOUT,
        values: &[("off", words::SET_SOUND_OFF), ("on", words::SET_SOUND_ON)],
    },
    Setting {
        name: "motion",
        title: words::SET_MOTION,
        about: words::SET_MOTION_ABOUT,
        values: &[("system", words::SET_MOTION_SYSTEM), ("still", words::SET_MOTION_STILL)],
    },
    Setting {
        name: "warn",
        title: words::SET_WARN,
        about: words::SET_WARN_ABOUT,
        values: &[("yes", words::SET_WARN_YES), ("no", words::SET_WARN_NO)],
    },
    Setting {
        name: "figures",
        title: words::SET_FIGURES,
        about: words::SET_FIGURES_ABOUT,
        values: &[("shown", words::SET_FIGURES_SHOWN), ("hidden", words::SET_FIGURES_HIDDEN)],
    },
    Setting {
        name: "mode",
        title: words::SET_MODE,
        about: words::SET_MODE_ABOUT,
        values: &[("relax", words::SET_MODE_RELAX), ("challenge", words::CHALLENGE_BUTTON)],
    },
];

/// What an account has chosen, for a page: everything that can be chosen, with nothing where nobody did.
pub fn for_page(settings: &Settings) -> String {
    let chosen = |setting: &Setting| (setting.name, settings.chosen.get(setting.name));
    let mut chosen: BTreeMap<_, _> = SETTINGS.iter().map(chosen).collect();
    chosen.insert(LANGUAGE, settings.chosen.get(LANGUAGE));
    serde_json::json!({ "at": settings.at, "chosen": chosen }).to_string()
}

#[derive(Deserialize, ToSchema)]
pub struct Choice {
    /// What is chosen, by name; what is not named stays.
    chosen: BTreeMap<String, String>,
}

#[derive(Serialize, ToSchema)]
pub struct Chosen {
    chosen: BTreeMap<String, String>,
    /// Milliseconds since 1970.
    at: i64,
}

/// Keeps how the pages are wanted with the account.
#[utoipa::path(put, path = "/api/settings", tag = "accounts", request_body = Choice,
    responses((status = 200, body = Chosen), (status = 401, description = "only accounts keep settings", body = ProblemBody),
              (status = 422, description = "there is no such thing to choose", body = ProblemBody)))]
pub async fn choose(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Choice>,
) -> Reply<Json<Chosen>> {
    let player = visitor.account()?;
    if let Some((name, value)) = wish.chosen.iter().find(|(name, value)| !can_be_chosen(name, value)) {
        return Err(Problem::bad(words::NO_SUCH_SETTING.with("name", name).with("value", value)));
    }
    let Settings { chosen, at } = app.store.choose(player.id, wish.chosen).await?;
    Ok(Json(Chosen { chosen, at }))
}

fn can_be_chosen(name: &str, value: &str) -> bool {
    if name == LANGUAGE {
        return Language::find(value).is_some_and(|known| known.code() == value);
    }
    let known = |setting: &&Setting| setting.name == name;
    SETTINGS.iter().find(known).is_some_and(|setting| setting.values.iter().any(|(one, _)| *one == value))
}
