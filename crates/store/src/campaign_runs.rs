//! Finished runs of campaigns, every one the line that the lab wrote. The lab's own files are the truth;
//! here they stand beside plays and records, can be asked for by level, and may become records themselves.

use ingenio_core::{CampaignRun, LevelId, LevelRef, Message, Question, Witness};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::levels;
use crate::runs;
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// A run with the title of its campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub struct KeptRun {
    pub campaign: String,
    pub run: CampaignRun,
}

/// Exports of earlier versions have all fields of the run beside the title.
impl TryFrom<Value> for KeptRun {
    type Error = String;

    fn try_from(line: Value) -> Result<Self, String> {
        let run = line.get("run").filter(|run| run.is_object()).unwrap_or(&line);
        let campaign = line.get("campaign").and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(KeptRun { campaign, run: CampaignRun::read(&run.to_string()).map_err(|error| error.english())? })
    }
}

impl Store {
    /// Keeps finished runs, all or none; those that are here already are passed over. A solution may
    /// become its method's best and a record. Gives the number of runs that were added.
    pub async fn keep_campaign_runs(&self, runs: Vec<(LevelRef, KeptRun)>) -> Result<usize, Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let mut added = 0;
                for (level, kept) in &runs {
                    added += usize::from(keep(db, level, kept).await?);
                }
                Ok(added)
            })
        })
        .await
    }

    /// The runs of campaigns on a level, the earliest first.
    pub async fn campaign_runs(&self, level: LevelId) -> Result<Vec<KeptRun>, Trouble> {
        let rows = sqlx::query("SELECT * FROM campaign_line WHERE level = $1 ORDER BY begun, run, machine")
            .bind(level.to_string())
            .fetch_all(&mut *self.reader().await?)
            .await?;
        rows.iter().map(kept_run).collect()
    }
}

async fn keep(db: &mut AnyConnection, level: &LevelRef, kept: &KeptRun) -> Result<bool, Trouble> {
    let run = &kept.run;
    if run.answer.id != level.id() {
        return Err(words::OTHER_LEVEL.with("solved", run.answer.id).with("level", level.id()).into());
    }
    levels::keep(db, level).await?;
    if !insert(db, kept).await? {
        return Ok(false);
    }
    // That a program which is not ours calls its solution the best proves nothing.
    let witness = if run.program { Witness::Stranger } else { Witness::Method };
    let mut claim = run.answer.clone();
    claim.effort.seconds = claim.effort.seconds.or(Some(run.process.wall_seconds));
    let answer = claim.judge(level.as_ref(), Question { optimal: false, witness });
    if let Some(fault) = answer.outcome.fault().filter(|_| run.answer.solution().is_some()) {
        return Err(words::RUN_REFUSED.with("run", &run.run).with("refusal", fault).into());
    }
    let (method, begun) = (if run.program { &run.name } else { &run.spec }, moment(run));
    runs::keep(db, level, method, &answer, begun).await?;
    runs::offer_found(db, level, method, &answer, begun).await?;
    Ok(true)
}

fn moment(run: &CampaignRun) -> i64 {
    i64::try_from(run.begun).unwrap_or(i64::MAX)
}

/// Adds a run unless it is there; what is known of it by now takes the place of what was known before.
pub async fn insert(db: &mut AnyConnection, kept: &KeptRun) -> Result<bool, Trouble> {
    let run = &kept.run;
    let done = sqlx::query(
        "INSERT INTO campaign_line (run, begun, machine, campaign, level, line) \
         VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (run, begun, machine) DO UPDATE SET line = excluded.line WHERE campaign_line.line <> excluded.line",
    )
    .bind(&run.run)
    .bind(moment(run))
    .bind(&run.machine)
    .bind(&kept.campaign)
    .bind(run.answer.id.to_string())
    .bind(run.line())
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}

pub fn kept_run(row: &AnyRow) -> Result<KeptRun, Trouble> {
    let line: String = row.try_get("line")?;
    let run = CampaignRun::read(&line).map_err(|message: Message| Trouble::Failed(message))?;
    Ok(KeptRun { campaign: row.try_get("campaign")?, run })
}
