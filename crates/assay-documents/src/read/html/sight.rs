use assay_domain::{HiddenKind, HiddenText};

use super::super::squeezed;
use super::look::{Look, Paint};
use super::parse::tree_of;
use super::sheet::Sheet;
use super::tag::Tag;
use super::tree::{Kind, NodeId, ROOT, Tree};

/// More hidden text than this is cut: nobody reads it, and the gate needs no more to speak up.
const MAX_HIDDEN_BYTES: usize = 512 << 10;

/// Where this many times more text vanishes than is seen, the colour of the page is not known.
const MOSTLY_VANISHED: usize = 20;

/// What a reader of the page can see, and how.
pub(in crate::read) struct Sight {
    states: Vec<State>,
}

/// How the text directly inside an element is shown. Every field but the first two is inherited
/// until an element says otherwise.
#[derive(Clone, Copy)]
struct State {
    /// The outermost element that takes this one out of sight for good.
    removed_by: Option<NodeId>,
    /// Not part of what a page says: programs, menus, tagged data without a place in the text.
    is_left_out: bool,
    is_visible: bool,
    is_tiny: bool,
    is_bold: bool,
    color: Paint,
    background: Paint,
}

impl State {
    const PAGE: Self = Self {
        removed_by: None,
        is_left_out: false,
        is_visible: true,
        is_tiny: false,
        is_bold: false,
        color: Paint::solid(0, 0, 0),
        background: Paint::solid(255, 255, 255),
    };

    fn is_hidden(&self) -> bool {
        self.removed_by.is_some()
            || !self.is_visible
            || self.is_tiny
            || self.color.vanishes_on(self.background)
    }
}

impl Sight {
    /// A page is white unless it says otherwise. One whose text would nearly all vanish on white gets
    /// its background from elsewhere, so there no colour is taken for hiding.
    pub(super) fn of(tree: &Tree) -> Self {
        let sheet = Sheet::of(tree);
        let on_white = Self::on(tree, &sheet, State::PAGE);
        let (seen, vanished) = on_white.seen_and_vanished(tree);
        if vanished > seen.saturating_mul(MOSTLY_VANISHED) {
            let page = State {
                background: Paint::Unknown,
                ..State::PAGE
            };
            return Self::on(tree, &sheet, page);
        }
        on_white
    }

    fn on(tree: &Tree, sheet: &Sheet, page: State) -> Self {
        let mut states: Vec<State> = Vec::with_capacity(tree.len());
        for id in tree.ids() {
            let parent = tree
                .parent(id)
                .and_then(|parent| states.get(parent.place()));
            let parent = parent.copied().unwrap_or(page);
            let state = match tree.kind(id) {
                Kind::Element(tag) => inside(tree, sheet, id, tag, parent),
                Kind::Text | Kind::Comment => parent,
            };
            states.push(state);
        }
        Self { states }
    }

    /// Bytes of text that can be seen, and of text that has the colour of the page.
    fn seen_and_vanished(&self, tree: &Tree) -> (usize, usize) {
        let mut seen = 0;
        let mut vanished = 0;
        for id in tree.ids().filter(|id| tree.kind(*id) == Kind::Text) {
            let state = self.state(id);
            let bytes = tree.text(id).trim().len();
            if state.is_left_out || state.removed_by.is_some() {
                continue;
            }
            if state.color.vanishes_on(state.background) {
                vanished += bytes;
            } else {
                seen += bytes;
            }
        }
        (seen, vanished)
    }

    fn state(&self, id: NodeId) -> State {
        self.states.get(id.place()).copied().unwrap_or(State::PAGE)
    }

    /// Whether an element with all it holds is out of sight, or a text is.
    pub(in crate::read) fn is_hidden(&self, tree: &Tree, id: NodeId) -> bool {
        let state = self.state(id);
        match tree.kind(id) {
            Kind::Text => state.is_hidden(),
            Kind::Element(_) => state.removed_by.is_some(),
            Kind::Comment => true,
        }
    }

