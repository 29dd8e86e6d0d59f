//! A lesson's text as a page.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html::push_html};

/// Turns Markdown into HTML. Links between documents become links between pages by `address`; what has
/// none keeps its words and loses its link.
pub fn html(markdown: &str, address: impl Fn(&str) -> Option<String>) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    // Comments mark what is generated; nobody needs to see them.
    let shown = Parser::new_ext(markdown, options).filter(
        |event| !matches!(event, Event::Html(text) | Event::InlineHtml(text) if text.starts_with("<!--")),
    );
    let events = shown.map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: moved(&dest_url, &address), title, id })
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Image { link_type, dest_url: moved(&dest_url, &address), title, id })
        }
        other => other,
    });
    let mut page = String::with_capacity(markdown.len() * 2);
    push_html(&mut page, events);
    page
}

fn moved(link: &str, address: &impl Fn(&str) -> Option<String>) -> CowStr<'static> {
    let inside = link.starts_with('#') || link.contains("://");
    if inside { link.to_owned().into() } else { address(link).unwrap_or_else(|| "#".into()).into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_links_and_marks() {
        let text = "<!-- experiment: generated -->\n| a | b |\n|---|---|\n| 1 | [x](x.md) |\n\n[y](y.md) <b>";
        let page = html(text, |link| (link == "x.md").then(|| "/x".into()));
        assert!(
            page.contains("<td>1</td>") && page.contains("href=\"/x\"") && page.contains("href=\"#\""),
            "{page}"
        );
        assert!(!page.contains("generated"), "{page}");
    }
}
