//! Who is best: people and machines apart, on one level, in a pack, in a puzzle.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::{Path, State};
use ingenio_catalog::find;
use ingenio_core::metric::{amount_of, counted, named};
use ingenio_core::{Info, Language, LevelId, Metric};
use ingenio_store::{Best, Bests, Holder, Side};
use ingenio_workshop::Shelf;
use maud::{Markup, html};

use crate::app::App;
use crate::pages::frame::{Page, exact_clock, frame};
use crate::pages::lost::Shown;
use crate::pages::records::{holder, when};
use crate::problem::{Problem, Reply};
use crate::visitor::Visitor;
use crate::words;

/// Players that a table of players names.
const MOST_RANKED: usize = 20;

/// What is best in one thing that is counted.
pub struct Standing {
    metric: &'static Metric,
    people: Bests,
    machines: Bests,
    /// What is proved to be the best, by level.
    proved: BTreeMap<LevelId, i64>,
}

/// All that is best, on the levels of a puzzle or on one.
pub struct Standings {
    metrics: Vec<Standing>,
    fastest: Bests,
}

impl Standings {
    pub async fn of(app: &App, info: &Info, level: Option<LevelId>) -> Reply<Self> {
        let store = &app.store;
        let mut metrics = Vec::new();
        for metric in info.metrics {
            metrics.push(Standing {
                metric,
                people: store.bests(Side::People, info.name, metric, level).await?,
                machines: store.bests(Side::Machines, info.name, metric, level).await?,
                proved: store.proved(info.name, metric.name, level).await?,
            });
        }
        Ok(Standings { metrics, fastest: store.fastest(info.name, level).await? })
    }

    /// Every record that a person holds, with its holder, and whether it is the proved best.
    fn held(&self, levels: &BTreeSet<LevelId>) -> Vec<(&Best, bool)> {
        let within = |(level, _): &(&LevelId, &Best)| levels.contains(level);
        let figures = self.metrics.iter().flat_map(|standing| {
            standing
                .people
                .iter()
                .filter(within)
                .map(|(level, best)| (best, standing.is_proved(*level, best)))
        });
        figures.chain(self.fastest.iter().filter(within).map(|(_, best)| (best, false))).collect()
    }
}

impl Standing {
    fn is_proved(&self, level: LevelId, best: &Best) -> bool {
        self.proved.get(&level) == Some(&best.value)
    }

    fn value(&self, reader: Language, level: LevelId, best: &Best) -> Markup {
        let value = u64::try_from(best.value).unwrap_or(0);
        html! {
            (reader.say(counted(self.metric.name, value)))
            @if self.is_proved(level, best) { " " span.muted { (reader.say(words::PROVED)) } }
        }
    }
}

/// Who did it, when, and where it can be watched.
fn by(reader: Language, level: LevelId, best: &Best) -> Markup {
    html! {
        " " (holder(reader, &best.holder))
        @if best.at > 0 { " " span.small.muted { (when(reader, best.at)) } }
        @match (&best.holder, best.play) {
            (_, Some(play)) => { " " a href={ "/replay/" (play) } { (reader.say(words::REPLAY)) } }
            (Holder::Method(_), None) => { " " a href={ "/play/" (level) "#watch" } { (reader.say(words::REPLAY)) } }
            _ => {}
        }
    }
}

/// The records of one level.
pub fn of_level(reader: Language, level: LevelId, standings: &Standings) -> Markup {
    let cell = |standing: &Standing, bests: &Bests| {
        html! {
            td {
                @match bests.get(&level) {
                    Some(best) => { (standing.value(reader, level, best)) (by(reader, level, best)) }
                    None => { span.muted { (reader.say(words::NOBODY_YET)) } }
                }
            }
        }
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(reader.say(words::RECORDS)) {
            table.plain-table {
                thead { tr { th { (reader.say(words::COUNTED_IN)) } th { (reader.say(words::PEOPLE)) } th { (reader.say(words::MACHINES)) } } }
                tbody {
                    @for standing in &standings.metrics {
                        tr {
                            th scope="row" { (reader.say(named(standing.metric.name))) }
                            (cell(standing, &standing.people))
                            (cell(standing, &standing.machines))
                        }
                    }
                    tr {
                        th scope="row" { (reader.say(words::TIME)) }
                        td {
                            @match standings.fastest.get(&level) {
                                Some(best) => { (exact_clock(reader, best.value)) (by(reader, level, best)) }
                                None => { span.muted { (reader.say(words::NOBODY_YET)) } }
                            }
                        }
                        td { span.muted { "–" } }
                    }
                }
            }
        }
        @for standing in &standings.metrics {
            @if let Some(best) = standing.people.get(&level).filter(|best| standing.is_proved(level, best)) {
                p { (reader.say(words::FIRST_TO_PROVED.with("name", best.holder.said()).with("metric", amount_of(standing.metric.name)))) }
            }
        }
    }
}

