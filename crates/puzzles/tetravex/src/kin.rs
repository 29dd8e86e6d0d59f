//! When two levels are as good as the same: the board turned or mirrored, the tiles in another
//! order, the colours renamed. Colours that run across never meet those that run down, so each axis
//! may be renamed on its own.
//!
//! The names are taken out by refinement: every colour starts out equal and is then known by the tiles
//! that show it, every tile by its colours, and so on for a few rounds. What comes out is a number
//! of 64 bits that is the same for all images; different levels of the same number are possible in
//! principle, and then one of them is dropped for nothing.

use std::collections::BTreeMap;

use ingenio_core::Size;

use crate::level::{Level, Place, Question, Tile};

/// Rounds of refinement: names travel so many tiles far.
const ROUNDS: usize = 4;

/// Keys of the level and of the level without any one of its tiles.
pub fn kin(level: &Level) -> Vec<String> {
    let all: Vec<bool> = vec![true; level.tiles().len()];
    let without = (0..all.len()).map(|tile| {
        let mut rest = all.clone();
        rest[tile] = false;
        key(level, &rest)
    });
    std::iter::once(key(level, &all)).chain(without).collect()
}

/// The least number over all images.
fn key(level: &Level, used: &[bool]) -> String {
    let images = (0..8).map(|image| {
        let size = if image & 1 == 0 { level.size() } else { turned_size(level.size()) };
        (size.width, size.height, number(level, used, image))
    });
    let (width, height, number) = images.min().expect("there are eight images");
    let question = if level.question() == Question::Complete { "full" } else { "most" };
    format!("{width}x{height} {question} {number:016x}")
}

const fn turned_size(size: Size) -> Size {
    Size::new(size.height, size.width)
}

/// The number of one image: bit 0 mirrors it in the diagonal, bit 1 top for bottom, bit 2 left for right.
fn number(level: &Level, used: &[bool], image: usize) -> u64 {
    let tiles: Vec<[u32; 4]> = level.tiles().iter().map(|tile| sides(*tile, image)).collect();
    let names = refine(&tiles, used);
    let mut sum = mix(tiles.len() as u64 * 2 + used.iter().filter(|used| **used).count() as u64);
    for (name, _) in names.iter().zip(used).filter(|(_, used)| **used) {
        sum = sum.wrapping_add(mix(*name));
    }
    for (cell, place) in level.places().iter().enumerate() {
        let what = match place {
            Place::Open => continue,
            Place::Blocked => 1,
            Place::Fixed(tile) if used[usize::from(*tile)] => names[usize::from(*tile)],
            Place::Fixed(_) => 2,
        };
        sum = sum.wrapping_add(mix(mix(what) ^ cell_of(level.size(), cell, image) as u64));
    }
    sum
}

/// A tile's sides (top, right, bottom, left) in an image.
fn sides(tile: Tile, image: usize) -> [u32; 4] {
    let [mut top, mut right, mut bottom, mut left] = tile.0;
    if image & 1 != 0 {
        (top, right, bottom, left) = (left, bottom, right, top);
    }
    if image & 2 != 0 {
        std::mem::swap(&mut top, &mut bottom);
    }
    if image & 4 != 0 {
        std::mem::swap(&mut left, &mut right);
    }
    [top, right, bottom, left]
}

/// Where a cell goes in an image.
fn cell_of(size: Size, cell: usize, image: usize) -> usize {
    let (mut row, mut column) = (size.row(cell), size.column(cell));
    let mut size = size;
    if image & 1 != 0 {
        (row, column, size) = (column, row, turned_size(size));
    }
    if image & 2 != 0 {
        row = size.height - 1 - row;
    }
    if image & 4 != 0 {
        column = size.width - 1 - column;
    }
    row * size.width + column
}

/// Names for the tiles that do not depend on the names of colours.
fn refine(tiles: &[[u32; 4]], used: &[bool]) -> Vec<u64> {
    let mut names = vec![0; tiles.len()];
    for _ in 0..ROUNDS {
        // A colour of an axis is the sum over the tiles that show it, by side.
        let mut colours: BTreeMap<(usize, u32), u64> = BTreeMap::new();
        for (sides, name) in
            tiles.iter().zip(&names).zip(used).filter(|(_, used)| **used).map(|(tile, _)| tile)
        {
            for (side, colour) in sides.iter().enumerate() {
                let known = colours.entry((side % 2, *colour)).or_default();
                *known = known.wrapping_add(mix(name ^ (side as u64 + 1)));
            }
        }
        for (name, sides) in names.iter_mut().zip(tiles) {
            let shown = |(side, colour): (usize, &u32)| {
                colours.get(&(side % 2, *colour)).map_or(0, |name| mix(name ^ side as u64))
            };
            *name = sides.iter().enumerate().map(shown).fold(mix(*name), |all, one| mix(all ^ one));
        }
    }
    names
}

const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb) ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use ingenio_core::Rng;

    use super::*;
    use crate::sample::{cut_board, sample};

    /// A level seen in a mirror or turned, its tiles shuffled, the colours of each axis renamed.
    fn image(level: &Level, image: usize, rng: &mut Rng) -> Level {
        let size = if image & 1 == 0 { level.size() } else { turned_size(level.size()) };
        let mut order: Vec<usize> = (0..level.tiles().len()).collect();
        rng.shuffle(&mut order);
        let rename =
            |side: usize, colour: u32| if side.is_multiple_of(2) { colour * 7 + 3 } else { 100 - colour };
        let tile = |old: &usize| {
            let sides = sides(level.tiles()[*old], image);
            Tile(std::array::from_fn(|side| rename(side, sides[side])))
        };
        let mut places = vec![Place::Open; size.cells()];
        for (cell, place) in level.places().iter().enumerate() {
            places[cell_of(level.size(), cell, image)] = match place {
                Place::Fixed(tile) => {
                    Place::Fixed(order.iter().position(|old| old == &usize::from(*tile)).unwrap() as u16)
                }
                other => *other,
            };
        }
        Level::new(size, order.iter().map(tile).collect(), places, level.question()).unwrap()
    }

    #[test]
    fn all_images_have_the_same_key() {
        for number in 0..200 {
            let mut rng = Rng::stream(1, number);
            let level = sample(&mut rng, 2);
            for way in 0..8 {
                let other = image(&level, way, &mut rng);
                assert_eq!(kin(&level)[0], kin(&other)[0], "{level:?} {other:?}");
            }
        }
    }

    #[test]
    fn random_levels_have_different_keys() {
        let size = Size::new(3, 3);
        let keys = (0..2000).map(|number| {
            let tiles = cut_board(&mut Rng::stream(2, number), size, 5);
            kin(&Level::new(size, tiles, vec![Place::Open; 9], Question::Complete).unwrap()).remove(0)
        });
        assert_eq!(keys.collect::<std::collections::HashSet<_>>().len(), 2000);
    }

    #[test]
    fn levels_that_differ_by_one_tile_share_a_key() {
        let size = Size::new(3, 3);
        let tiles = cut_board(&mut Rng::new(3), size, 6);
        let mut other = tiles.clone();
        other[4] = Tile([9, 9, 9, 9]);
        let level = |tiles| Level::new(size, tiles, vec![Place::Open; 9], Question::Maximise).unwrap();
        let (one, two) = (kin(&level(tiles)), kin(&level(other)));
        assert_ne!(one[0], two[0]);
        assert!(one.iter().any(|key| two.contains(key)));
    }
}
