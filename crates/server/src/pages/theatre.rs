//! The theatre: methods side by side on one level, in the page. A programme for each puzzle stands ready.

use axum::extract::State;
use ingenio_catalog::find;
use ingenio_core::{AnyPuzzle, Language, MethodInfo};
use maud::{Markup, html};

use crate::app::App;
use crate::pages::frame::{Page, frame};
use crate::visitor::Visitor;
use crate::words;

/// How many methods fit beside each other.
const ACTS: usize = 4;

/// What is given where nobody brings a level: a board on which methods differ, and methods worth comparing.
struct Programme {
    puzzle: &'static str,
    level: &'static str,
    methods: [&'static str; ACTS],
}

const PROGRAMMES: &[Programme] = &[
    Programme {
        puzzle: "taquin",
        level: "8 6 7\n2 5 4\n3 _ 1",
        methods: ["bfs", "astar-manhattan", "idastar-manhattan", "greedy"],
    },
    Programme {
        puzzle: "sokoban",
        level: "#####\n#  .####\n# #  $ #\n# ..#$ #\n##.  $@#\n #  #$ #\n ####  #\n    ####",
        methods: ["astar-admissible", "astar-chosen", "push-optimal", "fess"],
    },
    Programme {
        puzzle: "unblock",
        level: "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM",
        methods: ["bfs", "astar", "idastar", "iddfs-memo"],
    },
    Programme {
        puzzle: "flow",
        level: "......\n.AB.C.\n......\n..DE..\n......\n.BAECD",
        methods: ["backtracking", "best-first", "links", "frontier"],
    },
    Programme {
        puzzle: "tetravex",
        level: "4x4\n2 1 1 3\n0 2 0 3\n0 0 0 3\n2 1 0 2\n2 0 2 3\n0 3 2 1\n0 2 1 1\n2 1 0 2\n1 1 3 0\n0 0 2 1\n2 3 1 0\n3 1 3 1\n1 3 0 1\n0 0 2 2\n2 0 2 2\n3 3 2 0",
        methods: ["backtracking", "mac", "wildcards", "tabu"],
    },
];

pub async fn page(State(app): State<App>, visitor: Visitor) -> Markup {
    let reader = visitor.language;
    let engines = app.engines.address();
    let body = html! {
        h1 { (reader.say(words::THEATRE)) }
        p { (reader.say(words::THEATRE_ABOUT)) }
        @if engines.is_some() { (form(reader, visitor.alone)) (stage(reader)) } @else { p.empty { (reader.say(words::NEW_MISSING)) } }
    };
    let data = engines.map(|address| ("engines", address)).into_iter().collect();
    let title = reader.say(words::THEATRE);
    frame(&visitor, Page { data, class: "theatre", scripts: &["theatre.js"], ..Page::plain(title, body) })
}

fn form(reader: Language, alone: bool) -> Markup {
    let puzzles = PROGRAMMES.iter().filter_map(|programme| Some((programme, find(programme.puzzle).ok()?)));
    html! {
        form #programme {
            div {
                label for="puzzle" { (reader.say(words::PUZZLE)) }
                select #puzzle name="puzzle" {
                    @for (programme, puzzle) in puzzles.clone() {
                        option value=(programme.puzzle) data-level=(programme.level) data-methods=(programme.methods.join(",")) {
                            (puzzle.info().title)
                        }
                    }
                }
                details {
                    summary { (reader.say(words::THEATRE_LEVEL)) }
                    label for="level" { (reader.say(words::THEATRE_TEXT)) }
                    textarea #level name="level" rows="8" spellcheck="false" translate="no" {}
                }
            }
            fieldset {
                legend { (reader.say(words::THEATRE_METHODS)) }
                @for act in 1..=ACTS {
                    select name="method" aria-label=(reader.say(words::THEATRE_METHOD.with("number", act))) {
                        option value="" { (reader.say(words::THEATRE_NOBODY)) }
                        @for (_, puzzle) in puzzles.clone() { (methods(reader, puzzle, alone)) }
                    }
                }
            }
            div {
                label for="clock" { (reader.say(words::THEATRE_CLOCK)) }
                select #clock name="clock" {
                    option value="nodes" { (reader.say(words::THEATRE_BY_NODES)) }
                    option value="seconds" { (reader.say(words::THEATRE_BY_SECONDS)) }
                }
                button.primary { (reader.say(words::THEATRE_CURTAIN)) }
                p.live #told role="status" {}
            }
        }
    }
}

/// The methods of a puzzle that can be stepped, and where there is a server those that it runs; `theatre.js` shows those of
/// the puzzle that is chosen.
fn methods(reader: Language, puzzle: &dyn AnyPuzzle, alone: bool) -> Markup {
    let name = puzzle.info().name;
    let can_be_watched =
        |method: &&MethodInfo| (method.steppable || !alone) && !puzzle.need_files().contains(&method.name);
    let methods = puzzle.methods();
    let (stepped, jobs): (Vec<&MethodInfo>, Vec<&MethodInfo>) =
        methods.iter().filter(can_be_watched).partition(|method| method.steppable);
    html! {
        @for method in stepped {
            option value=(method.name) data-of=(name) title=(reader.whole_sentence(method.said_about(name))) translate="no" {
                (method.name)
            }
        }
        @for method in jobs {
            option value=(method.name) data-of=(name) data-job="yes" title=(reader.whole_sentence(method.said_about(name))) translate="no" {
                (reader.say(words::THEATRE_ON_SERVER.with("method", method.name)))
            }
        }
    }
}

fn stage(reader: Language) -> Markup {
    html! {
        section #stage hidden {
            div #acts {}
            div #controls {}
            section #end hidden {
                h2 { (reader.say(words::THEATRE_END)) }
                div.scroll tabindex="0" role="region" aria-label=(reader.say(words::THEATRE_END)) { table.plain-table #ends {} }
                div #share {}
            }
        }
    }
}
