//! Learned weights against none, in the same searches on the same pushes: levels solved over expansions, expansions and CPU
//! seconds. What is measured is in `ingenio_train::measure`; here are the levels and the clock.

use std::sync::Arc;

use ingenio_core::rooms::Texts as _;
use ingenio_core::{Options, Source};
use ingenio_sokoban::Sokoban;
use ingenio_sokoban::level::Level;
use ingenio_train::measure::Measure;
use ingenio_workshop::Pack;

use crate::command::{Command, argument, read_file};

pub const COMMANDS: &[Command] = &[Command {
    name: "learning",
    usage: "FILE [NODES] [METHOD[:OPTIONS]...]",
    about: "Sokoban's learned methods beside the same without weights: the curve of solved levels, nodes, CPU seconds",
    run: learning,
}];

fn learning(arguments: &[String]) -> Result<(), String> {
    let levels = read(argument(arguments, 0, "the file of levels")?)?;
    let number = |text: &String| text.parse().map_err(|_| format!("{text} is no number"));
    let nodes = arguments.get(1).map_or(Ok(20_000), number)?;
    let begun = cpu_time::ProcessTime::now();
    let measure = Measure { nodes, clock: &|| begun.elapsed().as_secs_f64() };
    let mut say = |line: String| println!("{line}");
    match arguments.get(2..).filter(|named| !named.is_empty()) {
        None => measure.pairs(&levels, &mut say),
        Some(named) => named.iter().try_for_each(|method| measure.one(method, &levels, &mut say)),
    }
}

/// The levels of a file, or of a pack.
fn read(path: &str) -> Result<Vec<Arc<Level>>, String> {
    let text = read_file(path)?;
    let is_pack = std::path::Path::new(path).extension().is_some_and(|kind| kind == "toml");
    let texts = if is_pack {
        let pack = Pack::parse(&text).map_err(|fault| format!("{path}: {}", fault.english()))?;
        pack.levels.into_iter().map(|level| level.text).collect()
    } else {
        vec![text]
    };
    let readings = texts.iter().flat_map(|text| Sokoban::read(&Source::new(text), &Options::default()));
    let level = |reading: ingenio_core::Reading<Level>| match reading {
        Ok(entry) => Ok(Arc::new(entry.level)),
        Err(fault) => Err(format!("{path}: {}", fault.english())),
    };
    readings.map(level).collect()
}
