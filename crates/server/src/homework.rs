//! Homework of a class: what a teacher gives, how far each pupil is, and the same as a table for spreadsheets.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ingenio_core::day::Day;
use ingenio_core::{LevelRef, Sense};
use ingenio_lessons::find as find_lesson;
use ingenio_store::{Class, Given, HomeAnswer, HomePlay, Homework, Pupil, Task};
use ingenio_workshop::proper_title;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use utoipa::ToSchema;

use crate::app::App;
use crate::classes::{GoOn, taught};
use crate::own_packs;
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::visitor::Visitor;
use crate::words;

/// Homework of one class at a time, and levels of one homework.
const MOST_HOMEWORK: usize = 50;
const MOST_LEVELS: usize = 200;

/// What is given: a pack, a lesson or levels.
#[derive(Deserialize, ToSchema)]
pub struct HomeworkForm {
    /// `pack:NAME`, `lesson:NAME` or `levels`.
    task: String,
    /// Ids or addresses of levels, with spaces or lines between them.
    #[serde(default)]
    levels: String,
    /// How a list of levels is called.
    #[serde(default)]
    title: String,
    /// The last day for it, as `2026-12-24`; nothing for no date.
    #[serde(default)]
    due: String,
}

/// Gives a class homework.
#[utoipa::path(post, path = "/api/classes/{key}/homework", tag = "classes", params(("key" = String, Path)), request_body = HomeworkForm,
    responses((status = 200, body = GoOn), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
              (status = 507, description = "too much homework", body = ProblemBody)))]
pub async fn give(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(form): Body<HomeworkForm>,
) -> Reply<Json<GoOn>> {
    let class = taught(&app, visitor, &name).await?;
    let given = given(&app, &form).await?;
    if app.store.homework(class.key).await?.len() >= MOST_HOMEWORK {
        let full = words::TOO_MUCH_HOMEWORK.with("most", MOST_HOMEWORK);
        return Err(Problem::new(StatusCode::INSUFFICIENT_STORAGE, full));
    }
    app.store.give_homework(class.key, given).await?;
    Ok(Json(GoOn::to(format!("/class/{name}"))))
}

async fn given(app: &App, form: &HomeworkForm) -> Reply<Given> {
    let due = match form.due.as_str() {
        "" => None,
        text => {
            let day: Day = text.parse().map_err(|_| Problem::bad(words::NO_DAY.with("text", text)))?;
            Some(day.plus(1).begins())
        }
    };
    let (task, title, levels) = match form.task.split_once(':') {
        Some(("pack", name)) => {
            let (title, levels) = pack(app, name).await?;
            (Task::Pack(name.to_owned()), title, levels)
        }
        Some(("lesson", name)) => {
            let lesson = find_lesson(name).map_err(|_| Problem::bad(words::NO_SUCH_TASK.say()))?;
            (Task::Lesson(lesson.name.to_owned()), lesson.title().to_owned(), Vec::new())
        }
        None if form.task == "levels" => {
            let title =
                proper_title(&form.title).ok_or_else(|| Problem::bad(words::LIST_NEEDS_TITLE.say()))?;
            (Task::Levels, title, listed(app, &form.levels).await?)
        }
        _ => return Err(Problem::bad(words::NO_SUCH_TASK.say())),
    };
    if levels.len() > MOST_LEVELS {
        return Err(Problem::bad(
            words::HOMEWORK_TOO_LONG.with("most", MOST_LEVELS).with("count", levels.len()),
        ));
    }
    Ok(Given { task, title, due, levels })
}

/// A level with its title.
type Titled = (LevelRef, String);

/// Title and levels of a pack of the house, or of one that somebody made.
pub async fn pack(app: &App, name: &str) -> Reply<(String, Vec<Titled>)> {
    if let Some(shelf) = app.levels.library.shelf(name) {
        let levels = shelf.levels.iter().map(|volume| (volume.level.clone(), volume.title.clone()));
        return Ok((shelf.title.clone(), levels.collect()));
    }
    let found = own_packs::find(app, name).await;
    let (pack, packed) = found.map_err(|_| Problem::bad(words::NO_SUCH_TASK.say()))?;
    let mut levels = Vec::new();
    for one in packed {
        levels.push((app.level(&one.id.to_string()).await?, one.title));
    }
    Ok((pack.title, levels))
}

/// Levels by their ids, or by addresses that end in them.
async fn listed(app: &App, text: &str) -> Reply<Vec<Titled>> {
    let mut levels: Vec<Titled> = Vec::new();
    for word in text.split_whitespace().take(MOST_LEVELS + 1) {
        let path = word.split(['?', '#']).next().unwrap_or(word);
        let id = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
        let level = app.levels.get(&app.store, id).await?;
        let level = level.ok_or_else(|| Problem::bad(words::NO_SUCH_LEVEL.with("text", word)))?;
        if !levels.iter().any(|(known, _)| known.id() == level.id()) {
            levels.push((level, (levels.len() + 1).to_string()));
        }
    }
    if levels.is_empty() {
        return Err(Problem::bad(words::LIST_NEEDS_LEVEL.say()));
    }
    Ok(levels)
}

