use std::collections::BTreeMap;

use dom_query::{Document, NodeId as Handed};
use dom_smoothie::{Config, Readability};
use html5ever::interface::{ElementFlags, NodeOrText, TreeSink as _};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use super::meta::Meta;
use super::table::is_amount;
use super::tag::Tag;
use super::tree::{Kind, NodeId, ROOT, Tree};
use super::write::Page;

/// A page with more elements and texts is read whole: finding its article would take seconds, and
/// what is that long is a report, a filing or a book.
const MAX_NODES: usize = 60_000;
/// Of text, likewise.
const MAX_BYTES: usize = 4 << 20;
/// Longer texts are handed over in pieces and longer attributes not whole: the extraction also writes
/// the article out, which takes it the square of their lengths.
const PIECE_BYTES: usize = 4 << 10;
/// The element under which the extraction puts the article.
const ARTICLE: &str = "#readability-page-1";
/// Two sentences. Less text is no article.
const ARTICLE_CHARS: usize = 200;
/// A block as long as a sentence with few links is prose.
const PROSE_CHARS: usize = 100;
/// Of the characters of a block, in parts of a hundred.
const PROSE_LINKS: usize = 30;
/// What stands around an article is more of links than this, in parts of a hundred.
const MOSTLY_LINKS: usize = 40;
/// So many figures make a table one of data.
const FIGURES: usize = 4;
/// So many figures in tables beside an article are an ornament; more are data.
const FEW_FIGURES: usize = 12;
/// With less text than this for each figure in a table, the tables are what the page is about.
const FIGURE_CHARS: usize = 30;
/// A longer cell holds words, whatever else is in it.
const FIGURE_BYTES: usize = 24;

/// Which parts of a page are its article.
pub(super) struct Article {
    pub(super) kept: Parts,
    /// Neither the article nor boilerplate that was taken out of the page.
    left: Parts,
    pub(super) byline: Option<String>,
}

/// Texts of a page and elements that hold them, by their places.
pub(super) struct Parts(Vec<bool>);

impl Parts {
    fn none(tree: &Tree) -> Self {
        Self(vec![false; tree.len()])
    }

    pub(super) fn has(&self, id: NodeId) -> bool {
        self.0.get(id.place()).is_some_and(|has| *has)
    }

    fn set(&mut self, id: NodeId, has: bool) {
        if let Some(place) = self.0.get_mut(id.place()) {
            *place = has;
        }
    }

    /// Adds the elements around texts that say something.
    fn take_around(&mut self, tree: &Tree) {
        let texts: Vec<NodeId> = self
            .of(tree)
            .filter(|text| !tree.text(*text).trim().is_empty())
            .collect();
        for text in texts {
            for above in tree.ancestors(text) {
                if self.has(above) {
                    break;
                }
                self.set(above, true);
            }
        }
    }

    fn of<'t>(&'t self, tree: &'t Tree) -> impl Iterator<Item = NodeId> + 't {
        tree.ids().filter(|id| self.has(*id))
    }
}

/// Finds the article of a page. `None` where the extraction finds none.
pub(super) fn article(page: Page<'_>, title: &str) -> Option<Article> {
    if page.tree.len() > MAX_NODES || text_bytes(page.tree) > MAX_BYTES {
        return None;
    }
    let (document, texts) = handed_over(page, title);
    let config = Config {
        disable_json_ld: true,
        keep_classes: true,
        ..Config::default()
    };
    let mut extraction = Readability::with_document(document, None, Some(config)).ok()?;
    let found = extraction.parse().ok()?;
    let mut article = Article {
        kept: Parts::none(page.tree),
        left: Parts::none(page.tree),
        byline: found.byline,
    };
    let own = |handed: Handed| {
        let place = texts.binary_search_by_key(&handed, |(handed, _)| *handed);
        place
            .ok()
            .and_then(|place| texts.get(place))
            .map(|(_, own)| *own)
    };
    for node in extraction.doc.root().descendants_it() {
        if let Some(own) = own(node.id) {
            article.left.set(own, true);
        }
    }
    let top = extraction.doc.select_single(ARTICLE);
    for node in top.nodes().first()?.descendants_it() {
        if let Some(own) = own(node.id) {
            article.kept.set(own, true);
            article.left.set(own, false);
        }
    }
    article.take_tables_beside(page);
    article.kept.take_around(page.tree);
    Some(article)
}

