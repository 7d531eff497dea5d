use super::super::squeezed;
use super::hints::Hints;
use super::measure::{Bulk, as_share};
use super::sight::Sight;
use super::tag::Tag;
use super::tree::{Kind, NodeId, Tree};

/// A longer text is no byline.
const BYLINE_CHARS: usize = 100;
/// A heading that shares this much with the title repeats it.
const SAME_TITLE: f32 = 0.75;
/// An element whose text is less of links than this may be a paragraph.
const PARAGRAPH_LINKS: f32 = 0.25;

/// Whether parts whose names suggest boilerplate are taken out before the text is weighed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    Trusted,
    Ignored,
}

/// What preparing found on its way.
#[derive(Default)]
pub(super) struct Met {
    pub(super) byline: Option<String>,
    has_title: bool,
}

/// Takes out what cannot be part of an article, and makes paragraphs of loose text, so that every
/// stretch of prose is in an element of its own.
pub(super) fn prepare(
    tree: &mut Tree<'_>,
    sight: &Sight,
    top: NodeId,
    title: &str,
    names: Names,
) -> Met {
    take_out_unseen(tree, sight, top);
    paragraphs_at_breaks(tree, top);
    let mut met = Met::default();
    let mut next = tree.first_child(top);
    while let Some(id) = next {
        let Kind::Element(tag) = tree.kind(id) else {
            next = tree.after(id, top);
            continue;
        };
        if is_taken_out(tree, id, tag, title, names, &mut met) {
            next = tree.after(id, top);
            tree.detach(id);
            continue;
        }
        let mut id = id;
        if tag == Tag::Div {
            id = with_paragraphs(tree, id);
        }
        next = tree.first_child(id).or_else(|| tree.after(id, top));
    }
    met
}

fn take_out_unseen(tree: &mut Tree<'_>, sight: &Sight, top: NodeId) {
    let unseen: Vec<NodeId> = tree
        .subtree(top)
        .filter(|id| *id != top)
        .filter(|id| sight.is_hidden(tree, *id) || tree.tag(*id).is_left_out())
        .collect();
    for id in unseen {
        tree.detach(id);
    }
}

fn is_taken_out(
    tree: &Tree<'_>,
    id: NodeId,
    tag: Tag,
    title: &str,
    names: Names,
    met: &mut Met,
) -> bool {
    let hints = Hints::of(tree, id);
    if met.byline.is_none() && is_byline(tree, id, hints) {
        let text = squeezed(&tree.whole_text(id));
        if !text.is_empty() && text.chars().count() < BYLINE_CHARS {
            met.byline = Some(text);
            return true;
        }
    }
    if !met.has_title
        && matches!(tag, Tag::H1 | Tag::H2)
        && repeats(title, &squeezed(&tree.whole_text(id)))
    {
        met.has_title = true;
        return true;
    }
    let role = tree.raw_attribute(id, "role").unwrap_or_default();
    if names == Names::Trusted {
        let is_kept = matches!(tag, Tag::Body | Tag::A | Tag::Article | Tag::Main);
        if hints.is_boilerplate() && !is_kept && !is_in_table_or_code(tree, id) {
            return true;
        }
        let is_menu = matches!(
            role,
            "menu"
                | "menubar"
                | "complementary"
                | "navigation"
                | "alert"
                | "alertdialog"
                | "dialog"
        );
        if is_menu {
            return true;
        }
    }
    let may_be_empty = tag.is_heading() || matches!(tag, Tag::Div | Tag::Section | Tag::Header);
    may_be_empty && is_empty(tree, id)
}

fn is_byline(tree: &Tree<'_>, id: NodeId, hints: Hints) -> bool {
    let says = |name: &str, wanted: &str| {
        tree.raw_attribute(id, name)
            .is_some_and(|value| value.contains(wanted))
    };
    hints.is_byline() || says("rel", "author") || says("itemprop", "author")
}

/// Whether nearly every word of the heading is in the title.
fn repeats(title: &str, heading: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (title, heading) = (words(title), words(heading));
    let length = |words: &[&String]| words.iter().map(|word| word.chars().count()).sum::<usize>();
    let all = length(&heading.iter().collect::<Vec<_>>());
    let new: Vec<&String> = heading.iter().filter(|w| !title.contains(w)).collect();
    all > 0 && !title.is_empty() && 1.0 - as_share(length(&new)) / as_share(all) > SAME_TITLE
}

fn is_in_table_or_code(tree: &Tree<'_>, id: NodeId) -> bool {
    tree.ancestors(id)
        .take(4)
        .any(|above| matches!(tree.tag(above), Tag::Table | Tag::Code))
}

fn is_empty(tree: &Tree<'_>, id: NodeId) -> bool {
    tree.children(id).all(|child| match tree.kind(child) {
        Kind::Text => tree.text(child).trim().is_empty(),
        Kind::Comment => true,
        Kind::Element(tag) => matches!(tag, Tag::Br | Tag::Hr),
    })
}

