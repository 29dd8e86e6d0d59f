//! The pages, written on the server from the table of words; what people wrote is escaped by the templates.

pub mod account;
pub mod api;
pub mod campaigns;
pub mod class;
pub mod classes;
pub mod daily;
mod doctor;
mod edit;
pub mod frame;
pub mod glimpse;
pub mod help;
pub mod home;
pub mod lessons;
pub mod level;
pub mod lost;
pub mod made;
pub mod new;
pub mod own_pack;
pub mod packs;
pub mod play;
pub mod plays;
mod poster;
pub mod race;
pub mod records;
pub mod rules;
pub mod settings;
pub mod sheet;
pub mod showcase;
pub mod standings;
pub mod statistics;
pub mod teach;
mod theatre;

use axum::Router;
use axum::routing::get;

use crate::app::App;

pub fn routes() -> Router<App> {
    Router::new()
        .route("/", get(home::page))
        .route("/play/{level}", get(play::page))
        .route("/shell/{puzzle}", get(play::shell))
        .route("/level/{id}", get(level::page))
        .route("/open", get(level::open_page))
        .route("/replay/{key}", get(level::replay_page))
        .route("/daily", get(daily::today))
        .route("/daily/{day}", get(daily::page))
        .route("/daily/{day}/{puzzle}", get(daily::level))
        .route("/records", get(records::page))
        .route("/records/{name}", get(standings::page))
        .route("/statistics", get(statistics::page))
        .route("/login", get(account::login_page))
        .route("/register", get(account::register_page))
        .route("/recover", get(account::recover_page))
        .route("/me", get(account::me_page))
        .route("/campaigns", get(campaigns::page))
        .route("/help", get(help::page))
        .route("/new", get(new::page))
        .route("/edit", get(edit::page))
        .route("/made", get(made::list))
        .route("/made/{key}", get(made::page))
        .route("/theatre", get(theatre::page))
        .route("/race", get(race::lobby))
        .route("/race/{code}", get(race::page))
        .route("/plays", get(plays::page))
        .route("/settings", get(settings::page))
        .route("/own", get(own_pack::alone_page))
        .route("/print", get(sheet::alone_page))
        .route("/print/{name}", get(sheet::page))
        .route("/learn/{puzzle}", get(teach::page))
        .route("/lessons", get(lessons::list))
        .route("/lessons/{name}", get(lessons::page))
        .route("/lessons/pictures/{name}", get(lessons::drawn))
        .route("/puzzle/{puzzle}", get(packs::puzzle_page))
        .route("/pack/{name}", get(packs::pack_page))
        .route("/classes", get(classes::list))
        .route("/join", get(classes::join))
        .route("/join/{code}", get(classes::join_by_link))
        .route("/privacy", get(classes::privacy))
        .route("/class/{key}", get(class::page))
        .route("/class/{key}/pupil/{number}", get(class::pupil_page))
}