/// The page as the extraction takes it: what can be seen, and its title. With it the page's own texts
/// by what they became, in order.
fn handed_over(page: Page<'_>, title: &str) -> (Document, Vec<(Handed, NodeId)>) {
    let tree = page.tree;
    let document = Document::default();
    let mut handed: Vec<Option<Handed>> = vec![None; tree.len()];
    let mut texts = Vec::new();
    for id in tree.ids() {
        let parent = match tree.parent(id) {
            Some(parent) => handed.get(parent.place()).copied().flatten(),
            None => None,
        };
        let made = match (tree.kind(id), parent) {
            (Kind::Element(_), None) if id == ROOT => Some(document.root().id),
            (Kind::Element(tag), Some(parent)) if page.is_read(id) => {
                let name = LocalName::from(tree.name(id));
                let made = element(&document, parent, name, attributes(tree, id));
                if tag == Tag::Html {
                    state_title(&document, made, title);
                }
                Some(made)
            }
            (Kind::Text, Some(parent)) if page.is_read(id) => {
                for piece in pieces(tree.text(id)) {
                    let made = document.tree.new_text(piece).id;
                    document.append(&parent, NodeOrText::AppendNode(made));
                    texts.push((made, id));
                }
                None
            }
            _ => None,
        };
        if let Some(place) = handed.get_mut(id.place()) {
            *place = made;
        }
    }
    (document, texts)
}

fn text_bytes(tree: &Tree) -> usize {
    tree.ids()
        .filter(|id| tree.kind(*id) == Kind::Text)
        .map(|id| tree.text(id).len())
        .sum()
}

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

fn element(
    document: &Document,
    parent: Handed,
    name: LocalName,
    attributes: Vec<Attribute>,
) -> Handed {
    let name = QualName::new(None, ns!(html), name);
    let made = document.create_element(name, attributes, ElementFlags::default());
    document.append(&parent, NodeOrText::AppendNode(made));
    made
}

fn state_title(document: &Document, html: Handed, title: &str) {
    let head = element(document, html, local_name!("head"), Vec::new());
    let place = element(document, head, local_name!("title"), Vec::new());
    document.append(&place, NodeOrText::AppendText(title.into()));
}

/// What the extraction looks at. A table of figures gets the attribute by which HTML marks a table
/// of data.
fn attributes(tree: &Tree, id: NodeId) -> Vec<Attribute> {
    let is_read = |attribute: &&Attribute| {
        matches!(
            &*attribute.name.local,
            "class"
                | "id"
                | "role"
                | "rel"
                | "itemprop"
                | "href"
                | "src"
                | "srcset"
                | "data-src"
                | "data-srcset"
                | "summary"
                | "colspan"
                | "aria-modal"
        )
    };
    let stated = tree.attributes_of(id).iter();
    let mut read: Vec<Attribute> = stated.filter(is_read).cloned().collect();
    for attribute in &mut read {
        let excess = attribute.value.len() - attribute.value.floor_char_boundary(PIECE_BYTES);
        attribute
            .value
            .pop_back(u32::try_from(excess).unwrap_or_default());
    }
    let states_summary = read.iter().any(|a| a.name.local == local_name!("summary"));
    if tree.tag(id) == Tag::Table && !states_summary && is_table_of_figures(tree, id) {
        read.push(Attribute {
            name: QualName::new(None, ns!(), local_name!("summary")),
            value: "figures".into(),
        });
    }
    read
}

impl Article {
    /// A table of figures that stands beside the article's text belongs to it.
    fn take_tables_beside(&mut self, page: Page<'_>) {
        let tree = page.tree;
        let Some(top) = self.top(tree) else {
            return;
        };
        let beside = [Some(top), tree.parent(top)];
        let tables: Vec<NodeId> = tree
            .ids()
            .filter(|id| tree.tag(*id) == Tag::Table && beside.contains(&tree.parent(*id)))
            .filter(|table| is_table_of_figures(tree, *table))
            .collect();
        for text in tables.into_iter().flat_map(|table| tree.subtree(table)) {
            if self.left.has(text) {
                self.left.set(text, false);
                self.kept.set(text, true);
            }
        }
    }

    /// The innermost element that holds the whole article.
    fn top(&self, tree: &Tree) -> Option<NodeId> {
        let mut texts = self
            .kept
            .of(tree)
            .filter(|text| !tree.text(*text).trim().is_empty());
        let mut top = tree.parent(texts.next()?)?;
        for text in texts {
            while !tree.holds(top, text) {
                top = tree.parent(top)?;
            }
        }
        Some(top)
    }

