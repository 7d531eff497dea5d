use std::collections::BTreeSet;

use assay_domain::{Hints, Plan};

use super::{Advice, AdviceKind};

/// What in a hint gives the query away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DictatedBy {
    /// It names a tool, which belongs into `suggested_tools`.
    Tool(String),
    /// It is written in a query language or is an address.
    Syntax(String),
    /// It orders a search.
    Order(String),
}

/// P-005: a hint that dictates a query instead of naming a need. "Use `stock_db` to query Tesla's
/// ROE 2021–2024" ties the worker's hands; "profitability of the last three years, ROE above all"
/// lets it find what there is.
pub(super) fn lint(plan: &Plan) -> Vec<Advice> {
    let tools: BTreeSet<String> = plan
        .tasks
        .iter()
        .filter_map(|task| task.hints.as_ref())
        .flat_map(|hints| &hints.suggested_tools)
        .map(|tool| tool.to_lowercase())
        .collect();
    let mut advice = Vec::new();
    for task in &plan.tasks {
        for hint in task.hints.iter().flat_map(needs_and_questions) {
            if let Some(by) = dictated_by(hint, &tools) {
                let hint = hint.clone();
                advice.push(Advice::on_task(
                    task.id,
                    AdviceKind::DictatedQuery { hint, by },
                ));
            }
        }
    }
    advice
}

fn needs_and_questions(hints: &Hints) -> impl Iterator<Item = &String> {
    hints.data_needs.iter().chain(&hints.key_questions)
}

fn dictated_by(hint: &str, tools: &BTreeSet<String>) -> Option<DictatedBy> {
    let lower = hint.trim().to_lowercase();
    named_tool(&lower, tools)
        .map(DictatedBy::Tool)
        .or_else(|| query_syntax(&lower).map(DictatedBy::Syntax))
        .or_else(|| order(&lower).map(DictatedBy::Order))
}

/// Parts of a snake-case name that only a tool has. `free_cash_flow` names a need.
const TOOL_PARTS: [&str; 10] = [
    "search", "query", "fetch", "lookup", "get", "list", "find", "call", "api", "db",
];

fn named_tool(hint: &str, tools: &BTreeSet<String>) -> Option<String> {
    hint.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.contains('_'))
        .find(|word| {
            tools.contains(*word) || word.split('_').any(|part| TOOL_PARTS.contains(&part))
        })
        .map(str::to_owned)
}

const SYNTAX: [&str; 9] = [
    "http://",
    "https://",
    "site:",
    "filetype:",
    "intitle:",
    " and \"",
    "\" and ",
    " or \"",
    "\" or ",
];

fn query_syntax(hint: &str) -> Option<String> {
    if hint.starts_with("select ") && hint.contains(" from ") {
        return Some("SELECT".to_owned());
    }
    SYNTAX
        .iter()
        .find(|mark| hint.contains(**mark))
        .map(|mark| mark.trim().trim_matches('"').trim().to_owned())
}

/// Openings that order a search. "Search engine share" and "搜索引擎份额" name a need.
static ORDERS_EN: assay_domain::WordList =
    assay_domain::word_list!("plan/lint/dictated_query/orders_en");
const MEANS_ZH: [&str; 5] = ["使用", "调用", "利用", "通过", "用"];
const VERBS_ZH: [&str; 4] = ["查询", "检索", "搜索", "调用"];
const NOUNS_WITH_SEARCH_ZH: [&str; 4] = ["引擎", "广告", "业务", "量"];

fn order(hint: &str) -> Option<String> {
    let english = ORDERS_EN
        .iter()
        .find(|opening| hint.starts_with(**opening))
        .map(|opening| opening.trim().to_owned());
    english.or_else(|| chinese_order(hint))
}

fn chinese_order(hint: &str) -> Option<String> {
    let by_means = MEANS_ZH.iter().any(|means| hint.starts_with(means));
    VERBS_ZH
        .iter()
        .find(|verb| {
            let Some((before, after)) = hint.split_once(**verb) else {
                return false;
            };
            let is_noun = NOUNS_WITH_SEARCH_ZH.iter().any(|n| after.starts_with(n));
            (by_means || before.is_empty()) && !is_noun
        })
        .map(|verb| (*verb).to_owned())
}
