//! A model that writes eight sentences without evidence and eight that cite evidence which does not
//! say it, in every section of every kind of run. None may be a finding, and no such run is complete.

use assay_domain::{Event, Outcome, Section};
use assay_testkit::{Answer, RecordedRequest, Reply, Script};
use serde_json::{Value, json};

use crate::autonomous::{create, finish, search, step};
use crate::home::{Home, repository};
use crate::provider::Provider;
use crate::scribe;
use crate::setting::findings;

const UNCITED: [&str; 8] = [
    "The company was founded by two brothers in a garage",
    "It employs 90,000 people in 40 countries",
    "It owns more than 600 patents",
    "A survey found that 61% of customers plan to switch",
    "Its chairman sits on the boards of three banks",
    "Regulators have opened a second inquiry",
    "The workforce will strike in the spring",
    "Its largest plant burned down last winter",
];

const FALSELY_CITED: [&str; 8] = [
    "The chief executive was arrested for fraud",
    "Auditors found a material weakness in revenue recognition",
    "The company paid fines of $61.0 billion",
    "Net income was not positive in any quarter",
    "A takeover by Zeta Bank was agreed",
    "Its licence was withdrawn by the ministry",
    "Half of the directors resigned in protest",
    "The dividend was abolished for good",
];

/// How the model answers when it is asked to judge sentences.
#[derive(Clone, Copy, Debug)]
enum Judge {
    /// It says that everything is supported, by the first line of the passage.
    Lies,
    /// It does not understand the question.
    Babbles,
}

/// A section of lies around one sentence that is true.
fn lies(title: &str, truth: &str, id: &str) -> String {
    let uncited = UNCITED.map(|text| format!("{text}."));
    let cited = FALSELY_CITED.map(|text| format!("{text} [[{id}]]."));
    format!(
        "## {title}\n\n{truth} [[{id}]].\n\n{}\n\n### Fraud at the top\n\n{}\n\n| What | Value |\n| --- | --- |\n| Stolen | 77 million |\n",
        uncited.join(" "),
        cited.join(" ")
    )
}

/// A sentence of a passage that the request has, with the passage's id.
fn truth(request: &RecordedRequest) -> Option<(String, String)> {
    let text: String = scribe::messages(request)
        .iter()
        .map(|message| message["content"].as_str().unwrap_or_default().to_owned() + "\n")
        .collect();
    let passages: Vec<&str> = text.split("<data id=\"").skip(1).collect();
    passages.iter().rev().find_map(|passage| {
        let (id, rest) = passage.split_once('"')?;
        let (_, body) = rest.split_once(">\n")?;
        let (body, _) = body.split_once("\n</data>")?;
        let is_sentence = |line: &&str| line.ends_with('.') && line.starts_with(char::is_uppercase);
        let line = body.lines().rev().find(is_sentence)?;
        let sentence = line.split(". ").next()?.trim_end_matches('.');
        Some((sentence.to_owned(), id.to_owned()))
    })
}

fn verdicts(request: &RecordedRequest, judge: Judge) -> Option<Answer> {
    let prompt = scribe::prompt(request);
    if !prompt.contains("Give each sentence exactly one verdict") {
        return None;
    }
    if matches!(judge, Judge::Babbles) {
        return Some(Answer::text("All of this looks fine to me."));
    }
    let (id, rest) = prompt.split_once("<data id=\"")?.1.split_once('"')?;
    let span = rest.split_once(">\n")?.1.lines().next()?;
    let listed = prompt.rsplit("<data").next()?;
    let numbers = listed.lines().filter_map(|line| {
        let number = line.split_once(". [")?.0;
        number.trim().parse::<u32>().ok()
    });
    let all: Vec<Value> = numbers
        .map(|n| json!({"n": n, "verdict": "supported", "evidence": id, "span": span}))
        .collect();
    Some(Answer::text(json!({"verdicts": all}).to_string()))
}

fn liar(judge: Judge, write: fn(&RecordedRequest) -> Answer) -> Provider {
    Provider::scripted(Script::judging(move |request, _| {
        if request.method == "GET" {
            return scribe::models();
        }
        verdicts(request, judge).unwrap_or_else(|| write(request))
    }))
}

fn section(request: &RecordedRequest) -> Answer {
    match (scribe::kind(request), truth(request)) {
        (scribe::Kind::Section, Some((truth, id))) if scribe::has_searched(request) => {
            let task = scribe::task(request).unwrap_or_default();
            scribe::say(request, lies(&format!("Part {task}"), &truth, &id))
        }
        (scribe::Kind::Summary, Some((_, id))) => {
            let summary: Vec<String> = FALSELY_CITED.map(|text| format!("{text} [[{id}]].")).into();
            let lead_in = json!({"before_task": 2, "text": UNCITED[7]});
            let text = json!({"summary": summary, "transitions": [lead_in]});
            scribe::say(request, text.to_string())
        }
        _ => scribe::answer(request),
    }
}

fn check(name: &str, home: &Home, report: &str) {
    let all = UNCITED.iter().chain(&FALSELY_CITED);
    let all = all.copied().chain(["Stolen", "Fraud at the top"]);
    let among_findings: Vec<&str> = all.filter(|text| findings(report).contains(text)).collect();
    assert_eq!(among_findings, Vec::<&str>::new(), "{name}: {report}");
    let mut told = UNCITED.iter().chain(&FALSELY_CITED);
    assert!(
        told.any(|text| report.contains(text)),
        "{name}: none is lost\n{report}"
    );
    let outcome = home
        .journal()
        .into_iter()
        .find_map(|envelope| match envelope.event {
            Event::RunFinished { outcome, .. } => Some(outcome),
            _ => None,
        });
    assert_ne!(outcome, Some(Outcome::Completed), "{name}");
    assert!(outcome.is_some(), "{name}");
    home.must(&["audit", &home.newest().to_string()]);
    home.assert_sound();
}

