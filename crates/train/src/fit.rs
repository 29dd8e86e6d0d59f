//! Fitting a net: stochastic gradient steps with a pace of its own for every weight (Adagrad: J. Duchi, E. Hazan, Y. Singer,
//! 2011). One sample after the other, in one thread, so that the same samples give the same weights.

use ingenio_nets::Net;

/// Squared gradients that every weight is taken to have met before it meets any: so a pattern that is met once or twice says
/// little. Without it the weights learned rare patterns of the training rooms by heart. Chosen by hand.
const MET_AT_FIRST: f32 = 10.0;

/// Weights in training.
#[derive(Clone, Debug)]
pub struct Fit {
    bits: u32,
    table: Vec<f32>,
    bias: f32,
    /// Sums of squared gradients.
    table_met: Vec<f32>,
    bias_met: f32,
    pace: f32,
}

impl Fit {
    /// A table of `1 << bits` weights that say nothing yet.
    pub fn new(bits: u32, pace: f32) -> Self {
        let table_met = vec![MET_AT_FIRST; 1 << bits];
        Fit { bits, table: vec![0.0; 1 << bits], bias: 0.0, table_met, bias_met: MET_AT_FIRST, pace }
    }

    pub fn value(&self, rows: &[u32]) -> f32 {
        rows.iter().map(|row| self.table[*row as usize]).sum::<f32>() + self.bias
    }

    /// A step against the slope of the loss by the value of these rows.
    pub fn step(&mut self, rows: &[u32], slope: f32) {
        adjust(&mut self.bias, &mut self.bias_met, slope, self.pace);
        for row in rows.iter().map(|row| *row as usize) {
            adjust(&mut self.table[row], &mut self.table_met[row], slope, self.pace);
        }
    }

    /// What is used: rounded to eight bits a number.
    pub fn net(&self) -> Net {
        Net::round(self.bits, &self.table, self.bias)
    }
}

#[inline]
fn adjust(weight: &mut f32, met: &mut f32, slope: f32, pace: f32) {
    *met += slope * slope;
    *weight -= pace * slope / met.sqrt();
}

/// When training ends: after so many passes over the samples, or so many that have not bettered the loss on what is held back.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub passes: usize,
    pub without_gain: usize,
}

/// How it went.
#[derive(Clone, Debug)]
pub struct Course {
    /// The loss on what is held back: before the first pass, then after each.
    pub losses: Vec<f64>,
}

impl Course {
    pub fn least(&self) -> f64 {
        self.losses.iter().copied().fold(f64::MAX, f64::min)
    }
}

/// Trains pass by pass and keeps the weights of the best one. `pass` trains, `loss` measures on what is held back, `tell`
/// hears each pass and its loss.
pub fn until_no_better(
    mut fit: Fit,
    patience: Patience,
    mut pass: impl FnMut(&mut Fit, usize),
    loss: impl Fn(&Fit) -> f64,
    tell: &dyn Fn(usize, f64),
) -> (Fit, Course) {
    let mut course = Course { losses: vec![loss(&fit)] };
    let (mut best, mut since) = (fit.clone(), 0);
    for number in 0..patience.passes {
        pass(&mut fit, number);
        let now = loss(&fit);
        tell(number + 1, now);
        since += 1;
        if now < course.least() {
            (best, since) = (fit.clone(), 0);
        }
        course.losses.push(now);
        if since >= patience.without_gain {
            break;
        }
    }
    (best, course)
}
