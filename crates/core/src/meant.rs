//! What somebody meant who typed a name that there is not.

/// The known name that is nearest to what was said, where one is near: a few letters off, or one of which it is the
/// beginning. The first of equals.
pub fn meant<'a>(said: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let said = said.to_lowercase();
    let near = |name: &str| {
        let begins = !said.is_empty() && name.starts_with(&said);
        // `astr` is near to the beginning of `astar-chosen`.
        let head = name.split('-').next().unwrap_or(name);
        let letters = strsim::osa_distance(&said, name).min(strsim::osa_distance(&said, head));
        // Half a name is another name; of a short one, one letter may be wrong.
        (begins || letters <= (said.chars().count() / 3).max(1)).then_some(if begins { 0 } else { letters })
    };
    known
        .into_iter()
        .filter_map(|name| Some((near(name)?, name)))
        .min_by_key(|(far, _)| *far)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn a_slip_is_understood_and_a_foreign_word_is_not() {
        let known = ["astar-chosen", "push-optimal", "fess", "bfs"];
        assert_eq!(meant("push-optmial", known), Some("push-optimal"));
        assert_eq!(meant("FES", known), Some("fess"));
        assert_eq!(meant("astar", known), Some("astar-chosen"));
        assert_eq!(meant("astr", known), Some("astar-chosen"));
        assert_eq!(meant("bsf", known), Some("bfs"));
        assert_eq!(meant("concorde", known), None);
        assert_eq!(meant("", known), None);
    }
}
