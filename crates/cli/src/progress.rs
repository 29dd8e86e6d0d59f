//! A line on the terminal that shows how a search goes. Nothing is shown within the first second,
//! nor where nobody looks.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ingenio_core::{Grouped, Message, Observer, Phase, Pulse};

use crate::reader::Spoken;
use crate::units::show_bytes;
use crate::words;

pub struct StatusLine {
    /// Made when there is something to show: on small levels it would cost more than the search.
    bar: Option<ProgressBar>,
    name: String,
    quiet: bool,
}

const SHOW_AFTER: Duration = Duration::from_secs(1);

impl StatusLine {
    /// `quiet` where several searches would write into one line.
    pub fn new(name: String, quiet: bool) -> Self {
        StatusLine { bar: None, name, quiet }
    }
}

fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"));
    bar
}

impl Observer for StatusLine {
    fn observe(&mut self, event: Pulse<'_>) {
        if self.quiet || event.elapsed < SHOW_AFTER {
            return;
        }
        let bar = self.bar.get_or_insert_with(spinner);
        bar.set_message(message(&self.name, event).spoken());
        bar.tick();
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

fn message(name: &str, event: Pulse<'_>) -> Message {
    let progress = event.progress;
    let seconds = words::PROGRESS_SECONDS.with("seconds", event.elapsed.as_secs_f64().round());
    let mut parts = vec![Message::told(name), seconds];
    if progress.phase == Phase::Setup {
        let percent = progress.ready.map(|percent| words::PROGRESS_TABLES_PERCENT.with("percent", percent));
        parts.push(percent.unwrap_or_else(|| words::PROGRESS_TABLES.say()));
    }
    parts.push(words::PROGRESS_NODES.with("nodes", Grouped(progress.nodes)));
    parts.push(words::PROGRESS_RATE.with("nodes", Grouped(event.rate)));
    parts.extend(progress.bound.map(|bound| words::PROGRESS_BOUND.with("bound", bound)));
    parts.extend(progress.best.map(|best| words::PROGRESS_BEST.with("best", best)));
    parts.extend(progress.bound.zip(progress.best).map(|(bound, best)| gap(bound, best)));
    parts.push(Message::told(show_bytes(progress.memory)));
    Message::dotted(parts)
}

/// How far the best is from the bound, of the best.
fn gap(bound: u64, best: u64) -> Message {
    words::PROGRESS_GAP.with("percent", 100 * bound.abs_diff(best) / best.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ingenio_core::Progress;

    #[test]
    fn the_line_says_what_is_known() {
        let progress = Progress {
            nodes: 12_000,
            bound: Some(40),
            best: Some(44),
            memory: 50_000,
            ..Progress::default()
        };
        let event = Pulse { progress: &progress, elapsed: Duration::from_secs(2), rate: 6000 };
        let text = message("a.txt:1", event).english();
        assert_eq!(
            text,
            "a.txt:1 · 2 s · 12\u{202f}000 nodes · 6\u{202f}000/s · bound 40 · best 44 · gap 9 % · 49 KiB"
        );
    }
}
