//! Homework of a class, and how far each pupil is with it. A teacher sees plays of levels that are homework, begun after
//! the pupil joined, and right answers to exercises of lessons that are homework: nothing else is read here.

use futures_util::TryStreamExt as _;
use ingenio_catalog::PUZZLES;
use ingenio_core::{LevelId, LevelRef};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::classes::{ClassKey, level_id, next_number};
use crate::levels;
use crate::packs::PackedLevel;
use crate::players::one;
use crate::rows::{PlayKey, PlayerId, now};
use crate::store::Store;
use crate::trouble::Trouble;
use crate::words;

/// Homework of one class at a time, and levels of all of it together: pupils times levels is what a teacher's page shows.
pub const MOST_HOMEWORK: i64 = 50;
pub const MOST_CLASS_LEVELS: i64 = 2000;

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    Levels,
    /// A pack, by its name; its levels are those that it had when it was given.
    Pack(String),
    /// A lesson, by its name.
    Lesson(String),
}

impl Task {
    pub const fn kind(&self) -> &'static str {
        match self {
            Task::Levels => "levels",
            Task::Pack(_) => "pack",
            Task::Lesson(_) => "lesson",
        }
    }

    pub fn what(&self) -> &str {
        match self {
            Task::Levels => "",
            Task::Pack(name) | Task::Lesson(name) => name,
        }
    }

    pub fn named(kind: &str, what: &str) -> Option<Self> {
        match kind {
            "levels" => Some(Task::Levels),
            "pack" => Some(Task::Pack(what.to_owned())),
            "lesson" => Some(Task::Lesson(what.to_owned())),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Homework {
    /// Within its class; newer ones have larger numbers.
    pub number: i64,
    pub task: Task,
    pub title: String,
    /// Milliseconds since 1970.
    pub made: i64,
    /// The first moment after its last day.
    pub due: Option<i64>,
    /// None for a lesson.
    pub levels: Vec<PackedLevel>,
}

/// What a teacher gives.
#[derive(Clone, Debug)]
pub struct Given {
    pub task: Task,
    pub title: String,
    pub due: Option<i64>,
    pub levels: Vec<(LevelRef, String)>,
}

/// A play of a pupil on a level that is homework.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomePlay {
    pub pupil: i64,
    pub homework: i64,
    pub level: LevelId,
    pub puzzle: &'static str,
    pub key: PlayKey,
    pub touched: i64,
    /// When it was first solved.
    pub solved: Option<i64>,
    pub helped: bool,
    /// Everything that was done in it, steps back as well; until it was solved, where it was.
    pub actions: u64,
    /// What it measures in the first metric of its puzzle; helped plays have no figures.
    pub value: Option<i64>,
    /// Milliseconds of the play's clock when it was solved.
    pub clock: Option<i64>,
}

/// An exercise that a pupil answered rightly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HomeAnswer {
    pub pupil: i64,
    pub homework: i64,
    pub exercise: i64,
    pub at: i64,
}

impl Store {
    /// The caller has seen to it that the class is the teacher's. [`Trouble::Refused`] where the class has as much as there may be.
    pub async fn give_homework(&self, key: ClassKey, given: Given) -> Result<i64, Trouble> {
        self.write(move |db| Box::pin(async move { give(db, key, &given).await })).await
    }

