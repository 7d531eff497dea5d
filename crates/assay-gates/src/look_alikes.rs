use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

/// The Latin letter that a small letter of another alphabet looks like. `None` for a letter that
/// looks like none.
pub(crate) fn latin_look_alike(c: char) -> Option<char> {
    let squared = match c {
        '\u{1f110}'..='\u{1f129}' => Some(u32::from(c) - 0x1f110),
        '\u{1f130}'..='\u{1f149}' => Some(u32::from(c) - 0x1f130),
        '\u{1f150}'..='\u{1f169}' => Some(u32::from(c) - 0x1f150),
        '\u{1f170}'..='\u{1f189}' => Some(u32::from(c) - 0x1f170),
        '\u{1f1e6}'..='\u{1f1ff}' => Some(u32::from(c) - 0x1f1e6),
        _ => None,
    };
    if let Some(number) = squared {
        return char::from_u32(u32::from('a') + number);
    }
    let place = BY_LETTER
        .binary_search_by_key(&c, |(other, _)| *other)
        .ok()?;
    BY_LETTER.get(place).map(|(_, latin)| *latin)
}

/// The letters of [`ALIKE`] in order, each with the first Latin one that it stands beside: every letter
/// beyond ASCII is looked for here, which in a Chinese text is each of them.
static BY_LETTER: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let mut letters: BTreeMap<char, char> = BTreeMap::new();
    for (latin, others) in ALIKE {
        for other in others.chars() {
            letters.entry(other).or_insert(latin);
        }
    }
    letters.into_iter().collect()
});

/// The second Latin letter that a letter looks like, where its capital form looks like another.
pub(crate) fn second_look_alike(c: char) -> Option<char> {
    match c {
        'ν' => Some('n'),
        'η' => Some('h'),
        'υ' => Some('y'),
        'μ' => Some('u'),
        'и' => Some('u'),
        _ => None,
    }
}

/// A text in which words that mix letters of two alphabets are written in Latin ones.
pub(crate) struct InLatin {
    pub(crate) text: String,
    /// For each byte of the text, its place in the original; one more for the end.
    places: Vec<usize>,
}

impl InLatin {
    /// `None` where no word mixes alphabets, as in nearly every text.
    pub(crate) fn of(original: &str) -> Option<Self> {
        let foreign = |c: char| !c.is_ascii() && latin_look_alike(c).is_some();
        let is_mixed =
            |word: &str| word.contains(foreign) && word.contains(|c: char| c.is_ascii_alphabetic());
        if original.is_ascii() || !original.split_whitespace().any(is_mixed) {
            return None;
        }
        let mut latin = Self {
            text: String::with_capacity(original.len()),
            places: Vec::with_capacity(original.len() + 1),
        };
        let mut word_is_mixed = false;
        let mut is_inside = false;
        for (at, c) in original.char_indices() {
            if !is_inside {
                let rest = original.get(at..).unwrap_or_default();
                word_is_mixed = rest.split_whitespace().next().is_some_and(is_mixed);
            }
            is_inside = !c.is_whitespace();
            let small = c.to_lowercase().next().unwrap_or(c);
            let alike = (word_is_mixed && !c.is_ascii())
                .then(|| latin_look_alike(small))
                .flatten();
            latin.text.push(alike.unwrap_or(c));
            latin.places.resize(latin.text.len(), at);
        }
        latin.places.push(original.len());
        Some(latin)
    }

    /// The place in the original that a place in this text was made from.
    pub(crate) fn original(&self, place: &Range<usize>) -> Range<usize> {
        let at = |at: usize| self.places.get(at).or(self.places.last()).copied();
        at(place.start).unwrap_or_default()..at(place.end).unwrap_or_default()
    }
}

/// Letters and signs that are drawn like a Latin letter, after accents and capitals are gone.
const ALIKE: [(char, &str); 26] = [
    ('a', "аαɑᴀꭺɐ"),
    ('b', "ьвβʙɓƅᏼ฿"),
    ('c', "сϲᴄƈ¢ꮯɔ"),
    ('d', "ԁᴅɗժꮷ"),
    ('e', "еεᴇєҽ℮ɛǝəэꭼ"),
    ('f', "ғꜰƒϝքꞙ"),
    ('g', "ɡɢցԍɠ"),
    ('h', "һнʜհɦ"),
    ('i', "іιɪɩɨꙇ¡ꭵ"),
    ('j', "јϳᴊյʝ"),
    ('k', "кκᴋҝⲕƙ"),
    ('l', "ʟӏⵏɭℓ"),
    ('m', "мμᴍϻ₥ɱ"),
    ('n', "пηɴոռиɲɳ"),
    ('o', "оοσᴏօဝ०೦൦๐ჿѳ"),
    ('p', "рρᴘƿ"),
    ('q', "ԛզգɋ"),
    ('r', "гʀᴦɾɹя"),
    ('s', "ѕꜱʂƽꮪ§"),
    ('t', "тτᴛƭʇ†"),
    ('u', "υᴜսцʊ"),
    ('v', "νᴠѵʋʌ"),
    ('w', "ωᴡшѡԝա"),
    ('x', "хχ×ӽ"),
    ('y', "уγʏүყɣ"),
    ('z', "ζᴢʐƶȥʒ"),
];

#[cfg(test)]
mod tests {
    use super::{ALIKE, latin_look_alike};

    #[test]
    fn a_letter_is_found_as_by_looking_through_the_rows() {
        for c in '\0'..='\u{ffff}' {
            let row = ALIKE.iter().find(|(_, others)| others.contains(c));
            assert_eq!(latin_look_alike(c), row.map(|(latin, _)| *latin), "{c}");
        }
    }
}
