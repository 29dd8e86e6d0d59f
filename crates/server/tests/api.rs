//! The document of the API and the routes are one: whatever it lists answers, and nothing else does.

mod common;

use common::Server;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

fn document() -> Value {
    serde_json::from_str(&ingenio_server::openapi()).expect("the document is JSON")
}

#[test]
fn the_list_of_routes_is_as_reviewed() {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let mut lines: Vec<String> = paths
        .iter()
        .flat_map(|(path, item)| {
            item.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
        })
        .collect();
    lines.sort();
    insta::assert_snapshot!(lines.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_of_the_document_answers() {
    let server = Server::start();
    let visitor = server.visitor();
    let document = document();
    assert_eq!(visitor.get("/api/openapi.json").await.1, document);
    for (path, item) in document["paths"].as_object().unwrap() {
        let address = path.replace("{puzzle}", "taquin").replace("{name}", "taquin-1-three");
        let address = address.replace("{id}", "0123456789abcdef0123").replace("{key}", &"0".repeat(32));
        for method in item.as_object().unwrap().keys() {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let body = (method != Method::GET).then(|| json!({}));
            let (status, answer) = visitor.ask(method.clone(), &address, body).await;
            assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert!(status.as_u16() < 500, "{method} {path}: {status} {answer}");
        }
        // A method that is not documented is not there.
        let (status, _) = visitor.ask(Method::PATCH, &address, Some(json!({}))).await;
        assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn packs_levels_and_methods_are_served() {
    let server = Server::start();
    let visitor = server.visitor();
    let (_, puzzles) = visitor.get("/api/puzzles").await;
    assert_eq!(puzzles.as_array().unwrap().len(), 5);
    for puzzle in puzzles.as_array().unwrap() {
        let name = puzzle["name"].as_str().unwrap();
        assert!(visitor.get(&format!("/api/methods/{name}")).await.1.as_array().unwrap().len() > 3);
        let pack = puzzle["packs"][0]["name"].as_str().unwrap();
        let (_, levels) = visitor.get(&format!("/api/packs/{pack}")).await;
        let id = levels[0]["id"].as_str().unwrap();
        let (_, level) = visitor.get(&format!("/api/levels/{id}")).await;
        assert_eq!(level["puzzle"], name);
        assert!(level["board"]["pieces"].as_array().is_some_and(|pieces| !pieces.is_empty()));
        // The side file with the solutions is never sent along.
        assert!(!level.to_string().contains("solution"));
        let page = visitor.get(&format!("/play/{id}")).await;
        assert_eq!(page.0, StatusCode::OK);
        let picture = visitor.get(&format!("/api/levels/{id}/picture.svg?theme=dark")).await;
        assert!(picture.1.as_str().unwrap().starts_with("<svg"));
    }
    for path in [
        "/",
        "/puzzle/flow",
        "/pack/flow-1-five",
        "/open",
        "/records",
        "/help",
        "/api",
        "/login",
        "/register",
        "/me",
    ] {
        let (status, page) = visitor.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(page.as_str().unwrap().contains("</main>"), "{path}");
    }
    assert_eq!(visitor.get("/puzzle/chess").await.0, StatusCode::NOT_FOUND);
    assert!(visitor.get("/metrics").await.1.as_str().unwrap().contains("ingenio_lines"));
}
