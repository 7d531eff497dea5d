//! What a careless or dishonest writer does to a quotation.

use super::Sentence;

pub(super) struct Mutant {
    pub(super) kind: &'static str,
    pub(super) quote: String,
    /// What the sentence cites.
    pub(super) source: String,
}

type Change = fn(&[&str], &[&str], usize) -> Option<Vec<String>>;

/// Changes of the words of a sentence; the second list is another sentence.
const CHANGES: &[(&str, Change)] = &[
    ("word replaced", word_replaced),
    ("word dropped", word_dropped),
    ("negation removed or added", negated),
    ("number changed", number_changed),
    ("homoglyph", homoglyph),
    ("two words exchanged", exchanged),
    ("plural", plural),
    ("case of a name", case_of_name),
    ("unit changed", unit_changed),
    ("punctuation", punctuation),
    ("letter changed", letter_changed),
    ("question for statement", question),
    ("first letter lost", first_letter_lost),
    ("negation in brackets", bracketed_negation),
    ("parts in the wrong order", wrong_order),
    ("scraps put together", scraps),
    ("hyphen lost", hyphen_lost),
    ("half of a compound", half_of_compound),
    ("bracket lost", bracket_lost),
    ("decimal point moved", point_moved),
    ("number without its scale", scale_cut_off),
    ("footnote mark invented", mark_invented),
    ("name put into brackets", foreign_name),
    ("ending in brackets", bracketed_ending),
];

