//! What the shipped packs know of their levels becomes the first record of each: stars are given against it,
//! and it is there to be beaten or watched.

use ingenio_workshop::{Shelf, shipped_solutions};

use crate::app::App;

/// Who found what comes with the packs.
const FINDER: &str = "ingenio";

/// Keeps the solutions of all shipped packs, once; runs beside everything else.
pub async fn records(app: App) {
    for shelf in &app.levels.library.shelves {
        if let Err(trouble) = shelf_records(&app, shelf).await {
            tracing::warn!(%trouble, pack = shelf.name, "the records of a pack were not kept");
            return;
        }
    }
}

async fn shelf_records(app: &App, shelf: &Shelf) -> Result<(), ingenio_store::Trouble> {
    let metric = shelf.levels.first().and_then(|volume| volume.level.puzzle().info().metrics.first());
    let metric = metric.map_or("", |metric| metric.name);
    // The last level of a pack stands for all of it: they are written in one go, in order.
    let Some(last) = shelf.levels.last() else { return Ok(()) };
    if app.store.record(last.level.id(), metric).await?.is_some() {
        return Ok(());
    }
    let Some(solutions) = shipped_solutions(&shelf.name) else { return Ok(()) };
    for volume in &shelf.levels {
        let Some(Ok(solution)) = solutions.of(&volume.level).map(|text| volume.level.verify(text)) else {
            continue;
        };
        app.store.keep_known(&volume.level, &solution, volume.proved, FINDER).await?;
    }
    Ok(())
}
