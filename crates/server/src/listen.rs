//! Connections: each is served by itself, must say what it wants in good time, and is let to end when the
//! server stops.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tower::Service;

/// Who has not said what they want after this time never will.
const HEADERS: Duration = Duration::from_secs(10);
/// Answers under way may take this long when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// Connections at once; more wait to be accepted.
const MOST: usize = 20_000;

/// Of these one address has at most so many, unless it is this machine's, where a proxy may be.
const MOST_OF_ONE: usize = 2000;

/// Connections by address.
type Guests = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// One connection of an address, as long as it lasts.
struct Guest(Guests, IpAddr);

impl Guest {
    fn enter(guests: &Guests, address: IpAddr) -> Option<Self> {
        let mut counts = guests.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= MOST_OF_ONE && !address.is_loopback() {
            return None;
        }
        *count += 1;
        drop(counts);
        Some(Guest(guests.clone(), address))
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = counts.entry(self.1) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
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

pub async fn serve(listener: TcpListener, router: Router, until: impl Future<Output = ()>) {
    let mut make = router.into_make_service_with_connect_info::<SocketAddr>();
    let (graceful, places) = (GracefulShutdown::new(), Arc::new(Semaphore::new(most_connections())));
    let guests = Guests::default();
    // Without TLS there is no second version of HTTP to speak, and to wait for it would have no end.
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS);
    tokio::pin!(until);
    loop {
        let next = async { (places.clone().acquire_owned().await, accept(&listener).await) };
        let (place, (stream, address)) = tokio::select! {
            () = &mut until => break,
            next = next => next,
        };
        let Some(guest) = Guest::enter(&guests, address.ip()) else { continue };
        let Ok(service) = make.call(address).await;
        let service = TowerToHyperService::new(service);
        let (builder, watcher) = (builder.clone(), graceful.watcher());
        tokio::spawn(async move {
            // The time for headers begins with their first line; for that line there is a time, too.
            if timeout(HEADERS, has_spoken(&stream)).await == Ok(true) {
                let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
                // A broken connection is the other side's affair.
                let _ = watcher.watch(connection.into_owned()).await;
            }
            drop((place, guest));
        });
    }
    drop(listener);
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
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
