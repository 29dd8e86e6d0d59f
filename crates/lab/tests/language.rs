//! Reports and charts in the reader's language: in the pseudo-language every sentence of ours has accents on all of
//! its vowels, so whatever has none is English that has not come from a table.

mod made_up;

use ingenio_core::{Dated, Language, Message};
use ingenio_lab::chart::svg;
use ingenio_lab::figures::charts;
use ingenio_lab::{compare, known_again, rank, report};
use made_up::study;

/// Texts of a page, between its marks and in the attributes that are read aloud.
fn texts(page: &str) -> Vec<String> {
    let page = without(&without(page, "<script", "</script>"), "<style", "</style>");
    let mut found: Vec<String> =
        page.split('<').filter_map(|part| Some(part.split_once('>')?.1.to_owned())).collect();
    for name in ["aria-label=\"", "placeholder=\""] {
        found.extend(page.split(name).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
    }
    found
}

fn without(page: &str, from: &str, to: &str) -> String {
    let mut kept = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(from) {
        kept.push_str(before);
        rest = after.split_once(to).map_or("", |(_, rest)| rest);
    }
    kept + rest
}

/// Words with a plain vowel; names of methods, levels, machines and columns are the same in every language.
fn plain(text: &str) -> Vec<String> {
    const NAMES: [&str; 12] =
        ["quick", "slow", "Level", "made", "up", "machine", "boxes", "moves", "ingenio", "MiB", "lt", "gt"];
    let words = text.split(|letter: char| !letter.is_alphabetic());
    let is_plain = |word: &&str| {
        let ascii = word.chars().all(|letter| letter.is_ascii_alphabetic());
        word.len() > 2 && ascii && word.contains(['a', 'e', 'i', 'o', 'u']) && !NAMES.contains(word)
    };
    words.filter(is_plain).map(str::to_owned).collect()
}

#[test]
fn nothing_of_a_report_is_left_in_english() {
    let (page, text, drawings, comparison) = Language::pseudo().during(|| {
        let study = study();
        let all = charts(&study);
        let ranking = report::ranking(&study, &rank(&study));
        let text = report::markdown(&study, &all, &[]) + &ranking;
        let drawings: String = all.iter().map(svg).collect();
        let names = ("first", "second");
        (report::page(&study, &[]), text, drawings, report::comparison(&compare(&study, &study), names))
    });
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en-XA\">"), "it says which language it is in");
    for found in texts(&page).iter().chain(&texts(&drawings)) {
        assert_eq!(plain(found), [""; 0], "{found}");
    }
    let own = |line: &&str| !line.starts_with("![") && !line.starts_with("# first");
    for line in text.lines().chain(comparison.lines()).filter(own) {
        let line = line.replace("first", "").replace("second", "");
        assert_eq!(plain(&line), [""; 0], "{line}");
    }
}

/// The page sorts and fills in by itself: it is handed the sentences and the rules of the language.
#[test]
fn figures_and_days_are_the_readers() {
    let page = Language::pseudo().during(|| report::page(&study(), &[]));
    assert!(
        page.contains("\"point\":\",\"") && page.contains("\"forms\":"),
        "the script knows the decimal sign"
    );
    assert!(texts(&page).iter().any(|text| text.contains("0,")), "decimal commas");
    let english = report::page(&study(), &[]);
    assert!(
        english.contains("<html lang=\"en\">") && !texts(&english).iter().any(|text| text.contains("0,0"))
    );
    assert_eq!(Language::english().say(Message::told(Dated("2026-11-18".into()))), "2026-11-18");
}

/// Results are kept in English; whoever reads the report has the reasons in their own language, one within another.
#[test]
fn kept_reasons_are_said_in_the_readers_language() {
    let reason = "its answer cannot be read: line 3, column 5: there is no player (@ or +) on the board";
    let kept: Message = serde_json::from_str(&format!("{reason:?}")).unwrap();
    let said = Language::pseudo().say(known_again(&kept));
    assert_eq!(plain(&said), [""; 0], "{said}");
    assert_eq!(known_again(&kept).english(), reason);
    let foreign = Message::told("Segmentation fault (core dumped)");
    assert_eq!(known_again(&foreign), foreign, "what others say stays as it is");
}

/// Which machine a run was made on is kept in English, and counted as its reader counts.
#[test]
fn machines_are_said_in_the_readers_language() {
    let kept = "Some Processor, 8 threads @ 3.2 GHz, 2 cores, 24 GiB, Linux 6.1";
    let known = known_again(&Message::told(kept));
    assert_eq!(known.english(), kept);
    let said = Language::pseudo().say(&known);
    assert!(said.starts_with("[Some Processor, 8 threads @ 3.2 GHz, 2 córés, 24 GíB"), "{said}");
    assert!(ingenio_lab::machine().contains(" GiB, Linux "), "what is kept is English");
}
