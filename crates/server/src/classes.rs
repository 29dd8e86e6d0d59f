//! Classes: a teacher with an account opens one; pupils join by its code, without an e-mail and without an account, under
//! a name that the class sees. Whoever is not in a class is told that there is none at its address.
//!
//! A guest comes back on another machine by a personal code. It is told once. One that the teacher makes anew opens only
//! what the teacher sees anyway (`ingenio_store::Store::move_in`), so that nobody's private plays hang on a teacher.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use ingenio_core::day::Day;
use ingenio_store::{Class, ClassKey, ClassWish, Joined, MOST_PUPILS, Player, Pupil, now};
use ingenio_workshop::proper_title;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::codes;
use crate::failures::Attempt;
use crate::problem::{Body, Problem, ProblemBody, Reply};
use crate::visitor::{Visitor, open_session, remembered};
use crate::words;

/// Classes of one teacher at a time.
const MOST_CLASSES: usize = 20;
/// The longest that a class lasts from the day on which it was opened: a school year and its holidays.
pub const MOST_DAYS: i64 = 400;

/// A class as its teacher wants it.
#[derive(Deserialize, ToSchema)]
pub struct ClassForm {
    title: String,
    /// Its last day, as `2027-07-31`; then it is deleted.
    ends: String,
    /// `yes` or `no`: are new pupils let in?
    #[serde(default = "yes")]
    open: String,
}

fn yes() -> String {
    "yes".to_owned()
}

impl ClassForm {
    /// For a class that was opened at a moment.
    fn wish(&self, made: i64) -> Reply<ClassWish> {
        let title = proper_title(&self.title).ok_or_else(|| Problem::bad(words::CLASS_NEEDS_TITLE.say()))?;
        let last: Day =
            self.ends.parse().map_err(|_| Problem::bad(words::NO_DAY.with("text", &self.ends)))?;
        let today = Day::at(now());
        if last < today || last > Day::at(made).plus(MOST_DAYS) {
            return Err(Problem::bad(words::CLASS_DAYS.with("most", MOST_DAYS)));
        }
        Ok(ClassWish { title, ends: last.plus(1).begins(), is_open: self.open != "no" })
    }
}

/// Where one goes on.
#[derive(Debug, Serialize, ToSchema)]
pub struct GoOn {
    pub to: String,
    /// A personal code, told once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl GoOn {
    pub fn to(path: impl Into<String>) -> Self {
        GoOn { to: path.into(), code: None }
    }
}

pub fn key(text: &str) -> Reply<ClassKey> {
    text.parse().map_err(|_| Problem::not_found())
}

/// A class of the visitor's own.
pub async fn taught(app: &App, visitor: Visitor, name: &str) -> Reply<Class> {
    let teacher = visitor.account()?;
    let class = app.store.class(key(name)?).await?;
    class.filter(|class| class.teacher == teacher.id).ok_or_else(Problem::not_found)
}

/// Opens a class; its teacher needs an account.
#[utoipa::path(post, path = "/api/classes", tag = "classes", request_body = ClassForm,
    responses((status = 200, body = GoOn), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody),
              (status = 507, description = "too many classes", body = ProblemBody)))]
pub async fn open(
    State(app): State<App>,
    visitor: Visitor,
    Body(form): Body<ClassForm>,
) -> Reply<Json<GoOn>> {
    let teacher = visitor.account()?;
    let wish = form.wish(now())?;
    if app.store.classes_taught(teacher.id).await?.len() >= MOST_CLASSES {
        let full = words::TOO_MANY_CLASSES.with("most", MOST_CLASSES);
        return Err(Problem::new(StatusCode::INSUFFICIENT_STORAGE, full));
    }
    let code = codes::plain(&codes::draw_for_class()?);
    let key = app.store.open_class(teacher.id, &wish.title, &code, wish.ends).await?;
    Ok(Json(GoOn::to(format!("/class/{key}"))))
}

/// Changes title, end and whether new pupils are let in.
#[utoipa::path(put, path = "/api/classes/{key}", tag = "classes", params(("key" = String, Path)), request_body = ClassForm,
    responses((status = 200, body = GoOn), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub async fn change(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Body(form): Body<ClassForm>,
) -> Reply<Json<GoOn>> {
    let class = taught(&app, visitor, &name).await?;
    app.store.change_class(class.teacher, class.key, form.wish(class.made)?).await?;
    Ok(Json(GoOn::to(format!("/class/{name}"))))
}

/// Deletes a class with the names of its pupils and its homework. What they played stays theirs.
#[utoipa::path(delete, path = "/api/classes/{key}", tag = "classes", params(("key" = String, Path)),
    responses((status = 200, body = GoOn), (status = 404, body = ProblemBody)))]
