//! Sokoban: are the rules sound on our own answers to levels from elsewhere, and what does each step of the
//! feature space search bring?

use std::collections::BTreeMap;

use ingenio_core::{Outcome, Task};
use ingenio_sokoban::sound::{Rules, mirrored};

use crate::command::{Command, argument};
use crate::sokoban::{Numbered, Table, attempt, named, number, read, task_for};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "sokoban-sound",
        usage: "FILE [SECONDS] [TABLE-BOXES] [levels=3-9] [memory=8G]",
        about: "every rule on every position of our answers, forwards and mirrored: none may call one lost",
        run: sound,
    },
    Command {
        name: "sokoban-steps",
        usage: "FILE [SECONDS] [levels=3-9] [memory=8G]",
        about: "fess with each of its steps switched off in turn, and forward: solved, CPU seconds, nodes",
        run: steps,
    },
];

/// The levels of the first argument that are wanted.
fn wanted(arguments: &[String]) -> Result<(Vec<String>, Vec<Numbered>, u64), String> {
    let (arguments, limits) = named(arguments)?;
    let mut levels = read(argument(&arguments, 0, "the file of levels")?)?;
    levels.retain(|numbered| limits.levels.contains(&numbered.number));
    Ok((arguments, levels, limits.memory))
}

fn sound(arguments: &[String]) -> Result<(), String> {
    let (arguments, levels, memory) = wanted(arguments)?;
    let seconds = number(&arguments, 1, 10.0)?;
    let boxes = number(&arguments, 2, 2.0)? as usize;
    let (method, task) = task_for("portfolio", "improve=no", "", 1)?;
    let task = Task { memory, ..task };
    let (mut solved, mut asked, mut wrong) = (0, 0, Vec::new());
    for numbered in &levels {
        let answer = attempt(&numbered.level, &method, &task, seconds);
        let Some(Outcome::Solved { solution, .. }) = answer.map(|(_, answer)| answer.outcome) else {
            println!("level {}: no answer to ask about", numbered.number);
            continue;
        };
        solved += 1;
        let other = mirrored(&numbered.typed, solution.text());
        for (level, text) in [(&numbered.typed, solution.text()), (&other.0, other.1.as_str())] {
            match Rules::of(level, boxes).replay(level, text) {
                Ok(positions) => asked += positions,
                Err(rule) => wrong.push(format!("level {}: {rule}", numbered.number)),
            }
        }
    }
    println!("{solved} of {} answers, {asked} positions, {} of them called lost", levels.len(), wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// What is switched off, or the other method that goes along layers in place of a plan.
const STEPS: [(&str, &str); 17] = [
    ("fess", ""),
    ("forward", ""),
    ("fess", "stuck=no"),
    ("fess", "corrals=no"),
    ("fess", "sealed=no"),
    ("fess", "knots=no"),
    ("fess", "freeze=no"),
    ("fess", "pairs=no,triples=no"),
    ("fess", "rooms=no"),
    ("fess", "outs=no"),
    ("fess", "hotspots=no"),
    ("fess", "explorer=no"),
    ("fess", "opener=no"),
    ("fess", "clear=no"),
    ("fess", "best-cell=no"),
    ("fess", "advisers=no"),
    ("fess", "rooms=no,outs=no,hotspots=no"),
];

fn steps(arguments: &[String]) -> Result<(), String> {
    let (arguments, levels, memory) = wanted(arguments)?;
    let seconds = number(&arguments, 1, 10.0)?;
    println!("{:<36}{:>8}{:>10}{:>14}{:>10}", "method", "solved", "CPU s", "nodes", "pushes");
    for (name, options) in STEPS {
        let (method, task) = task_for(name, options, "", 1)?;
        let task = Task { memory, ..task };
        let mut table = Table::default();
        for numbered in &levels {
            table.add(numbered, attempt(&numbered.level, &method, &task, seconds), &BTreeMap::new());
        }
        let name = if options.is_empty() { name.to_owned() } else { format!("{name}:{options}") };
        let (solved, seconds, nodes, pushes) = (table.solved, table.seconds, table.nodes, table.pushes);
        println!("{name:<36}{solved:>8}{seconds:>10.2}{nodes:>14}{pushes:>10}");
    }
    Ok(())
}
