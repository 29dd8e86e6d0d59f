//! The levels of a campaign, gathered from where they are.

use std::collections::BTreeMap;
use std::time::Duration;

use ingenio_catalog::{find, identify};
use ingenio_core::face::find_generator;
use ingenio_core::kind::Handling;
use ingenio_core::scene::Ground;
use ingenio_core::{Cancel, Fault, Foreign, LevelRef, Message, Options, Reading, Source};
use ingenio_workshop::{Distinct, Order, Pack, Product, generate, shipped};

use crate::campaign::{Campaign, LevelSource};
use crate::facts::{Fact, pack_fact};
use crate::words;

/// A level of a campaign, with what the report says of it.
#[derive(Clone, Debug)]
pub struct TestLevel {
    pub level: LevelRef,
    pub title: String,
    /// The pack, file or generator it came from.
    pub set: String,
    /// From 1 within its set.
    pub index: usize,
    /// Figures by which levels can be grouped: boxes, pieces, colours, tiles, cells.
    pub features: BTreeMap<String, u64>,
    /// Where programs are judged: shown to no author, and worth so much.
    pub hidden: bool,
    pub points: f64,
    /// What a shipped pack says of its best solution.
    pub known: Option<Fact>,
}

/// How long a generator may go without a new level.
const PATIENCE: Duration = Duration::from_mins(1);

pub fn gather(campaign: &Campaign) -> Result<Vec<TestLevel>, Fault> {
    let mut levels = Vec::new();
    for (number, source) in (1..).zip(&campaign.levels) {
        levels.extend(levels_of(campaign, source, number)?);
    }
    if levels.is_empty() { Err(words::NO_LEVELS.say().into()) } else { Ok(levels) }
}

fn levels_of(campaign: &Campaign, source: &LevelSource, number: usize) -> Result<Vec<TestLevel>, Fault> {
    let (set, readings) = match (&source.pack, &source.file, &source.text, &source.generate) {
        (Some(name), None, None, None) => (name.clone(), from_pack(name)?),
        (None, Some(file), None, None) => {
            let path = campaign.folder.join(file);
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, from_file(&path, source)?)
        }
        (None, None, Some(text), None) => (format!("text {number}"), from_text(text, None, source)?),
        (None, None, None, Some(puzzle)) => (format!("{puzzle} {}", source.wishes), made(puzzle, source)?),
        _ => return Err(words::SOURCE_OF_LEVELS.with("number", number).into()),
    };
    let set = source.set.clone().unwrap_or_else(|| set.trim().to_owned());
    let (first, last) = source.range.unwrap_or((1, usize::MAX));
    let chosen = (1..).zip(readings).filter(|(index, _)| (first..=last).contains(index));
    let levels = chosen.map(|(index, reading)| test_level(&set, index, reading));
    let mut levels = levels.collect::<Result<Vec<_>, _>>()?;
    for test in &mut levels {
        (test.hidden, test.points) = (source.hidden, source.points.unwrap_or(1.0));
    }
    if let Some(name) = &source.pack {
        add_facts(name, &mut levels);
    }
    Ok(levels)
}

fn test_level(set: &str, index: usize, reading: Reading<LevelRef>) -> Result<TestLevel, Fault> {
    let bad = |fault: Fault| words::BAD_LEVEL.with("index", index).with("set", set).with("error", fault);
    let entry = reading.map_err(bad)?;
    let title = entry.title.unwrap_or_else(|| format!("{set} {index}"));
    let features = features(&entry.level);
    let (level, set) = (entry.level, set.to_owned());
    Ok(TestLevel { level, title, set, index, features, hidden: false, points: 1.0, known: None })
}

/// What a shipped pack knows of its levels; `make packs-check` proves it.
fn add_facts(name: &str, levels: &mut [TestLevel]) {
    let Some((_, pack)) = shipped().into_iter().find(|(known, _)| *known == name) else { return };
    for test in levels {
        let (Some(known), Some(metric)) =
            (pack.levels.get(test.index - 1), test.level.puzzle().info().metrics.first())
        else {
            continue;
        };
        let fact = |best| pack_fact(name, &test.level, metric.name, best, known.proved);
        test.known = known.best.map(fact);
    }
}

fn from_pack(name: &str) -> Result<Vec<Reading<LevelRef>>, Message> {
    let packs = shipped();
    let found = packs.iter().find(|(known, _)| *known == name);
    let known = || packs.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let (_, pack) = found.ok_or_else(|| words::NO_PACK.with("name", name).with("known", known()))?;
    pack.readings()
}