pub async fn remove(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Reply<Json<GoOn>> {
    let class = taught(&app, visitor, &name).await?;
    app.store.remove_class(class.teacher, class.key).await?;
    Ok(Json(GoOn::to("/classes")))
}

/// A new code to join by; the old one lets nobody in any more.
#[utoipa::path(post, path = "/api/classes/{key}/code", tag = "classes", params(("key" = String, Path)),
    responses((status = 200, body = GoOn), (status = 404, body = ProblemBody)))]
pub async fn renew_code(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Reply<Json<GoOn>> {
    let class = taught(&app, visitor, &name).await?;
    let code = codes::plain(&codes::draw_for_class()?);
    app.store.renew_class_code(class.teacher, class.key, &code).await?;
    Ok(Json(GoOn::to(format!("/class/{name}"))))
}

#[derive(Deserialize, ToSchema)]
pub struct JoinForm {
    /// The code of the class.
    code: String,
    /// The name that the class will see.
    name: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ReturnForm {
    /// The code of the class.
    code: String,
    /// The personal code.
    personal: String,
}

/// Joins a class by its code. Who has no account becomes a guest and is told a personal code, once.
#[utoipa::path(post, path = "/api/classes/join", tag = "classes", request_body = JoinForm,
    responses((status = 200, body = GoOn), (status = 403, description = "no new pupils", body = ProblemBody),
              (status = 404, description = "no such code", body = ProblemBody), (status = 409, description = "the name is taken", body = ProblemBody),
              (status = 429, description = "too many attempts", body = ProblemBody)))]
pub async fn join(State(app): State<App>, visitor: Visitor, Body(form): Body<JoinForm>) -> Reply<Response> {
    let class = admit(&app, &visitor, &form.code).await?;
    if !class.is_open {
        return Err(Problem::forbidden(words::CLASS_CLOSED.say()));
    }
    if visitor.player.as_ref().is_some_and(|player| player.id == class.teacher) {
        return Err(Problem::bad(words::OWN_CLASS.say()));
    }
    let (player, cookie) = visitor.or_guest(&app).await?;
    let code = enter(&app, &class, &player, &form.name).await;
    let body = code.map(|code| Json(GoOn { to: format!("/class/{}", class.key), code }));
    Ok(remembered(body, cookie))
}

/// Makes somebody a pupil; gives the personal code of one who is new and has no account.
async fn enter(app: &App, class: &Class, player: &Player, name: &str) -> Reply<Option<String>> {
    let code = if player.guest { Some(codes::draw_for_pupil()?) } else { None };
    let hash = code.as_deref().map(codes::hashed);
    let joined = match app.store.join_class(class.key, player.id, name, hash).await {
        Err(ingenio_store::Trouble::NameTaken) => {
            return Err(Problem::new(StatusCode::CONFLICT, words::NAME_IN_CLASS.say()));
        }
        joined => joined?,
    };
    match joined {
        Joined::New(_) => Ok(code),
        Joined::Before(_) => Ok(None),
        Joined::Full => Err(Problem::forbidden(words::CLASS_FULL.with("most", MOST_PUPILS))),
    }
}

/// The class of a code; wrong codes are counted.
async fn admit(app: &App, visitor: &Visitor, code: &str) -> Reply<Class> {
    let plain = codes::plain(code);
    // By the code that was tried: whoever guesses makes those wait who guess the same, and their own address.
    let attempt = Attempt::new(visitor.address, &format!("class {plain}"), None);
    app.failures.check(&attempt).await?;
    let found = app.store.class_of_code(&plain).await?;
    if found.is_none() {
        app.failures.failed(&attempt).await?;
    }
    found.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, words::WRONG_CLASS_CODE.say()))
}

/// Comes back into a class on another machine, by the personal code.
#[utoipa::path(post, path = "/api/classes/return", tag = "classes", request_body = ReturnForm,
    responses((status = 200, body = GoOn), (status = 401, description = "a code is wrong", body = ProblemBody),
              (status = 404, body = ProblemBody), (status = 429, description = "too many attempts", body = ProblemBody)))]
