//! A server in a process of its own, and players on its live lines.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub type Trouble = String;

fn trouble(error: impl std::fmt::Display) -> Trouble {
    error.to_string()
}

/// `ingenio serve`, killed without mercy when it is dropped.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// Starts the program that lies beside this one, and waits until it listens.
    pub fn start(database: &Path, listen: &str) -> Result<Self, Trouble> {
        let program = std::env::current_exe().map_err(trouble)?.with_file_name("ingenio");
        let mut command = Command::new(&program);
        command.args(["serve", "--behind-proxy", "--requests", "100000", "--listen", listen, "--database"]);
        let child = command.arg(database).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{}: {error}; build it first", program.display()))?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).map_err(trouble)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.ok_or_else(|| format!("the server said: {line}"))?.to_owned();
        Ok(Server { child, address })
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// kill -9, also while others hold the handle.
    pub fn kill_now(&self) {
        let _ = Command::new("kill").args(["-9", &self.child.id().to_string()]).status();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Someone who plays from an address of their own, as a proxy would tell it.
#[derive(Clone)]
pub struct Player {
    client: reqwest::Client,
    forwarded: String,
    pub cookie: String,
    pub key: String,
    pub level: String,
}

impl Player {
    /// Opens a level and begins a play of it as a guest.
    pub async fn begin(server: &Server, number: usize, text: &str) -> Result<Self, Trouble> {
        let client = reqwest::Client::new();
        let forwarded = format!("10.{}.{}.{}", number >> 16 & 255, number >> 8 & 255, number & 255);
        let mut player =
            Player { client, forwarded, cookie: String::new(), key: String::new(), level: String::new() };
        let (_, level) = player.post(server, "/api/levels", &json!({"text": text})).await?;
        player.level = level["id"].as_str().ok_or_else(|| level.to_string())?.to_owned();
        let (_, play) = player.post(server, "/api/plays", &json!({"level": player.level})).await?;
        play["key"].as_str().ok_or_else(|| play.to_string())?.clone_into(&mut player.key);
        Ok(player)
    }

    /// Asks for something; cookies that come back are kept. Gives the status and the body.
    pub async fn post(&mut self, server: &Server, path: &str, body: &Value) -> Result<(u16, Value), Trouble> {
        let request = self.client.post(server.url(path)).header("x-forwarded-for", &self.forwarded);
        let response = request.header("cookie", &self.cookie).json(body).send().await.map_err(trouble)?;
        let set = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        if let Some(cookie) = set.and_then(|set| set.split(';').next()) {
            cookie.clone_into(&mut self.cookie);
        }
        let status = response.status().as_u16();
        Ok((status, response.json().await.unwrap_or(Value::Null)))
    }

    pub async fn get(&self, server: &Server, path: &str) -> Result<Value, Trouble> {
        let request = self.client.get(server.url(path)).header("x-forwarded-for", &self.forwarded);
        let response = request.header("cookie", &self.cookie).send().await.map_err(trouble)?;
        response.json().await.map_err(trouble)
    }

    pub async fn line(&self, server: &Server, tab: &str) -> Result<Line, Trouble> {
        let address = format!("ws://{}/api/plays/{}/live?tab={tab}", server.address, self.key);
        let mut request = address.into_client_request().map_err(trouble)?;
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse().map_err(trouble)?);
        headers.insert("x-forwarded-for", self.forwarded.parse().map_err(trouble)?);
        let (stream, _) = connect_async(request).await.map_err(trouble)?;
        let mut line = Line { stream, next: 1 };
        line.hear().await?;
        Ok(line)
    }
}

pub struct Line {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
}

impl Line {
    async fn hear(&mut self) -> Result<Value, Trouble> {
        loop {
            match self.stream.next().await.ok_or("the line ended")?.map_err(trouble)? {
                Message::Text(text) => return serde_json::from_str(&text).map_err(trouble),
                Message::Close(_) => return Err("the line was closed".into()),
                _ => {}
            }
        }
    }

    /// Makes a move; gives how many events are stored once it is acknowledged.
    pub async fn make(&mut self, text: &str) -> Result<u64, Trouble> {
        let number = self.next;
        self.next += 1;
        let order = json!({"n": number, "do": "move", "text": text}).to_string();
        self.stream.send(Message::Text(order.into())).await.map_err(trouble)?;
        loop {
            let answer = self.hear().await?;
            if answer["done"].as_u64().is_some_and(|done| done >= number) {
                return answer["state"]["number"].as_u64().ok_or_else(|| answer.to_string());
            }
        }
    }
}
