//! Rates in words, which are rough by nature: `doubled`, `a third of`, `翻一番`, `近七成`.

use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::Decimal;
use assay_figures::{Direction, Needles, cut, periods};

use super::words::token_ranges;

/// How far an exact rate may be from the one in words, in percentage points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slack {
    /// Either way.
    pub(crate) around: Decimal,
    /// Above it, where the sentence says `more than`.
    pub(crate) above: Decimal,
}

/// A rate in words, in per cent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    pub(crate) range: Range<usize>,
    pub(crate) percent: Decimal,
    /// `doubled` is a rise, `a half` is none.
    pub(crate) direction: Option<Direction>,
    pub(crate) slack: Slack,
}

/// One of them stands in every rate in words; they begin with pairs of letters that are rare.
static SIGNS: assay_domain::WordList = assay_domain::word_list!("numeral/spoken/signs");

static NEEDLES: LazyLock<Needles> = LazyLock::new(|| Needles::of(SIGNS.iter().copied()));

/// Whether a text may have rates in words; most have none.
pub(crate) fn may_speak(text: &str) -> bool {
    NEEDLES.is_any_in(text)
}

/// The rates that a sentence gives in words, in order.
pub(crate) fn spoken(sentence: &str) -> Vec<Spoken> {
    if !may_speak(sentence) {
        return Vec::new();
    }
    let mut found = multiples(sentence);
    found.extend(fractions(sentence));
    if !sentence.is_ascii() {
        found.extend(han(sentence));
    }
    found.sort_by_key(|spoken| (spoken.range.start, std::cmp::Reverse(spoken.range.end)));
    let mut end = 0;
    found.retain(|spoken| {
        let is_free = spoken.range.start >= end;
        end = end.max(spoken.range.end);
        is_free
    });
    found
}

fn whole(percent: i64) -> Decimal {
    Decimal::from(percent)
}

/// `times` what it was before; a tenth of that is near enough.
fn multiple(range: Range<usize>, times: i64) -> Spoken {
    Spoken {
        range,
        percent: whole((times - 1) * 100),
        direction: Some(Direction::Up),
        slack: Slack {
            around: whole(times * 5),
            above: whole(100),
        },
    }
}

fn halved(range: Range<usize>) -> Spoken {
    Spoken {
        range,
        percent: whole(50),
        direction: Some(Direction::Down),
        slack: Slack {
            around: whole(4),
            above: whole(25),
        },
    }
}

fn fraction(range: Range<usize>, part: i64, of: i64) -> Option<Spoken> {
    let percent = whole(part * 100).checked_div(whole(of))?.round_dp(1);
    // Up to the next part: more than a third is less than two thirds.
    let step = whole(100).checked_div(whole(of))?;
    (0 < part && part < of).then_some(Spoken {
        range,
        percent,
        direction: None,
        slack: Slack {
            around: whole(if of < 5 { 3 } else { 2 }),
            above: step.min(whole(30)),
        },
    })
}

fn multiples(sentence: &str) -> Vec<Spoken> {
    let mut found = Vec::new();
    for range in token_ranges(sentence) {
        let times = match cut(sentence, range.clone()).to_ascii_lowercase().as_str() {
            "doubled" | "doubling" => 2,
            "tripled" | "trebled" => 3,
            "quadrupled" => 4,
            "halved" => {
                found.push(halved(range));
                continue;
            }
            _ => continue,
        };
        found.push(multiple(range, times));
    }
    found
}

/// `half of`, `a third of`, `three quarters of`, where what follows is no period.
fn fractions(sentence: &str) -> Vec<Spoken> {
    let ranges = token_ranges(sentence);
    let word = |place: Option<usize>| {
        let range = place.and_then(|place| ranges.get(place)).cloned();
        cut(sentence, range.unwrap_or_default()).to_ascii_lowercase()
    };
    let mut found = Vec::new();
    for (place, range) in ranges.iter().enumerate() {
        let of = match word(Some(place)).as_str() {
            "half" => 2,
            "third" | "thirds" => 3,
            "quarter" | "quarters" => 4,
            "fifth" | "fifths" => 5,
            "sixth" | "sixths" => 6,
            "eighth" | "eighths" => 8,
            "tenth" | "tenths" => 10,
            _ => continue,
        };
        let before = place.checked_sub(1);
        let part = match word(before).as_str() {
            "a" | "an" | "one" => 1,
            "two" => 2,
            "three" => 3,
            "four" => 4,
            "five" => 5,
            "six" => 6,
            "seven" => 7,
            "eight" => 8,
            "nine" => 9,
            "first" | "second" | "latter" | "other" | "last" | "past" | "next" | "this" | "the" => {
                continue;
            }
            _ if of == 2 => 0,
            _ => continue,
        };
        let after = cut(sentence, range.end..sentence.len());
        let compared = [
            " lower", " higher", " less", " more", " smaller", " larger", " below", " above",
        ];
        let whole = match after.strip_prefix(" of ") {
            Some(whole) => whole,
            None if part > 0 && compared.iter().any(|word| after.starts_with(word)) => "",
            // `grew by almost half`, `by 600, or two thirds`
            None if is_amount_of_change(cut(sentence, 0..range.start)) && ends_clause(after) => "",
            None => continue,
        };
        let is_time = [
            "the year",
            "the fiscal",
            "fiscal",
            "the quarter",
            "a year",
            "the month",
        ];
        let dated = periods(whole)
            .first()
            .is_some_and(|span| span.range.start < 5);
        // `half of the year`, but a third of the year's growth
        let is_stretch = |time: &&str| {
            let behind = whole.strip_prefix(*time);
            behind.is_some_and(|behind| !behind.starts_with(['\'', '’']))
        };
        if dated || is_time.iter().any(is_stretch) {
            continue;
        }
        let start = match (part, before.and_then(|before| ranges.get(before))) {
            (1.., Some(before)) => before.start,
            _ => range.start,
        };
        found.extend(fraction(start..range.end, part.max(1), of));
    }
    found
}

