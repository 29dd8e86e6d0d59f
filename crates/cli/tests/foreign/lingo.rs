//! A small reader of LINGO, and the comparison with the model, term by term. Read are the title, one
//! objective, `@BIN`, `@GIN` with `@BND`, and linear rows with terms on both sides.

use std::collections::BTreeMap;

use ingenio_catalog::{Statement, find};
use ingenio_core::{Budget, Options, Sense, Silent, Source};
use ingenio_model::{LinearForm, Relation};

type Terms = BTreeMap<String, i64>;

#[derive(Debug, Default, PartialEq)]
struct File {
    title: String,
    /// Is it a maximum? With its terms.
    objective: Option<(bool, Terms)>,
    bounds: BTreeMap<String, (i32, i32)>,
    rows: Vec<(Terms, &'static str, i64)>,
}

/// Reads statements; names are the same in small and capital letters.
fn read(text: &str) -> File {
    let mut file = File::default();
    for statement in text.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
        let upper = statement.to_ascii_uppercase();
        if statement.starts_with('!') {
            continue;
        }
        if let Some(title) = upper.strip_prefix("TITLE ") {
            assert!(title.len() <= 128, "a title has at most 128 characters");
            title.clone_into(&mut file.title);
        } else if let Some(sum) = upper.strip_prefix("MAX =").or(upper.strip_prefix("MIN =")) {
            let (terms, constant) = terms(sum);
            assert_eq!(constant, 0);
            file.objective = Some((upper.starts_with("MAX"), terms));
        } else if let Some(name) = call(&upper, "@BIN(") {
            file.bounds.insert(known(name), (0, 1));
        } else if let Some(name) = call(&upper, "@GIN(") {
            file.bounds.insert(known(name), (i32::MIN, i32::MAX));
        } else if let Some(inner) = call(&upper, "@BND(") {
            let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
            file.bounds.insert(known(parts[1]), (parts[0].parse().unwrap(), parts[2].parse().unwrap()));
        } else {
            file.rows.push(row(&upper));
        }
    }
    file
}

fn call<'a>(text: &'a str, function: &str) -> Option<&'a str> {
    text.strip_prefix(function)?.strip_suffix(')')
}

fn known(name: &str) -> String {
    let good = name.len() <= 32 && name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    assert!(good && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'), "{name}");
    name.to_owned()
}

fn row(text: &str) -> (Terms, &'static str, i64) {
    let text = match text.strip_prefix('[') {
        Some(named) => {
            let (name, rest) = named.split_once(']').expect("a name ends");
            known(name);
            rest
        }
        None => text,
    };
    let sign = ["<=", ">=", "="].into_iter().find(|sign| text.contains(sign)).expect("a row has a relation");
    let (left, right) = text.split_once(sign).unwrap();
    let ((mut all, constant), (other, right)) = (terms(left), terms(right));
    for (name, factor) in other {
        *all.entry(name).or_insert(0) -= factor;
    }
    all.retain(|_, factor| *factor != 0);
    (all, sign, right - constant)
}

/// `300*X - Y + 2`: the terms and the constant.
fn terms(text: &str) -> (Terms, i64) {
    let spaced = text.replace('-', " - ").replace('+', " + ");
    let (mut found, mut constant, mut sign) = (Terms::new(), 0, 1);
    for word in spaced.split_whitespace() {
        match word.split_once('*') {
            _ if word == "+" => sign = 1,
            _ if word == "-" => sign = -1,
            Some((factor, name)) => {
                *found.entry(known(name)).or_insert(0) += sign * factor.parse::<i64>().unwrap();
            }
            None => match word.parse::<i64>() {
                Ok(number) => constant += sign * number,
                Err(_) => *found.entry(known(word)).or_insert(0) += sign,
            },
        }
    }
    found.retain(|_, factor| *factor != 0);
    (found, constant)
}

/// The file must say what the model says: the same bounds, the same objective, the same rows in the same
/// order.
pub fn compare(level: &str, puzzle: &str, formulation: &str, text: &str) {
    let puzzle = find(puzzle).unwrap();
    let settings = Options::defaults(puzzle.info().settings);
    let entry = puzzle.read(&Source::new(level), &settings).remove(0).unwrap();
    let statement = Statement::new(&entry.level, formulation, &Budget::default(), &mut Silent).unwrap();
    let model = statement.model();
    let form = LinearForm::of(model);
    let name = |column: usize| form.name(model, column).to_ascii_uppercase();
    let sum = |terms: &[(i64, usize)]| {
        let mut all = Terms::new();
        for (factor, column) in terms {
            *all.entry(name(*column)).or_insert(0) += factor;
        }
        all.retain(|_, factor| *factor != 0);
        all
    };
    let file = read(text);
    let bounds = (0..form.columns().len()).map(|column| (name(column), form.bounds(model, column))).collect();
    assert_eq!(file.bounds, bounds);
    let objective = model.objective().map(|objective| {
        let terms: Vec<(i64, usize)> =
            objective.terms.iter().map(|(factor, var)| (*factor, form.column(*var))).collect();
        (objective.sense == Sense::Most, sum(&terms))
    });
    assert_eq!(file.objective, objective);
    assert_eq!(file.rows.len(), form.rows().len());
    for (written, row) in file.rows.iter().zip(form.rows()) {
        let sign = match row.relation {
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
        };
        assert_eq!(written, &(sum(&row.terms), sign, row.right));
    }
}
