//! In which language somebody reads: the one that the address asks for, the one they chose in this browser, or
//! the one their browser prefers.

use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use ingenio_core::Language;

use crate::pages::lost;
use crate::problem::Untold;

/// The cookie of the switch on every page.
const COOKIE: &str = "language";

pub fn language(parts: &Parts) -> Language {
    of(&parts.uri, &parts.headers)
}

fn of(uri: &Uri, headers: &HeaderMap) -> Language {
    let asked = uri.query().and_then(|query| value(query.split('&'), COOKIE));
    let mut cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let chosen = cookies.find_map(|line| value(line.split(';'), COOKIE));
    let preferred = headers.get(header::ACCEPT_LANGUAGE).and_then(|line| line.to_str().ok());
    let first = asked.into_iter().chain(chosen).find_map(Language::find);
    first.or_else(|| preferred.and_then(preference)).unwrap_or_default()
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
            let (code, weight) = wish.split_once(";q=").unwrap_or((wish, "1"));
            (code.trim(), weight.trim().parse().unwrap_or(0.0))
        })
        .collect();
    wishes.sort_by(|one, other| other.1.total_cmp(&one.1));
    wishes.into_iter().filter(|(_, weight)| *weight > 0.0).find_map(|(code, _)| Language::find(code))
}

/// What went wrong is told by whoever answers without knowing the reader; here it is said in their language.
pub async fn tell(request: Request, next: Next) -> Response {
    let language = of(request.uri(), request.headers());
    let mut response = next.run(request).await;
    let untold = response.extensions_mut().remove::<Untold>();
    if let Some(untold) = untold.filter(|_| language != Language::english()) {
        response = lost::told(language, &untold);
    }
    let headers = response.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("Accept-Language, Cookie"));
    if let Ok(code) = HeaderValue::from_str(language.code()) {
        headers.entry(header::CONTENT_LANGUAGE).or_insert(code);
    }
    response
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
        assert_eq!(read("/?language=nothing", &[(header::ACCEPT_LANGUAGE, "en;q=0, *")]), "en");
    }
}
