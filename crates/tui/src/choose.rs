//! The list of methods to choose from, each with what it guarantees.

use ingenio_core::AnyPuzzle;

#[derive(Debug)]
pub struct Choose {
    pub names: Vec<&'static str>,
    pub lines: Vec<String>,
    pub chosen: usize,
}

impl Choose {
    pub fn of(puzzle: &dyn AnyPuzzle) -> Self {
        let methods = puzzle.methods();
        let widest = methods.iter().map(|method| method.name.len()).max().unwrap_or(0);
        let line =
            |name: &str, guarantee: &str, about: &str| format!("{name:<widest$}  {guarantee:<10}  {about}");
        let mut names = vec!["auto"];
        let mut lines = vec![line("auto", "", "the method that fits best")];
        for method in methods {
            names.push(method.name);
            lines.push(line(method.name, method.guarantee.word(), method.about));
        }
        Choose { names, lines, chosen: 0 }
    }

    pub fn step(&mut self, by: isize) {
        self.chosen = self.chosen.saturating_add_signed(by).min(self.names.len() - 1);
    }
}
