use std::collections::BTreeSet;

use super::hints::Hints;
use super::measure::{Bulk, as_share};
use super::table::is_amount;
use super::tag::Tag;
use super::tree::{Kind, NodeId, Tree};

/// An element with more commas is prose, whatever else is in it.
const PROSE_COMMAS: usize = 10;
/// A part for sharing that says more than this says something.
const SHARING_CHARS: usize = 500;
/// Lists with more entries than this are not all navigation.
const FREE_ITEMS: usize = 100;
/// So many figures make a table one of data.
const FIGURES: usize = 4;

/// What an element still holds after the parts below it were cleaned.
#[derive(Clone, Copy, Default)]
struct Content {
    bulk: Bulk,
    paragraphs: usize,
    pictures: usize,
    items: usize,
    inputs: usize,
    heading_chars: usize,
    list_chars: usize,
    /// Characters in blocks, cells, items and spans.
    block_chars: usize,
    has_data: bool,
}

impl Content {
    fn add(&mut self, other: &Self) {
        self.bulk.add(&other.bulk);
        self.paragraphs += other.paragraphs;
        self.pictures += other.pictures;
        self.items += other.items;
        self.inputs += other.inputs;
        self.heading_chars += other.heading_chars;
        self.list_chars += other.list_chars;
        self.block_chars += other.block_chars;
        self.has_data |= other.has_data;
    }

    /// Adds what the element itself is.
    fn closed(mut self, tree: &Tree<'_>, id: NodeId, tag: Tag) -> Self {
        self.bulk = self.bulk.inside(tree, id, tag);
        let chars = self.bulk.chars;
        match tag {
            Tag::P => self.paragraphs += 1,
            Tag::Img => self.pictures += 1,
            Tag::Li => self.items += 1,
            Tag::Input => self.inputs += 1,
            Tag::Ul | Tag::Ol => self.list_chars = chars,
            tag if tag.is_heading() => self.heading_chars = chars,
            _ => {}
        }
        if tag == Tag::Span || tag.is_block() {
            self.block_chars = chars;
        }
        self
    }
}

/// Takes boilerplate out of an article: controls, parts for sharing, and lists, tables and divisions
/// that are more of links, pictures or fields than of prose. A table of data always stays.
pub(super) fn clean(tree: &mut Tree<'_>, article: NodeId, weighs_names: bool) {
    let order: Vec<NodeId> = tree.subtree(article).collect();
    let data_tables: BTreeSet<NodeId> = order
        .iter()
        .copied()
        .filter(|id| tree.tag(*id) == Tag::Table && is_data_table(tree, *id))
        .collect();
    let mut contents = vec![Content::default(); tree.len()];
    let mut taken_out = Vec::new();
    for id in order.into_iter().rev() {
        let own = contents.get(id.place()).copied().unwrap_or_default();
        let own = match tree.kind(id) {
            Kind::Text => Content {
                bulk: Bulk::of_text(&tree.text(id)),
                ..Content::default()
            },
            Kind::Comment => continue,
            Kind::Element(tag) => {
                let element = Element {
                    tree,
                    data_tables: &data_tables,
                    id,
                    tag,
                    weight: if weighs_names {
                        Hints::of(tree, id).weight
                    } else {
                        0.0
                    },
                };
                let mut own = own;
                own.has_data |= data_tables.contains(&id);
                if id != article && element.is_taken_out(&own) {
                    taken_out.push(id);
                    continue;
                }
                own.closed(tree, id, tag)
            }
        };
        let parent = tree.parent(id).filter(|_| id != article);
        if let Some(parent) = parent.and_then(|parent| contents.get_mut(parent.place())) {
            parent.add(&own);
        }
    }
    for id in taken_out {
        tree.detach(id);
    }
}

struct Element<'a> {
    tree: &'a Tree<'a>,
    data_tables: &'a BTreeSet<NodeId>,
    id: NodeId,
    tag: Tag,
    weight: f32,
}

