//! What a program prints: lines of standard output as they come, the end of standard error.

use std::io::{ErrorKind, Read};

/// What became of a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Open,
    Closed,
}

const CHUNK: usize = 64 << 10;

/// Cuts a stream into lines. A line that is not finished waits for its end.
#[derive(Debug, Default)]
pub struct Lines {
    pending: Vec<u8>,
    /// Bytes seen so far.
    pub seen: u64,
}

impl Lines {
    /// Reads what is there and tells the lines that are complete, up to the limit of bytes.
    pub fn read(&mut self, pipe: &mut impl Read, limit: u64, tell: &mut dyn FnMut(&str)) -> Flow {
        let mut chunk = vec![0; CHUNK];
        while self.seen <= limit {
            match pipe.read(&mut chunk) {
                Ok(0) => return Flow::Closed,
                Ok(count) => {
                    self.seen += count as u64;
                    self.pending.extend(&chunk[..count]);
                    self.tell_complete(tell);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Flow::Open,
                Err(_) => return Flow::Closed,
            }
        }
        Flow::Open
    }

    fn tell_complete(&mut self, tell: &mut dyn FnMut(&str)) {
        let mut told = 0;
        while let Some(length) = self.pending[told..].iter().position(|byte| *byte == b'\n') {
            tell(&String::from_utf8_lossy(&self.pending[told..told + length]));
            told += length + 1;
        }
        self.pending.drain(..told);
    }

    /// The last line may lack its end.
    pub fn finish(self, tell: &mut dyn FnMut(&str)) {
        if !self.pending.is_empty() {
            tell(&String::from_utf8_lossy(&self.pending));
        }
    }
}

/// The last part of a stream: programs say last why they fail.
#[derive(Debug, Default)]
pub struct Tail {
    bytes: Vec<u8>,
}

const TAIL: usize = 16 << 10;

impl Tail {
    pub fn read(&mut self, pipe: &mut impl Read) -> Flow {
        let mut chunk = vec![0; CHUNK];
        loop {
            match pipe.read(&mut chunk) {
                Ok(0) => return Flow::Closed,
                Ok(count) => {
                    self.bytes.extend(&chunk[..count]);
                    let excess = self.bytes.len().saturating_sub(TAIL);
                    self.bytes.drain(..excess);
                    if count < CHUNK {
                        return Flow::Open;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Flow::Open,
                Err(_) => return Flow::Closed,
            }
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_and_the_last_may_lack_its_end() {
        let mut told = Vec::new();
        let mut lines = Lines::default();
        let mut tell = |line: &str| told.push(line.to_owned());
        lines.read(&mut &b"one\ntw"[..], 100, &mut tell);
        lines.read(&mut &b"o\n\nthr"[..], 100, &mut tell);
        assert_eq!(lines.seen, 12);
        lines.finish(&mut tell);
        assert_eq!(told, ["one", "two", "", "thr"]);
    }

    #[test]
    fn of_a_long_complaint_the_end_is_kept() {
        let mut tail = Tail::default();
        let text = "x".repeat(TAIL) + "the end";
        tail.read(&mut text.as_bytes());
        assert_eq!(tail.text().len(), TAIL);
        assert!(tail.text().ends_with("the end"));
    }
}
