//! Every reader in their language: pages, problems, scripts and live plays. The pseudo-language stands for all.

mod common;

use std::collections::HashSet;

use common::{EASY_SOKOBAN, Server};
use reqwest::header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, COOKIE, SET_COOKIE, VARY};
use serde_json::Value;

async fn get(
    server: &Server,
    path: &str,
    headers: &[(reqwest::header::HeaderName, &str)],
) -> reqwest::Response {
    let request = reqwest::Client::new().get(server.url(path));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(name, *value));
    request.send().await.expect("the server answers")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_speaks_as_its_reader_asks() {
    let server = Server::start();
    let english = get(&server, "/", &[]).await;
    assert_eq!(english.headers()[CONTENT_LANGUAGE], "en");
    assert!(
        english.headers().get_all(VARY).iter().any(|line| line.to_str().unwrap().contains("Accept-Language"))
    );
    let english = english.text().await.unwrap();
    assert!(english.contains("<html lang=\"en\"") && english.contains("Newest records"), "{english}");
    let wishes = [
        ("/", vec![(ACCEPT_LANGUAGE, "xx, en-XA;q=0.8, en;q=0.5")]),
        ("/", vec![(COOKIE, "language=en-XA"), (ACCEPT_LANGUAGE, "en")]),
        ("/?language=en-XA", vec![(COOKIE, "language=en")]),
    ];
    for (path, headers) in wishes {
        let page = get(&server, path, &headers).await.text().await.unwrap();
        assert!(page.contains("<html lang=\"en-XA\"") && page.contains("[Néwést récórds"), "{page}");
        assert!(!page.contains("Newest records"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_went_wrong_is_told_in_the_same_language_with_the_same_id() {
    let server = Server::start();
    let told = async |code: &str| -> Value {
        let answer = get(&server, "/api/plays/nothing", &[(ACCEPT_LANGUAGE, code)]).await;
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
        answer.json().await.unwrap()
    };
    let (english, pseudo) = (told("en").await, told("en-XA").await);
    assert_eq!((&english["type"], &english["status"]), (&pseudo["type"], &pseudo["status"]));
    assert!(pseudo["detail"].as_str().unwrap().starts_with('['), "{pseudo}");
    assert_ne!(english["detail"], pseudo["detail"]);
    let lost = get(&server, "/nowhere", &[(ACCEPT_LANGUAGE, "en-XA")]).await;
    assert_eq!(lost.status(), 404);
    assert!(lost.text().await.unwrap().contains("lang=\"en-XA\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_have_the_words_of_their_reader() {
    let server = Server::start();
    let page = get(&server, "/open", &[(ACCEPT_LANGUAGE, "en-XA")]).await.text().await.unwrap();
    let (before, _) = page.split_once("/forms.js").expect("the page has a script");
    let (_, folder) = before.rsplit_once("src=\"").expect("its address");
    let module = get(&server, &format!("{folder}/words.js"), &[]).await;
    assert!(module.headers()["cache-control"].to_str().unwrap().contains("immutable"));
    let module = module.text().await.unwrap();
    assert!(module.contains("\"web.") && module.contains(":\"["), "{module}");
    let english = get(&server, &format!("{}/words.js", folder.split('.').next().unwrap()), &[]).await;
    assert!(!english.text().await.unwrap().contains(":\"["));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_level_that_cannot_be_read_is_explained() {
    let server = Server::start();
    let broken = EASY_SOKOBAN.replace('.', " ");
    let ask = async |code: &str| -> Value {
        let body = serde_json::json!({ "text": broken, "puzzle": "sokoban" });
        let request = reqwest::Client::new().post(server.url("/api/levels")).json(&body);
        request.header(ACCEPT_LANGUAGE, code).send().await.unwrap().json().await.unwrap()
    };
    let (english, pseudo) = (ask("en").await, ask("en-XA").await);
    assert_eq!((&english["type"], &english["line"]), (&pseudo["type"], &pseudo["line"]));
    assert!(pseudo["detail"].as_str().unwrap().starts_with('['), "{pseudo}");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_follows_a_link_with_a_language_goes_on_in_it() {
    let server = Server::start();
    let cookies = async |path: &str, cookie: &str| -> Vec<String> {
        let answer = get(&server, path, &[(COOKIE, cookie)]).await;
        let lines = answer.headers().get_all(SET_COOKIE).iter();
        lines
            .map(|line| line.to_str().unwrap().to_owned())
            .filter(|line| line.starts_with("language="))
            .collect()
    };
    let told = cookies("/help?language=en-XA", "").await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("language=en-XA; Path=/; Max-Age="), "{told:?}");
    assert!(cookies("/help?language=en-XA", "language=en-XA").await.is_empty(), "it is remembered already");
    assert!(cookies("/help", "language=en").await.is_empty(), "nobody asked for anything");
    assert!(cookies("/api/puzzles?language=en-XA", "").await.is_empty(), "programs are not remembered");
    assert!(cookies("/help?language=nothing", "").await.is_empty());
}

/// With an account as without: an address counts until the browser is closed, unless the account chooses anew.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_beats_the_choice_of_an_account_for_now() {
    let server = Server::start();
    let visitor = server.visitor();
    visitor.register("Ada").await;
    let choose = async |code: &str| {
        let wish = serde_json::json!({ "chosen": { "language": code } });
        let (status, _) = visitor.ask(reqwest::Method::PUT, "/api/settings", Some(wish)).await;
        assert_eq!(status, 200);
    };
    let read = async |path: &str| {
        let page = visitor.request(reqwest::Method::GET, path).send().await.unwrap();
        let code = page.headers()[CONTENT_LANGUAGE].to_str().unwrap().to_owned();
        let told = page.headers().get_all(SET_COOKIE).iter().filter_map(|line| line.to_str().ok());
        (code, told.filter(|line| line.starts_with("language")).count())
    };
    choose("en").await;
    assert_eq!(read("/help").await.0, "en");
    assert_eq!(read("/help?language=en-XA").await.0, "en-XA");
    assert_eq!(
        read("/records").await,
        ("en-XA".to_owned(), 0),
        "the link is gone on from, and nothing is overwritten"
    );
    assert_eq!(read("/").await.0, "en-XA");
    choose("en-XA").await;
    assert_eq!(read("/").await.0, "en-XA");
    choose("en").await;
    assert_eq!(read("/").await.0, "en", "what an address asked for before another choice is forgotten");
    // Chosen back by the address itself.
    assert_eq!(read("/help?language=en-XA").await.0, "en-XA");
    assert_eq!(read("/help?language=en").await.0, "en");
    assert_eq!(read("/").await.0, "en");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_leads_to_itself_in_every_language() {
    let server = Server::start();
    let page = get(&server, "/records", &[]).await.text().await.unwrap();
    for language in ingenio_core::Language::all() {
        let code = language.code();
        assert!(
            page.contains(&format!("<link rel=\"alternate\" hreflang=\"{code}\" href=\"?language={code}\">")),
            "{page}"
        );
        assert!(page.contains(&format!("lang=\"{code}\" hreflang=\"{code}\"")), "the switch: {page}");
    }
    assert!(page.contains("<link rel=\"alternate\" hreflang=\"x-default\" href=\"?\">"), "{page}");
    // With what else the address asks, and without another language that it asks for.
    let page = get(&server, "/records?metric=moves&language=en", &[]).await.text().await.unwrap();
    let spanish = "href=\"?metric=moves&amp;language=es\"";
    assert_eq!(page.matches(spanish).count(), 2, "in the head and in the switch: {page}");
    assert!(page.contains("hreflang=\"x-default\" href=\"?metric=moves\""), "{page}");
}

/// What a module of a page says comes from the server: nothing for those languages that it speaks by itself.
#[tokio::test(flavor = "multi_thread")]
async fn modules_are_handed_the_sentences_of_their_reader() {
    let server = Server::start();
    for language in ingenio_core::Language::all() {
        let address = format!("/assets/any.{}/sentences.json", language.code());
        let table: Value = get(&server, &address, &[]).await.json().await.unwrap();
        if language.code() == "en" {
            assert!(table.is_null());
            continue;
        }
        // One text: what the language says of itself, then a line for each sentence, begun by its id.
        let mut lines = table.as_str().expect("one text").split('\u{1e}');
        let manner = lines.next().unwrap_or_default();
        assert_eq!(manner.split('\u{1f}').next(), Some(language.code()));
        let ids: HashSet<&str> = lines.filter_map(|line| line.split('\u{1f}').next()).collect();
        assert!(ids.contains("figure.moves") && ids.contains("sokoban.box-blocked"));
        assert!(!ids.iter().any(|id| id.starts_with("page.") || id.starts_with("cli.")));
    }
}
