//! What form an answer should have.

use serde::{Deserialize, Serialize};

/// What somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A figure or a fact.
    LookUp,
    /// Several figures side by side.
    Compare,
    /// Causes, or whether something is so.
    Explain,
    List,
    /// Steps.
    HowTo,
    /// A judgement about a company.
    Judge,
}

/// What the first thing of an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    Money,
    Count,
    Percent,
    Date,
    /// People, companies, places, things.
    Names,
    Cause,
    Anything,
}

const JUDGE: [&str; 34] = [
    "worth its price",
    "worth buying",
    "worth investing",
    "worth it",
    "worth owning",
    "a good buy",
    "a buy",
    "should i buy",
    "should i sell",
    "should we buy",
    "buy or sell",
    "overvalued",
    "undervalued",
    "fairly valued",
    "fair value",
    "good investment",
    "invest in",
    "price target",
    "valuation of",
    "too expensive",
    "how expensive",
    "rating for",
    "值得买",
    "值得投资",
    "贵不贵",
    "能买吗",
    "该买",
    "可以买",
    "高估",
    "低估",
    "估值",
    "投资价值",
    "目标价",
    "值多少钱",
];
const CAUSE: [&str; 27] = [
    "why",
    "how come",
    "what drove",
    "what drives",
    "what made",
    "what makes",
    "what caused",
    "what led",
    "what explains",
    "reason",
    "reasons",
    "because",
    "what is behind",
    "what's behind",
    "how is",
    "how are",
    "how does",
    "how do the",
    "how did the",
    "为什么",
    "为何",
    "原因",
    "怎么回事",
    "受什么",
    "影响",
    "因为什么",
    "何以",
];
const STEPS: [&str; 22] = [
    "how do i",
    "how do we",
    "how should",
    "how can",
    "how could",
    "how to",
    "what do we need",
    "what should we",
    "what steps",
    "which part",
    "where do i find",
    "where can i find",
    "where in",
    "what would it take",
    "怎样",
    "怎么做",
    "如何",
    "应该看",
    "哪一部分",
    "怎么查",
    "步骤",
    "需要做",
];
const LISTS: [&str; 21] = [
    "list",
    "which",
    "who are",
    "who makes",
    "who supplies",
    "what are",
    "name the",
    "names of",
    "top",
    "biggest",
    "main",
    "哪些",
    "哪几",
    "有什么",
    "分别是",
    "列出",
    "列举",
    "哪家",
    "名单",
    "主要有",
    "叫什么",
];
const YES_OR_NO: [&str; 11] = [
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "can", "will",
];

pub(super) fn kind(question: &str, subjects: usize, periods: usize) -> Kind {
    let lower = format!(" {} ", question.to_lowercase());
    let says = |list: &[&str]| list.iter().any(|words| has(&lower, words));
    let opens = lower.split_whitespace().next().unwrap_or_default();
    match () {
        () if says(&JUDGE) && subjects <= 1 => Kind::Judge,
        () if says(&STEPS) => Kind::HowTo,
        () if says(&CAUSE) => Kind::Explain,
        () if subjects > 1 || periods > 1 => Kind::Compare,
        () if says(&LISTS) && !lower.contains("how m") => Kind::List,
        () if YES_OR_NO.contains(&opens) => Kind::Explain,
        () if has(&lower, "agree") || has(&lower, "different numbers") => Kind::Compare,
        () => Kind::LookUp,
    }
}

/// Whether words stand in a text as a whole; Chinese ones anywhere.
pub(super) fn has(text: &str, words: &str) -> bool {
    if !words.is_ascii() {
        return text.contains(words);
    }
    text.match_indices(words).any(|(at, _)| {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text
            .get(at + words.len()..)
            .and_then(|text| text.chars().next());
        !letter(before) && !letter(after)
    })
}

const DATES: [&str; 9] = [
    "when",
    "what date",
    "which date",
    "what day",
    "earliest date",
    "什么时候",
    "何时",
    "哪天",
    "哪一天",
];
const COUNTS: [&str; 25] = [
    "how many",
    "headcount",
    "number of",
    "units",
    "count",
    "people",
    "多少员工",
    "多少人",
    "多少名",
    "多少辆",
    "多少台",
    "多少家",
    "多少个",
    "多少位",
    "多少起",
    "多少款",
    "几家",
    "几个",
    "几款",
    "几起",
    "几名",
    "几人",
    "数量",
    "人数",
    "员工数",
];
const PERCENTS: [&str; 26] = [
    "%",
    "percent",
    "percentage",
    "per cent",
    "what share",
    "share of",
    "proportion",
    "rate",
    "margin",
    "margins",
    "growth",
    "grow",
    "growing",
    "ratio",
    "比例",
    "占比",
    "百分",
    "率",
    "几成",
    "份额",
    "增速",
    "涨幅",
    "比重",
    "占多少",
    "占总",
    "增长多少",
];
const MONEY: [&str; 22] = [
    "how much",
    "spend",
    "spent",
    "cost",
    "costs",
    "revenue",
    "sales",
    "dollars",
    "price",
    "income",
    "expense",
    "worth of",
    "paid",
    "pay",
    "多少钱",
    "金额",
    "花",
    "成本",
    "费用",
    "收入",
    "营收",
    "利润",
];

pub(super) fn wanted(question: &str, kind: Kind) -> Wanted {
    let lower = format!(" {} ", question.to_lowercase());
    let says = |list: &[&str]| list.iter().any(|words| has(&lower, words));
    match kind {
        Kind::Explain if says(&CAUSE) => return Wanted::Cause,
        Kind::Explain | Kind::HowTo | Kind::Judge => return Wanted::Anything,
        Kind::List => return Wanted::Names,
        Kind::LookUp | Kind::Compare => {}
    }
    match () {
        () if says(&DATES) => Wanted::Date,
        () if says(&COUNTS) => Wanted::Count,
        () if says(&PERCENTS) => Wanted::Percent,
        () if lower.contains("多少") && !says(&MONEY) => Wanted::Count,
        () if has(&lower, "who") || lower.contains('谁') && kind != Kind::Compare => Wanted::Names,
        () if says(&MONEY) => Wanted::Money,
        () => Wanted::Anything,
    }
}
