use std::collections::BTreeSet;

use assay_domain::{Language, Plan, ResearchType, Task};
use assay_figures::{company_names, english_names, ideas_in, word_for};

use crate::borrowed::with_questions;
use crate::relevance::content_words;
use crate::topic::{event_words, topic_of};

/// More than any sensible task has needs and questions; a bound for the others.
const MOST: usize = 20;

/// Accounts state a metric in tables that are seldom worded like a question about it: the ideas that
/// a statement answers, and how it is worded in each language.
const STATEMENTS: [(&[&str], [&str; 2]); 4] = [
    (
        &[
            "revenue",
            "gross_margin",
            "operating_margin",
            "net_margin",
            "research_expense",
        ],
        [
            "in millions, except per share data years ended revenues",
            "合并利润表 营业总收入",
        ],
    ),
    (
        &[
            "net_income",
            "net_margin",
            "gross_profit",
            "gross_margin",
            "operating_income",
            "operating_margin",
            "research_expense",
        ],
        [
            "consolidated statements of operations research and development gross profit income from operations net income",
            "合并利润表 毛利 营业利润 净利润",
        ],
    ),
    (
        &[
            "operating_cash_flow",
            "free_cash_flow",
            "capital_expenditure",
        ],
        [
            "summary of cash flows net cash provided by operating activities",
            "现金流量表 经营活动产生的现金流量净额",
        ],
    ),
    (
        &["inventory", "equity", "total_assets", "total_debt"],
        [
            "consolidated balance sheets inventories total assets total liabilities equity",
            "合并资产负债表 存货 资产总计 股东权益",
        ],
    ),
];

/// Search queries for the local library: what the task needs, each with the subject's name, and one
/// in the other language, because a library may hold both. Companies that are compared are each
/// looked for.
pub fn queries(plan: &Plan, task: &Task) -> Vec<String> {
    let task = &*with_questions(plan, task);
    let topic = topic_of(&plan.topic);
    let mut all: Vec<String> = match topic.names.as_slice() {
        // An event without a name is found by the words for it, and its effects by theirs.
        [] if plan.research_type == ResearchType::Event => {
            let mut both = queries_about(&topic.subject, plan, task);
            both.extend(queries_about("", plan, task));
            both
        }
        [] => queries_about("", plan, task),
        names => {
            let each = names.iter().map(|name| queries_about(name, plan, task));
            each.flatten().collect()
        }
    };
    let mut seen = BTreeSet::new();
    all.retain(|query| seen.insert(query.clone()));
    all
}

fn queries_about(subject: &str, plan: &Plan, task: &Task) -> Vec<String> {
    let hints = task.hints.clone().unwrap_or_default();
    let mut queries: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        let query = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !query.is_empty() && !queries.contains(&query) && queries.len() < MOST {
            queries.push(query);
        }
    };
    for need in &hints.data_needs {
        add(&format!("{subject} {need}"));
    }
    for question in &hints.key_questions {
        add(&format!("{subject} {}", content_words(question)));
    }
    let everything = format!(
        "{} {} {}",
        task.description,
        hints.data_needs.join(" "),
        hints.key_questions.join(" ")
    );
    let asked = ideas_in(&everything);
    for (ideas, [english, chinese]) in STATEMENTS {
        if ideas.iter().any(|idea| asked.contains(idea)) {
            match Language::of_text(&everything) {
                Language::En => add(&format!("{subject} {english}")),
                Language::Zh => {
                    add(&format!("{subject} {chinese}"));
                    add(english);
                }
            }
        }
    }
    let other_name = in_other_script(subject).unwrap_or_default();
    add(&format!(
        "{other_name} {} {}",
        english_names(&plan.topic).join(" "),
        in_other_language(&everything, &asked)
    ));
    add(&format!("{subject} {}", content_words(&task.description)));
    add(&content_words(&plan.topic));
    queries
}

/// How many times the usual passages a plan needs: each company that is compared has its own, and much
/// that shares a word with an event without a name is about something else.
pub fn breadth(plan: &Plan) -> usize {
    if event_words(plan).is_some() {
        return FOR_AN_EVENT;
    }
    topic_of(&plan.topic).names.len().max(1)
}

const FOR_AN_EVENT: usize = 4;

/// A company's name in the script that its own is not in.
fn in_other_script(name: &str) -> Option<&'static str> {
    let mut names = company_names(name).iter();
    names
        .find(|other| other.is_ascii() != name.is_ascii())
        .copied()
}

fn in_other_language(text: &str, ideas: &BTreeSet<&str>) -> String {
    let other = match Language::of_text(text) {
        Language::En => Language::Zh,
        Language::Zh => Language::En,
    };
    let mut words: Vec<&str> = ideas
        .iter()
        .filter_map(|idea| word_for(idea, other))
        .collect();
    words.dedup();
    words.truncate(8);
    words.join(" ")
}