impl Element<'_> {
    fn is_taken_out(&self, content: &Content) -> bool {
        match self.tag {
            Tag::Footer | Tag::Aside => !content.has_data,
            Tag::H1 | Tag::H2 => self.weight < 0.0,
            Tag::Form | Tag::Fieldset | Tag::Table | Tag::Ul | Tag::Div => {
                self.is_sharing(content) || self.is_boilerplate(content)
            }
            _ => self.is_sharing(content),
        }
    }

    fn is_sharing(&self, content: &Content) -> bool {
        content.bulk.chars < SHARING_CHARS && Hints::of(self.tree, self.id).is_sharing()
    }

    fn is_boilerplate(&self, content: &Content) -> bool {
        if content.has_data || self.is_inside_data() {
            return false;
        }
        if self.weight < 0.0 {
            return true;
        }
        if content.bulk.commas >= PROSE_COMMAS {
            return false;
        }
        if self.is_notice(content) {
            return true;
        }
        self.has_shape_of_boilerplate(content)
    }

    fn has_shape_of_boilerplate(&self, content: &Content) -> bool {
        let Content {
            paragraphs,
            pictures,
            items,
            ..
        } = *content;
        let chars = content.bulk.chars;
        let links = content.bulk.link_density();
        let share = |part: usize| {
            if chars == 0 {
                0.0
            } else {
                as_share(part) / as_share(chars)
            }
        };
        let is_list = matches!(self.tag, Tag::Ul | Tag::Ol) || share(content.list_chars) > 0.9;
        let is_figure = self.is_within(Tag::Figure);
        let counts_inputs = matches!(self.tag, Tag::Form | Tag::Fieldset);
        let is_short_of_text = !is_figure
            && share(content.heading_chars) < 0.9
            && chars < 25
            && (pictures == 0 || pictures > 2)
            && links > 0.0;
        let is_gallery = !is_figure && pictures > 1 && paragraphs * 2 < pictures;
        let is_menu = items.saturating_sub(FREE_ITEMS) > paragraphs
            || is_short_of_text
            || self.weight < 25.0 && links > 0.2;
        is_gallery
            || !is_list && is_menu
            || counts_inputs && content.inputs > paragraphs / 3
            || self.weight >= 25.0 && links > 0.5
            || pictures == 0 && content.block_chars == 0
    }

    /// The word that stands where an advertisement or something else will be loaded.
    fn is_notice(&self, content: &Content) -> bool {
        if content.bulk.chars == 0 || content.bulk.chars > 24 {
            return false;
        }
        let text = self.tree.whole_text(self.id).trim().to_lowercase();
        let text = text.trim_end_matches(['.', '…']);
        matches!(
            text,
            "ad" | "advertising"
                | "advertisement"
                | "pub"
                | "publicité"
                | "werb"
                | "werbung"
                | "广告"
                | "реклама"
                | "anuncio"
                | "loading"
                | "正在加载"
                | "загрузка"
                | "chargement"
                | "cargando"
        )
    }

    fn is_within(&self, tag: Tag) -> bool {
        let mut near = self.tree.ancestors(self.id).take(4);
        near.any(|above| self.tree.tag(above) == tag)
    }

    fn is_inside_data(&self) -> bool {
        self.tree
            .ancestors(self.id)
            .any(|above| match self.tree.tag(above) {
                Tag::Code => true,
                Tag::Table => self.data_tables.contains(&above),
                _ => false,
            })
    }
}

/// A table whose cells are data, not parts of a layout.
pub(super) fn is_data_table(tree: &Tree<'_>, table: NodeId) -> bool {
    if tree.raw_attribute(table, "role") == Some("presentation") {
        return false;
    }
    if tree
        .raw_attribute(table, "summary")
        .is_some_and(|s| !s.is_empty())
    {
        return true;
    }
    let mut rows = 0_usize;
    let mut cells = 0_usize;
    let mut widest = 0_usize;
    let mut figures = 0_usize;
    let mut is_marked = false;
    for id in tree.subtree(table).skip(1) {
        match tree.tag(id) {
            Tag::Table => return false,
            Tag::Caption | Tag::Col | Tag::Colgroup | Tag::Tfoot | Tag::Thead | Tag::Th => {
                is_marked = true;
            }
            Tag::Tr => {
                rows += 1;
                cells = 0;
            }
            _ => {}
        }
        if tree.tag(id).is_cell() {
            cells += 1;
            widest = widest.max(cells);
            figures += usize::from(is_figure_cell(tree, id));
        }
    }
    let is_grid = rows > 1 && widest > 1;
    is_marked || is_grid && (rows >= 10 || widest > 4 || rows * widest > 10 || figures >= FIGURES)
}

pub(super) fn is_figure_cell(tree: &Tree<'_>, cell: NodeId) -> bool {
    let text = tree.whole_text(cell);
    let text = text.trim();
    text.len() < 24 && is_amount(text)
}
