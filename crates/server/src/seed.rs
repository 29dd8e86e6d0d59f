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
            tracing::warn!(
                trouble = trouble.english(),
                pack = shelf.name,
                "the records of a pack were not kept"
            );
            return;
        }
    }
}

/// Every level is looked at: a record of before may have been taken away since, because it was helped.
async fn shelf_records(app: &App, shelf: &Shelf) -> Result<(), ingenio_store::Trouble> {
    let Some(first) = shelf.levels.first() else { return Ok(()) };
    let metrics = first.level.puzzle().info().metrics.len().max(1);
    let known = app.store.recorded_levels(metrics).await?;
    let missing: Vec<_> = shelf.levels.iter().filter(|volume| !known.contains(&volume.level.id())).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let Some(solutions) = shipped_solutions(&shelf.name) else { return Ok(()) };
    for volume in missing {
        let Some(Ok(solution)) = solutions.of(&volume.level).map(|text| volume.level.verify(text)) else {
            continue;
        };
        app.store.keep_known(&volume.level, &solution, volume.proved, FINDER).await?;
    }
    Ok(())
}
