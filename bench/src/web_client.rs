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
    /// None where another process started it.
    child: Option<Child>,
    pub address: String,
}

impl Server {
    /// Starts the program that lies beside this one, and waits until it listens.
    pub fn start(database: &Path, listen: &str, flags: &[&str]) -> Result<Self, Trouble> {
        let program = std::env::current_exe().map_err(trouble)?.with_file_name("ingenio");
        let mut command = Command::new(&program);
        command.args(["serve", "--listen", listen]).args(flags);
        let child = command.arg("--database").arg(database).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{}: {error}; build it first", program.display()))?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).map_err(trouble)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.ok_or_else(|| format!("the server said: {line}"))?.to_owned();
        Ok(Server { child: Some(child), address })
    }

    /// One that is there already.
    pub fn at(address: &str) -> Self {
        Server { child: None, address: address.to_owned() }
    }

    fn id(&self) -> String {
        self.child.as_ref().map_or_else(String::new, |child| child.id().to_string())
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Bytes of it that are in memory.
    pub fn resident(&self) -> Result<u64, Trouble> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).map_err(trouble)?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no figure")?;
        let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().map_err(trouble)?;
        Ok(kilobytes << 10)
    }

    /// kill -9, also while others hold the handle.
    pub fn kill_now(&self) {
        let _ = Command::new("kill").args(["-9", &self.id()]).status();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
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
    pub fn client() -> reqwest::Client {
        reqwest::Client::new()
    }

    /// Somebody who has not asked for anything yet.
    pub fn stranger(number: usize) -> Self {
        Self::with_client(&Self::client(), number)
    }

    fn with_client(client: &reqwest::Client, number: usize) -> Self {
        let forwarded = format!("10.{}.{}.{}", number >> 16 & 255, number >> 8 & 255, number & 255);
        let (cookie, key, level) = (String::new(), String::new(), String::new());
        Player { client: client.clone(), forwarded, cookie, key, level }
    }

    /// Opens a level and begins a play of it as a guest.
    pub async fn begin(server: &Server, number: usize, text: &str) -> Result<Self, Trouble> {
        Self::begin_with(&Self::client(), server, number, text).await
    }

    /// The same over connections that many share.
    pub async fn begin_with(
        client: &reqwest::Client,
        server: &Server,
        number: usize,
        text: &str,
    ) -> Result<Self, Trouble> {
        let mut player = Self::with_client(client, number);
        let (_, level) = player.post(server, "/api/levels", &json!({"text": text})).await?;
        let level = level["id"].as_str().ok_or_else(|| level.to_string())?.to_owned();
        player.open(server, &level).await?;
        Ok(player)
    }

    /// Begins a play of a level; gives the status.
    pub async fn open(&mut self, server: &Server, level: &str) -> Result<u16, Trouble> {
        level.clone_into(&mut self.level);
        let (status, play) = self.post(server, "/api/plays", &json!({"level": level})).await?;
        play["key"].as_str().ok_or_else(|| play.to_string())?.clone_into(&mut self.key);
        Ok(status)
    }

    /// Asks for something; cookies that come back are kept. Gives the status and the body.
    pub async fn post(&mut self, server: &Server, path: &str, body: &Value) -> Result<(u16, Value), Trouble> {
        let request = self.client.post(server.url(path)).header("x-forwarded-for", &self.forwarded);
        let response = request.header("cookie", &self.cookie).json(body).send().await.map_err(trouble)?;
        let set = response.headers().get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
        let mut set = set.filter_map(|set| set.split(';').next());
        if let Some(cookie) = set.find(|cookie| cookie.starts_with("ingenio=")) {
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

    /// The status of what lies there; all of it is read.
    pub async fn status(&self, server: &Server, path: &str) -> Result<u16, Trouble> {
        let request = self.client.get(server.url(path)).header("x-forwarded-for", &self.forwarded);
        let response = request.header("cookie", &self.cookie).send().await.map_err(trouble)?;
        let status = response.status().as_u16();
        response.bytes().await.map_err(trouble)?;
        Ok(status)
    }

    /// A line whose greeting is heard, but not understood.
    pub async fn deaf_line(&self, server: &Server, tab: &str) -> Result<Line, Trouble> {
        let mut line = self.connect(server, tab).await?;
        line.hear_out().await?;
        Ok(line)
    }

    pub async fn line(&self, server: &Server, tab: &str) -> Result<Line, Trouble> {
        let mut line = self.connect(server, tab).await?;
        line.hear().await?;
        Ok(line)
    }

    /// A line, and how many events of the play are stored.
    pub async fn line_with_number(&self, server: &Server, tab: &str) -> Result<(Line, u64), Trouble> {
        let (address, key, level) = (&server.address, &self.key, &self.level);
        let mut line =
            self.connect_to(format!("ws://{address}/api/plays/{key}/live?tab={tab}&level={level}")).await?;
        let board = line.hear().await?;
        let number = board["state"]["number"].as_u64().ok_or_else(|| board.to_string())?;
        Ok((line, number))
    }

    /// The text that lies there.
    pub async fn text(&self, server: &Server, path: &str) -> Result<String, Trouble> {
        let request = self.client.get(server.url(path)).header("x-forwarded-for", &self.forwarded);
        let response = request.header("cookie", &self.cookie).send().await.map_err(trouble)?;
        response.text().await.map_err(trouble)
    }

    /// Hears a stream of events until it ends.
    pub async fn follow(&self, server: &Server, path: &str) -> Result<(), Trouble> {
        let request = self.client.get(server.url(path)).header("x-forwarded-for", &self.forwarded);
        let mut response = request.header("cookie", &self.cookie).send().await.map_err(trouble)?;
        while response.chunk().await.map_err(trouble)?.is_some() {}
        Ok(())
    }

    /// On it seats and progress are told, not moves.
    pub async fn race_line(&self, server: &Server, code: &str) -> Result<Line, Trouble> {
        self.connect_to(format!("ws://{}/api/races/{code}/live", server.address)).await
    }

    async fn connect(&self, server: &Server, tab: &str) -> Result<Line, Trouble> {
        self.connect_to(format!("ws://{}/api/plays/{}/live?tab={tab}", server.address, self.key)).await
    }

    async fn connect_to(&self, address: String) -> Result<Line, Trouble> {
        let mut request = address.into_client_request().map_err(trouble)?;
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse().map_err(trouble)?);
        headers.insert("x-forwarded-for", self.forwarded.parse().map_err(trouble)?);
        let (stream, _) = connect_async(request).await.map_err(trouble)?;
        Ok(Line { stream, next: 1 })
    }
}

pub struct Line {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
}

impl Line {
    async fn hear(&mut self) -> Result<Value, Trouble> {
        let mut parts = String::new();
        loop {
            match self.stream.next().await.ok_or("the line ended")?.map_err(trouble)? {
                // A long answer comes in parts.
                Message::Text(text) if text.starts_with('+') => parts += &text[1..],
                Message::Text(text) => {
                    parts += text.strip_prefix('=').unwrap_or(&text);
                    return serde_json::from_str(&parts).map_err(trouble);
                }
                Message::Close(_) => return Err("the line was closed".into()),
                _ => {}
            }
        }
    }

    /// The end of an answer.
    async fn hear_out(&mut self) -> Result<(), Trouble> {
        loop {
            match self.stream.next().await.ok_or("the line ended")?.map_err(trouble)? {
                Message::Text(text) if !text.starts_with('+') => return Ok(()),
                Message::Close(_) => return Err("the line was closed".into()),
                _ => {}
            }
        }
    }

    /// Tries a move and waits for whatever is said of it.
    pub async fn try_make(&mut self, text: &str) -> Result<(), Trouble> {
        let number = self.order(text).await?;
        loop {
            if self.hear().await?["done"].as_u64().is_some_and(|done| done >= number) {
                return Ok(());
            }
        }
    }

    /// Only listens, and answers when the server asks whether anybody is there.
    pub async fn look_on(mut self) {
        while self.hear().await.is_ok() {}
    }

    /// Only listens, and counts what comes.
    pub async fn count_news(mut self, count: &std::sync::atomic::AtomicU64) {
        while self.hear_out().await.is_ok() {
            count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
    }

    async fn order(&mut self, text: &str) -> Result<u64, Trouble> {
        let number = self.next;
        self.next += 1;
        let order = json!({"n": number, "do": "move", "text": text}).to_string();
        self.stream.send(Message::Text(order.into())).await.map_err(trouble)?;
        Ok(number)
    }

    /// Makes a move; gives how many events are stored once it is acknowledged.
    pub async fn make(&mut self, text: &str) -> Result<u64, Trouble> {
        let number = self.order(text).await?;
        loop {
            let answer = self.hear().await?;
            if answer["done"].as_u64().is_some_and(|done| done >= number) {
                return answer["state"]["number"].as_u64().ok_or_else(|| answer.to_string());
            }
        }
    }
}
