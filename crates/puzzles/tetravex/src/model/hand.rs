//! The formulation with tile numbers as a person would write it in a language with loops: the texts stand
//! in `hand/`, here are the data of a level.

use ingenio_core::Task;
use ingenio_model::write::{Data, Document};

use crate::level::{Level, Place, Question};

pub fn minizinc(level: &Level, _: &Task) -> Vec<Document> {
    data(level).minizinc(include_str!("hand/element.mzn"))
}

pub fn opl(level: &Level, _: &Task) -> Vec<Document> {
    data(level).opl(include_str!("hand/element.mod"))
}

fn data(level: &Level) -> Data {
    let size = level.size();
    let mut tiles = vec![vec![0; 4]];
    tiles.extend(level.tiles().iter().map(|tile| tile.0.iter().map(|colour| i64::from(*colour)).collect()));
    let (mut blocked, mut given) = (Vec::new(), Vec::new());
    for (index, place) in level.places().iter().enumerate() {
        let (row, column) = (size.row(index) as i64 + 1, size.column(index) as i64 + 1);
        match place {
            Place::Open => {}
            Place::Blocked => blocked.push(vec![row, column]),
            Place::Fixed(tile) => given.push(vec![row, column, i64::from(*tile) + 1]),
        }
    }
    Data::new()
        .number("H", size.height as i64)
        .number("W", size.width as i64)
        .number("n", level.tiles().len() as i64)
        .table("tile", 0, tiles)
        .tuples("blocked", "b", 2, blocked)
        .tuples("given", "f", 3, given)
        .truth("full", level.question() == Question::Complete)
}
