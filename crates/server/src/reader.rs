//! In which language somebody reads: the one that the address asks for, the one of their account, the one they
//! chose in this browser, or the one their browser prefers. A link may carry a language (`?language=es`); who
//! follows it goes on in it, and so does who logs in elsewhere: the browser is told to remember. With an account it is
//! told so for as long as it stays open, and in place of which choice: when the account chooses anew, that counts.

use std::sync::{Arc, OnceLock};

use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use ingenio_core::Language;

use crate::pages::lost;
use crate::problem::Untold;

/// The cookie of the switch on every page, and what an account's choice and an address call it.
pub const COOKIE: &str = "language";
/// The cookie of an address that asked for another language than the account has chosen: `es.pl`, Spanish for Polish. It
/// goes when the browser is closed.
const FOR_NOW: &str = "language-now";
/// Seconds for which a browser remembers: a year.
const LASTS: u32 = 365 * 24 * 3600;

/// The language that somebody with an account reads, and the one that the account has chosen, once it is known whose
/// request it is.
#[derive(Clone, Debug, Default)]
struct OfAccount(Arc<OnceLock<(Language, Option<Language>)>>);

pub fn language(parts: &Parts) -> Language {
    of(&parts.uri, &parts.headers)
}

/// The language of an account with this choice, unless the address asks for another, or has done so since this browser
/// was opened.
pub fn of_account(parts: &Parts, chosen: Option<&String>) -> Option<Language> {
    let chosen = chosen.and_then(|code| Language::find(code));
    let for_now = || for_now(&parts.headers, chosen?);
    let language = asked(&parts.uri).or_else(for_now).or(chosen)?;
    if let Some(place) = parts.extensions.get::<OfAccount>() {
        let _ = place.0.set((language, chosen));
    }
    Some(language)
}

/// What an address has asked for in place of this choice.
fn for_now(headers: &HeaderMap, chosen: Language) -> Option<Language> {
    let (code, instead_of) = cookie(headers, FOR_NOW)?.split_once('.')?;
    Language::find(code).filter(|_| instead_of == chosen.code())
}

fn of(uri: &Uri, headers: &HeaderMap) -> Language {
    let preferred = headers.get(header::ACCEPT_LANGUAGE).and_then(|line| line.to_str().ok());
    let first = asked(uri).or_else(|| remembered(headers));
    first.or_else(|| preferred.and_then(preference)).unwrap_or_default()
}

/// What an address asks for.
fn asked(uri: &Uri) -> Option<Language> {
    uri.query().and_then(|query| value(query.split('&'), COOKIE)).and_then(Language::find)
}

/// What else an address asks: the same page in another language asks it too.
pub fn other_wishes(uri: &Uri) -> String {
    let pairs = uri.query().unwrap_or_default().split('&');
    let others = pairs.filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(COOKIE));
    others.collect::<Vec<_>>().join("&")
}

/// What a browser remembers.
fn remembered(headers: &HeaderMap) -> Option<Language> {
    cookie(headers, COOKIE).and_then(Language::find)
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    cookies.find_map(|line| value(line.split(';'), name))
}

fn value<'a>(mut pairs: impl Iterator<Item = &'a str>, name: &str) -> Option<&'a str> {
    pairs
        .find_map(|pair| pair.trim().split_once('=').filter(|(known, _)| *known == name))
        .map(|(_, value)| value)
}

/// The best language of a list like `es-ES, pl;q=0.8, en;q=0.5`.
fn preference(line: &str) -> Option<Language> {
    let mut wishes: Vec<(&str, f64)> = line
        .split(',')
        .map(|wish| {
            let (code, weight) = wish.split_once(';').unwrap_or((wish, "q=1"));
            let weight = weight.trim().strip_prefix("q=").unwrap_or_default();
            (code.trim(), weight.trim().parse().unwrap_or(0.0))
        })
        .collect();
    wishes.sort_by(|one, other| other.1.total_cmp(&one.1));
    wishes.into_iter().filter(|(_, weight)| *weight > 0.0).find_map(|(code, _)| Language::find(code))
}

