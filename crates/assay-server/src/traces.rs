//! A run's journal as OpenTelemetry spans, in OTLP's JSON form and the names of the GenAI
//! conventions. No prompt, reply or question is in a span.

use std::collections::BTreeMap;

use assay_domain::{CallKey, CallKind, Envelope, Event, Failure, Role, TaskId, Timestamp};
use serde_json::{Value, json};

const SPAN_INTERNAL: u32 = 1;
const SPAN_CLIENT: u32 = 3;
const STATUS_OK: u32 = 1;
const STATUS_ERROR: u32 = 2;

/// The spans of one run: the run, its tasks, and every call of a model or tool.
pub fn traces(journal: &[Envelope]) -> Value {
    let Some(first) = journal.first() else {
        return json!({"resourceSpans": []});
    };
    let mut story = Story::new(first);
    for envelope in journal {
        story.apply(envelope);
    }
    let resource = json!({"attributes": [
        attribute("service.name", "assay"),
        attribute("service.version", env!("CARGO_PKG_VERSION")),
    ]});
    let scope = json!({"name": "assay", "version": env!("CARGO_PKG_VERSION")});
    json!({"resourceSpans": [{
        "resource": resource,
        "scopeSpans": [{"scope": scope, "spans": story.finished()}],
    }]})
}

struct Story {
    run: String,
    trace: String,
    /// Role → `provider/model`.
    models: BTreeMap<Role, String>,
    begun: Timestamp,
    last: Timestamp,
    root: Vec<Value>,
    status: Value,
    tasks: BTreeMap<TaskId, Open>,
    calls: BTreeMap<CallKey, Open>,
    spans: Vec<Value>,
    /// Tells apart spans of the same call or task.
    number: u64,
}

struct Open {
    id: String,
    parent: String,
    name: String,
    kind: u32,
    begun: Timestamp,
    attributes: Vec<Value>,
}

impl Story {
    fn new(first: &Envelope) -> Self {
        let run = first.run.to_string();
        Self {
            trace: hex(&run, 32),
            models: BTreeMap::new(),
            begun: first.at,
            last: first.at,
            root: vec![
                attribute("gen_ai.operation.name", "invoke_agent"),
                attribute("gen_ai.agent.name", "assay"),
                attribute("gen_ai.conversation.id", &run),
            ],
            status: json!({}),
            tasks: BTreeMap::new(),
            calls: BTreeMap::new(),
            spans: Vec::new(),
            number: 0,
            run,
        }
    }

    fn apply(&mut self, envelope: &Envelope) {
        let at = envelope.at;
        self.last = at;
        match &envelope.event {
            Event::RunCreated { settings, .. } => self.models.clone_from(&settings.models),
            Event::ModelsChanged { models } => self.models.clone_from(models),
            Event::TaskStarted { task, attempt } => {
                let attributes = vec![
                    attribute("assay.task", &task.to_string()),
                    number("assay.attempt", u64::from(*attempt)),
                ];
                let open = self.open(format!("task {task}"), SPAN_INTERNAL, at, attributes);
                if let Some(left) = self.tasks.insert(*task, open) {
                    self.close(left, at, json!({}), Vec::new());
                }
            }
            Event::TaskFinished { task, .. } => self.close_task(*task, at, ok()),
            Event::TaskFailed { task, failure } => self.close_task(*task, at, error(failure)),
            Event::CallStarted {
                key, task, call, ..
            } => {
                let mut open = self.call(call, at);
                if let Some(of) = task.and_then(|task| self.tasks.get(&task)) {
                    open.parent.clone_from(&of.id);
                }
                self.calls.insert(key.clone(), open);
            }
            Event::CallReplied {
                key, usage, cost, ..
            } => {
                if let Some(open) = self.calls.remove(key) {
                    let mut attributes = Vec::new();
                    if let Some(usage) = usage {
                        attributes.push(number("gen_ai.usage.input_tokens", usage.input_tokens));
                        attributes.push(number("gen_ai.usage.output_tokens", usage.output_tokens));
                    }
                    attributes.push(number("assay.cost_micro_usd", cost.0));
                    self.close(open, at, ok(), attributes);
                }
            }
            Event::CallFailed {
                key,
                failure,
                will_retry: false,
                ..
            } => {
                if let Some(open) = self.calls.remove(key) {
                    let kind = attribute("error.type", failure.code.code());
                    self.close(open, at, error(failure), vec![kind]);
                }
            }
            Event::RunFinished { outcome, .. } => {
                self.root.push(attribute("assay.outcome", outcome.name()));
                self.status = ok();
            }
            _ => {}
        }
    }