/// Every change that fits the sentence. Changes that leave it as it was are no mutants.
pub(super) fn mutants(sentence: &Sentence, other: &Sentence, seed: usize) -> Vec<Mutant> {
    let words: Vec<&str> = sentence.text.split_whitespace().collect();
    let others: Vec<&str> = other.text.split_whitespace().collect();
    let original = words.join(" ");
    let mut found = Vec::new();
    for (kind, change) in CHANGES {
        let changed = change(&words, &others, seed).map(|words| words.join(" "));
        if let Some(quote) = changed.filter(|quote| *quote != original) {
            found.push(Mutant {
                kind,
                quote,
                source: sentence.source.clone(),
            });
        }
    }
    // Said twice, a part may well follow the other one in this order too.
    let (first, second) = words.split_at(words.len() / 2);
    let once = |part: &[&str]| {
        let text = part.join(" ");
        sentence.source.matches(text.trim_end_matches('.')).count() < 2
    };
    if !once(first) || !once(second) {
        found.retain(|mutant: &Mutant| mutant.kind != "parts in the wrong order");
    }
    found.extend(elsewhere(sentence, other));
    found.extend(across_paragraphs(sentence, &words));
    found.extend(hidden_negation(sentence, &words));
    found
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Places between the first and the last word, beginning somewhere.
fn inner(words: &[&str], seed: usize) -> impl Iterator<Item = usize> {
    let count = words.len().saturating_sub(2).max(1);
    (0..count).map(move |step| 1 + (seed + step) % count)
}

/// The sentence with the first inner word changed that `change` has something for.
fn one_changed(
    words: &[&str],
    seed: usize,
    change: impl Fn(&str) -> Option<String>,
) -> Option<Vec<String>> {
    let (at, with) = inner(words, seed)
        .find_map(|at| words.get(at).and_then(|word| Some((at, change(word)?))))?;
    let mut changed = owned(words);
    *changed.get_mut(at)? = with;
    Some(changed)
}

fn is_plain(word: &str) -> bool {
    word.len() > 3 && word.chars().all(|c| c.is_ascii_lowercase())
}

fn word_replaced(words: &[&str], others: &[&str], seed: usize) -> Option<Vec<String>> {
    let other = others
        .iter()
        .find(|word| is_plain(word) && !words.contains(word))?;
    one_changed(words, seed, |word| {
        is_plain(word).then(|| (*other).to_owned())
    })
}

fn word_dropped(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    let at = inner(words, seed).next()?;
    let mut changed = owned(words);
    changed.remove(at);
    // Of two equal neighbours it does not matter which is gone.
    (words.get(at) != words.get(at + 1)).then_some(changed)
}

fn negated(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    let mut changed = owned(words);
    if let Some(at) = words
        .iter()
        .position(|word| *word == "not" || *word == "no")
    {
        changed.remove(at);
    } else {
        changed.insert(inner(words, seed).next()?, "not".to_owned());
    }
    Some(changed)
}

fn number_changed(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    one_changed(words, seed, |word| {
        let at = word.find(|c: char| c.is_ascii_digit())?;
        let digit: u8 = word.get(at..=at)?.parse().ok()?;
        let mut changed = word.to_owned();
        changed.replace_range(at..=at, &((digit + 1) % 10).to_string());
        Some(changed)
    })
}

fn homoglyph(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    const ALIKE: &[(char, &str)] = &[
        ('a', "а"),
        ('e', "е"),
        ('o', "ο"),
        ('c', "с"),
        ('p', "р"),
        ('i', "і"),
        ('l', "1"),
        ('0', "O"),
    ];
    one_changed(words, seed, |word| {
        let start = seed % ALIKE.len();
        let mut order = ALIKE.iter().cycle().skip(start).take(ALIKE.len());
        let (letter, alike) = order.find(|(letter, _)| word.contains(*letter))?;
        Some(word.replacen(*letter, alike, 1))
    })
}

fn exchanged(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    let at = inner(words, seed).find(|at| words.get(*at) != words.get(at + 1))?;
    let mut changed = owned(words);
    (at + 1 < changed.len()).then(|| changed.swap(at, at + 1))?;
    Some(changed)
}

fn plural(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    one_changed(words, seed, |word| {
        is_plain(word).then(|| match word.strip_suffix('s') {
            Some(stem) => stem.to_owned(),
            None => format!("{word}s"),
        })
    })
}

fn case_of_name(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    one_changed(words, seed, |word| {
        let first = word.chars().next().filter(char::is_ascii_uppercase)?;
        let rest = word.get(1..)?;
        Some(format!("{}{rest}", first.to_ascii_lowercase()))
    })
}

fn unit_changed(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    const UNITS: &[(&str, &str)] = &[
        ("million", "billion"),
        ("billion", "million"),
        ("thousand", "million"),
        ("millions", "thousands"),
        ("percent", "points"),
        ("year", "quarter"),
        ("years", "months"),
        ("months", "years"),
        ("quarter", "year"),
        ("days", "weeks"),
    ];
    one_changed(words, seed, |word| {
        if word.ends_with('%') {
            return Some(word.replace('%', "‰"));
        }
        if word.starts_with('$') {
            return Some(word.replacen('$', "€", 1));
        }
        let stem = word.trim_end_matches([',', ';']);
        let (_, other) = UNITS.iter().find(|(unit, _)| *unit == stem)?;
        Some(word.replacen(stem, other, 1))
    })
}

fn punctuation(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    let lost = one_changed(words, seed, |word| {
        word.strip_suffix(',').map(str::to_owned)
    });
    lost.or_else(|| {
        one_changed(words, seed, |word| {
            is_plain(word).then(|| format!("{word},"))
        })
    })
}

fn letter_changed(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    one_changed(words, seed, |word| {
        let at = seed % word.len();
        let letter = word.as_bytes().get(at).filter(|b| b.is_ascii_lowercase())?;
        let other = if *letter == b'z' { b'a' } else { letter + 1 };
        let mut changed = word.to_owned();
        changed.replace_range(at..=at, &char::from(other).to_string());
        Some(changed)
    })
}

fn question(words: &[&str], _: &[&str], _: usize) -> Option<Vec<String>> {
    let mut changed = owned(words);
    let last = changed.last_mut()?;
    *last = format!("{}?", last.trim_end_matches('.'));
    Some(changed)
}

fn first_letter_lost(words: &[&str], _: &[&str], _: usize) -> Option<Vec<String>> {
    let mut changed = owned(words);
    let first = changed.first_mut()?;
    let starts = first.chars().all(|c| c.is_ascii_alphabetic()) && first.len() > 2;
    starts.then(|| first.remove(0))?;
    Some(changed)
}

fn bracketed_negation(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    let mut changed = owned(words);
    changed.insert(inner(words, seed).next()?, "[not]".to_owned());
    Some(changed)
}

fn wrong_order(words: &[&str], _: &[&str], _: usize) -> Option<Vec<String>> {
    let (first, second) = words.split_at_checked(words.len() / 2)?;
    let mut changed = owned(second);
    changed.push("…".to_owned());
    changed.extend(owned(first));
    Some(changed)
}

fn scraps(words: &[&str], _: &[&str], _: usize) -> Option<Vec<String>> {
    let (first, second) = (words.get(..2)?, words.get(words.len() - 2..)?);
    let mut changed = owned(first);
    changed.push("[...]".to_owned());
    changed.extend(owned(second));
    Some(changed)
}

fn hyphen_lost(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    one_changed(words, seed, |word| {
        let (left, right) = word.split_once('-')?;
        let with = if seed.is_multiple_of(2) { " " } else { "" };
        (!left.is_empty() && !right.is_empty()).then(|| format!("{left}{with}{right}"))
    })
}

/// `GAAP measures` for `non-GAAP measures`.
fn half_of_compound(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    let (at, half) = inner(words, seed).find_map(|at| {
        let (left, right) = words.get(at)?.split_once('-')?;
        let letters = |part: &str| !part.is_empty() && part.chars().all(char::is_alphabetic);
        (letters(left) && letters(right)).then_some((at, right))
    })?;
    let mut changed = vec![half.to_owned()];
    changed.extend(owned(words.get(at + 1..)?));
    Some(changed)
}

fn bracket_lost(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    one_changed(words, seed, |word| {
        word.strip_prefix('(').map(str::to_owned)
    })
}

fn point_moved(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    one_changed(words, seed, |word| {
        let (whole, rest) = word.split_once('.')?;
        let digit = rest.chars().next().filter(char::is_ascii_digit)?;
        whole
            .ends_with(|c: char| c.is_ascii_digit())
            .then(|| format!("{whole}{digit}.{}", rest.get(1..).unwrap_or_default()))
    })
}

/// A quotation that ends before `million`.
fn scale_cut_off(words: &[&str], _: &[&str], _: usize) -> Option<Vec<String>> {
    let scales = ["million", "billion", "thousand", "percent", "basis"];
    let at = words
        .iter()
        .position(|word| scales.contains(&word.trim_end_matches([',', ';', '.'])))?;
    let number = words.get(at.checked_sub(1)?)?;
    let kept = owned(words.get(..at)?);
    (number.ends_with(|c: char| c.is_ascii_digit()) && kept.len() > 2).then_some(kept)
}

fn mark_invented(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    one_changed(words, seed, |word| {
        is_plain(word).then(|| format!("{word}(7)"))
    })
}

fn foreign_name(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    let mut changed = owned(words);
    changed.insert(
        inner(words, seed).next()?,
        "[Tessaro Automation]".to_owned(),
    );
    Some(changed)
}

fn bracketed_ending(words: &[&str], _: &[&str], seed: usize) -> Option<Vec<String>> {
    one_changed(words, seed, |word| {
        is_plain(word).then(|| format!("{word}[ed]"))
    })
}

/// The sentence cited to a passage that does not have it.
fn elsewhere(sentence: &Sentence, other: &Sentence) -> Option<Mutant> {
    let foreign = !other.source.contains(&sentence.text);
    foreign.then(|| Mutant {
        kind: "quoted from another passage",
        quote: sentence.text.clone(),
        source: other.source.clone(),
    })
}

/// The beginning of a sentence with the end of one in the next paragraph.
fn across_paragraphs(sentence: &Sentence, words: &[&str]) -> Option<Mutant> {
    let head = words.get(..5)?.join(" ");
    // One that begins with a small letter goes on over a page break: it is no other paragraph.
    let prose = sentence.next.lines().find(|line| {
        let begins = line.starts_with(|c: char| c.is_uppercase());
        let whole = begins && line.ends_with('.') && !line.contains('|');
        whole && line.split_whitespace().count() > 12
    })?;
    let tail: Vec<&str> = prose.split_whitespace().collect();
    let tail = tail.get(tail.len() - 5..)?.join(" ");
    // Where one paragraph has both, the quotation would be right, whatever mark ends it.
    let end = tail.trim_end_matches('.');
    let own = sentence.source.contains(end) || prose.contains(&head);
    (!own).then(|| Mutant {
        kind: "ellipsis across paragraphs",
        quote: format!("{head} … {tail}"),
        source: format!("{}\n\n{prose}", sentence.source),
    })
}

/// An ellipsis in place of a negation.
fn hidden_negation(sentence: &Sentence, words: &[&str]) -> Option<Mutant> {
    let at = words.iter().position(|word| *word == "not")?;
    let (before, after) = (words.get(..at)?, words.get(at + 1..)?);
    let long = before.len() >= 3 && after.len() >= 3;
    long.then(|| Mutant {
        kind: "negation hidden by an ellipsis",
        quote: format!("{} … {}", before.join(" "), after.join(" ")),
        source: sentence.source.clone(),
    })
}
