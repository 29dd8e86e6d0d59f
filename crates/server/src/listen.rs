//! Connections: each is served by itself, must say what it wants in good time, and is let to end when the
//! server stops.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;
use tower::{Layer, Service};

use crate::app::App;
use crate::patient::Patient;
use crate::seats::{Seat, Seats};
use crate::visitor::neighbourhood;
use crate::watchdog::watched;

/// Who has not said what they want after this time never will.
const HEADERS: Duration = Duration::from_secs(10);
/// Answers under way may take this long when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// Connections at once; more wait to be accepted.
const MOST: usize = 20_000;
/// Bytes that a connection keeps of what it reads or writes.
const MOST_BUFFERED: usize = 64 << 10;

/// Connections of one network, and those of it that wait for one of them to end.
#[derive(Clone, Debug)]
struct Networks {
    open: Seats<IpAddr>,
    waiting: Seats<IpAddr>,
    most: usize,
}

/// How long one waits, and how often one looks.
const PATIENCE: Duration = Duration::from_mins(1);
const LOOKS: Duration = Duration::from_millis(50);
/// So many may wait for each seat there is.
const WAITING_PER_SEAT: usize = 5;

impl Networks {
    /// A seat for a connection. A whole school may come at once: who finds none waits a while for one, and as long
    /// as somebody waits, those who have one are asked to leave it after their answer (`guard.rs`).
    async fn seat(&self, address: IpAddr) -> Option<Seat<IpAddr>> {
        let network = neighbourhood(address);
        if let Some(seat) = self.open.take(network, self.most) {
            return Some(seat);
        }
        let _waiting = self.waiting.take(network, self.most.saturating_mul(WAITING_PER_SEAT))?;
        for _ in 0..PATIENCE.as_millis() / LOOKS.as_millis() {
            tokio::time::sleep(LOOKS).await;
            if let Some(seat) = self.open.take(network, self.most) {
                return Some(seat);
            }
        }
        None
    }
}

/// Every connection needs a file: as many as the system allows, and some for the store.
fn most_connections() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let files =
        getrlimit(Resource::Nofile).current.map_or(MOST, |files| usize::try_from(files).unwrap_or(MOST));
    files.saturating_sub(100).clamp(16, MOST)
}

/// Serves until it is told to stop.
pub async fn serve(listener: TcpListener, app: &App, router: Router, until: impl Future<Output = ()>) {
    let mut make = router.into_make_service_with_connect_info::<SocketAddr>();
    let places = Arc::new(Semaphore::new(most_connections()));
    // Whoever still holds the other end when the server stops is under way.
    let (stop, under_way) = watch::channel(());
    // What comes through a proxy has the proxy's address: the proxy counts connections then.
    let most = if app.config.behind_proxy { usize::MAX } else { app.config.connections };
    let networks = Networks { open: Seats::default(), waiting: app.crowded.clone(), most };
    tokio::pin!(until);
    loop {
        let next = async { (places.clone().acquire_owned().await, accept(&listener).await) };
        let (place, (stream, address)) = tokio::select! {
            () = &mut until => break,
            next = next => next,
        };
        let Ok(place) = place else { break };
        let Ok(service) = make.call(address).await;
        // A line lasts longer than the request that asks for it, and needs the place as long.
        let service = Extension(Arc::new(place)).layer(service);
        let (networks, app, mut stopped) = (networks.clone(), app.clone(), under_way.clone());
        tokio::spawn(async move {
            let Some(seat) = networks.seat(address.ip()).await else { return };
            // The time for headers begins with their first line; for that line there is a time, too.
            if timeout(HEADERS, has_spoken(&stream)).await == Ok(true) {
                let (stream, service) =
                    (TokioIo::new(Patient::new(stream)), TowerToHyperService::new(service));
                let mut connection =
                    std::pin::pin!(builder().serve_connection(stream, service).with_upgrades());
                let served = async {
                    tokio::select! {
                        served = connection.as_mut() => served,
                        _ = stopped.changed() => {
                            connection.as_mut().graceful_shutdown();
                            connection.await
                        }
                    }
                };
                // A broken connection is the other side's affair.
                drop(watched(&app.health.connections, "connection", served).await);
            }
            drop(seat);
        });
    }
    drop(listener);
    drop(under_way);
    let _ = stop.send(());
    let _ = timeout(FAREWELL, stop.closed()).await;
}

/// Without TLS there is no second version of HTTP to speak, and to wait for it would have no end.
fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(MOST_BUFFERED);
    builder
}

/// Waits for as many bytes as the shortest request has in its first line; false if the other side has gone.
async fn has_spoken(stream: &TcpStream) -> bool {
    let mut line = [0; "GET / HTTP/1.1\r\n".len()];
    loop {
        match stream.peek(&mut line).await {
            Ok(count) if count == line.len() => return true,
            // What has come stays readable, so that the rest cannot be waited for but by looking again.
            Ok(1..) => tokio::time::sleep(Duration::from_millis(20)).await,
            Ok(0) | Err(_) => return false,
        }
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                // Moves are small and must not wait for company.
                let _ = stream.set_nodelay(true);
                return (stream, address);
            }
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                // Out of file descriptors, most likely: others must end first.
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}
