//! What kind of arithmetic the words of a sentence announce.

use assay_figures::{Direction, direction_behind, direction_in_han, number_word};

use super::lexicon::{Key, own_key, stem};
use super::listed::{WordList, Words};
use crate::numeral::tokens;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cues {
    pub(crate) change: bool,
    pub(crate) way: Option<Direction>,
    pub(crate) share: bool,
    pub(crate) total: bool,
    pub(crate) difference: bool,
    /// What is left, or not so.
    pub(crate) rest: bool,
    /// Per, average, a year.
    pub(crate) each: bool,
    /// What an amount is for one of.
    pub(crate) per: Option<Key>,
    /// From one year to another, or up to one.
    pub(crate) over: bool,
    /// So many to one.
    pub(crate) ratio: bool,
    /// Of the quarter, without saying which.
    pub(crate) quarter: bool,
    /// After a year, without an end.
    pub(crate) beyond: bool,
    /// `exceeded`, `was less than`: whether what is named first is the larger.
    pub(crate) ahead: Option<Direction>,
    /// A part of what something grew or shrank by.
    pub(crate) of_change: bool,
    /// `than two years before`: how far back it looks.
    pub(crate) years_back: Option<i16>,
    /// Of the year before the one that is spoken of.
    pub(crate) year_before: bool,
    /// `across the three years`: over how many it tells.
    pub(crate) years_told: Option<usize>,
}

static CHANGE: WordList = WordList::new(|| {
    Words::of(
        "change changed difference added addition doubled tripled halved fold multiplied swing swung shift shifted \
         saved saving savings",
    )
});
static SHARE: WordList = WordList::new(|| {
    Words::of(
        "of margin share percentage proportion accounted represented contributed generated supplied made \
         came comprised constituted ratio half third quarter thirds quarters fifth fifths most majority from fraction \
         billed equivalent equal",
    )
});
static TOTAL: WordList = WordList::new(|| {
    Words::of(
        "total totaled totalled combined sum together aggregate altogether and or overall both plus all two three four \
         five jointly collectively kinds",
    )
});
static DIFFERENCE: WordList = WordList::new(|| {
    Words::of(
        "gap difference exceeded exceed exceeds exceeding more less fewer than without excluding net \
         minus between beyond over outstripped outpaced above below short ahead surplus spread shortfall larger \
         smaller bigger higher lower topped surpassed overtook outweighed trailed behind lagged lead led apart \
         versus against deducting subtracting cushion headroom excess",
    )
});
static REST: WordList = WordList::new(|| {
    Words::of(
        "rest remaining remainder remained unused left available not other others outside non still yet \
         failed without excluding except unspent undrawn outstanding elsewhere abroad overseas international",
    )
});
static EACH: WordList = WordList::new(|| {
    Words::of("per average averaged averaging each annually yearly monthly quarterly every price")
});

impl Cues {
    pub(crate) fn of(sentence: &str) -> Self {
        let words: Vec<String> = tokens(sentence)
            .into_iter()
            .map(str::to_lowercase)
            .collect();
        let any = |list: &Words| words.iter().any(|word| list.contains(word));
        let is_latin = sentence.is_ascii();
        let han = |list: &[&str]| !is_latin && list.iter().any(|word| sentence.contains(word));
        let lower = sentence.to_lowercase();
        // `falls due` goes nowhere
        let next = |at: usize| words.get(at + 1).map_or("", String::as_str);
        let moving = words
            .iter()
            .enumerate()
            .filter(|(at, _)| next(*at) != "due");
        let latin = moving
            .map(|(_, word)| word)
            .find_map(|word| direction_behind(word));
        let way = latin.or_else(|| direction_in_han(sentence).map(|(_, _, way)| way));
        Self {
            change: way.is_some()
                || any(&CHANGE)
                || han(&[
                    "增", "减", "升", "降", "跌", "涨", "变动", "翻", "同比", "环比",
                ]),
            way,
            share: any(&SHARE)
                || sentence.contains('%')
                || han(&[
                    "占", "率", "比例", "份额", "分之", "一半", "半数", "成", "来自", "贡献",
                ]),
            total: any(&TOTAL)
                || han(&[
                    "合计", "总计", "共计", "总额", "累计", "之和", "和", "及", "共",
                ]),
            difference: any(&DIFFERENCE)
                || han(&[
                    "差", "多", "少", "超", "高", "低", "余", "剔除", "扣除", "除", "领先", "落后",
                    "大于", "小于",
                ]),
            rest: any(&REST) || han(&["其余", "剩余", "尚未", "未", "不", "以外", "余"]),
            per: thing_counted(&words, sentence),
            ratio: words.iter().any(|word| word == "ratio") || han(&["比率", "倍数"]),
            quarter: any(&QUARTER) || sentence.contains("季度"),
            beyond: any(&BEYOND) || han(&["以后", "之后", "年后"]),
            ahead: ahead(&words, sentence),
            of_change: is_of_change(&words) || han(&["增量", "增长额", "增加额"]),
            years_back: years_back(&words, sentence),
            year_before: YEAR_BEFORE.iter().any(|words| lower.contains(words)),
            years_told: years_told(&words, sentence),
            over: goes_over_time(&lower) || han(&["至", "到", "年间", "以来"]),
            each: any(&EACH)
                || [
                    " a year",
                    " a quarter",
                    " a month",
                    " a week",
                    " a day",
                    " a share",
                ]
                .iter()
                .any(|pace| sentence.contains(pace))
                || han(&["每", "平均", "均", "人均"]),
        }
    }
}