/// Not `a quarter point`.
fn ends_clause(after: &str) -> bool {
    const LINKS: [&str; 10] = [
        "in", "to", "from", "compared", "year", "over", "since", "between", "during", "on",
    ];
    let next = token_ranges(after).into_iter().next();
    let next = next.map_or("", |range| cut(after, range));
    !after.starts_with(' ') || LINKS.contains(&next)
}

/// What stands before a fraction says that something changed by it.
fn is_amount_of_change(before: &str) -> bool {
    const ROUGH: [&str; 14] = [
        "a", "an", "one", "two", "three", "four", "about", "almost", "nearly", "roughly", "around",
        "over", "more", "than",
    ];
    let words = token_ranges(before).into_iter().rev();
    let words = words.map(|range| cut(before, range));
    let mut words = words.skip_while(|word| ROUGH.contains(word)).take(1);
    words.any(|word| matches!(word, "by" | "or"))
}

fn han_digit(c: char) -> Option<i64> {
    let place = "一二三四五六七八九十".chars().position(|known| known == c);
    let place = place.and_then(|place| i64::try_from(place + 1).ok());
    if c == '两' { Some(2) } else { place }
}

fn han(sentence: &str) -> Vec<Spoken> {
    let mut found = Vec::new();
    for (name, times) in [
        ("翻倍", 2),
        ("翻番", 2),
        ("翻一番", 2),
        ("翻了一番", 2),
        ("翻两番", 4),
    ] {
        let places = sentence.match_indices(name);
        found.extend(places.map(|(at, _)| multiple(at..at + name.len(), times)));
    }
    for (at, name) in sentence
        .match_indices("腰斩")
        .chain(sentence.match_indices("一半"))
        .chain(sentence.match_indices("半数"))
    {
        let range = at..at + name.len();
        if name == "腰斩" {
            found.push(halved(range));
        } else if !cut(sentence, 0..at).ends_with(['另', '前', '后']) {
            found.extend(fraction(range, 1, 2));
        }
    }
    let before = |at: usize| cut(sentence, 0..at).chars().next_back();
    for (at, name) in sentence.match_indices('倍') {
        let lead = before(at).and_then(han_digit).zip(before(at));
        let Some((count, c)) = lead else { continue };
        let start = at - c.len_utf8();
        let verb = cut(sentence, 0..start).trim_end_matches(['了', '超', '过', '近', '约']);
        // `增长两倍` adds twice the amount.
        if ["增长", "增加", "上升", "上涨", "提高", "提升"]
            .iter()
            .any(|word| verb.ends_with(word))
        {
            found.push(multiple(start..at + name.len(), count + 1));
        }
    }
    for (at, name) in sentence.match_indices("分之") {
        let of = before(at).and_then(han_digit).zip(before(at));
        let rest = cut(sentence, at + name.len()..sentence.len())
            .chars()
            .next();
        let part = rest.and_then(han_digit).zip(rest);
        if let (Some((of, first)), Some((part, last))) = (of, part) {
            let range = at - first.len_utf8()..at + name.len() + last.len_utf8();
            found.extend(fraction(range, part, of));
        }
    }
    found.extend(tenths(sentence));
    found
}

/// `七成`, but neither `一成立` nor `第三成员`.
fn tenths(sentence: &str) -> Vec<Spoken> {
    const WORDS: &str = "立为本功员长交果份熟绩品都套型分了双";
    let mut found = Vec::new();
    for (at, name) in sentence.match_indices('成') {
        let mut before = cut(sentence, 0..at).chars().rev();
        let (Some(first), second) = (before.next(), before.next()) else {
            continue;
        };
        let rest = cut(sentence, at + name.len()..sentence.len());
        let is_word = rest.starts_with(|c| WORDS.contains(c));
        let is_ordinal = second.is_some_and(|c| c == '第' || han_digit(c).is_some());
        if let Some(count) = han_digit(first)
            && count < 10
            && !is_word
            && !is_ordinal
        {
            found.extend(fraction(at - first.len_utf8()..at + name.len(), count, 10));
        }
    }
    found
}