    /// Whether the page is clearly an article with other things around it. A report, a filing or a
    /// page of tables is none: there, nothing that can be seen is left out.
    pub(super) fn stands_out(&self, page: Page<'_>, meta: &Meta) -> bool {
        let tree = page.tree;
        let mut rest = Bulk::default();
        let mut blocks: BTreeMap<NodeId, Bulk> = BTreeMap::new();
        for text in self.left.of(tree) {
            let bulk = Bulk::of(tree, text);
            rest.add(bulk);
            let mut around = tree.ancestors(text);
            let block = around.find(|above| tree.tag(*above).is_block());
            blocks.entry(block.unwrap_or(ROOT)).or_default().add(bulk);
        }
        let prose_outside: usize = blocks
            .values()
            .filter(|block| block.chars >= PROSE_CHARS && !block.has_links_over(PROSE_LINKS))
            .map(|block| block.chars)
            .sum();
        let kept = self.kept.of(tree).map(|text| Bulk::of(tree, text).chars);
        let chars: usize = kept.sum();
        let has_frame = meta.is_article || has_frame(tree) || rest.has_links_over(MOSTLY_LINKS);
        has_frame
            && chars >= ARTICLE_CHARS
            && prose_outside <= chars
            && self.has_the_figures(page, chars)
    }

    /// The figures of a page that is about figures are not left out.
    fn has_the_figures(&self, page: Page<'_>, chars: usize) -> bool {
        let tree = page.tree;
        let cells = || {
            let cells = tree.ids().filter(|id| tree.tag(*id).is_cell());
            cells.filter(|id| page.is_seen(*id) && is_figure_cell(tree, *id))
        };
        let is_kept = |cell: &NodeId| tree.subtree(*cell).any(|inner| self.kept.has(inner));
        let figures = cells().count();
        let kept = cells().filter(is_kept).count();
        let is_mostly_figures = figures > FEW_FIGURES && figures * FIGURE_CHARS > chars;
        !is_mostly_figures && figures.saturating_sub(kept) <= kept.max(FEW_FIGURES)
    }
}

/// How much text there is, and how much of it is links.
#[derive(Clone, Copy, Default)]
struct Bulk {
    chars: usize,
    linked: usize,
}

impl Bulk {
    fn of(tree: &Tree, text: NodeId) -> Self {
        let words = tree.text(text).split_whitespace();
        let chars = words.map(|word| word.chars().count() + 1).sum();
        let is_link = tree.ancestors(text).any(|above| tree.tag(above) == Tag::A);
        Self {
            chars,
            linked: if is_link { chars } else { 0 },
        }
    }

    fn add(&mut self, other: Self) {
        self.chars += other.chars;
        self.linked += other.linked;
    }

    fn has_links_over(&self, percent: usize) -> bool {
        self.linked * 100 > self.chars * percent
    }
}

/// Whether the page has the parts of a site: menus, heads, feet.
fn has_frame(tree: &Tree) -> bool {
    tree.ids().any(|id| {
        let is_part = matches!(
            tree.tag(id),
            Tag::Nav | Tag::Header | Tag::Footer | Tag::Aside | Tag::Main | Tag::Article
        );
        let role = || tree.attribute(id, "role").unwrap_or_default();
        is_part || matches!(role(), "navigation" | "banner" | "contentinfo" | "main")
    })
}

/// Several rows with several figures, and no layout of other tables.
fn is_table_of_figures(tree: &Tree, table: NodeId) -> bool {
    let mut figures = 0;
    let mut rows_with_figures = 0;
    let mut row = None;
    for id in tree.subtree(table).skip(1) {
        match tree.tag(id) {
            Tag::Table => return false,
            tag if tag.is_cell() && is_figure_cell(tree, id) => {
                figures += 1;
                let own = tree.parent(id);
                rows_with_figures += usize::from(own != row);
                row = own;
            }
            _ => {}
        }
    }
    figures >= FIGURES && rows_with_figures > 1
}

fn is_figure_cell(tree: &Tree, cell: NodeId) -> bool {
    let text = tree.whole_text(cell);
    let text = text.trim();
    text.len() < FIGURE_BYTES && is_amount(text)
}