/// What went wrong is told by whoever answers without knowing the reader; here it is said in their language.
pub async fn tell(mut request: Request, next: Next) -> Response {
    let of_account = OfAccount::default();
    request.extensions_mut().insert(of_account.clone());
    let (language, asked) = (of(request.uri(), request.headers()), asked(request.uri()));
    let remembered = remembered(request.headers());
    let told_for_now = cookie(request.headers(), FOR_NOW).map(str::to_owned);
    let mut response = next.run(request).await;
    let (of_account, choice) = of_account.0.get().copied().unzip();
    let language = of_account.unwrap_or(language);
    let untold = response.extensions_mut().remove::<Untold>();
    if let Some(untold) = untold.filter(|_| language != Language::english()) {
        let cookies: Vec<HeaderValue> =
            response.headers().get_all(header::SET_COOKIE).iter().cloned().collect();
        response = lost::told(language, &untold);
        for cookie in cookies {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    let headers = response.headers_mut();
    let chosen = asked.or(of_account).filter(|chosen| remembered != Some(*chosen));
    if let Some(chosen) = chosen.filter(|_| is_page(headers)) {
        remember(headers, COOKIE, chosen.code(), Some(LASTS));
    }
    if let Some(choice) = choice.flatten().filter(|_| is_page(headers)) {
        let wish = asked.filter(|asked| *asked != choice);
        let wish = wish.map(|asked| format!("{}.{}", asked.code(), choice.code()));
        // Another choice has been made since, or the address asks for what is chosen.
        let has_lapsed = |told: &String| asked.is_some() || !told.ends_with(&format!(".{}", choice.code()));
        match wish {
            Some(wish) if told_for_now.as_ref() != Some(&wish) => remember(headers, FOR_NOW, &wish, None),
            None if told_for_now.as_ref().is_some_and(has_lapsed) => remember(headers, FOR_NOW, "", Some(0)),
            _ => {}
        }
    }
    headers.append(header::VARY, HeaderValue::from_static("Accept-Language, Cookie"));
    if let Ok(code) = HeaderValue::from_str(language.code()) {
        headers.entry(header::CONTENT_LANGUAGE).or_insert(code);
    }
    response
}

fn is_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

/// Scripts read it too: what they ask the engines is answered in the same language.
fn remember(headers: &mut HeaderMap, name: &str, value: &str, seconds: Option<u32>) {
    let lasts = seconds.map_or_else(String::new, |seconds| format!("; Max-Age={seconds}"));
    let line = format!("{name}={value}; Path=/{lasts}; SameSite=Lax");
    if let Ok(line) = HeaderValue::from_str(&line) {
        headers.append(header::SET_COOKIE, line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(uri: &'static str, headers: &[(header::HeaderName, &'static str)]) -> &'static str {
        let lines = headers.iter().map(|(name, line)| (name.clone(), HeaderValue::from_static(line)));
        of(&Uri::from_static(uri), &lines.collect()).code()
    }

    #[test]
    fn the_address_then_the_choice_then_the_browser() {
        let wish = (header::ACCEPT_LANGUAGE, "xx, en-XA;q=0.9, en;q=0.5");
        assert_eq!(read("/", &[]), "en");
        assert_eq!(read("/", std::slice::from_ref(&wish)), "en-XA");
        assert_eq!(read("/", &[wish.clone(), (header::COOKIE, "ingenio=1; language=en")]), "en");
        assert_eq!(read("/?a=b&language=en-XA", &[(header::COOKIE, "language=en")]), "en-XA");
        assert_eq!(
            read("/", &[(header::ACCEPT_LANGUAGE, "en; q=0.2, en-XA ; q=0.8")]),
            "en-XA",
            "blanks are allowed"
        );
        assert_eq!(read("/?language=nothing", &[(header::ACCEPT_LANGUAGE, "en;q=0, *")]), "en");
    }

    #[test]
    fn what_else_is_asked_is_kept_as_it_was_written() {
        let others = |uri: &'static str| other_wishes(&Uri::from_static(uri));
        assert_eq!(
            others("/records?metric=moves&language=es&text=a%26b&flag"),
            "metric=moves&text=a%26b&flag"
        );
        assert_eq!(others("/records?language=es"), "");
        assert_eq!(others("/records"), "");
    }
}
