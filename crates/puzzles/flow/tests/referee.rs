//! The referee: three forms of a solution, and a sentence for every way to be wrong.

use ingenio_core::{Face, Limit, Options, Source, Step, Task, Template, Verdict, find_method};
use ingenio_flow::Flow;
use ingenio_flow::level::{Level, Rules, text};
use ingenio_flow::{referee, words};

fn read(text: &str) -> Level {
    text::read(&Source::new(text), &Options::default()).remove(0).unwrap().level
}

const BOARD: &str = "A..\n.BA\n..B";
const PIPES: &str = "A@0,0:RRD B@1,1:LDRR";
const SEGMENTS: &str = "A,0,0,0,2 A,0,2,1,2 B,1,1,1,0 B,1,0,2,0 B,2,0,2,2";

#[test]
fn three_forms_are_one_solution() {
    let level = read(BOARD);
    for form in [PIPES, "B@2,2:LLUR A@1,2:ULL", "AAA/BBA/BBB", "A A A\nB B A\nB B B", SEGMENTS] {
        let (text, measures) =
            referee::referee(&level, form).unwrap_or_else(|refusal| panic!("{form}: {refusal:?}"));
        assert_eq!(text, PIPES, "{form}");
        assert_eq!(
            (measures.get("paths"), measures.get("colours"), measures.get("fill")),
            (Some(2), Some(2), Some(100))
        );
    }
    let pipes = referee::read(&level, PIPES).unwrap();
    assert_eq!(referee::segments(&level, &pipes), SEGMENTS);
}

fn refused(level: &Level, solution: &str, rule: Template) {
    let refusal = referee::referee(level, solution).expect_err(solution);
    assert_eq!(refusal.message.id(), rule.id, "{solution}: {refusal:?}");
    assert!(!refusal.english().contains('{'), "{refusal:?}");
}

#[test]
fn every_mistake_has_its_sentence() {
    let level = read(BOARD);
    refused(&level, "", words::FORM_UNCLEAR);
    refused(&level, "A@0,0:RRD", words::COLOUR_MISSING);
    refused(&level, "A@0,0:RRD A@0,0:RRD B@1,1:LDRR", words::COLOUR_TWICE);
    refused(&level, "A@0,0:RRD C@1,1:LDRR", words::NO_COLOUR);
    refused(&level, "A@0,0:RRD B@9,9:L", words::NO_CELL);
    refused(&level, "A@0,0:UUU B@1,1:LDRR", words::NO_WAY);
    refused(&level, "A@0,0:RR B@1,1:LDRR", words::NOT_AT_END);
    refused(&level, "A@0,0:RRD B@1,1:DR", words::CELL_EMPTY);
    refused(&level, "A@0,0:RRD B@1,1:LURDDR", words::CELL_TWICE);
    refused(&level, "A@0,0 B@1,1:LDRR", words::STROKE_FORM);
    refused(&level, "AAA/BBA/BBA", words::NO_PIPE_IN_ROWS);
    refused(&level, "AAA/BBA", words::ROWS_DIFFER);
    refused(&level, "AAA/BBA/BBB/AAA", words::ROWS_DIFFER);
    refused(&level, "AAA/BBA/BBC", words::ROWS_DIFFER);
    refused(&level, "A,0,0,0,2 A,1,2,0,2 B,1,1,1,0", words::SEGMENTS_APART);
    refused(&level, "A,0,0,2,2", words::NO_WAY);
    refused(&level, "A,0,0,2", words::SEGMENT_FORM);
    refused(&level.with_rules(Rules::NoTouch), PIPES, words::TOUCHES_ITSELF);
}

#[test]
fn rules_decide_what_may_stay_empty() {
    let level = read("A.A\n...\nB.B");
    let direct = "A@0,0:RR B@2,0:RR";
    refused(&level, direct, words::CELL_EMPTY);
    let partial = level.with_rules(Rules::Partial);
    let (_, measures) = referee::referee(&partial, direct).unwrap();
    assert_eq!(measures.get("fill"), Some(66));
    assert!(referee::referee(&partial, "AAA/.../BBB").is_ok());
}

/// The Flow paper's test as printed accepts a board on which nothing is joined; it is shown and refused.
#[test]
fn the_printed_test_accepts_what_joins_nothing() {
    let level = Face::<Flow>::level(read("A..A\nB..B"));
    let method = find_method(level.puzzle(), "brute-force-printed").unwrap();
    let mut run = level.start(&method, &Task::default()).unwrap().run;
    let verdict = loop {
        if let Step::Done(verdict) = run.advance(1000) {
            break verdict;
        }
    };
    assert_eq!(verdict, Verdict::Stopped { limit: Limit::Method });
    let remark = run.found().remarks.remove(0).english();
    assert!(remark.contains("A,0,1,0,2 A,1,1,1,2"), "{remark}");
    assert!(referee::referee(&read("A..A\nB..B"), "A,0,1,0,2 A,1,1,1,2").is_err());
}

/// The combination that the Flow paper's test accepts (see `brute-force`) is no solution.
#[test]
fn painted_ends_are_no_pipes() {
    let level = read("A..A\nB..B");
    refused(&level, "A,0,1,1,1 A,0,2,1,2", words::SEGMENTS_APART);
    assert!(referee::referee(&level, "A,0,0,0,3 B,1,0,1,3").is_ok());
}
