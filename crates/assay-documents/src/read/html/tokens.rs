use std::ops::Range;

/// Bytes of the source.
pub(in crate::read) type Span = Range<u32>;

#[derive(Clone)]
pub(in crate::read) struct Attribute {
    pub(in crate::read) name: Span,
    pub(in crate::read) value: Span,
}

pub(super) enum Token {
    Text(Span),
    Start {
        name: Span,
        /// Places in [`Tokens::attributes`].
        attributes: Span,
        closes_itself: bool,
    },
    End {
        name: Span,
    },
    Comment(Span),
}

/// Cuts a page into tags, text and comments, as HTML's own rules cut broken pages.
pub(super) struct Tokens<'a> {
    source: &'a str,
    at: usize,
    pub(super) attributes: Vec<Attribute>,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(source: &'a str) -> Self {
        Self {
            source,
            at: 0,
            attributes: Vec::new(),
        }
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        let start = self.at;
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        if rest.starts_with('<')
            && let Some(token) = self.markup()
        {
            return Some(token);
        }
        // A `<` that begins nothing is a character like any other.
        let mut end = start + usize::from(rest.starts_with('<'));
        loop {
            let after = self.source.get(end..).unwrap_or_default();
            match after.find('<') {
                None => end = self.source.len(),
                Some(at) if begins_markup(after.get(at + 1..).unwrap_or_default()) => end += at,
                Some(at) => {
                    end += at + 1;
                    continue;
                }
            }
            break;
        }
        self.at = end;
        Some(Token::Text(span(start, end)))
    }

    /// Everything up to the end tag `</name`, which comes next.
    pub(super) fn raw_text(&mut self, name: &str) -> Span {
        let start = self.at;
        let mut end = start;
        loop {
            let after = self.source.get(end..).unwrap_or_default();
            let Some(at) = after.find("</") else {
                end = self.source.len();
                break;
            };
            let tag = after.as_bytes().get(at + 2..).unwrap_or_default();
            let is_name = tag
                .get(..name.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()));
            let ends = tag
                .get(name.len())
                .is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
            if is_name && ends {
                end += at;
                break;
            }
            end += at + 2;
        }
        self.at = end;
        span(start, end)
    }

    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.source.as_bytes().get(at).copied()
    }

    fn markup(&mut self) -> Option<Token> {
        let start = self.at;
        match self.byte(start + 1)? {
            b'!' if self.rest().starts_with("<!--") => Some(self.comment()),
            b'!' | b'?' => Some(self.declaration(start + 2)),
            b'/' => match self.byte(start + 2)? {
                byte if byte.is_ascii_alphabetic() => {
                    self.at = start + 2;
                    let name = self.tag_name();
                    self.attributes_until_end();
                    Some(Token::End { name })
                }
                _ => Some(self.declaration(start + 2)),
            },
            byte if byte.is_ascii_alphabetic() => {
                self.at = start + 1;
                let name = self.tag_name();
                let first = self.attributes.len();
                let closes_itself = self.attributes_until_end();
                Some(Token::Start {
                    name,
                    attributes: span(first, self.attributes.len()),
                    closes_itself,
                })
            }
            _ => None,
        }
    }

    fn comment(&mut self) -> Token {
        let start = self.at + 4;
        let after = self.source.get(start..).unwrap_or_default();
        if let Some(short) = [">", "->"].iter().find(|end| after.starts_with(**end)) {
            self.at = start + short.len();
            return Token::Comment(span(start, start));
        }
        let ends = after.match_indices("-").find_map(|(at, _)| {
            let tail = after.get(at..)?.strip_prefix("--")?;
            let mark = [">", "!>"].iter().find(|mark| tail.starts_with(**mark))?;
            Some((at, 2 + mark.len()))
        });
        let (length, mark) = ends.unwrap_or((after.len(), 0));
        self.at = start + length + mark;
        Token::Comment(span(start, start + length))
    }

    /// `<!DOCTYPE …>`, `<?xml …>` and what only looks like a tag.
    fn declaration(&mut self, start: usize) -> Token {
        let after = self.source.get(start..).unwrap_or_default();
        let length = after.find('>').unwrap_or(after.len());
        self.at = (start + length + 1).min(self.source.len());
        // Not shown and not written for people, so there is no comment in it.
        Token::Comment(span(start, start))
    }

    fn tag_name(&mut self) -> Span {
        let start = self.at;
        let rest = self.rest();
        let length = rest
            .bytes()
            .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'))
            .unwrap_or(rest.len());
        self.at = start + length;
        span(start, self.at)
    }

    /// Reads to the end of a tag; whether it ended by `/>`.
    fn attributes_until_end(&mut self) -> bool {
        let mut closes_itself = false;
        while let Some(byte) = self.byte(self.at) {
            match byte {
                b'>' => {
                    self.at += 1;
                    return closes_itself;
                }
                b'/' => {
                    closes_itself = true;
                    self.at += 1;
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => {
                    closes_itself = false;
                    self.attribute();
                }
            }
        }
        false
    }

    fn attribute(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let length = rest
            .bytes()
            .skip(1)
            .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>' | b'='))
            .map_or(rest.len(), |place| place + 1);
        let name = span(start, start + length);
        self.at = start + length;
        let after = self.skip_spaces(self.at);
        let value = if self.byte(after) == Some(b'=') {
            self.at = self.skip_spaces(after + 1);
            self.value()
        } else {
            span(self.at, self.at)
        };
        self.attributes.push(Attribute { name, value });
    }

    fn skip_spaces(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(|b| b.is_ascii_whitespace()) {
            at += 1;
        }
        at
    }

    fn value(&mut self) -> Span {
        let rest = self.rest();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        if let Some(quote) = quote {
            let start = self.at + 1;
            let inside = self.source.get(start..).unwrap_or_default();
            let length = inside.find(quote).unwrap_or(inside.len());
            self.at = (start + length + 1).min(self.source.len());
            return span(start, start + length);
        }
        let start = self.at;
        let length = rest
            .bytes()
            .position(|byte| byte.is_ascii_whitespace() || byte == b'>')
            .unwrap_or(rest.len());
        self.at = start + length;
        span(start, self.at)
    }
}

fn begins_markup(after: &str) -> bool {
    match after.as_bytes() {
        [b'!' | b'?', ..] => true,
        [b'/', _, ..] => true,
        [first, ..] => first.is_ascii_alphabetic(),
        [] => false,
    }
}

/// A document is far shorter than 4 GiB, so positions fit.
fn span(start: usize, end: usize) -> Span {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    narrow(start)..narrow(end)
}