pub async fn come_back(
    State(app): State<App>,
    visitor: Visitor,
    Body(form): Body<ReturnForm>,
) -> Reply<Response> {
    let class = admit(&app, &visitor, &form.code).await?;
    let hash = codes::hashed(&form.personal);
    // By what was tried, so that nobody keeps a whole class out: of an address all failures count.
    let attempt = Attempt::new(visitor.address, &format!("pupil {hash}"), None);
    app.failures.check(&attempt).await?;
    let Some(returned) = app.store.returning_pupil(class.key, &hash).await? else {
        app.failures.failed(&attempt).await?;
        return Err(Problem::new(StatusCode::UNAUTHORIZED, words::WRONG_PUPIL_CODE.say()));
    };
    let pupil = returned.pupil;
    let Some(mut player) = app.store.player_of(pupil.player).await? else { return Err(Problem::not_found()) };
    let mut code = None;
    if returned.issued {
        app.limits.new_guest(visitor.address)?;
        let fresh = app.store.new_guest().await?;
        let own = codes::draw_for_pupil()?;
        // What is open of the plays that move is read anew by whoever has them now.
        app.lives.forget(&player).await;
        app.store.move_in(class.key, pupil.number, fresh.id, &codes::hashed(&own)).await?;
        (player, code) = (fresh, Some(own));
    }
    if let Some(token) = visitor.token {
        app.close_session(&token).await?;
    }
    let cookie = open_session(&app, &player).await?;
    Ok(remembered(Ok(Json(GoOn { to: format!("/class/{}", class.key), code })), Some(cookie)))
}

/// A new personal code for a pupil who has lost theirs, to be handed over by the teacher.
#[utoipa::path(post, path = "/api/classes/{key}/pupils/{number}/code", tag = "classes",
    params(("key" = String, Path), ("number" = i64, Path)),
    responses((status = 200, body = GoOn), (status = 404, description = "no such pupil, or one with an account", body = ProblemBody)))]
pub async fn issue_code(
    State(app): State<App>,
    visitor: Visitor,
    Path((name, number)): Path<(String, i64)>,
) -> Reply<Json<GoOn>> {
    let class = taught(&app, visitor, &name).await?;
    let code = codes::draw_for_pupil()?;
    app.store.issue_pupil_code(class.key, number, &codes::hashed(&code)).await?;
    Ok(Json(GoOn { to: format!("/class/{name}/pupil/{number}"), code: Some(code) }))
}

/// A pupil leaves, or is removed by the teacher. The plays stay with who played them.
#[utoipa::path(delete, path = "/api/classes/{key}/pupils/{number}", tag = "classes",
    params(("key" = String, Path), ("number" = i64, Path)),
    responses((status = 200, body = GoOn), (status = 404, body = ProblemBody)))]
pub async fn leave(
    State(app): State<App>,
    visitor: Visitor,
    Path((name, number)): Path<(String, i64)>,
) -> Reply<Json<GoOn>> {
    let seen = seen(&app, &visitor, &name).await?;
    let may = match &seen.pupil {
        None => true,
        Some(pupil) => pupil.number == number,
    };
    if !may {
        return Err(Problem::not_found());
    }
    app.store.leave_class(seen.class.key, number).await?;
    let to = if seen.pupil.is_some() { "/classes".to_owned() } else { format!("/class/{name}") };
    Ok(Json(GoOn::to(to)))
}

/// A class with who looks at it.
pub struct Seen {
    pub class: Class,
    /// The visitor as its pupil; nothing for its teacher.
    pub pupil: Option<Pupil>,
}

/// A class that the visitor teaches or is in; for everybody else there is none.
pub async fn seen(app: &App, visitor: &Visitor, name: &str) -> Reply<Seen> {
    let player = visitor.player.as_ref().ok_or_else(Problem::not_found)?;
    let class = app.store.class(key(name)?).await?.ok_or_else(Problem::not_found)?;
    if class.teacher == player.id {
        return Ok(Seen { class, pupil: None });
    }
    let pupil = app.store.pupil(class.key, player.id).await?.ok_or_else(Problem::not_found)?;
    Ok(Seen { class, pupil: Some(pupil) })
}
