//! Sokoban: how quickly rooms come whose best solution is proved, and how hard they are.

use ingenio_sokoban::Sokoban;

use crate::command::Command;
use crate::generating::measure;

pub const COMMANDS: &[Command] = &[Command {
    name: "generate-sokoban",
    usage: "[WISHES] [LEVELS] [SEED]",
    about: "rooms per CPU second, e.g. boxes=3 1000, and the spread of their difficulty",
    run: |arguments| measure::<Sokoban>("reverse", arguments),
}];
