//! Every puzzle, one line each. The catalog, which thinks, and the rules of pages, which just play, make their faces from
//! this list, so that a new puzzle is one line here and one in this crate's `Cargo.toml`.

/// Makes the list of puzzles and [`every_puzzle!`], which hands them on. The `$` is what a macro within a macro needs to
/// name its own parts.
macro_rules! puzzles {
    ($dollar:tt $($from:ident::$puzzle:ident,)*) => {
        $(pub use $from::$puzzle;)*

        /// A slice of what a macro of the caller makes of every puzzle: `every_puzzle!(face)` is
        /// `&[face!(Sokoban), face!(Taquin), ...]`.
        #[macro_export]
        macro_rules! every_puzzle {
            ($dollar each:ident) => { &[$($dollar each!($crate::$puzzle)),*] };
        }
    };
}

// In the order in which people are shown them.
puzzles! { $
    ingenio_sokoban::Sokoban,
    ingenio_taquin::Taquin,
    ingenio_unblock::Unblock,
    ingenio_flow::Flow,
    ingenio_tetravex::Tetravex,
}
