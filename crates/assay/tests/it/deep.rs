//! The four-step research: notes, model, report, by a model that behaves, lies or fails.

use assay_domain::{CallKind, Event, Outcome};
use assay_store::Store;
use assay_testkit::{Answer, RecordedRequest, Reply};
use serde_json::{Value, json};

use crate::home::Home;
use crate::provider::Provider;
use crate::scribe;

pub(crate) const QUESTION: &str = "What drives demand for pressure sensors?";

/// The passages of a request: id and text.
pub(crate) fn passages(request: &RecordedRequest) -> Vec<(String, String)> {
    let text = scribe::messages(request)
        .iter()
        .map(|message| message["content"].as_str().unwrap_or_default().to_owned())
        .collect::<Vec<_>>()
        .join("\n");
    text.split("<data id=\"")
        .skip(1)
        .filter_map(|part| {
            let (id, rest) = part.split_once('"')?;
            let (_, rest) = rest.split_once(">\n")?;
            let (body, _) = rest.split_once("\n</data>")?;
            Some((id.to_owned(), body.to_owned()))
        })
        .collect()
}

fn first_sentence(text: &str) -> String {
    let line = text
        .lines()
        .find(|line| line.contains(". ") || line.ends_with('.'));
    let line = line.unwrap_or(text);
    let end = line.find(". ").map_or(line.len(), |at| at + 1);
    line[..end].to_owned()
}

pub(crate) fn name(request: &RecordedRequest) -> String {
    let name = &request.body["response_format"]["json_schema"]["name"];
    name.as_str().unwrap_or("report").to_owned()
}

/// A model that quotes what it was given.
pub(crate) fn honest(request: &RecordedRequest) -> Value {
    match name(request).as_str() {
        "strategy" => json!({
            "primaryQuery": "pressure sensors demand", "queries": ["market share", "price"],
            "engines": ["library"], "notes": "Demand first, then who serves it.",
        }),
        "notes" => {
            let notes: Vec<Value> = passages(request)
                .into_iter()
                .filter(|(_, text)| text.contains(". "))
                .take(2)
                .map(|(id, text)| {
                    let quote = first_sentence(&text);
                    json!({"topic": "Demand", "summary": quote,
                        "evidence": [{"id": id, "quote": quote, "confidence": 1.0}]})
                })
                .collect();
            json!({"notes": notes})
        }
        "open" => json!({"open": []}),
        "model" => json!({
            "coreDrivers": [{"name": "Demand", "description": noted(request, 0), "evidenceRefs": [0]}],
            "relationships": [], "scenarios": [], "metrics": [],
        }),
        _ => Value::String(report(request)),
    }
}

/// The summary of a note in a prompt.
fn noted(request: &RecordedRequest, number: usize) -> String {
    let text = scribe::prompt(request);
    let fence = format!("<data note=\"{number}\"");
    let (_, rest) = text.split_once(&fence).expect("the note is there");
    let (_, body) = rest.split_once(">\n").expect("a fence");
    let (summary, _) = body.split_once(" [[").expect("a citation");
    summary.to_owned()
}

fn cited(request: &RecordedRequest) -> String {
    let text = scribe::prompt(request);
    let (_, rest) = text.split_once("<data note=\"0\"").expect("a note");
    let (_, rest) = rest.split_once("[[").expect("a citation");
    let (id, _) = rest.split_once("]]").expect("a citation");
    id.to_owned()
}

fn report(request: &RecordedRequest) -> String {
    let (id, said) = (cited(request), noted(request, 0));
    let said = said.trim_end_matches('.');
    format!("## Executive summary\n\n- {said} [[{id}]].\n\n## Demand\n\n{said} [[{id}]].\n")
}

pub(crate) fn reply(value: Value) -> Answer {
    let text = match value {
        Value::String(text) => text,
        value => value.to_string(),
    };
    Answer::Reply(Reply::text(text))
}

pub(crate) fn home(provider: &Provider) -> Home {
    let home = Home::with_samples();
    let config = provider.config().replace(
        "default = \"fake/scribe\"",
        "search = \"fake/scribe\"\nmodeling = \"fake/scribe\"\nreport = \"fake/scribe\"",
    );
    home.configure(&config);
    home
}

pub(crate) fn artifact(home: &Home, name: &str) -> Value {
    let store = Store::open(&home.state()).unwrap();
    let journal = home.journal();
    let body = journal
        .iter()
        .rev()
        .find_map(|envelope| match &envelope.event {
            Event::ArtifactWritten { artifact, body, .. } if artifact.to_string() == name => {
                Some(body)
            }
            _ => None,
        });
    let body = body.unwrap_or_else(|| panic!("no artifact {name}"));
    serde_json::from_str(&store.text_of(body).unwrap()).unwrap()
}

