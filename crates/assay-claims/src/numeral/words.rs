//! Words of labels and sentences, as far as they say what a number measures.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use assay_figures::{Direction, Needles, PeriodSpan, WordSet, cut, stem};

/// Words that name nothing.
const EMPTY: &str = "a an the of and or in on at for to by from with as is are was were be been it its our we \
    their his her this that these those which respectively approximately about had has have \
    ended ending year years fiscal month months quarter quarters period periods";

/// Words that state a unit, which is compared as such.
const UNITS: &str = "million millions thousand thousands billion billions trillion trillions usd eur gbp cny \
    rmb jpy hkd m mn bn k tn 000 000s dollar dollars euro euros yuan percent pp bps basis";

static WORDLESS: LazyLock<WordSet> =
    LazyLock::new(|| WordSet::of(EMPTY.split(' ').chain(UNITS.split(' '))));

/// The words of a label or of a stretch of text. Many numbers share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words {
    /// Stems, and whole runs of Chinese characters; sorted, each once.
    sorted: Arc<Vec<String>>,
    /// A bit for each word: one whose bit is not set is not here.
    signature: u64,
}

pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// Particles that join Chinese words; a run is cut at them.
const PARTICLES: [char; 10] = ['的', '和', '及', '与', '在', '为', '是', '了', '达', '至'];

impl Words {
    fn from_list(mut list: Vec<String>) -> Self {
        list.sort_unstable();
        list.dedup();
        Self {
            signature: list.iter().fold(0, |bits, word| bits | bit_of(word)),
            sorted: Arc::new(list),
        }
    }

    pub(crate) fn of(text: &str) -> Self {
        let mut list = Vec::new();
        for range in token_ranges(text) {
            let word = cut(text, range.clone());
            if is_footnote_mark(text, &range) {
                continue;
            }
            if word.starts_with(is_han) {
                let runs = word.split(PARTICLES).filter(|run| !run.is_empty());
                list.extend(runs.map(str::to_owned));
            } else if !WORDLESS.contains(word) {
                list.push(stem(&word.to_lowercase()));
            }
        }
        Self::from_list(list)
    }

    /// As [`Words::of`], without the periods that the text names.
    pub(crate) fn without_periods(text: &str, periods: &[PeriodSpan]) -> Self {
        if periods.is_empty() {
            return Self::of(text);
        }
        let mut plain = text.to_owned();
        for span in periods {
            plain.replace_range(span.range.clone(), &" ".repeat(span.range.len()));
        }
        Self::of(&plain)
    }

    pub(crate) fn join(&self, other: &Self) -> Self {
        if other.is_empty() {
            return self.clone();
        }
        if self.is_empty() {
            return other.clone();
        }
        Self::from_list(self.iter().chain(other.iter()).cloned().collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &String> {
        self.sorted.iter()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.signature & bit_of(word) != 0
            && self
                .sorted
                .binary_search_by(|known| known.as_str().cmp(word))
                .is_ok()
    }

    /// The runs of Chinese characters, which are sorted behind all English words.
    fn runs(&self) -> impl Iterator<Item = &String> {
        let behind = self.sorted.iter().rev();
        behind.take_while(|word| word.as_bytes().first().is_some_and(|byte| !byte.is_ascii()))
    }

    /// One of these Chinese words stands in a run.
    pub(crate) fn has_han(&self, words: &[&str]) -> bool {
        self.runs()
            .any(|run| words.iter().any(|word| run.contains(word)))
    }

    /// Some word of `label` stands here, a Chinese one also inside a longer run.
    pub(crate) fn meets(&self, label: &Self) -> bool {
        label.iter().any(|word| self.covers(word))
    }

    pub(crate) fn covers(&self, word: &str) -> bool {
        self.has(word) || (word.starts_with(is_han) && self.has_han(&[word]))
    }
}

/// The bit of a word in a signature, by what is read of it without going through it.
fn bit_of(word: &str) -> u64 {
    let bytes = word.as_bytes();
    let at = |place: usize| bytes.get(place).copied().map_or(0, usize::from);
    1 << ((bytes.len() + 7 * at(0) + 13 * at(2) + 5 * at(bytes.len().saturating_sub(1))) % 64)
}

/// `Services (1)`: the digits in brackets behind a name.
fn is_footnote_mark(text: &str, range: &Range<usize>) -> bool {
    let is_short = range.len() <= 2 && cut(text, range.clone()).bytes().all(|b| b.is_ascii_digit());
    is_short
        && cut(text, 0..range.start).ends_with('(')
        && cut(text, range.end..text.len()).starts_with(')')
}

/// Runs of letters and digits of one script.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    let ranges = token_ranges(text).into_iter();
    ranges.filter_map(|range| text.get(range)).collect()
}

pub(crate) fn token_ranges(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start: Option<(usize, bool)> = None;
    for (at, c) in text.char_indices() {
        let kind = c.is_alphanumeric().then(|| is_han(c));
        match (start, kind) {
            (Some((_, run)), Some(this)) if run == this => {}
            (open, _) => {
                if let Some((from, _)) = open {
                    found.push(from..at);
                }
                start = kind.map(|this| (at, this));
            }
        }
    }
    if let Some((from, _)) = start {
        found.push(from..text.len());
    }
    found
}

/// Whether a name says that its amount is an outlay or a loss, so that accounts print it with either
/// sign.
pub(crate) fn is_outlay(words: &Words) -> bool {
    const OUTLAYS: &str = "loss losse used purchase payment paid repayment repaid expense cost dividend repurchase \
        depreciation amortization amortisation impairment tax taxe provision decrease reduction \
        decline deduction outflow charge disposal deficit vested lapsed forfeited cancelled \
        canceled exercised expired addition expenditure capex less";
    static OUTLAYS_HAN: assay_domain::WordList =
        assay_domain::word_list!("numeral/words/outlays_han");
    static OUTLAY_WORDS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(OUTLAYS.split(' ')));
    // `Increase (decrease)` is printed with its sign.
    if words.has("increase") {
        return false;
    }
    words.iter().any(|word| OUTLAY_WORDS.contains(word)) || words.has_han(&OUTLAYS_HAN)
}

