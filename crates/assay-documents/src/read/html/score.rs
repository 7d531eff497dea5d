use super::hints::Hints;
use super::measure::{Bulk, as_share, bulks};
use super::tag::Tag;
use super::tree::{NodeId, Tree};

/// A shorter paragraph says nothing about where an article is.
const PARAGRAPH_CHARS: usize = 25;
/// A paragraph speaks for this many elements around it.
const REACH: usize = 5;
/// Long paragraphs count for more, up to this much.
const MOST_FOR_LENGTH: f32 = 3.0;
/// A candidate with this share of the best score is as good as the best.
const NEARLY_BEST: f32 = 0.75;
/// So many candidates that are nearly the best make what holds them the article.
const ENOUGH_CANDIDATES: usize = 3;
/// Candidates that are compared with the best.
const CANDIDATES: usize = 5;

/// Where an article is, and what the elements around it are worth.
pub(super) struct Scores {
    scores: Vec<Option<f32>>,
    pub(super) bulks: Vec<Bulk>,
    weighs_names: bool,
}

impl Scores {
    /// Every paragraph below `top` adds to the elements around it: for being there, for its commas
    /// and for its length. Links take their share away.
    pub(super) fn of(tree: &Tree<'_>, top: NodeId, weighs_names: bool) -> Self {
        let mut scores = Self {
            scores: vec![None; tree.len()],
            bulks: bulks(tree, top),
            weighs_names,
        };
        let paragraphs: Vec<NodeId> = tree
            .subtree(top)
            .filter(|id| is_scored(tree.tag(*id)))
            .collect();
        for paragraph in paragraphs {
            scores.count(tree, top, paragraph);
        }
        for id in tree.subtree(top) {
            let density = scores.bulk(id).link_density();
            if let Some(Some(score)) = scores.scores.get_mut(id.place()) {
                *score *= 1.0 - density;
            }
        }
        scores
    }

    fn count(&mut self, tree: &Tree<'_>, top: NodeId, paragraph: NodeId) {
        let bulk = self.bulk(paragraph);
        if bulk.chars < PARAGRAPH_CHARS {
            return;
        }
        let length = as_share(bulk.chars / 100).min(MOST_FOR_LENGTH);
        let worth = 2.0 + as_share(bulk.commas) + length;
        let mut above = tree.parent(paragraph);
        for level in 0..REACH {
            let Some(id) = above.filter(|_| paragraph != top) else {
                return;
            };
            let divider = match level {
                0 => 1.0,
                1 => 2.0,
                level => as_share(level) * 3.0,
            };
            let start = self.start_of(tree, id);
            if let Some(score) = self.scores.get_mut(id.place()) {
                *score = Some(score.unwrap_or(start) + worth / divider);
            }
            above = tree.parent(id).filter(|_| id != top);
        }
    }

    /// What an element is worth before any paragraph speaks for it.
    fn start_of(&self, tree: &Tree<'_>, id: NodeId) -> f32 {
        let by_tag = match tree.tag(id) {
            Tag::Div => 5.0,
            Tag::Pre | Tag::Td | Tag::Blockquote => 3.0,
            Tag::Address
            | Tag::Ol
            | Tag::Ul
            | Tag::Dl
            | Tag::Dd
            | Tag::Dt
            | Tag::Li
            | Tag::Form => -3.0,
            Tag::Th => -5.0,
            tag if tag.is_heading() => -5.0,
            _ => 0.0,
        };
        let by_name = if self.weighs_names {
            Hints::of(tree, id).weight
        } else {
            0.0
        };
        by_tag + by_name
    }

    pub(super) fn bulk(&self, id: NodeId) -> Bulk {
        self.bulks.get(id.place()).copied().unwrap_or_default()
    }

    pub(super) fn score(&self, id: NodeId) -> Option<f32> {
        self.scores.get(id.place()).copied().flatten()
    }

    /// The element that holds the article, or `None` if no paragraph speaks for any.
    pub(super) fn best(&self, tree: &Tree<'_>, top: NodeId) -> Option<NodeId> {
        let mut ranked: Vec<(NodeId, f32)> = tree
            .subtree(top)
            .filter_map(|id| Some((id, self.score(id)?)))
            .collect();
        ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        ranked.truncate(CANDIDATES);
        let (best, _) = *ranked.first()?;
        if best == top {
            return None;
        }
        let best = self.common_parent(tree, top, &ranked).unwrap_or(best);
        let best = self.widened(tree, top, best);
        Some(outermost_single(tree, top, best))
    }

    /// The nearest element that holds several candidates which are nearly as good as the best.
    fn common_parent(
        &self,
        tree: &Tree<'_>,
        top: NodeId,
        ranked: &[(NodeId, f32)],
    ) -> Option<NodeId> {
        let (best, score) = *ranked.first()?;
        let rivals: Vec<NodeId> = ranked
            .iter()
            .skip(1)
            .filter(|(_, other)| *other / score >= NEARLY_BEST)
            .map(|(id, _)| *id)
            .collect();
        if rivals.len() < ENOUGH_CANDIDATES {
            return None;
        }
        tree.ancestors(best)
            .take_while(|above| *above != top)
            .find(|above| {
                let inside = rivals
                    .iter()
                    .filter(|rival| tree.ancestors(**rival).any(|id| id == *above));
                inside.count() >= ENOUGH_CANDIDATES
            })
    }

    /// An element further out that is worth more holds more of the article.
    fn widened(&self, tree: &Tree<'_>, top: NodeId, best: NodeId) -> NodeId {
        let mut last = self.score(best).unwrap_or_default();
        let least = last / 3.0;
        for above in tree.ancestors(best).take_while(|above| *above != top) {
            let Some(score) = self.score(above) else {
                continue;
            };
            if score < least {
                break;
            }
            if score > last {
                return above;
            }
            last = score;
        }
        best
    }
}

/// An element that holds nothing but the article is the article.
fn outermost_single(tree: &Tree<'_>, top: NodeId, best: NodeId) -> NodeId {
    let mut best = best;
    while let Some(parent) = tree.parent(best).filter(|parent| *parent != top) {
        let elements = tree
            .children(parent)
            .filter(|child| tree.is_element(*child));
        if elements.count() != 1 {
            break;
        }
        best = parent;
    }
    best
}

fn is_scored(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Section
            | Tag::H2
            | Tag::H3
            | Tag::H4
            | Tag::H5
            | Tag::H6
            | Tag::P
            | Tag::Td
            | Tag::Pre
    )
}
