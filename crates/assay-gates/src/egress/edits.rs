use std::ops::Range;

/// A place of a text and what stands there instead.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) range: Range<usize>,
    pub(crate) with: String,
}

/// Replacements in an original text, in order and apart from each other.
#[derive(Default)]
pub(crate) struct Edits {
    edits: Vec<Edit>,
}

impl Edits {
    pub(crate) fn apply(&self, original: &str) -> String {
        let mut text = String::with_capacity(original.len());
        let mut at = 0;
        for edit in &self.edits {
            text.push_str(original.get(at..edit.range.start).unwrap_or_default());
            text.push_str(&edit.with);
            at = edit.range.end;
        }
        text.push_str(original.get(at..).unwrap_or_default());
        text
    }

    /// The bytes of the original behind a range of the edited text; a replacement that the range
    /// touches belongs to it whole.
    pub(crate) fn original(&self, range: &Range<usize>) -> Range<usize> {
        let mut start = None;
        let mut end = None;
        // Edited text minus original text, up to the edit at hand.
        let (mut grown, mut shrunk) = (0, 0);
        for edit in &self.edits {
            let now = edit.range.start + grown - shrunk;
            let now = now..now + edit.with.len();
            if range.start < now.start || (range.start == now.start && now.is_empty()) {
                start.get_or_insert_with(|| range.start + shrunk - grown);
            }
            if range.end <= now.start {
                end.get_or_insert_with(|| range.end + shrunk - grown);
                break;
            }
            if range.start < now.end {
                start.get_or_insert(edit.range.start);
                if range.end <= now.end {
                    end.get_or_insert(edit.range.end);
                    break;
                }
            }
            grown += edit.with.len();
            shrunk += edit.range.len();
        }
        let start = start.unwrap_or_else(|| range.start + shrunk - grown);
        let end = end.unwrap_or_else(|| range.end + shrunk - grown);
        start..end.max(start)
    }

    /// `edit` speaks of the original; what it touches of earlier edits it takes over.
    pub(crate) fn add(&mut self, edit: Edit) {
        let mut range = edit.range;
        self.edits.retain(|old| {
            let touches = old.range.start < range.end && range.start < old.range.end;
            if touches {
                range.start = range.start.min(old.range.start);
                range.end = range.end.max(old.range.end);
            }
            !touches
        });
        let at = self
            .edits
            .partition_point(|old| old.range.start < range.start);
        let with = edit.with;
        self.edits.insert(at, Edit { range, with });
    }
}
