/// The start tags of an HTML page, in order, each with its first `href`.
///
/// One pass without a tree: no page can make it deep, and a tag with a million attributes costs as
/// much as a million words. Comments and the insides of scripts, styles and the like hold no tags.
pub(crate) struct Tags<'a> {
    rest: &'a str,
}

pub(crate) struct Tag<'a> {
    pub(crate) name: &'a str,
    /// As written, with its character references.
    pub(crate) href: Option<&'a str>,
}

/// Elements whose content is text up to their own end tag.
const RAW: &[&str] = &[
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
];

impl<'a> Tags<'a> {
    pub(crate) fn of(html: &'a str) -> Self {
        Self { rest: html }
    }
}

impl<'a> Iterator for Tags<'a> {
    type Item = Tag<'a>;

    fn next(&mut self) -> Option<Tag<'a>> {
        loop {
            let (_, after) = self.rest.split_once('<')?;
            if let Some(comment) = after.strip_prefix("!--") {
                self.rest = after_comment(comment);
            } else if after.starts_with(|c: char| c.is_ascii_alphabetic()) {
                let (tag, rest) = start_tag(after);
                let is_raw = RAW.iter().any(|raw| raw.eq_ignore_ascii_case(tag.name));
                self.rest = match is_raw {
                    true => after_raw(rest, tag.name),
                    false => rest,
                };
                return Some(tag);
            } else if after.starts_with(['/', '!', '?']) {
                self.rest = after.split_once('>').map_or("", |(_, rest)| rest);
            } else {
                self.rest = after;
            }
        }
    }
}

/// `<!-->` and `<!--->` are whole comments.
fn after_comment(comment: &str) -> &str {
    for short in [">", "->"] {
        if let Some(rest) = comment.strip_prefix(short) {
            return rest;
        }
    }
    let mut rest = comment;
    while let Some(dashes) = rest.find("--") {
        let (_, after) = rest.split_at(dashes + "--".len());
        let ended = after.strip_prefix('>').or(after.strip_prefix("!>"));
        if let Some(following) = ended {
            return following;
        }
        let (_, next) = rest.split_at(dashes + "-".len());
        rest = next;
    }
    ""
}

fn after_raw<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("</") {
        let ended = after.get(..name.len());
        if ended.is_some_and(|ended| ended.eq_ignore_ascii_case(name)) {
            return after;
        }
        rest = after;
    }
    ""
}

/// Reads a start tag behind its `<`, and returns what follows it.
fn start_tag(text: &str) -> (Tag<'_>, &str) {
    let ends_name = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>');
    let (name, mut rest) = split_at(text, ends_name);
    let mut href = None;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return (Tag { name, href }, after);
        }
        if rest.is_empty() {
            // A tag that is cut off is no tag.
            return (Tag { name, href: None }, rest);
        }
        let (attribute, value, after) = attribute(rest);
        if href.is_none() && attribute.eq_ignore_ascii_case("href") {
            href = value;
        }
        rest = after;
    }
}

/// Name, value and what follows. At least one character is taken.
fn attribute(text: &str) -> (&str, Option<&str>, &str) {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let (_, behind_first) = text.split_at(first);
    let ends_name = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '=');
    let (_, after) = split_at(behind_first, ends_name);
    let (name, _) = text.split_at(text.len() - after.len());
    let Some(value) = after.trim_ascii_start().strip_prefix('=') else {
        return (name, None, after);
    };
    let value = value.trim_ascii_start();
    for quote in ['"', '\''] {
        if let Some(quoted) = value.strip_prefix(quote) {
            let (value, after) = quoted.split_once(quote).unwrap_or((quoted, ""));
            return (name, Some(value), after);
        }
    }
    let (value, after) = split_at(value, |c| c.is_ascii_whitespace() || c == '>');
    (name, Some(value), after)
}

fn split_at(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}
