use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_analyst::{DraftClaim, unsupported_warning, with_warnings};
use assay_claims::{CitableValue, ReadSource, citable_values};
use assay_domain::{
    ArtifactName, Author, Claim, ClaimCheck, ClaimId, Confidence, Document, Event, Evidence,
    EvidenceId, Language, PassageId, QualityNote, Section, TaskId, citation, cited_evidence,
};

use crate::claim_check::{self, Cited};
use crate::{Done, EngineError, Library, RunContext};

/// A written text and what it rests on, whoever wrote it.
pub(crate) struct Draft {
    pub(crate) title: String,
    pub(crate) markdown: String,
    pub(crate) claims: Vec<DraftClaim>,
    pub(crate) author: Author,
    pub(crate) notes: Vec<QualityNote>,
    /// Sentences that were held against their evidence already.
    pub(crate) checked: Vec<Checked>,
}

/// A sentence and what its evidence says of it.
pub(crate) type Checked = (DraftClaim, Option<ClaimCheck>);

/// Evidence a section may cite: what its own tools returned, and what the sections it builds on cite.
#[derive(Default)]
pub(crate) struct Citable {
    own: BTreeMap<EvidenceId, Evidence>,
    inherited: BTreeMap<EvidenceId, Evidence>,
}

impl Citable {
    pub(crate) fn add(&mut self, evidence: &[Evidence]) {
        for item in evidence {
            self.own.insert(item.id.clone(), item.clone());
        }
    }

    /// Evidence that earlier sections of this run cite; it is in the journal already.
    pub(crate) fn inherit(&mut self, evidence: impl IntoIterator<Item = Evidence>) {
        let by_id = evidence.into_iter().map(|item| (item.id.clone(), item));
        self.inherited.extend(by_id);
    }

    pub(crate) fn passage(&self, id: &EvidenceId) -> Option<PassageId> {
        self.own.get(id).map(|evidence| evidence.passage.clone())
    }

    /// What the evidence says that did not come from the web: nobody out there knows it yet.
    pub(crate) fn house_texts(&self) -> impl Iterator<Item = &str> {
        let all = self.own.values().chain(self.inherited.values());
        let own = all.filter(|evidence| !evidence.origin.contains("://"));
        own.map(|evidence| evidence.quote.as_str())
    }

    /// How much there is to cite.
    pub(crate) fn len(&self) -> usize {
        self.own.len() + self.inherited.len()
    }

    pub(crate) fn knows(&self, id: &EvidenceId) -> bool {
        self.own.contains_key(id) || self.inherited.contains_key(id)
    }

    pub(crate) fn get(&self, id: &EvidenceId) -> Option<&Evidence> {
        self.own.get(id).or_else(|| self.inherited.get(id))
    }

    /// A sentence as the board knows it: its confidence is that of its best evidence, and none where
    /// the evidence does not bear it out.
    fn registered(
        &self,
        id: ClaimId,
        task: TaskId,
        claim: DraftClaim,
        check: Option<ClaimCheck>,
    ) -> Claim {
        let known = claim.evidence_ids.into_iter().filter(|id| self.knows(id));
        let evidence_ids: Vec<EvidenceId> = known.collect();
        let is_borne_out = check.as_ref().is_none_or(ClaimCheck::is_supported);
        let cited = evidence_ids.iter().filter_map(|id| self.get(id));
        let tiers = cited.map(|evidence| evidence.tier).filter(|_| is_borne_out);
        Claim {
            id,
            text: claim.text,
            task,
            source_agent: "research_mechanism".to_owned(),
            confidence: Confidence::from_tiers(tiers),
            evidence_ids,
            kind: claim.kind,
            check,
        }
    }

    /// Holds each sentence against what it cites, in the order of the sentences.
    pub(crate) fn check(
        &self,
        claims: &[DraftClaim],
        library: &Library,
        language: Language,
    ) -> Result<Vec<Option<ClaimCheck>>, EngineError> {
        self.checked_by(claims, library, language, claim_check::check)
    }

    /// Holds the figures and quotations of each sentence against what it cites: for drafts whose
    /// words are judged when they are handed in.
    pub(crate) fn check_figures(
        &self,
        claims: &[DraftClaim],
        library: &Library,
        language: Language,
    ) -> Result<Vec<Option<ClaimCheck>>, EngineError> {
        self.checked_by(claims, library, language, claim_check::check_figures)
    }

