use assay_domain::{Evidence, Language, Outcome, Request};
use assay_engine::{Asked, ask};
use serde_json::json;

use super::data::today;
use crate::app::App;
use crate::ask_args::AskArgs;
use crate::exit::Exit;
use crate::inquiry::Refusal;

/// Answers from the library at once: no plan, no run, no model.
pub(crate) fn run(app: &App, args: &AskArgs) -> anyhow::Result<Exit> {
    let question = args.question.join(" ");
    if !Request::asks(&question) {
        anyhow::bail!("the question is empty: it has no letter and no digit");
    }
    let library = app.library(&app.store()?)?;
    if library.documents()?.is_empty() {
        anyhow::bail!(Refusal::NothingToCite);
    }
    let language = args
        .lang
        .map_or_else(|| app.settings.language(&question), Into::into);
    let day = args.as_of.unwrap_or_else(today);
    let asked = ask(&library, &question, language, day)?;
    let is_answered = !asked.markdown.trim().is_empty();
    if app.output.json {
        app.output.value(&json!({
            "question": question,
            "answered": is_answered,
            "answer": asked.markdown,
            "missing": asked.missing,
            "evidence": asked.evidence,
        }))?;
    } else {
        app.output.data(&shown(&asked, language))?;
    }
    if is_answered {
        return Ok(Exit::Fine);
    }
    Ok(Exit::Run(Outcome::Failed))
}

/// The answer with numbered sources below it, as a terminal shows text.
fn shown(asked: &Asked, language: Language) -> String {
    if asked.markdown.trim().is_empty() {
        return asked.missing.join("\n");
    }
    let mut text = asked.markdown.clone();
    for (evidence, number) in asked.evidence.iter().zip(1..) {
        text = text.replace(&format!("[[{}]]", evidence.id), &format!("[{number}]"));
    }
    let lines: Vec<String> = text
        .lines()
        .filter(|line| !line.starts_with("|---"))
        .map(row)
        .collect();
    let sources = asked
        .evidence
        .iter()
        .zip(1..)
        .map(|(evidence, number)| format!("[{number}] {}", source(evidence, language)));
    format!(
        "{}\n\n{}",
        lines.join("\n"),
        sources.collect::<Vec<_>>().join("\n")
    )
}

/// A row of a table without its rules.
fn row(line: &str) -> String {
    match line
        .strip_prefix("| ")
        .and_then(|line| line.strip_suffix('|'))
    {
        Some(cells) => cells
            .split('|')
            .map(str::trim)
            .collect::<Vec<_>>()
            .join("  ·  "),
        None => line.to_owned(),
    }
}

fn source(evidence: &Evidence, language: Language) -> String {
    let place = evidence.place.iter().map(|place| place.text(language));
    let heading = evidence
        .headings
        .iter()
        .rev()
        .find(|line| !line.contains('|'))
        .cloned();
    let heading = heading.filter(|heading| *heading != evidence.source);
    let date = evidence.as_of.map(|date| date.to_string());
    let parts = std::iter::once(evidence.source.clone())
        .chain(heading)
        .chain(place)
        .chain(date);
    parts.collect::<Vec<_>>().join(", ")
}
