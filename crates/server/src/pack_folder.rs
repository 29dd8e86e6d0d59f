//! Packs of the house: the files of a folder, beside the packs that come with the program. A file is a pack, or the texts
//! of levels one after another; one that cannot be read is told to whoever runs the house, and keeps nobody from the
//! rest.

use std::fs;
use std::path::{Path, PathBuf};

use ingenio_core::{Foreign, Message};
use ingenio_workshop::{Brought, Library, gather};

use crate::library::{as_a_page_says, check_size};
use crate::words;

/// Bytes of a file that could be a pack.
const LONGEST_FILE: u64 = 8 << 20;

/// Adds every pack of the folder, by the names of the files; gives what is wrong with the others.
pub fn add(library: &mut Library, folder: &Path) -> Result<Vec<Message>, Message> {
    let unreadable =
        |error| words::NO_PACK_FOLDER.with("folder", folder.display()).with("error", Foreign(error));
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_pack(path)).collect();
    files.sort();
    let add = |file: &PathBuf| {
        let why = add_file(library, file).err()?;
        Some(words::NO_PACK_FILE.with("file", file.display()).with("why", why))
    };
    Ok(files.iter().filter_map(add).collect())
}

/// Solutions lie beside packs, and are none.
fn is_pack(file: &Path) -> bool {
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    file.is_file() && !name.starts_with('.') && !name.ends_with(".solutions.toml")
}

fn add_file(library: &mut Library, file: &Path) -> Result<(), Message> {
    let failed = |error: std::io::Error| Message::foreign(&error);
    if fs::metadata(file).map_err(failed)?.len() > LONGEST_FILE {
        return Err(words::PACK_TOO_LONG.with("most", LONGEST_FILE >> 10));
    }
    let text = fs::read_to_string(file).map_err(failed)?;
    let Brought { title, author, grade, levels, grades, .. } =
        gather(&text, None, check_size).map_err(|fault| as_a_page_says(fault).said())?;
    let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let name = address_of(&stem);
    if name.is_empty() || library.shelf(&name).is_some() {
        return Err(words::PACK_NAME_TAKEN.with("name", name));
    }
    let levels = levels.into_iter().map(|(level, title)| (level, Some(title))).collect();
    let at = library.add(&name, levels).ok_or_else(|| words::NO_LEVEL.say())?;
    let shelf = &mut library.shelves[at];
    shelf.title = title.unwrap_or(stem);
    shelf.author = author;
    shelf.difficulty = grade.map_or_else(String::new, |grade| grade.word().to_owned());
    for (volume, own) in shelf.levels.iter_mut().zip(grades) {
        volume.grade = own.or(grade);
    }
    Ok(())
}

/// A name as it can stand in an address.
fn address_of(stem: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let name: String = stem.chars().map(plain).collect();
    let parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_become_packs_and_what_is_wrong_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("a file");
        write("Two Rooms!.xsb", b"; one\n#####\n#@$.#\n#####\n\n; two\n######\n#@ $.#\n######\n");
        write("flow-1-five.toml", b"title = 'taken'\npuzzle = 'flow'\nauthor = ''\ndifficulty = ''\n[[levels]]\ntext = 'AB.\\n...\\nA.B'\n");
        write("kept.toml", b"title = '<b>Kept'\npuzzle = 'sokoban'\nauthor = 'Ada'\ndifficulty = 'expert'\n[[levels]]\ntitle = 'a'\npoints = 10\ntext = \"#####\\n#@$.#\\n#####\"\n");
        write("kept.solutions.toml", b"nothing");
        write("broken.toml", b"title = \n[[levels]]\n");
        write("picture.png", &[0xff, 0xd8, 0, 1]);
        fs::create_dir(folder.path().join("folder.toml")).expect("a folder");
        let mut library = Library::shipped();
        let before = library.shelves.len();
        let wrong = add(&mut library, folder.path()).expect("it can be read");
        assert_eq!(library.shelves.len(), before + 2);
        let rooms = library.shelf("two-rooms").expect("it is there");
        assert_eq!((rooms.title.as_str(), rooms.levels.len(), rooms.puzzle), ("Two Rooms!", 2, "sokoban"));
        let kept = library.shelf("kept").expect("it is there");
        assert_eq!((kept.title.as_str(), kept.author.as_str()), ("<b>Kept", "Ada"));
        assert_eq!(kept.levels[0].grade.map(ingenio_core::Grade::word), Some("beginner"));
        let wrong: Vec<String> = wrong.iter().map(Message::english).collect();
        assert_eq!(wrong.len(), 3, "{wrong:?}");
        for name in ["flow-1-five.toml", "broken.toml", "picture.png"] {
            assert!(wrong.iter().any(|said| said.contains(name)), "{name}: {wrong:?}");
        }
        assert!(add(&mut library, &folder.path().join("nowhere")).is_err());
    }
}
