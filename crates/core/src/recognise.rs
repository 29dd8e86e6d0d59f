//! English sentences known again. Answers travel between processes and lie in files as JSON, which is English
//! whoever reads it; what they say is found again among the templates it was made of, so that a reader has it in
//! their own language all the same.

use crate::words::{Message, Piece, Pieces, Template};

/// A template is only believed where so many letters of its own stand in the text: `{count} {name}` fits anything.
const LEAST_LETTERS: usize = 8;
/// Longer texts are somebody else's.
const MOST_BYTES: usize = 4000;

impl Message {
    /// What was told in English, as a sentence of one of these tables with its values, which may be such
    /// sentences themselves. What is none of them stays as it is, and so does what is not just told.
    #[must_use]
    pub fn recognised(&self, tables: &[&[Template]]) -> Message {
        match self.plain_text() {
            Some(text) if text.len() <= MOST_BYTES => {
                known_again(text, tables).unwrap_or_else(|| self.clone())
            }
            _ => self.clone(),
        }
    }
}

/// The sentence with the most words of its own that fits.
fn known_again(text: &str, tables: &[&[Template]]) -> Option<Message> {
    let believable = |template: &&Template| letters(**template) >= LEAST_LETTERS;
    let fitting = tables
        .iter()
        .copied()
        .flatten()
        .filter(believable)
        .filter_map(|template| Some((*template, fit(*template, text)?)));
    let (template, values) = fitting.max_by_key(|(template, _)| letters(*template))?;
    let said =
        values.into_iter().fold(template.say(), |said, (hole, value)| match known_again(value, tables) {
            Some(sentence) => said.with(hole, sentence),
            None => said.with(hole, value),
        });
    Some(said)
}

fn letters(template: Template) -> usize {
    let own = Pieces(template.source()).map(|piece| match piece {
        Piece::Text(text) => text.chars().filter(|letter| letter.is_alphabetic()).count(),
        _ => 0,
    });
    own.sum()
}

type Values<'a> = Vec<(&'static str, &'a str)>;

/// What stands in the holes, if the text is this sentence.
fn fit(template: Template, text: &str) -> Option<Values<'_>> {
    let pieces: Vec<Piece<'static>> = Pieces(template.source()).collect();
    let mut values = Vec::new();
    fit_pieces(&pieces, text, &mut values).then_some(values)
}

fn fit_pieces<'a>(pieces: &[Piece<'static>], text: &'a str, values: &mut Values<'a>) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return text.is_empty() };
    match *piece {
        Piece::Text(own) => text.strip_prefix(own).is_some_and(|after| fit_pieces(rest, after, values)),
        Piece::Forms(_, forms) => {
            let after = forms.split('|').filter_map(|form| text.strip_prefix(form));
            after.into_iter().any(|after| fit_pieces(rest, after, values))
        }
        Piece::Hole(name) => match values.iter().find(|(known, _)| *known == name) {
            Some((_, same)) => text.strip_prefix(*same).is_some_and(|after| fit_pieces(rest, after, values)),
            None => fit_hole(name, rest, text, values),
        },
    }
}

/// The shortest value after which the rest fits.
fn fit_hole<'a>(name: &'static str, rest: &[Piece<'static>], text: &'a str, values: &mut Values<'a>) -> bool {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let follows = |end: &usize| match rest.first() {
        None => *end == text.len(),
        Some(Piece::Text(own)) => text[*end..].starts_with(own),
        Some(_) => true,
    };
    for end in ends.filter(follows) {
        values.push((name, &text[..end]));
        if fit_pieces(rest, &text[end..], values) {
            return true;
        }
        values.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    crate::words! {
        LOST = "test.lost", "the level is lost from the start: {why}";
        FROZEN = "test.frozen", "the box at row {row}, column {column} is frozen off its goal";
        COUNT = "test.count", "there {boxes|is|are} {boxes} {boxes|box|boxes} but {goals} {goals|goal|goals}";
        TWICE = "test.twice", "{label} stands twice, and {label} is missing";
        ANYTHING = "test.anything", "{count} {name}";
    }

    fn told_again(said: &Message) -> Message {
        let json = Language::english().json(said).unwrap();
        serde_json::from_str::<Message>(&json).unwrap()
    }

    #[test]
    fn what_was_written_in_english_has_its_id_and_its_values_again() {
        let frozen = FROZEN.with("row", 3).with("column", 14);
        for said in
            [LOST.with("why", &frozen), COUNT.with("boxes", 1).with("goals", 2), TWICE.with("label", "a b")]
        {
            let told = told_again(&said);
            assert_ne!(told, said, "it is a mere text");
            let known = told.recognised(&[ALL]);
            assert!(known.id() == said.id() && known.english() == said.english(), "{known:?}");
            assert_eq!(
                Language::pseudo().say(&known),
                Language::pseudo().say(&said),
                "values are sentences too"
            );
        }
    }

    #[test]
    fn what_nobody_here_says_stays_as_it_is() {
        for text in
            ["segmentation fault", "12 moves", "", "x stands twice, and y is missing", "the level is lost"]
        {
            let told = Message::told(text);
            assert_eq!(told.recognised(&[ALL]), told, "{text}");
        }
        let own = LOST.with("why", "of this");
        assert_eq!(own.recognised(&[ALL]), own);
    }
}
