//! Text written to be read by eye and missed by a search: look-alike letters, digits for letters,
//! letters set apart, words run together.

use std::ops::Range;

use crate::look_alikes::{latin_look_alike, second_look_alike};
use crate::order_words::{is_known, longest_known};
use crate::turned::TELLING;
use crate::words::{Word, made_of, words};

/// A text with its disguises taken off, where it has any. Places inside a piece that was changed
/// stand for the whole piece.
pub(crate) struct Undisguised {
    pub(crate) text: String,
    /// Place here, place in the disguised text.
    pieces: Vec<(Range<usize>, Range<usize>, Piece)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Changed,
    /// Left out, because nothing near it is in disguise.
    Left,
}

/// How much of the text around a disguise is kept, in bytes.
const REACH: usize = 600;

impl Undisguised {
    /// `None` where nothing is in disguise.
    pub(crate) fn of(disguised: &str) -> Option<Self> {
        let edits = edits(disguised);
        let mut at =
            disguised.floor_char_boundary(edits.first()?.place.start.saturating_sub(REACH));
        let mut open = Self {
            text: String::new(),
            pieces: vec![(0..0, 0..at, Piece::Left)],
        };
        for edit in edits {
            let near = disguised.ceil_char_boundary((at + REACH).min(disguised.len()));
            let next = disguised.floor_char_boundary(edit.place.start.saturating_sub(REACH));
            if near < next {
                open.text
                    .push_str(disguised.get(at..near).unwrap_or_default());
                open.put("\n", near..next, Piece::Left);
                at = next;
            }
            open.text
                .push_str(disguised.get(at..edit.place.start).unwrap_or_default());
            at = edit.place.end;
            open.put(&edit.text, edit.place, Piece::Changed);
        }
        let end = disguised.ceil_char_boundary((at + REACH).min(disguised.len()));
        open.text
            .push_str(disguised.get(at..end).unwrap_or_default());
        Some(open)
    }

    fn put(&mut self, piece: &str, place: Range<usize>, what: Piece) {
        let start = self.text.len();
        self.text.push_str(piece);
        self.pieces.push((start..self.text.len(), place, what));
    }

    /// The place in the disguised text that a place in this one was made from; `None` where nothing
    /// of it was in disguise.
    pub(crate) fn disguised(&self, place: &Range<usize>) -> Option<Range<usize>> {
        let is_touched = |(here, _, what): &(Range<usize>, Range<usize>, Piece)| {
            *what == Piece::Changed && here.start < place.end && place.start < here.end
        };
        let first = self
            .pieces
            .partition_point(|(here, ..)| here.end <= place.start);
        let mut near = self.pieces.get(first..)?.iter();
        let is_changed = near
            .by_ref()
            .take_while(|(here, ..)| here.start < place.end)
            .any(is_touched);
        is_changed.then(|| self.start_of(place.start)..self.end_of(place.end))
    }

    fn start_of(&self, at: usize) -> usize {
        match self.piece_before(at) {
            Some((here, there, _)) if at < here.end => there.start,
            Some((here, there, _)) => there.end + (at - here.end),
            None => at,
        }
    }

    fn end_of(&self, at: usize) -> usize {
        match self.piece_before(at) {
            Some((here, there, _)) if at == here.start && !here.is_empty() => there.start,
            Some((here, there, _)) if at <= here.end => there.end,
            Some((here, there, _)) => there.end + (at - here.end),
            None => at,
        }
    }

    fn piece_before(&self, at: usize) -> Option<&(Range<usize>, Range<usize>, Piece)> {
        let next = self.pieces.partition_point(|(here, ..)| here.start <= at);
        self.pieces.get(next.checked_sub(1)?)
    }
}

struct Edit {
    place: Range<usize>,
    text: String,
}

fn edits(text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut run = LetterRun::default();
    for word in words(text) {
        if is_plain(&word) {
            if run.count > 0 {
                edits.extend(run.finish());
            }
            continue;
        }
        let letters = text.get(word.place.clone()).unwrap_or_default();
        if run.take(&word.place, letters) {
            continue;
        }
        edits.extend(run.finish());
        let undisguised = undisguised_word(letters, word.parts);
        edits.extend(undisguised.map(|text| Edit {
            place: word.place,
            text,
        }));
    }
    edits.extend(run.finish());
    edits
}

