//! What a question about a company asks beyond how the company stands as a whole.

use std::sync::LazyLock;

use assay_domain::{Hints, Language, Task, TaskId};
use assay_figures::periods;

use crate::naming::names_in;
use crate::relevance::Terms;
use crate::topic::{Topic, capital};
use crate::workflow::Workflow;

/// Words of questions that the sections of the workflow answer together.
const GENERAL: &str = "strong healthy health good bad worth value valued valuation overvalued undervalued \
    price fair buy sell hold share shares stock stocks invest investing investment investor investors outlook \
    perform performs performed performing performance doing well going future prospects research report \
    review study position know tell think view deep current currently recent recently now latest \
    inc corp corporation ltd limited plc llc holdings";

/// The same of Chinese questions, with the words that only ask; of two, the longer one first.
const GENERAL_HAN: &str = "值不值得 该不该买 要不要买 能不能买 值多少钱 投资价值 财务状况 经营情况 经营状况 \
    怎么样 为什么 基本面 好不好 值得 股票 股价 买入 投资 估值 财报 年报 过高 过低 高估 低估 合理 业绩 经营 前景 \
    展望 表现 深度 全面 最近 近期 未来 发展 健康 稳健 实力 分析 研究 情况 如何 怎样 是否 什么 公司 的 与 吗 呢 买";

static GENERAL_TERMS: LazyLock<Terms> = LazyLock::new(|| Terms::of(GENERAL));

/// A longer part is a brief and no question; as a heading it would be none.
const LONGEST: usize = 200;
const MOST_PARTS: usize = 4;

/// Words that begin a question; behind a comma or an `and` they begin another one.
const OPENINGS: [&str; 17] = [
    "what", "how", "who", "whom", "which", "why", "where", "when", "is", "are", "does", "do",
    "did", "can", "could", "will", "should",
];

/// The section that answers what was asked, before those that every company gets. `None` where the
/// question asks for nothing else than they do.
pub(crate) fn asked_task(
    question: &str,
    topic: &Topic,
    language: Language,
    workflow: &Workflow,
) -> Option<Task> {
    let names = names_in(question);
    let is_own = |part: &String| {
        let terms = Terms::of(&beyond_general(part, &names));
        part.chars().count() <= LONGEST && terms.can_be_met_beyond(&GENERAL_TERMS)
    };
    let parts = parts(question).into_iter().filter(is_own);
    let key_questions: Vec<String> = parts.take(MOST_PARTS).collect();
    if key_questions.is_empty() {
        return None;
    }
    let title = language.pick("{subject}: what was asked", "{subject}：所提的问题");
    Some(Task {
        id: TaskId(1),
        description: topic.fill_title(title),
        dependencies: Vec::new(),
        hints: Some(Hints {
            data_needs: needs_of(&key_questions, workflow),
            key_questions,
            suggested_tools: Vec::new(),
        }),
    })
}

/// What the workflow knows to look for where somebody asks so: `few customers` is answered by what is
/// said of concentration.
fn needs_of(questions: &[String], workflow: &Workflow) -> Vec<String> {
    let asked: Vec<Terms> = questions.iter().map(|part| Terms::of(part)).collect();
    let needs = workflow.sections.iter().flat_map(|section| &section.needs);
    let is_asked = |need: &&String| {
        let need = Terms::of(need);
        asked.iter().any(|part| part.match_score(&need) > 0)
    };
    needs.filter(is_asked).cloned().collect()
}

/// A question without names, periods and what asks for nothing of its own: nothing is left of
/// `NVIDIA CORP (NVDA)`.
fn beyond_general(part: &str, names: &[String]) -> String {
    let mut plain = part.to_owned();
    for span in periods(part) {
        plain.replace_range(span.range.clone(), &" ".repeat(span.range.len()));
    }
    for name in names {
        plain = plain.replace(name.as_str(), " ");
    }
    for phrase in GENERAL_HAN.split_whitespace() {
        plain = plain.replace(phrase, " ");
    }
    plain
}

/// The questions that a request consists of.
fn parts(question: &str) -> Vec<String> {
    let stops = ['?', '？', ';', '；', '!', '！', '。', '，', '\n'];
    let clauses = question.split(stops).flat_map(|clause| clause.split(". "));
    let mut found = Vec::new();
    for clause in clauses {
        let mut rest = clause;
        while let Some((head, tail)) = split_before_opening(rest) {
            found.push(head);
            rest = tail;
        }
        found.push(rest);
    }
    let tidy = |part: &str| capital(part.trim().trim_end_matches([',', '.', ' ']));
    found.into_iter().map(tidy).collect()
}

/// `How large is it, and who owns it`: both questions.
fn split_before_opening(clause: &str) -> Option<(&str, &str)> {
    let joints = [", and ", ", or ", ", ", " and "];
    let begins_question = |rest: &str| {
        let word = rest.split_whitespace().next().unwrap_or_default();
        OPENINGS.contains(&word.to_ascii_lowercase().as_str())
    };
    let places = joints.iter().flat_map(|joint| {
        let found = clause.match_indices(joint);
        found.map(|(at, joint)| (at, at + joint.len()))
    });
    let (end, start) = places
        .filter(|(_, start)| clause.get(*start..).is_some_and(begins_question))
        .min()?;
    Some((clause.get(..end)?, clause.get(start..)?))
}
