use super::{BREAK, Unit, is_cjk};

/// Words after which no paragraph ends, whatever the layout says.
const OPEN_WORDS: &[&str] = &[
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "its", "of", "on", "or", "our",
    "than", "that", "the", "their", "to", "with",
];

/// Lines become running text: a space or nothing at a line end, [`BREAK`] between paragraphs, list
/// items, headings and table rows. Marks at the start of a line go.
pub(super) fn joined(units: Vec<Unit>) -> Vec<Unit> {
    let mut text: Vec<Unit> = Vec::with_capacity(units.len());
    let mut blank_above = true;
    let mut item_above = None;
    let mut row_above = false;
    for line in units.split(|unit| unit.character == '\n') {
        let line = trimmed(line);
        let first = line.first().map(|unit| unit.character);
        let may_list = blank_above || item_above == first || ends_sentence(&text);
        let (line, marked) = without_marks(line, may_list);
        item_above = if marked { first } else { item_above };
        let Some(first) = line.first() else {
            blank_above = true;
            item_above = item_above.filter(|_| marked);
            continue;
        };
        let is_row = first.character == '|';
        if is_row && line.iter().all(|unit| "|-:—+ ".contains(unit.character)) {
            continue;
        }
        if let Some(last) = text.last().copied() {
            let apart = marked || is_row || row_above || (blank_above && !goes_on(&text, line));
            if apart {
                text.push(between(&last, first, BREAK));
            } else {
                let optional = usize::from(joins_hyphen(&mut text, line));
                text.push(Unit {
                    optional,
                    ..between(&last, first, ' ')
                });
            }
        }
        if is_row {
            let blank = |unit: &Unit| Unit {
                character: if unit.character == '|' {
                    ' '
                } else {
                    unit.character
                },
                ..*unit
            };
            text.extend(line.iter().map(blank));
        } else {
            text.extend_from_slice(line);
        }
        blank_above = false;
        row_above = is_row;
    }
    text
}

fn between(last: &Unit, first: &Unit, character: char) -> Unit {
    Unit {
        character,
        start: last.end,
        end: first.start,
        optional: 0,
    }
}

fn trimmed(mut line: &[Unit]) -> &[Unit] {
    while let [first, rest @ ..] = line
        && first.character == ' '
    {
        line = rest;
    }
    while let [rest @ .., last] = line
        && last.character == ' '
    {
        line = rest;
    }
    line
}

fn ends_sentence(text: &[Unit]) -> bool {
    let last = text.last().map_or('.', |unit| unit.character);
    matches!(last, '.' | '!' | '?' | ':' | ';')
}

/// The line without `>`, `#`, `-`, `*`, `+` or `•` before it, and whether such a mark opened a
/// paragraph of its own. `>` alone does not: a quoted paragraph has one on each line. Where no list
/// can begin, `-` is a dash that happens to be the first character of a line.
fn without_marks(mut line: &[Unit], may_list: bool) -> (&[Unit], bool) {
    while let [first, rest @ ..] = line
        && first.character == '>'
        && rest
            .first()
            .is_none_or(|next| next.character == ' ' || next.character == '>')
    {
        line = trimmed(rest);
    }
    let hashes = line.iter().take_while(|unit| unit.character == '#').count();
    if (1..=6).contains(&hashes)
        && let Some([space, rest @ ..]) = line.get(hashes..)
        && space.character == ' '
    {
        return (trimmed(rest), true);
    }
    let Some((mark, rest)) = line.split_first() else {
        return (line, false);
    };
    let spaced = rest.first().is_none_or(|next| next.character == ' ');
    match mark.character {
        '•' => (trimmed(rest), true),
        '-' | '*' | '+' if spaced && may_list => (trimmed(rest), true),
        _ => (line, false),
    }
}

/// Whether a sentence runs on over a blank line, as at the foot of a page.
fn goes_on(text: &[Unit], line: &[Unit]) -> bool {
    let Some(last) = text.last() else {
        return false;
    };
    let next = line.first().map_or(' ', |unit| unit.character);
    if is_cjk(last.character) && is_cjk(next) {
        return false;
    }
    if !last.character.is_alphanumeric() && last.character != ',' && last.character != '-' {
        return false;
    }
    let from = text
        .iter()
        .rposition(|unit| !unit.character.is_alphabetic());
    let word = text.get(from.map_or(0, |at| at + 1)..).unwrap_or_default();
    let word: String = word.iter().map(|unit| unit.character).collect();
    next.is_lowercase() || last.character == ',' || OPEN_WORDS.contains(&word.as_str())
}

/// Whether the space at a line end after a hyphen may be absent: `non-` and `GAAP` are one word,
/// `short-` and `long-term` are two. The hyphen may go with it where the line alone asked for it.
fn joins_hyphen(text: &mut [Unit], line: &[Unit]) -> bool {
    let next = line.first().map_or(' ', |unit| unit.character);
    let [.., before, last] = text else {
        return false;
    };
    let joins = last.character == '-' && before.character.is_alphanumeric();
    if !joins || !next.is_alphanumeric() {
        return false;
    }
    if before.character.is_alphabetic() && next.is_lowercase() {
        last.optional = 2;
    }
    true
}
