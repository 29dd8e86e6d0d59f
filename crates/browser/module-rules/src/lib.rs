//! The rules of the puzzles (`ingenio_rules`) as a module that a page loads.

ingenio_border::border!(ingenio_rules::answer);
