//! Keys, tokens and passwords by their published formats, and by a name with a random value after it.

mod assigned;
mod entropy;
mod issued;
mod named;
mod shape;
mod written;

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use shape::Shape;

use super::view::View;

pub use shape::SecretShape;

/// Stands for a secret and does not tell how long it was.
pub const MASK: &str = "████████";

/// A secret at a place of a text. It does not hold the secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretFinding {
    /// For instance `GitHub personal access token`.
    pub name: &'static str,
    /// Bytes, on character boundaries.
    pub start: usize,
    pub end: usize,
}

/// Every format that is looked for by its own marks or by a service's name before it.
pub fn secret_shapes() -> impl Iterator<Item = SecretShape> {
    let issued = issued::ISSUED.iter().map(|(name, shape)| SecretShape {
        name,
        service: None,
        shape,
    });
    let named = named::NAMED.iter().map(|(name, word, shape)| SecretShape {
        name,
        service: Some(word),
        shape,
    });
    issued.chain(named)
}

/// Secrets in a Markdown or plain text, in text order.
pub fn secrets(text: &str) -> Vec<SecretFinding> {
    let view = View::of(text);
    let found = in_view(&view.text).into_iter();
    found
        .map(|found| {
            let range = view.original(&(found.start..found.end));
            SecretFinding {
                name: found.name,
                start: range.start,
                end: range.end,
            }
        })
        .collect()
}

/// The text with [`MASK`] in the place of each secret; `None` where there is none in it.
pub fn masked_secrets(text: &str) -> Option<String> {
    let found = secrets(text);
    if found.is_empty() {
        return None;
    }
    let mut clean = String::with_capacity(text.len());
    let mut kept = 0;
    for one in found {
        clean.push_str(text.get(kept..one.start).unwrap_or_default());
        clean.push_str(MASK);
        kept = one.end;
    }
    clean.push_str(text.get(kept..).unwrap_or_default());
    Some(clean)
}

/// What an anchor of the automaton leads to.
enum Lead {
    Issued(&'static str, Shape),
    Named(&'static str, Shape),
    /// A word such as `password`, with how random its value must look.
    Assigned(assigned::Word),
    Written(written::Form),
}

struct Scanner {
    anchors: AhoCorasick,
    leads: Vec<Lead>,
}

static SCANNER: LazyLock<Scanner> = LazyLock::new(Scanner::build);

impl Scanner {
    #[expect(
        clippy::expect_used,
        reason = "a fixed list of short anchors, which every test of the gate compiles"
    )]
    fn build() -> Self {
        let mut anchors: Vec<&'static str> = Vec::new();
        let mut leads = Vec::new();
        for (name, shape) in issued::ISSUED {
            let shape = Shape::parse(shape);
            anchors.push(shape.anchor());
            leads.push(Lead::Issued(name, shape));
        }
        for (name, word, shape) in named::NAMED {
            anchors.push(word);
            leads.push(Lead::Named(name, Shape::parse(shape)));
        }
        for word in assigned::WORDS {
            anchors.push(word.word);
            leads.push(Lead::Assigned(word));
        }
        for form in written::FORMS {
            anchors.push(form.anchor());
            leads.push(Lead::Written(form));
        }
        let anchors = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .kind(Some(AhoCorasickKind::DFA))
            .build(anchors)
            .expect("the anchors are short and few");
        Self { anchors, leads }
    }
}

pub(crate) fn in_view(text: &str) -> Vec<SecretFinding> {
    let scanner = &*SCANNER;
    let mut found: Vec<SecretFinding> = Vec::new();
    for hit in scanner.anchors.find_overlapping_iter(text) {
        let Some(lead) = scanner.leads.get(hit.pattern().as_usize()) else {
            continue;
        };
        let place = hit.start()..hit.end();
        if let Some((name, range)) = follow(text, lead, &place) {
            found.push(SecretFinding {
                name,
                start: range.start,
                end: range.end,
            });
        }
    }
    found.sort_by_key(|one| (one.start, usize::MAX - one.end));
    let mut end = 0;
    found.retain(|one| {
        let is_new = one.end > end;
        end = end.max(one.end);
        is_new
    });
    found
}

fn follow(text: &str, lead: &Lead, place: &Range<usize>) -> Option<(&'static str, Range<usize>)> {
    match lead {
        Lead::Issued(name, shape) => shape.around(text, place).map(|range| (*name, range)),
        Lead::Named(name, shape) => {
            // `aws` is a part of `laws`; a longer name is not.
            let before = place
                .start
                .checked_sub(1)
                .and_then(|at| text.as_bytes().get(at));
            if place.len() < 5 && before.is_some_and(u8::is_ascii_alphabetic) {
                return None;
            }
            let value = assigned::value_start(text, place)?;
            shape.at(text, value).map(|range| (*name, range))
        }
        Lead::Assigned(word) => word.value(text, place).map(|range| (word.name, range)),
        Lead::Written(form) => form.at(text, place).map(|range| (form.name(), range)),
    }
}
