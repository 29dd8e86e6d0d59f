//! The file: safetensors, which is eight bytes with the length of a header, the header in JSON, and the numbers. The few
//! lines that read it are simpler than the crate of that name, and refuse more: every byte belongs to one tensor, and the
//! numbers have the SHA-256 that the header's `__metadata__` names.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::Refused;

/// Headers of ours have some hundred bytes.
const MOST_HEADER: usize = 1 << 16;

/// A named list of numbers with its shape, as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    pub name: String,
    /// `I8` or `F32`.
    pub kind: &'static str,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
}

/// Writes tensors with what is said about them.
pub fn write(said: &str, tensors: &[Tensor]) -> Vec<u8> {
    let mut header = Map::new();
    let body: Vec<u8> = tensors.iter().flat_map(|tensor| tensor.bytes.iter().copied()).collect();
    header.insert("__metadata__".into(), json!({ "weights": said, "sha256": hash(&body) }));
    let mut at = 0;
    for tensor in tensors {
        let end = at + tensor.bytes.len();
        let entry = json!({ "dtype": tensor.kind, "shape": tensor.shape, "data_offsets": [at, end] });
        header.insert(tensor.name.clone(), entry);
        at = end;
    }
    let mut header = Value::Object(header).to_string().into_bytes();
    while !header.len().is_multiple_of(8) {
        header.push(b' ');
    }
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header);
    bytes.extend(body);
    bytes
}

/// Reads what [`write`] wrote, if it is what is wanted.
pub fn read(wanted: &str, bytes: &[u8]) -> Result<Vec<Tensor>, Refused> {
    let damaged = Refused::Damaged;
    let (length, rest) = bytes.split_at_checked(8).ok_or(damaged("no header"))?;
    let length = u64::from_le_bytes(length.try_into().expect("eight bytes")) as usize;
    if length > MOST_HEADER {
        return Err(damaged("no header"));
    }
    let (header, body) = rest.split_at_checked(length).ok_or(damaged("the header is cut off"))?;
    let header: Map<String, Value> =
        serde_json::from_slice(header).map_err(|_| damaged("the header is no JSON"))?;
    let said =
        |name: &str| header.get("__metadata__").and_then(|said| said.get(name)).and_then(Value::as_str);
    let found = said("weights").ok_or(damaged("the header does not say what they are"))?;
    if found != wanted {
        return Err(Refused::Foreign { wanted: wanted.into(), found: found.into() });
    }
    if said("sha256") != Some(hash(body).as_str()) {
        return Err(Refused::OtherHash);
    }
    let mut tensors = Vec::new();
    for (name, entry) in header.iter().filter(|(name, _)| *name != "__metadata__") {
        tensors.push(tensor(name, entry, body).ok_or(damaged("a tensor is not where the header says"))?);
    }
    let all: usize = tensors.iter().map(|tensor| tensor.bytes.len()).sum();
    if all == body.len() { Ok(tensors) } else { Err(damaged("bytes that belong to no tensor")) }
}

fn tensor(name: &str, entry: &Value, body: &[u8]) -> Option<Tensor> {
    let kind = ["I8", "F32"].into_iter().find(|kind| entry["dtype"] == *kind)?;
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let shape: Vec<usize> = entry["shape"].as_array()?.iter().map(number).collect::<Option<_>>()?;
    let offsets: Vec<usize> = entry["data_offsets"].as_array()?.iter().map(number).collect::<Option<_>>()?;
    let bytes = body.get(*offsets.first()?..*offsets.get(1)?)?.to_vec();
    let each = if kind == "I8" { 1 } else { 4 };
    let count = shape.iter().try_fold(each, |count: usize, side| count.checked_mul(*side))?;
    (count == bytes.len()).then(|| Tensor { name: name.into(), kind, shape, bytes })
}

/// SHA-256 in hexadecimal digits.
fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Vec<Tensor> {
        vec![
            Tensor { name: "a".into(), kind: "I8", shape: vec![2, 3], bytes: vec![1, 2, 3, 4, 5, 255] },
            Tensor { name: "b".into(), kind: "F32", shape: vec![1], bytes: vec![0, 0, 128, 63] },
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(read("sokoban-h 1", &write("sokoban-h 1", &some())), Ok(some()));
    }

    /// Any byte changed, any end cut off: refused.
    #[test]
    fn damaged_bytes_are_refused() {
        let whole = write("sokoban-h 1", &some());
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            assert_ne!(read("sokoban-h 1", &bytes), Ok(some()), "byte {at}");
            assert!(read("sokoban-h 1", &whole[..at]).is_err(), "cut at {at}");
        }
        assert!(read("sokoban-h 1", &[]).is_err());
    }

    #[test]
    fn foreign_weights_are_refused() {
        let refused = read("sokoban-h 2", &write("sokoban-h 1", &some()));
        let foreign = Refused::Foreign { wanted: "sokoban-h 2".into(), found: "sokoban-h 1".into() };
        assert_eq!(refused, Err(foreign));
    }
}
