//! Connections: each is served by itself, must say what it wants in good time, and is let to end when the
//! server stops.

use std::net::SocketAddr;
use std::sync::Arc;
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

pub async fn serve(listener: TcpListener, router: Router, until: impl Future<Output = ()>) {
    let mut make = router.into_make_service_with_connect_info::<SocketAddr>();
    let (graceful, places) = (GracefulShutdown::new(), Arc::new(Semaphore::new(MOST)));
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS);
    tokio::pin!(until);
    loop {
        let place = places.clone().acquire_owned().await;
        let (stream, address) = tokio::select! {
            () = &mut until => break,
            accepted = accept(&listener) => accepted,
        };
        let Ok(service) = make.call(address).await;
        let service = TowerToHyperService::new(service);
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            // A broken connection is the other side's affair.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
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
