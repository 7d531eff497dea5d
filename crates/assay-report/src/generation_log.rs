use std::collections::BTreeMap;

use assay_domain::{
    Envelope, Event, Language, MicroUsd, Plan, PlanOrigin, Repair, Spend, TaskId, Timestamp,
};

use crate::document::plain;
use crate::log_calls::{Call, calls};
use crate::log_phrases::plan_origin;
use crate::log_timeline::{millis_between, seconds, since, timeline};
use crate::markdown_text::{Place, push_escaped};
use crate::words;

/// What happened in a run, in order, as Markdown. Unlike the report it carries times: it is about
/// this run and no other.
pub fn generation_log(journal: &[Envelope], language: Language) -> String {
    let log = Log { journal, language };
    let calls = calls(journal);
    let mut parts = vec![
        format!("# {}", language.pick("Generation log", "生成日志")),
        log.head(),
    ];
    parts.extend(log.plan());
    parts.push(log.tasks());
    parts.push(log.calls(&calls));
    parts.push(log.timeline());
    parts.push(log.totals(&calls));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

struct Log<'j> {
    journal: &'j [Envelope],
    language: Language,
}

impl Log<'_> {
    fn head(&self) -> String {
        let language = self.language;
        let Some(first) = self.journal.first() else {
            let text = language.pick("The journal is empty.", "日志为空。");
            return text.to_owned();
        };
        let mut rows = vec![(language.pick("Run", "运行"), first.run.to_string())];
        rows.push((language.pick("Created", "创建"), first.at.to_string()));
        for envelope in self.journal {
            match &envelope.event {
                Event::RunCreated {
                    request, settings, ..
                } => {
                    rows.push((language.pick("Question", "问题"), request.question.clone()));
                    let models: Vec<String> = settings
                        .models
                        .iter()
                        .map(|(role, model)| format!("{role} = {model}"))
                        .collect();
                    let models = if models.is_empty() {
                        language
                            .pick("none: offline analyst", "无：离线分析员")
                            .to_owned()
                    } else {
                        models.join(", ")
                    };
                    rows.push((language.pick("Models", "模型"), models));
                }
                Event::RunFinished { outcome, reasons } => {
                    rows.push((
                        language.pick("Outcome", "结果"),
                        words::outcome_name(language, *outcome).to_owned(),
                    ));
                    if !reasons.is_empty() {
                        rows.push((language.pick("Why", "原因"), reasons.join("; ")));
                    }
                }
                _ => {}
            }
        }
        let lines: Vec<String> = rows
            .into_iter()
            .map(|(name, value)| format!("- **{name}**{}{}", words::colon(language), line(&value)))
            .collect();
        lines.join("\n")
    }

    fn plan(&self) -> Vec<String> {
        let accepted = self
            .journal
            .iter()
            .rev()
            .find_map(|envelope| match &envelope.event {
                Event::PlanAccepted {
                    plan,
                    origin,
                    repairs,
                } => Some((plan, origin, repairs)),
                _ => None,
            });
        let Some((plan, origin, repairs)) = accepted else {
            return Vec::new();
        };
        self.plan_parts(plan, origin, repairs)
    }

    fn plan_parts(&self, plan: &Plan, origin: &PlanOrigin, repairs: &[Repair]) -> Vec<String> {
        let language = self.language;
        let kind = words::research_type(language, plan.research_type);
        let origin = plan_origin(language, origin);
        let mut parts = vec![
            format!("## {}", language.pick("Plan", "计划")),
            line(&language.pick(
                format!("{} ({kind}), {origin}", plan.topic),
                format!("{}（{kind}），{origin}", plan.topic),
            )),
        ];
        if !repairs.is_empty() {
            let repairs: Vec<String> = repairs
                .iter()
                .map(|repair| format!("- {}", line(&repair.to_string())))
                .collect();
            parts.push(language.pick("Repairs:", "修正：").to_owned());
            parts.push(repairs.join("\n"));
        }
        parts
    }

    fn tasks(&self) -> String {
        let language = self.language;
        let records = self.task_records();
        if records.is_empty() {
            return String::new();
        }
        let head = language.pick(
            ["Task", "What", "Attempts", "Started", "Time", "Result"],
            ["任务", "内容", "次数", "开始", "用时", "结果"],
        );
        let rows = records
            .iter()
            .map(|(task, record)| {
                vec![
                    task.to_string(),
                    record.what.clone(),
                    record.attempts.to_string(),
                    match (self.journal.first(), record.started) {
                        (Some(first), Some(at)) => since(first.at, at),
                        _ => "–".to_owned(),
                    },
                    match (record.started, record.ended) {
                        (Some(start), Some(end)) => seconds(millis_between(start, end)),
                        _ => "–".to_owned(),
                    },
                    record.result.clone(),
                ]
            })
            .collect();
        let heading = language.pick("Tasks", "任务");
        format!("## {heading}\n\n{}", table(&head, rows))
    }

    fn task_records(&self) -> BTreeMap<TaskId, TaskRecord> {
        let language = self.language;
        let mut records: BTreeMap<TaskId, TaskRecord> = BTreeMap::new();
        for envelope in self.journal {
            let at = envelope.at;
            match &envelope.event {
                Event::PlanAccepted { plan, .. } => {
                    for task in &plan.tasks {
                        let record = records.entry(task.id).or_default();
                        record.what.clone_from(&task.description);
                        record.result = language.pick("not started", "未开始").to_owned();
                    }
                }
                Event::TaskStarted { task, .. } => {
                    let record = records.entry(*task).or_default();
                    record.attempts += 1;
                    record.started = Some(at);
                    record.ended = None;
                    record.result = language.pick("not finished", "未完成").to_owned();
                }
                Event::TaskReused { task, from } => {
                    let text = language.pick("taken from run", "沿用运行");
                    records.entry(*task).or_default().result = format!("{text} {from}");
                }
                Event::TaskFinished {
                    task,
                    author,
                    notes,
                } => {
                    let by = plain(&words::author(language, author));
                    let mut result = format!(
                        "{}{}{by}",
                        language.pick("finished", "完成"),
                        words::colon(language)
                    );
                    for note in notes {
                        result.push_str(language.pick("; ", "；"));
                        result.push_str(&words::quality_note(language, note));
                    }
                    records.entry(*task).or_default().end(at, result);
                }
                Event::TaskFailed { task, failure } => {
                    let text = language.pick("failed", "失败");
                    let result =
                        format!("{text}{}{}", words::colon(language), failure.told(language));
                    records.entry(*task).or_default().end(at, result);
                }
                Event::TaskBlocked { task, by } => {
                    let text = language.pick("blocked by task", "受阻于任务");
                    records.entry(*task).or_default().result = format!("{text} {by}");
                }
                _ => {}
            }
        }
        records
    }

    fn calls(&self, calls: &[Call<'_>]) -> String {
        if calls.is_empty() {
            return String::new();
        }
        let language = self.language;
        let head = language.pick(
            [
                "Task",
                "Call",
                "Tokens in",
                "Cached",
                "Tokens out",
                "Cost",
                "ms",
                "Result",
            ],
            [
                "任务",
                "调用",
                "输入词元",
                "缓存",
                "输出词元",
                "费用",
                "毫秒",
                "结果",
            ],
        );
        let rows = calls.iter().map(|call| call.row(language)).collect();
        let heading = language.pick("Calls", "调用");
        let mut text = format!("## {heading}\n\n{}", table(&head, rows));
        if calls.iter().any(|call| call.usage_estimated) {
            text.push_str(language.pick(
                "\n\n≈ estimated from the text: the server reported no usage.",
                "\n\n≈ 由文本估算：服务器未报告用量。",
            ));
        }
        text
    }

    fn timeline(&self) -> String {
        let language = self.language;
        let rows: Vec<Vec<String>> = timeline(self.journal, language)
            .into_iter()
            .map(|(at, what)| vec![at, what])
            .collect();
        if rows.is_empty() {
            return String::new();
        }
        let heading = language.pick("What happened, in order", "经过");
        let head = language.pick(["Time", "What"], ["时间", "事件"]);
        format!("## {heading}\n\n{}", table(&head, rows))
    }

    /// From the first event to the end of the run; what was asked on is no part of it.
    fn millis(&self) -> u64 {
        let is_of_run = |one: &&Envelope| !matches!(one.event, Event::FollowUpAnswered { .. });
        let last = self.journal.iter().rfind(is_of_run);
        match (self.journal.first(), last) {
            (Some(first), Some(last)) => millis_between(first.at, last.at),
            _ => 0,
        }
    }

    fn totals(&self, calls: &[Call<'_>]) -> String {
        let language = self.language;
        let count = |is: fn(&Event) -> bool| {
            let events = self.journal.iter().filter(|envelope| is(&envelope.event));
            events.count().to_string()
        };
        let sum = |pick: fn(&Call<'_>) -> u64| calls.iter().map(pick).sum::<u64>().to_string();
        let models = calls.iter().filter(|call| call.is_model()).count();
        let failures: usize = calls.iter().map(|call| call.failures.len()).sum();
        let cost: MicroUsd = calls.iter().map(|call| call.cost).sum();
        let name = |english, chinese| language.pick(english, chinese);
        let mut rows: Vec<(&str, String)> = vec![
            (
                name("Time from first to last event", "首末事件间隔"),
                seconds(self.millis()),
            ),
            (name("Model calls", "模型调用"), models.to_string()),
            (
                name("Tool calls", "工具调用"),
                (calls.len() - models).to_string(),
            ),
            (name("Failed tries", "失败的尝试"), failures.to_string()),
            (
                name("Tokens in", "输入词元"),
                sum(|call| call.usage.map_or(0, |usage| usage.input_tokens)),
            ),
            (
                name("of them to ask again", "其中重新提问"),
                sum(|call| match call.asks_again() {
                    true => call.usage.map_or(0, |usage| usage.input_tokens),
                    false => 0,
                }),
            ),
            (
                name("of them cached", "其中缓存"),
                sum(|call| call.usage.map_or(0, |usage| usage.cached_input_tokens)),
            ),
            (
                name("Tokens out", "输出词元"),
                sum(|call| call.usage.map_or(0, |usage| usage.output_tokens)),
            ),
            (name("Cost", "费用"), cost.to_string()),
            (
                name("Evidence", "证据"),
                count(|event| matches!(event, Event::EvidenceAttached { .. })),
            ),
            (
                name("Claims", "论断"),
                count(|event| matches!(event, Event::ClaimRegistered { .. })),
            ),
            (
                name("Findings", "发现"),
                count(|event| matches!(event, Event::FindingRecorded { .. })),
            ),
            (
                name("Resumes", "恢复次数"),
                count(|event| matches!(event, Event::RunResumed { .. })),
            ),
        ];
        rows.extend(unanswered(self.journal, language));
        let rows = rows
            .into_iter()
            .map(|(name, value)| vec![name.to_owned(), value])
            .collect();
        let head = language.pick(["Total", ""], ["合计", ""]);
        format!("## {}\n\n{}", name("Totals", "合计"), table(&head, rows))
    }
}

/// What counts towards the ceilings although no reply says so, if anything does: tries that failed, and
/// calls that were under way when a process ended.
fn unanswered(journal: &[Envelope], language: Language) -> Option<(&'static str, String)> {
    let counted = journal.iter().map(|envelope| match &envelope.event {
        Event::CallFailed { counted, .. } => *counted,
        Event::RunResumed { unanswered, .. } => *unanswered,
        _ => Spend::default(),
    });
    let counted: Spend = counted.sum();
    let Spend { tokens, cost } = counted;
    let row = (
        language.pick(
            "Counted for tries without a reply",
            "未得到回复的尝试所计用量",
        ),
        language.pick(
            format!("{tokens} tokens, {cost}"),
            format!("{tokens} 词元，{cost}"),
        ),
    );
    (!counted.is_nothing()).then_some(row)
}

#[derive(Default)]
struct TaskRecord {
    what: String,
    attempts: u32,
    started: Option<Timestamp>,
    ended: Option<Timestamp>,
    result: String,
}

impl TaskRecord {
    fn end(&mut self, at: Timestamp, result: String) {
        self.ended = Some(at);
        self.result = result;
    }
}

fn line(text: &str) -> String {
    let mut out = String::new();
    push_escaped(&crate::plain_text::clean(text), Place::LINE, &mut out);
    out
}

fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let mut lines = vec![
        row(head.iter().map(|cell| (*cell).to_owned()).collect()),
        row(head.iter().map(|_| "---".to_owned()).collect()),
    ];
    for cells in rows {
        let cells = cells
            .iter()
            .map(|cell| {
                let mut out = String::new();
                push_escaped(&crate::plain_text::clean(cell), Place::CELL, &mut out);
                out
            })
            .collect();
        lines.push(row(cells));
    }
    lines.join("\n")
}
