//! Classes in exports: a class with its homework belongs to its teacher, a pupil's line to the pupil. The export of a
//! teacher holds no pupils: their names are theirs.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::classes::{self, Class, ClassKey, Pupil};
use crate::exchange::EVERYBODY;
use crate::homework::{self, HomeAnswer, Homework, Task};
use crate::lines::{Checked, ClassLine, ExportLine, HomeworkLine, PupilLine};
use crate::packs::PackedLevel;
use crate::rows::PlayerId;
use crate::trouble::Trouble;

/// Everything about classes, or what belongs to one player.
pub async fn lines(db: &mut AnyConnection, whose: i64) -> Result<Vec<ExportLine>, Trouble> {
    let mut lines = Vec::new();
    let query = sqlx::query(
        "SELECT key, code, player.name, title, class.made, ends, is_open, numbered FROM class \
         JOIN player ON player.id = class.teacher WHERE $1 = 0 OR player.id = $1 ORDER BY class.made, key",
    );
    for row in &query.bind(whose).fetch_all(&mut *db).await? {
        lines.push(ExportLine::Class(class_line(db, row).await?));
    }
    let query = sqlx::query(
        "SELECT class, number, player.name AS player, pupil.name, joined, code, issued FROM pupil \
         JOIN player ON player.id = pupil.player WHERE $1 = 0 OR player.id = $1 ORDER BY class, number",
    );
    for row in &query.bind(whose).fetch_all(&mut *db).await? {
        let line = pupil_line(db, row).await?;
        let code = line.code.filter(|_| whose == EVERYBODY);
        lines.push(ExportLine::Pupil(PupilLine { code, ..line }));
    }
    Ok(lines)
}

async fn class_line(db: &mut AnyConnection, row: &AnyRow) -> Result<ClassLine, Trouble> {
    let (key, open): (String, i64) = (row.try_get("key")?, row.try_get("is_open")?);
    let homework = homework::homework(db, class_key(&key)?).await?;
    Ok(ClassLine {
        key,
        code: row.try_get("code")?,
        teacher: row.try_get("name")?,
        title: row.try_get("title")?,
        made: row.try_get("made")?,
        ends: row.try_get("ends")?,
        open: open != 0,
        numbered: row.try_get("numbered")?,
        homework: homework.into_iter().map(homework_line).collect(),
    })
}

fn homework_line(homework: Homework) -> HomeworkLine {
    HomeworkLine {
        number: homework.number,
        task: homework.task.kind().to_owned(),
        what: homework.task.what().to_owned(),
        title: homework.title,
        made: homework.made,
        due: homework.due,
        levels: homework.levels.into_iter().map(|level| (level.id.to_string(), level.title)).collect(),
    }
}

async fn pupil_line(db: &mut AnyConnection, row: &AnyRow) -> Result<PupilLine, Trouble> {
    let (class, number): (String, i64) = (row.try_get("class")?, row.try_get("number")?);
    let issued: i64 = row.try_get("issued")?;
    let query = sqlx::query_as(
        "SELECT homework, exercise, at FROM homework_answer WHERE class = $1 AND pupil = $2 ORDER BY homework, exercise",
    );
    let answers = query.bind(&class).bind(number).fetch_all(db).await?;
    Ok(PupilLine {
        class,
        number,
        player: row.try_get("player")?,
        name: row.try_get("name")?,
        joined: row.try_get("joined")?,
        code: row.try_get("code")?,
        issued: issued != 0,
        answers,
    })
}

/// Adds a class with its homework unless it is there.
pub async fn add_class(
    db: &mut AnyConnection,
    checked: &Checked,
    teacher: i64,
    line: &ClassLine,
) -> Result<(), Trouble> {
    let class = Class {
        key: class_key(&line.key)?,
        code: line.code.clone(),
        teacher: PlayerId(teacher),
        teacher_name: line.teacher.clone(),
        title: line.title.clone(),
        made: line.made,
        ends: line.ends,
        is_open: line.open,
        pupils: 0,
    };
    if !classes::insert(db, &class, line.numbered).await? {
        return Ok(());
    }
    for given in &line.homework {
        let level = |(id, title): &(String, String)| PackedLevel {
            id: checked.levels[id].id(),
            title: title.clone(),
        };
        let homework = Homework {
            number: given.number,
            task: Task::named(&given.task, &given.what).ok_or(Trouble::Unknown)?,
            title: given.title.clone(),
            made: given.made,
            due: given.due,
            levels: given.levels.iter().map(level).collect(),
        };
        homework::insert(db, class.key, &homework).await?;
    }
    Ok(())
}

/// Adds a pupil to a class that is here; where it is not, there is nothing to be a pupil of.
pub async fn add_pupil(db: &mut AnyConnection, player: i64, line: &PupilLine) -> Result<(), Trouble> {
    let query = sqlx::query_scalar("SELECT COUNT(*) FROM class WHERE key = $1 AND numbered >= $2");
    let known: i64 = query.bind(&line.class).bind(line.number).fetch_one(&mut *db).await?;
    if known == 0 {
        return Ok(());
    }
    let (key, player) = (class_key(&line.class)?, PlayerId(player));
    let pupil =
        Pupil { number: line.number, player, guest: false, name: line.name.clone(), joined: line.joined };
    if !classes::insert_pupil(db, key, &pupil, line.code.as_deref(), line.issued).await? {
        return Ok(());
    }
    let homework: Vec<i64> = sqlx::query_scalar("SELECT number FROM homework WHERE class = $1")
        .bind(&line.class)
        .fetch_all(&mut *db)
        .await?;
    for (number, exercise, at) in line.answers.iter().filter(|(number, ..)| homework.contains(number)) {
        let answer = HomeAnswer { pupil: line.number, homework: *number, exercise: *exercise, at: *at };
        homework::insert_answer(db, key, &answer).await?;
    }
    Ok(())
}

fn class_key(text: &str) -> Result<ClassKey, Trouble> {
    text.parse().map_err(|_| Trouble::broken(text.to_owned()))
}
