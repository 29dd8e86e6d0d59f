//! How a search goes, for a program that started this one: lines of JSON between the answers,
//! `{"progress":{"file":"a.xsb","index":1,"seconds":0.3,"phase":"search","nodes":52000,"rate":170000,
//! "bound":21,"best":null,"memory":1048576}}`, told from answers by their only key.

use ingenio_core::{Observer, Pulse, ToldPulse};
use serde::Serialize;
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

/// The object under the only key.
#[derive(Serialize)]
struct Told<'a> {
    file: &'a str,
    index: usize,
    #[serde(flatten)]
    event: ToldPulse,
}

impl Observer for ProgressLines {
    fn observe(&mut self, event: Pulse<'_>) {
        let told = Told { file: &self.file, index: self.index, event: event.told() };
        // Where nobody reads on, the answer will notice.
        print(format_args!("{}\n", json!({"progress": told})));
    }
}
