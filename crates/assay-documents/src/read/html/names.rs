use std::collections::HashSet;

/// Distinct attributes of one tag. The parser compares each with all before it, so that a tag with a
/// hundred thousand would take it seconds; tags of real pages stay below a hundred.
pub(super) const MAX_ATTRIBUTES: usize = 1_000;

/// Whether the tag that begins here, or an end tag, has more attributes than [`MAX_ATTRIBUTES`].
pub(super) fn has_too_many(markup: &str) -> bool {
    let Some(rest) = markup.strip_prefix('<') else {
        return false;
    };
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let mut distinct = HashSet::new();
    // The first name is the tag's own.
    Names { rest }.skip(1).any(|name| {
        distinct.insert(name);
        distinct.len() > MAX_ATTRIBUTES
    })
}

/// The names in a tag: its own, then those of its attributes.
struct Names<'a> {
    rest: &'a str,
}

impl<'a> Names<'a> {
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    fn skip_value(&mut self) {
        self.skip_spaces();
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        if let Some(quote) = quote {
            let inside = self.rest.get(1..).unwrap_or_default();
            self.rest = inside.split_once(quote).map_or("", |(_, after)| after);
            return;
        }
        let ends = |c: char| c.is_ascii_whitespace() || c == '>';
        self.take(self.rest.find(ends).unwrap_or(self.rest.len()));
    }
}

impl<'a> Iterator for Names<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let between = |c: char| c.is_ascii_whitespace() || c == '/';
        self.rest = self.rest.trim_start_matches(between);
        if self.rest.is_empty() || self.rest.starts_with('>') {
            return None;
        }
        // `=` is part of a name that it begins.
        let ends = |c: char| between(c) || matches!(c, '>' | '=');
        let mut ends_at = self.rest.char_indices().skip(1).filter(|(_, c)| ends(*c));
        let end = ends_at.next().map_or(self.rest.len(), |(at, _)| at);
        let name = self.take(end);
        self.skip_spaces();
        if let Some(value) = self.rest.strip_prefix('=') {
            self.rest = value;
            self.skip_value();
        }
        Some(name)
    }
}
