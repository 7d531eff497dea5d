//! What a run leaves for its readers: its report in every format, and the files in the home.

use std::collections::BTreeMap;
use std::path::PathBuf;

use assay_appraisal::Outdated;
use assay_domain::{
    ArtifactKind, ArtifactType, DocumentId, Envelope, Event, Language, Outcome, RunId,
};
use assay_exports::{docx, xlsx};
use assay_plan::RunState;
use assay_report::{generation_log, removed_from_html, removed_from_markdown};
use assay_store::Store;
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::agents::asked_on;
use crate::artifacts::{Artifacts, QUALITY_GATE, SECTION, is_html};
use crate::report_files::{Destination, LOG_FILE, deliver};
use crate::unreported::{compose_unreported, has_sections};
use crate::{EngineError, exportable};

/// The page of sections that the quality gate did not release.
pub const SECTIONS_FILE: &str = "sections.html";

/// A form in which a run can be taken away. A PDF is printed from [`OutputFormat::Html`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    Markdown,
    Html,
    /// Plan, sections, claims, evidence, findings, and what was asked on.
    Json,
    Board,
    Log,
    Docx,
    Xlsx,
}

/// How a judgement about a company fell short.
pub struct Shortfall {
    /// Core figures that are too old for the day of the judgement.
    pub outdated: Option<Outdated>,
    /// Whether sections were written that the quality gate did not release.
    pub has_sections: bool,
}

/// What the archive keeps of the quality gate, as far as it is asked for here.
#[derive(Deserialize)]
struct Recorded {
    #[serde(default)]
    outdated: Option<Outdated>,
}

/// A run's journal and where it stands, read once for several questions.
pub struct RunRecord<'a> {
    store: &'a Store,
    run: RunId,
    journal: Vec<Envelope>,
    state: RunState,
}

impl<'a> RunRecord<'a> {
    pub fn load(store: &'a Store, run: &RunId) -> Result<Self, EngineError> {
        let journal = store.load(run, 0)?;
        if journal.is_empty() {
            return Err(EngineError::UnknownRun {
                run: run.to_string(),
            });
        }
        let state = RunState::from_events(journal.iter().map(|envelope| &envelope.event));
        Ok(Self {
            store,
            run: run.clone(),
            journal,
            state,
        })
    }

    pub fn journal(&self) -> &[Envelope] {
        &self.journal
    }

    pub fn state(&self) -> &RunState {
        &self.state
    }

    pub fn language(&self) -> Language {
        let settings = self.state.settings();
        settings.map_or(Language::En, |settings| settings.language)
    }

