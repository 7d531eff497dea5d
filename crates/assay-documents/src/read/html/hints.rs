use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::tree::{NodeId, Tree};

/// What the class and id of an element suggest about its role.
#[derive(Clone, Copy, Default)]
pub(super) struct Hints {
    bits: u8,
    /// Class and id count apart; each adds or takes 25.
    pub(super) weight: f32,
}

const BOILERPLATE: u8 = 1;
const MAYBE_CONTENT: u8 = 2;
const CONTENT: u8 = 4;
const ASIDE: u8 = 8;
const BYLINE: u8 = 16;
const SHARING: u8 = 32;

/// What one class or id that suggests content is worth.
const NAME_WEIGHT: f32 = 25.0;

/// Parts of names that authors of pages give to the parts of their pages.
const WORDS: &[(&str, u8)] = &[
    ("-ad-", BOILERPLATE | ASIDE),
    ("ad-break", BOILERPLATE),
    ("agegate", BOILERPLATE),
    ("ai2html", BOILERPLATE),
    ("and", MAYBE_CONTENT),
    ("article", MAYBE_CONTENT | CONTENT),
    ("author", BYLINE),
    ("banner", BOILERPLATE | ASIDE),
    ("blog", CONTENT),
    ("body", MAYBE_CONTENT | CONTENT),
    ("breadcrumbs", BOILERPLATE),
    ("byline", BYLINE),
    ("column", MAYBE_CONTENT),
    ("com-", ASIDE),
    ("combx", BOILERPLATE | ASIDE),
    ("comment", BOILERPLATE | ASIDE),
    ("community", BOILERPLATE),
    ("contact", ASIDE),
    ("content", MAYBE_CONTENT | CONTENT),
    ("cookie", BOILERPLATE),
    ("cover-wrap", BOILERPLATE),
    ("dateline", BYLINE),
    ("disqus", BOILERPLATE),
    ("entry", CONTENT),
    ("extra", BOILERPLATE),
    ("footer", BOILERPLATE | ASIDE),
    ("gdpr", BOILERPLATE | ASIDE),
    ("h-entry", CONTENT),
    ("header", BOILERPLATE),
    ("hentry", CONTENT),
    ("hidden", ASIDE),
    ("legends", BOILERPLATE),
    ("main", MAYBE_CONTENT | CONTENT),
    ("masthead", ASIDE),
    ("mathjax", MAYBE_CONTENT),
    ("media", ASIDE),
    ("menu", BOILERPLATE),
    ("meta", ASIDE),
    ("outbrain", ASIDE),
    ("p-author", BYLINE),
    ("page", CONTENT),
    ("pager", BOILERPLATE),
    ("pagination", BOILERPLATE | CONTENT),
    ("popup", BOILERPLATE),
    ("post", CONTENT),
    ("promo", ASIDE),
    ("related", BOILERPLATE | ASIDE),
    ("remark", BOILERPLATE),
    ("replies", BOILERPLATE),
    ("rss", BOILERPLATE),
    ("scroll", ASIDE),
    ("shadow", MAYBE_CONTENT),
    ("share", ASIDE | SHARING),
    ("sharedaddy", SHARING),
    ("shopping", ASIDE),
    ("shoutbox", BOILERPLATE | ASIDE),
    ("sidebar", BOILERPLATE | ASIDE),
    ("skyscraper", BOILERPLATE | ASIDE),
    ("social", BOILERPLATE),
    ("sponsor", BOILERPLATE | ASIDE),
    ("story", CONTENT),
    ("supplemental", BOILERPLATE),
    ("tags", ASIDE),
    ("text", CONTENT),
    ("widget", ASIDE),
    ("writtenby", BYLINE),
    ("yom-remote", BOILERPLATE),
];

static SEARCH: LazyLock<AhoCorasick> = LazyLock::new(search);

#[expect(
    clippy::expect_used,
    reason = "a fixed list of words, which every test of pages compiles"
)]
fn search() -> AhoCorasick {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(WORDS.iter().map(|(word, _)| word))
        .expect("the words are few")
}

impl Hints {
    pub(super) fn of(tree: &Tree<'_>, id: NodeId) -> Self {
        let class = tree.raw_attribute(id, "class").unwrap_or_default();
        let own = tree.raw_attribute(id, "id").unwrap_or_default();
        let (class, own) = (bits_of(class), bits_of(own));
        let weight = |bits: u8| {
            let adds = if bits & CONTENT == 0 {
                0.0
            } else {
                NAME_WEIGHT
            };
            let takes = if bits & ASIDE == 0 { 0.0 } else { NAME_WEIGHT };
            adds - takes
        };
        Self {
            bits: class | own,
            weight: weight(class) + weight(own),
        }
    }

    pub(super) fn is_boilerplate(self) -> bool {
        self.bits & BOILERPLATE != 0 && self.bits & MAYBE_CONTENT == 0
    }

    pub(super) fn is_byline(self) -> bool {
        self.bits & BYLINE != 0
    }

    pub(super) fn is_sharing(self) -> bool {
        self.bits & SHARING != 0
    }
}

fn bits_of(name: &str) -> u8 {
    if name.is_empty() {
        return 0;
    }
    let mut bits = 0;
    for found in SEARCH.find_overlapping_iter(name) {
        let word = WORDS.get(found.pattern().as_usize());
        let meaning = word.map_or(0, |(_, meaning)| *meaning);
        let stands_alone = meaning & SHARING == 0 || is_word(name, found.start(), found.end());
        bits |= if stands_alone {
            meaning
        } else {
            meaning & !SHARING
        };
    }
    bits
}

/// No letter or digit before or after.
fn is_word(name: &str, start: usize, end: usize) -> bool {
    let bytes = name.as_bytes();
    let before = start.checked_sub(1).and_then(|at| bytes.get(at));
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    !is_letter(before) && !is_letter(bytes.get(end))
}
