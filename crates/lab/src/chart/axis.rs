//! Axes: scales, their ticks, and where a value lies.

use crate::local;

#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub label: String,
    pub scale: Scale,
    pub least: f64,
    pub most: f64,
    /// Names for the whole numbers from 1, where the axis counts things.
    pub names: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Linear,
    Log,
}

impl Axis {
    pub fn linear(label: &str, values: impl Iterator<Item = f64>) -> Self {
        let (_, most) = range(values);
        let most = if most > 0.0 { most * 1.05 } else { 1.0 };
        Axis { label: label.to_owned(), scale: Scale::Linear, least: 0.0, most, names: Vec::new() }
    }

    /// Whole decades around the values, beginning no later than `first`.
    pub fn log(label: &str, first: f64, values: impl Iterator<Item = f64>) -> Self {
        let (least, most) = range(values.filter(|value| *value > 0.0));
        let least = if least.is_finite() { least.min(first) } else { first };
        let most = if most.is_finite() { most.max(first * 10.0) } else { first * 10.0 };
        let decade = |value: f64, round: fn(f64) -> f64| 10f64.powf(round(value.log10()));
        let (least, most) = (decade(least.max(first), f64::floor), decade(most * 1.001, f64::ceil));
        Axis { label: label.to_owned(), scale: Scale::Log, least, most, names: Vec::new() }
    }

    /// One place for each name.
    pub fn named(label: &str, names: Vec<String>) -> Self {
        let most = names.len() as f64 + 0.5;
        Axis { label: label.to_owned(), scale: Scale::Linear, least: 0.5, most, names }
    }

    /// From 0 at the beginning of the axis to 1 at its end.
    pub fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.least, self.most);
        match self.scale {
            Scale::Linear => (value - self.least) / (self.most - self.least),
            Scale::Log => (value / self.least).ln() / (self.most / self.least).ln(),
        }
    }

    /// Values with their texts.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        if !self.names.is_empty() {
            return (1..).map(f64::from).zip(self.names.iter().cloned()).collect();
        }
        match self.scale {
            Scale::Log => decades(self.least, self.most),
            Scale::Linear => steps(self.least, self.most),
        }
    }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
}

fn decades(least: f64, most: f64) -> Vec<(f64, String)> {
    let (first, last) = (least.log10().round() as i32, most.log10().round() as i32);
    let every = ((last - first) / 8).max(0) + 1;
    (first..=last)
        .step_by(every as usize)
        .map(|power| (10f64.powi(power), plain(10f64.powi(power))))
        .collect()
}

/// Round steps of 1, 2 or 5, some six of them.
fn steps(least: f64, most: f64) -> Vec<(f64, String)> {
    let rough = (most - least) / 6.0;
    let decade = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|step| step * decade).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * decade);
    let first = (least / step).ceil() as i64;
    let last = (most / step + 1e-9).floor() as i64;
    (first..=last).map(|number| (number as f64 * step, plain(number as f64 * step))).collect()
}

/// A figure as short as it can be: 0.001, 20, 5k, 3M.
pub fn plain(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        1e9.. => (value / 1e9, "G"),
        1e6.. => (value / 1e6, "M"),
        1e4.. => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let digits =
        if scaled.fract() == 0.0 { 0 } else { (2.0 - scaled.abs().log10().floor()).clamp(0.0, 9.0) as usize };
    let text = format!("{scaled:.digits$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text };
    local(text) + unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithmic_axes_begin_at_a_millisecond_and_end_at_a_decade() {
        let axis = Axis::log("s", 0.001, [0.0002, 0.5, 2.0].into_iter());
        assert_eq!((axis.least, axis.most), (0.001, 10.0));
        assert!((axis.place(0.1) - 0.5).abs() < 1e-9);
        assert!(axis.place(0.0).abs() < 1e-9, "what is below lies on the edge");
        let ticks: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(ticks, ["0.001", "0.01", "0.1", "1", "10"]);
    }

    #[test]
    fn linear_axes_have_round_steps() {
        let axis = Axis::linear("n", [0.0, 117.0].into_iter());
        let ticks: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(ticks, ["0", "50", "100"]);
        assert_eq!([plain(12_500.0), plain(2.5e6), plain(0.25)], ["12.5k", "2.5M", "0.25"]);
    }
}
