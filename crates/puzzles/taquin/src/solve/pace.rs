//! How wide a beam may be so that it ends with the budget. What a board costs is learned from the beams
//! themselves, as a share of the budget: of its nodes where they are limited, which makes every run the
//! same, otherwise of its time as far as the driver has told.

#[derive(Debug)]
pub struct Pace {
    nodes_allowed: Option<u64>,
    /// The share of the time that is spent.
    heard: Option<f64>,
    /// Share and nodes when the beam began.
    began: (f64, u64),
    /// The share that one board costs.
    cost: Option<f64>,
}

/// Fewer boards than that say little about what one costs.
const TELLING: u64 = 2000;
/// A little of the budget is for what is not a beam.
const ALL: f64 = 0.99;

impl Pace {
    pub const fn new(nodes_allowed: Option<u64>) -> Self {
        Pace { nodes_allowed, heard: None, began: (0.0, 0), cost: None }
    }

    pub const fn heed(&mut self, spent: f64) {
        self.heard = Some(spent);
    }

    fn spent(&self, nodes: u64) -> Option<f64> {
        self.nodes_allowed.map(|allowed| nodes as f64 / allowed as f64).or(self.heard)
    }

    /// A beam begins, after so many nodes.
    pub fn begin(&mut self, nodes: u64) {
        self.began = (self.spent(nodes).unwrap_or(0.0), nodes);
    }

    /// Learns from the beam under way what a board costs.
    pub fn learn(&mut self, nodes: u64) {
        let done = nodes - self.began.1;
        let took = self.spent(nodes).map_or(0.0, |spent| spent - self.began.0);
        if done >= TELLING && took > 0.0 {
            self.cost = Some(took / done as f64);
        }
    }

    /// The boards per layer that the rest of the budget allows for so many more layers; nothing where
    /// nothing is limited or the cost not yet known.
    pub fn width(&self, nodes: u64, layers: usize) -> Option<usize> {
        let left = (ALL - self.spent(nodes)?).max(0.0);
        Some((left / self.cost? / layers.max(1) as f64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_divided_among_the_layers() {
        let mut pace = Pace::new(Some(1_000_000));
        pace.begin(0);
        assert_eq!(pace.width(10, 100), None, "the cost is not known yet");
        pace.learn(10_000);
        assert_eq!(pace.width(10_000, 100), Some(9800));
        pace.heed(0.9);
        assert_eq!(pace.width(10_000, 100), Some(9800), "time changes nothing where nodes are limited");
    }

    #[test]
    fn time_is_divided_as_it_is_heard() {
        let mut pace = Pace::new(None);
        pace.begin(0);
        assert_eq!(pace.width(10_000, 100), None, "nothing is limited");
        pace.heed(0.1);
        pace.begin(50_000);
        pace.heed(0.2);
        pace.learn(60_000);
        assert_eq!(pace.width(60_000, 79), Some(1000));
        pace.heed(1.0);
        assert_eq!(pace.width(70_000, 10), Some(0), "nothing is left");
    }
}
