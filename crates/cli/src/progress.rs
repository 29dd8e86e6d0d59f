//! A line on the terminal that shows how a search goes. Nothing is shown within the first second,
//! nor where nobody looks.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ingenio_core::{Observer, Phase, Progress};

use crate::units::{show_bytes, show_count};

pub struct Line {
    bar: ProgressBar,
    name: String,
    shown: bool,
}

const SHOW_AFTER: Duration = Duration::from_secs(1);

impl Line {
    /// `quiet` where several searches would write into one line.
    pub fn new(name: String, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if !quiet {
            bar.set_style(
                ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is right"),
            );
        }
        Line { bar, name, shown: quiet }
    }

    fn show(&mut self) {
        if !self.shown {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Observer for Line {
    fn observe(&mut self, progress: &Progress, elapsed: Duration) {
        if elapsed < SHOW_AFTER {
            return;
        }
        self.show();
        self.bar.set_message(message(&self.name, progress, elapsed));
        self.bar.tick();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn message(name: &str, progress: &Progress, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let mut parts = vec![name.to_owned(), format!("{seconds:.0} s")];
    if progress.phase == Phase::Setup {
        parts.push("building tables".into());
    }
    parts.push(format!("{} nodes", show_count(progress.nodes)));
    parts.push(format!("{}/s", show_count((progress.nodes as f64 / seconds) as u64)));
    parts.extend(progress.bound.map(|bound| format!("bound {bound}")));
    parts.extend(progress.best.map(|best| format!("best {best}")));
    parts.push(show_bytes(progress.memory));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_is_known() {
        let progress = Progress {
            nodes: 12_000,
            bound: Some(40),
            best: Some(44),
            memory: 50_000,
            ..Progress::default()
        };
        let text = message("a.txt:1", &progress, Duration::from_secs(2));
        assert_eq!(
            text,
            "a.txt:1 · 2 s · 12\u{202f}000 nodes · 6\u{202f}000/s · bound 40 · best 44 · 49 KiB"
        );
    }
}
