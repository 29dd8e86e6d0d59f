//! The rules of plural forms for scripts in pages.

use serde_json::{Value, json};

use crate::plural::{Forms, Test};

impl Forms {
    /// For a browser: `[modulus or 0, equal?, [[first, last], ...]]` of the count, in lists of lists.
    pub fn json(&self) -> Value {
        let test = |test: &Test| {
            let ranges: Vec<[u64; 2]> =
                test.ranges.iter().map(|range| [*range.start(), *range.end()]).collect();
            json!([test.modulus.unwrap_or(0), test.equal, ranges])
        };
        // What is asked of the parts that whole numbers do not have is settled here.
        let tests = |tests: &Vec<Test>| -> Option<Vec<Value>> {
            let settled = tests.iter().filter(|test| !test.of_count).all(|test| test.holds(0));
            settled.then(|| tests.iter().filter(|test| test.of_count).map(test).collect())
        };
        let rules = self.0.iter().map(|rule| rule.iter().filter_map(tests).collect::<Vec<_>>());
        json!(rules.collect::<Vec<_>>())
    }
}
