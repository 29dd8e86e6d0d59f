//! What all pages have in common: the head, the line on top, the line at the bottom.

use ingenio_catalog::PUZZLES;
use ingenio_core::{Decimal, Language, Message};
use ingenio_store::{LevelProgress, Player, Settings};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::assets::{self, address, script_address};
use crate::guard::POLICY_OF_FILES;
use crate::settings::for_page;
use crate::visitor::Visitor;
use crate::words;

/// A page before its frame is put around it.
pub struct Page<'a> {
    pub title: String,
    /// The puzzle it is about, if it is about one.
    pub puzzle: Option<&'a str>,
    /// The class of its main part.
    pub class: &'a str,
    /// Attributes of its main part: `data-` names and values.
    pub data: Vec<(&'static str, String)>,
    pub scripts: &'a [&'a str],
    /// The level whose picture stands for the page where its address is shared.
    pub card: Option<String>,
    pub body: Markup,
}

impl Page<'_> {
    pub fn plain(title: String, body: Markup) -> Self {
        Page { title, puzzle: None, class: "", data: Vec::new(), scripts: &[], card: None, body }
    }
}

/// For whom a page is framed: what they read, who they are, and whether there is a server behind their pages.
#[derive(Clone, Copy, Debug)]
pub struct Guest<'a> {
    pub reader: Language,
    pub player: Option<&'a Player>,
    pub settings: Option<&'a Settings>,
    /// The address of the house, where there are pictures to share.
    pub home: Option<&'a str>,
    /// What the address of the page asks beside a language.
    pub other_wishes: &'a str,
    pub alone: bool,
}

impl Guest<'_> {
    /// Somebody of whom nothing but the language is known.
    pub const fn stranger(reader: Language) -> Self {
        Guest { reader, player: None, settings: None, home: None, other_wishes: "", alone: false }
    }
}

impl<'a> From<&'a Visitor> for Guest<'a> {
    fn from(visitor: &'a Visitor) -> Self {
        Guest {
            reader: visitor.language,
            player: visitor.player.as_ref(),
            settings: visitor.settings.as_ref(),
            home: visitor.home.as_deref(),
            other_wishes: &visitor.other_wishes,
            alone: visitor.alone,
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "a page is made to be framed once")]
pub fn frame<'a>(guest: impl Into<Guest<'a>>, page: Page<'_>) -> Markup {
    let Guest { reader, player, settings, home, other_wishes, alone } = guest.into();
    let settings = settings.map(for_page);
    let manner = reader.manner();
    let data: String =
        page.data.iter().map(|(name, value)| format!(" data-{name}=\"{}\"", escaped(value))).collect();
    html! {
        (DOCTYPE)
        html lang=(reader.code()) data-edition=[alone.then_some("alone")] data-home=[alone.then_some("/")] data-settings=[settings] data-point=(manner.point) data-group=(manner.group) data-group-from=(manner.group_from) data-date=(manner.date) {
            head {
                meta charset="utf-8";
                // A host of files sends no headers of ours.
                @if alone { meta http-equiv="content-security-policy" content=(POLICY_OF_FILES); }
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (page.title) " · ingenio" }
                meta name="description" content=(reader.say(words::SITE_ABOUT));
                link rel="icon" href=(address("icon.svg")) type="image/svg+xml";
                link rel="apple-touch-icon" href=(address("icon-192.png"));
                link rel="manifest" href="/manifest.webmanifest";
                meta name="theme-color" content="#faf8f4";
                link rel="stylesheet" href=(address("style.css"));
                (alternates(other_wishes))
                script src=(address("theme.js")) {}
                script type="module" src=(script_address(reader, "aboard.js")) {}
                (shared(reader, &page, home))
                @if alone {
                    // It is asked for before the scripts are there that want it.
                    @for (_, rules) in page.data.iter().filter(|(name, _)| page.class.starts_with("play") && *name == "rules") {
                        link rel="preload" as="fetch" crossorigin="anonymous" href=(rules);
                    }
                }
                @for import in imported(page.scripts) {
                    link rel="modulepreload" href=(script_address(reader, import));
                }
                @for script in page.scripts {
                    script type="module" src=(script_address(reader, script)) {}
                }
            }
            body {
                a.skip href="#main" { (reader.say(words::SKIP)) }
                (top(reader, player, page.puzzle, alone))
                (PreEscaped(format!("<main id=\"main\" class=\"{}\"{data}>", page.class)))
                (page.body)
                (PreEscaped("</main>"))
                (bottom(reader, other_wishes, alone))
            }
        }
    }
}

