use std::ops::Range;

use super::entropy;

/// A published format of a key: `ghp_{A36}` is `ghp_` and 36 letters or digits, `{w20-80}` is 20 to
/// 80 of its class. The classes are in [`is_in`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecretShape {
    pub name: &'static str,
    /// The name that must stand before the key, with a sign of assignment.
    pub service: Option<&'static str>,
    pub shape: &'static str,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Text(&'static str),
    Run { class: char, min: usize, max: usize },
}

#[derive(Debug)]
pub(crate) struct Shape {
    parts: Vec<Part>,
    /// The part that the automaton looks for.
    anchor: usize,
}

impl Shape {
    pub(crate) fn parse(shape: &'static str) -> Self {
        let mut parts = Vec::new();
        let mut rest = shape;
        while let Some((text, run)) = rest.split_once('{') {
            if !text.is_empty() {
                parts.push(Part::Text(text));
            }
            let (run, after) = run.split_once('}').unwrap_or((run, ""));
            parts.extend(parse_run(run));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest));
        }
        let length = |part: &Part| match part {
            Part::Text(text) => text.len(),
            Part::Run { .. } => 0,
        };
        let lengths = parts.iter().map(length).enumerate();
        // Of equal ones the first: it is matched from where it stands.
        let anchor = lengths.rev().max_by_key(|(_, length)| *length);
        Self {
            anchor: anchor.map_or(0, |(at, _)| at),
            parts,
        }
    }

    pub(crate) fn anchor(&self) -> &'static str {
        match self.parts.get(self.anchor) {
            Some(Part::Text(text)) => text,
            _ => "",
        }
    }

    /// The key whose anchor is at a place.
    pub(crate) fn around(&self, text: &str, anchor: &Range<usize>) -> Option<Range<usize>> {
        // The automaton knows no case; keys do.
        if text.get(anchor.clone())? != self.anchor() {
            return None;
        }
        let before = self.parts.get(..self.anchor)?;
        let least: usize = before.iter().map(|part| part.bounds().0).sum();
        let most: usize = before.iter().map(|part| part.bounds().1).sum();
        (least..=most).find_map(|back| self.at(text, anchor.start.checked_sub(back)?))
    }

    /// The key that begins at a place and ends where a key can end.
    pub(crate) fn at(&self, text: &str, start: usize) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        let before = start.checked_sub(1).and_then(|at| bytes.get(at));
        let is_word = bytes.get(start).is_some_and(u8::is_ascii_alphanumeric);
        if is_word && before.is_some_and(u8::is_ascii_alphanumeric) {
            return None;
        }
        let end = matched(&self.parts, bytes, start)?;
        let range = text.get(start..end).map(|_| start..end)?;
        self.is_random(text.get(range.clone())?).then_some(range)
    }

    /// A key is no placeholder such as `AKIAXXXXXXXXXXXXXXXX`.
    fn is_random(&self, key: &str) -> bool {
        let is_fixed = |part: &Part| matches!(part, Part::Text(_));
        self.parts.iter().all(is_fixed) || entropy::different(self.variable(key)) >= self.variety()
    }

    fn variable<'k>(&self, key: &'k str) -> &'k str {
        let fixed = match self.parts.first() {
            Some(Part::Text(text)) => text.len(),
            _ => 0,
        };
        key.get(fixed..).unwrap_or(key)
    }

    fn variety(&self) -> usize {
        let least: usize = self.parts.iter().map(|part| part.bounds().0).sum();
        (least / 5).clamp(4, 7)
    }
}

impl Part {
    fn bounds(&self) -> (usize, usize) {
        match self {
            Self::Text(text) => (text.len(), text.len()),
            Self::Run { min, max, .. } => (*min, *max),
        }
    }
}

fn parse_run(run: &str) -> Option<Part> {
    let mut chars = run.chars();
    let class = chars.next()?;
    let bounds = chars.as_str();
    let (min, max) = bounds.split_once('-').unwrap_or((bounds, bounds));
    Some(Part::Run {
        class,
        min: min.parse().ok()?,
        max: max.parse().ok()?,
    })
}

/// Where the parts end that begin at `at`; the longest that fits.
fn matched(parts: &[Part], bytes: &[u8], at: usize) -> Option<usize> {
    let Some((part, others)) = parts.split_first() else {
        let next = bytes.get(at);
        return next
            .is_none_or(|b| !b.is_ascii_alphanumeric())
            .then_some(at);
    };
    let rest = bytes.get(at..)?;
    match part {
        Part::Text(text) => rest
            .starts_with(text.as_bytes())
            .then(|| matched(others, bytes, at + text.len()))
            .flatten(),
        Part::Run { class, min, max } => {
            let there = rest
                .iter()
                .take(*max)
                .take_while(|b| is_in(*class, **b))
                .count();
            let mut lengths = (*min..=there).rev();
            lengths.find_map(|length| matched(others, bytes, at + length))
        }
    }
}

/// `d` digits, `h` and `H` hexadecimal in small and any letters, `l` letters, `a` `U` `A` digits with
/// small, capital, any letters, `k` base 32, `b` base 64, `v` word, `w` URL-safe, `t` URL-safe with
/// padding, `W` with dots too, `p` with tildes, `s` whatever is not a space, quote or bracket.
fn is_in(class: char, byte: u8) -> bool {
    let alphanumeric = byte.is_ascii_alphanumeric();
    match class {
        'd' => byte.is_ascii_digit(),
        'h' => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
        'H' => byte.is_ascii_hexdigit(),
        'l' => byte.is_ascii_alphabetic(),
        'a' => matches!(byte, b'0'..=b'9' | b'a'..=b'z'),
        'U' => matches!(byte, b'0'..=b'9' | b'A'..=b'Z'),
        'A' => alphanumeric,
        'k' => matches!(byte, b'2'..=b'7' | b'A'..=b'Z'),
        'b' => alphanumeric || matches!(byte, b'+' | b'/'),
        'v' => alphanumeric || byte == b'_',
        'w' => alphanumeric || matches!(byte, b'_' | b'-'),
        't' => alphanumeric || matches!(byte, b'_' | b'-' | b'='),
        'W' => alphanumeric || matches!(byte, b'_' | b'-' | b'=' | b'.'),
        'p' => alphanumeric || matches!(byte, b'_' | b'-' | b'.' | b'~'),
        's' => byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>' | b')'),
        _ => false,
    }
}
