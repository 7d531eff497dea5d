use std::collections::BTreeMap;

use assay_domain::{
    CallKey, CallKind, Envelope, Event, Failure, Finding, GateName, Language, Role, TaskId,
    Timestamp, Verdict,
};

use crate::document::plain;
use crate::log_calls::call_name;
use crate::log_phrases::{
    asked_event, count, found, gate_name, library_event, plan_origin, step_done,
};
use crate::words;

/// What happened, a line each, with the time since the run was created.
pub(crate) fn timeline(journal: &[Envelope], language: Language) -> Vec<(String, String)> {
    let Some(start) = journal.first().map(|envelope| envelope.at) else {
        return Vec::new();
    };
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut teller = Teller {
        language,
        calls: BTreeMap::new(),
    };
    let mut gathered = Gathered::default();
    for envelope in journal {
        if gathered.takes(&envelope.event) {
            continue;
        }
        let at = since(start, envelope.at);
        lines.extend(gathered.flush(language).map(|line| (at.clone(), line)));
        lines.extend(teller.tell(&envelope.event).map(|line| (at, line)));
    }
    let last = journal.last().map_or(start, |envelope| envelope.at);
    lines.extend(
        gathered
            .flush(language)
            .map(|line| (since(start, last), line)),
    );
    lines
}

pub(crate) fn since(start: Timestamp, at: Timestamp) -> String {
    format!("+{}", seconds(millis_between(start, at)))
}

pub(crate) fn millis_between(start: Timestamp, end: Timestamp) -> u64 {
    u64::try_from(end.duration_since(start).as_millis()).unwrap_or_default()
}

pub(crate) fn seconds(millis: u64) -> String {
    format!("{}.{:03} s", millis / 1000, millis % 1000)
}

/// Evidence and claims come in long runs; the log counts them.
#[derive(Default)]
struct Gathered {
    evidence: usize,
    claims: usize,
}

impl Gathered {
    fn takes(&mut self, event: &Event) -> bool {
        match event {
            Event::EvidenceAttached { .. } => self.evidence += 1,
            Event::ClaimRegistered { .. } => self.claims += 1,
            _ => return false,
        }
        true
    }

    fn flush(&mut self, language: Language) -> Option<String> {
        let Self { evidence, claims } = std::mem::take(self);
        match (evidence, claims, language) {
            (0, 0, _) => None,
            (_, 0, Language::En) => Some(attached(evidence)),
            (_, 0, Language::Zh) => Some(format!("登记证据 {evidence} 条")),
            (0, _, Language::En) => Some(registered(claims)),
            (0, _, Language::Zh) => Some(format!("登记论断 {claims} 条")),
            (_, _, Language::En) => Some(format!("{}, {}", attached(evidence), registered(claims))),
            (_, _, Language::Zh) => Some(format!("登记证据 {evidence} 条、论断 {claims} 条")),
        }
    }
}

fn attached(evidence: usize) -> String {
    format!("{} attached as evidence", count(evidence, "passage"))
}

fn registered(claims: usize) -> String {
    format!("{} registered", count(claims, "claim"))
}

/// What is said in the same few words whatever happened before.
fn milestone(event: &Event, language: Language) -> Option<&'static str> {
    match event {
        Event::PlanApproved => Some(language.pick("plan approved by the user", "用户批准计划")),
        Event::IntegrationStarted => Some(language.pick("integration started", "开始整合")),
        Event::StepFinished { step, .. } => Some(step_done(language, *step)),
        _ => None,
    }
}

struct Teller<'j> {
    language: Language,
    /// What each call asked for, to name it when it ends.
    calls: BTreeMap<&'j CallKey, &'j CallKind>,
}

impl<'j> Teller<'j> {
    fn tell(&mut self, event: &'j Event) -> Option<String> {
        if let Event::CallStarted { key, call, .. } = event {
            self.calls.insert(key, call);
        }
        if let Some(text) = milestone(event, self.language) {
            return Some(text.to_owned());
        }
        match self.language {
            Language::En => self.english_call(event).or_else(|| self.english(event)),
            Language::Zh => self.chinese_call(event).or_else(|| self.chinese(event)),
        }
    }

