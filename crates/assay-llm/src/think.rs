const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Removes what a model thought aloud: `<think>…</think>`, a `<think>` that is never closed, and
/// everything before a `</think>` that was never opened (some chat templates open it in the prompt).
pub fn strip_think(text: &str) -> String {
    let mut filter = ThinkFilter::default();
    let mut visible = String::with_capacity(text.len());
    filter.push(text, &mut visible);
    filter.finish(&mut visible);
    visible
}

/// [`strip_think`] for text that arrives in pieces, however the tags are split.
#[derive(Clone, Debug, Default)]
pub struct ThinkFilter {
    thinking: bool,
    /// A tail that may turn out to be the beginning of a tag.
    held: String,
    /// Whitespace after a closing tag belongs to the thought.
    skip_blank: bool,
}

impl ThinkFilter {
    /// Appends what is visible of `piece` to `visible`. Returns true if `visible` was emptied
    /// first, because a closing tag without an opening one showed all of it to be thought.
    pub fn push(&mut self, piece: &str, visible: &mut String) -> bool {
        if self.held.is_empty() {
            return self.scan(piece, visible);
        }
        let mut joined = std::mem::take(&mut self.held);
        joined.push_str(piece);
        self.scan(&joined, visible)
    }

    /// Whether a thought has begun and not ended.
    pub fn is_open(&self) -> bool {
        self.thinking
    }

    /// Call at the end of the text: a held-back tail that became no tag is text.
    pub fn finish(&mut self, visible: &mut String) {
        let tail = std::mem::take(&mut self.held);
        if !self.thinking {
            self.show(&tail, visible);
        }
    }

    fn scan(&mut self, mut rest: &str, visible: &mut String) -> bool {
        let mut emptied = false;
        while let Some((before, from)) = rest.find('<').and_then(|at| rest.split_at_checked(at)) {
            if !self.thinking {
                self.show(before, visible);
            }
            if let Some(after) = from.strip_prefix(CLOSE) {
                if !self.thinking {
                    visible.clear();
                    emptied = true;
                }
                self.thinking = false;
                self.skip_blank = visible.is_empty();
                rest = after;
            } else if let Some(after) = from.strip_prefix(OPEN) {
                self.thinking = true;
                rest = after;
            } else if OPEN.starts_with(from) || CLOSE.starts_with(from) {
                self.held.push_str(from);
                return emptied;
            } else {
                if !self.thinking {
                    self.show("<", visible);
                }
                rest = from.get(1..).unwrap_or_default();
            }
        }
        if !self.thinking {
            self.show(rest, visible);
        }
        emptied
    }

    fn show(&mut self, text: &str, visible: &mut String) {
        if !self.skip_blank {
            visible.push_str(text);
            return;
        }
        let text = text.trim_start();
        if !text.is_empty() {
            self.skip_blank = false;
            visible.push_str(text);
        }
    }
}