/// The table of a puzzle, or of a pack.
pub async fn page(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Shown {
    let library = &app.levels.library;
    if let Some(shelf) = library.shelf(&name) {
        return shelf_page(&app, &visitor, shelf).await;
    }
    let puzzle = find(&name).map_err(|_| Problem::not_found())?;
    let (reader, info) = (visitor.language, puzzle.info());
    let standings = Standings::of(&app, info, None).await?;
    let shelves: Vec<&Shelf> = library.of(info.name).into_iter().map(|at| &library.shelves[at]).collect();
    let levels = shelves.iter().flat_map(|shelf| &shelf.levels).map(|volume| volume.level.id()).collect();
    let title = reader.say(words::RECORDS_OF.with("what", info.title));
    let body = html! {
        h1 { (title) }
        (ranking(reader, &standings, &levels))
        h2 { (reader.say(words::PACKS)) }
        ul.lessons { @for shelf in shelves { li { a href={ "/records/" (shelf.name) } { (reader.say(shelf.said_title())) } } } }
    };
    Ok(frame(&visitor, Page { puzzle: Some(info.name), ..Page::plain(title, body) }))
}

async fn shelf_page(app: &App, visitor: &Visitor, shelf: &Shelf) -> Shown {
    let reader = visitor.language;
    let info = find(shelf.puzzle).map_err(|_| Problem::not_found())?.info();
    let standings = Standings::of(app, info, None).await?;
    let levels = shelf.levels.iter().map(|volume| volume.level.id()).collect();
    let title = reader.say(words::RECORDS_OF.with("what", shelf.said_title()));
    let body = html! {
        h1 { (title) }
        p { a href={ "/pack/" (shelf.name) } { (reader.say(shelf.said_title())) } }
        (ranking(reader, &standings, &levels))
        h2 { (reader.say(words::LEVELS)) }
        (shelf_table(reader, shelf, &standings))
    };
    Ok(frame(visitor, Page { puzzle: Some(shelf.puzzle), ..Page::plain(title, body) }))
}

fn shelf_table(reader: Language, shelf: &Shelf, standings: &Standings) -> Markup {
    let first = standings.metrics.first();
    let cell = |level: LevelId, pick: fn(&Standing) -> &Bests| {
        let best = first.and_then(|standing| Some((standing, pick(standing).get(&level)?)));
        html! {
            td { @if let Some((standing, best)) = best { (standing.value(reader, level, best)) " " (holder(reader, &best.holder)) } }
        }
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(reader.say(words::LEVELS)) {
            table.plain-table {
                thead { tr {
                    th { (reader.say(words::LEVEL)) }
                    @if first.is_some() { th { (reader.say(words::PEOPLE)) } th { (reader.say(words::MACHINES)) } }
                    th { (reader.say(words::FASTEST)) }
                } }
                tbody {
                    @for volume in &shelf.levels {
                        @let level = volume.level.id();
                        tr {
                            th scope="row" { a href={ "/level/" (level) } translate="no" { (volume.title) } }
                            @if first.is_some() {
                                (cell(level, |standing| &standing.people))
                                (cell(level, |standing| &standing.machines))
                            }
                            td { @if let Some(best) = standings.fastest.get(&level) { (exact_clock(reader, best.value)) " " (holder(reader, &best.holder)) } }
                        }
                    }
                }
            }
        }
    }
}

/// Who holds how many records.
fn ranking(reader: Language, standings: &Standings, levels: &BTreeSet<LevelId>) -> Markup {
    let mut players: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (best, proved) in standings.held(levels) {
        let Holder::Person(name) = &best.holder else { continue };
        let counts = players.entry(name).or_default();
        counts.0 += 1;
        counts.1 += usize::from(proved);
    }
    let mut players: Vec<_> = players.into_iter().collect();
    players.sort_by_key(|(_, (records, proved))| std::cmp::Reverse((*records, *proved)));
    html! {
        h2 { (reader.say(words::HOLDERS)) }
        @if players.is_empty() {
            p.empty { (reader.say(words::NO_HOLDERS)) }
        } @else {
            div.scroll tabindex="0" role="region" aria-label=(reader.say(words::HOLDERS)) {
                table.plain-table {
                    thead { tr { th { (reader.say(words::PLAYER)) } th { (reader.say(words::RECORDS)) } th { (reader.say(words::PROVED_BESTS)) } } }
                    tbody {
                        @for (name, (records, proved)) in players.iter().take(MOST_RANKED) {
                            tr { td translate="no" { (name) } td { (records) } td { (proved) } }
                        }
                    }
                }
            }
        }
    }
}
