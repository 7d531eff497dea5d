use std::fmt;

use serde::{Deserialize, Serialize};

/// Words that a server wrote. They can be written to mislead whoever reads them, a model above all,
/// so they have no `Display`: the ingest gate judges them before any prompt, and a terminal gets
/// [`printable`](Self::printable).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ServerText(String);

impl ServerText {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// As the server wrote it. For the ingest gate and nothing else.
    pub fn untrusted(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Harmless on a terminal: whatever moves the cursor, changes colours, turns the direction of
    /// writing or cannot be seen is shown as its code.
    pub fn printable(&self) -> String {
        let mut shown = String::with_capacity(self.0.len());
        for character in self.0.chars() {
            if character == '\n' || character == '\t' || !is_deceptive(character) {
                shown.push(character);
            } else {
                shown.extend(character.escape_unicode());
            }
        }
        shown
    }
}

fn is_deceptive(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

impl fmt::Debug for ServerText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServerText({} bytes)", self.0.len())
    }
}

/// `text` cut to `most` bytes at a character; what was cut is counted.
pub(crate) fn shortened(text: &str, most: usize) -> ServerText {
    if text.len() <= most {
        return ServerText::new(text);
    }
    let end = text.floor_char_boundary(most);
    let kept = text.get(..end).unwrap_or_default();
    ServerText::new(format!("{kept} … ({} more bytes)", text.len() - end))
}
