//! From drawings to pixels. The fonts come with the program, so that a picture is the same everywhere.

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

/// The drawing in so many pixels per cell; nothing where that is larger than pictures should be.
fn pixmap(svg: &str, per_cell: f32) -> Option<Pixmap> {
    let tree = Tree::from_str(svg, &options()).ok()?;
    let scale = per_cell / 100.0;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    if width.max(height) > MOST_PIXELS {
        return None;
    }
    let mut pixmap = Pixmap::new((width.round() as u32).max(1), (height.round() as u32).max(1))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Some(pixmap)
}

/// A PNG file of a drawing.
pub fn png(svg: &str, per_cell: f32) -> Option<Vec<u8>> {
    pixmap(svg, per_cell)?.encode_png().ok()
}

/// A GIF file that shows drawings of equal size one after another, again and again; the last one longer.
pub fn gif(frames: &[String], per_cell: f32, pause: Duration) -> Option<Vec<u8>> {
    let first = pixmap(frames.first()?, per_cell)?;
    let (width, height) = (u16::try_from(first.width()).ok()?, u16::try_from(first.height()).ok()?);
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &[]).ok()?;
    encoder.set_repeat(gif::Repeat::Infinite).ok()?;
    let hundredths = (pause.as_millis() / 10).min(1000) as u16;
    for (at, drawing) in frames.iter().enumerate() {
        let mut pixels = pixmap(drawing, per_cell)?.take();
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut pixels, 10);
        frame.delay = if at + 1 == frames.len() { hundredths + 200 } else { hundredths };
        encoder.write_frame(&frame).ok()?;
    }
    drop(encoder);
    Some(bytes)
}