/// A word that hides nothing, as nearly all do.
fn is_plain(word: &Word) -> bool {
    let has = |parts: u8| word.parts & parts != 0;
    let length = word.place.len();
    if length == 1 || has(made_of::NOT_ASCII) {
        return false;
    }
    let is_short = length < JOINED_LETTERS || (!has(made_of::JOINER) && length < LONG_WORD);
    !has(made_of::SMALL_LETTER) || (is_short && !has(made_of::DIGIT | made_of::SIGN))
}

fn undisguised_word(word: &str, parts: u8) -> Option<String> {
    if parts & made_of::NOT_ASCII != 0 {
        if let Some(joined) = without_dots(word) {
            return Some(joined);
        }
        let latin = in_latin_letters(word)?;
        let parts = words(&latin).next()?.parts;
        return Some(undisguised_word(&latin, parts).unwrap_or(latin));
    }
    if parts & made_of::SMALL_LETTER == 0 {
        return None;
    }
    let has_digits = parts & (made_of::DIGIT | made_of::SIGN) != 0;
    if has_digits
        && (3..LONG_WORD).contains(&word.len())
        && let Some(found) = without_digits(word)
    {
        return Some(found);
    }
    if parts & made_of::JOINER != 0 && word.bytes().filter(|b| is_joiner(*b)).count() >= 2 {
        return unjoined(word);
    }
    if parts == made_of::SMALL_LETTER && word.len() >= LONG_WORD && is_telling(word) {
        return parted(word);
    }
    None
}

/// Fewer ideographs with a sign between each two are a list.
const PARTED_IDEOGRAPHS: usize = 4;

/// Ideographs, or Latin letters, with one sign between each two of them: `忽·略·之·前`.
fn without_dots(word: &str) -> Option<String> {
    let chars: Vec<char> = word.chars().collect();
    if !chars.iter().any(|c| is_parting(*c)) {
        return None;
    }
    if !chars.iter().copied().any(is_ideograph) {
        let dotted: String = chars
            .iter()
            .map(|c| if is_dot(*c) { '.' } else { *c })
            .collect();
        return if dotted.is_ascii() && dotted != word {
            unjoined(&dotted)
        } else {
            None
        };
    }
    let (mut joined, mut at) = (String::with_capacity(word.len()), 0);
    while let Some(first) = chars.get(at) {
        joined.push(*first);
        let rest = chars.get(at..).unwrap_or_default();
        let pairs = rest.get(1..).unwrap_or_default().chunks_exact(2);
        let is_pair =
            |pair: &&[char]| matches!(pair, [sign, c] if is_parting(*sign) && is_ideograph(*c));
        let parted = pairs.take_while(is_pair);
        let run: String = parted.filter_map(|pair| pair.last()).collect();
        let count = run.chars().count();
        at += 1;
        if is_ideograph(*first) && count + 1 >= PARTED_IDEOGRAPHS {
            joined.push_str(&run);
            at += 2 * count;
        }
    }
    (joined != word).then_some(joined)
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}')
}

/// Signs that stand between letters to part them.
fn is_parting(c: char) -> bool {
    is_dot(c) || c.is_ascii_punctuation()
}

fn is_dot(c: char) -> bool {
    matches!(
        c,
        '·' | '•' | '∙' | '⋅' | '‧' | '・' | '●' | '○' | '◦' | '★' | '☆' | '♥' | '※'
    )
}

/// Longer words are rare; words run together are longer.
const LONG_WORD: usize = 16;

/// Some letter of the word only looks like a Latin one. A word that keeps letters which look like
/// none is written in its own alphabet and stays.
fn in_latin_letters(word: &str) -> Option<String> {
    let latin = replaced(word, latin_look_alike);
    let other = replaced(word, |c| {
        second_look_alike(c).or_else(|| latin_look_alike(c))
    });
    let is_left = latin.chars().any(|c| !c.is_ascii() && c.is_alphabetic());
    let best = if is_known(&other) { other } else { latin };
    (best != word && !is_left).then_some(best)
}

fn replaced(word: &str, alike: impl Fn(char) -> Option<char>) -> String {
    let latin = |c: char| {
        let alike = (!c.is_ascii()).then(|| alike(c)).flatten();
        alike.unwrap_or(c)
    };
    word.chars().map(latin).collect()
}

/// Digits and signs that stand for letters, in a word that an order would hold.
fn without_digits(word: &str) -> Option<String> {
    let trimmed = word.trim_matches(['"', '\'', ',', ';', ':', '?', ')', '.']);
    let trimmed = trimmed.trim_start_matches('(');
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '@' | '$' | '!' | '|' | '+');
    if !trimmed.chars().all(is_letter) {
        return None;
    }
    let exact = [trimmed, trimmed.trim_end_matches('!')];
    exact.into_iter().find_map(|word| {
        [['i', 'l'], ['l', 'i'], ['i', 'i'], ['l', 'l']]
            .into_iter()
            .map(|ones| as_letters(word, ones))
            .find(|letters| letters != word && is_known(letters))
    })
}

