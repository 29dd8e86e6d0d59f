//! The command that draws.

use clap::Args;

use super::common::{InputArguments, LimitArguments};

#[derive(Debug, Args)]
pub struct RenderArguments {
    #[command(flatten)]
    pub input: InputArguments,
    /// The picture, by its ending: .svg, .png, or .gif, which moves
    #[arg(long, short, value_name = "PICTURE")]
    pub out: String,
    /// The moves played so far
    #[arg(long, value_name = "S", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub moves: String,
    /// Solve it from there: the picture shows the end, or in a .gif the way
    #[arg(long)]
    pub solved: bool,
    /// Paper or night
    #[arg(long, default_value = "light", value_parser = ["light", "dark"])]
    pub theme: String,
    /// Pixels per cell
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(u16).range(4..=1000))]
    pub size: u16,
    /// Milliseconds per move of a .gif
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = clap::value_parser!(u16).range(20..=10_000))]
    pub pause: u16,
    #[command(flatten)]
    pub limits: LimitArguments,
}
