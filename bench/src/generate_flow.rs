//! Flow: how quickly boards proved unique come, and how hard they are.

use ingenio_flow::Flow;

use crate::command::Command;
use crate::generating::measure;

pub const COMMANDS: &[Command] = &[Command {
    name: "generate-flow",
    usage: "[WISHES] [LEVELS] [SEED]",
    about: "boards per CPU second, e.g. width=8 1000, and the spread of their difficulty",
    run: |arguments| measure::<Flow>("cover", arguments),
}];