    pub fn artifacts(&self) -> Artifacts<'_> {
        Artifacts::new(self.store, &self.journal)
    }

    /// A text for readers, with a word on what it cites and is gone.
    fn told(&self, kind: ArtifactKind) -> Result<Option<String>, EngineError> {
        let Some(text) = self.artifacts().text(kind)? else {
            return Ok(None);
        };
        let titles = self.removed_sources()?;
        let language = self.language();
        Ok(Some(match titles.is_empty() {
            true => text,
            false if is_html(kind) => removed_from_html(&text, &titles, language),
            false => removed_from_markdown(&text, &titles, language),
        }))
    }

    /// The titles of the documents that the run cites and that were taken out of the library since.
    pub fn removed_sources(&self) -> Result<Vec<String>, EngineError> {
        let evidence = self.journal.iter().flat_map(|one| one.event.evidence());
        let cited: BTreeMap<&DocumentId, &str> = evidence
            .map(|item| (&item.document, item.source.as_str()))
            .collect();
        let mut removed = Vec::new();
        for (document, title) in cited {
            if self.store.document(document)?.is_none() {
                removed.push(title.to_owned());
            }
        }
        removed.sort();
        removed.dedup();
        Ok(removed)
    }

    /// The report in Markdown or HTML, or why there is none.
    pub fn report(&self, format: OutputFormat) -> Result<String, EngineError> {
        let kind = match format {
            OutputFormat::Html => ArtifactKind::ReportHtml,
            _ => ArtifactKind::Report,
        };
        if let Some(text) = self.told(kind)? {
            return Ok(text);
        }
        let mut why = match self.state.outcome() {
            Some((outcome, reasons)) => {
                format!("it ended as {}: {}", outcome.name(), reasons.join("; "))
            }
            None => format!("it has not ended; go on with `assay resume {}`", self.run),
        };
        let is_blocked = matches!(self.state.outcome(), Some((Outcome::Blocked, _)));
        if !is_blocked && has_sections(&self.journal) {
            why.push_str("; what is written of it: `assay show RUN --sections`");
        }
        Err(self.missing("report", why))
    }

    /// The sections that are in no report, in Markdown, or why there are none: those that the quality
    /// gate did not release, and those of a run whose report was not written.
    pub fn unreported_sections(
        &self,
        secrets: &[(String, SecretString)],
    ) -> Result<String, EngineError> {
        if let Some(text) = self.told(ArtifactKind::UnreleasedSections)? {
            return Ok(text);
        }
        if self.artifacts().has(ArtifactKind::Report) {
            let why = "they are kept apart only where a judgement about a company ended in less than a memo, or where no report was written; `assay show RUN --report` prints what there is";
            return Err(self.missing("sections held back", why.to_owned()));
        }
        let composed = compose_unreported(self.store, &self.journal, &self.state)?;
        let Some(text) = composed else {
            return Err(self.missing("sections", "none is written yet".to_owned()));
        };
        let text = self.exported(Value::String(text), secrets)?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// What a reader may do about a judgement that ended in less than a memo.
    pub fn shortfall(&self) -> Result<Option<Shortfall>, EngineError> {
        let artifacts = self.artifacts();
        let recorded = artifacts.read(QUALITY_GATE.seen_as::<Recorded>())?;
        Ok(recorded.map(|recorded| Shortfall {
            outdated: recorded.outdated,
            has_sections: artifacts.has(ArtifactKind::UnreleasedSections),
        }))
    }

    /// The run in a format, through the egress gate where the gate has not seen it yet.
    pub fn output(
        &self,
        format: OutputFormat,
        secrets: &[(String, SecretString)],
    ) -> Result<Vec<u8>, EngineError> {
        Ok(match format {
            OutputFormat::Markdown | OutputFormat::Html => self.report(format)?.into_bytes(),
            OutputFormat::Log => generation_log(&self.journal, self.language()).into_bytes(),
            OutputFormat::Board => {
                let board = self.store.board(&self.run, None)?;
                self.pretty(serde_json::to_value(board)?, secrets)?
            }
            OutputFormat::Json => self.pretty(self.everything()?, secrets)?,
            OutputFormat::Docx => docx(&serde_json::from_value(
                self.exported(self.tree(ArtifactKind::Document)?, secrets)?,
            )?)?,
            OutputFormat::Xlsx => xlsx(&serde_json::from_value(
                self.exported(self.tree(ArtifactKind::Workbook)?, secrets)?,
            )?)?,
        })
    }

    /// What the egress gate lets out. A run whose report was kept in keeps the rest in too.
    pub fn exported(
        &self,
        value: Value,
        secrets: &[(String, SecretString)],
    ) -> Result<Value, EngineError> {
        if let Some((Outcome::Blocked, reasons)) = self.state.outcome() {
            return Err(EngineError::Withheld {
                what: "run",
                reasons: reasons.clone(),
            });
        }
        exportable(value, self.language(), secrets).map_err(|reasons| EngineError::Withheld {
            what: "export",
            reasons,
        })
    }

    fn pretty(
        &self,
        value: Value,
        secrets: &[(String, SecretString)],
    ) -> Result<Vec<u8>, EngineError> {
        Ok(serde_json::to_vec_pretty(&self.exported(value, secrets)?)?)
    }

    /// The document or workbook of a judgement about a company.
    fn tree(&self, kind: ArtifactKind) -> Result<Value, EngineError> {
        let why = "only a research about one company has, and only a valuation that ran has a workbook; `assay export -f html` works for every report";
        let tree = self.artifacts().read(ArtifactType::new(kind))?;
        tree.ok_or_else(|| self.missing(kind.name(), why.to_owned()))
    }

    fn missing(&self, what: &str, why: String) -> EngineError {
        EngineError::Missing {
            run: self.run.clone(),
            what: what.to_owned(),
            why,
        }
    }

    fn everything(&self) -> Result<Value, EngineError> {
        let sections = self.artifacts().all(SECTION.seen_as::<Value>())?;
        let (mut claims, mut evidence, mut findings) = (Vec::new(), Vec::new(), Vec::new());
        for envelope in &self.journal {
            match &envelope.event {
                Event::ClaimRegistered { claim } => claims.push(claim),
                Event::EvidenceAttached { evidence: item } => evidence.push(item),
                Event::FindingRecorded { finding } => findings.push(finding),
                _ => {}
            }
        }
        let outcome = self.state.outcome();
        let mut value = json!({
            "run": self.run,
            "outcome": outcome.map(|(outcome, reasons)| json!({"outcome": outcome, "reasons": reasons})),
            "plan": self.state.plan(),
            "sections": sections,
            "claims": claims,
            "evidence": evidence,
            "findings": findings,
            "asked_on": asked_on(&self.journal).map(|(_, one)| one).collect::<Vec<_>>(),
        });
        let removed = self.removed_sources()?;
        if let (Value::Object(fields), false) = (&mut value, removed.is_empty()) {
            fields.insert("removed_sources".to_owned(), json!(removed));
        }
        Ok(value)
    }

    /// Writes report and log into the home's own folder, and into `also` where one is given; on the
    /// disk when it returns. The folder that a reader is told of comes back.
    pub fn write_files(&self, also: Option<&Destination>) -> Result<PathBuf, EngineError> {
        let report = self.told(ArtifactKind::Report)?;
        let html = self.told(ArtifactKind::ReportHtml)?;
        let held_back = self.told(ArtifactKind::UnreleasedSections)?;
        let held_back_html = self.told(ArtifactKind::UnreleasedSectionsHtml)?;
        let log = generation_log(&self.journal, self.language());
        let files = [
            ("report.md", report.as_deref()),
            ("report.html", html.as_deref()),
            ("sections.md", held_back.as_deref()),
            (SECTIONS_FILE, held_back_html.as_deref()),
            (LOG_FILE, Some(log.as_str())),
        ];
        let there = files
            .iter()
            .filter_map(|(name, text)| Some((*name, (*text)?)));
        deliver(self.store, &self.run, &there.collect::<Vec<_>>(), also)
    }
}