/// Words by which cash comes in and goes out.
const COMES: [&str; 4] = ["provided", "generated", "inflow", "brought"];
const GOES: [&str; 5] = ["used", "outflow", "consumed", "consuming", "absorbed"];

/// Which way cash went by the last such word of a text: `from an outflow of 5 to an inflow of`.
pub(crate) fn last_side(before: &str) -> Option<Direction> {
    let words = before.split(|c: char| !c.is_alphanumeric()).rev();
    let mut words = words.map(str::to_lowercase);
    words.find_map(|word| {
        let is_in = |list: &[&str]| list.contains(&word.trim_end_matches('s'));
        match (is_in(&COMES), is_in(&GOES)) {
            (true, _) => Some(Direction::Up),
            (_, true) => Some(Direction::Down),
            _ => None,
        }
    })
}

/// Which side of zero a name puts its amount on, where it has a word for each side: cash provided or
/// used, a tax expense or a tax benefit. `sign` is that of the amount; a name with both words leaves
/// it to the sign, if `is_cell`.
pub(crate) fn side_of(
    label: &Words,
    row: &Words,
    sign: Direction,
    is_cell: bool,
) -> Option<Direction> {
    const TAX_WORDS: &str = "provision benefit expense income tax taxe current deferred total net";
    let has = |list: &[&str]| list.iter().any(|word| label.has(word));
    let is_cash = has(&["cash", "activity", "activitie", "financing", "investing"]);
    if is_cash || label.has_han(&["现金", "活动", "流入", "流出"]) {
        let comes = has(&COMES) || label.has_han(&["流入"]);
        let goes = has(&GOES) || label.has_han(&["流出"]);
        return match (comes, goes) {
            (true, false) => Some(sign),
            (false, true) => Some(Direction::Down),
            (true, true) => is_cell.then_some(sign),
            (false, false) => None,
        };
    }
    if !has(&["tax", "taxe"]) {
        return None;
    }
    match (has(&["provision", "expense"]), has(&["benefit"])) {
        (true, true) => {
            let is_plain = row
                .iter()
                .all(|word| TAX_WORDS.split(' ').any(|known| known == word));
            (is_plain && is_cell).then_some(sign)
        }
        (true, false) => Some(Direction::Up),
        (false, true) => Some(Direction::Down),
        (false, false) => None,
    }
}

/// Whether a sentence hands on what somebody else says.
pub(crate) fn is_from_third_party(sentence: &str) -> bool {
    static SIGNS: assay_domain::WordList = assay_domain::word_list!("numeral/words/signs");
    static NEEDLES: LazyLock<Needles> = LazyLock::new(|| Needles::of(SIGNS.iter().copied()));
    NEEDLES.is_any_in(sentence)
}

/// Whether a row is what is left of incomes and outlays, so that its sign says which were larger.
pub(crate) fn is_result(row: &Words) -> bool {
    const RESULTS: [&str; 8] = [
        "income", "profit", "earning", "result", "margin", "ebitda", "flow", "equity",
    ];
    const RESULTS_HAN: [&str; 3] = ["利润", "盈利", "收益"];
    let is_named = RESULTS.iter().any(|word| row.has(word)) || row.has_han(&RESULTS_HAN);
    is_named && !is_outlay(row)
}

/// Whether words speak of a result above or below zero; `None` where they speak of both, of neither,
/// or of taxes and costs, where accounts use either sign.
pub(crate) fn result_of(words: &Words) -> Option<Direction> {
    const GAINS: [&str; 5] = ["income", "profit", "gain", "earning", "surplus"];
    const LOSSES: [&str; 3] = ["loss", "losse", "deficit"];
    static NEITHER: assay_domain::WordList = assay_domain::word_list!("numeral/words/neither");
    let has = |list: &[&str]| list.iter().any(|word| words.has(word));
    if has(&NEITHER) || words.has_han(&["税", "费用", "成本"]) {
        return None;
    }
    let gain = has(&GAINS) || words.has_han(&["利润", "盈利", "收益"]);
    let loss = has(&LOSSES) || words.has_han(&["亏损", "损失"]);
    match (gain, loss) {
        (true, false) => Some(Direction::Up),
        (false, true) => Some(Direction::Down),
        _ => None,
    }
}
