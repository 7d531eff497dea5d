//! Word lists that the binding of figures needs, separated by spaces.

use std::sync::LazyLock;

use crate::direction::{
    Direction, direction_at_end_of_han, direction_behind, direction_in_han, direction_word,
};
use crate::scan::{Needles, WordSet};

/// Verbs whose subject owns the figure that follows.
const OWNING: &str = "reported posted recorded generated held holds had has expects guided forecast said \
    estimates controls commands achieved delivered booked earned spent invested employs \
    employed shipped won trades plans raised cut ended";

/// Subjects of such verbs that are no company.
const NOBODY: &str = "management analysts investors customers buyers demand shares directors regulators \
    economists competitors suppliers mr ms mrs dr customer supplier";

/// Words that narrow no metric.
const FUNCTION: &str = "stand stands standing a about achieved after again against ago all almost also amounted an and annual annually \
    approximately are around as at basis be been before being between billion booked both \
    business but by came climbed cny company compared consolidated contracted day days \
    decline declined decrease decreased delivered division down dropped during each earlier \
    earned end ended ending equal equalled eur expanded expect expected expects fall fell \
    figure fiscal for from full further gbp generated give gives giving grew group grow \
    growth had half has have having held her here high his hold holds if improved in \
    increase increased into is it its jumped just last least less level low made making \
    margin-of market may might million month months more most narrowed nearly net-of new \
    next no not now of on on-year only onto or other others our over per percent period \
    point points posted previous previously prior quarter quarterly quarters reach reached \
    record recorded remained remains report reported reports represented representing \
    respectively restated rise rmb rose roughly said same says segment slipped so spent \
    still stood such than that the their then there these they this those thousand through \
    to total totaled totalled trillion under unit up usd versus vs was we were when where \
    which while who whose widened will with within would year year-on-year yearly years";

/// As [`FUNCTION`], longer ones first where one contains another.
static FUNCTION_HAN: assay_domain::WordList = assay_domain::word_list!("figure/words/function_han");

/// Words that change what a number means wherever they stand in its sentence.
const MODIFIERS: [(&str, &str); 16] = [
    ("organic", "organic"),
    ("constant currenc", "constant-currency"),
    ("pro forma", "pro-forma"),
    ("preliminary", "preliminary"),
    ("adjusted", "adjusted"),
    ("underlying", "underlying"),
    ("like-for-like", "like-for-like"),
    ("quarter on quarter", "sequential"),
    ("quarter-on-quarter", "sequential"),
    ("sequential", "sequential"),
    ("annualis", "annualised"),
    ("annualiz", "annualised"),
    ("环比", "sequential"),
    ("有机", "organic"),
    ("初步", "preliminary"),
    ("调整后", "adjusted"),
];

pub(super) fn is_change_word(lower: &str) -> bool {
    let is_han_word =
        || direction_in_han(lower).is_some_and(|(start, end, _)| end - start == lower.len());
    lower == "by" || direction_word(lower).is_some() || is_han_word()
}

/// Which way `between` says the metric moved, or the two words behind the number.
pub(super) fn change_of(between: &str, tail: &str) -> Option<Direction> {
    let words = between.split(|c: char| !c.is_ascii_alphabetic());
    let behind = tail.split_whitespace().take(2);
    let named = words
        .filter_map(direction_word)
        .chain(behind.filter_map(direction_behind));
    let mut found: Vec<Direction> = named.collect();
    if !between.is_ascii() {
        // `CPI同比上涨2.1%` is the level of a metric that is itself a change of prices.
        let is_of_prices = |run: &str| run.contains("上涨") || run.contains("下跌");
        let runs = between
            .split(|c| !is_han(c))
            .filter(|run| !is_of_prices(run));
        found.extend(runs.filter_map(direction_at_end_of_han));
        found.extend(between.contains("增速").then_some(Direction::Up));
    }
    // `growth fell 3 %`
    let falls = found.contains(&Direction::Down);
    if falls {
        Some(Direction::Down)
    } else {
        found.pop()
    }
}

pub(super) fn owns(verb: &str) -> bool {
    OWNING.split(' ').any(|listed| listed == verb)
}

pub(super) fn is_nobody(lower: &str) -> bool {
    NOBODY.split(' ').any(|listed| listed == lower)
}

static FUNCTION_WORDS: LazyLock<WordSet> =
    LazyLock::new(|| WordSet::of(FUNCTION.split_whitespace()));

/// In upper or lower case.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.contains(word) || direction_word(word).is_some()
}

static MODIFIER_NEEDLES: LazyLock<Needles> =
    LazyLock::new(|| Needles::of(MODIFIERS.iter().map(|(needle, _)| *needle)));

pub(super) fn modifiers_in(sentence: &str) -> impl Iterator<Item = &'static str> {
    let places = MODIFIER_NEEDLES.places_in(sentence).into_iter();
    places.filter_map(|place| MODIFIERS.get(place).map(|(_, word)| *word))
}

/// What is left of a run of Chinese characters without its function words.
pub(super) fn without_function_han(text: &str) -> String {
    let mut rest = text.to_owned();
    for word in FUNCTION_HAN.iter().copied() {
        if rest.contains(word) {
            rest = rest.replace(word, "");
        }
    }
    rest
}

pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// A light stem, enough to bring `sensors` and `sensor` together.
pub fn stem(word: &str) -> String {
    stem_of(word).to_owned()
}

pub(super) fn stem_of(word: &str) -> &str {
    let plural =
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
    match word.strip_suffix('s') {
        Some(singular) if plural => singular,
        _ => word,
    }
}
