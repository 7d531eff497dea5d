use assay_domain::Language;

use super::{Advice, AdviceKind, DictatedBy};
use crate::plan::chain::arrows;

pub(super) fn advice(advice: &Advice, language: Language) -> String {
    let text = match language {
        Language::En => english(&advice.kind),
        Language::Zh => chinese(&advice.kind),
    };
    match advice.task {
        Some(task) => language.pick(
            format!("task {task}: {text}"),
            format!("任务 {task}：{text}"),
        ),
        None => text,
    }
}

fn english(kind: &AdviceKind) -> String {
    match kind {
        AdviceKind::FewTasks { tasks } => format!(
            "{tasks} {} little to do at once; split the large ones, 4 to 7 serve best",
            if *tasks == 1 {
                "task leaves"
            } else {
                "tasks leave"
            }
        ),
        AdviceKind::ManyTasks { tasks } => {
            format!("{tasks} tasks are many; merge related ones into chapters, 4 to 7 serve best")
        }
        AdviceKind::LongChain { chain } => format!(
            "{} tasks run one after another: {}; let a task start at once unless it needs the text \
             of the one before",
            chain.len(),
            arrows(chain)
        ),
        AdviceKind::ImpliedDependency {
            dependency,
            through,
        } => format!("the dependency on {dependency} is implied by {through}; remove it"),
        AdviceKind::DictatedQuery { hint, by } => format!(
            "the hint \"{hint}\" dictates a query ({}); name what is needed and let the worker \
             choose how to find it",
            match by {
                DictatedBy::Tool(tool) => format!("it names the tool {tool}"),
                DictatedBy::Syntax(mark) => format!("it contains query syntax, {mark}"),
                DictatedBy::Order(verb) => format!("it orders \"{verb}\""),
            }
        ),
        AdviceKind::SimilarDescription { other } => format!(
            "its description is nearly that of task {other}; merge them or say how they differ"
        ),
        AdviceKind::NoObjectives => {
            "there are no objectives; add two or three, so that each worker knows what matters"
                .to_owned()
        }
        AdviceKind::NeedsEverything { dependencies } => format!(
            "it waits for all {dependencies} other tasks; keep only those whose text it needs"
        ),
        AdviceKind::LongDescription { characters } => format!(
            "its description of {characters} characters is too long for a heading; move the \
             details into the hints"
        ),
    }
}

fn chinese(kind: &AdviceKind) -> String {
    match kind {
        AdviceKind::FewTasks { tasks } => {
            format!("只有 {tasks} 个任务，并行度低；建议拆分较大的任务，4 至 7 个为宜")
        }
        AdviceKind::ManyTasks { tasks } => {
            format!("{tasks} 个任务偏多；建议把相关的小任务合并成章节，4 至 7 个为宜")
        }
        AdviceKind::LongChain { chain } => format!(
            "{} 个任务首尾相接：{}；除非需要前一章的正文，否则让任务直接开始",
            chain.len(),
            arrows(chain)
        ),
        AdviceKind::ImpliedDependency {
            dependency,
            through,
        } => format!("对任务 {dependency} 的依赖已由任务 {through} 隐含，可以删除"),
        AdviceKind::DictatedQuery { hint, by } => format!(
            "提示“{hint}”规定了查询方式（{}）；只写需要什么，怎样查由执行者决定",
            match by {
                DictatedBy::Tool(tool) => format!("点名了工具 {tool}"),
                DictatedBy::Syntax(mark) => format!("含有查询语法 {mark}"),
                DictatedBy::Order(verb) => format!("直接下令“{verb}”"),
            }
        ),
        AdviceKind::SimilarDescription { other } => {
            format!("描述与任务 {other} 几乎相同；建议合并，或写明两者的区别")
        }
        AdviceKind::NoObjectives => "没有研究目标；写上两三条，执行者才知道什么重要".to_owned(),
        AdviceKind::NeedsEverything { dependencies } => {
            format!("要等其余全部 {dependencies} 个任务；只保留真正需要其正文的依赖")
        }
        AdviceKind::LongDescription { characters } => {
            format!("描述长达 {characters} 字，不适合作章节标题；把细节移到提示里")
        }
    }
}