#[test]
fn lies_are_no_findings_of_a_plain_run() {
    for judge in [Judge::Lies, Judge::Babbles] {
        let provider = liar(judge, section);
        let home = Home::with_samples();
        home.configure(&provider.config());
        home.write("plan.json", crate::setting::diamond(false));
        let ran = home.assay(&["run", "plan.json"]);
        check(&format!("plain, judge {judge:?}"), &home, &ran.stdout);
        for envelope in home.journal() {
            if let Event::ArtifactWritten { artifact, body, .. } = envelope.event
                && artifact.kind() == Some(assay_domain::ArtifactKind::Section)
            {
                let text = assay_store::Store::open(&home.state())
                    .unwrap()
                    .text_of(&body)
                    .unwrap();
                let section: Section = serde_json::from_str(&text).unwrap();
                assert!(section.left_out.len() >= 17, "{:?}", section.left_out);
            }
        }
    }
}

fn deep(request: &RecordedRequest) -> Answer {
    let name = &request.body["response_format"]["json_schema"]["name"];
    let (truth, id) = truth(request).unwrap_or_default();
    let text = match name.as_str().unwrap_or("report") {
        "strategy" => json!({
            "primaryQuery": "pressure sensors demand", "queries": ["market share"],
            "engines": ["library"], "notes": "Demand first.",
        })
        .to_string(),
        "notes" => {
            let note = |text: &str| {
                json!({"topic": "Demand", "summary": text,
                    "evidence": [{"id": id, "quote": truth, "confidence": 1.0}]})
            };
            let mut notes = vec![note(&format!("{truth}."))];
            notes.extend(FALSELY_CITED.iter().map(|text| note(&format!("{text}."))));
            json!({"notes": notes}).to_string()
        }
        "model" => json!({"coreDrivers": [], "relationships": [], "scenarios": [], "metrics": []})
            .to_string(),
        _ => {
            let prompt = scribe::prompt(request);
            let (_, cited) = prompt.split_once("<data note").unwrap_or_default();
            let id = cited
                .split("[[")
                .nth(1)
                .and_then(|rest| rest.split("]]").next());
            let id = id.unwrap_or_default();
            let lies = lies("Demand", "Demand was said to matter", id);
            let summary = FALSELY_CITED.map(|text| format!("- {text} [[{id}]]."));
            format!("## Executive summary\n\n{}\n\n{lies}", summary.join("\n"))
        }
    };
    scribe::say(request, text)
}

#[test]
fn lies_are_no_findings_of_a_deep_run() {
    for judge in [Judge::Lies, Judge::Babbles] {
        let provider = liar(judge, deep);
        let home = Home::with_samples();
        let config = provider.config().replace(
            "default = \"fake/scribe\"",
            "search = \"fake/scribe\"\nmodeling = \"fake/scribe\"\nreport = \"fake/scribe\"\nverifier = \"fake/scribe\"",
        );
        home.configure(&config);
        let question = "What drives demand for pressure sensors?";
        let ran = home.assay(&["research", question, "-y", "--profile", "deep"]);
        check(&format!("deep, judge {judge:?}"), &home, &ran.stdout);
    }
}

fn agent(request: &RecordedRequest) -> Answer {
    let reply: Reply = match (scribe::kind(request), step(request)) {
        (scribe::Kind::Summary, _) => return section(request),
        (_, 0) => search("pressure sensors demand"),
        (_, 1) => {
            let (truth, id) = truth(request).unwrap_or_default();
            let text = lies("Demand", &truth, &id);
            create("Notebook/1.md", text.trim_start_matches('#'))
        }
        _ => finish(),
    };
    scribe::signed(request, reply)
}

#[test]
fn lies_are_no_findings_of_an_autonomous_run() {
    for judge in [Judge::Lies, Judge::Babbles] {
        let provider = liar(judge, agent);
        let home = Home::with_samples();
        home.configure(&provider.config());
        let ran = home.assay(&["auto", "What drives demand for pressure sensors?"]);
        check(&format!("autonomous, judge {judge:?}"), &home, &ran.stdout);
    }
}

#[test]
fn lies_are_no_findings_of_a_company_run() {
    for judge in [Judge::Lies, Judge::Babbles] {
        let provider = liar(judge, section);
        let home = Home::with_sample_company();
        home.configure(&provider.config());
        let market = repository().join("samples/market.json");
        let market = market.display().to_string();
        let ran = home.assay(&[
            "research",
            "VLSS",
            "-y",
            "--as-of",
            "2025-03-31",
            "--market",
            &market,
        ]);
        let name = format!("company, judge {judge:?}");
        assert!(
            ran.stdout.contains("Hypotheses, not findings"),
            "{name}: {ran:?}"
        );
        assert!(ran.stdout.contains(FALSELY_CITED[0]), "{name}: {ran:?}");
        let run = home.newest().to_string();
        let sections = home.assay(&["show", &run, "--sections"]);
        check(&name, &home, &sections.stdout);
    }
}
