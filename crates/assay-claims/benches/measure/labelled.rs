//! Sentences that people labelled, held against the passages they cite: how many true ones are
//! refused and how many false ones pass, by kind. `ASSAY_CLAIMS` names another file of the same
//! form; every verdict is written beside the other results of the build.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::{Context as _, Result};
use assay_claims::{ClaimText, ReadSource, Source, Span, confirm, prove};
use assay_documents::{read_document, split};
use assay_domain::{Document, EvidenceId, Language, Passage, Tier, Timestamp};
use assay_measure::{Figure, Measured, data_file};
use serde_json::{Value, json};

/// What a strong model said of each row when it was asked as the verifier, by row id, with the place
/// of the span; no text of the data.
const VERDICTS: &str = include_str!("verdicts.jsonl");

struct Row {
    /// With the recorded verifier; `None` for a row that it was not asked about.
    judged: Option<bool>,
    value: Value,
    is_true: bool,
    passes: bool,
    states_number: bool,
}

pub(crate) fn measure() -> Result<Measured> {
    let path = match std::env::var_os("ASSAY_CLAIMS") {
        Some(path) => path.into(),
        None => match data_file("claims/claims_dev.jsonl") {
            Ok(path) => path,
            Err(reason) => return Ok(Measured::Skipped(reason)),
        },
    };
    let text = std::fs::read_to_string(&path)?;
    let mut documents: BTreeMap<String, (Document, Vec<Passage>)> = BTreeMap::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        let value: Value = serde_json::from_str(line)?;
        rows.push(judged(value, &mut documents)?);
    }
    write_verdicts(&rows)?;
    Ok(Measured::Figures(figures(&rows)))
}

fn field<'v>(value: &'v Value, name: &str) -> Result<&'v str> {
    value
        .get(name)
        .and_then(Value::as_str)
        .with_context(|| format!("a row without {name}"))
}

/// A passage as a small document of its own, read and cut as the library does it.
fn document_of(row: &Value, passage: &Value) -> Result<(Document, Vec<Passage>)> {
    let title = format!("{} {}", field(row, "source")?, field(passage, "heading")?);
    let text = format!(
        "# {}: {}\n\n{}\n",
        field(row, "source")?,
        field(passage, "heading")?,
        field(passage, "text")?
    );
    let parsed = read_document("note.md", text.as_bytes())?;
    let mut document = parsed.record("note.md", text.as_bytes(), Tier::D, Timestamp::UNIX_EPOCH);
    document.title = title;
    let passages = split(&document, &parsed.text);
    Ok((document, passages))
}

