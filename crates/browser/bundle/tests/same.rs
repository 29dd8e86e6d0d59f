//! The rules in WebAssembly are the rules: random plays of all packs, natively and in the module, compared
//! answer by answer, to the last letter.

use std::fs;
use std::io::Read;
use std::process::Command;

use ingenio_core::{LevelRef, Rng};
use ingenio_workshop::Library;
use serde_json::{Value, json};

const PLAYS: usize = 3000;
const ORDERS: usize = 12;

#[test]
fn random_plays_are_the_same_in_the_module() {
    if ingenio_bundle::RULES.is_empty() {
        println!("left out: Rust's target wasm32-unknown-unknown is not installed, there is no module");
        return;
    }
    let mut rng = Rng::new(23);
    let library = Library::shipped();
    let levels: Vec<&LevelRef> =
        library.shelves.iter().flat_map(|shelf| shelf.levels.iter().map(|volume| &volume.level)).collect();
    let requests: Vec<String> = (0..PLAYS).flat_map(|_| play(&mut rng, &levels)).collect();
    let native: Vec<String> = requests.iter().map(|request| ingenio_rules::answer(request)).collect();
    let module = asked(&requests);
    assert_eq!(native.len(), module.len());
    for (request, (ours, theirs)) in requests.iter().zip(native.iter().zip(&module)) {
        assert_eq!(ours, theirs, "{request}");
    }
    let moved = native.iter().filter(|answer| answer.contains("\"events\":[[")).count();
    assert!(moved > PLAYS, "most plays get somewhere: {moved} orders did");
}

/// What a page asks in the course of a play.
fn play(rng: &mut Rng, levels: &[&LevelRef]) -> Vec<String> {
    let level = levels[rng.below(levels.len())];
    let puzzle = level.puzzle().info().name;
    let open =
        json!({"ask": "open", "puzzle": puzzle, "level": level.canonical(), "mode": "relax", "now": 0});
    let mut requests = vec![open.to_string()];
    let size = level.play().scene().size;
    let ids: Vec<u32> = level.play().scene().pieces.iter().map(|piece| piece.id).collect();
    for step in 0..ORDERS {
        let mut request = order(rng, level, (size.height, size.width), &ids);
        request["now"] = json!(step * 1000);
        requests.push(request.to_string());
    }
    requests
}

fn order(rng: &mut Rng, level: &LevelRef, size: (usize, usize), ids: &[u32]) -> Value {
    let gesture = gesture(rng, size, ids);
    match rng.below(12) {
        0..5 => json!({"ask": "order", "do": "gesture", "gesture": gesture}),
        5 => json!({"ask": "preview", "gesture": gesture}),
        6 | 7 => {
            let moves = level.play().moves();
            let text = moves.get(rng.below(moves.len().max(1))).cloned().unwrap_or_default();
            json!({"ask": "order", "do": "move", "text": text})
        }
        8 => {
            let plain = ["undo", "redo", "restart", "back", "turn", "done", "pause"];
            json!({"ask": "order", "do": plain[rng.below(plain.len())]})
        }
        9 => {
            let what = ["keep", "recall"][rng.below(2)];
            json!({"ask": "order", "do": what, "name": "here"})
        }
        10 => json!({"ask": "hear", "from": rng.below(4), "events": [["undo", 10]]}),
        _ => {
            let text = ["x", "9@9,9", "R5", ""][rng.below(4)];
            json!({"ask": "order", "do": "move", "text": text})
        }
    }
}

fn gesture(rng: &mut Rng, (height, width): (usize, usize), ids: &[u32]) -> Value {
    let dir = ["up", "down", "left", "right"][rng.below(4)];
    let mut cell = || json!([rng.below(height), rng.below(width)]);
    let (one, other, third) = (cell(), cell(), cell());
    let tray = json!({"tray": ids.get(rng.below(ids.len().max(1))).copied().unwrap_or(0)});
    let from = if rng.one_in(4) { tray } else { json!({"cell": one}) };
    match rng.below(6) {
        0 | 1 => json!({"arrow": dir}),
        2 => json!({"tap": from}),
        3 | 4 => json!({"drag": {"from": from, "through": [other, third]}}),
        _ => json!({"away": from}),
    }
}

/// What the module answers, in node.
fn asked(requests: &[String]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (module, file) = (folder.path().join("rules.wasm"), folder.path().join("requests"));
    let mut plain = Vec::new();
    let mut packed = ingenio_bundle::RULES;
    brotli_decompressor::Decompressor::new(&mut packed, 1 << 16).read_to_end(&mut plain).unwrap();
    fs::write(&module, plain).unwrap();
    fs::write(&file, requests.join("\n")).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ask.mjs");
    let node = Command::new("node").arg(script).args([&module, &file]).output().expect("node is installed");
    assert!(node.status.success(), "{}", String::from_utf8_lossy(&node.stderr));
    String::from_utf8(node.stdout).unwrap().lines().map(str::to_owned).collect()
}