    /// The plays stay; they are homework no more.
    pub async fn take_homework_back(&self, key: ClassKey, number: i64) -> Result<(), Trouble> {
        self.write(move |db| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM homework WHERE class = $1 AND number = $2");
                one(query.bind(key.to_string()).bind(number).execute(db).await?.rows_affected())
            })
        })
        .await
    }

    /// In the order in which it was given.
    pub async fn homework(&self, key: ClassKey) -> Result<Vec<Homework>, Trouble> {
        let mut db = self.reader().await?;
        homework(&mut db, key).await
    }

    /// Each play of homework, of one pupil or, for number 0, of all, in the order in which they were begun within each puzzle.
    pub async fn home_plays(
        &self,
        key: ClassKey,
        pupil: i64,
        mut take: impl FnMut(HomePlay),
    ) -> Result<(), Trouble> {
        let mut db = self.reader().await?;
        for puzzle in PUZZLES {
            let info = puzzle.info();
            let metric = info.metrics.first().map_or("", |metric| metric.name);
            let mut rows = sqlx::query(
                "SELECT pupil.number AS pupil, homework_level.homework, play.level, play.key, play.touched, play.helped, \
                   finish.at AS solved, finish.clock, COALESCE(finish.events, play.events) AS actions, figure.value \
                 FROM pupil JOIN homework_level ON homework_level.class = pupil.class \
                 JOIN level ON level.id = homework_level.level AND level.puzzle = $3 \
                 JOIN play ON play.player = pupil.player AND play.level = level.id AND play.begun >= pupil.joined AND play.events > 0 \
                 LEFT JOIN finish ON finish.play = play.id AND finish.solved = 1 \
                 LEFT JOIN figure ON figure.play = play.id AND figure.metric = $4 \
                 WHERE pupil.class = $1 AND ($2 = 0 OR pupil.number = $2) ORDER BY play.id, homework_level.homework",
            )
            .bind(key.to_string())
            .bind(pupil)
            .bind(info.name)
            .bind(metric)
            .fetch(&mut *db);
            while let Some(row) = rows.try_next().await? {
                take(home_play(info.name, &row)?);
            }
        }
        Ok(())
    }

    /// Right answers to exercises that are homework, of one pupil or, for number 0, of all.
    pub async fn home_answers(&self, key: ClassKey, pupil: i64) -> Result<Vec<HomeAnswer>, Trouble> {
        let rows: Vec<(i64, i64, i64, i64)> = sqlx::query_as(
            "SELECT pupil, homework, exercise, at FROM homework_answer WHERE class = $1 AND ($2 = 0 OR pupil = $2) \
             ORDER BY homework, pupil, exercise",
        )
        .bind(key.to_string())
        .bind(pupil)
        .fetch_all(&mut *self.reader().await?)
        .await?;
        let answer = |(pupil, homework, exercise, at)| HomeAnswer { pupil, homework, exercise, at };
        Ok(rows.into_iter().map(answer).collect())
    }

    /// A player answered an exercise rightly: kept where the lesson is homework of theirs, and nowhere else.
    pub async fn answered(&self, player: PlayerId, lesson: &str, exercise: i64) -> Result<(), Trouble> {
        let lesson = lesson.to_owned();
        self.write(move |db| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO homework_answer (class, homework, pupil, exercise, at) \
                     SELECT homework.class, homework.number, pupil.number, $3, $4 FROM homework \
                     JOIN pupil ON pupil.class = homework.class \
                     WHERE pupil.player = $1 AND homework.kind = 'lesson' AND homework.what = $2 ON CONFLICT DO NOTHING",
                )
                .bind(player.0)
                .bind(lesson)
                .bind(exercise)
                .bind(now())
                .execute(db)
                .await?;
                Ok(())
            })
        })
        .await
    }
}

pub async fn homework(db: &mut AnyConnection, key: ClassKey) -> Result<Vec<Homework>, Trouble> {
    let query = sqlx::query(
        "SELECT number, kind, what, title, made, due FROM homework WHERE class = $1 ORDER BY number",
    );
    let rows = query.bind(key.to_string()).fetch_all(&mut *db).await?;
    let mut all: Vec<Homework> = rows.iter().map(read).collect::<Result<_, _>>()?;
    let query = sqlx::query_as(
        "SELECT homework, level, title FROM homework_level WHERE class = $1 ORDER BY homework, place",
    );
    let levels: Vec<(i64, String, String)> = query.bind(key.to_string()).fetch_all(db).await?;
    for (homework, level, title) in levels {
        if let Some(one) = all.iter_mut().find(|one| one.number == homework) {
            one.levels.push(PackedLevel { id: level_id(level)?, title });
        }
    }
    Ok(all)
}