fn judged(value: Value, documents: &mut BTreeMap<String, (Document, Vec<Passage>)>) -> Result<Row> {
    let listed = value
        .get("passages")
        .and_then(Value::as_array)
        .context("no passages")?;
    for passage in listed {
        let id = field(passage, "pid")?.to_owned();
        if !documents.contains_key(&id) {
            documents.insert(id, document_of(&value, passage)?);
        }
    }
    let cites = value
        .get("cites")
        .and_then(Value::as_array)
        .context("no cites")?;
    let cited: Vec<&(Document, Vec<Passage>)> = cites
        .iter()
        .filter_map(|id| documents.get(id.as_str()?))
        .collect();
    let ids: Vec<Vec<EvidenceId>> = cited
        .iter()
        .map(|(_, passages)| {
            passages
                .iter()
                .map(|p| EvidenceId::of_passage(&p.id))
                .collect()
        })
        .collect();
    let sources: Vec<ReadSource<'_>> = cited
        .iter()
        .zip(&ids)
        .flat_map(|((document, passages), ids)| {
            passages.iter().zip(ids).map(|(passage, evidence)| {
                ReadSource::of(Source {
                    evidence,
                    text: &passage.text,
                    headings: &passage.headings,
                    title: &document.title,
                    origin: &document.origin,
                    as_of: document.date,
                    subject: Some(&document.subject),
                })
            })
        })
        .collect();
    let sources: Vec<&ReadSource<'_>> = sources.iter().collect();
    let text = field(&value, "sentence")?;
    let claim = ClaimText {
        text,
        formula: None,
    };
    let proof = prove(&claim, &sources);
    let judged = verdict_of(field(&value, "id")?)?.map(|verdict| {
        let Some((passage, range)) = verdict else {
            return (false, Vec::new());
        };
        // the library cuts a passage into smaller ones; the span lies in one of them
        let whole = listed
            .iter()
            .find(|other| other.get("pid").and_then(Value::as_str) == Some(&passage));
        let text = whole
            .and_then(|whole| whole.get("text"))
            .and_then(Value::as_str)
            .unwrap_or_default();
        let quoted: String = text.chars().skip(range.start).take(range.len()).collect();
        let place = sources.iter().find_map(|source| {
            let source = source.source();
            let at = source.text.find(quoted.trim())?;
            Some(Span {
                evidence: source.evidence.clone(),
                range: at..at + quoted.trim().len(),
            })
        });
        match place {
            Some(span) => {
                let proof = confirm(&claim, &sources, &span);
                (proof.passes(), proof.problems(Language::of_text(text)))
            }
            None => (
                proof.numerals.is_supported(),
                vec!["span not found".to_owned()],
            ),
        }
    });
    let label = field(&value, "label")?;
    let language = Language::of_text(text);
    let told = json!({
        "id": value.get("id"), "label": label, "kind": value.get("kind"),
        "language": value.get("language"), "sentence": text, "passes": proof.passes(),
        "standing": format!("{:?}", proof.standing), "why": value.get("why"),
        "judged": judged.as_ref().map(|(passes, _)| passes), "vetoes": judged.as_ref().map(|(_, why)| why),
        "problems": proof.problems(language), "cites": value.get("cites"),
    });
    Ok(Row {
        is_true: matches!(label, "supported" | "inference_ok"),
        judged: judged.map(|(passes, _)| passes),
        passes: proof.passes(),
        states_number: proof.states_number(),
        value: told,
    })
}

/// `None` where the row was not judged, `Some(None)` where it was judged false; else the passage and the
/// span in characters.
#[expect(clippy::type_complexity, reason = "read once, right here")]
fn verdict_of(id: &str) -> Result<Option<Option<(String, std::ops::Range<usize>)>>> {
    for line in VERDICTS.lines() {
        let verdict: Value = serde_json::from_str(line)?;
        if verdict.get("id").and_then(Value::as_str) != Some(id) {
            continue;
        }
        let place = |name: &str| {
            verdict
                .get(name)
                .and_then(Value::as_u64)
                .and_then(|at| usize::try_from(at).ok())
        };
        let passage = verdict
            .get("passage")
            .and_then(Value::as_str)
            .map(str::to_owned);
        return Ok(Some(
            passage
                .zip(place("start").zip(place("end")))
                .map(|(passage, (start, end))| (passage, start..end)),
        ));
    }
    Ok(None)
}

fn write_verdicts(rows: &[Row]) -> Result<()> {
    let path = assay_measure::sibling("labelled-claims.jsonl")?;
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path)?);
    for row in rows {
        writeln!(file, "{}", row.value)?;
    }
    Ok(())
}

fn figures(rows: &[Row]) -> Vec<Figure> {
    let share = |name: &str, is_wrong: &dyn Fn(&Row) -> bool, of: &dyn Fn(&Row) -> bool| {
        let all = rows.iter().filter(|row| of(row));
        let wrong = all.clone().filter(|row| is_wrong(row)).count();
        Figure::share(format!("labelled-claims: {name}"), wrong, all.count())
    };
    let refused = |row: &Row| !row.passes;
    let passed = |row: &Row| row.passes;
    vec![
        share("true sentences refused", &refused, &|row| row.is_true).at_most(5.0),
        share("false by number passed", &passed, &|row| {
            !row.is_true && row.states_number
        })
        .at_most(2.0),
        share(
            "false without a number passed, by code alone",
            &passed,
            &|row| !row.is_true && !row.states_number,
        )
        .at_most(10.0),
        share(
            "true sentences refused, with a verifier",
            &|row| row.judged == Some(false),
            &|row| row.is_true && row.judged.is_some(),
        )
        .at_most(5.0),
        share(
            "false sentences passed, with a verifier",
            &|row| row.judged == Some(true),
            &|row| !row.is_true && row.judged.is_some(),
        )
        .at_most(2.0),
    ]
}