    fn call(&self, key: &CallKey) -> String {
        self.calls
            .get(key)
            .map_or_else(|| key.to_string(), |kind| call_name(self.language, kind))
    }

    fn english_call(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::CallStarted { key, .. } => format!("call: {}", self.call(key)),
            Event::CallReplied { key, millis, .. } => {
                format!("reply: {}, {millis} ms", self.call(key))
            }
            Event::CallFailed {
                key,
                failure,
                attempt,
                will_retry,
                ..
            } => format!(
                "call failed: {}, attempt {attempt}, {failure}{}",
                self.call(key),
                if *will_retry { "; retried" } else { "" }
            ),
            _ => return None,
        })
    }

    fn chinese_call(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::CallStarted { key, .. } => format!("调用：{}", self.call(key)),
            Event::CallReplied { key, millis, .. } => {
                format!("回复：{}，{millis} 毫秒", self.call(key))
            }
            Event::CallFailed {
                key,
                failure,
                attempt,
                will_retry,
                ..
            } => format!(
                "调用失败：{}，第 {attempt} 次，{}{}",
                self.call(key),
                failure.told(Language::Zh),
                if *will_retry { "；将重试" } else { "" }
            ),
            _ => return None,
        })
    }

    fn english(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::RunCreated { base: None, .. } => "run created".to_owned(),
            Event::RunCreated {
                base: Some(base), ..
            } => format!("run created on the results of {base}"),
            Event::RunResumed { .. } => "run resumed".to_owned(),
            Event::ModelsChanged { models } => format!("models changed: {}", model_names(models)),
            Event::AssumptionMade { parameter, assumed } => {
                format!("assumed for {parameter}: {assumed}")
            }
            Event::PlanRejected { attempt, errors } => {
                format!("plan rejected, attempt {attempt}: {}", errors.join("; "))
            }
            Event::PlanAccepted {
                plan,
                origin,
                repairs,
            } => format!(
                "plan accepted: {}, {}; {}",
                count(plan.tasks.len(), "task"),
                plan_origin(self.language, origin),
                count(repairs.len(), "repair")
            ),
            Event::TaskStarted { task, attempt } => {
                format!("task {task} started, attempt {attempt}")
            }
            Event::TaskReused { task, from } => format!("task {task} taken from run {from}"),
            Event::TaskFinished { task, author, .. } => format!(
                "task {task} finished by {}",
                plain(&words::author(self.language, author))
            ),
            Event::TaskFailed { task, failure } => format!("task {task} failed: {failure}"),
            Event::TaskBlocked { task, by } => format!("task {task} blocked by task {by}"),
            Event::ArtifactWritten {
                artifact,
                version,
                agent,
                ..
            } => format!("artifact {artifact} version {version} written by {agent}"),
            Event::FindingRecorded { finding } => found_line(self.language, finding),
            Event::GateDecided {
                gate,
                verdict,
                reasons,
            } => gate_line(self.language, *gate, *verdict, reasons),
            Event::Degraded { reason } => format!("goes on with less than was asked for: {reason}"),
            Event::IntegrationStarted | Event::StepFinished { .. } | Event::PlanApproved => {
                return None;
            }
            Event::QuestionUnderstood { .. }
            | Event::PlannerAsked { .. }
            | Event::PlannerAnswered { .. }
            | Event::FollowUpAnswered { .. } => return asked_event(self.language, event),
            Event::CancelRequested { reason } => format!("cancel requested: {reason}"),
            Event::RunFinished { outcome, reasons } => {
                let why = reasons.join("; ");
                format!("run finished: {}{}", outcome.name(), after(": ", &why))
            }
            Event::DocumentIngested { .. }
            | Event::QuarantineReviewed { .. }
            | Event::TierDeclared { .. }
            | Event::GraphRefreshed { .. }
            | Event::DocumentRemoved { .. }
            | Event::RunRemoved { .. } => return library_event(self.language, event),
            Event::CallStarted { .. }
            | Event::CallReplied { .. }
            | Event::CallFailed { .. }
            | Event::EvidenceAttached { .. }
            | Event::ClaimRegistered { .. } => return None,
        })
    }

    fn chinese(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::RunCreated { base: None, .. } => "创建运行".to_owned(),
            Event::RunCreated {
                base: Some(base), ..
            } => format!("在 {base} 的结果之上创建运行"),
            Event::RunResumed { .. } => "恢复运行".to_owned(),
            Event::ModelsChanged { models } => format!("更换模型：{}", model_names(models)),
            Event::AssumptionMade { parameter, assumed } => {
                format!("对“{parameter}”作出假设：{assumed}")
            }
            Event::PlanRejected { attempt, errors } => {
                format!("计划被退回（第 {attempt} 次）：{}", errors.join("；"))
            }
            Event::PlanAccepted {
                plan,
                origin,
                repairs,
            } => format!(
                "接受计划：{} 项任务，{}，修正 {} 处",
                plan.tasks.len(),
                plan_origin(self.language, origin),
                repairs.len()
            ),
            Event::TaskStarted { task, attempt } => format!("任务 {task} 开始（第 {attempt} 次）"),
            Event::TaskReused { task, from } => format!("任务 {task} 沿用运行 {from} 的结果"),
            Event::TaskFinished { task, author, .. } => format!(
                "任务 {task} 完成，撰写者：{}",
                plain(&words::author(self.language, author))
            ),
            Event::TaskFailed { task, failure } => task_failed(*task, failure),
            Event::TaskBlocked { task, by } => format!("任务 {task} 因任务 {by} 而受阻"),
            Event::ArtifactWritten {
                artifact,
                version,
                agent,
                ..
            } => format!("{agent} 写入产物 {artifact}，版本 {version}"),
            Event::FindingRecorded { finding } => found_line(self.language, finding),
            Event::GateDecided {
                gate,
                verdict,
                reasons,
            } => gate_line(self.language, *gate, *verdict, reasons),
            Event::Degraded { reason } => format!("降级继续：{}", reason.told(Language::Zh)),
            Event::IntegrationStarted | Event::StepFinished { .. } | Event::PlanApproved => {
                return None;
            }
            Event::QuestionUnderstood { .. }
            | Event::PlannerAsked { .. }
            | Event::PlannerAnswered { .. }
            | Event::FollowUpAnswered { .. } => return asked_event(self.language, event),
            Event::CancelRequested { reason } => format!("请求取消：{reason}"),
            Event::RunFinished { outcome, reasons } => format!(
                "运行结束：{}{}",
                words::outcome_name(self.language, *outcome),
                after("：", &reasons.join("；"))
            ),
            Event::DocumentIngested { .. }
            | Event::QuarantineReviewed { .. }
            | Event::TierDeclared { .. }
            | Event::GraphRefreshed { .. }
            | Event::DocumentRemoved { .. }
            | Event::RunRemoved { .. } => return library_event(self.language, event),
            Event::CallStarted { .. }
            | Event::CallReplied { .. }
            | Event::CallFailed { .. }
            | Event::EvidenceAttached { .. }
            | Event::ClaimRegistered { .. } => return None,
        })
    }
}

fn task_failed(task: TaskId, failure: &Failure) -> String {
    format!("任务 {task} 失败：{}", failure.told(Language::Zh))
}

fn found_line(language: Language, finding: &Finding) -> String {
    let what = found(language, finding);
    language.pick(format!("found: {what}"), format!("发现：{what}"))
}

fn gate_line(language: Language, gate: GateName, verdict: Verdict, reasons: &[String]) -> String {
    let (label, colon) = language.pick(("gate", ": "), ("关卡", "："));
    let why = after(colon, &reasons.join("; "));
    let (gate, verdict) = (gate_name(language, gate), verdict.name());
    format!("{label} {gate}{colon}{verdict}{why}")
}

fn after(separator: &str, text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("{separator}{text}")
    }
}

fn model_names(models: &BTreeMap<Role, String>) -> String {
    if models.is_empty() {
        return "-".to_owned();
    }
    let names = models
        .iter()
        .map(|(role, model)| format!("{role} = {model}"));
    names.collect::<Vec<_>>().join(", ")
}