    pub(super) fn is_left_out(&self, id: NodeId) -> bool {
        self.state(id).is_left_out
    }

    pub(super) fn is_bold(&self, id: NodeId) -> bool {
        self.state(id).is_bold
    }
}

fn inside(tree: &Tree, sheet: &Sheet, id: NodeId, tag: Tag, parent: State) -> State {
    let mut state = parent;
    let look = sheet.look_of(tree, id);
    let is_page = matches!(tag, Tag::Html | Tag::Body) || id == ROOT;
    let is_removed = removes(tree, id, tag) || look.removes_all() && !is_page;
    if is_removed && state.removed_by.is_none() {
        state.removed_by = Some(id);
    }
    state.is_left_out |= tag.is_left_out();
    if !is_page {
        state.is_visible = look.is_visible.unwrap_or(state.is_visible);
        state.is_tiny = look.is_tiny.unwrap_or(state.is_tiny);
    }
    state.is_bold = match (look.is_bold, tag) {
        (Some(bold), _) => bold,
        (None, Tag::B | Tag::Strong) => true,
        _ => state.is_bold,
    };
    paint(tree, id, tag, &look, &mut state);
    state
}

fn paint(tree: &Tree, id: NodeId, tag: Tag, look: &Look, state: &mut State) {
    let old = |name: &str| {
        let value = tree.attribute(id, name)?;
        Some(Paint::of(&value.trim().to_ascii_lowercase()))
    };
    let color = look.color.or_else(|| match tag {
        Tag::Font => old("color"),
        Tag::Body => old("text"),
        _ => None,
    });
    state.color = color.unwrap_or(state.color);
    let background = look.background.or_else(|| match tag {
        Tag::Body if tree.attribute(id, "background").is_some() => Some(Paint::Unknown),
        Tag::Body | Tag::Table | Tag::Tr | Tag::Td | Tag::Th => old("bgcolor"),
        _ => None,
    });
    state.background = background.unwrap_or(Paint::None).over(state.background);
}

/// Out of sight by what the element is or what its attributes say.
fn removes(tree: &Tree, id: NodeId, tag: Tag) -> bool {
    let is_true = |name: &str| {
        tree.attribute(id, name)
            .is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
    };
    matches!(
        tag,
        Tag::Template | Tag::Noscript | Tag::Noframes | Tag::Noembed
    ) || !tree.attributes_of(id).is_empty()
        && (tree.attribute(id, "hidden").is_some() || is_true("aria-hidden"))
}

/// What the page holds and no reader of it sees, in its order.
pub(super) fn hidden_texts(tree: &Tree, sight: &Sight) -> Vec<HiddenText> {
    let mut found = Found::default();
    for id in tree.ids() {
        match tree.kind(id) {
            Kind::Comment => found.comment(tree.text(id)),
            Kind::Text => found.text(tree, sight, id),
            Kind::Element(tag) => found.attributes(tree, id, tag),
        }
        if found.bytes >= MAX_HIDDEN_BYTES {
            break;
        }
    }
    found.texts
}

#[derive(Default)]
struct Found {
    texts: Vec<HiddenText>,
    bytes: usize,
    /// Texts that one element hides are one text.
    last: Option<NodeId>,
}

