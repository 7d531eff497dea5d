//! Sentences that people labelled, held against the passages they cite: how many true ones are
//! refused and how many false ones pass, by kind. `ASSAY_CLAIMS` names another file of the same
//! form; every verdict is written beside the other results of the build.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use assay_claims::{ClaimText, Proof, ReadSource, Source, Span, confirm, prove};
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
    let path = match file() {
        Ok(path) => path,
        Err(reason) => return Ok(Measured::Skipped(reason)),
    };
    let text = std::fs::read_to_string(&path)?;
    let mut documents = Documents::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        let value: Value = serde_json::from_str(line)?;
        rows.push(judged(value, &mut documents)?);
    }
    write_verdicts(&rows)?;
    Ok(Measured::Figures(figures(&rows)))
}

/// The file of rows, or why there is none.
pub(crate) fn file() -> Result<PathBuf, String> {
    match std::env::var_os("ASSAY_CLAIMS") {
        Some(path) => Ok(path.into()),
        None => data_file("claims/claims_dev.jsonl"),
    }
}

pub(crate) fn field<'v>(value: &'v Value, name: &str) -> Result<&'v str> {
    value
        .get(name)
        .and_then(Value::as_str)
        .with_context(|| format!("a row without {name}"))
}

/// A passage as a small document of its own, read and cut as the library does it.
pub(crate) struct Cut {
    document: Document,
    passages: Vec<(EvidenceId, Passage)>,
}

pub(crate) type Documents = BTreeMap<String, Cut>;

impl Cut {
    pub(crate) fn sources(&self) -> impl Iterator<Item = ReadSource<'_>> {
        self.passages.iter().map(|(evidence, passage)| {
            ReadSource::of(Source {
                evidence,
                text: &passage.text,
                headings: &passage.headings,
                title: &self.document.title,
                origin: &self.document.origin,
                as_of: self.document.date,
                subject: Some(&self.document.subject),
            })
        })
    }
}

fn document_of(row: &Value, passage: &Value) -> Result<Cut> {
    let (source, heading) = (field(row, "source")?, field(passage, "heading")?);
    let text = format!("# {source}: {heading}\n\n{}\n", field(passage, "text")?);
    let parsed = read_document("note.md", text.as_bytes())?;
    let mut document = parsed.record("note.md", text.as_bytes(), Tier::D, Timestamp::UNIX_EPOCH);
    document.title = format!("{source} {heading}");
    let passages = split(&document, &parsed.text).into_iter();
    let passages = passages.map(|passage| (EvidenceId::of_passage(&passage.id), passage));
    Ok(Cut {
        passages: passages.collect(),
        document,
    })
}

/// Reads those passages of a row that no row before it had.
pub(crate) fn cut_passages(row: &Value, documents: &mut Documents) -> Result<()> {
    for passage in listed(row, "passages")? {
        let id = field(passage, "pid")?.to_owned();
        if let Entry::Vacant(free) = documents.entry(id) {
            free.insert(document_of(row, passage)?);
        }
    }
    Ok(())
}

fn judged(value: Value, documents: &mut Documents) -> Result<Row> {
    cut_passages(&value, documents)?;
    let listed = listed(&value, "passages")?;
    let cites = listed_ids(&value)?;
    let cited: Vec<&Cut> = cites.iter().filter_map(|id| documents.get(*id)).collect();
    let sources: Vec<ReadSource<'_>> = cited.iter().flat_map(|cut| cut.sources()).collect();
    let sources: Vec<&ReadSource<'_>> = sources.iter().collect();
    let text = field(&value, "sentence")?;
    let claim = ClaimText {
        text,
        formula: None,
    };
    let proof = prove(&claim, &sources);
    let verdict = verdict_of(field(&value, "id")?)?;
    let judged = verdict.map(|verdict| confirmed(verdict, listed, &claim, &sources));
    let label = field(&value, "label")?;
    let told = json!({
        "id": value.get("id"), "label": label, "kind": value.get("kind"),
        "language": value.get("language"), "sentence": text, "passes": proof.passes(),
        "standing": format!("{:?}", proof.standing), "why": value.get("why"),
        "judged": judged.as_ref().map(|(passes, _)| passes),
        "vetoes": judged.as_ref().map(|(_, why)| why),
        "problems": proof.problems(Language::of_text(text)), "cites": value.get("cites"),
        "states_number": proof.states_number(), "bearing": bearing(&proof, &sources),
        "findings": format!("{:?}", proof.numerals),
    });
    Ok(Row {
        is_true: matches!(label, "supported" | "inference_ok"),
        judged: judged.map(|(passes, _)| passes),
        passes: proof.passes(),
        states_number: proof.states_number(),
        value: told,
    })
}

/// The statements that the words of a sentence were held against.
fn bearing<'t>(proof: &Proof, sources: &[&'t ReadSource<'t>]) -> Vec<&'t str> {
    let spans = proof.wording.spans.iter();
    spans
        .filter_map(|(evidence, range)| {
            let mut known = sources.iter().map(|source| source.source());
            known
                .find(|source| source.evidence == evidence)?
                .text
                .get(range.clone())
        })
        .collect()
}

fn listed<'v>(value: &'v Value, name: &str) -> Result<&'v Vec<Value>> {
    value
        .get(name)
        .and_then(Value::as_array)
        .with_context(|| format!("a row without {name}"))
}

pub(crate) fn listed_ids(value: &Value) -> Result<Vec<&str>> {
    Ok(listed(value, "cites")?
        .iter()
        .filter_map(Value::as_str)
        .collect())
}

/// What a recorded verdict comes to after code has looked at its span.
fn confirmed<'a>(
    verdict: Verdict,
    passages: &[Value],
    claim: &ClaimText<'_>,
    sources: &[&'a ReadSource<'a>],
) -> (bool, Vec<String>) {
    let Some((passage, range)) = verdict else {
        return (false, Vec::new());
    };
    let is_named = |other: &&Value| other.get("pid").and_then(Value::as_str) == Some(&passage);
    let whole = passages.iter().find(is_named);
    let text = whole.and_then(|whole| whole.get("text")?.as_str());
    let characters = text.unwrap_or_default().chars();
    let quoted: String = characters.skip(range.start).take(range.len()).collect();
    // the library cuts a passage into smaller ones; the span lies in one of them
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
            let proof = confirm(claim, sources, &span);
            (proof.passes(), proof.problems(Language::En))
        }
        None => (false, vec!["the span lies in no one passage".to_owned()]),
    }
}

/// `None` where the row was judged false; else the passage and the span in characters.
type Verdict = Option<(String, std::ops::Range<usize>)>;

/// `None` where the row was not judged.
fn verdict_of(id: &str) -> Result<Option<Verdict>> {
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
