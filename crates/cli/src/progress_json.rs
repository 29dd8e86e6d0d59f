//! How a search goes, for a program that started this one: lines of JSON between the answers,
//! `{"progress":{"file":"a.xsb","index":1,"seconds":0.3,"phase":"search","nodes":52000,"rate":170000,
//! "bound":21,"best":null,"memory":1048576}}`, told from answers by their only key.

use ingenio_core::{Event, Observer, Phase};
use serde_json::json;

use crate::input::Item;
use crate::output::print;

#[derive(Debug)]
pub struct ProgressLines {
    file: String,
    index: usize,
}

impl ProgressLines {
    pub fn of(item: &Item) -> Self {
        ProgressLines { file: item.file.clone(), index: item.index }
    }
}

impl Observer for ProgressLines {
    fn observe(&mut self, event: Event<'_>) {
        let progress = event.progress;
        let phase = if progress.phase == Phase::Setup { "setup" } else { "search" };
        let line = json!({"progress": {
            "file": self.file,
            "index": self.index,
            "seconds": event.elapsed.as_secs_f64(),
            "phase": phase,
            "ready": progress.ready,
            "nodes": progress.nodes,
            "rate": event.rate,
            "bound": progress.bound,
            "best": progress.best,
            "memory": progress.memory,
        }});
        // Where nobody reads on, the answer will notice.
        print(format_args!("{line}\n"));
    }
}
