//! The draft is read as a whole before the report is put together: what repeats goes, what
//! contradicts is shown, what is left open is said, and a reader who lies changes nothing.

use assay_domain::{Event, Finding, Outcome};
use assay_testkit::{Answer, RecordedRequest, Script};
use serde_json::{Value, json};

use crate::deep::{artifact, name, passages};
use crate::home::{Home, Ran};
use crate::provider::Provider;
use crate::scribe::{self, Kind};
use crate::setting::outcome;

const QUESTION: &str = "What went through the port of Elmsund, and who pays for the new pier?";

const YEARBOOK: &str =
    "The port of Elmsund handled 4.2 million tonnes in 2019. Timber made most of the cargo.";
const GAZETTE: &str = "The port of Elmsund handled 3.9 million tonnes in 2019. The council renewed the licence of the ferry line in March 2020.";

/// Number 2 of the first section comes back in other words as number 4; 1 and 3 are at odds.
fn sections(request: &RecordedRequest) -> String {
    let id_of = |words: &str| {
        let mut all = passages(request).into_iter();
        let found = all.find(|(_, text)| text.contains(words));
        found.map(|(id, _)| id).unwrap_or_default()
    };
    let (yearbook, gazette) = (id_of("4.2 million"), id_of("3.9 million"));
    match scribe::task(request) {
        Some(1) => format!(
            "#### Cargo\n\nThe port of Elmsund handled 4.2 million tonnes in 2019 [[{yearbook}]]. The council renewed the licence of the ferry line in March 2020 [[{gazette}]].\n"
        ),
        _ => format!(
            "## Ferries\n\nThe port of Elmsund handled 3.9 million tonnes in 2019 [[{gazette}]]. The licence of the ferry line was renewed in March 2020 [[{gazette}]]. Timber made most of the cargo [[{yearbook}]].\n"
        ),
    }
}

fn plan() -> Value {
    json!({
        "research_type": "industry", "topic": QUESTION, "objectives": ["Cargo and ferries"],
        "tasks": [
            {"id": 1, "description": "Cargo of the port of Elmsund in tonnes and its ferry licence", "dependencies": []},
            {"id": 2, "description": "Ferry licence, timber and tonnes of the port of Elmsund", "dependencies": []},
        ],
    })
}

/// A run of two sections that `read` reads as a whole.
fn run(read: impl Fn(&RecordedRequest) -> Value + Send + Sync + 'static) -> (Home, Provider, Ran) {
    let provider = Provider::scripted(Script::reading(move |request, _| {
        if request.method == "GET" {
            return scribe::models();
        }
        if name(request) == "whole_draft" {
            return match read(request) {
                Value::String(text) => Answer::text(text),
                value => Answer::text(value.to_string()),
            };
        }
        match scribe::kind(request) {
            Kind::Section => scribe::say(request, sections(request)),
            _ => scribe::answer(request),
        }
    }));
    let home = Home::empty();
    home.configure(&provider.config());
    home.write("papers/yearbook.md", YEARBOOK);
    home.write("papers/gazette.md", GAZETTE);
    home.must(&["ingest", "papers"]);
    home.write("plan.json", plan().to_string());
    let ran = home.assay(&["run", "plan.json"]);
    (home, provider, ran)
}

fn events(home: &Home) -> Vec<Event> {
    home.assert_sound();
    let journal = home.journal().into_iter();
    journal.map(|envelope| envelope.event).collect()
}

fn conflicts(home: &Home) -> Vec<Finding> {
    let events = events(home).into_iter();
    let findings = events.filter_map(|event| match event {
        Event::FindingRecorded { finding } => Some(finding),
        _ => None,
    });
    findings
        .filter(|finding| matches!(finding, Finding::Conflict { .. }))
        .collect()
}

fn readings(provider: &Provider) -> Vec<RecordedRequest> {
    let mut chats = provider.chats();
    chats.retain(|chat| name(chat) == "whole_draft");
    chats
}

