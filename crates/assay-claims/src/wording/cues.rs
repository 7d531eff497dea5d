//! What kind of arithmetic the words of a sentence announce.

use assay_figures::{Direction, direction_behind, direction_in_han};

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
}

static CHANGE: WordList = WordList::new(|| {
    Words::of("change changed difference added addition doubled tripled halved fold multiplied")
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
        "total totaled totalled combined sum together aggregate altogether and or overall both plus",
    )
});
static DIFFERENCE: WordList = WordList::new(|| {
    Words::of(
        "gap difference exceeded exceed exceeds exceeding more less fewer than without excluding net \
         minus between beyond over outstripped outpaced above below short ahead surplus",
    )
});
static REST: WordList = WordList::new(|| {
    Words::of(
        "rest remaining remainder remained unused left available not other others outside non still yet \
         failed without excluding except unspent undrawn outstanding",
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
                    "差", "多", "少", "超", "高", "低", "余", "剔除", "扣除", "除",
                ]),
            rest: any(&REST) || han(&["其余", "剩余", "尚未", "未", "不", "以外", "余"]),
            per: thing_counted(&words, sentence),
            over: [
                " years to ",
                " years through ",
                " years ending ",
                " through ",
                "between ",
                "from ",
                "years until",
            ]
            .iter()
            .any(|stretch| lower.contains(stretch))
                || han(&["至", "到", "年间", "以来"]),
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
