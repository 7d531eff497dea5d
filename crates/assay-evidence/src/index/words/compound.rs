use std::ops::Range;

/// A longer chain of hyphens is a rule or a code, not a compound.
const MOST_PARTS: usize = 4;

/// Words with one and the same joint between them, so far.
#[derive(Default)]
pub(super) struct Compound {
    /// Where the first parts begin and end.
    parts: [(usize, usize); MOST_PARTS],
    count: usize,
    pub(super) kind: Option<Joint>,
    /// A joint was read and waits for its word.
    pub(super) joint: Option<Joint>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    Hyphen,
    Stop,
    Ampersand,
}

impl Compound {
    pub(super) fn takes(&self, joint: Joint) -> bool {
        self.count > 0 && self.kind.is_none_or(|kind| kind == joint)
    }

    /// The parts of what is a compound, neither a single word nor a longer chain.
    pub(super) fn parts(&self) -> Option<&[(usize, usize)]> {
        self.parts.get(..self.count).filter(|parts| parts.len() > 1)
    }

    pub(super) fn clear(&mut self) {
        (self.count, self.kind, self.joint) = (0, None, None);
    }

    pub(super) fn add(&mut self, part: Range<usize>) {
        if let Some(place) = self.parts.get_mut(self.count) {
            *place = (part.start, part.end);
        }
        self.count += 1;
        self.kind = self.kind.or(self.joint);
        self.joint = None;
    }
}

pub(super) fn joint_of(run: &str) -> Option<Joint> {
    match run {
        "-" | "\u{2010}" | "\u{2011}" | "\u{ff0d}" => Some(Joint::Hyphen),
        "." => Some(Joint::Stop),
        "&" | "\u{ff06}" => Some(Joint::Ampersand),
        _ => None,
    }
}
