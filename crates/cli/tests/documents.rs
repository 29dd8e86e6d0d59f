//! The generated parts of the documents are up to date: the table of methods, the example of the library
//! and the list of third-party licences. `make tables` writes them anew.

mod written;

use std::collections::BTreeSet;
use std::process::Command;

use written::{expect, expect_part, root};

#[test]
fn the_table_of_methods_is_up_to_date() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ingenio")).args(["methods", "--markdown"]).output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    expect_part(&root().join("docs/methods.md"), "methods", &table);
}

/// How many methods there are stands in the README too.
#[test]
fn the_readme_counts_the_methods() {
    let methods = std::fs::read_to_string(root().join("docs/methods.md")).unwrap();
    let rows = methods.lines().filter(|line| line.starts_with("| ") && line.contains(" | `")).count();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains(&format!("{rows} methods in all")), "{rows} methods");
}

/// What the page about the library shows is compiled as an example.
#[test]
fn the_example_of_the_library_is_up_to_date() {
    let example = std::fs::read_to_string(root().join("crates/catalog/examples/library.rs")).unwrap();
    expect_part(&root().join("docs/library.md"), "example", &format!("```rust\n{example}```\n"));
}

/// The list that the build holds the tables of languages against has every sentence of the program.
#[test]
fn the_list_of_sentences_is_up_to_date() {
    let all =
        Command::new(env!("CARGO_BIN_EXE_ingenio")).args(["languages", "xx", "--missing"]).output().unwrap();
    let all = String::from_utf8(all.stdout).unwrap();
    let sentences = all.lines().filter_map(ingenio_languages::File::read_line);
    let mut lines: Vec<String> =
        sentences.map(|sentence| ingenio_languages::line_of_list(&sentence.id, &sentence.text)).collect();
    lines.sort();
    assert!(lines.len() > 2000, "all tables of all crates");
    expect(&root().join("languages/sentences.txt"), &lines.concat());
}

/// Links between the documents lead somewhere.
#[test]
fn links_between_documents_are_whole() {
    for document in [
        "README.md",
        "docs/guide.md",
        "docs/install.md",
        "docs/library.md",
        "docs/lab.md",
        "docs/methods.md",
        "docs/operate.md",
        "docs/web.md",
        "docs/write-a-method.md",
        "docs/write-a-puzzle.md",
        "docs/lessons/taquin.md",
        "docs/lessons/sokoban.md",
        "docs/lessons/unblock.md",
        "docs/lessons/tetravex.md",
        "docs/lessons/flow.md",
    ] {
        let path = root().join(document);
        let text = std::fs::read_to_string(&path).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let place = path.parent().unwrap().join(file);
            assert!(place.exists(), "{document} leads to {link}");
            let is_there =
                || std::fs::read_to_string(&place).unwrap().lines().any(|line| anchor(line) == heading);
            assert!(
                heading.is_empty() || is_there(),
                "{document} leads to {link}, a heading that is not there"
            );
        }
    }
}

/// What a page about a document calls one of its headings.
fn anchor(line: &str) -> String {
    let letters = line
        .trim_start_matches('#')
        .trim()
        .chars()
        .filter(|one| one.is_alphanumeric() || " -".contains(*one));
    letters.map(|one| if one == ' ' { '-' } else { one.to_ascii_lowercase() }).collect()
}

/// Name, version, licence and repository of every crate that ends up in the program.
#[test]
fn the_list_of_licences_is_up_to_date() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--filter-platform",
            "x86_64-unknown-linux-gnu",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut rows = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        let field = |key: &str| package[key].as_str().unwrap_or("").to_owned();
        if package["source"].is_null() {
            continue;
        }
        let licence = field("license");
        assert!(!licence.is_empty(), "{} has no licence", field("name"));
        rows.insert(format!(
            "| {} | {} | {} |\n",
            field("name"),
            field("version"),
            licence.replace('|', "/")
        ));
    }
    let head = "# Third-party licences\n\nCrates that ingenio and its tests are built with; generated by `make tables`.\n\n\
        | crate | version | licence |\n|---|---|---|\n";
    expect(&root().join("THIRD-PARTY.md"), &(head.to_owned() + &rows.into_iter().collect::<String>()));
}

/// The fields of an answer, from the type itself: what the API's schema says of them.
#[test]
fn the_table_of_an_answers_fields_is_up_to_date() {
    let schema: serde_json::Value = serde_json::from_str(&ingenio_server::openapi()).unwrap();
    let mut rows = String::new();
    answer_rows(&schema, &schema["components"]["schemas"]["Answer"], &mut rows);
    assert!(rows.matches('\n').count() > 20, "the schema has other names now: {rows}");
    let path = root().join("docs/answers.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- fields: generated -->\n", "<!-- end of fields -->");
    let (before, rest) = page.split_once(begin).expect("the page has a place for the table");
    let (_, after) = rest.split_once(end).expect("the page's table ends");
    let table = format!("| field | what it says |\n|---|---|\n{rows}");
    expect(&path, &format!("{before}{begin}{table}{end}{after}"));
}

/// A row for every field, those of flattened parts where they stand.
fn answer_rows(schema: &serde_json::Value, part: &serde_json::Value, rows: &mut String) {
    if let Some(name) = part["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        answer_rows(schema, &schema["components"]["schemas"][name], rows);
    }
    for inner in part["allOf"].as_array().into_iter().flatten() {
        answer_rows(schema, inner, rows);
    }
    for (name, field) in part["properties"].as_object().into_iter().flatten() {
        let about =
            description(field).unwrap_or_else(|| panic!("{name} has no description")).replace('\n', " ");
        rows.push_str(&format!("| `{name}` | {about} |\n"));
    }
}

/// Of a field that may be missing and has a type of its own, the description stands beside the type's name.
fn description(field: &serde_json::Value) -> Option<&str> {
    let ways = field["oneOf"].as_array().into_iter().flatten();
    std::iter::once(field).chain(ways).find_map(|part| part["description"].as_str())
}