/// Takes homework back; what was played stays with who played it.
#[utoipa::path(delete, path = "/api/classes/{key}/homework/{number}", tag = "classes",
    params(("key" = String, Path), ("number" = i64, Path)),
    responses((status = 200, body = GoOn), (status = 404, body = ProblemBody)))]
pub async fn take_back(
    State(app): State<App>,
    visitor: Visitor,
    Path((name, number)): Path<(String, i64)>,
) -> Reply<Json<GoOn>> {
    let class = taught(&app, visitor, &name).await?;
    app.store.take_homework_back(class.key, number).await?;
    Ok(Json(GoOn::to(format!("/class/{name}"))))
}

/// Everything that a teacher sees of a class, or a pupil of themselves.
pub struct Standing {
    pub pupils: Vec<Pupil>,
    pub homework: Vec<Homework>,
    plays: Vec<HomePlay>,
    answers: Vec<HomeAnswer>,
}

impl Standing {
    /// Of one pupil, or of all for number 0. Many rows are read away from those who answer.
    pub async fn read(app: &App, visitor: &Visitor, class: &Class, pupil: i64) -> Reply<Self> {
        let (store, key, runtime) = (app.store.clone(), class.key, Handle::current());
        let read = async move {
            Ok(Standing {
                pupils: store.pupils(key).await?,
                homework: store.homework(key).await?,
                plays: store.home_plays(key, pupil).await?,
                answers: store.home_answers(key, pupil).await?,
            })
        };
        app.think(visitor.asker(), move || runtime.block_on(read)).await?
    }

    /// The parts of a homework: its levels, or the exercises of its lesson.
    pub fn parts(homework: &Homework) -> usize {
        match &homework.task {
            Task::Lesson(name) => find_lesson(name).map_or(0, |lesson| lesson.exercises().len()),
            Task::Levels | Task::Pack(_) => homework.levels.len(),
        }
    }

    /// What a pupil reached on each part, in order.
    pub fn reached(&self, pupil: i64, homework: &Homework) -> Vec<Reached<'_>> {
        if matches!(homework.task, Task::Lesson(_)) {
            let answered = |exercise: i64| {
                let mine = |one: &&HomeAnswer| {
                    (one.pupil, one.homework, one.exercise) == (pupil, homework.number, exercise)
                };
                self.answers.iter().find(mine).map_or(Reached::Nothing, |one| Reached::Answered(one.at))
            };
            return (1..=Self::parts(homework) as i64).map(answered).collect();
        }
        let best = |level: &ingenio_store::PackedLevel| {
            let mine = |play: &&HomePlay| {
                (play.pupil, play.homework, play.level) == (pupil, homework.number, level.id)
            };
            self.plays
                .iter()
                .filter(mine)
                .min_by_key(|play| rank(play))
                .map_or(Reached::Nothing, Reached::Played)
        };
        homework.levels.iter().map(best).collect()
    }
}

/// The play that counts is the one that is solved, without help, with the best figure, the earliest.
fn rank(play: &HomePlay) -> (bool, bool, i64, i64) {
    let metric = ingenio_catalog::find(play.puzzle).ok().and_then(|puzzle| puzzle.info().metrics.first());
    let most = metric.is_some_and(|metric| metric.sense == Sense::Most);
    let value = play.value.map_or(i64::MAX, |value| if most { -value } else { value });
    (play.solved.is_none(), play.helped, value, play.solved.unwrap_or(-play.touched))
}

/// How far somebody is with a level or an exercise.
#[derive(Clone, Copy, Debug)]
pub enum Reached<'a> {
    Nothing,
    Played(&'a HomePlay),
    /// An exercise, answered rightly at a moment.
    Answered(i64),
}

impl Reached<'_> {
    /// When it was done.
    pub fn done(&self) -> Option<i64> {
        match self {
            Reached::Nothing => None,
            Reached::Played(play) => play.solved,
            Reached::Answered(at) => Some(*at),
        }
    }

    pub fn actions(&self) -> u64 {
        match self {
            Reached::Played(play) => play.actions,
            _ => 0,
        }
    }

    const fn word(&self) -> &'static str {
        match self {
            Reached::Nothing => "open",
            Reached::Played(play) if play.solved.is_none() => "tried",
            _ => "solved",
        }
    }
}

