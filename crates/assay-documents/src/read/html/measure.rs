use super::tag::Tag;
use super::tree::{Kind, NodeId, Tree};

/// A link to a place in the same page counts for less: notes and contents are part of an article.
const LOCAL_LINK: f32 = 0.3;

/// How much text an element holds, and of what kind.
#[derive(Clone, Copy, Default)]
pub(super) struct Bulk {
    pub(super) chars: usize,
    pub(super) commas: usize,
    /// Characters inside links.
    pub(super) linked: f32,
}

impl Bulk {
    pub(super) fn add(&mut self, other: &Self) {
        self.chars += other.chars;
        self.commas += other.commas;
        self.linked += other.linked;
    }

    pub(super) fn of_text(text: &str) -> Self {
        let mut bulk = Self::default();
        let mut was_space = true;
        for c in text.chars() {
            let is_space = c.is_whitespace();
            bulk.chars += usize::from(!(is_space && was_space));
            bulk.commas += usize::from(is_comma(c));
            was_space = is_space;
        }
        // The space that ends a text stands between it and the next.
        let is_blank = text.trim().is_empty();
        if is_blank { Self::default() } else { bulk }
    }

    /// What the text becomes inside an element of this kind.
    pub(super) fn inside(self, tree: &Tree<'_>, id: NodeId, tag: Tag) -> Self {
        if tag != Tag::A {
            return self;
        }
        let is_local = tree
            .raw_attribute(id, "href")
            .is_some_and(|href| href.starts_with('#') && href.len() > 1);
        let share = if is_local { LOCAL_LINK } else { 1.0 };
        Self {
            linked: as_share(self.chars) * share,
            ..self
        }
    }

    pub(super) fn link_density(&self) -> f32 {
        if self.chars == 0 {
            return 0.0;
        }
        self.linked / as_share(self.chars)
    }
}

fn is_comma(c: char) -> bool {
    matches!(
        c,
        ',' | '，' | '、' | '،' | '﹐' | '︐' | '﹑' | '⹁' | '⸴' | '⸲'
    )
}

/// Counts are far below the numbers that a share cannot hold exactly.
pub(super) fn as_share(count: usize) -> f32 {
    count as f32
}

/// The bulk of every node below `top`, by the node's place.
pub(super) fn bulks(tree: &Tree<'_>, top: NodeId) -> Vec<Bulk> {
    let order: Vec<NodeId> = tree.subtree(top).collect();
    let mut bulks = vec![Bulk::default(); tree.len()];
    for id in order.into_iter().rev() {
        let own = bulks.get(id.place()).copied().unwrap_or_default();
        let own = match tree.kind(id) {
            Kind::Text => Bulk::of_text(&tree.text(id)),
            Kind::Comment => Bulk::default(),
            Kind::Element(tag) => own.inside(tree, id, tag),
        };
        if let Some(place) = bulks.get_mut(id.place()) {
            *place = own;
        }
        let parent = tree.parent(id).filter(|_| id != top);
        if let Some(parent) = parent.and_then(|parent| bulks.get_mut(parent.place())) {
            parent.add(&own);
        }
    }
    bulks
}
