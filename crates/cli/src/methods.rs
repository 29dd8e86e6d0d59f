//! `ingenio methods`: the table of methods, for people, for programs, for `docs/methods.md`.

use ingenio_catalog::PUZZLES;
use ingenio_core::{AnyPuzzle, Listed, Message, MethodInfo, OptionSpec};
use serde_json::{Value, json};

use crate::arguments::MethodsArguments;
use crate::exit::Status;
use crate::output::print;
use crate::reader::say;
use crate::words;

pub fn run(arguments: &MethodsArguments) -> Status {
    let wanted =
        |puzzle: &&&dyn AnyPuzzle| arguments.puzzle.as_ref().is_none_or(|name| name == puzzle.info().name);
    let puzzles: Vec<&dyn AnyPuzzle> =
        PUZZLES.iter().filter(wanted).map(|puzzle| *puzzle as &dyn AnyPuzzle).collect();
    let text = if arguments.json {
        format!("{}\n", puzzles.iter().flat_map(|puzzle| rows_json(*puzzle)).collect::<Value>())
    } else if arguments.markdown {
        markdown(&puzzles)
    } else {
        puzzles.iter().map(|puzzle| plain(*puzzle)).collect::<Vec<_>>().join("\n")
    };
    print(text);
    Status::Fine
}

fn rows_json(puzzle: &dyn AnyPuzzle) -> Vec<Value> {
    let option = |spec: &OptionSpec| json!({"name": spec.name, "about": spec.about, "values": spec.range(), "default": spec.default().to_string()});
    let row = |method: &MethodInfo| {
        json!({
            "puzzle": puzzle.info().name,
            "method": method.name,
            "about": method.about,
            "guarantee": method.guarantee.word(),
            "metrics": metrics(method),
            "options": method.options.iter().map(option).collect::<Vec<_>>(),
            "needs": method.needs,
            "steppable": method.steppable,
        })
    };
    puzzle.methods().iter().map(row).collect()
}

fn plain(puzzle: &dyn AnyPuzzle) -> String {
    let info = puzzle.info();
    let about = say(info.said_about());
    let mut text = format!("{} ({}): {about}\n", info.title, info.also_known_as.join(", "));
    let methods = puzzle.methods();
    let widest = methods.iter().map(|method| method.name.len()).max().unwrap_or(0);
    let promise = |method: &MethodInfo| say(method.guarantee.said());
    let longest = methods.iter().map(|method| promise(method).chars().count()).max().unwrap_or(0);
    for method in &methods {
        let metrics = if method.metrics.is_empty() { "-".into() } else { metrics(method).join(" | ") };
        let (guarantee, about) = (promise(method), say(method.said_about(info.name)));
        text += &format!("  {:<widest$}  {guarantee:<longest$}  {metrics:<14}  {about}\n", method.name);
        for line in options(info.name, method).into_iter().chain(needs(info.name, method)) {
            text += &format!("  {:<widest$}  {line}\n", "");
        }
    }
    text
}

fn metrics(method: &MethodInfo) -> Vec<String> {
    method.metrics.iter().map(ToString::to_string).collect()
}

fn options(puzzle: &str, method: &MethodInfo) -> Vec<String> {
    let line = |spec: &OptionSpec| {
        let about = say(spec.said_about(&method.owner(puzzle)));
        format!(":{}={} ({}) {about}", spec.name, spec.default(), spec.range())
    };
    method.options.iter().map(line).collect()
}

fn needs(puzzle: &str, method: &MethodInfo) -> Option<String> {
    let needs = method.said_needs(puzzle).map(|needs| words::METHOD_NEEDS.with("what", needs));
    let whole = (!method.steppable).then(|| words::METHOD_WHOLE.say());
    let said: Vec<Message> = needs.into_iter().chain(whole).collect();
    (!said.is_empty()).then(|| say(Listed("; ", said)))
}

/// The table of `docs/methods.md`.
fn markdown(puzzles: &[&dyn AnyPuzzle]) -> String {
    let head = format!("| {} |\n|---|---|---|---|---|---|\n", say(words::METHODS_HEAD));
    let rows = puzzles.iter().flat_map(|puzzle| {
        let name = puzzle.info().name;
        puzzle.methods().into_iter().map(move |method| markdown_row(name, &method))
    });
    std::iter::once(head).chain(rows).collect()
}

fn markdown_row(puzzle: &str, method: &MethodInfo) -> String {
    let (name, about) = (method.name, say(method.said_about(puzzle)));
    let options: Vec<_> =
        method.options.iter().map(|spec| format!("`{}={}`", spec.name, spec.default())).collect();
    let metrics: Vec<_> = metrics(method).iter().map(|metric| format!("`{metric}`")).collect();
    let (metrics, options, guarantee) = (metrics.join(" "), options.join(" "), say(method.guarantee.said()));
    format!("| {puzzle} | `{name}` | {guarantee} | {metrics} | {about} | {options} |\n")
}
