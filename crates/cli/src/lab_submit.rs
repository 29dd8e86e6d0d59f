//! The moment of submitting: everything is laid out before Slurm hears of it, and what Slurm may have taken is never
//! deleted. An answer of sbatch can be lost on the way ("Socket timed out") while the job is at work already.

use std::path::Path;

use ingenio_core::{Foreign, Message};
use ingenio_lab::{JobScript, Share, Submission, journals_of, now, slurm, words};

use crate::lab::{Trouble, ours};
use crate::lab_cluster::{Before, Order, Settings, script_text};
use crate::output::complain;

/// What became of a submission that sbatch complained of.
enum Fate {
    Refused,
    Taken,
    /// Nobody can tell now.
    Unknown,
}

impl Order<'_> {
    /// Submits what is missing; with fewer tasks where Slurm says that they are too many.
    pub fn submit(&self, settings: &Settings, before: &Before<'_>, last: u32) -> Result<(), Trouble> {
        let mut tasks = self.tasks(settings, before.missing.len())?;
        self.say_times(settings, before.missing.len(), tasks);
        self.plan.keep(self.folder).map_err(ours)?;
        let home = Submission::claim(self.folder, last).map_err(ours)?;
        loop {
            let (mut submission, script) = match self.lay_out(tasks, settings, before, (&home, last + 1)) {
                Ok(laid_out) => laid_out,
                Err(error) => {
                    let _ = std::fs::remove_dir_all(&home);
                    return Err(ours(error));
                }
            };
            let refusal = match hand_over(&home, settings, &script) {
                Ok(job) => {
                    self.note(&mut submission, Some(job), before);
                    return Ok(());
                }
                Err(refusal) => refusal,
            };
            match self.fate(&submission, &refusal) {
                Fate::Taken => {
                    complain(refusal);
                    let job = slurm::job(&submission);
                    self.note(&mut submission, job, before);
                    return Ok(());
                }
                Fate::Unknown => {
                    let told = words::SUBMITTED_UNSURE.with("error", refusal);
                    return Err(ours(told.with("folder", self.folder.display())));
                }
                Fate::Refused => {
                    let _ = std::fs::remove_dir_all(&home);
                    tasks = fewer(tasks, refusal)?;
                    Submission::claim(self.folder, last).map_err(ours)?;
                }
            }
        }
    }

    /// A folder for each task, and the script.
    fn lay_out(
        &self,
        tasks: usize,
        settings: &Settings,
        before: &Before<'_>,
        (home, number): (&Path, u32),
    ) -> Result<(Submission, JobScript), Message> {
        let shares = Share::split(self.plan, &before.missing, tasks);
        let script = self.script(settings, number, shares.len());
        let submission = Submission {
            number,
            name: script.name.clone(),
            job: None,
            tasks: shares.len(),
            jobs: settings.jobs,
            options: settings.options.clone(),
            script: settings.script.clone(),
            allow_programs: settings.allow_programs,
            total: self.plan.runs.len(),
            tally: before.tally,
            live: before.live.clone(),
            begun: now(),
        };
        submission.lay_out(self.folder, &shares)?;
        let file = home.join(SCRIPT);
        let text = script_text(settings, &script).map_err(|(_, text)| Message::told(text))?;
        std::fs::write(&file, text)
            .map_err(|error| words::UNWRITABLE.with("file", file.display()).with("error", Foreign(error)))?;
        Ok((submission, script))
    }

    /// Where sbatch has complained: did it take the job all the same?
    fn fate(&self, submission: &Submission, refusal: &Message) -> Fate {
        if refusal.id() != words::SLURM_REFUSES.id {
            // It could not even be asked.
            return Fate::Refused;
        }
        match slurm::queued(submission) {
            Ok(tasks) if !tasks.is_empty() => Fate::Taken,
            Ok(_) if !slurm::is_lost_contact(refusal) && self.is_untouched(submission.number) => {
                Fate::Refused
            }
            _ => Fate::Unknown,
        }
    }

    /// Has no task of it begun?
    fn is_untouched(&self, number: u32) -> bool {
        journals_of(self.folder, number).is_ok_and(|journals| journals.is_empty())
    }

    /// The job is in the queue. It is found by its name: that its number cannot be written harms nobody.
    fn note(&self, submission: &mut Submission, job: Option<String>, before: &Before<'_>) {
        submission.job = job;
        if let Err(error) = submission.write(self.folder) {
            complain(error);
        }
        let parent = self.folder.parent().filter(|parent| !parent.as_os_str().is_empty());
        let told = words::SUBMITTED.with("job", submission.job.as_deref().unwrap_or("?"));
        let told = told.with("runs", before.missing.len()).with("tasks", submission.tasks);
        let told = told.with("folder", self.folder.display());
        complain(told.with("parent", parent.unwrap_or(Path::new(".")).display()));
    }
}

/// The job script within the folder of a submission.
const SCRIPT: &str = "job.sh";

/// Gives the number of the job.
fn hand_over(home: &Path, settings: &Settings, script: &JobScript) -> Result<String, Message> {
    let mut options = script.own_options();
    if settings.script.is_some() {
        options.extend(settings.options.iter().cloned());
    }
    slurm::submit(&home.join(SCRIPT), &options, &script.shares)
}

/// Half as many, where a refusal is about their number.
fn fewer(tasks: usize, refusal: Message) -> Result<usize, Trouble> {
    if tasks <= 1 || !slurm::is_too_many(&refusal) {
        return Err(ours(refusal));
    }
    complain(words::FEWER_TASKS.with("tasks", tasks).with("fewer", tasks / 2).with("error", refusal));
    Ok(tasks / 2)
}
