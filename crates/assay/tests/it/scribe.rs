//! A model that answers by the request alone: the same words to the same question, whoever asks
//! when. It searches once, then cites what it was given.

use assay_domain::{BlobId, ToolCall};
use assay_testkit::{Answer, RecordedRequest, Reply};
use serde_json::{Value, json};

/// What a request is for, by the schema it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plan,
    Section,
    Step,
    Summary,
    /// Sentences that were refused.
    Mend,
}

pub(crate) fn models() -> Answer {
    Answer::json(
        200,
        json!({"object": "list", "data": [{"id": "scribe"}]}).to_string(),
    )
}

pub(crate) fn kind(request: &RecordedRequest) -> Kind {
    match request.body["response_format"]["json_schema"]["name"].as_str() {
        Some("plan") => Kind::Plan,
        Some("summary") => Kind::Summary,
        Some("step") => Kind::Step,
        _ if prompt(request).contains("# Sentences to replace") => Kind::Mend,
        _ if prompt(request).contains("# 需要替换的句子") => Kind::Mend,
        _ => Kind::Section,
    }
}

/// The first 16 digits of the hash of the request as it arrived.
pub(crate) fn hash(request: &RecordedRequest) -> String {
    BlobId::of_bytes(request.raw.as_bytes()).as_str()[..16].to_owned()
}

/// The task that a section is asked for.
pub(crate) fn task(request: &RecordedRequest) -> Option<u32> {
    let text = prompt(request);
    let rest = text.split("task ").chain(text.split("任务 "));
    let mut numbers = rest.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect());
    numbers.find_map(|number: String| number.parse().ok())
}

/// The evidence ids that the request's fenced data carry, in order.
pub(crate) fn evidence(request: &RecordedRequest) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for message in messages(request) {
        let text = message["content"].as_str().unwrap_or_default();
        for part in text.split("<data id=\"").skip(1) {
            let id = part.split('"').next().unwrap_or_default().to_owned();
            if !found.contains(&id) {
                found.push(id);
            }
        }
    }
    found
}

pub(crate) fn messages(request: &RecordedRequest) -> Vec<Value> {
    request.body["messages"]
        .as_array()
        .cloned()
        .unwrap_or_default()
}

/// A reply that names the request it answers as its model, so that the journal tells which it was.
pub(crate) fn signed(request: &RecordedRequest, reply: Reply) -> Answer {
    Answer::Reply(Reply {
        model: hash(request),
        ..reply
    })
}

pub(crate) fn say(request: &RecordedRequest, text: impl Into<String>) -> Answer {
    signed(request, Reply::text(text))
}

pub(crate) fn answer(request: &RecordedRequest) -> Answer {
    match kind(request) {
        Kind::Plan => say(request, plan(3).to_string()),
        Kind::Summary => say(request, summary(request)),
        Kind::Step => say(request, step(request)),
        Kind::Mend => say(request, "I have nothing better."),
        Kind::Section if has_searched(request) => say(request, section(request)),
        Kind::Section => signed(request, Reply::tool_calls([search(request)])),
    }
}

/// A valid section that cites the first two passages.
pub(crate) fn section(request: &RecordedRequest) -> String {
    let task = task(request).unwrap_or_default();
    let ids = evidence(request);
    let (Some(first), Some(second)) = (ids.first(), ids.get(1)) else {
        return format!("## Part {task}\n\nNothing was found.");
    };
    format!(
        "## Part {task}\n\nThe first source says so [[{first}]]. The other one agrees [[{second}]].\n"
    )
}

/// A plan of `tasks` tasks, of which the last needs all others.
pub(crate) fn plan(tasks: u32) -> Value {
    let task = |id: u32| {
        let dependencies: Vec<u32> = if id == tasks {
            (1..tasks).collect()
        } else {
            Vec::new()
        };
        json!({
            "id": id, "description": format!("Part {id} of the question"),
            "dependencies": dependencies,
            "hints": {"data_needs": ["revenue"], "key_questions": ["How much?"], "suggested_tools": []},
        })
    };
    json!({
        "research_type": "company", "topic": "Velmora Sensing, FY2022 to FY2024",
        "objectives": ["Understand the company"],
        "tasks": (1..=tasks).map(task).collect::<Vec<_>>(),
    })
}

fn summary(request: &RecordedRequest) -> String {
    let text = prompt(request);
    // the sections come last, after the examples of the prompt
    let id = text
        .rsplit("[[")
        .next()
        .and_then(|rest| rest.split("]]").next());
    json!({
        "summary": [format!("The sources agree [[{}]].", id.unwrap_or_default())],
        "transitions": [{"before_task": 2, "text": "Now to the next part."}],
    })
    .to_string()
}

/// A turn of a model without tool calls: a search first, then the section.
fn step(request: &RecordedRequest) -> String {
    let is_first = messages(request)
        .iter()
        .all(|message| message["role"] != "assistant");
    let step = if is_first {
        json!({"action": "search_library", "arguments": {"query": words(request)}})
    } else {
        json!({"action": "finish", "section": section(request)})
    };
    step.to_string()
}

fn search(request: &RecordedRequest) -> ToolCall {
    ToolCall {
        id: format!("call_{}", hash(request)),
        name: "search_library".to_owned(),
        arguments: json!({"query": words(request)}).to_string(),
    }
}

fn words(request: &RecordedRequest) -> &'static str {
    let words = [
        "customers",
        "revenue margin",
        "market share",
        "suppliers wafers",
        "guidance",
    ];
    words[task(request).unwrap_or_default() as usize % words.len()]
}

pub(crate) fn has_searched(request: &RecordedRequest) -> bool {
    request.body.get("tools").is_none()
        || messages(request)
            .iter()
            .any(|message| message["role"] == "tool")
}

pub(crate) fn prompt(request: &RecordedRequest) -> String {
    messages(request)
        .iter()
        .find(|message| message["role"] == "user")
        .and_then(|message| message["content"].as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// One of the answers that [`asking_back`] offers.
pub(crate) const RIVALS: &str = "rivals in Asia";

/// A planner that asks back which rivals are meant, and plans for those that it is told. `with_plan`: it
/// plans for what it assumes while it asks.
pub(crate) fn asking_back(request: &RecordedRequest, with_plan: bool) -> Answer {
    if kind(request) != Kind::Plan {
        return answer(request);
    }
    let told = format!("answers: {RIVALS}");
    let mut messages = messages(request).into_iter();
    let asked = messages.len();
    if messages.any(|message| message.to_string().contains(&told)) {
        let mut plan = plan(2);
        plan["topic"] = json!("Velmora Sensing and its Asian rivals");
        return say(request, plan.to_string());
    }
    let mut plan = match with_plan || asked > 2 {
        true => plan(2),
        false => json!({}),
    };
    plan["ask_back"] = json!({
        "question": "Which rivals are meant?",
        "options": ["rivals in Europe", RIVALS], "assumption": "rivals everywhere",
    });
    say(request, plan.to_string())
}