/// From one period to another, or up to one.
fn goes_over_time(lower: &str) -> bool {
    static STRETCHES: assay_domain::WordList = assay_domain::word_list!("wording/cues/stretches");
    STRETCHES.iter().any(|stretch| lower.contains(stretch))
}

static YEAR_BEFORE: assay_domain::WordList = assay_domain::word_list!("wording/cues/year_before");

static QUARTER: WordList = WordList::new(|| Words::of("quarter quarterly quarter's"));

static BEYOND: WordList = WordList::new(|| Words::of("after beyond thereafter later"));

/// Whether a sentence puts what it names first above or below what it names next.
fn ahead(words: &[String], sentence: &str) -> Option<Direction> {
    static ABOVE: WordList = WordList::new(|| {
        Words::of("exceeded exceeds exceed topped surpassed outweighed overtook outstripped")
    });
    static BELOW: WordList = WordList::new(|| Words::of("trailed lagged"));
    let any = |list: &Words| words.iter().any(|word| list.contains(word));
    let han = |list: &[&str]| list.iter().any(|word| sentence.contains(word));
    match () {
        () if any(&ABOVE) || han(&["高于", "超过", "多于"]) => Some(Direction::Up),
        () if any(&BELOW) || han(&["低于", "少于"]) => Some(Direction::Down),
        () => None,
    }
}

/// `two years before`, `over three years`, `两年前`: how many years lie between the two that are compared.
fn years_back(words: &[String], sentence: &str) -> Option<i16> {
    const NUMBERS: [(&str, i16); 4] = [("two", 2), ("three", 3), ("four", 4), ("five", 5)];
    const HAN: [(&str, i16); 4] = [("两年", 2), ("三年", 3), ("四年", 4), ("五年", 5)];
    let latin = words.windows(2).enumerate().find_map(|(at, pair)| {
        let [number, unit] = pair else {
            return None;
        };
        let (_, count) = NUMBERS.iter().find(|(name, _)| number == name)?;
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let leads = ["over", "in", "within"]
            .iter()
            .any(|lead| before.is_some_and(|word| word == lead));
        let behind = words.get(at + 2).map(String::as_str);
        let looks_back = matches!(behind, Some("earlier" | "before" | "ago" | "previously"));
        (unit == "years" && (leads || looks_back)).then_some(*count)
    });
    latin.or_else(|| {
        let (_, count) = HAN.iter().find(|(name, _)| {
            let mut places = sentence.match_indices(name);
            places.any(|(at, _)| {
                let behind = sentence.get(at + name.len()..).unwrap_or_default();
                ["前", "间", "内"]
                    .iter()
                    .any(|word| behind.starts_with(word))
            })
        })?;
        Some(*count)
    })
}

/// `across the three years`, `over the five-year period`, `三年间`: how many years are taken together.
fn years_told(words: &[String], sentence: &str) -> Option<usize> {
    const HAN: [(char, usize); 8] = [
        ('两', 2),
        ('三', 3),
        ('四', 4),
        ('五', 5),
        ('六', 6),
        ('七', 7),
        ('八', 8),
        ('十', 10),
    ];
    let latin = words.windows(2).find_map(|pair| {
        let [number, unit] = pair else { return None };
        let is_years = matches!(unit.as_str(), "years" | "year");
        let count = number_word(number).or_else(|| number.parse().ok())?;
        let count = usize::try_from(count).ok()?;
        (is_years && (2..=10).contains(&count)).then_some(count)
    });
    latin.or_else(|| {
        let (_, count) = HAN.iter().find(|(digit, _)| {
            let mut places = sentence.match_indices(*digit);
            places.any(|(at, digit)| {
                let behind = sentence.get(at + digit.len()..).unwrap_or_default();
                behind.starts_with('年') || behind.starts_with("个财年")
            })
        })?;
        Some(*count)
    })
}

/// `a third of the year's increase`.
fn is_of_change(words: &[String]) -> bool {
    static CHANGES: WordList = WordList::new(|| {
        Words::of("increase growth rise gain decline decrease drop reduction improvement")
    });
    /// Words that may stand between: `of the total revenue growth`.
    const BETWEEN: usize = 4;
    let opens = |pair: &[String]| {
        let [of, next] = pair else { return false };
        of == "of" && ["the", "its", "this", "that", "total", "overall"].contains(&next.as_str())
    };
    words.windows(2).enumerate().any(|(at, pair)| {
        let behind = words.iter().skip(at + 1).take(BETWEEN + 1);
        let mut behind = behind.take_while(|word| *word != "a" && *word != "an");
        opens(pair) && behind.any(|word| CHANGES.contains(word))
    })
}

/// `per share`, `每股`.
fn thing_counted(words: &[String], sentence: &str) -> Option<Key> {
    const HAN: [(&str, &str); 4] = [
        ("每股", "share"),
        ("每辆", "vehicle"),
        ("每桶", "barrel"),
        ("每吨", "ton"),
    ];
    let latin = words.windows(2).find_map(|pair| match pair {
        [per, thing] if per == "per" => Some(own_key(&stem(thing))),
        _ => None,
    });
    latin.or_else(|| {
        let known = HAN.iter().find(|(word, _)| sentence.contains(word));
        known.map(|(_, thing)| own_key(&stem(thing)))
    })
}