fn read(row: &AnyRow) -> Result<Homework, Trouble> {
    let (kind, what): (String, String) = (row.try_get("kind")?, row.try_get("what")?);
    Ok(Homework {
        number: row.try_get("number")?,
        task: Task::named(&kind, &what).ok_or_else(|| Trouble::broken(kind))?,
        title: row.try_get("title")?,
        made: row.try_get("made")?,
        due: row.try_get("due")?,
        levels: Vec::new(),
    })
}

fn home_play(puzzle: &'static str, row: &AnyRow) -> Result<HomePlay, Trouble> {
    let (key, helped): (String, Option<i64>) = (row.try_get("key")?, row.try_get("helped")?);
    let actions: i64 = row.try_get("actions")?;
    Ok(HomePlay {
        pupil: row.try_get("pupil")?,
        homework: row.try_get("homework")?,
        level: level_id(row.try_get("level")?)?,
        puzzle,
        key: key.parse().map_err(|_| Trouble::broken(key))?,
        touched: row.try_get("touched")?,
        solved: row.try_get("solved")?,
        helped: helped.is_some(),
        actions: actions as u64,
        value: row.try_get("value")?,
        clock: row.try_get("clock")?,
    })
}

async fn give(db: &mut AnyConnection, key: ClassKey, given: &Given) -> Result<i64, Trouble> {
    let number = next_number(db, key).await?;
    let query = sqlx::query_as(
        "SELECT (SELECT COUNT(*) FROM homework WHERE class = $1), (SELECT COUNT(*) FROM homework_level WHERE class = $1)",
    );
    let (homework, levels): (i64, i64) = query.bind(key.to_string()).fetch_one(&mut *db).await?;
    if homework >= MOST_HOMEWORK {
        return Err(Trouble::Refused(words::TOO_MUCH_HOMEWORK.with("most", MOST_HOMEWORK)));
    }
    if levels + given.levels.len() as i64 > MOST_CLASS_LEVELS {
        let full = words::TOO_MANY_HOMEWORK_LEVELS.with("most", MOST_CLASS_LEVELS).with("count", levels);
        return Err(Trouble::Refused(full));
    }
    let mut placed = Vec::new();
    for (level, title) in &given.levels {
        levels::keep(db, level).await?;
        placed.push(PackedLevel { id: level.id(), title: title.clone() });
    }
    let (task, title) = (given.task.clone(), given.title.clone());
    let homework = Homework { number, task, title, made: now(), due: given.due, levels: placed };
    insert(db, key, &homework).await?;
    Ok(number)
}

/// Adds homework with its levels, which are there already, unless its number is taken.
pub async fn insert(db: &mut AnyConnection, key: ClassKey, homework: &Homework) -> Result<(), Trouble> {
    let query = sqlx::query(
        "INSERT INTO homework (class, number, kind, what, title, made, due) VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT DO NOTHING",
    );
    let query = query.bind(key.to_string()).bind(homework.number).bind(homework.task.kind());
    let query = query.bind(homework.task.what()).bind(&homework.title).bind(homework.made).bind(homework.due);
    if query.execute(&mut *db).await?.rows_affected() == 0 {
        return Ok(());
    }
    for (place, level) in (0_i64..).zip(&homework.levels) {
        sqlx::query(
            "INSERT INTO homework_level (class, homework, place, level, title) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(key.to_string())
        .bind(homework.number)
        .bind(place)
        .bind(level.id.to_string())
        .bind(&level.title)
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

pub async fn insert_answer(
    db: &mut AnyConnection,
    key: ClassKey,
    answer: &HomeAnswer,
) -> Result<(), Trouble> {
    sqlx::query(
        "INSERT INTO homework_answer (class, homework, pupil, exercise, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    )
    .bind(key.to_string())
    .bind(answer.homework)
    .bind(answer.pupil)
    .bind(answer.exercise)
    .bind(answer.at)
    .execute(db)
    .await?;
    Ok(())
}
