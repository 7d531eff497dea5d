//! A quotation as what its source must show.

use super::Alteration;
use super::fold::{ELLIPSIS, Unit, is_cjk};

/// Each part of a quotation that an ellipsis cuts must have this many words, so that a sentence
/// cannot be put together from scraps. Two Chinese characters count as one word.
pub const MIN_PART_WORDS: usize = 3;
/// A longer insertion is the writer's sentence, not a gloss.
const MAX_INSERTION_WORDS: usize = 6;

/// One thing the source must show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// This character; the source may lack so many items from it on.
    Is { character: char, optional: usize },
    /// This letter in either case: the `[T]` of `[T]he`.
    Letter(char),
    /// Nothing, or one pronoun.
    Insertion,
}

pub(super) struct Pattern {
    /// What stands between ellipses, in order.
    pub(super) parts: Vec<Vec<Item>>,
    /// The writer's own words in brackets that need an owner in the source.
    pub(super) insertions: Vec<String>,
}

/// Everything as it stands, brackets and ellipses included.
pub(super) fn literal(units: &[Unit]) -> Vec<Item> {
    units.iter().map(is).collect()
}

/// A quotation may be broken into lines of its own; a footnote mark that its source lacks is not
/// the source's.
fn is(unit: &Unit) -> Item {
    let of_line = matches!(unit.character, '-' | ' ') && unit.optional <= 2;
    Item::Is {
        character: unit.character,
        optional: if of_line { unit.optional } else { 0 },
    }
}

/// Reads ellipses and brackets as scholars use them. `None` where there are none.
pub(super) fn scholarly(units: &[Unit]) -> Option<Result<Pattern, Alteration>> {
    let marks = |unit: &Unit| unit.character == ELLIPSIS || unit.character == '[';
    units.iter().any(marks).then(|| read(units))
}

fn read(units: &[Unit]) -> Result<Pattern, Alteration> {
    let mut parts = vec![Vec::new()];
    let mut insertions = Vec::new();
    let mut at = 0;
    while let Some(unit) = units.get(at) {
        if unit.character == ELLIPSIS {
            parts.push(Vec::new());
            at += 1;
            continue;
        }
        let inside = bracket(units, at);
        let Some(part) = parts.last_mut() else {
            break;
        };
        let Some(inside) = inside else {
            part.push(is(unit));
            at += 1;
            continue;
        };
        at += inside.len() + 2;
        let text: String = inside.iter().map(|unit| unit.character).collect();
        match meaning(&text, part.last(), units.get(at)) {
            Bracket::Ellipsis => parts.push(Vec::new()),
            Bracket::Note | Bracket::Mark => trim_end(part),
            Bracket::Letter(letter) => part.push(Item::Letter(letter)),
            Bracket::Insertion => {
                is_gloss(&text)?;
                part.push(Item::Insertion);
                insertions.push(text);
            }
            Bracket::PartOfWord => return Err(Alteration::ChangesWord { insertion: text }),
        }
    }
    let mut parts: Vec<Vec<Item>> = parts.iter().map(|part| trimmed(part)).collect();
    parts.retain(|part| !part.is_empty());
    if parts.len() > 1
        && let Some(short) = parts.iter().find(|part| words(part) < MIN_PART_WORDS)
    {
        return Err(Alteration::PartTooShort {
            part: text_of(short),
        });
    }
    Ok(Pattern { parts, insertions })
}

/// The units inside the bracket that opens at `at`.
fn bracket(units: &[Unit], at: usize) -> Option<&[Unit]> {
    let rest = units.get(at..)?;
    let [open, inside @ ..] = rest else {
        return None;
    };
    if open.character != '[' {
        return None;
    }
    let end = inside.iter().position(|unit| unit.character == ']')?;
    inside.get(..end)
}

enum Bracket {
    Ellipsis,
    /// `[sic]`, `[emphasis added]`: about the quotation, not in it.
    Note,
    Letter(char),
    /// `[1]`: a footnote or citation mark.
    Mark,
    Insertion,
    PartOfWord,
}

static NOTES: assay_domain::WordList = assay_domain::word_list!("quote/pattern/notes");

