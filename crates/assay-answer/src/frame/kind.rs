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
    /// A number of whatever kind.
    Figure,
    Date,
    /// People, companies, places, things.
    Names,
    Cause,
    /// Where in a document it stands.
    Place,
    /// A place in the world.
    Spot,
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
pub(super) const CAUSE: [&str; 46] = [
    "what prompted",
    "what triggered",
    "what pushed",
    "what is driving",
    "what's driving",
    "what accounts for",
    "what accounted for",
    "what contributed",
    "what is responsible",
    "what was responsible",
    "what gave rise",
    "怎么会",
    "什么导致",
    "什么让",
    "是什么造成",
    "由于什么",
    "何故",
    "花哪",
    "花在哪",
    "花到哪",
    "explanation",
    "explain",
    "root cause",
    "cause of",
    "起因",
    "缘由",
    "缘故",
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
    "为什么",
    "为何",
    "原因",
    "怎么回事",
    "因为什么",
];
/// How something works on something else, or how it stands.
const EFFECT: [&str; 14] = [
    "how is",
    "how are",
    "how was",
    "how were",
    "how does",
    "how do the",
    "how did the",
    "how has",
    "how have",
    "how badly",
    "how exposed",
    "影响",
    "受什么",
    "何以",
];
const STEPS: [&str; 50] = [
    "procedure",
    "what do i do",
    "what should i",
    "what am i supposed",
    "what needs to",
    "what must we",
    "next steps",
    "how would",
    "how might",
    "process for",
    "流程",
    "手续",
    "怎么处理",
    "如何处理",
    "怎么报",
    "该怎么",
    "which section",
    "which note",
    "which page",
    "在哪里查",
    "how are we",
    "supposed to",
    "should we do",
    "怎么改",
    "怎么办",
    "改进",
    "怎么降",
    "建议",
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
/// Where something stands.
const PLACES: [&str; 11] = [
    "which part",
    "which section",
    "which note",
    "which page",
    "where do i find",
    "where can i find",
    "where in",
    "哪一部分",
    "哪部分",
    "哪一节",
    "在哪里查",
];
const LISTS: [&str; 40] = [
    "break down",
    "breakdown",
    "just list",
    "splits",
    "构成",
    "明细",
    "拆分",
    "names as",
    "names and",
    "companies",
    "executives",
    "executive officers",
    "directors",
    "countries",
    "cities",
    "phases",
    "stages",
    "steps",
    "了什么",
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
/// Setting two figures side by side.
const COMPARING: [&str; 9] = [
    "compare",
    "compares",
    "compared",
    "versus",
    "vs",
    "stack up",
    "relative to",
    "对比",
    "相比",
];
/// Whether documents say the same.
const AGREE: [&str; 10] = [
    "agree",
    "agrees",
    "different numbers",
    "consistent",
    "contradict",
    "contradicts",
    "一致",
    "说法一样",
    "矛盾",
    "对得上",
];
/// The same, of documents that are named.
const MATCH: [&str; 4] = ["match", "matches", "conflict", "conflicts"];
const DOCUMENTS: [&str; 7] = [
    "mail",
    "email",
    "spreadsheet",
    "sheet",
    "documents",
    "sources",
    "papers",
];
const YES_OR_NO: [&str; 11] = [
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "can", "will",
];

/// Whether a question asks if documents say the same.
pub(super) fn asks_whether_they_agree(question: &str) -> bool {
    let lower = question.to_lowercase();
    let says = |list: &[&str]| list.iter().any(|words| has(&lower, words));
    says(&AGREE) || says(&MATCH) && says(&DOCUMENTS)
}

/// Whether a question is answered by yes or no.
pub(super) fn is_yes_or_no(question: &str) -> bool {
    let lower = question.trim_start().to_lowercase();
    let opens = lower.split_whitespace().next().unwrap_or_default();
    YES_OR_NO.contains(&opens)
}

pub(super) fn kind(question: &str, subjects: usize, periods: usize) -> Kind {
    let lower = format!(" {} ", question.to_lowercase());
    let says = |list: &[&str]| list.iter().any(|words| has(&lower, words));
    match () {
        () if says(&JUDGE) && subjects <= 1 => Kind::Judge,
        () if says(&STEPS) => Kind::HowTo,
        () if says(&COMPARING) && !says(&CAUSE) && (subjects > 1 || periods > 1) => Kind::Compare,
        () if says(&CAUSE) || says(&EFFECT) => Kind::Explain,
        () if subjects > 1 || periods > 1 => Kind::Compare,
        () if asks_whether_they_agree(question) => Kind::Compare,
        () if says(&LISTS) && !lower.contains("how m") && !says(&COUNTS) => Kind::List,
        () if is_yes_or_no(question) => Kind::Explain,
        () => Kind::LookUp,
    }
}

/// The words behind those that ask for things of a kind.
const OF_A_KIND: [&str; 8] = [
    "which ",
    "what kind of ",
    "what kinds of ",
    "what types of ",
    "哪几个",
    "哪些",
    "哪几家",
    "哪类",
];

/// What kind of things a question asks for; they are seldom called so where they are named.
pub(super) fn class(question: &str) -> Option<String> {
    let lower = question.to_lowercase();
    let behind = OF_A_KIND.iter().find_map(|words| {
        let at = lower.find(words)?;
        lower.get(at + words.len()..)
    })?;
    let first = assay_claims::meanings(behind).into_iter().next()?;
    let opens = behind.get(..first.range.start)?.trim().is_empty();
    behind.get(first.range).filter(|_| opens).map(str::to_owned)
}

/// Whether words stand in a text as a whole; Chinese ones anywhere.
pub(crate) fn has(text: &str, words: &str) -> bool {
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

/// Where in the world.
const WHERE: [&str; 9] = [
    "where",
    "which city",
    "which country",
    "what city",
    "what country",
    "哪里",
    "在哪",
    "哪个城市",
    "哪个国家",
];
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
/// How long something takes or lasts.
const DURATIONS: [&str; 11] = [
    "how long",
    "how old",
    "how many days",
    "how many weeks",
    "多久",
    "多长时间",
    "几周",
    "几天",
    "几年",
    "几个月",
    "几小时",
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
const PERCENTS: [&str; 27] = [
    "几个点",
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
const MONEY: [&str; 41] = [
    "budget",
    "budgeted",
    "fee",
    "fees",
    "fine",
    "fines",
    "penalty",
    "savings",
    "funding",
    "salary",
    "salaries",
    "wages",
    "investment",
    "预算",
    "罚款",
    "工资",
    "薪资",
    "资金",
    "支出",
    "投资额",
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

/// What is told as a number of whatever unit.
const MEASURED: [&str; 15] = [
    "volume",
    "score",
    "rating",
    "average",
    "frequency",
    "capacity",
    "response time",
    "resolution time",
    "turnaround",
    "uptime",
    "评分",
    "得分",
    "平均",
    "容量",
    "时长",
];

/// `多少患者`: what is counted stands behind the word that asks.
fn counts_by_name(question: &str) -> bool {
    let behind = question.split("多少").nth(1).unwrap_or_default();
    behind.starts_with(|c: char| ('\u{3400}'..='\u{9fff}').contains(&c))
        && !behind.starts_with(['钱', '？', '了', '的'])
}

pub(super) fn wanted(question: &str, kind: Kind) -> Wanted {
    let lower = format!(" {} ", question.to_lowercase());
    let says = |list: &[&str]| list.iter().any(|words| has(&lower, words));
    match kind {
        Kind::Explain if says(&CAUSE) => return Wanted::Cause,
        Kind::HowTo if says(&PLACES) => return Wanted::Place,
        Kind::Explain | Kind::HowTo | Kind::Judge => return Wanted::Anything,
        Kind::List => return Wanted::Names,
        Kind::LookUp | Kind::Compare => {}
    }
    let agree = asks_whether_they_agree(question);
    match () {
        () if agree && says(&PERCENTS) => Wanted::Percent,
        () if agree => Wanted::Figure,
        () if says(&DATES) => Wanted::Date,
        () if says(&WHERE) => Wanted::Spot,
        () if says(&DURATIONS) => Wanted::Figure,
        () if says(&COUNTS) => Wanted::Count,
        () if says(&PERCENTS) => Wanted::Percent,
        () if has(&lower, "who") || lower.contains('谁') && kind != Kind::Compare => Wanted::Names,
        () if says(&MONEY) => Wanted::Money,
        () if counts_by_name(&lower) => Wanted::Count,
        () if says(&MEASURED) => Wanted::Figure,
        () if lower.contains("多少") || has(&lower, "how much") => Wanted::Figure,
        () => Wanted::Anything,
    }
}
