//! Is it well, and how much goes on: for those who watch over a server.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::config::Workers;
use crate::watchdog::Watchdog;

#[derive(Debug)]
pub struct Health {
    begun: Instant,
    answers: [AtomicU64; 6],
    lines: AtomicU64,
    /// Over those who answer, lines included, and over connections as a whole: reading, answering, packing.
    pub handlers: Watchdog,
    pub connections: Watchdog,
}

impl Default for Health {
    fn default() -> Self {
        Health {
            begun: Instant::now(),
            answers: Default::default(),
            lines: AtomicU64::new(0),
            handlers: Watchdog::default(),
            connections: Watchdog::default(),
        }
    }
}

impl Health {
    pub fn answered(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).min(5);
        self.answers[class].fetch_add(1, Ordering::Relaxed);
    }

    pub fn line_opened(&self) {
        self.lines.fetch_add(1, Ordering::Relaxed);
    }

    pub fn line_closed(&self) {
        self.lines.fetch_sub(1, Ordering::Relaxed);
    }
}

/// `ok` if the store answers.
#[utoipa::path(get, path = "/health", tag = "watch", responses((status = 200, body = String), (status = 503, body = String)))]
pub async fn health(State(app): State<App>) -> Response {
    match app.store.answers().await {
        Ok(()) => (StatusCode::OK, "ok\n").into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n").into_response(),
    }
}

/// Figures in the text form that Prometheus reads.
#[utoipa::path(get, path = "/metrics", tag = "watch", responses((status = 200, body = String)))]
pub async fn metrics(State(app): State<App>) -> Response {
    let health = &app.health;
    let mut text = String::new();
    let mut put = |name: &str, kind: &str, about: &str, rows: Vec<(String, String)>| {
        text += &format!("# HELP ingenio_{name} {about}\n# TYPE ingenio_{name} {kind}\n");
        text.extend(rows.iter().map(|(labels, value)| format!("ingenio_{name}{labels} {value}\n")));
    };
    let one = |value: &dyn ToString| vec![(String::new(), value.to_string())];
    put("uptime_seconds", "counter", "Time since the start.", one(&health.begun.elapsed().as_secs_f64()));
    let classes = (1..6).map(|class| {
        (format!("{{class=\"{class}xx\"}}"), health.answers[class].load(Ordering::Relaxed).to_string())
    });
    put("answers_total", "counter", "Answers to requests.", classes.collect());
    put("lines", "gauge", "Live lines that are open.", one(&health.lines.load(Ordering::Relaxed)));
    let dogs = [("handlers", &health.handlers), ("connections", &health.connections)];
    let of_dogs = |figure: &dyn Fn(&Watchdog) -> String| {
        dogs.map(|(who, dog)| (format!("{{who=\"{who}\"}}"), figure(dog))).to_vec()
    };
    put("polls_total", "counter", "Stretches of work.", of_dogs(&|dog| dog.polls().to_string()));
    put(
        "long_polls_total",
        "counter",
        "Stretches of work of more than a millisecond of processor time on a thread that answers.",
        of_dogs(&|dog| dog.too_long().to_string()),
    );
    let longest = dogs.map(|(who, dog)| {
        let (seconds, what) = dog.longest();
        (format!("{{who=\"{who}\",what={what:?}}}"), format!("{seconds:.6}"))
    });
    put("longest_poll_seconds", "gauge", "The longest stretch of work.", longest.to_vec());
    put("open_plays", "gauge", "Plays in memory.", one(&app.lives.count().await));
    put("servers", "gauge", "Servers of this site.", one(&app.neighbours.count()));
    if let Workers::Database { version } = &app.config.workers {
        let (queued, workers) = (app.store.open_jobs().await, app.store.job_workers(version).await);
        if let (Ok(queued), Ok(workers)) = (queued, workers) {
            put("queued_jobs", "gauge", "Solver jobs of all servers that run or wait.", one(&queued));
            put("workers", "gauge", "Workers that take solver jobs of this version.", one(&workers.fitting));
        }
    }
    put("solver_jobs", "gauge", "Solver jobs that run or wait.", one(&app.solving.count()));
    if let Ok(counts) = app.store.counts().await {
        let stored = [
            ("accounts", counts.accounts),
            ("guests", counts.guests),
            ("sessions", counts.sessions),
            ("levels", counts.levels),
            ("plays", counts.plays),
            ("events", counts.events),
            ("records", counts.records),
            ("runs", counts.runs),
        ];
        let rows = stored.map(|(what, count)| (format!("{{what=\"{what}\"}}"), count.to_string()));
        put("stored", "gauge", "What the store holds.", rows.to_vec());
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
