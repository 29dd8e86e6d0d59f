//! A lesson's text as a page.

use pulldown_cmark::html::push_html;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// Turns Markdown into HTML. Links between documents become links between pages by `address`; what has
/// none keeps its words and loses its link.
pub fn html(markdown: &str, address: impl Fn(&str) -> Option<String>) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut linked = true;
    let events = Parser::new_ext(markdown, options).filter_map(|event| match event {
        // Comments mark what is generated; nobody needs to see them.
        Event::Html(text) | Event::InlineHtml(text) if text.starts_with("<!--") => None,
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let moved = moved(&dest_url, &address);
            linked = moved.is_some();
            Some(Event::Start(Tag::Link { link_type, dest_url: moved?, title, id }))
        }
        Event::End(TagEnd::Link) => linked.then_some(event),
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = moved(&dest_url, &address).unwrap_or(dest_url);
            Some(Event::Start(Tag::Image { link_type, dest_url, title, id }))
        }
        other => Some(other),
    });
    let mut page = String::with_capacity(markdown.len() * 2);
    push_html(&mut page, events);
    page
}

fn moved(link: &str, address: &impl Fn(&str) -> Option<String>) -> Option<CowStr<'static>> {
    let stays = link.starts_with('#') || link.contains("://");
    if stays { Some(link.to_owned().into()) } else { address(link).map(Into::into) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_links_and_marks() {
        let text = "<!-- experiment: generated -->\n| a | b |\n|---|---|\n| 1 | [x](x.md) |\n\n[y](y.md) <b>";
        let page = html(text, |link| (link == "x.md").then(|| "/x".into()));
        assert!(
            page.contains("<td>1</td>") && page.contains("href=\"/x\"") && page.contains("<p>y "),
            "{page}"
        );
        assert!(!page.contains("generated"), "{page}");
    }
}
