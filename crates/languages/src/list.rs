//! The list of what the program says: a line for every sentence, its id and its holes. The program writes it (`make
//! tables`, held against the sources by a test), because the build cannot ask a program that is not built yet; so a
//! table that lacks a sentence, or has other holes, ends the build.

use std::collections::{BTreeSet, HashMap};

use crate::file::File;

/// The holes of every sentence by its id, and behind an id with a bar (`figure.moves|`) those of its counts that decide
/// the form of a word.
#[derive(Debug)]
pub struct List<'a>(HashMap<&'a str, BTreeSet<&'a str>>);

impl<'a> List<'a> {
    pub fn read(text: &'a str) -> Self {
        let sentences = text.lines().filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next().filter(|id| !id.is_empty())?, words.collect()))
        });
        List(sentences.collect())
    }

    /// What a table lacks, and where its sentences have other holes.
    pub fn faults(&self, table: &File) -> Vec<String> {
        let texts: HashMap<&str, &str> =
            table.sentences.iter().map(|sentence| (sentence.id.as_str(), sentence.text.as_str())).collect();
        let mute = |(id, counts): (&&str, &BTreeSet<&str>)| {
            let (id, found) = (id.strip_suffix('|')?, counts_of(texts.get(id.strip_suffix('|')?)?));
            let lacking: Vec<&&str> = counts.difference(&found).collect();
            (table.forms() > 1 && !lacking.is_empty()).then(|| {
                format!("{id} has a word that follows {lacking:?} in English and none here; where that is right, say so with a word without letters, such as {{count||}}")
            })
        };
        let fault = |(id, asked): (&&str, &BTreeSet<&str>)| match texts.get(id).map(|text| holes(text)) {
            None => Some(format!("{id} is missing")),
            Some(there) if there != *asked => {
                Some(format!("{id} has the holes {there:?} in place of {asked:?}"))
            }
            Some(_) => None,
        };
        let sentences = self.0.iter().filter(|(id, _)| !id.ends_with('|'));
        let mut faults: Vec<String> =
            sentences.filter_map(fault).chain(self.0.iter().filter_map(mute)).collect();
        faults.sort();
        faults
    }

    /// Sentences of a table that the list does not know: nobody says them, or they are newer than the list.
    pub fn unknown<'t>(&self, table: &'t File) -> Vec<&'t str> {
        let ids = table.sentences.iter().map(|sentence| sentence.id.as_str());
        ids.filter(|id| !self.0.contains_key(id)).collect()
    }
}

/// The line of a sentence, and a second one where counts decide forms in it.
pub fn line(id: &str, text: &str) -> String {
    let line =
        |id: &str, names: BTreeSet<&str>| [id].into_iter().chain(names).collect::<Vec<_>>().join(" ") + "\n";
    let counts = counts_of(text);
    let second = if counts.is_empty() { String::new() } else { line(&format!("{id}|"), counts) };
    line(id, holes(text)) + &second
}

/// The counts that decide the form of a word.
fn counts_of(text: &str) -> BTreeSet<&str> {
    let inner = text.split('{').skip(1).filter_map(|inner| inner.split_once('}'));
    inner.filter_map(|(hole, _)| hole.split_once('|')).map(|(name, _)| name).collect()
}

/// The names of the holes, those of words that follow a count among them, as `ingenio_core` finds them.
fn holes(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut rest = text;
    while let Some((_, inner)) = rest.split_once('{') {
        let Some((hole, after)) = inner.split_once('}') else { break };
        found.insert(hole.split('|').next().unwrap_or_default());
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "code = \"xx\"\nname = \"x\"\npoint = \",\"\ngroup = \" \"\ngroup-from = \"5\"\ndate = \"{d}.{m}.{year}\"\nplural = [\"i = 1\"]\n[sentences]\n";

    fn faults(lines: &str) -> Vec<String> {
        let list = line("a.moves", "{count} {count|move|moves} in {time}") + &line("a.yes", "yes");
        List::read(&list).faults(&File::read(&format!("{HEAD}{lines}")).expect("a table"))
    }

    #[test]
    fn a_table_is_held_against_the_list() {
        let moves = "\"a.moves\" = \"{time}: {count} {count|ruch|ruchy}\"\n";
        assert_eq!(faults(&format!("{moves}\"a.yes\" = \"tak\"\n")), [""; 0]);
        assert_eq!(faults(moves), ["a.yes is missing"]);
        let other = faults("\"a.moves\" = \"{count}: {tyme}\"\n\"a.yes\" = \"tak\"\n");
        let [forms, holes] = other.as_slice() else { panic!("{other:?}") };
        assert_eq!(holes, "a.moves has the holes {\"count\", \"tyme\"} in place of {\"count\", \"time\"}");
        assert!(forms.starts_with("a.moves has a word that follows [\"count\"] in English"), "{forms}");
    }

    #[test]
    fn a_word_follows_its_count_or_is_said_to_follow_none() {
        let sorted = |text: &str| faults(&format!("\"a.moves\" = \"{text}\"\n\"a.yes\" = \"tak\"\n")).len();
        assert_eq!(sorted("{time}: {count}"), 1);
        assert_eq!(sorted("{time}: {count}{count||}"), 0, "an exception that is written down");
    }

    #[test]
    fn what_is_newer_than_the_list_is_named() {
        let table = File::read(&format!("{HEAD}\"a.new\" = \"new\"\n")).expect("a table");
        assert_eq!(List::read("a.yes\n").unknown(&table), ["a.new"]);
    }

    #[test]
    fn a_line_says_every_hole_once() {
        assert_eq!(
            line("a.moves", "{count} {count|move|moves} in {time}"),
            "a.moves count time\na.moves| count\n"
        );
        assert_eq!(line("a.time", "{count} in {time}"), "a.time count time\n");
    }
}