fn honest(_: &RecordedRequest) -> Value {
    json!({
        "repeats": [{"first": 2, "again": 4}],
        "contradicts": [{"one": 1, "other": 3}],
        "answers": [1],
        "unanswered": ["who pays for the new pier"],
    })
}

#[test]
fn what_repeats_goes_what_contradicts_is_shown_and_what_is_open_is_said() {
    let (home, provider, ran) = run(honest);
    assert_eq!(outcome(&events(&home)), Outcome::Completed, "{ran:?}");
    let report = &ran.stdout;
    assert!(report.contains("council renewed the licence"), "{report}");
    assert!(
        !report.contains("licence of the ferry line was renewed"),
        "{report}"
    );
    assert!(report.contains("Timber made most of the cargo"), "{report}");
    assert!(report.contains("Statements at odds"), "{report}");
    assert!(report.contains("who pays for the new pier"), "{report}");
    assert_eq!(conflicts(&home).len(), 1);
    let asked = readings(&provider);
    assert_eq!(asked.len(), 1);
    let prompt = scribe::prompt(&asked[0]);
    assert!(prompt.contains(QUESTION), "{prompt}");
    assert!(
        prompt.contains("\n5. Timber made most of the cargo"),
        "{prompt}"
    );
    assert!(prompt.contains("<data"), "fenced: {prompt}");
    let chats = provider.chats();
    let summary = chats.iter().find(|chat| name(chat) == "summary").unwrap();
    let summary = scribe::prompt(summary);
    let answers = summary.split("# Sentences that answer").nth(1).unwrap();
    assert!(answers.contains("4.2 million tonnes"), "{summary}");
    let record = artifact(&home, "draft_reading");
    assert_eq!(record["repeated"].as_array().unwrap().len(), 1, "{record}");
    let run = home.newest();
    home.must(&["audit", run.as_str()]);
}

#[test]
fn a_reader_who_lies_or_babbles_changes_nothing() {
    let lies = json!({
        "repeats": [{"first": 1, "again": 3}, {"first": 1, "again": 5}, {"first": 3, "again": 2}],
        "contradicts": [{"one": 2, "other": 5}, {"one": 2, "other": 4}],
        "answers": [1],
        "unanswered": ["why the mayor was arrested"],
    });
    let unknown = json!({
        "repeats": [{"first": 2, "again": 40}], "contradicts": [], "answers": [0], "unanswered": [],
    });
    let (_, _, undisturbed) =
        run(|_| json!({"repeats": [], "contradicts": [], "answers": [1], "unanswered": []}));
    for (said, times) in [(lies, 1), (unknown, 2), (json!("It reads well."), 2)] {
        let answer = said.clone();
        let (home, provider, ran) = run(move |_| answer.clone());
        assert_eq!(readings(&provider).len(), times, "{said}");
        let text = |ran: &Ran| body(&ran.stdout);
        assert_eq!(text(&ran), text(&undisturbed), "{said}");
        let is_told = ran.stdout.contains(UNREAD);
        assert_eq!(is_told, times > 1, "{said}: {}", ran.stdout);
        assert_eq!(conflicts(&home), [], "{said}");
        assert_eq!(outcome(&events(&home)), Outcome::Completed, "{said}");
    }
}

/// What a report says where nobody read its draft.
const UNREAD: &str = "The draft was not read as a whole";

/// The report up to what differs from run to run, without the word on who read its draft.
fn body(report: &str) -> String {
    let end = report.find("Generation log").unwrap_or(report.len());
    // the word has a heading of its own where nothing else stands under it
    let words = ["run_", UNREAD, "### How it was researched"];
    let differs = |line: &&str| line.is_empty() || words.iter().any(|word| line.contains(word));
    let lines = report[..end].lines().filter(|line| !differs(line));
    lines.collect::<Vec<_>>().join("\n")
}