impl Found {
    fn text(&mut self, tree: &Tree, sight: &Sight, id: NodeId) {
        let state = sight.state(id);
        let parent = tree.parent(id).unwrap_or(ROOT);
        let kind = match tree.tag(parent) {
            Tag::Script | Tag::Style => return,
            Tag::Iframe | Tag::Object | Tag::Canvas | Tag::Video | Tag::Audio => {
                HiddenKind::Alternative
            }
            _ if state.is_left_out && is_within(tree, id, Tag::Svg) => HiddenKind::Alternative,
            // The title of the page is shown, only not in it.
            Tag::Title => return,
            _ => HiddenKind::Style,
        };
        let is_hidden = state.is_hidden() || kind == HiddenKind::Alternative;
        // Tagged data of a filing that has no place in its text is read as facts.
        if !is_hidden || state.is_left_out && is_within(tree, id, Tag::IxHeader) {
            return;
        }
        let by = state.removed_by.unwrap_or(parent);
        if tree.tag(parent) == Tag::Noscript {
            return self.markup(tree.text(id));
        }
        let text = squeezed(tree.text(id));
        if text.is_empty() {
            return;
        }
        let continued = (self.last == Some(by)).then(|| self.texts.last_mut());
        match continued.flatten() {
            Some(last) if last.kind == kind => {
                let room = MAX_HIDDEN_BYTES.saturating_sub(self.bytes + 1);
                let cut = text.get(..text.floor_char_boundary(room));
                last.text.push(' ');
                last.text.push_str(cut.unwrap_or_default());
                self.bytes += text.len() + 1;
            }
            _ => {
                self.add(kind, &text);
                self.last = Some(by);
            }
        }
    }

    /// What a page says to browsers without scripts: to all others it is one text, markup and all.
    fn markup(&mut self, source: &str) {
        let Ok(tree) = tree_of(source) else {
            return self.add(HiddenKind::Style, source);
        };
        let mut said = String::new();
        for id in tree.ids() {
            let holder = tree.parent(id).map(|parent| tree.tag(parent));
            match tree.kind(id) {
                Kind::Comment => self.comment(tree.text(id)),
                Kind::Element(tag) => self.attributes(&tree, id, tag),
                Kind::Text if matches!(holder, Some(Tag::Script | Tag::Style)) => {}
                Kind::Text => said.push_str(tree.text(id)),
            }
        }
        self.add(HiddenKind::Style, &said);
    }

    fn attributes(&mut self, tree: &Tree, id: NodeId, tag: Tag) {
        if tag == Tag::Meta {
            return self.metadata(tree, id);
        }
        for attribute in tree.attributes_of(id) {
            if ["alt", "title", "aria-label"].contains(&&*attribute.name.local) {
                self.add(HiddenKind::Alternative, &attribute.value);
            }
        }
    }

    fn metadata(&mut self, tree: &Tree, id: NodeId) {
        let name = tree
            .attribute(id, "name")
            .or_else(|| tree.attribute(id, "property"))
            .unwrap_or_default()
            .to_ascii_lowercase();
        let is_prose = ["description", "keywords", "abstract", "subject", "summary"]
            .contains(&name.as_str())
            || name.starts_with("og:")
            || name.starts_with("twitter:")
            || name.starts_with("dc.");
        let content = tree.attribute(id, "content").unwrap_or_default();
        let is_address = content.starts_with("http") && !content.contains(char::is_whitespace);
        if is_prose && !is_address {
            self.add(HiddenKind::Metadata, content);
        }
    }

    fn comment(&mut self, text: &str) {
        // The first line of an XML file, which HTML takes for a comment, is written for programs.
        if !text.starts_with("?xml") {
            self.add(HiddenKind::Comment, text);
        }
    }

    fn add(&mut self, kind: HiddenKind, text: &str) {
        let room = MAX_HIDDEN_BYTES.saturating_sub(self.bytes);
        let text = squeezed(text);
        let cut = text
            .get(..text.floor_char_boundary(room))
            .unwrap_or_default();
        // A sign without a letter or digit tells nobody anything.
        if cut.contains(char::is_alphanumeric) {
            self.texts.push(HiddenText {
                kind,
                text: cut.to_owned(),
            });
        }
        self.bytes += text.len();
        self.last = None;
    }
}

fn is_within(tree: &Tree, id: NodeId, tag: Tag) -> bool {
    tree.ancestors(id).any(|above| tree.tag(above) == tag)
}
