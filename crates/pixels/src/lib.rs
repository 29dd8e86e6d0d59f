//! From drawings (SVG) to pixels (PNG, GIF). The fonts come with the program, so that a picture is the same everywhere.
//! A crate of its own, handed to whoever wants pictures by the program alone: fonts and SVG take a minute to compile,
//! and the first program of a fresh start is built without them while nothing that it is made of has to be built twice.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The most pixels a picture may have on one side.
const MOST_PIXELS: f32 = 16_000.0;

fn options() -> Options<'static> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.load_font_data(dejavu::sans::bold().to_vec());
        Arc::new(fonts)
    });
    Options { fontdb: fonts.clone(), ..Options::default() }
}

fn tree(svg: &str) -> Option<Tree> {
    Tree::from_str(svg, &options()).ok()
}

/// Width and height in so many pixels per cell; nothing where that is larger than pictures should be.
fn pixels(tree: &Tree, per_cell: f32) -> Option<(u32, u32)> {
    let scale = per_cell / 100.0;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    (width.max(height) <= MOST_PIXELS)
        .then(|| ((width.round() as u32).max(1), (height.round() as u32).max(1)))
}

/// The drawing in the upper left corner of so many pixels.
fn pixmap(tree: &Tree, per_cell: f32, (width, height): (u32, u32)) -> Option<Pixmap> {
    let scale = per_cell / 100.0;
    let mut pixmap = Pixmap::new(width, height)?;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Some(pixmap)
}

/// A PNG file of a drawing.
pub fn png(svg: &str, per_cell: f32) -> Option<Vec<u8>> {
    let tree = tree(svg)?;
    pixmap(&tree, per_cell, pixels(&tree, per_cell)?)?.encode_png().ok()
}

/// A GIF file that shows drawings one after another, again and again; the last one longer. It is as large as
/// the largest of them: tiles in hand take room of their own until they lie on the board.
pub fn gif(frames: &[String], per_cell: f32, pause: Duration) -> Option<Vec<u8>> {
    let mut size = (1, 1);
    for drawing in frames {
        let (width, height) = pixels(&tree(drawing)?, per_cell)?;
        size = (size.0.max(width), size.1.max(height));
    }
    let (width, height) = (u16::try_from(size.0).ok()?, u16::try_from(size.1).ok()?);
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &[]).ok()?;
    encoder.set_repeat(gif::Repeat::Infinite).ok()?;
    let hundredths = (pause.as_millis() / 10).min(1000) as u16;
    for (at, drawing) in frames.iter().enumerate() {
        let mut pixels = pixmap(&tree(drawing)?, per_cell, size)?.take();
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut pixels, 10);
        frame.delay = if at + 1 == frames.len() { hundredths + 200 } else { hundredths };
        encoder.write_frame(&frame).ok()?;
    }
    drop(encoder);
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_may_differ_in_size() {
        let frame = |width: u32| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} 100' width='{width}' height='100'/>"
            )
        };
        let moving = gif(&[frame(300), frame(200), frame(400)], 10.0, Duration::from_millis(100));
        let moving = moving.expect("it can be drawn");
        assert_eq!(u16::from_le_bytes([moving[6], moving[7]]), 40, "as wide as the widest");
    }
}
