//! An edition without a server: the same pages, scripts, modules and packs as files, which any host can serve from
//! any folder. Pages are asked of the same routes that a server answers; their addresses become relative, and what
//! needs a server is not in them (`Visitor::alone`).

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use ingenio_catalog::PUZZLES;
use ingenio_core::{Language, Message};
use ingenio_lessons::LESSONS;
use ingenio_store::Store;
use ingenio_workshop::Shelf;
use tower::ServiceExt;

use crate::app::{App, router};
use crate::assets::{self, address, script_address};
use crate::config::Config;
use crate::{seed, words};

/// What shows that a folder is such an edition, which a later one may take the place of.
const MARK: &str = "ingenio-site.txt";
/// Asked as often as there is something to write.
const UNLIMITED: u32 = 1_000_000;

/// What was written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    pub files: usize,
    pub bytes: u64,
}

/// Writes the edition for readers of a language into a folder; `tell` hears how many files of how many are written.
/// The folder changes at the end, all at once, so that whoever reads it meanwhile finds one edition or the other.
pub fn write_site(
    config: Config,
    reader: Language,
    folder: &Path,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Written, Message> {
    if config.rules.is_empty() || config.engines.is_empty() {
        return Err(words::SITE_WITHOUT_MODULES.say());
    }
    let not_written = |error: io::Error| words::SITE_NOT_WRITTEN.with("error", error);
    let place = Folder::prepare(folder)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(not_written)?;
    let written = runtime.block_on(async {
        let database = place.database();
        let config = Config { alone: true, requests_per_second: UNLIMITED, database, ..config };
        let (rules, engines) = (config.rules, config.engines);
        let store = Store::open(&config.database).await.map_err(|trouble| trouble.message())?;
        let app = App::new(config, store).map_err(|problem| problem.message().clone())?;
        seed::records(app.clone()).await;
        let site = Site::new(&app, reader);
        let modules = [("rules", rules), ("engines", engines)];
        site.write(&place, &modules, tell).await
    });
    runtime.shutdown_background();
    let written = written?;
    place.swap().map_err(not_written)?;
    Ok(written)
}

struct Site {
    router: Router,
    reader: Language,
    /// The addresses of what a server answers, and of the modules.
    addresses: Vec<String>,
    modules: Vec<String>,
    /// Every file there will be.
    files: HashSet<String>,
}

impl Site {
    fn new(app: &App, reader: Language) -> Self {
        let addresses: Vec<String> = pages(app).chain(assets_of(reader)).chain(pictures(app)).collect();
        let modules: Vec<String> =
            [&app.rules, &app.engines].iter().filter_map(|one| one.address()).collect();
        let files = addresses.iter().chain(&modules).map(|address| file_of(address)).collect();
        Site { router: router(app), reader, addresses, modules, files }
    }

    async fn write(
        &self,
        place: &Folder,
        modules: &[(&str, &[u8])],
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Written, Message> {
        let mut written = Written::default();
        let all = self.addresses.len() + self.modules.len() + 1;
        let mut keep = |file: &str, bytes: &[u8]| -> Result<(), Message> {
            place.write(file, bytes)?;
            written.files += 1;
            written.bytes += bytes.len() as u64;
            tell(written.files, all);
            Ok(())
        };
        for ((_, packed), address) in modules.iter().zip(&self.modules) {
            keep(&file_of(address), &zipped(packed).map_err(broken)?)?;
        }
        for address in &self.addresses {
            let file = file_of(address);
            let body = self.ask(address).await?;
            let is_page = Path::new(&file).extension().is_some_and(|ending| ending == "html");
            let body = if is_page { self.at_home(&file, &body)? } else { body };
            keep(&file, &body)?;
        }
        keep(MARK, self.reader.say(words::SITE_MARK).as_bytes())?;
        Ok(written)
    }

    /// What a server would answer.
    async fn ask(&self, address: &str) -> Result<Vec<u8>, Message> {
        let request = Request::get(address).header("cookie", format!("language={}", self.reader.code()));
        let request = request.body(Body::empty()).map_err(broken)?;
        let Ok(response) = self.router.clone().oneshot(request).await;
        if response.status() != StatusCode::OK {
            return Err(broken(format!("{address}: {}", response.status())));
        }
        Ok(to_bytes(response.into_body(), usize::MAX).await.map_err(broken)?.to_vec())
    }

    /// A page with the addresses of files, as seen from its own.
    fn at_home(&self, file: &str, page: &[u8]) -> Result<Vec<u8>, Message> {
        let up = "../".repeat(file.matches('/').count());
        let page = String::from_utf8_lossy(page);
        let mut written = String::with_capacity(page.len());
        let mut rest = &*page;
        while let Some(at) = rest.find("=\"/") {
            let (before, value) = (&rest[..at + 2], &rest[at + 2..]);
            let end = value.find('"').unwrap_or(value.len());
            written += before;
            let name = before[..at].rsplit(' ').next().unwrap_or_default();
            if LEADING.contains(&name) {
                written += &up;
                written += &self.relative(file, &value[..end])?;
            } else {
                written += &value[..end];
            }
            rest = &value[end..];
        }
        written += rest;
        Ok(written.into_bytes())
    }

    /// The file at an address, with what comes behind it.
    fn relative(&self, page: &str, address: &str) -> Result<String, Message> {
        let file = file_of(address);
        if !self.files.contains(&file) {
            return Err(broken(format!("{page} leads to {address}, which has no file")));
        }
        let behind = address.find(['?', '#']).map_or("", |at| &address[at..]);
        Ok(if file.starts_with("pictures/") { file } else { file + behind })
    }
}

/// Attributes that hold an address.
const LEADING: [&str; 6] = ["href", "src", "data-rules", "data-engines", "data-address", "data-picture"];

fn broken(what: impl std::fmt::Display) -> Message {
    words::SITE_NOT_WRITTEN.with("error", what)
}

/// The file of an address: pages end in `.html`, pictures have their colours in the name, modules are packed as every
/// browser can unpack them.
pub fn file_of(address: &str) -> String {
    let (path, behind) = address.find(['?', '#']).map_or((address, ""), |at| address.split_at(at));
    let path = path.trim_start_matches('/');
    if path.is_empty() {
        return "index.html".to_owned();
    }
    if let Some(level) = path.strip_prefix("api/levels/").and_then(|rest| rest.strip_suffix("/picture.svg")) {
        return format!("pictures/{level}-{}.svg", behind.trim_start_matches("?theme="));
    }
    if path.starts_with("modules/") {
        return format!("{path}.gz");
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file { path.to_owned() } else { format!("{path}.html") }
}

/// Every page, and the files that pages ask for by name.
fn pages(app: &App) -> impl Iterator<Item = String> {
    let library = &app.levels.library;
    let plain = [
        "/",
        "/help",
        "/open",
        "/new",
        "/edit",
        "/theatre",
        "/daily",
        "/plays",
        "/own",
        "/print",
        "/settings",
        "/lessons",
    ]
    .map(str::to_owned)
    .into_iter();
    let made = ["/packs.json", "/manifest.webmanifest", "/service-worker.js"].map(str::to_owned);
    let lessons = LESSONS.iter().map(|lesson| format!("/lessons/{}", lesson.name));
    let drawn = ingenio_lessons::pictures().map(|name| format!("/lessons/pictures/{name}"));
    let puzzles = PUZZLES.iter().map(|puzzle| puzzle.info().name);
    let puzzles = puzzles.flat_map(|name| ["puzzle", "shell", "learn"].map(|kind| format!("/{kind}/{name}")));
    let of_pack =
        |shelf: &Shelf| [format!("/pack/{}", shelf.name), format!("/solutions/{}.json", shelf.name)];
    let packs = library.shelves.iter().flat_map(of_pack);
    let plays = levels(app).map(|id| format!("/play/{id}"));
    plain.chain(made).chain(lessons).chain(drawn).chain(puzzles).chain(packs).chain(plays)
}

fn levels(app: &App) -> impl Iterator<Item = String> {
    let volumes = app.levels.library.shelves.iter().flat_map(|shelf| &shelf.levels);
    volumes.map(|volume| volume.level.id().to_string())
}

fn pictures(app: &App) -> impl Iterator<Item = String> {
    let of =
        |id: String| ["light", "dark"].map(|theme| format!("/api/levels/{id}/picture.svg?theme={theme}"));
    levels(app).flat_map(of)
}

fn assets_of(reader: Language) -> impl Iterator<Item = String> {
    let scripts = assets::scripts().map(move |name| script_address(reader, name));
    assets::others().map(|name| address(&name)).chain(scripts)
}

/// A module that was packed for our own server, packed for any.
fn zipped(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    brotli_decompressor::Decompressor::new(packed, 1 << 16).read_to_end(&mut plain)?;
    let mut zip = GzEncoder::new(Vec::new(), Compression::best());
    zip.write_all(&plain)?;
    zip.finish()
}

/// The folder of an edition, and a room beside it where it is written first.
struct Folder {
    last: PathBuf,
    room: PathBuf,
}

impl Folder {
    fn prepare(folder: &Path) -> Result<Self, Message> {
        let said = |error: io::Error| words::SITE_NOT_WRITTEN.with("error", error);
        let name =
            folder.file_name().ok_or_else(|| words::SITE_NO_NAME.say())?.to_string_lossy().into_owned();
        let is_ours = folder.join(MARK).is_file();
        let is_empty = !folder.exists() || fs::read_dir(folder).map_err(said)?.next().is_none();
        if !is_ours && !is_empty {
            return Err(words::SITE_FOLDER_TAKEN.with("folder", folder.display()));
        }
        let room = folder.with_file_name(format!(".{name}.new"));
        // Of a run that was broken off.
        if room.exists() {
            fs::remove_dir_all(&room).map_err(said)?;
        }
        fs::create_dir_all(room.join("site")).map_err(said)?;
        Ok(Folder { last: folder.to_owned(), room })
    }

    /// Where the records of the packs are kept meanwhile.
    fn database(&self) -> String {
        self.room.join("store.db").display().to_string()
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<(), Message> {
        let path = self.room.join("site").join(file);
        let folder = path.parent().unwrap_or(&self.room);
        let done = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
        done.map_err(|error| words::SITE_NOT_WRITTEN.with("error", error))
    }

    fn swap(&self) -> io::Result<()> {
        if self.last.exists() {
            fs::rename(&self.last, self.room.join("old"))?;
        }
        fs::rename(self.room.join("site"), &self.last)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is removed by the next one.
        let _ = fs::remove_dir_all(&self.room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_its_file() {
        assert_eq!(file_of("/"), "index.html");
        assert_eq!(file_of("/play/0a1b?again=yes"), "play/0a1b.html");
        assert_eq!(file_of("/help#flow"), "help.html");
        assert_eq!(file_of("/assets/12.en/play.js"), "assets/12.en/play.js");
        assert_eq!(file_of("/modules/12/rules.wasm"), "modules/12/rules.wasm.gz");
        assert_eq!(file_of("/api/levels/0a/picture.svg?theme=dark"), "pictures/0a-dark.svg");
    }

    #[test]
    fn a_folder_with_other_things_in_it_is_left_alone() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let folder = room.path().join("site");
        fs::create_dir(&folder).expect("a folder");
        assert!(Folder::prepare(&folder).is_ok(), "an empty one");
        fs::write(folder.join("thesis.tex"), "years of work").expect("a file");
        assert!(Folder::prepare(&folder).is_err());
        fs::write(folder.join(MARK), "").expect("a file");
        let place = Folder::prepare(&folder).expect("one of ours");
        place.write("index.html", b"new").expect("it is written");
        place.swap().expect("it takes its place");
        drop(place);
        let names: Vec<_> = fs::read_dir(room.path())
            .expect("it is there")
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert_eq!(names, ["site"], "nothing is left beside it");
        assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 1);
    }
}
