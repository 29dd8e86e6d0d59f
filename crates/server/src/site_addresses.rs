//! Where things lie in an edition without a server. Pages in the language of its root lie at the root, those in
//! another language in a folder named by its code; what is the same in every language lies at the root once.
//! Addresses of a server become the files they lead to, as seen from the file in which they stand.

use ingenio_core::Language;

/// The pages of one reader in an edition whose root speaks a language.
#[derive(Clone, Copy, Debug)]
pub struct Edition {
    pub root: Language,
    pub reader: Language,
}

/// What is the same in every language, by the beginning of its address. Scripts have a folder for each by themselves.
const SHARED: [&str; 5] = ["/assets/", "/modules/", "/api/levels/", "/lessons/pictures/", "/solutions/"];

pub fn is_shared(address: &str) -> bool {
    SHARED.iter().any(|beginning| address.starts_with(beginning))
}

impl Edition {
    /// The file of an address.
    pub fn file(self, address: &str) -> String {
        if is_shared(address) { file_of(address) } else { self.folder() + &file_of(address) }
    }

    fn folder(self) -> String {
        if self.reader == self.root { String::new() } else { format!("{}/", self.reader.code()) }
    }

    /// From the first page of this language to the root.
    pub fn way_to_root(self) -> &'static str {
        if self.reader == self.root { "" } else { "../" }
    }

    /// The file of an address as seen from the first page of this language.
    pub fn seen_from_home(self, address: &str) -> String {
        if is_shared(address) {
            format!("{}{}", self.way_to_root(), file_of(address))
        } else {
            file_of(address)
        }
    }

    /// A link of a page to itself (`?language=es`, or `?` where no language is asked for) as the file of that page,
    /// seen from the root. The root's own language is asked for: whoever comes without asking is led to the one
    /// that their browser prefers.
    pub fn twin(self, page: &str, wish: &str) -> Option<String> {
        let Edition { root, .. } = self;
        let reader = match wish.strip_prefix("?language=") {
            Some(code) => Language::find(code)?,
            None => root,
        };
        let address = page.strip_prefix(&self.folder())?;
        let behind = if reader == root { wish.trim_end_matches('?') } else { "" };
        Some(format!("{}{address}{behind}", Edition { root, reader }.folder()))
    }
}

/// The file of an address among those of its language: pages end in `.html`, pictures have their colours in the
/// name, modules are packed as every browser can unpack them.
fn file_of(address: &str) -> String {
    let (path, behind) = address.find(['?', '#']).map_or((address, ""), |at| address.split_at(at));
    let path = path.trim_start_matches('/');
    if path.is_empty() {
        return "index.html".to_owned();
    }
    if let Some(level) = path.strip_prefix("api/levels/").and_then(|rest| rest.strip_suffix("/picture.svg")) {
        return format!("pictures/{level}-{}.svg", behind.trim_start_matches("?theme="));
    }
    if path.starts_with("modules/") {
        return format!("{path}.gz");
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file { path.to_owned() } else { format!("{path}.html") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edition(code: &str) -> Edition {
        ingenio_languages::install();
        Edition { root: Language::english(), reader: Language::find(code).expect("a language") }
    }

    #[test]
    fn every_address_has_its_file() {
        let english = edition("en");
        assert_eq!(english.file("/"), "index.html");
        assert_eq!(english.file("/play/0a1b?again=yes"), "play/0a1b.html");
        assert_eq!(english.file("/help#flow"), "help.html");
        assert_eq!(english.file("/assets/12.en/play.js"), "assets/12.en/play.js");
        assert_eq!(english.file("/modules/12/rules.wasm"), "modules/12/rules.wasm.gz");
        assert_eq!(english.file("/api/levels/0a/picture.svg?theme=dark"), "pictures/0a-dark.svg");
    }

    #[test]
    fn a_language_has_its_pages_and_shares_the_rest() {
        let spanish = edition("es");
        assert_eq!(spanish.file("/play/0a1b"), "es/play/0a1b.html");
        assert_eq!(spanish.file("/packs.json"), "es/packs.json");
        assert_eq!(spanish.file("/solutions/flow.json"), "solutions/flow.json");
        assert_eq!(spanish.seen_from_home("/packs.json"), "packs.json");
        assert_eq!(spanish.seen_from_home("/assets/12/style.css"), "../assets/12/style.css");
        assert_eq!(edition("en").seen_from_home("/assets/12/style.css"), "assets/12/style.css");
    }

    #[test]
    fn a_page_leads_to_itself_in_every_language() {
        let (english, spanish) = (edition("en"), edition("es"));
        let twin = |edition: Edition, page, wish| edition.twin(page, wish).unwrap_or_default();
        assert_eq!(twin(english, "help.html", "?language=es"), "es/help.html");
        assert_eq!(twin(spanish, "es/help.html", "?language=pl"), "pl/help.html");
        assert_eq!(twin(spanish, "es/help.html", "?language=es"), "es/help.html");
        assert_eq!(twin(spanish, "es/help.html", "?language=en"), "help.html?language=en");
        assert_eq!(twin(spanish, "es/help.html", "?"), "help.html");
    }
}