/// The first `1` and the later ones can stand for different letters.
fn as_letters(word: &str, ones: [char; 2]) -> String {
    let mut ones = ones.into_iter();
    let mut last = 'i';
    let mut letter = |c: char| match c {
        '0' => 'o',
        '1' | '!' | '|' => {
            last = ones.next().unwrap_or(last);
            last
        }
        '2' => 'z',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '6' | '9' => 'g',
        '7' | '+' => 't',
        '8' => 'b',
        other => other,
    };
    word.chars().map(&mut letter).collect()
}

fn is_joiner(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'.' | b'*' | b'/' | b'~' | b',')
}

fn is_telling(word: &str) -> bool {
    TELLING.iter().any(|telling| word.contains(telling))
}

/// `ignore_all_previous_instructions`, `i.g.n.o.r.e`.
fn unjoined(word: &str) -> Option<String> {
    let is_joiner = |c: char| u8::try_from(c).is_ok_and(is_joiner);
    let pieces: Vec<&str> = word
        .split(is_joiner)
        .filter(|piece| !piece.is_empty())
        .collect();
    let singles = pieces.iter().filter(|piece| piece.len() == 1).count();
    if singles >= LETTERS_IN_A_RUN && singles * 4 >= pieces.len() * 3 {
        let letters = pieces.concat();
        return Some(parted(&letters).unwrap_or(letters));
    }
    if singles == pieces.len() {
        return Some(pieces.concat()).filter(|letters| is_known(letters));
    }
    let known = pieces.iter().filter(|piece| is_known(piece)).count();
    (pieces.len() >= 3 && known >= 2).then(|| pieces.join(" "))
}

/// Words run together, as far as they are words that an order would hold.
pub(crate) fn parted(letters: &str) -> Option<String> {
    let mut parted = String::with_capacity(letters.len() + 8);
    let mut known = 0;
    let mut rest = letters;
    let mut was_known = true;
    while let Some(first) = rest.chars().next() {
        let word = longest_known(rest);
        let taken = word.map_or(first.len_utf8(), str::len);
        if !parted.is_empty() && (word.is_some() || was_known) {
            parted.push(' ');
        }
        let (piece, after) = rest.split_at_checked(taken)?;
        parted.push_str(piece);
        known += if word.is_some() { taken } else { 0 };
        was_known = word.is_some();
        rest = after;
    }
    (known * 2 >= letters.len()).then_some(parted)
}

/// Fewer single letters in a row are initials or items of a list.
const LETTERS_IN_A_RUN: usize = 5;

/// The bytes of three letters with a sign between each two.
const JOINED_LETTERS: usize = 5;

/// Single letters in a row, parted by spaces; a wider gap parts words.
#[derive(Default)]
struct LetterRun {
    place: Range<usize>,
    letters: String,
    count: usize,
}

impl LetterRun {
    /// Whether the word was a single letter and is now part of the run.
    fn take(&mut self, token: &Range<usize>, word: &str) -> bool {
        let Some(letter) = single_letter(word) else {
            return false;
        };
        if self.count == 0 {
            self.place = token.clone();
        }
        let gap = token.start - self.place.end.min(token.start);
        if self.count > 0 && gap > 1 {
            self.letters.push(' ');
        }
        self.letters.push(letter);
        self.place.end = token.end;
        self.count += 1;
        true
    }

    fn finish(&mut self) -> Option<Edit> {
        if self.count == 0 {
            return None;
        }
        let run = std::mem::take(self);
        if run.count < LETTERS_IN_A_RUN {
            return None;
        }
        let pieces = run.letters.split(' ');
        let words: Vec<String> = pieces
            .map(|piece| parted(piece).unwrap_or_else(|| piece.to_owned()))
            .collect();
        Some(Edit {
            place: run.place,
            text: words.join(" "),
        })
    }
}

fn single_letter(word: &str) -> Option<char> {
    let mut chars = word.chars();
    let c = chars.next()?;
    if !chars.as_str().is_empty() {
        return None;
    }
    let letter = if c.is_ascii() {
        c
    } else {
        latin_look_alike(c).unwrap_or(c)
    };
    letter.is_alphabetic().then_some(letter)
}
