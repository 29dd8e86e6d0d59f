//! A line on the terminal that shows how a search goes. Nothing is shown within the first second,
//! nor where nobody looks.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ingenio_core::{Observer, Phase, Pulse};

use crate::units::{show_bytes, show_count};

pub struct StatusLine {
    bar: ProgressBar,
    name: String,
}

const SHOW_AFTER: Duration = Duration::from_secs(1);

impl StatusLine {
    /// `quiet` where several searches would write into one line.
    pub fn new(name: String, quiet: bool) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"));
        StatusLine { bar, name }
    }
}

impl Observer for StatusLine {
    fn observe(&mut self, event: Pulse<'_>) {
        if event.elapsed < SHOW_AFTER {
            return;
        }
        self.bar.set_message(message(&self.name, event));
        self.bar.tick();
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn message(name: &str, event: Pulse<'_>) -> String {
    let progress = event.progress;
    let mut parts = vec![name.to_owned(), format!("{:.0} s", event.elapsed.as_secs_f64())];
    if progress.phase == Phase::Setup {
        let percent = progress.ready.map_or_else(String::new, |percent| format!(" {percent} %"));
        parts.push(format!("building tables{percent}"));
    }
    parts.push(format!("{} nodes", show_count(progress.nodes)));
    parts.push(format!("{}/s", show_count(event.rate)));
    parts.extend(progress.bound.map(|bound| format!("bound {bound}")));
    parts.extend(progress.best.map(|best| format!("best {best}")));
    parts.extend(progress.bound.zip(progress.best).map(|(bound, best)| gap(bound, best)));
    parts.push(show_bytes(progress.memory));
    parts.join(" · ")
}

/// How far the best is from the bound, of the best.
fn gap(bound: u64, best: u64) -> String {
    format!("gap {} %", 100 * bound.abs_diff(best) / best.max(1))
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
        let text = message("a.txt:1", event);
        assert_eq!(
            text,
            "a.txt:1 · 2 s · 12\u{202f}000 nodes · 6\u{202f}000/s · bound 40 · best 44 · gap 9 % · 49 KiB"
        );
    }
}