pub(crate) fn outcome(home: &Home) -> (Outcome, Vec<String>) {
    match &home.journal().last().expect("events").event {
        Event::RunFinished { outcome, reasons } => (*outcome, reasons.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_model_makes_notes_a_blueprint_and_a_report_with_the_protocols_payloads() {
    let provider = Provider::start(|request| reply(honest(request)));
    let home = home(&provider);
    home.must(&["research", QUESTION, "--type", "industry"]);
    assert_eq!(outcome(&home).0, Outcome::Completed);
    let found: assay_steps::SearchAgentResult =
        serde_json::from_value(artifact(&home, "search_notes")).unwrap();
    assert!(!found.notes.is_empty() && !found.raw_results.is_empty());
    assert!(!found.metadata.is_fallback && found.metadata.tokens > 0);
    assert!(found.strategy.queries.contains(&"market share".to_owned()));
    // a model is not surer than its source
    let all = found.notes.iter().flat_map(|note| &note.evidence);
    assert!(all.clone().all(|one| one.confidence <= 0.9), "{found:?}");
    let blueprint = artifact(&home, "model_blueprint");
    assert_eq!(blueprint["coreDrivers"][0]["name"], "Demand");
    let report = artifact(&home, "research_report");
    let markdown = report["markdown"].as_str().unwrap();
    assert!(markdown.contains("## 1. Demand"), "{markdown}");
    assert!(!report["sources"].as_array().unwrap().is_empty());
    home.assert_sound();
}

#[test]
fn what_a_model_makes_up_is_not_in_the_report() {
    let provider = Provider::start(|request| {
        let mut answer = honest(request);
        match name(request).as_str() {
            "notes" => {
                if let Some(list) = answer["notes"].as_array_mut() {
                    let mut false_quote = list[0].clone();
                    false_quote["evidence"][0]["quote"] = json!("Demand has tripled everywhere.");
                    false_quote["summary"] = json!("Demand has tripled everywhere.");
                    let mut false_number = list[0].clone();
                    false_number["summary"] = json!("Demand reached 987,654 units in 2024.");
                    let mut false_id = list[0].clone();
                    false_id["evidence"][0]["id"] = json!("ev_ffffffffff");
                    list.extend([false_quote, false_number, false_id]);
                }
            }
            "model" => {
                answer["coreDrivers"].as_array_mut().unwrap().push(json!({
                    "name": "Fashion", "description": "Sales reached 987,654 units.", "evidenceRefs": [0],
                }));
                answer["metrics"] =
                    json!([{"name": "Units", "estimate": 987654, "unit": "", "note": 0}]);
            }
            "report" => {
                let text = answer.as_str().unwrap().to_owned();
                let id = cited(request);
                answer = json!(format!(
                    "{text}\nDemand reached 987,654 units in 2024 [[{id}]]. Others agree [[ev_ffffffffff]].\n"
                ));
            }
            _ => {}
        }
        reply(answer)
    });
    let home = home(&provider);
    home.assay(&["research", QUESTION, "--type", "industry"]);
    let notes = artifact(&home, "search_notes").to_string();
    assert!(
        !notes.contains("tripled") && !notes.contains("987,654"),
        "{notes}"
    );
    let blueprint = artifact(&home, "model_blueprint");
    assert!(!blueprint["coreDrivers"].to_string().contains("Fashion"));
    assert_eq!(blueprint["metrics"], json!([]));
    let warnings = blueprint["metadata"]["warnings"].to_string();
    assert!(
        warnings.contains("Fashion") && warnings.contains("987654"),
        "{warnings}"
    );
    let report = artifact(&home, "research_report");
    let markdown = report["markdown"].as_str().unwrap();
    let findings = crate::setting::findings(markdown);
    assert!(!findings.contains("987,654"), "{findings}");
    assert!(markdown.contains("987,654"), "{markdown}");
    assert!(!markdown.contains("[[ev_ffffffffff"), "{markdown}");
    home.assert_sound();
}

#[test]
fn the_analyst_stands_in_for_a_model_that_fails_and_says_so() {
    let provider = Provider::start(|_| Answer::error(500, "server_error", "out of order"));
    let home = home(&provider);
    home.assay(&["research", QUESTION, "--type", "industry"]);
    let (outcome, reasons) = outcome(&home);
    assert_eq!(outcome, Outcome::Degraded, "{reasons:?}");
    assert_eq!(
        artifact(&home, "search_notes")["metadata"]["isFallback"],
        true
    );
    assert_eq!(
        artifact(&home, "model_blueprint")["metadata"]["isFallback"],
        true
    );
    assert_eq!(
        artifact(&home, "research_report")["metadata"]["isFallback"],
        true
    );
}

#[test]
fn without_a_model_the_same_payloads_come_from_the_evidence_alone_and_again_the_same() {
    let markdown = || {
        let home = Home::with_samples();
        home.must(&["research", QUESTION, "--profile", "deep"]);
        let notes = artifact(&home, "search_notes");
        assert_eq!(notes["metadata"]["isFallback"], false);
        assert!(!notes["notes"].as_array().unwrap().is_empty());
        home.assert_sound();
        let report = artifact(&home, "research_report");
        report["markdown"].as_str().unwrap().to_owned()
    };
    assert_eq!(markdown(), markdown());
}

/// Holds a plan and cuts it to its first task. The run and the file of the plan.
fn held_and_cut(home: &Home) -> String {
    let held = home.json(&[
        "--json",
        "research",
        QUESTION,
        "--profile",
        "deep",
        "--hold",
    ]);
    assert_eq!(held["held"], true);
    let mut plan = held["plan"].clone();
    let tasks = plan["tasks"].as_array_mut().unwrap();
    tasks.truncate(1);
    tasks[0]["dependencies"] = json!([]);
    home.write("plan.json", plan.to_string());
    held["run"].as_str().unwrap().to_owned()
}

#[test]
fn a_held_plan_is_shown_changed_and_approved() {
    let home = Home::with_samples();
    let run = held_and_cut(&home);
    let resumed = home.must(&["resume", &run]);
    assert!(resumed.stderr.contains("waits for you"), "{resumed:?}");
    let mut shown = home.json(&["--json", "show", &run]);
    let cut: Value =
        serde_json::from_str(&std::fs::read_to_string(home.path("plan.json")).unwrap()).unwrap();
    assert!(shown["plan"].is_object(), "{shown}");
    shown["plan"] = json!(null);
    home.write("shown.json", shown.to_string());
    let early = home.assay(&["approve", &run, "--plan", "shown.json"]);
    assert_eq!(early.code, Some(1), "{early:?}");
    assert!(early.stderr.contains("had no plan yet"), "{early:?}");
    shown["plan"] = cut;
    home.write("shown.json", shown.to_string());
    home.must(&["approve", &run, "--plan", "shown.json"]);
    let tasks = &home.json(&["--json", "show", &run])["tasks"];
    assert_eq!(tasks.as_array().unwrap().len(), 1);
    let again = home.assay(&["approve", &run]);
    assert_eq!(again.code, Some(1));
    assert!(again.stderr.contains("no plan that waits"), "{again:?}");
    home.assert_sound();
}

/// What the journal says of each search of the web: whether it came from the cache.
fn web_hits(home: &Home) -> Vec<bool> {
    let store = Store::open(&home.state()).unwrap();
    let journal = home.journal();
    let searches: Vec<_> = journal
        .iter()
        .filter_map(|envelope| match &envelope.event {
            Event::CallStarted {
                key,
                call: CallKind::Tool { tool },
                ..
            } if tool == "web_search" => Some(key.clone()),
            _ => None,
        })
        .collect();
    let replies = journal.iter().filter_map(|envelope| match &envelope.event {
        Event::CallReplied { key, reply, .. } if searches.contains(key) => {
            let text = store.text_of(reply).unwrap();
            let reply: Value = serde_json::from_str(&text).unwrap();
            reply["cache"]["hit"].as_bool()
        }
        _ => None,
    });
    replies.collect()
}

#[test]
fn what_the_web_answered_is_used_again_while_it_is_fresh_and_the_run_says_so() {
    let engine = Provider::scripted(assay_testkit::Script::new(|_, _| {
        Answer::json(200, json!({"results": []}).to_string())
    }));
    let home = Home::with_samples();
    let base = engine.base_url();
    home.configure(&format!(
        "[web]\nengines = \"searxng\"\n[web.searxng]\nbase_url = \"{base}\"\ninternal = true\n"
    ));
    let research = || {
        let run = held_and_cut(&home);
        home.must(&["approve", &run, "--plan", "plan.json"]);
    };
    research();
    let first = web_hits(&home);
    assert!(!first.is_empty() && !first.contains(&true), "{first:?}");
    let asked = engine.count();
    research();
    let second = web_hits(&home);
    assert_eq!(second.len(), first.len());
    assert!(second.iter().all(|hit| *hit), "{second:?}");
    assert_eq!(engine.count(), asked, "nobody was asked again");
    home.must(&["config", "set", "cache.search_minutes", "0"]);
    research();
    assert!(!web_hits(&home).contains(&true));
}
