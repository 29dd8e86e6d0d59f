//! Levels by wish, each solved, refereed and rated; told one by one as they are made.

use std::time::Duration;

use ingenio_catalog::find;
use ingenio_core::face::find_generator;
use ingenio_core::{Cancel, Decimal, Grade, Message};
use ingenio_workshop::{Distinct, End, Harvest, Order, Product, ToldProduct, generate};
use serde::{Deserialize, Serialize};

use crate::request::{Answered, Asker};
use crate::words;

/// A wish that nothing fulfils for so long is given up.
const SECONDS: f64 = 60.0;

#[derive(Clone, Debug, Deserialize)]
pub struct GenerateWish {
    puzzle: String,
    /// The generator; nothing for the puzzle's first.
    #[serde(default)]
    by: Option<String>,
    /// What is wished, `key=value,...`.
    #[serde(default)]
    wishes: String,
    #[serde(default)]
    seed: u64,
    /// The first try: where an earlier generation stopped.
    #[serde(default)]
    from: u64,
    #[serde(default = "one")]
    count: usize,
    #[serde(default)]
    tries: Option<u64>,
    #[serde(default)]
    grade: Option<String>,
    #[serde(default)]
    seconds: Option<f64>,
}

const fn one() -> usize {
    1
}

#[derive(Serialize)]
struct GenerateBody<'a> {
    levels: Vec<ToldProduct<'a>>,
    tried: u64,
    /// Go on from here.
    next: u64,
    end: &'static str,
    nearest: Option<NearBody<'a>>,
}

/// The level that came nearest to the wish.
#[derive(Serialize)]
struct NearBody<'a> {
    text: String,
    what: &'a Message,
}

#[derive(Serialize)]
struct Progress {
    is: &'static str,
    made: usize,
    tried: u64,
    seconds: f64,
    text: Message,
}

/// One that was just made.
#[derive(Serialize)]
struct LevelMade<'a> {
    is: &'static str,
    #[serde(flatten)]
    level: ToldProduct<'a>,
}

impl GenerateWish {
    fn order(&self) -> Result<Order, Message> {
        let puzzle = find(&self.puzzle).map_err(|fault| fault.message)?;
        let generator = find_generator(puzzle, self.by.as_deref())?;
        let time = Duration::try_from_secs_f64(self.seconds.unwrap_or(SECONDS)).ok();
        let grade = Grade::ALL.into_iter().find(|grade| self.grade.as_deref() == Some(grade.word()));
        Ok(Order {
            puzzle,
            generator: generator.name,
            wishes: generator.wishes(&self.wishes, grade)?,
            seed: self.seed,
            from: self.from,
            count: self.count.max(1),
            tries: self.tries,
            time,
            patience: Duration::MAX,
            threads: 1,
            grade,
            rated: true,
            distinct: Distinct::Equal,
            cancel: Cancel::default(),
        })
    }

    pub fn answer(&self, asker: &mut Asker<'_>) -> Answered {
        let order = self.order()?;
        let mut products: Vec<Product> = Vec::new();
        // Levels and progress go to the same listener, one after the other.
        let listener = std::cell::RefCell::new(&mut *asker);
        let mut take = |product: Product| {
            let level = product.told(self.seed, products.len() as u64 + 1);
            listener.borrow_mut().tell(&LevelMade { is: "level", level });
            products.push(product);
            true
        };
        let mut watch = |harvest: &Harvest| listener.borrow_mut().tell(&Progress::from(harvest));
        let harvest = generate(&order, &mut take, &mut watch)?;
        let levels = (1..).zip(&products).map(|(index, product)| product.told(self.seed, index)).collect();
        let nearest = harvest.nearest.as_ref().filter(|_| harvest.made == 0);
        asker.written(&GenerateBody {
            levels,
            tried: harvest.tried,
            next: harvest.next,
            end: word(harvest.end),
            nearest: nearest.map(|near| NearBody { text: near.level.canonical(), what: &near.what }),
        })
    }
}

impl From<&Harvest> for Progress {
    fn from(harvest: &Harvest) -> Self {
        let (made, tried, seconds) = (harvest.made, harvest.tried, harvest.elapsed.as_secs_f64());
        let text = words::GENERATING.with("made", made).with("tried", tried);
        Progress { is: "progress", made, tried, seconds, text: text.with("seconds", Decimal(seconds, 1)) }
    }
}

const fn word(end: End) -> &'static str {
    match end {
        End::Enough => "enough",
        End::Exhausted => "exhausted",
        End::Tries => "tries",
        End::Time => "time",
        End::Patience => "patience",
        End::Cancelled => "cancelled",
    }
}
