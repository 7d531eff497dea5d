use std::collections::BTreeSet;

use assay_domain::{Language, Plan, Task};
use assay_figures::{company_names, english_names, ideas_in, word_for};

use crate::borrowed::with_questions;
use crate::relevance::content_words;
use crate::topic::topic_of;

/// More than any sensible task has needs and questions; a bound for the others.
const MOST: usize = 20;

/// Accounts state a metric in tables that are seldom worded like a question about it.
const STATEMENTS: [(&str, [&str; 2]); 3] = [
    (
        "revenue",
        [
            "in millions, except per share data years ended revenues",
            "合并利润表 营业总收入",
        ],
    ),
    (
        "net_income",
        [
            "consolidated statements of operations gross profit income from operations net income",
            "合并利润表 毛利 营业利润 净利润",
        ],
    ),
    (
        "operating_cash_flow",
        [
            "summary of cash flows net cash provided by operating activities",
            "现金流量表 经营活动产生的现金流量净额",
        ],
    ),
];

/// Search queries for the local library: what the task needs, each with the subject's name, and one
/// in the other language, because a library may hold both.
pub fn queries(plan: &Plan, task: &Task) -> Vec<String> {
    let task = &*with_questions(plan, task);
    let topic = topic_of(&plan.topic);
    let subject = if topic.is_named {
        topic.subject
    } else {
        String::new()
    };
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
    for (idea, [english, chinese]) in STATEMENTS {
        if asked.contains(idea) {
            match Language::of_text(&everything) {
                Language::En => add(&format!("{subject} {english}")),
                Language::Zh => {
                    add(&format!("{subject} {chinese}"));
                    add(english);
                }
            }
        }
    }
    let other_name = in_other_script(&subject).unwrap_or_default();
    add(&format!(
        "{other_name} {} {}",
        english_names(&plan.topic).join(" "),
        in_other_language(&everything, &asked)
    ));
    add(&format!("{subject} {}", content_words(&task.description)));
    add(&content_words(&plan.topic));
    queries
}

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
