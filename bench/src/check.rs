//! What `ingenio check` costs as a whole process, question by question, beside the CPU seconds that its rows tell:
//! the two should be close, and a question by itself much cheaper than all of them.

use std::process::{Command as Process, Stdio};

use crate::command::{Command, argument, spent_by_children};

pub const COMMANDS: &[Command] = &[Command {
    name: "check-process",
    usage: "FILE [PROGRAM]",
    about: "CPU seconds of whole processes that check a file, for each question alone and for all, beside what their rows tell (Linux)",
    run: ask_all,
}];

/// What is asked: `--only` with its word, or everything.
const QUESTIONS: [Option<&str>; 5] = [Some("valid"), Some("solvable"), Some("unique"), Some("rating"), None];

fn ask_all(arguments: &[String]) -> Result<(), String> {
    let file = argument(arguments, 0, "a file of levels")?;
    let beside = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("ingenio");
    let program = arguments.get(1).map_or(beside, Into::into);
    println!("question | levels | s of the process | s told");
    println!("---|---|---|---");
    for question in QUESTIONS {
        let mut command = Process::new(&program);
        command.args(["check", file, "--json"]);
        command.args(question.iter().flat_map(|word| ["--only", *word]));
        let before = spent_by_children()?;
        let output = command.stderr(Stdio::null()).output();
        let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
        let spent = spent_by_children()? - before;
        let (levels, told) = told(&String::from_utf8_lossy(&output.stdout))?;
        println!("{} | {levels} | {spent:.2} | {told:.2}", question.unwrap_or("all"));
    }
    Ok(())
}

/// Rows, and the sum of their CPU seconds.
fn told(rows: &str) -> Result<(usize, f64), String> {
    let rows = rows.lines().map(serde_json::from_str::<serde_json::Value>);
    let rows: Vec<_> = rows.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    Ok((rows.len(), rows.iter().filter_map(|row| row["cpu_seconds"].as_f64()).sum()))
}
