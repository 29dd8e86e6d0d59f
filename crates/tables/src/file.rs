//! One table in one file: a head of 64 bytes (mark, length, checksum, checksum of the name), then the
//! bytes as they are used.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::Arc;

use ingenio_core::Table;
use memmap2::Mmap;

const MARK: &[u8; 8] = b"INGENIO1";
const HEAD: usize = 64;

/// The bytes of a mapped file after its head.
struct Mapped(Mmap);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0[HEAD..]
    }
}

/// What a look at a file found.
pub enum Found {
    Sound(Table),
    /// Damaged, cut short, of another name, or not to be read.
    Damaged,
    Missing,
}

/// Maps a file and checks it. One look decides between missing and damaged: asked a second time, a
/// file that another process finished in between would be there, and taken for damaged.
pub fn open(path: &Path, name: &str) -> Found {
    match File::open(path) {
        Ok(file) => checked(&file, name).map_or(Found::Damaged, Found::Sound),
        Err(error) if error.kind() == ErrorKind::NotFound => Found::Missing,
        // A part of the path is a file: nothing can be there.
        Err(error) if error.kind() == ErrorKind::NotADirectory => Found::Missing,
        Err(_) => Found::Damaged,
    }
}

fn checked(file: &File, name: &str) -> Option<Table> {
    let mapped = Mapped(map(file).ok()?);
    let head = mapped.0.first_chunk()?;
    let content = mapped.as_ref();
    let sound = belongs(head, name, content.len() as u64) && field(head, 16) == checksum(content);
    sound.then(|| Arc::new(mapped) as Table)
}

/// Does a file have the right name and length? Cheap: its content is not looked at.
pub fn looks_sound(path: &Path, name: &str) -> bool {
    let read = || {
        let mut file = File::open(path).ok()?;
        let mut head = [0; HEAD];
        file.read_exact(&mut head).ok()?;
        let length = file.metadata().ok()?.len().checked_sub(HEAD as u64)?;
        Some(belongs(&head, name, length))
    };
    read().unwrap_or(false)
}

fn belongs(head: &[u8; HEAD], name: &str, length: u64) -> bool {
    &head[..8] == MARK && field(head, 8) == length && field(head, 24) == checksum(name.as_bytes())
}

fn field(head: &[u8; HEAD], at: usize) -> u64 {
    u64::from_le_bytes(head[at..at + 8].try_into().expect("eight bytes"))
}

#[allow(unsafe_code, reason = "mapping a file is the point of this crate; see SAFETY")]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: a map is undefined if someone changes the file below it. Files of the folder are never
    // changed: they are written under another name, renamed, and only removed, which leaves maps
    // intact. Whoever writes into them by hand can make a search answer wrongly, and the referee
    // then says so; the bytes are only read as plain numbers, and every look-up is bounds-checked.
    unsafe { Mmap::map(file) }
}

/// Writes a file under another name and renames it when it is complete.
pub fn write(path: &Path, name: &str, content: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().ok_or_else(|| Error::other("no folder"))?;
    std::fs::create_dir_all(folder)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let draft = folder.join(format!("{stem}.{}-{number}.new", std::process::id()));
    let written = write_draft(&draft, name, content).and_then(|()| std::fs::rename(&draft, path));
    if written.is_err() {
        // Half a file helps nobody; that it cannot be removed either changes nothing.
        let _ = std::fs::remove_file(&draft);
    }
    written
}

/// Drafts of one process have names of their own.
static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

fn write_draft(draft: &Path, name: &str, content: &[u8]) -> std::io::Result<()> {
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(MARK);
    head[8..16].copy_from_slice(&(content.len() as u64).to_le_bytes());
    head[16..24].copy_from_slice(&checksum(content).to_le_bytes());
    head[24..32].copy_from_slice(&checksum(name.as_bytes()).to_le_bytes());
    let mut file = File::create(draft)?;
    file.write_all(&head)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Finds accidents, not malice; four lanes, so that it is as fast as the disk.
fn checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let mut lanes = [1u64, 2, 3, 4];
    let mut chunks = bytes.chunks_exact(32);
    for chunk in &mut chunks {
        for (lane, bytes) in lanes.iter_mut().zip(chunk.chunks_exact(8)) {
            *lane = mix(*lane, word(bytes));
        }
    }
    let rest = chunks.remainder().iter().fold(bytes.len() as u64, |sum, byte| mix(sum, u64::from(*byte)));
    lanes.into_iter().fold(rest, mix)
}
