//! An edition without a server: the same pages, scripts, modules and packs as files, which any host can serve from
//! any folder. Pages are asked of the same routes that a server answers, once for every language; their addresses
//! become relative (`site_addresses.rs`), and what needs a server is not in them (`Visitor::alone`).

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
use ingenio_core::{Foreign, Language, Message};
use ingenio_lessons::LESSONS;
use ingenio_store::Store;
use ingenio_workshop::Shelf;
use tower::ServiceExt;

use crate::app::{App, router};
use crate::assets::{self, address, script_address};
use crate::config::Config;
use crate::site_addresses::{Edition, is_shared};
use crate::site_doors::Doors;
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

/// Writes the edition into a folder: in this language at its root, in all others below it; `tell` hears how many
/// files of how many are written. The folder changes at the end, all at once, so that whoever reads it meanwhile finds
/// one edition or the other.
pub fn write_site(
    config: Config,
    root: Language,
    folder: &Path,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Written, Message> {
    if config.rules.is_empty() || config.engines.is_empty() {
        return Err(words::SITE_WITHOUT_MODULES.say());
    }
    let not_written = |error: io::Error| words::SITE_NOT_WRITTEN.with("error", Foreign(error));
    let place = Folder::prepare(folder)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(not_written)?;
    let written = runtime.block_on(async {
        let database = place.database();
        let config = Config { alone: Some(root), requests_per_second: UNLIMITED, database, ..config };
        let (rules, engines) = (config.rules, config.engines);
        let store = Store::open(&config.database).await.map_err(|trouble| trouble.message())?;
        let app = App::new(config, store).map_err(|problem| problem.message().clone())?;
        seed::records(app.clone()).await;
        let site = Site::new(&app, root);
        let modules = [("rules", rules), ("engines", engines)];
        site.write(&place, &modules, &Doors::of(&app.levels.library), tell).await
    });
    runtime.shutdown_background();
    let written = written?;
    place.swap().map_err(not_written)?;
    Ok(written)
}

struct Site {
    router: Router,
    root: Language,
    /// What a server answers, for whom.
    asked: Vec<(Language, String)>,
    modules: Vec<String>,
    /// Every file there will be.
    files: HashSet<String>,
}

impl Site {
    fn new(app: &App, root: Language) -> Self {
        let others = Language::all().into_iter().filter(|language| *language != root);
        let mut asked = Vec::new();
        for reader in [root].into_iter().chain(others) {
            let own =
                pages(app).filter(|address| reader == root || !is_shared(address)).chain(scripts_of(reader));
            asked.extend(own.map(|address| (reader, address)));
        }
        let shared = assets::others().map(|name| address(&name)).chain(pictures(app));
        asked.extend(shared.map(|address| (root, address)));
        let modules: Vec<String> =
            [&app.rules, &app.engines].iter().filter_map(|one| one.address()).collect();
        let file = |(reader, address): &(Language, String)| Edition { root, reader: *reader }.file(address);
        let of_modules = modules.iter().map(|address| Edition { root, reader: root }.file(address));
        let files = asked.iter().map(file).chain(of_modules).collect();
        Site { router: router(app), root, asked, modules, files }
    }

    fn edition(&self, reader: Language) -> Edition {
        Edition { root: self.root, reader }
    }

    async fn write(
        &self,
        place: &Folder,
        modules: &[(&str, &[u8])],
        doors: &Doors<'_>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Written, Message> {
        let mut written = Written::default();
        let all = self.asked.len() + self.modules.len() + 1;
        let mut keep = |file: &str, bytes: &[u8]| -> Result<(), Message> {
            place.write(file, bytes)?;
            written.files += 1;
            written.bytes += bytes.len() as u64;
            tell(written.files, all);
            Ok(())
        };
        for ((_, packed), address) in modules.iter().zip(&self.modules) {
            keep(&self.edition(self.root).file(address), &zipped(packed).map_err(broken)?)?;
        }
        for (reader, address) in &self.asked {
            let edition = self.edition(*reader);
            let file = edition.file(address);
            let door = if *reader == self.root { None } else { doors.page(*reader, address) };
            let body = match door {
                Some(page) => page.into_bytes(),
                None => self.ask(*reader, address).await?,
            };
            let is_page = Path::new(&file).extension().is_some_and(|ending| ending == "html");
            let body = if is_page { self.at_home(edition, &file, &body)? } else { body };
            keep(&file, &body)?;
        }
        keep(MARK, self.root.say(words::SITE_MARK).as_bytes())?;
        Ok(written)
    }

    /// What a server would answer.
    async fn ask(&self, reader: Language, address: &str) -> Result<Vec<u8>, Message> {
        let request = Request::get(address).header("cookie", format!("language={}", reader.code()));
        let request = request.body(Body::empty()).map_err(broken)?;
        let Ok(response) = self.router.clone().oneshot(request).await;
        if response.status() != StatusCode::OK {
            return Err(broken(format!("{address}: {}", response.status())));
        }
        Ok(to_bytes(response.into_body(), usize::MAX).await.map_err(broken)?.to_vec())
    }

    /// A page with the addresses of files, as seen from its own.
    fn at_home(&self, edition: Edition, file: &str, page: &[u8]) -> Result<Vec<u8>, Message> {
        let up = "../".repeat(file.matches('/').count());
        let page = String::from_utf8_lossy(page);
        let mut written = String::with_capacity(page.len());
        let mut rest = &*page;
        while let Some(at) = rest.find("=\"") {
            let (before, value) = (&rest[..at + 2], &rest[at + 2..]);
            let end = value.find('"').unwrap_or(value.len());
            written += before;
            let name = before[..at].rsplit(' ').next().unwrap_or_default();
            match self.leads_to(edition, file, (name, &value[..end]))? {
                Some(target) => written.extend([up.as_str(), target.as_str()]),
                None => written += &value[..end],
            }
            rest = &value[end..];
        }
        written += rest;
        Ok(written.into_bytes())
    }

    /// The file, seen from the root, to which an attribute of a page leads, with what comes behind it.
    fn leads_to(
        &self,
        edition: Edition,
        page: &str,
        (name, address): (&str, &str),
    ) -> Result<Option<String>, Message> {
        if name == "href" && (address == "?" || address.starts_with("?language=")) {
            return Ok(edition.twin(page, address));
        }
        if !LEADING.contains(&name) || !address.starts_with('/') {
            return Ok(None);
        }
        let file = edition.file(address);
        if !self.files.contains(&file) {
            return Err(broken(format!("{page} leads to {address}, which has no file")));
        }
        let behind = address.find(['?', '#']).map_or("", |at| &address[at..]);
        Ok(Some(if file.starts_with("pictures/") { file } else { file + behind }))
    }
}

/// Attributes that hold an address.
const LEADING: [&str; 7] =
    ["href", "src", "data-home", "data-rules", "data-engines", "data-address", "data-picture"];

fn broken(what: impl std::fmt::Display) -> Message {
    words::SITE_NOT_WRITTEN.with("error", Message::quoted(what))
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
    let of_pack = |shelf: &Shelf| {
        ["/pack/NAME", "/packs/NAME.json", "/solutions/NAME.json"]
            .map(|kind| kind.replace("NAME", &shelf.name))
    };
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

fn scripts_of(reader: Language) -> impl Iterator<Item = String> {
    assets::scripts().map(move |name| script_address(reader, name))
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
        let said = |error: io::Error| words::SITE_NOT_WRITTEN.with("error", Foreign(error));
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
        done.map_err(|error| words::SITE_NOT_WRITTEN.with("error", Foreign(error)))
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