fn meaning(text: &str, before: Option<&Item>, after: Option<&Unit>) -> Bracket {
    let word = |c: char| c.is_alphanumeric() && !is_cjk(c);
    let tight_before = matches!(before, Some(Item::Is { character, .. } | Item::Letter(character)) if word(*character));
    let tight_after = after.is_some_and(|unit| word(unit.character));
    let mut characters = text.chars();
    if text == ELLIPSIS.to_string() {
        return Bracket::Ellipsis;
    }
    if let (Some(letter), None) = (characters.next(), characters.next())
        && letter.is_alphabetic()
        && !is_cjk(letter)
        && tight_after
        && !tight_before
    {
        return Bracket::Letter(letter);
    }
    if NOTES.contains(&text.to_lowercase().as_str()) {
        return Bracket::Note;
    }
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()) && text.len() <= 3 {
        return Bracket::Mark;
    }
    if tight_before || tight_after {
        return Bracket::PartOfWord;
    }
    Bracket::Insertion
}

/// Words that turn a statement round; an ellipsis must not hide them.
static NEGATIONS: assay_domain::WordList = assay_domain::word_list!("quote/pattern/negations");
const CHINESE_NEGATIONS: &[&str] = &["不", "没", "未", "无", "非", "勿", "除", "否"];
/// Words that bound a statement; no bracket may put them or the above into another's mouth.
const BOUNDS: &[&str] = &[
    "only", "if", "may", "might", "could", "would", "should", "must", "all", "every", "always",
    "some", "most",
];
const CHINESE_BOUNDS: &[&str] = &[
    "仅", "可能", "或许", "如果", "若", "必须", "所有", "全部", "部分",
];

/// The first word of `text` that turns a statement round.
pub(super) fn negation(text: &str) -> Option<String> {
    one_of(text, &NEGATIONS, CHINESE_NEGATIONS)
}

fn one_of(text: &str, latin: &[&str], chinese: &[&str]) -> Option<String> {
    let text = text.replace('’', "'").to_lowercase();
    let word = text
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .find(|word| latin.contains(word) || word.ends_with("n't"));
    let found = word.or_else(|| {
        let character = chinese.iter().find(|turning| text.contains(**turning));
        character.copied()
    });
    found.map(str::to_owned)
}

fn is_gloss(text: &str) -> Result<(), Alteration> {
    if let Some(word) = negation(text).or_else(|| one_of(text, BOUNDS, CHINESE_BOUNDS)) {
        return Err(Alteration::InsertsWord { word });
    }
    if let Some(digit) = text.chars().find(|c| c.is_numeric()) {
        return Err(Alteration::InsertsWord {
            word: digit.to_string(),
        });
    }
    let items: Vec<Item> = text
        .chars()
        .map(|character| Item::Is {
            character,
            optional: 0,
        })
        .collect();
    if words(&items) > MAX_INSERTION_WORDS || words(&items) == 0 {
        return Err(Alteration::ForeignInsertion {
            insertion: text.to_owned(),
        });
    }
    Ok(())
}

fn trimmed(part: &[Item]) -> Vec<Item> {
    let mut part = part.to_vec();
    trim_end(&mut part);
    let blank = part.iter().take_while(|item| is_blank(item)).count();
    part.split_off(blank)
}

fn trim_end(part: &mut Vec<Item>) {
    while part.last().is_some_and(is_blank) {
        part.pop();
    }
}

fn is_blank(item: &Item) -> bool {
    matches!(item, Item::Is { character, .. } if character.is_whitespace())
}

/// Words of a part, a Chinese character for half a word.
fn words(part: &[Item]) -> usize {
    let (mut halves, mut inside) = (0, false);
    for item in part {
        let character = match item {
            Item::Is { character, .. } | Item::Letter(character) => *character,
            Item::Insertion => ' ',
        };
        if is_cjk(character) && character.is_alphanumeric() {
            halves += 1;
            inside = false;
        } else if character.is_alphanumeric() {
            halves += if inside { 0 } else { 2 };
            inside = true;
        } else if character != '\'' && character != '-' && character != ',' && character != '.' {
            inside = false;
        }
    }
    halves / 2
}

fn text_of(part: &[Item]) -> String {
    part.iter()
        .map(|item| match item {
            Item::Is { character, .. } | Item::Letter(character) => *character,
            Item::Insertion => '□',
        })
        .collect()
}
