//! Levels in the further languages of an edition without a server. A page of its own for each of thousands would make
//! every language as large as the first; so each has a door, a page of a kilobyte that leads on to the page of its
//! puzzle, which fills the level in from the file of its pack (`web/shell.js`). Levels have the same addresses in
//! every language, and a door works without scripts as well.

use std::collections::HashMap;

use ingenio_core::Language;
use ingenio_workshop::{Library, Shelf};
use maud::{DOCTYPE, html};

use crate::assets::address;
use crate::pages::frame::alternates;

/// The levels of all packs by their ids.
pub struct Doors<'a>(HashMap<String, (&'a Shelf, &'a str)>);

impl<'a> Doors<'a> {
    pub fn of(library: &'a Library) -> Self {
        let of_shelf = |shelf: &'a Shelf| {
            shelf.levels.iter().map(move |one| (one.level.id().to_string(), (shelf, one.title.as_str())))
        };
        Doors(library.shelves.iter().flat_map(of_shelf).collect())
    }

    /// The door at the address of a level.
    pub fn page(&self, reader: Language, asked: &str) -> Option<String> {
        let id = asked.strip_prefix("/play/")?;
        let (shelf, level) = self.0.get(id)?;
        let title = format!("{} · {level}", reader.say(shelf.said_title()));
        // It lies beside the folder of those pages.
        let to = format!("../shell/{}.html?of={}&level={id}", shelf.puzzle, shelf.name);
        let page = html! {
            (DOCTYPE)
            html lang=(reader.code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) " · ingenio" }
                    link rel="icon" href=(address("icon.svg")) type="image/svg+xml";
                    (alternates(""))
                    meta http-equiv="refresh" content={ "0; url=" (to) };
                }
                body { p { a href=(to) { (title) } } }
            }
        };
        Some(page.into_string())
    }
}
