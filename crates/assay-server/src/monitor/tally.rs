use std::collections::BTreeMap;

use assay_domain::{Body, CallKey, CallKind, Envelope, Event, Failure, RunId, Usage};
use serde::Deserialize;
use serde_json::Value;

use super::figures::{Figures, MetricKind};

/// The fold of the whole journal into counts.
#[derive(Default)]
pub(super) struct Tally {
    /// The last event of the store that is in.
    last: u64,
    created: u64,
    by_outcome: BTreeMap<&'static str, u64>,
    tasks: BTreeMap<&'static str, u64>,
    /// Calls whose end has not been seen.
    begun: BTreeMap<(RunId, CallKey), Caller>,
    calls: BTreeMap<(Caller, &'static str), u64>,
    call_millis: BTreeMap<Caller, u64>,
    tokens: BTreeMap<(Caller, &'static str), u64>,
    /// Millionths of a US dollar.
    cost: BTreeMap<Caller, u64>,
    gates: BTreeMap<(&'static str, &'static str), u64>,
    cache: BTreeMap<(String, &'static str), u64>,
    cache_age_millis: BTreeMap<String, u64>,
    errors: BTreeMap<&'static str, u64>,
    documents: BTreeMap<&'static str, u64>,
}

/// Who a call went to: the role and provider of a model, or a tool by its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Caller {
    role: &'static str,
    to: String,
}

/// What a reply says of the cache it may have come from.
#[derive(Deserialize)]
struct CacheNote {
    hit: bool,
    #[serde(default, alias = "ageMs", alias = "age_millis")]
    age_ms: u64,
}

impl Tally {
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    pub(super) fn apply(&mut self, envelope: &Envelope) {
        self.last = envelope.seq;
        let run = &envelope.run;
        match &envelope.event {
            Event::RunCreated { .. } => self.created += 1,
            Event::RunFinished { outcome, .. } => count(&mut self.by_outcome, outcome.name()),
            Event::TaskFinished { .. } => count(&mut self.tasks, "finished"),
            Event::TaskReused { .. } => count(&mut self.tasks, "reused"),
            Event::TaskBlocked { .. } => count(&mut self.tasks, "blocked"),
            Event::TaskFailed { failure, .. } => {
                count(&mut self.tasks, "failed");
                self.error(failure);
            }
            Event::Degraded { reason } => self.error(reason),
            Event::CallStarted { key, call, .. } => {
                self.begun
                    .insert((run.clone(), key.clone()), Caller::of(call));
            }
            Event::CallReplied {
                key,
                reply,
                usage,
                cost,
                millis,
                ..
            } => {
                let key = (run.clone(), key.clone());
                if let Some(caller) = self.begun.remove(&key) {
                    self.cached(&caller, reply);
                    self.replied(caller, *usage, cost.0, *millis);
                }
            }
            Event::CallFailed {
                key,
                failure,
                will_retry,
                ..
            } => {
                self.error(failure);
                let key = (run.clone(), key.clone());
                let caller = self.begun.get(&key).cloned();
                if let Some(caller) = caller {
                    let result = if *will_retry { "retried" } else { "failed" };
                    count(&mut self.calls, (caller, result));
                }
                if !will_retry {
                    self.begun.remove(&key);
                }
            }
            Event::GateDecided { gate, verdict, .. } => {
                count(&mut self.gates, (gate.name(), verdict.name()));
            }
            Event::DocumentIngested { document } => {
                let verdict = match document.verdict {
                    assay_domain::IngestVerdict::Clean => "CLEAN",
                    assay_domain::IngestVerdict::Flagged => "FLAGGED",
                    assay_domain::IngestVerdict::Quarantined => "QUARANTINED",
                };
                count(&mut self.documents, verdict);
            }
            _ => {}
        }
    }

    fn replied(&mut self, caller: Caller, usage: Option<Usage>, cost: u64, millis: u64) {
        if let Some(usage) = usage {
            let fresh = usage.input_tokens.saturating_sub(usage.cached_input_tokens);
            for (kind, tokens) in [
                ("input", fresh),
                ("cached_input", usage.cached_input_tokens),
                ("output", usage.output_tokens),
            ] {
                *self.tokens.entry((caller.clone(), kind)).or_default() += tokens;
            }
        }
        *self.cost.entry(caller.clone()).or_default() += cost;
        *self.call_millis.entry(caller.clone()).or_default() += millis;
        count(&mut self.calls, (caller, "replied"));
    }

    /// Replies of tools that have a cache say whether they come from it.
    fn cached(&mut self, caller: &Caller, reply: &Body) {
        let Body::Inline(text) = reply else { return };
        if caller.role != "tool" || !text.contains("\"cache\"") {
            return;
        }
        // a reply of another form says nothing of a cache
        let Ok(reply) = serde_json::from_str::<Value>(text) else {
            return;
        };
        let note = reply.get("cache").cloned();
        let note = note.and_then(|note| serde_json::from_value::<CacheNote>(note).ok());
        if let Some(note) = note {
            let result = if note.hit { "hit" } else { "miss" };
            count(&mut self.cache, (caller.to.clone(), result));
            *self.cache_age_millis.entry(caller.to.clone()).or_default() += note.age_ms;
        }
    }

    fn error(&mut self, failure: &Failure) {
        count(&mut self.errors, failure.code.code());
    }

    pub(super) fn tell(&self, figures: &mut Figures) {
        figures.add(
            "assay_runs_created_total",
            "Runs that were begun",
            MetricKind::Counter,
        );
        figures.sample(&[], self.created as f64);
        figures.add(
            "assay_runs_total",
            "Runs that ended, by outcome",
            MetricKind::Counter,
        );
        for (outcome, count) in &self.by_outcome {
            figures.sample(&[("outcome", outcome)], *count as f64);
        }
        let ended: u64 = self.by_outcome.values().sum();
        figures.add(
            "assay_runs_open",
            "Runs that have not ended",
            MetricKind::Gauge,
        );
        figures.sample(&[], self.created.saturating_sub(ended) as f64);
        figures.add(
            "assay_tasks_total",
            "Tasks by what became of them",
            MetricKind::Counter,
        );
        for (result, count) in &self.tasks {
            figures.sample(&[("result", result)], *count as f64);
        }
        self.tell_calls(figures);
        figures.add(
            "assay_gate_verdicts_total",
            "Decisions of gates",
            MetricKind::Counter,
        );
        for ((gate, verdict), count) in &self.gates {
            figures.sample(&[("gate", gate), ("verdict", verdict)], *count as f64);
        }
        figures.add(
            "assay_cache_total",
            "Searches and pages by whether a cache had them",
            MetricKind::Counter,
        );
        for ((tool, result), count) in &self.cache {
            figures.sample(&[("tool", tool), ("result", result)], *count as f64);
        }
        figures.add(
            "assay_cache_age_seconds_total",
            "Age of what caches gave",
            MetricKind::Counter,
        );
        for (tool, millis) in &self.cache_age_millis {
            figures.sample(&[("tool", tool)], *millis as f64 / 1000.0);
        }
        figures.add(
            "assay_errors_total",
            "Failures by code",
            MetricKind::Counter,
        );
        for (code, count) in &self.errors {
            figures.sample(&[("code", code)], *count as f64);
        }
        figures.add(
            "assay_documents_total",
            "Documents that came in, by what the gate said",
            MetricKind::Counter,
        );
        for (verdict, count) in &self.documents {
            figures.sample(&[("verdict", verdict)], *count as f64);
        }
    }

    fn tell_calls(&self, figures: &mut Figures) {
        figures.add(
            "assay_calls_total",
            "Calls of models and tools",
            MetricKind::Counter,
        );
        for ((caller, result), count) in &self.calls {
            let labels = [
                ("role", caller.role),
                ("to", &caller.to),
                ("result", result),
            ];
            figures.sample(&labels, *count as f64);
        }
        figures.add(
            "assay_call_seconds_total",
            "Time that replies took",
            MetricKind::Counter,
        );
        for (caller, millis) in &self.call_millis {
            let labels = [("role", caller.role), ("to", &caller.to)];
            figures.sample(&labels, *millis as f64 / 1000.0);
        }
        figures.add(
            "assay_tokens_total",
            "Tokens of models",
            MetricKind::Counter,
        );
        for ((caller, kind), tokens) in &self.tokens {
            let labels = [("role", caller.role), ("to", &caller.to), ("kind", kind)];
            figures.sample(&labels, *tokens as f64);
        }
        figures.add(
            "assay_cost_usd_total",
            "Cost of models in US dollars",
            MetricKind::Counter,
        );
        for (caller, micros) in &self.cost {
            let labels = [("role", caller.role), ("to", &caller.to)];
            figures.sample(&labels, *micros as f64 / 1e6);
        }
    }
}

impl Caller {
    fn of(call: &CallKind) -> Self {
        match call {
            CallKind::Model { role, model, .. } => Self {
                role: role.name(),
                to: model.split('/').next().unwrap_or_default().to_owned(),
            },
            CallKind::Tool { tool } => Self {
                role: "tool",
                to: tool.clone(),
            },
        }
    }
}

fn count<K: Ord>(counts: &mut BTreeMap<K, u64>, key: K) {
    *counts.entry(key).or_default() += 1;
}
