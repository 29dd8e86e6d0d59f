//! How the bytes of a text file become characters. Ours are UTF-8; collections of the community are often
//! older, and then they are Windows-1252 (a superset of Latin-1's letters) or UTF-16 as Windows saves it.
//! Which of them is guessed from the bytes alone, as the Encoding Standard of the WHATWG numbers them; a
//! file whose bytes fit none of them is not a text.

use std::borrow::Cow;

/// What a text was written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// What the project writes itself.
    #[default]
    Utf8,
    /// Known by its byte order mark, or by the zeros between Latin letters.
    Utf16,
    /// One byte a letter: what old collections of levels are in. Any bytes but a few are, so it is tried last.
    Windows1252,
}

impl Encoding {
    /// Its usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf16 => "UTF-16",
            Encoding::Windows1252 => "Windows-1252",
        }
    }
}

/// The characters of Windows-1252 from 0x80 to 0x9f; five places have none.
const UPPER: [Option<char>; 32] = {
    const NONE: Option<char> = None;
    [
        Some('€'),
        NONE,
        Some('‚'),
        Some('ƒ'),
        Some('„'),
        Some('…'),
        Some('†'),
        Some('‡'),
        Some('ˆ'),
        Some('‰'),
        Some('Š'),
        Some('‹'),
        Some('Œ'),
        NONE,
        Some('Ž'),
        NONE,
        NONE,
        Some('‘'),
        Some('’'),
        Some('“'),
        Some('”'),
        Some('•'),
        Some('–'),
        Some('—'),
        Some('˜'),
        Some('™'),
        Some('š'),
        Some('›'),
        Some('œ'),
        NONE,
        Some('ž'),
        Some('Ÿ'),
    ]
};

/// The text, and what it was written in; or the place of the first byte that is no part of a text.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Encoding), usize> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(unit) = wide_unit(bytes) {
        return wide(bytes, unit).map(|text| (Cow::Owned(text), Encoding::Utf16));
    }
    // A control character shows that this is no text in any of the encodings of single bytes.
    let control = bytes.iter().position(|byte| is_control(u16::from(*byte)));
    match std::str::from_utf8(bytes) {
        Ok(text) => control.map_or(Ok((Cow::Borrowed(text), Encoding::Utf8)), Err),
        Err(_) => control.map_or_else(|| narrow(bytes), Err),
    }
}

const fn is_control(unit: u16) -> bool {
    unit == 0x7f || (unit < 0x20 && !matches!(unit, 0x09 | 0x0a | 0x0c | 0x0d))
}

fn narrow(bytes: &[u8]) -> Result<(Cow<'_, str>, Encoding), usize> {
    let character = |byte: u8| match byte {
        0x80..=0x9f => UPPER[usize::from(byte - 0x80)],
        _ => Some(char::from(byte)),
    };
    let text: Option<String> = bytes.iter().map(|byte| character(*byte)).collect();
    let odd = || bytes.iter().position(|byte| character(*byte).is_none()).unwrap_or(0);
    text.map(|text| (Cow::Owned(text), Encoding::Windows1252)).ok_or_else(odd)
}

type Unit = fn([u8; 2]) -> u16;

/// How two bytes make a unit of UTF-16, where the text is one: it says so with its first two bytes, or
/// it is plain ASCII in every other byte.
fn wide_unit(bytes: &[u8]) -> Option<Unit> {
    let pairs = || bytes.as_chunks::<2>().0.iter();
    match bytes {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ if bytes.len() < 4 || !bytes.len().is_multiple_of(2) => None,
        _ if pairs().all(|pair| pair[0] != 0 && pair[1] == 0) => Some(u16::from_le_bytes),
        _ if pairs().all(|pair| pair[0] == 0 && pair[1] != 0) => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn wide(bytes: &[u8], unit: Unit) -> Result<String, usize> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    let broken = units.iter().position(|unit| is_control(*unit));
    if let Some(at) = broken {
        return Err(2 * at);
    }
    let text = String::from_utf16(units.strip_prefix(&[0xfeff]).unwrap_or(&units));
    text.ok().filter(|_| rest.is_empty()).ok_or(bytes.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<(String, Encoding), usize> {
        decode(bytes).map(|(text, encoding)| (text.into_owned(), encoding))
    }

    #[test]
    fn every_encoding_is_told_apart() {
        assert_eq!(read("Author: José €".as_bytes()), Ok(("Author: José €".into(), Encoding::Utf8)));
        assert_eq!(read(b"\xef\xbb\xbf#@$.#"), Ok(("#@$.#".into(), Encoding::Utf8)));
        let latin = Ok(("Author: José — 5 €".into(), Encoding::Windows1252));
        assert_eq!(read(b"Author: Jos\xe9 \x97 5 \x80"), latin);
        for unit in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            for text in ["\u{feff}#@$.#\nTitle: Ñandú 𝄞\n", "#@$.#\n"] {
                let bytes: Vec<u8> = text.encode_utf16().flat_map(unit).collect();
                let text = text.trim_start_matches('\u{feff}').to_owned();
                assert_eq!(read(&bytes), Ok((text, Encoding::Utf16)));
            }
        }
    }

    #[test]
    fn what_is_no_text_is_refused_where_it_is_none() {
        assert_eq!(read(b"ok\nno\0pe"), Err(5));
        assert_eq!(read(b"\x7fELF\x02\x01"), Err(0));
        assert_eq!(read(b"caf\xe9 \x81"), Err(5), "nothing stands there in Windows-1252");
        assert_eq!(read(b"\xff\xfea\0\0\0"), Err(4), "a zero is no character of a text");
        assert_eq!(read(b"\xff\xfe\x00\xd8"), Err(3), "half a pair");
        assert_eq!(read(b"\xff\xfea"), Err(2), "half a character");
    }
}