/// What other places show where somebody shares the address of this page.
fn shared(reader: Language, page: &Page<'_>, home: Option<&str>) -> Markup {
    let wish = if reader == Language::english() { String::new() } else { in_language(reader, "") };
    let picture =
        home.zip(page.card.as_ref()).map(|(home, level)| format!("{home}/api/levels/{level}/card.png{wish}"));
    html! {
        meta property="og:site_name" content="ingenio";
        meta property="og:type" content="website";
        meta property="og:title" content=(page.title);
        meta property="og:description" content=(reader.say(words::SITE_ABOUT));
        @if let Some(picture) = picture {
            meta property="og:image" content=(picture);
            meta property="og:image:width" content="1200";
            meta property="og:image:height" content="630";
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

/// The same page in other languages, for those who search; and without one, for the script that looks for the
/// reader's where no server does (`theme.js`).
pub fn alternates(other_wishes: &str) -> Markup {
    html! {
        @for language in Language::all() {
            link rel="alternate" hreflang=(language.code()) href=(in_language(language, other_wishes));
        }
        link rel="alternate" hreflang="x-default" href={ "?" (other_wishes) };
    }
}

/// This very page in a language, with what else its address asks.
fn in_language(language: Language, other_wishes: &str) -> String {
    let and = if other_wishes.is_empty() { "" } else { "&" };
    format!("?{other_wishes}{and}language={}", language.code())
}

/// The switch of languages: links to this very page, so that it works without scripts; with them it keeps what
/// else stands behind the address, and the account hears of it (`settings.js`).
pub fn languages(reader: Language, other_wishes: &str) -> Markup {
    html! {
        @for language in Language::all() {
            a lang=(language.code()) hreflang=(language.code()) translate="no" data-language=(language.code())
                aria-current=[(language == reader).then_some("true")] href=(in_language(language, other_wishes)) { (language.name()) }
        }
    }
}

/// What the scripts of a page import, each once.
fn imported(scripts: &[&str]) -> Vec<&'static str> {
    let mut all: Vec<_> = scripts.iter().flat_map(|script| assets::imported(script)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// As maud itself does it, for attributes whose names are made here.
fn escaped(text: &str) -> String {
    html! { (text) }.into_string().replace('"', "&quot;")
}

fn top(reader: Language, player: Option<&Player>, puzzle: Option<&str>, alone: bool) -> Markup {
    html! {
        header.top {
            a.brand href="/" translate="no" { "ingenio" span aria-hidden="true" { "." } }
            nav aria-label=(reader.say(words::PUZZLES)) {
                @for known in PUZZLES {
                    @let info = known.info();
                    a href={ "/puzzle/" (info.name) } aria-current=[(puzzle == Some(info.name)).then_some("true")] { (info.title) }
                }
            }
            div.who {
                a.wide href="/open" { (reader.say(words::OPEN_SHORT)) }
                @if !alone {
                    a.wide href="/race" { (reader.say(words::RACES)) }
                    a.wide href="/records" { (reader.say(words::RECORDS)) }
                }
                a.wide href="/help" { (reader.say(words::HELP)) }
                button.plain #theme type="button" aria-label=(reader.say(words::SWITCH_THEME)) title=(reader.say(words::SWITCH_THEME)) { "◐" }
                @if alone { a href="/plays" { (reader.say(words::MY_PLAYS)) } }
                @match player.filter(|player| !player.guest) {
                    _ if alone => {}
                    Some(player) => { a href="/me" translate="no" { (player.name) } }
                    None => {
                        @if player.is_some() { a href="/me" { (reader.say(words::MY_PLAYS)) } }
                        a href="/login" { (reader.say(words::LOG_IN)) }
                    }
                }
            }
        }
    }
}

fn bottom(reader: Language, other_wishes: &str, alone: bool) -> Markup {
    html! {
        footer.foot {
            a href="/daily" { (reader.say(words::DAILY)) }
            a href="/new" { (reader.say(words::NEW_PUZZLE)) }
            a href="/open" { (reader.say(words::OPEN_LEVEL)) }
            a href="/edit" { (reader.say(words::EDITOR)) }
            @if !alone { a href="/made" { (reader.say(words::MADE)) } }
            @if !alone {
                a href="/records" { (reader.say(words::RECORDS)) }
                a href="/race" { (reader.say(words::RACES)) }
                a href="/campaigns" { (reader.say(words::CAMPAIGNS)) }
                a href="/classes" { (reader.say(words::CLASSES)) }
            }
            a href="/theatre" { (reader.say(words::THEATRE)) }
            a href="/lessons" { (reader.say(words::LESSONS)) }
            a href="/settings" { (reader.say(words::SETTINGS)) }
            a href="/help" { (reader.say(words::HELP)) }
            @if !alone {
                a href="/privacy" { (reader.say(words::PRIVACY)) }
                a href="/api" { (reader.say(words::API)) }
            }
            nav.languages aria-label=(reader.say(words::SET_LANGUAGE)) { (languages(reader, other_wishes)) }
        }
    }
}

/// Milliseconds as clocks show them.
pub fn clock(millis: i64) -> String {
    let seconds = millis.max(0) / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// The same with tenths, where tenths decide.
pub fn exact_clock(reader: Language, millis: i64) -> String {
    reader.decimal(&format!("{}.{}", clock(millis), millis.max(0) / 100 % 10))
}

/// A time with so many digits.
pub fn seconds(value: f64, digits: usize) -> Message {
    words::SOME_SECONDS.with("seconds", Decimal(value, digits))
}

/// Three stars, some of them full; a tick where a method showed the way.
pub fn stars(reader: Language, progress: Option<&LevelProgress>) -> Markup {
    match progress {
        Some(progress) if progress.played => {
            let count = usize::from(progress.stars.min(3));
            let text = "★".repeat(count) + &"☆".repeat(3 - count);
            html! { span.stars role="img" aria-label=(reader.say(words::STARS.with("count", count))) { (text) } }
        }
        Some(_) => html! { span.muted title=(reader.say(words::SHOWN)) { (reader.say(words::SHOWN)) } },
        None => html! {},
    }
}