    fn checked_by(
        &self,
        claims: &[DraftClaim],
        library: &Library,
        language: Language,
        by: impl Fn(&DraftClaim, &[Cited<'_>], Language) -> Option<ClaimCheck>,
    ) -> Result<Vec<Option<ClaimCheck>>, EngineError> {
        let cited = claims.iter().flat_map(|claim| &claim.evidence_ids);
        let mut sources = BTreeMap::new();
        for evidence in cited.filter_map(|id| self.get(id)) {
            if let Entry::Vacant(free) = sources.entry(&evidence.id) {
                free.insert(CitedSource::of(evidence, library)?);
            }
        }
        let read: BTreeMap<&EvidenceId, (&Evidence, ReadSource<'_>)> = sources
            .iter()
            .map(|(id, source)| (*id, (source.evidence, source.read(library))))
            .collect();
        let check = |claim: &DraftClaim| {
            let cited = claim.evidence_ids.iter().filter_map(|id| read.get(id));
            let cited: Vec<Cited<'_>> = cited
                .map(|(evidence, read)| Cited { evidence, read })
                .collect();
            by(claim, &cited, language)
        };
        Ok(claims.iter().map(check).collect())
    }

    /// Whether the span in which a verifier found a sentence stands in the evidence word by word, and
    /// says no less than the sentence.
    pub(crate) fn confirm(
        &self,
        claim: &DraftClaim,
        evidence: &EvidenceId,
        span: &str,
        library: &Library,
        language: Language,
    ) -> Result<ClaimCheck, EngineError> {
        let known = claim.evidence_ids.iter().filter_map(|id| self.get(id));
        let sources = known
            .map(|evidence| CitedSource::of(evidence, library))
            .collect::<Result<Vec<_>, _>>()?;
        let read: Vec<(&Evidence, ReadSource<'_>)> = sources
            .iter()
            .map(|source| (source.evidence, source.read(library)))
            .collect();
        let cited: Vec<Cited<'_>> = read
            .iter()
            .map(|(evidence, read)| Cited { evidence, read })
            .collect();
        Ok(claim_check::confirm(
            claim, &cited, evidence, span, language,
        ))
    }

    /// As [`Self::check`], where some sentences were checked before.
    fn check_rest(
        &self,
        claims: &[DraftClaim],
        checked: &[Checked],
        library: &Library,
        language: Language,
    ) -> Result<Vec<Option<ClaimCheck>>, EngineError> {
        let known = |claim: &DraftClaim| checked.iter().find(|(done, _)| done == claim);
        let rest: Vec<DraftClaim> = claims
            .iter()
            .filter(|claim| known(claim).is_none())
            .cloned()
            .collect();
        let mut rest = self.check(&rest, library, language)?.into_iter();
        let checks = claims.iter().map(|claim| match known(claim) {
            Some((_, check)) => check.clone(),
            None => rest.next().flatten(),
        });
        Ok(checks.collect())
    }

    /// Whether the text cites anything known, and every unknown id that it cites.
    pub(crate) fn judge(&self, markdown: &str) -> (bool, Vec<EvidenceId>) {
        let mut cites_known = false;
        let mut unknown = Vec::new();
        for id in cited_evidence(markdown) {
            if self.knows(&id) {
                cites_known = true;
            } else {
                unknown.push(id);
            }
        }
        unknown.sort();
        unknown.dedup();
        (cites_known, unknown)
    }
}

/// Evidence with its document, whose subject says what its figures are about.
struct CitedSource<'a> {
    evidence: &'a Evidence,
    document: Option<Arc<Document>>,
}

impl<'a> CitedSource<'a> {
    fn of(evidence: &'a Evidence, library: &Library) -> Result<Self, EngineError> {
        let document = library.document(&evidence.document)?;
        Ok(Self { evidence, document })
    }

    fn read(&self, library: &Library) -> ReadSource<'_> {
        library.source(self.evidence, self.document.as_deref())
    }
}

/// Every number of a piece of evidence, as it may be cited.
pub(crate) fn citable_values_of(
    evidence: &Evidence,
    library: &Library,
) -> Result<Vec<CitableValue>, EngineError> {
    let source = CitedSource::of(evidence, library)?;
    Ok(citable_values(&[&source.read(library)]))
}

/// The numbers that a writer may cite from passages: what each is, its period, its id.
pub(crate) fn citable_figures(
    passages: &[Evidence],
    library: &Library,
    language: Language,
) -> Result<Vec<String>, EngineError> {
    let sources = passages
        .iter()
        .map(|evidence| CitedSource::of(evidence, library))
        .collect::<Result<Vec<_>, _>>()?;
    let read: Vec<ReadSource<'_>> = sources.iter().map(|one| one.read(library)).collect();
    let values = citable_values(&read.iter().collect::<Vec<_>>());
    Ok(values.iter().map(|value| value.shown(language)).collect())
}

/// Removes citations of ids that nothing returned; the note says which.
pub(crate) fn without_unknown(markdown: &str, unknown: &[EvidenceId]) -> String {
    unknown.iter().fold(markdown.to_owned(), |text, id| {
        without_mark(&text, &citation(id))
    })
}

/// The text without a mark, and without the space that led to it where no word follows.
fn without_mark(text: &str, mark: &str) -> String {
    let mut parts = text.split(mark);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_space = |c: char| c.is_whitespace() || is_closing(c);
        if part.is_empty() || part.starts_with(is_space) {
            kept.truncate(kept.trim_end_matches([' ', '\t', '\u{a0}']).len());
        }
        kept.push_str(part);
    }
    kept
}

/// Punctuation that stands right after a word.
fn is_closing(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | ')'
            | ']'
            | '”'
            | '’'
            | '…'
            | '。'
            | '，'
            | '；'
            | '：'
            | '！'
            | '？'
            | '、'
            | '）'
            | '】'
            | '」'
            | '』'
            | '》'
    )
}

