use std::collections::HashSet;

/// Distinct attributes of one tag. The parser compares each with all before it, so that a tag with a
/// hundred thousand would take it seconds; tags of real pages stay below a hundred.
pub(super) const MAX_ATTRIBUTES: usize = 10_000;
/// Up to so many, names are not even compared.
const FEW: usize = 1_000;

/// Whether a tag of the page has more attributes than [`MAX_ATTRIBUTES`].
pub(super) fn has_too_many(source: &str) -> bool {
    let mut rest = source;
    while let Some((_, after)) = rest.split_once('<') {
        rest = after;
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let mut names = Names { rest };
        let element = names.next().unwrap_or_default();
        let mut distinct = HashSet::new();
        for name in names.by_ref().skip(FEW) {
            distinct.insert(name);
            if distinct.len() > MAX_ATTRIBUTES {
                return true;
            }
        }
        rest = names.rest;
        // In a program `<` is a sign, and what follows it no tag.
        for program in ["script", "style"] {
            if element.eq_ignore_ascii_case(program) {
                rest = rest
                    .find("</")
                    .and_then(|at| rest.get(at..))
                    .unwrap_or_default();
            }
        }
    }
    false
}

/// The names in a tag: its own, then those of its attributes.
struct Names<'a> {
    rest: &'a str,
}

impl<'a> Names<'a> {
    /// Takes everything up to a character that is not `wanted`.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn skip_value(&mut self) {
        self.take_while(|c| c.is_ascii_whitespace());
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        match quote {
            Some(quote) => {
                let inside = self.rest.get(1..).unwrap_or_default();
                self.rest = inside.split_once(quote).map_or("", |(_, after)| after);
            }
            None => {
                self.take_while(|c| !c.is_ascii_whitespace() && c != '>');
            }
        }
    }
}

impl<'a> Iterator for Names<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.take_while(|c| c.is_ascii_whitespace() || c == '/');
        if self.rest.is_empty() || self.rest.starts_with('>') {
            return None;
        }
        let name = self.take_while(|c| !c.is_ascii_whitespace() && !matches!(c, '/' | '>' | '='));
        self.take_while(|c| c.is_ascii_whitespace());
        if let Some(after) = self.rest.strip_prefix('=') {
            self.rest = after;
            self.skip_value();
        }
        Some(name)
    }
}
