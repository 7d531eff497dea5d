use std::ops::Range;

/// A longer paragraph is not taken whole.
const MAX_BYTES: usize = 2_000;

/// The paragraph around a place, because what an instruction orders usually stands beside it. A
/// record (a table row, a list item, a `name: value` line) is a unit of its own, and of a very long
/// paragraph only the line or the sentence is taken. An instruction that ends in a colon takes the
/// next paragraph along.
pub(crate) fn widened(text: &str, place: Range<usize>) -> Range<usize> {
    let place = on_boundaries(text, place);
    let line = enclosing(text, &place, "\n");
    let paragraph = enclosing(text, &place, "\n\n");
    let range = if paragraph.len() <= MAX_BYTES && !is_record(text, &line) {
        with_announced(text, paragraph)
    } else if line.len() <= MAX_BYTES {
        line
    } else {
        sentence(text, &place)
    };
    trimmed(text, range)
}

fn on_boundaries(text: &str, place: Range<usize>) -> Range<usize> {
    text.floor_char_boundary(place.start)..text.ceil_char_boundary(place.end)
}

fn enclosing(text: &str, place: &Range<usize>, separator: &str) -> Range<usize> {
    let near = near(text, place);
    let before = text.get(near.start..place.start).unwrap_or_default();
    let after = text.get(place.end..near.end).unwrap_or_default();
    let start = before
        .rfind(separator)
        .map_or(near.start, |at| near.start + at + separator.len());
    let end = after.find(separator).map_or(near.end, |at| place.end + at);
    start..end
}

/// What is farther away is too long to be taken anyway, and a hostile text has many places.
fn near(text: &str, place: &Range<usize>) -> Range<usize> {
    let start = place.start.saturating_sub(MAX_BYTES + 1);
    let end = (place.end + MAX_BYTES + 1).min(text.len());
    text.floor_char_boundary(start)..text.ceil_char_boundary(end)
}

fn is_record(text: &str, line: &Range<usize>) -> bool {
    let line = text.get(line.clone()).unwrap_or_default().trim_start();
    let is_item = ["|", "- ", "* ", "+ ", "• ", "{"]
        .iter()
        .any(|mark| line.starts_with(mark));
    let has_name = line.split_once(": ").is_some_and(|(name, _)| {
        name.len() <= 60 && !name.contains(['.', '!', '?', ',', '。', '，'])
    });
    is_item || has_name
}

fn with_announced(text: &str, paragraph: Range<usize>) -> Range<usize> {
    let own = text.get(paragraph.clone()).unwrap_or_default();
    if !own.trim_end().ends_with([':', '：']) {
        return paragraph;
    }
    let rest = text.get(paragraph.end..).unwrap_or_default();
    let gap = rest.len() - rest.trim_start().len();
    let next = rest.get(gap..).unwrap_or_default();
    let limit = next.floor_char_boundary((MAX_BYTES + 3).min(next.len()));
    let head = next.get(..limit).unwrap_or_default();
    let length = head.find("\n\n").unwrap_or(head.len());
    if length > MAX_BYTES {
        return paragraph;
    }
    paragraph.start..paragraph.end + gap + length
}

fn sentence(text: &str, place: &Range<usize>) -> Range<usize> {
    let is_end = |c: char| matches!(c, '.' | '!' | '?' | '。' | '！' | '？' | '\n');
    let near = near(text, place);
    let before = text.get(near.start..place.start).unwrap_or_default();
    let after = text.get(place.end..near.end).unwrap_or_default();
    let start = before
        .char_indices()
        .rev()
        .find(|(_, c)| is_end(*c))
        .map_or(near.start, |(at, c)| near.start + at + c.len_utf8());
    let end = after
        .char_indices()
        .find(|(_, c)| is_end(*c))
        .map_or(near.end, |(at, c)| place.end + at + c.len_utf8());
    start..end
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (inner.len() - inner.trim_start().len());
    start..start + inner.trim().len()
}
