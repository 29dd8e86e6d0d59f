//! Rows for tables 5.1 and 5.2 of the Unblock paper and for part IV of the Taquin paper, board by board:
//! what the paper says from data files, ours from the campaign. Boards whose pictures are lost have a row too.

use ingenio_core::CampaignRun;
use ingenio_lab::Study;

const UNBLOCK: &str = "docs/papers/unblock-tables.csv";
const TAQUIN: &str = "docs/papers/taquin-boards.csv";
const LOST: &str = "board lost";

/// The lines of a data file after its head.
fn lines(path: &str) -> Vec<Vec<String>> {
    let text = super::read(path);
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The figures in the data files of these papers, by name: `P1 moves: player 2`, `Taquin 4.1: moves`.
pub fn said() -> impl Iterator<Item = (String, String)> {
    const COLUMNS: [&str; 4] = ["model 1", "model 2", "player 1", "player 2"];
    let panels = lines(UNBLOCK).into_iter().flat_map(|row| {
        let named = COLUMNS.iter().zip(&row[2..]);
        let name = |column: &str| format!("{} {}: {column}", row[0], row[1]);
        named.map(|(column, said)| (name(column), said.clone())).collect::<Vec<_>>()
    });
    let boards = lines(TAQUIN).into_iter().map(|row| (format!("Taquin {}: moves", row[0]), row[1].clone()));
    panels.chain(boards)
}

/// What the Unblock paper says of a panel: model 1, model 2 and two players.
pub fn panels(figure: &str) -> Vec<(String, [String; 4])> {
    let rows = lines(UNBLOCK).into_iter().filter(|row| row[1] == figure);
    rows.map(|row| (row[0].clone(), [2, 3, 4, 5].map(|at| row[at].clone()))).collect()
}

fn run<'a>(study: &'a Study, method: &'a str, level: &str) -> &'a CampaignRun {
    let found = study.of(method).find(|record| record.title == level);
    found.unwrap_or_else(|| panic!("{method} on {level}"))
}

fn seconds(study: &Study, method: &str, level: &str) -> String {
    let record = run(study, method, level);
    let taken = study.seconds(record);
    if taken < 1.0 { format!("{taken:.4} s") } else { format!("{taken:.1} s") }
}

fn measure(study: &Study, method: &str, level: &str, name: &str) -> u64 {
    let answer = &run(study, method, level).answer;
    let counted = answer.measure(name).or_else(|| answer.effort.counters.get(name).copied());
    counted.unwrap_or_else(|| panic!("{method} on {level} has no {name}"))
}

const MODEL_1: &str = "model 1 (MILP)";
const TEN: &str = "model 2 (MILP), ten periods";
const PRINTED: &str = "model 2 as printed, four periods";
const SEARCH: &str = "search, steps";

/// The two panels that can be rebuilt, by their titles in the campaign.
fn known(panel: &str) -> Option<&'static str> {
    match panel {
        "P1" => Some("paper 1"),
        "P3" => Some("paper, rebuilt 1"),
        _ => None,
    }
}

/// The paper's name of a board in the campaign, or the title that it has there.
pub fn panel(title: &str) -> &str {
    ["P1", "P3"].into_iter().find(|panel| known(panel) == Some(title)).unwrap_or(title)
}

pub fn is_lost(panel: &str) -> bool {
    known(panel).is_none()
}

/// Ours, and what follows.
fn panel_time(study: &Study, panel: &str) -> (String, String) {
    let Some(level) = known(panel) else { return (LOST.into(), "nothing can be compared".into()) };
    let model_2 = if panel == "P1" { TEN } else { PRINTED };
    let times = [MODEL_1, model_2, SEARCH].map(|method| seconds(study, method, level));
    let ours = format!("{MODEL_1} {}; {model_2} {}; {SEARCH} {}", times[0], times[1], times[2]);
    (ours, "both models end here too, and search before either".into())
}

fn panel_moves(study: &Study, panel: &str) -> (String, String) {
    let Some(level) = known(panel) else { return (LOST.into(), "nothing can be compared".into()) };
    let slides = measure(study, MODEL_1, level, "moves");
    let least = measure(study, SEARCH, level, "steps");
    let (model_2, follows) = if panel == "P1" {
        (TEN, "model 2 agrees; its figure is one of steps and model 1's one of slides".to_owned())
    } else {
        (PRINTED, format!("the printed model lets a ring pass; legally it is {least} steps"))
    };
    let within = measure(study, model_2, level, "least_in_model");
    (format!("{MODEL_1} {slides} slides; {model_2} {within} steps; {SEARCH} {least} steps"), follows)
}

/// The rows of table 5.1 (`time`) or table 5.2 (`moves`).
pub fn unblock(study: &Study, figure: &str) -> String {
    let mut table = "| panel | theirs: model 1 / model 2 / players | ours | command | what follows |\n\
                     | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for (panel, [one, two, first, second]) in panels(figure) {
        let (ours, follows) =
            if figure == "time" { panel_time(study, &panel) } else { panel_moves(study, &panel) };
        let command = known(&panel).map_or("-", |_| "`lab run bench/papers/unblock.toml`");
        table +=
            &format!("| {panel} | {one} / {two} / {first}, {second} | {ours} | {command} | {follows} |\n");
    }
    table.trim_end().to_owned()
}

/// The rows of the Taquin paper's part IV.
pub fn taquin(study: &Study) -> String {
    let (printed, repaired) = ("A* as printed", "and a queue");
    let mut table =
        "| section | theirs | ours | command | what follows |\n| --- | --- | --- | --- | --- |\n".to_owned();
    for row in lines(TAQUIN) {
        let [section, moves, time, level] = &row[..] else { panic!("{row:?}") };
        let (ours, command, follows) = if level.is_empty() {
            (LOST.to_owned(), "-", "nothing can be compared".to_owned())
        } else {
            let found = measure(study, printed, level, "moves");
            let nodes = |method: &str| run(study, method, level).answer.effort.nodes.unwrap_or(0);
            let times = [printed, repaired].map(|method| seconds(study, method, level));
            let ours = format!(
                "{found} moves; as printed {} nodes in {}, with own estimates and a queue {} in {}",
                nodes(printed),
                times[0],
                nodes(repaired),
                times[1]
            );
            let same = if found.to_string() == *moves {
                "the same length, proved the least"
            } else {
                "another length"
            };
            (ours, "`lab run bench/papers/taquin.toml`", same.to_owned())
        };
        table += &format!("| {section} | {moves} moves, {time} | {ours} | {command} | {follows} |\n");
    }
    table.trim_end().to_owned()
}
