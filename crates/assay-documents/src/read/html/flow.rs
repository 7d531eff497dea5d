use super::super::squeezed;
use super::tree::NodeId;

/// Text as it is laid out: whitespace of any length is one space, line breaks that a reader sees
/// are kept, and what tagged elements show is remembered.
#[derive(Clone, Debug, Default)]
pub(in crate::read) struct Flow {
    pub(super) text: String,
    gap: Gap,
    pub(super) shown: Vec<Shown>,
}

/// The bytes of a text that an element of the page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::read) struct Shown {
    pub(in crate::read) by: NodeId,
    pub(in crate::read) start: usize,
    pub(in crate::read) end: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
    EmptyLine,
}

impl Flow {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn space(&mut self) {
        self.gap = self.gap.max(Gap::Space);
    }

    pub(super) fn break_line(&mut self) {
        self.gap = match self.gap {
            Gap::None | Gap::Space => Gap::Line,
            Gap::Line | Gap::EmptyLine => Gap::EmptyLine,
        };
    }

    pub(super) fn push(&mut self, text: &str) {
        let mut rest = text;
        loop {
            let word = rest.trim_start();
            if word.len() < rest.len() {
                self.space();
            }
            if word.is_empty() {
                return;
            }
            let end = word.find(char::is_whitespace).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            self.word(word);
            rest = after;
        }
    }

    /// Line ends of the source are line ends of the text.
    pub(super) fn push_preformatted(&mut self, text: &str) {
        for (place, line) in text.split('\n').enumerate() {
            if place > 0 {
                self.break_line();
            }
            self.push(line);
        }
    }

    fn word(&mut self, word: &str) {
        if !self.text.is_empty() {
            self.text.push_str(match self.gap {
                Gap::None => "",
                Gap::Space => " ",
                Gap::Line => "\n",
                Gap::EmptyLine => "\n\n",
            });
        }
        self.gap = Gap::None;
        self.text.push_str(word);
    }

    /// Remembers that `by` shows everything since `start`.
    pub(super) fn mark(&mut self, by: NodeId, start: usize) {
        let Some(inside) = self.text.get(start..) else {
            return;
        };
        let before = inside.len() - inside.trim_start().len();
        if !inside.trim().is_empty() {
            self.shown.push(Shown {
                by,
                start: start + before,
                end: self.text.len(),
            });
        }
    }

    /// Adds another flow behind this one without a gap.
    pub(super) fn join(&mut self, other: &Self) {
        let offset = self.text.len();
        self.text.push_str(&other.text);
        self.shown.extend(other.shown.iter().map(|shown| Shown {
            by: shown.by,
            start: shown.start + offset,
            end: shown.end + offset,
        }));
    }

    /// The text with `|` escaped, for a cell of a table.
    pub(super) fn escaped(self) -> Self {
        if !self.text.contains('|') {
            return self;
        }
        let moved = |at: usize| {
            let before = self.text.get(..at).unwrap_or_default();
            at + before.matches('|').count()
        };
        let shown = self.shown.iter().map(|shown| Shown {
            by: shown.by,
            start: moved(shown.start),
            end: moved(shown.end),
        });
        Self {
            shown: shown.collect(),
            text: self.text.replace('|', "\\|"),
            gap: Gap::None,
        }
    }

    pub(super) fn of_text(text: &str) -> Self {
        Self {
            text: squeezed(text),
            ..Self::default()
        }
    }
}
