use super::clean::{clean, is_data_table, is_figure_cell};
use super::measure::{Bulk, bulks};
use super::meta::Meta;
use super::prepare::{Names, prepare};
use super::score::Scores;
use super::tag::Tag;
use super::tree::{Kind, NodeId, ROOT, Tree};
use super::write::Page;

/// Less text than this is a sign that too much was taken out.
const ENOUGH_CHARS: usize = 500;
/// Less text than this is no article.
const ARTICLE_CHARS: usize = 140;
/// A paragraph of this length with few links is prose.
const PROSE_CHARS: usize = 80;
const PROSE_LINKS: f32 = 0.25;
/// What stands around an article is more of links than this.
const MOSTLY_LINKS: f32 = 0.4;
/// So many figures in tables beside an article are an ornament; more are data.
const FEW_FIGURES: usize = 12;
/// With less text than this for each figure in a table, the tables are what the page is about.
const FIGURE_CHARS: usize = 30;

/// The article of a page, cut out of a copy of its tree.
pub(super) struct Article<'a> {
    pub(super) tree: Tree<'a>,
    pub(super) top: NodeId,
    pub(super) byline: Option<String>,
    chars: usize,
}

impl Article<'_> {
    /// Whether the page is clearly an article with other things around it. A report, a filing or a
    /// page of tables is none: there, nothing that can be seen is left out.
    pub(super) fn stands_out(&self, page: Page<'_>, meta: &Meta) -> bool {
        let rest = self.rest();
        let has_frame = meta.is_article || has_frame(page) || rest.link_density() > MOSTLY_LINKS;
        let figures = figure_cells(page.tree, ROOT, |id| page.is_seen(id));
        let kept = figure_cells(&self.tree, self.top, |_| true);
        let is_mostly_figures = figures > FEW_FIGURES && figures * FIGURE_CHARS > self.chars;
        has_frame
            && !is_mostly_figures
            && self.chars >= ARTICLE_CHARS
            && self.prose_outside() <= self.chars
            && figures.saturating_sub(kept) <= kept.max(FEW_FIGURES)
    }

    fn body(&self) -> NodeId {
        self.tree.first_with_tag(Tag::Body).unwrap_or(ROOT)
    }

    /// What was not taken, apart from parts that are boilerplate by their names.
    fn rest(&self) -> Bulk {
        let body = self.body();
        let bulks = bulks(&self.tree, body);
        bulks.get(body.place()).copied().unwrap_or_default()
    }

    fn prose_outside(&self) -> usize {
        let body = self.body();
        let bulks = bulks(&self.tree, body);
        self.tree
            .subtree(body)
            .filter(|id| self.tree.tag(*id) == Tag::P)
            .filter_map(|id| bulks.get(id.place()))
            .filter(|bulk| bulk.chars >= PROSE_CHARS && bulk.link_density() < PROSE_LINKS)
            .map(|bulk| bulk.chars)
            .sum()
    }
}

/// Whether the page has the parts of a site: menus, heads, feet.
fn has_frame(page: Page<'_>) -> bool {
    let tree = page.tree;
    tree.ids().any(|id| {
        let is_part = matches!(
            tree.tag(id),
            Tag::Nav | Tag::Header | Tag::Footer | Tag::Aside | Tag::Main | Tag::Article
        );
        let role = || tree.raw_attribute(id, "role").unwrap_or_default();
        is_part || matches!(role(), "navigation" | "banner" | "contentinfo" | "main")
    })
}

fn figure_cells(tree: &Tree<'_>, top: NodeId, is_seen: impl Fn(NodeId) -> bool) -> usize {
    tree.subtree(top)
        .filter(|id| tree.tag(*id).is_cell() && is_seen(*id) && is_figure_cell(tree, *id))
        .count()
}

/// How much of a page's own naming is believed. Each attempt believes less than the one before.
const ATTEMPTS: [(Names, bool, bool); 4] = [
    (Names::Trusted, true, true),
    (Names::Ignored, true, true),
    (Names::Ignored, false, true),
    (Names::Ignored, false, false),
];

