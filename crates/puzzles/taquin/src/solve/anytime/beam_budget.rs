//! How wide a beam may be so that it ends with the budget. What a board costs is learned from the beams
//! themselves, as a share of the budget: of its nodes where they are limited, which makes every run the
//! same, otherwise of its time as far as the driver has told.

#[derive(Debug)]
pub struct BeamBudget {
    nodes_allowed: Option<u64>,
    /// The share of the time that is spent.
    heard: Option<f64>,
    /// Share and nodes when the beam began.
    began: (f64, u64),
    /// The share at which the beam shall have ended.
    until: f64,
    /// The share that one board costs.
    cost: Option<f64>,
}

/// Fewer boards than that say little about what one costs. Chosen by hand.
const TELLING: u64 = 2000;
/// A little of the budget is for what is not a beam.
const ALL: f64 = 0.99;

impl BeamBudget {
    pub const fn new(nodes_allowed: Option<u64>) -> Self {
        BeamBudget { nodes_allowed, heard: None, began: (0.0, 0), until: ALL, cost: None }
    }

    pub const fn set_time_spent(&mut self, spent: f64) {
        self.heard = Some(spent);
    }

    fn spent(&self, nodes: u64) -> Option<f64> {
        self.nodes_allowed.map(|allowed| nodes as f64 / allowed as f64).or(self.heard)
    }

    /// A beam begins, after so many nodes; it may take that share of what is left.
    pub fn begin(&mut self, nodes: u64, share: f64) {
        let spent = self.spent(nodes).unwrap_or(0.0);
        (self.began, self.until) = ((spent, nodes), spent + (ALL - spent) * share);
    }

    /// Does the beam take so much longer than it should that it takes from what comes after it?
    pub fn is_late(&self, nodes: u64) -> bool {
        self.spent(nodes).is_some_and(|spent| spent > f64::midpoint(self.until, ALL))
    }

    /// Learns from the beam under way what a board costs.
    pub fn learn(&mut self, nodes: u64) {
        let done = nodes - self.began.1;
        let took = self.spent(nodes).map_or(0.0, |spent| spent - self.began.0);
        if done >= TELLING && took > 0.0 {
            self.cost = Some(took / done as f64);
        }
    }

    /// The boards per layer that a share of the rest allows a beam of so many layers; nothing where nothing is
    /// limited or the cost not yet known.
    pub fn width(&self, nodes: u64, layers: usize, share: f64) -> Option<usize> {
        let left = (ALL - self.spent(nodes)?).max(0.0) * share;
        Some((left / self.cost? / layers.max(1) as f64) as usize)
    }

    /// The same for the beam under way and the layers that it still has.
    pub fn width_to_end(&self, nodes: u64, layers: usize) -> Option<usize> {
        let left = (self.until - self.spent(nodes)?).max(0.0);
        Some((left / self.cost? / layers.max(1) as f64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_divided_among_the_layers() {
        let mut budget = BeamBudget::new(Some(1_000_000));
        budget.begin(0, 1.0);
        assert_eq!(budget.width(10, 100, 1.0), None, "the cost is not known yet");
        budget.learn(10_000);
        assert_eq!(budget.width(10_000, 100, 1.0), Some(9800));
        assert_eq!(budget.width(10_000, 100, 0.5), Some(4900), "half of it is for something else");
        budget.set_time_spent(0.9);
        assert_eq!(
            budget.width(10_000, 100, 1.0),
            Some(9800),
            "time changes nothing where nodes are limited"
        );
    }

    #[test]
    fn time_is_divided_as_it_is_heard() {
        let mut budget = BeamBudget::new(None);
        budget.begin(0, 1.0);
        assert_eq!(budget.width(10_000, 100, 1.0), None, "nothing is limited");
        budget.set_time_spent(0.1);
        budget.begin(50_000, 1.0);
        budget.set_time_spent(0.2);
        budget.learn(60_000);
        assert_eq!(budget.width_to_end(60_000, 79), Some(1000));
        budget.set_time_spent(1.0);
        assert_eq!(budget.width_to_end(70_000, 10), Some(0), "nothing is left");
    }

    #[test]
    fn a_beam_is_late_when_it_takes_from_what_comes_after_it() {
        let mut budget = BeamBudget::new(Some(100_000));
        budget.begin(19_000, 0.5);
        budget.learn(29_000);
        assert_eq!(budget.width_to_end(29_000, 100), Some(300), "30,000 of the nodes are left for the beam");
        assert!(!budget.is_late(70_000) && budget.is_late(80_000));
    }
}
