//! Sections whose run ended in less than a memo stay readable, marked as not released.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_analyst::summarise;
use assay_domain::{ArtifactKind, Event, Evidence, EvidenceId, Finding, Outcome, Section};
use assay_gates::OfRun;
use assay_report::{Layout, Release, ReportInput, compose};

use super::super::delivery::Delivery;
use super::super::integrator::{composed, parts};
use super::super::summary::without_doubtful;
use super::super::{Researchers, disputed};
use super::judgement::Pursued;
use crate::workshop::{IntegrateJob, WorkError};

/// What the sections of a run rest on, and what it was judged to be.
pub(super) struct HeldBack<'a> {
    pub(super) sections: &'a [Arc<Section>],
    pub(super) evidence: &'a BTreeMap<EvidenceId, Evidence>,
    pub(super) findings: &'a [Finding],
    pub(super) pursued: &'a Pursued,
}

impl HeldBack<'_> {
    /// How the run ended. Where that is less than a memo, its sections are kept beside the document.
    pub(super) async fn ended(
        &self,
        researchers: &Researchers,
        job: &IntegrateJob,
        events: &mut Vec<Event>,
    ) -> Result<(Outcome, Vec<String>), WorkError> {
        let (outcome, mut reasons) = self.pursued.outcome(job);
        if !self.pursued.is_memo() {
            let kept_in = self
                .kept(researchers, job, (outcome, &reasons), events)
                .await?;
            reasons.extend(kept_in);
        }
        Ok((outcome, reasons))
    }

    /// The sections as artifacts of their own. They pass the egress gate as a report does; where it
    /// keeps them in, the reasons come back.
    async fn kept(
        &self,
        researchers: &Researchers,
        job: &IntegrateJob,
        (outcome, reasons): (Outcome, &[String]),
        events: &mut Vec<Event>,
    ) -> Result<Option<String>, WorkError> {
        let context = &job.context;
        let language = context.settings.language;
        let sections: Vec<Section> = self.sections.iter().map(|one| (**one).clone()).collect();
        if sections.is_empty() {
            return Ok(None);
        }
        let assumptions = context.memory().assumptions(language);
        let report = compose(&ReportInput {
            plan: &job.plan,
            language,
            outcome,
            reasons,
            parts: &parts(job, disputed::marked(&sections, self.findings, language)),
            evidence: self.evidence,
            findings: self.findings,
            summary: &summarise(&job.plan, &without_doubtful(&sections, self.findings)),
            transitions: &BTreeMap::new(),
            assumptions: &assumptions,
            release: Release::HeldBack,
            left_out: &[],
            method: &[],
            layout: Layout::Sections,
        });
        let (markdown, html) = match researchers.judge(report, self.evidence, OfRun::NONE, language)
        {
            Delivery::Safe { markdown, html, .. } => (markdown, html),
            Delivery::Blocked { reasons, .. } => {
                let why = reasons.join("; ");
                return Ok(Some(language.pick(
                    format!("the egress gate keeps the written sections in: {why}"),
                    format!("已写成的章节被出口门禁拦截：{why}"),
                )));
            }
        };
        let texts = [
            (ArtifactKind::UnreleasedSections, markdown),
            (ArtifactKind::UnreleasedSectionsHtml, html),
        ];
        composed(texts, context, events).await?;
        Ok(None)
    }
}