#[cfg(test)]
mod tests;

/// Marks each sentence that its evidence does not bear out, where a reader meets it.
fn mark_unsupported(draft: &mut Draft, checks: &[Option<ClaimCheck>], language: Language) {
    let failed: BTreeSet<&str> = draft
        .claims
        .iter()
        .zip(checks)
        .filter(|(_, check)| check.as_ref().is_some_and(|check| !check.is_supported()))
        .map(|(claim, _)| claim.text.as_str())
        .collect();
    if failed.is_empty() {
        return;
    }
    let (markdown, sentences) = with_warnings(
        &draft.markdown,
        |sentence| failed.contains(sentence),
        unsupported_warning(language),
    );
    draft.notes.push(QualityNote::Unsupported { sentences });
    draft.markdown = markdown;
}

/// The events of a finished task: evidence, claims, section and the end of the task, as one step.
pub(crate) async fn finish(
    context: &RunContext,
    library: &Library,
    task: TaskId,
    draft: Draft,
    citable: &Citable,
) -> Result<Done, EngineError> {
    let (mut events, section) = written(context, library, task, draft, citable).await?;
    events.push(Event::TaskFinished {
        task,
        author: section.author.clone(),
        notes: section.notes.clone(),
    });
    Ok(Done {
        events,
        section: Some(section),
    })
}

/// The events of a section: its evidence, its claims, its text.
pub(crate) async fn written(
    context: &RunContext,
    library: &Library,
    task: TaskId,
    mut draft: Draft,
    citable: &Citable,
) -> Result<(Vec<Event>, Section), EngineError> {
    let language = context.settings.language;
    let checks = citable.check_rest(&draft.claims, &draft.checked, library, language)?;
    mark_unsupported(&mut draft, &checks, language);
    let mut attached: Vec<&Evidence> = Vec::new();
    for id in cited_evidence(&draft.markdown) {
        if let Some(evidence) = citable.own.get(&id)
            && !attached.iter().any(|known| known.id == id)
        {
            attached.push(evidence);
        }
    }
    // Evidence and claims, then the section, the end of the task and what the caller may add.
    let mut events = Vec::with_capacity(attached.len() + draft.claims.len() + 3);
    events.extend(
        attached
            .into_iter()
            .map(|evidence| Event::EvidenceAttached {
                evidence: evidence.clone(),
            }),
    );
    let mut claim_ids = Vec::with_capacity(draft.claims.len());
    for ((claim, check), number) in draft.claims.into_iter().zip(checks).zip(1..) {
        let claim = citable.registered(ClaimId::numbered(task, number), task, claim, check);
        claim_ids.push(claim.id.clone());
        events.push(Event::ClaimRegistered { claim });
    }
    let section = Section {
        task,
        title: draft.title,
        markdown: draft.markdown,
        language: context.settings.language,
        author: draft.author,
        notes: draft.notes,
    };
    events.push(Event::ArtifactWritten {
        artifact: ArtifactName::section(task),
        version: 1,
        agent: "research_mechanism".to_owned(),
        claim_ids,
        body: context
            .store()
            .body(serde_json::to_string(&section)?)
            .await?,
    });
    Ok((events, section))
}