    fn call(&mut self, call: &CallKind, at: Timestamp) -> Open {
        match call {
            CallKind::Model { role, model, .. } => {
                let mut attributes = vec![
                    attribute("gen_ai.operation.name", "chat"),
                    attribute("gen_ai.request.model", model),
                    attribute("assay.role", role.name()),
                ];
                let provider = self.provider(*role, model);
                attributes.extend(provider.map(|name| attribute("gen_ai.provider.name", name)));
                self.open(format!("chat {model}"), SPAN_CLIENT, at, attributes)
            }
            CallKind::Tool { tool } => {
                let attributes = vec![
                    attribute("gen_ai.operation.name", "execute_tool"),
                    attribute("gen_ai.tool.name", tool),
                ];
                self.open(
                    format!("execute_tool {tool}"),
                    SPAN_INTERNAL,
                    at,
                    attributes,
                )
            }
        }
    }

    /// Whose model it is: a call names the model alone, and the run which provider its role has.
    fn provider(&self, role: Role, model: &str) -> Option<&str> {
        let (provider, name) = self.models.get(&role)?.split_once('/')?;
        (name == model).then_some(provider)
    }

    fn open(&mut self, name: String, kind: u32, begun: Timestamp, attributes: Vec<Value>) -> Open {
        self.number += 1;
        Open {
            id: hex(&format!("{}/{}", self.run, self.number), 16),
            parent: self.root_id(),
            name,
            kind,
            begun,
            attributes,
        }
    }

    fn root_id(&self) -> String {
        hex(&format!("{}/run", self.run), 16)
    }

    fn close_task(&mut self, task: TaskId, at: Timestamp, status: Value) {
        if let Some(open) = self.tasks.remove(&task) {
            self.close(open, at, status, Vec::new());
        }
    }

    fn close(&mut self, open: Open, at: Timestamp, status: Value, more: Vec<Value>) {
        let mut attributes = open.attributes;
        attributes.extend(more);
        self.spans.push(json!({
            "traceId": self.trace,
            "spanId": open.id,
            "parentSpanId": open.parent,
            "name": open.name,
            "kind": open.kind,
            "startTimeUnixNano": nanos(open.begun),
            "endTimeUnixNano": nanos(at),
            "attributes": attributes,
            "status": status,
        }));
    }

    /// All spans; what has not ended is told as far as it is known.
    fn finished(mut self) -> Vec<Value> {
        let last = self.last;
        let left = std::mem::take(&mut self.tasks).into_values();
        let left = left.chain(std::mem::take(&mut self.calls).into_values());
        for open in left.collect::<Vec<_>>() {
            self.close(open, last, json!({}), Vec::new());
        }
        let root = json!({
            "traceId": self.trace,
            "spanId": self.root_id(),
            "name": "invoke_agent assay",
            "kind": SPAN_INTERNAL,
            "startTimeUnixNano": nanos(self.begun),
            "endTimeUnixNano": nanos(last),
            "attributes": self.root,
            "status": self.status,
        });
        self.spans.insert(0, root);
        self.spans
    }
}

/// OTLP/JSON writes 64-bit numbers as texts.
fn nanos(at: Timestamp) -> String {
    at.as_nanosecond().to_string()
}

fn attribute(key: &str, value: &str) -> Value {
    json!({"key": key, "value": {"stringValue": value}})
}

fn number(key: &str, value: u64) -> Value {
    json!({"key": key, "value": {"intValue": value.to_string()}})
}

fn ok() -> Value {
    json!({"code": STATUS_OK})
}

/// The code says what went wrong; the message might quote what was sent.
fn error(failure: &Failure) -> Value {
    json!({"code": STATUS_ERROR, "message": failure.code.code()})
}

fn hex(seed: &str, digits: usize) -> String {
    let hash = blake3::hash(seed.as_bytes()).to_hex();
    hash.get(..digits).unwrap_or_default().to_owned()
}
