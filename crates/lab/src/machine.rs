//! On which machine and with which program a run was made: enough to judge a figure by, nothing that
//! tells who owns it.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ingenio_core::Message;
use sha2::{Digest, Sha256};

use crate::known_again::known_again;
use crate::words;

/// Milliseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// `Some Processor 3.2 GHz, 2 cores, 24 GiB, Linux 6.1`.
pub fn machine() -> String {
    let processor =
        field("/proc/cpuinfo", "model name").map_or_else(|| words::SOME_PROCESSOR.say(), Message::told);
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    // All of them, also where this process may use some only.
    let cores = processors.lines().filter(|line| line.starts_with("processor")).count().max(1);
    let memory =
        field("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    let memory = memory.map_or(0, |kibibytes| (kibibytes + (1 << 19)) >> 20);
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let kernel: String =
        kernel.chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
    let said = words::MACHINE.with("processor", processor).with("cores", cores).with("memory", memory);
    said.with("kernel", kernel.trim_end_matches('.')).english()
}

/// The same for a reader, from what a run has kept.
pub fn said_machine(kept: &str) -> Message {
    known_again(&Message::told(kept))
}

fn field(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let mut fields = text.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
}

/// The first part of a program holds the build id, by which the linker sums up all the rest.
const HEAD: u64 = 64 << 10;

/// Which build of ours it was: the commit, and a hash of the program, for the commit does not tell what was
/// changed since. Of the program its length and its head are taken: all of it would cost every start of a
/// runner half a second.
pub fn build(commit: &str, program: &Path) -> String {
    let mut head = Vec::new();
    let length = File::open(program).and_then(|file| {
        let length = file.metadata()?.len();
        file.take(HEAD).read_to_end(&mut head)?;
        Ok(length)
    });
    head.extend(length.unwrap_or(0).to_le_bytes());
    words::BUILD.with("commit", commit).with("hash", &hex(&Sha256::digest(head))[..12]).english()
}

/// The same for a reader, from what a run has kept.
pub fn said_build(kept: &str) -> Message {
    let parts = kept.strip_suffix(')').and_then(|kept| kept.split_once(" (build "));
    parts.map_or_else(
        || Message::told(kept),
        |(commit, hash)| words::BUILD.with("commit", commit).with("hash", hash),
    )
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