/// A pupil on a level or an exercise of a homework.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResultBody {
    homework: String,
    /// The last day for it.
    due: Option<String>,
    pupil: String,
    /// The title of the level, or the number of the exercise.
    part: String,
    level: Option<String>,
    /// `open`, `tried` or `solved`.
    state: &'static str,
    helped: bool,
    late: bool,
    metric: Option<&'static str>,
    /// In that metric; helped plays have none.
    value: Option<i64>,
    /// Everything that was done in the play, steps back as well.
    moves: u64,
    seconds: Option<f64>,
    /// The day on which it was solved.
    solved: Option<String>,
    /// Where the play can be watched.
    replay: Option<String>,
}

fn results(standing: &Standing) -> Vec<ResultBody> {
    let mut rows = Vec::new();
    for homework in &standing.homework {
        for pupil in &standing.pupils {
            for (at, reached) in standing.reached(pupil.number, homework).into_iter().enumerate() {
                rows.push(result(homework, pupil, at, reached));
            }
        }
    }
    rows
}

fn result(homework: &Homework, pupil: &Pupil, at: usize, reached: Reached<'_>) -> ResultBody {
    let (level, done) = (homework.levels.get(at), reached.done());
    let play = if let Reached::Played(play) = reached { Some(play) } else { None };
    let puzzle = play.and_then(|play| ingenio_catalog::find(play.puzzle).ok());
    ResultBody {
        homework: homework.title.clone(),
        due: homework.due.map(|due| Day::at(due - 1).to_string()),
        pupil: pupil.name.clone(),
        part: level.map_or_else(|| (at + 1).to_string(), |level| level.title.clone()),
        level: level.map(|level| level.id.to_string()),
        state: reached.word(),
        helped: play.is_some_and(|play| play.helped),
        late: done.zip(homework.due).is_some_and(|(done, due)| done >= due),
        metric: puzzle.and_then(|puzzle| puzzle.info().metrics.first()).map(|metric| metric.name),
        value: play.and_then(|play| play.value),
        moves: reached.actions(),
        seconds: play.and_then(|play| play.clock).map(|clock| clock as f64 / 1000.0),
        solved: done.map(|done| Day::at(done).to_string()),
        replay: play.map(|play| format!("/replay/{}", play.key)),
    }
}

/// How far everybody in a class is.
#[utoipa::path(get, path = "/api/classes/{key}/results", tag = "classes", params(("key" = String, Path)),
    responses((status = 200, body = Vec<ResultBody>), (status = 404, body = ProblemBody)))]
pub async fn list(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Reply<Json<Vec<ResultBody>>> {
    let class = taught(&app, visitor.clone(), &name).await?;
    let standing = Standing::read(&app, &visitor, &class, 0).await?;
    Ok(Json(results(&standing)))
}

/// The same as a table for spreadsheets.
#[utoipa::path(get, path = "/api/classes/{key}/results.csv", tag = "classes", params(("key" = String, Path)),
    responses((status = 200, content_type = "text/csv", body = String), (status = 404, body = ProblemBody)))]
pub async fn table(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<Response> {
    let class = taught(&app, visitor.clone(), &name).await?;
    let standing = Standing::read(&app, &visitor, &class, 0).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"class.csv\""),
    ];
    Ok((headers, csv(&results(&standing))).into_response())
}

const COLUMNS: &str =
    "homework,due,pupil,part,level,state,helped,late,metric,value,moves,seconds,solved,replay";

fn csv(rows: &[ResultBody]) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let truth = |value: bool| if value { "yes" } else { "no" }.to_owned();
    let mut csv = format!("{COLUMNS}\r\n");
    for row in rows {
        let cells = [
            row.homework.clone(),
            text(&row.due),
            row.pupil.clone(),
            row.part.clone(),
            text(&row.level),
            row.state.to_owned(),
            truth(row.helped),
            truth(row.late),
            row.metric.unwrap_or_default().to_owned(),
            row.value.map(|value| value.to_string()).unwrap_or_default(),
            row.moves.to_string(),
            row.seconds.map(|seconds| format!("{seconds:.1}")).unwrap_or_default(),
            text(&row.solved),
            text(&row.replay),
        ];
        csv += &cells.map(|cell| quoted(&cell)).join(",");
        csv += "\r\n";
    }
    csv
}

/// A cell that no spreadsheet takes for a formula: what begins like one gets an apostrophe in front.
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '|', '%']);
    let mark = if is_formula { "'" } else { "" };
    format!("\"{mark}{}\"", cell.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (cell, written) in [
            ("Mia", "\"Mia\""),
            ("=1+1", "\"'=1+1\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("a \"b\", c", "\"a \"\"b\"\", c\""),
            ("\t=1", "\"'\t=1\""),
        ] {
            assert_eq!(quoted(cell), written);
        }
    }
}
