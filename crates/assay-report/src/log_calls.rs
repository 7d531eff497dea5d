use std::collections::BTreeMap;

use assay_domain::{
    CallKey, CallKind, Envelope, Event, Failure, Language, MicroUsd, TaskId, Usage,
};

/// An outside call as the journal tells it.
pub(crate) struct Call<'j> {
    pub(crate) kind: &'j CallKind,
    pub(crate) task: Option<TaskId>,
    pub(crate) usage: Option<Usage>,
    pub(crate) usage_estimated: bool,
    pub(crate) cost: MicroUsd,
    pub(crate) millis: Option<u64>,
    pub(crate) failures: Vec<&'j Failure>,
    pub(crate) retries: u32,
}

/// The calls in the order in which they were first started.
pub(crate) fn calls(journal: &[Envelope]) -> Vec<Call<'_>> {
    let mut calls: Vec<Call<'_>> = Vec::new();
    let mut places: BTreeMap<&CallKey, usize> = BTreeMap::new();
    for envelope in journal {
        match &envelope.event {
            Event::CallStarted {
                key, task, call, ..
            } => {
                places.entry(key).or_insert_with(|| {
                    calls.push(Call::new(call, *task));
                    calls.len() - 1
                });
            }
            Event::CallReplied {
                key,
                usage,
                usage_estimated,
                cost,
                millis,
                ..
            } => {
                let place = places.get(key).copied();
                if let Some(call) = place.and_then(|place| calls.get_mut(place)) {
                    call.usage = *usage;
                    call.usage_estimated = *usage_estimated;
                    call.cost = *cost;
                    call.millis = Some(*millis);
                }
            }
            Event::CallFailed {
                key,
                failure,
                will_retry,
                ..
            } => {
                let place = places.get(key).copied();
                if let Some(call) = place.and_then(|place| calls.get_mut(place)) {
                    call.failures.push(failure);
                    call.retries += u32::from(*will_retry);
                }
            }
            _ => {}
        }
    }
    calls
}

impl<'j> Call<'j> {
    fn new(kind: &'j CallKind, task: Option<TaskId>) -> Self {
        Self {
            kind,
            task,
            usage: None,
            usage_estimated: false,
            cost: MicroUsd::default(),
            millis: None,
            failures: Vec::new(),
            retries: 0,
        }
    }

    pub(crate) fn is_model(&self) -> bool {
        matches!(self.kind, CallKind::Model { .. })
    }

    /// Whether it asks again for what was asked for before.
    pub(crate) fn asks_again(&self) -> bool {
        matches!(
            self.kind,
            CallKind::Model {
                asks_again: true,
                ..
            }
        )
    }

    /// A cell each: task, what, tokens in, of them cached, out, cost, milliseconds, result.
    pub(crate) fn row(&self, language: Language) -> Vec<String> {
        let about = if self.usage_estimated { "≈" } else { "" };
        let tokens = |pick: fn(Usage) -> u64| match self.usage {
            Some(usage) => format!("{about}{}", pick(usage)),
            None => "–".to_owned(),
        };
        vec![
            self.task
                .map_or_else(|| "–".to_owned(), |task| task.to_string()),
            call_name(language, self.kind),
            tokens(|usage| usage.input_tokens),
            tokens(|usage| usage.cached_input_tokens),
            tokens(|usage| usage.output_tokens),
            self.cost.to_string(),
            self.millis
                .map_or_else(|| "–".to_owned(), |ms| ms.to_string()),
            self.result(language),
        ]
    }

    fn result(&self, language: Language) -> String {
        let failures: Vec<String> = self.failures.iter().map(ToString::to_string).collect();
        let failures = failures.join("; ");
        match (self.millis, self.failures.is_empty()) {
            (Some(_), true) => language.pick("replied", "已回复").to_owned(),
            (Some(_), false) => match language {
                Language::En => format!("replied after {}: {failures}", times(self.retries)),
                Language::Zh => format!("重试 {} 次后回复：{failures}", self.retries),
            },
            (None, false) => match language {
                Language::En => format!("failed: {failures}"),
                Language::Zh => format!("失败：{failures}"),
            },
            (None, true) => language
                .pick(
                    "no reply recorded (in flight when the run stopped)",
                    "没有回复记录（运行停止时尚未返回）",
                )
                .to_owned(),
        }
    }
}

fn times(retries: u32) -> String {
    if retries == 1 {
        "1 retry".to_owned()
    } else {
        format!("{retries} retries")
    }
}

pub(crate) fn call_name(language: Language, kind: &CallKind) -> String {
    match (language, kind) {
        (Language::En, CallKind::Model { role, model, .. }) => {
            format!("model {model}, role {role}")
        }
        (Language::Zh, CallKind::Model { role, model, .. }) => format!("模型 {model}，角色 {role}"),
        (Language::En, CallKind::Tool { tool }) => format!("tool {tool}"),
        (Language::Zh, CallKind::Tool { tool }) => format!("工具 {tool}"),
    }
}
