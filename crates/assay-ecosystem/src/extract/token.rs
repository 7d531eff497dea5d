/// A word or a mark of an English sentence and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token<'_> {
    pub(super) fn is_word(&self) -> bool {
        self.text.chars().any(char::is_alphanumeric)
    }

    pub(super) fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    pub(super) fn is_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }
}

/// Words keep what joins their letters (`U.S`, `x.AI`, `Wal-Mart`, `L’Oréal`); every other mark is
/// alone, and a possessive `’s` is a token of its own.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let mut at = 0;
    while let Some((start, c)) = characters.get(at).copied() {
        if c.is_whitespace() {
            at += 1;
            continue;
        }
        let mut end = start + c.len_utf8();
        at += 1;
        if c.is_alphanumeric() {
            while let Some((here, next)) = characters.get(at).copied() {
                let joins = matches!(next, '.' | '-' | '\'' | '’' | '&')
                    && characters
                        .get(at + 1)
                        .is_some_and(|(_, c)| c.is_alphanumeric())
                    && !is_possessive(&characters, at);
                if !next.is_alphanumeric() && !joins {
                    break;
                }
                end = here + next.len_utf8();
                at += 1;
            }
        } else if is_possessive(&characters, at - 1) {
            if let Some((here, next)) = characters.get(at).copied() {
                end = here + next.len_utf8();
            }
            at += 1;
        }
        if let Some(text) = text.get(start..end) {
            tokens.push(Token { text, start, end });
        }
    }
    tokens
}

/// An apostrophe and an `s` that end a word.
fn is_possessive(characters: &[(usize, char)], at: usize) -> bool {
    let is =
        |at: usize, wanted: &[char]| characters.get(at).is_some_and(|(_, c)| wanted.contains(c));
    let follows = characters
        .get(at + 2)
        .is_some_and(|(_, c)| c.is_alphanumeric());
    is(at, &['\'', '’']) && is(at + 1, &['s', 'S']) && !follows
}
