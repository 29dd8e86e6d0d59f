//! `ingenio render`: a level, a position or a solution as a picture.

use std::path::Path;
use std::time::Duration;

use ingenio_core::{AnyPlay, Fault, Foreign, LevelRef, Message, Outcome};
use ingenio_pixels::{gif, png};
use ingenio_render::{Theme, svg};

use crate::arguments::RenderArguments;
use crate::exit::Status;
use crate::input::items;
use crate::interrupt::cancel_on_interrupt;
use crate::output::complain;
use crate::progress::StatusLine;
use crate::reader::Spoken;
use crate::solve::budget;
use crate::words;

/// A moving picture has a frame for every move; longer plays show every second, third, ... one.
const MOST_FRAMES: usize = 400;

pub fn run(arguments: &RenderArguments) -> Status {
    let items = items(&arguments.input);
    let [item] = &items[..] else {
        complain(words::ONE_LEVEL.with("count", items.len()));
        return Status::BadUsage;
    };
    let result = match &item.reading {
        Ok(entry) => render(arguments, &entry.level),
        Err(fault) => Err((fault.clone(), item.blame())),
    };
    match result {
        Ok(()) => Status::Fine,
        Err((fault, status)) => {
            complain(format_args!("{}: {fault}", item.name(), fault = fault.spoken()));
            status
        }
    }
}

type Trouble = (Fault, Status);

fn usage(message: Message) -> Trouble {
    (message.into(), Status::BadUsage)
}

fn render(arguments: &RenderArguments, level: &LevelRef) -> Result<(), Trouble> {
    let ending = Path::new(&arguments.out).extension().and_then(|ending| ending.to_str()).unwrap_or("");
    let theme = Theme::named(&arguments.theme).unwrap_or(Theme::LIGHT);
    let alt = format!("{} level {}", level.puzzle().info().title, level.id());
    let draw = |play: &dyn AnyPlay| svg(&play.scene(), &theme, &alt);
    let mut play = level.play();
    play.apply(&arguments.moves).map_err(|fault| (fault, Status::Refused))?;
    let moves = if arguments.solved { solution(arguments, play.as_ref(), level)? } else { Vec::new() };
    let size = f32::from(arguments.size);
    let bytes = match ending {
        "gif" => {
            let frames = frames(play.as_mut(), &moves, draw)?;
            gif(&frames, size, Duration::from_millis(u64::from(arguments.pause)))
        }
        "svg" | "png" => {
            for action in &moves {
                play.apply(action).map_err(|fault| (fault, Status::OwnFailure))?;
            }
            let drawing = draw(play.as_ref());
            if ending == "svg" { Some(drawing.into_bytes()) } else { png(&drawing, size) }
        }
        _ => return Err(usage(words::PICTURE_ENDING.with("file", &arguments.out))),
    };
    let bytes = bytes.ok_or_else(|| usage(words::PICTURE_TOO_LARGE.say()))?;
    std::fs::write(&arguments.out, bytes)
        .map_err(|error| (words::NOT_WRITTEN.with("error", Foreign(error)).into(), Status::OwnFailure))
}

/// The moves from here to the end, by the best method at hand.
fn solution(
    arguments: &RenderArguments,
    play: &dyn AnyPlay,
    level: &LevelRef,
) -> Result<Vec<String>, Trouble> {
    let from = play.level_here().unwrap_or_else(|| level.clone());
    let budget = budget(&arguments.limits, 1, Some(Duration::from_secs(10)), cancel_on_interrupt());
    let request = ingenio_catalog::Request { budget, ..Default::default() };
    let mut line = StatusLine::new(arguments.out.clone(), false);
    let report = request.run(&from, &mut line).map_err(usage)?;
    drop(line);
    match (&report.outcome, report.solution()) {
        (_, Some(solution)) => {
            from.solution_moves(solution.text()).map_err(|fault| (fault, Status::OwnFailure))
        }
        (Outcome::Unsolvable { reason }, _) => {
            Err((words::UNSOLVABLE.with("reason", reason).into(), Status::Unsolvable))
        }
        _ => Err((words::NO_SOLUTION_FOUND.say().into(), Status::LimitHit)),
    }
}

fn frames(
    play: &mut dyn AnyPlay,
    moves: &[String],
    draw: impl Fn(&dyn AnyPlay) -> String,
) -> Result<Vec<String>, Trouble> {
    let every = moves.len().div_ceil(MOST_FRAMES).max(1);
    let mut frames = vec![draw(play)];
    for (number, action) in (1..).zip(moves) {
        play.apply(action).map_err(|fault| (fault, Status::OwnFailure))?;
        if number % every == 0 || number == moves.len() {
            frames.push(draw(play));
        }
    }
    Ok(frames)
}