/// Two line breaks in a row end a paragraph that is marked by nothing else.
fn paragraphs_at_breaks(tree: &mut Tree<'_>, top: NodeId) {
    let breaks: Vec<NodeId> = tree
        .subtree(top)
        .filter(|id| tree.tag(*id) == Tag::Br)
        .collect();
    for first in breaks {
        if tree.parent(first).is_none() {
            continue;
        }
        let mut repeated = false;
        while let Some(next) = next_content(tree, first) {
            if tree.tag(next) != Tag::Br {
                break;
            }
            tree.detach(next);
            repeated = true;
        }
        if !repeated {
            continue;
        }
        let paragraph = tree.add(Kind::Element(Tag::P), 0..0, 0..0);
        tree.insert_before(first, paragraph);
        tree.detach(first);
        while let Some(next) = tree.next(paragraph) {
            let ends = tree.tag(next) == Tag::Br
                && next_content(tree, next).is_some_and(|after| tree.tag(after) == Tag::Br);
            if ends || !is_phrase(tree, next) {
                break;
            }
            tree.detach(next);
            tree.append(paragraph, next);
        }
    }
}

/// The next sibling that is no blank text.
fn next_content(tree: &Tree<'_>, id: NodeId) -> Option<NodeId> {
    let mut next = tree.next(id);
    while let Some(found) = next {
        let is_blank = match tree.kind(found) {
            Kind::Text => tree.text(found).trim().is_empty(),
            Kind::Comment => true,
            Kind::Element(_) => false,
        };
        if !is_blank {
            break;
        }
        next = tree.next(found);
    }
    next
}

/// Text, or an element that belongs into a line of text.
pub(super) fn is_phrase(tree: &Tree<'_>, id: NodeId) -> bool {
    match tree.kind(id) {
        Kind::Text | Kind::Comment => true,
        Kind::Element(Tag::A | Tag::Del | Tag::Ins) => {
            tree.children(id).all(|child| is_phrase(tree, child))
        }
        // An element of a site's own making may be anything.
        Kind::Element(Tag::Other) => !tree.name(id).contains('-'),
        Kind::Element(tag) => !tag.is_block() && tag != Tag::Picture,
    }
}

/// Wraps loose text of an element in paragraphs; an element that then is one paragraph becomes it.
fn with_paragraphs(tree: &mut Tree<'_>, id: NodeId) -> NodeId {
    let children: Vec<NodeId> = tree.children(id).collect();
    let mut paragraph = None;
    for child in children {
        if !is_phrase(tree, child) {
            paragraph = None;
            continue;
        }
        if let Some(paragraph) = paragraph {
            tree.detach(child);
            tree.append(paragraph, child);
        } else if !is_blank(tree, child) {
            let new = tree.add(Kind::Element(Tag::P), 0..0, 0..0);
            tree.insert_before(child, new);
            tree.detach(child);
            tree.append(new, child);
            paragraph = Some(new);
        }
    }
    if let Some(only) = only_paragraph(tree, id)
        && bulk(tree, id).link_density() < PARAGRAPH_LINKS
    {
        tree.detach(only);
        tree.insert_before(id, only);
        tree.detach(id);
        return only;
    }
    if !has_block(tree, id) {
        tree.rename(id, Tag::P);
    }
    id
}

fn is_blank(tree: &Tree<'_>, id: NodeId) -> bool {
    match tree.kind(id) {
        Kind::Text => tree.text(id).trim().is_empty(),
        Kind::Comment => true,
        Kind::Element(tag) => tag == Tag::Br,
    }
}

fn only_paragraph(tree: &Tree<'_>, id: NodeId) -> Option<NodeId> {
    let mut content = tree.children(id).filter(|child| !is_blank(tree, *child));
    let only = content.next()?;
    let is_alone = content.next().is_none();
    (is_alone && tree.tag(only) == Tag::P).then_some(only)
}

fn has_block(tree: &Tree<'_>, id: NodeId) -> bool {
    tree.subtree(id).skip(1).any(|inner| {
        matches!(
            tree.tag(inner),
            Tag::Blockquote
                | Tag::Dl
                | Tag::Div
                | Tag::Img
                | Tag::Ol
                | Tag::P
                | Tag::Pre
                | Tag::Table
                | Tag::Ul
        )
    })
}

fn bulk(tree: &Tree<'_>, id: NodeId) -> Bulk {
    let mut bulk = Bulk::default();
    for node in tree.subtree(id).filter(|n| tree.kind(*n) == Kind::Text) {
        let mut own = Bulk::of_text(&tree.text(node));
        let link = tree
            .ancestors(node)
            .take_while(|above| *above != id)
            .find(|above| tree.tag(*above) == Tag::A);
        if let Some(link) = link {
            own = own.inside(tree, link, Tag::A);
        }
        bulk.add(&own);
    }
    bulk
}
