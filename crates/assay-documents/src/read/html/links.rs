use url::Url;

use super::super::squeezed;
use super::tag::Tag;
use super::tree::Tree;
use super::write::Page;

/// A link that a reader of a page can follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// As the page writes it where it is absolute, else resolved against the page's base.
    pub url: String,
    pub text: String,
}

/// The links that can be seen, in order, each address once.
pub(super) fn links_of(page: Page<'_>, base: &str) -> Vec<Link> {
    let tree = page.tree;
    let base = base_of(tree, base);
    let mut links: Vec<Link> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    for id in tree.ids().filter(|id| tree.tag(*id) == Tag::A) {
        let href = tree.attribute(id, "href").unwrap_or_default();
        let Some(url) = resolved(base.as_ref(), href.trim()) else {
            continue;
        };
        let is_seen = !page.sight.is_hidden(tree, id);
        if is_seen && known.insert(url.clone()) {
            let text = page.visible_text(id).text;
            links.push(Link {
                url,
                text: squeezed(&text),
            });
        }
    }
    links
}

fn base_of(tree: &Tree, page: &str) -> Option<Url> {
    let page = Url::parse(page).ok();
    let stated = tree
        .first_with_tag(Tag::Base)
        .and_then(|id| tree.attribute(id, "href"));
    let Some(stated) = stated else {
        return page;
    };
    let joined = match &page {
        Some(page) => page.join(stated.trim()).ok(),
        None => Url::parse(stated.trim()).ok(),
    };
    joined.or(page)
}

/// `None` for what is no address of a page: a script, a mail, a place in this page.
fn resolved(base: Option<&Url>, href: &str) -> Option<String> {
    if href.is_empty() || href.starts_with('#') {
        return None;
    }
    let is_page = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    if let Ok(url) = Url::parse(href) {
        return is_page(&url).then(|| href.to_owned());
    }
    let url = base?.join(href).ok()?;
    is_page(&url).then(|| url.to_string())
}
