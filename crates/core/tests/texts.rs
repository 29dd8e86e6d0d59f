//! Texts from bytes and sentences from templates.

use ingenio_core::day::Day;
use ingenio_core::plural::Forms;
use ingenio_core::words::table;
use ingenio_core::{
    Encoding, Fault, Grade, Guarantee, Language, LevelId, Message, Refusal, Rng, Source, TableKey, Template,
};

const ONE: Template = Template::new("test.one", "one {thing}");

#[test]
fn short_files_are_not_taken_for_wide_ones() {
    for bytes in [b"".as_slice(), b"a", b"ab", b"abc"] {
        assert_eq!(Source::decode(bytes).map(|source| source.encoding()), Ok(Encoding::Utf8), "{bytes:?}");
    }
    let odd = Source::decode(b"a\0b").expect_err("no text has a zero");
    assert_eq!((odd.line, odd.column), (Some(1), Some(2)));
    let wide = Source::decode(b"a\0b\0").expect("a text of two letters");
    assert_eq!((wide.encoding(), wide.text()), (Encoding::Utf16, "ab"));
    let wide = Source::decode(b"\0a\0b").expect("a text of two letters");
    assert_eq!((wide.encoding(), wide.text()), (Encoding::Utf16, "ab"));
    assert!(Source::decode(b"a\x7f").is_err() && Source::decode(b"a\x1f").is_err());
    assert!(Source::decode(b"a\tb\nc\x0c\r\n").is_ok());
    assert_eq!(Source::decode(b"\x80 \x9f \xe9").map(|source| source.text().to_owned()), Ok("€ Ÿ é".into()));
}

/// Whatever can stand in a hole is said there in its own words.
#[test]
fn holes_are_filled_with_what_is_said() {
    let said = |value: Message| value.english();
    assert_eq!(
        said(ONE.with("thing", Grade::Expert)),
        format!("one {}", Grade::Expert.said().say().english())
    );
    assert_eq!(
        said(ONE.with("thing", Guarantee::Complete)),
        format!("one {}", Guarantee::Complete.said().say().english())
    );
    assert_eq!(said(ONE.with("thing", ONE.with("thing", "thing"))), "one one thing");
    assert_eq!(said(ONE.with("thing", ONE.with("thing", 3))), "one one 3");
    assert_eq!(said(ONE.with("thing", table::YES)), format!("one {}", table::YES.say().english()));
    let refusal = Refusal::at(4, ONE.with("thing", "stone"));
    let whole = refusal.english();
    assert!(whole.contains('4') && whole.contains("one stone"), "{whole}");
    assert_eq!(said(ONE.with("thing", &refusal)), format!("one {whole}"));
    assert_eq!(said(ONE.with("thing", refusal)), format!("one {whole}"));
}

#[test]
fn a_fault_names_its_rule_and_its_place() {
    let fault = Fault::at(3, 7, ONE.with("thing", "stone"));
    assert_eq!((fault.kind(), fault.is(ONE)), ("test.one", true));
    let said = fault.english();
    assert!(said.contains('3') && said.contains('7') && said.contains("one stone"), "{said}");
    let placed = Fault::at_byte("ab\ncéd", 6, ONE.say());
    assert_eq!((placed.line, placed.column), (Some(2), Some(3)), "columns are letters, not bytes");
}

#[test]
fn a_sentence_is_kept_and_recalled() {
    let message = ONE.with("thing", "stone");
    let kept = message.keep();
    assert!(kept.contains("test.one") && kept.contains("stone"), "{kept}");
    assert_eq!(Message::recall(&kept, &[ONE]), message);
    assert_eq!(Message::recall(&kept, &[]).english(), kept, "what nobody knows is told as it stands");
    assert_eq!(ONE.holes(), ["thing"]);
}

#[test]
fn what_is_written_meanwhile_has_one_reader() {
    let message = ONE.with("thing", "stone");
    assert_eq!(message.written(), "one stone");
    let pseudo = Language::pseudo();
    let inside = pseudo.during(|| message.written());
    assert_eq!(inside, pseudo.say(message.clone()));
    assert_ne!(inside, "one stone");
    assert_eq!((message.written().as_str(), Language::writing().code()), ("one stone", "en"));
    assert_eq!((Language::english().code(), pseudo.code()), ("en", "en-XA"));
    assert_eq!(Language::english().text(ONE), "one {thing}");
    assert!(pseudo.text(ONE).contains("{thing}"), "{}", pseudo.text(ONE));
    assert_eq!(Language::english().decimal("1.5"), "1.5");
    assert!(Language::english().table(|_| true).is_none(), "every process speaks it");
    assert!(Language::english().faults(&[ONE]).is_empty());
}

#[test]
fn forms_follow_their_rules() {
    let polish = Forms::read(&["i = 1", "i % 10 = 2..4 and i % 100 != 12..14"]).expect("rules");
    let of = |count: u64| polish.of(count);
    assert_eq!([1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 112].map(of), [0, 1, 1, 2, 2, 2, 2, 2, 1, 2, 2]);
    assert_eq!(polish.len(), 3);
    assert!(Forms::read(&["i % 0 = 1"]).is_none() && Forms::read(&["q = 1"]).is_none());
    assert!(Forms::read(&["i = 4..x"]).is_none());
}

#[test]
fn days_of_other_centuries_are_where_they_belong() {
    for (text, number) in
        [("1600-02-29", -135_081), ("1900-03-01", -25_508), ("2100-02-28", 47_540), ("2400-12-31", 157_419)]
    {
        let day: Day = text.parse().expect("a day");
        assert_eq!((day.number(), day.to_string().as_str()), (number, text));
        assert_eq!(day.plus(1).number(), number + 1);
    }
    assert_eq!("1900-02-29".parse::<Day>().ok(), None, "no leap year");
    let dates: Vec<_> = (0..366).map(|days| "2024-01-01".parse::<Day>().unwrap().plus(days).date()).collect();
    assert_eq!((dates[59], dates[60], dates[365]), ((2024, 2, 29), (2024, 3, 1), (2024, 12, 31)));
}

#[test]
fn random_numbers_fill_their_range() {
    let mut rng = Rng::new(7);
    let units: Vec<f64> = (0..1000).map(|_| rng.unit()).collect();
    assert!(units.iter().all(|unit| (0.0..1.0).contains(unit)));
    let mean = units.iter().sum::<f64>() / 1000.0;
    assert!((0.45..0.55).contains(&mean), "{mean}");
    let mut seen = [0; 5];
    (0..1000).for_each(|_| seen[rng.below(5)] += 1);
    assert!(seen.iter().all(|count| (140..260).contains(count)), "{seen:?}");
    let first = |seed, number| Rng::stream(seed, number).next_u64();
    let streams: std::collections::HashSet<u64> =
        (0..50).flat_map(|seed| (0..50).map(move |number| first(seed, number))).collect();
    assert_eq!(streams.len(), 2500, "streams of one seed and of several are different ones");
}

#[test]
fn ids_and_keys_are_texts() {
    let id = LevelId::of("taquin", "1 2/3 _");
    let json = serde_json::to_string(&id).expect("an id");
    assert_eq!(json, format!("\"{id}\""));
    assert_eq!(serde_json::from_str::<LevelId>(&json).ok(), Some(id));
    assert!(serde_json::from_str::<LevelId>("\"x\"").is_err());
    assert_eq!(TableKey { name: "a-b".into(), version: 2 }.to_string(), "a-b-v2");
}
