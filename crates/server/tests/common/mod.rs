//! A real server on a free port, and visitors with their own cookies.

#![allow(dead_code, reason = "each test file uses its part")]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::thread::JoinHandle;

use futures_util::{SinkExt, StreamExt};
use ingenio_server::{Config, serve};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Two moves to the right solve it.
pub const EASY_SOKOBAN: &str = "#######\n#@ $ .#\n#######\n";
pub const EASY_TAQUIN: &str = "1 2 3\n4 5 6\n0 7 8\n";

pub struct Server {
    pub address: SocketAddr,
    pub folder: tempfile::TempDir,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start() -> Self {
        Self::with(|_| ())
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self::in_folder(folder, change)
    }

    pub fn in_folder(folder: tempfile::TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let database = folder.path().join("test.sqlite").display().to_string();
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut config = Config::new(listen, database, PathBuf::from("no-such-program"));
        config.requests_per_second = 10_000;
        change(&mut config);
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = channel();
        let thread = std::thread::spawn(move || {
            let ready = move |address| tell.send(address).expect("the test waits");
            let ended = serve(config, ready, async move { drop(stopped.await) });
            ended.expect("the server runs");
        });
        let address = told.recv().expect("the server starts");
        Server { address, folder, stop: Some(stop), thread: Some(thread) }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn visitor(&self) -> Visitor {
        let client = reqwest::Client::builder().cookie_store(true).build().expect("a client");
        Visitor { base: format!("http://{}", self.address), client }
    }

    /// Stops it as Ctrl-C does; gives the folder with its data.
    pub fn stop(mut self) -> tempfile::TempDir {
        self.end();
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::mem::replace(&mut self.folder, folder)
    }

    fn end(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// Someone with a browser's cookies.
#[derive(Clone)]
pub struct Visitor {
    base: String,
    pub client: reqwest::Client,
}

impl Visitor {
    /// The same visitor, with the same cookies, at another server of the site.
    pub fn at(&self, server: &Server) -> Visitor {
        Visitor { base: format!("http://{}", server.address), client: self.client.clone() }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let mut request = self.request(method, path);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.expect("the server answers");
        let status = response.status();
        let text = response.text().await.expect("a body");
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.ask(Method::POST, path, Some(body)).await
    }

    pub async fn register(&self, name: &str) {
        let (status, _) =
            self.post("/api/register", json!({"name": name, "password": "correct horse"})).await;
        assert_eq!(status, StatusCode::OK);
    }

    /// Opens a level from its text and begins a play; gives the ids of both and the session cookie.
    pub async fn play(&self, text: &str) -> (String, String, String) {
        let (status, level) = self.post("/api/levels", json!({"text": text})).await;
        assert_eq!(status, StatusCode::OK, "{level}");
        let id = level["id"].as_str().expect("an id").to_owned();
        let request = self.request(Method::POST, "/api/plays").json(&json!({"level": id}));
        let response = request.send().await.expect("the server answers");
        let cookie =
            response.headers().get("set-cookie").map(|value| value.to_str().expect("text").to_owned());
        let play: Value = response.json().await.expect("a play");
        let cookie = cookie.and_then(|cookie| Some(cookie.split(';').next()?.to_owned())).unwrap_or_default();
        (id, play["key"].as_str().expect("a key").to_owned(), cookie)
    }
}

/// The live line of a play.
pub struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    pub async fn open(server: &Server, key: &str, cookie: &str, tab: &str) -> Result<Self, Box<Error>> {
        Self::open_at(&server.address.to_string(), key, cookie, tab).await
    }

    /// The same where only the address of the server is at hand.
    pub async fn open_at(server: &str, key: &str, cookie: &str, tab: &str) -> Result<Self, Box<Error>> {
        let address = format!("ws://{server}/api/plays/{key}/live?tab={tab}");
        let mut request = address.into_client_request().expect("an address");
        request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        Ok(Line(connect_async(request).await.map_err(Box::new)?.0))
    }

    /// Another line than that of a play.
    pub async fn to(server: &Server, path: &str, cookie: &str) -> Result<Self, Box<Error>> {
        let mut request = format!("ws://{}{path}", server.address).into_client_request().expect("an address");
        request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        Ok(Line(connect_async(request).await.map_err(Box::new)?.0))
    }

    pub async fn send(&mut self, order: &Value) {
        self.0.send(Message::Text(order.to_string().into())).await.expect("the line is open");
    }

    pub async fn raw(&mut self, text: &str) {
        self.0.send(Message::Text(text.into())).await.expect("the line is open");
    }

    /// The same where the other side may have hung up.
    pub async fn try_raw(&mut self, text: &str) -> Result<(), Box<Error>> {
        self.0.send(Message::Text(text.into())).await.map_err(Box::new)
    }

    /// The next message; nothing when the line was closed.
    pub async fn hear(&mut self) -> Option<Value> {
        let mut parts = String::new();
        loop {
            match self.0.next().await? {
                // A long answer comes in parts.
                Ok(Message::Text(text)) if text.starts_with('+') => parts += &text[1..],
                Ok(Message::Text(text)) => {
                    parts += text.strip_prefix('=').unwrap_or(&text);
                    return Some(serde_json::from_str(&parts).expect("JSON"));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Sends an order and waits until it is done or refused.
    pub async fn order(&mut self, order: Value) -> Value {
        let number = order["n"].as_u64().expect("numbered");
        self.send(&order).await;
        loop {
            let message = self.hear().await.expect("the line is open");
            if message["done"].as_u64().is_some_and(|done| done >= number) {
                return message;
            }
        }
    }
}
