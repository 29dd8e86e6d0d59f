//! A connection whose other side must read: what cannot be written for too long is given up. Without this, one
//! who asks for a page and never takes it would stay for ever. While nothing waits to be written it costs nothing.
//! And a large answer goes out in pieces, with others between them: to hand a megabyte to the system takes
//! more than a millisecond.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// So long the other side may take nothing at all.
const PATIENCE: Duration = Duration::from_secs(20);

/// Bytes that are written at once, and in a row before others have their turn.
const PIECE: usize = 64 << 10;
const IN_A_ROW: usize = 2 * PIECE;

#[derive(Debug)]
pub struct Patient<S> {
    stream: S,
    /// Bytes written since others had their turn.
    written: usize,
    patience: Duration,
    /// Runs while something waits to be written.
    until: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub const fn new(stream: S) -> Self {
        Patient { stream, written: 0, patience: PATIENCE, until: None }
    }

    /// Is it the others' turn? Then this one is called again at once.
    fn gives_way(&mut self, context: &Context<'_>) -> bool {
        if self.written < IN_A_ROW {
            return false;
        }
        self.written = 0;
        context.waker().wake_by_ref();
        true
    }

    fn judge<T>(&mut self, wrote: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if wrote.is_ready() {
            self.until = None;
            return wrote;
        }
        let patience = self.patience;
        let until = self.until.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(until.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.gives_way(context) {
            return Poll::Pending;
        }
        let wrote = Pin::new(&mut self.stream).poll_write(context, &bytes[..bytes.len().min(PIECE)]);
        if let Poll::Ready(Ok(count)) = &wrote {
            self.written += count;
        }
        self.judge(wrote, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let total: usize = slices.iter().map(|slice| slice.len()).sum();
        if total > PIECE {
            let first = slices.iter().find(|slice| !slice.is_empty());
            return self.poll_write(context, first.map_or(&[], |slice| slice));
        }
        if self.gives_way(context) {
            return Poll::Pending;
        }
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        if let Poll::Ready(Ok(count)) = &wrote {
            self.written += count;
        }
        self.judge(wrote, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn who_never_reads_is_given_up_and_who_reads_slowly_is_not() {
        let (near, mut far) = tokio::io::duplex(64);
        let mut patient = Patient { patience: Duration::from_millis(100), ..Patient::new(near) };
        let slow = tokio::spawn(async move {
            let mut piece = [0; 64];
            for _ in 0..4 {
                sleep(Duration::from_millis(50)).await;
                far.read_exact(&mut piece).await.unwrap();
            }
            far
        });
        patient.write_all(&[1; 256]).await.expect("slowly, but it was read");
        let _far = slow.await.unwrap();
        let error = patient.write_all(&[1; 256]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