/// Finds the part of a page that is its article: the element that most paragraphs speak for, what
/// stands beside it and reads like it, without the boilerplate inside.
pub(super) fn article<'a>(tree: &Tree<'a>, page: Page<'_>, title: &str) -> Option<Article<'a>> {
    let mut best: Option<Article<'a>> = None;
    for (names, weighs_names, cleans) in ATTEMPTS {
        let mut copy = tree.clone();
        let top = copy.first_with_tag(Tag::Body).unwrap_or(ROOT);
        let met = prepare(&mut copy, page.sight, top, title, names);
        let article = cut_out(&mut copy, top, weighs_names);
        if cleans {
            clean(&mut copy, article, weighs_names);
        }
        let chars = chars_of(&copy, article);
        let is_longer = best.as_ref().is_none_or(|best| best.chars < chars);
        if is_longer && chars > 0 {
            best = Some(Article {
                tree: copy,
                top: article,
                byline: met.byline,
                chars,
            });
        }
        if chars >= ENOUGH_CHARS {
            break;
        }
    }
    best
}

fn chars_of(tree: &Tree<'_>, top: NodeId) -> usize {
    let bulks = bulks(tree, top);
    bulks.get(top.place()).map_or(0, |bulk| bulk.chars)
}

/// Moves the article and what belongs to it under one new element.
fn cut_out(tree: &mut Tree<'_>, top: NodeId, weighs_names: bool) -> NodeId {
    let scores = Scores::of(tree, top, weighs_names);
    let article = tree.add(Kind::Element(Tag::Article), 0..0, 0..0);
    let Some(best) = scores.best(tree, top) else {
        let all: Vec<NodeId> = tree.children(top).collect();
        for id in all {
            tree.detach(id);
            tree.append(article, id);
        }
        return article;
    };
    let parent = tree.parent(best).unwrap_or(top);
    let siblings: Vec<NodeId> = tree.children(parent).collect();
    let joined: Vec<NodeId> = siblings
        .into_iter()
        .filter(|sibling| *sibling == best || belongs(tree, &scores, best, *sibling))
        .collect();
    for id in joined {
        let is_plain = matches!(
            tree.tag(id),
            Tag::Div | Tag::Article | Tag::Section | Tag::P | Tag::Ol | Tag::Ul | Tag::Table
        );
        if !is_plain && !tree.tag(id).is_heading() {
            tree.rename(id, Tag::Div);
        }
        tree.detach(id);
        tree.append(article, id);
    }
    article
}

/// A sibling of the best element that is part of the same article: it scores well itself, or it is a
/// paragraph of prose.
fn belongs(tree: &Tree<'_>, scores: &Scores, best: NodeId, sibling: NodeId) -> bool {
    if !tree.is_element(sibling) {
        return false;
    }
    let top_score = scores.score(best).unwrap_or_default();
    let class = |id: NodeId| tree.raw_attribute(id, "class").unwrap_or_default();
    let is_alike = !class(best).is_empty() && class(best) == class(sibling);
    let bonus = if is_alike { top_score * 0.2 } else { 0.0 };
    let least = (top_score * 0.2).max(10.0);
    if scores
        .score(sibling)
        .is_some_and(|score| score + bonus >= least)
    {
        return true;
    }
    if tree.tag(sibling) == Tag::Table && is_data_table(tree, sibling) {
        return true;
    }
    if tree.tag(sibling) != Tag::P {
        return false;
    }
    let bulk = scores.bulk(sibling);
    let links = bulk.link_density();
    let is_sentence = || {
        let text = tree.whole_text(sibling);
        let text = text.trim();
        text.contains(". ") || text.ends_with('.') || text.contains('。')
    };
    bulk.chars > 80 && links < 0.25 || bulk.chars > 0 && links == 0.0 && is_sentence()
}