fn from_file(path: &std::path::Path, source: &LevelSource) -> Result<Vec<Reading<LevelRef>>, Fault> {
    let shown = path.display();
    let bytes = std::fs::read(path)
        .map_err(|error| words::UNREADABLE.with("file", shown).with("error", Foreign(error)))?;
    let text = Source::decode(&bytes)?;
    let name = path.to_string_lossy();
    if Pack::has_name(&name) {
        return Ok(Pack::parse(text.text())?.readings()?);
    }
    from_text(text.text(), Some(&name), source)
}

fn from_text(text: &str, name: Option<&str>, source: &LevelSource) -> Result<Vec<Reading<LevelRef>>, Fault> {
    let text = Source::new(text);
    let puzzle = match &source.puzzle {
        Some(puzzle) => find(puzzle)?,
        None => identify(&text, name)?,
    };
    Ok(puzzle.read(&text, &Options::parse(puzzle.info().settings, &source.settings)?))
}

fn made(puzzle: &str, source: &LevelSource) -> Result<Vec<Reading<LevelRef>>, Fault> {
    let puzzle = find(puzzle)?;
    let generator = find_generator(puzzle, source.by.as_deref())?;
    let wanted = source.count as usize;
    let order = Order {
        puzzle,
        generator: generator.name,
        wishes: Options::parse(generator.options, &source.wishes)?,
        seed: source.seed,
        from: 0,
        count: wanted,
        tries: None,
        time: None,
        patience: PATIENCE,
        threads: 1,
        grade: None,
        rated: false,
        distinct: Distinct::Equal,
        cancel: Cancel::default(),
    };
    let mut levels = Vec::new();
    let mut take = |product: Product| {
        levels.push(product.level.canonical());
        levels.len() < wanted
    };
    generate(&order, &mut take, &mut |_| ())?;
    if levels.len() < wanted {
        let message = words::SHORT_HARVEST.with("set", &source.wishes);
        return Err(message.with("made", levels.len()).with("wanted", wanted).into());
    }
    // Read anew: a level as its generator hands it over does not know the methods of the catalog.
    let settings = Options::defaults(puzzle.info().settings);
    Ok(levels.iter().flat_map(|text| puzzle.read(&Source::new(text), &settings)).collect())
}

/// What can be counted on the board, without knowing the puzzle.
pub fn features(level: &LevelRef) -> BTreeMap<String, u64> {
    let scene = level.play().scene();
    let count = |handled: &[Handling]| {
        let pieces = scene.pieces.iter().filter(|piece| !piece.kind.under);
        pieces.filter(|piece| handled.contains(&piece.handling())).count() as u64
    };
    let cells =
        scene.ground.iter().filter(|ground| !matches!(ground, Ground::Wall | Ground::Outside)).count();
    let counts = [
        ("boxes", count(&[Handling::Pushed])),
        ("pieces", count(&[Handling::Slides])),
        ("colours", count(&[Handling::Drawn]) / 2),
        ("tiles", count(&[Handling::Shoves, Handling::Carried])),
        ("cells", cells as u64),
        ("width", scene.size.width as u64),
        ("height", scene.size.height as u64),
    ];
    counts.into_iter().filter(|(_, count)| *count > 0).map(|(name, count)| (name.to_owned(), count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn gathered(text: &str) -> Result<Vec<TestLevel>, Fault> {
        gather(&Campaign::parse(&format!("title = 't'\n{text}"), Path::new("")).unwrap())
    }

    #[test]
    fn levels_come_from_packs_texts_and_generators() {
        let levels = gathered(
            "[[levels]]\npack = 'sokoban-rooms'\nrange = [2, 3]\n\
             [[levels]]\ntext = '5 3 8/_ 2 4/1 6 7'\nset = 'mine'\n\
             [[levels]]\ngenerate = 'flow'\nwishes = 'width=5,height=5'\ncount = 2\nseed = 7\n",
        )
        .unwrap();
        let sets: Vec<&str> = levels.iter().map(|level| level.set.as_str()).collect();
        assert_eq!(
            sets,
            ["sokoban-rooms", "sokoban-rooms", "mine", "flow width=5,height=5", "flow width=5,height=5"]
        );
        assert_eq!((levels[0].index, levels[1].index), (2, 3));
        assert!(levels[0].features["boxes"] >= 1 && levels[0].features["cells"] > 4);
        assert_eq!(levels[2].features["tiles"], 8);
        assert!(levels[3].features["colours"] > 1);
        let methods = levels[3].level.puzzle().methods();
        assert!(methods.iter().any(|method| method.name.ends_with("-edges")), "methods of models included");
    }

    #[test]
    fn what_cannot_be_gathered_is_told() {
        assert!(gathered("").unwrap_err().is(words::NO_LEVELS));
        assert!(gathered("[[levels]]\npack = 'nothing'\n").unwrap_err().is(words::NO_PACK));
        assert!(gathered("[[levels]]\npack = 'a'\ntext = 'b'\n").unwrap_err().is(words::SOURCE_OF_LEVELS));
    }
}
