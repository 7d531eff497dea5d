//! Web pages and filings. [`parse`] makes the tree of a page that the HTML standard prescribes,
//! [`sight`] says what of it can be seen, [`article`] which of that is its main content, and [`write`]
//! turns that into Markdown-like text.

mod article;
mod flow;
mod grid;
mod links;
mod look;
mod meta;
mod names;
mod parse;
mod sheet;
mod sight;
mod sink;
mod table;
mod tag;
mod tree;
mod write;

use assay_domain::Date;

use super::{Body, ReadError, ixbrl, squeezed};
use crate::date::first_date;

pub(super) use flow::Shown;
pub use links::Link;
pub(super) use tag::Tag;
pub(super) use tree::{NodeId, Tree};
pub(super) use write::Page;

use article::article;
use meta::Meta;
use sight::Sight;
use tree::ROOT;

/// What a web page says, without what stands around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainContent {
    pub title: Option<String>,
    pub byline: Option<String>,
    /// The day of publication, where the page states it for machines or beside its author.
    pub date: Option<Date>,
    pub extent: Extent,
    /// Markdown-like: headings, lists, tables with header rows, links as their text.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The page is an article with other things around it; these are left out.
    Article,
    /// Everything that can be seen.
    WholePage,
}

/// The article of a web page, or everything that can be seen where the page is no article.
pub fn main_content(html: &str) -> Result<MainContent, ReadError> {
    let tree = parse::tree_of(html)?;
    let sight = Sight::of(&tree);
    let page = Page {
        tree: &tree,
        sight: &sight,
        only: None,
    };
    Ok(content_of(page))
}

/// The links of a page that lead to other pages. `base` is the page's own address.
pub fn links(html: &str, base: &str) -> Result<Vec<Link>, ReadError> {
    let tree = parse::tree_of(html)?;
    let sight = Sight::of(&tree);
    let page = Page {
        tree: &tree,
        sight: &sight,
        only: None,
    };
    Ok(links::links_of(page, base))
}

fn content_of(page: Page<'_>) -> MainContent {
    let meta = Meta::of(page.tree);
    let title = meta
        .title
        .clone()
        .or_else(|| first_text(page.tree, Tag::H1));
    let found = article(page, title.as_deref().unwrap_or_default());
    let found = found.filter(|article| article.stands_out(page, &meta));
    let (extent, text, byline) = match found {
        Some(article) => {
            let only = Page {
                only: Some(&article.kept),
                ..page
            };
            let text = write::written(only, ROOT).text;
            (Extent::Article, text, article.byline)
        }
        None => (Extent::WholePage, write::written(page, ROOT).text, None),
    };
    let by_date = byline.as_deref().and_then(first_date);
    MainContent {
        title,
        byline: meta.byline.or(byline),
        date: meta.date.or(by_date),
        extent,
        text,
    }
}

/// A page or filing: its text, and beside it what it tags and hides.
pub(super) fn read(source: &str) -> Result<Body, ReadError> {
    let tree = parse::tree_of(source)?;
    let sight = Sight::of(&tree);
    let page = Page {
        tree: &tree,
        sight: &sight,
        only: None,
    };
    let hidden = sight::hidden_texts(&tree, &sight);
    if !ixbrl::is_tagged(&tree) {
        let content = content_of(page);
        return Ok(Body {
            title: content.title,
            text: content.text,
            date: content.date,
            hidden,
            ..Body::default()
        });
    }
    let written = write::written(page, ROOT);
    let filing = ixbrl::filing(page, &written.shown);
    let form = filing.subject.form.as_deref().unwrap_or_default();
    Ok(Body {
        title: filing.title.or_else(|| first_text(&tree, Tag::Title)),
        places: ixbrl::item_marks(&written.text, form),
        text: written.text,
        subject: filing.subject,
        facts: filing.facts,
        hidden,
        ..Body::default()
    })
}

fn first_text(tree: &Tree, tag: Tag) -> Option<String> {
    let found = tree.first_with_tag(tag)?;
    let text = squeezed(&tree.whole_text(found));
    (!text.is_empty()).then_some(text)
}
