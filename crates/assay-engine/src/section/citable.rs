//! What a section may cite, and what that says of its sentences.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use assay_analyst::DraftClaim;
use assay_claims::{CitableValue, ReadSource, citable_values};
use assay_domain::{
    Claim, ClaimCheck, ClaimId, Confidence, Document, Evidence, EvidenceId, Language, PassageId,
    Standing, TaskId, cited_evidence,
};

use super::Checked;
use crate::claim_check::{self, Cited};
use crate::{EngineError, Library};

/// Evidence a section may cite: what its own tools returned, and what the sections it builds on cite.
#[derive(Default)]
pub(crate) struct Citable {
    pub(super) own: BTreeMap<EvidenceId, Evidence>,
    inherited: BTreeMap<EvidenceId, Evidence>,
}

impl Citable {
    pub(crate) fn add(&mut self, evidence: &[Evidence]) {
        for item in evidence {
            self.own.insert(item.id.clone(), item.clone());
        }
    }

    /// What another text may cite of its own.
    pub(crate) fn add_all(&mut self, other: &Self) {
        let own = other.own.iter();
        self.own
            .extend(own.map(|(id, evidence)| (id.clone(), evidence.clone())));
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
    pub(super) fn registered(
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
        self.with_sources(claims, library, |read| {
            let checks = claims
                .iter()
                .map(|claim| by(claim, &cited_of(claim, read), language));
            checks.collect()
        })
    }

    /// Reads what the sentences cite, once for all of them.
    fn with_sources<T>(
        &self,
        claims: &[DraftClaim],
        library: &Library,
        then: impl for<'r> FnOnce(&'r ReadSources<'r>) -> T,
    ) -> Result<T, EngineError> {
        let cited = claims.iter().flat_map(|claim| &claim.evidence_ids);
        let mut sources = BTreeMap::new();
        for evidence in cited.filter_map(|id| self.get(id)) {
            if let Entry::Vacant(free) = sources.entry(&evidence.id) {
                free.insert(CitedSource::of(evidence, library)?);
            }
        }
        let read: ReadSources<'_> = sources
            .iter()
            .map(|(id, source)| (*id, (source.evidence, source.read(library))))
            .collect();
        Ok(then(&read))
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
        self.with_sources(std::slice::from_ref(claim), library, |read| {
            claim_check::confirm(claim, &cited_of(claim, read), evidence, span, language)
        })
    }

    /// Every sentence with its verdict; `known` were checked before.
    pub(crate) fn verdicts(
        &self,
        claims: &[DraftClaim],
        known: &[Checked],
        library: &Library,
        language: Language,
    ) -> Result<Vec<Checked>, EngineError> {
        let before = |claim: &DraftClaim| known.iter().find(|(done, _)| done == claim);
        let rest = claims.iter().filter(|claim| before(claim).is_none());
        let rest: Vec<DraftClaim> = rest.cloned().collect();
        let mut rest = self.check(&rest, library, language)?.into_iter();
        let all = claims.iter().map(|claim| match before(claim) {
            Some(checked) => checked.clone(),
            None => (claim.clone(), rest.next().flatten()),
        });
        let mut all: Vec<Checked> = all.collect();
        self.settle(&mut all, library, language)?;
        Ok(all)
    }

    /// Gives a verdict to each sentence that cites nothing: it may conclude from what the others
    /// rest on, or say what that lacks; anything else is a fact without evidence.
    pub(crate) fn settle(
        &self,
        checked: &mut [Checked],
        library: &Library,
        language: Language,
    ) -> Result<(), EngineError> {
        if checked.iter().all(|(_, check)| check.is_some()) {
            return Ok(());
        }
        let ground = checked
            .iter()
            .filter(|(_, check)| states_a_fact(check.as_ref()));
        let ids: Vec<EvidenceId> = ground
            .flat_map(|(claim, _)| claim.evidence_ids.iter().cloned())
            .collect();
        let ground = DraftClaim {
            text: String::new(),
            evidence_ids: ids,
            kind: assay_domain::ClaimKind::Written,
        };
        self.with_sources(std::slice::from_ref(&ground), library, |read| {
            let sources = cited_of(&ground, read);
            for (claim, check) in checked.iter_mut().filter(|(_, check)| check.is_none()) {
                *check = Some(claim_check::check_uncited(claim, &sources, language));
            }
        })
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

/// Evidence by id, with its numbers read.
type ReadSources<'a> = BTreeMap<&'a EvidenceId, (&'a Evidence, ReadSource<'a>)>;

fn cited_of<'a>(claim: &DraftClaim, read: &'a ReadSources<'a>) -> Vec<Cited<'a>> {
    let cited = claim.evidence_ids.iter().filter_map(|id| read.get(id));
    cited
        .map(|(evidence, read)| Cited { evidence, read })
        .collect()
}

/// A sentence that is proven to say what its evidence says, and so may bear a conclusion.
pub(super) fn states_a_fact(check: Option<&ClaimCheck>) -> bool {
    match check {
        Some(ClaimCheck::Supported { standing, .. }) => {
            !matches!(standing, Some(Standing::Conclusion | Standing::Gap))
        }
        Some(ClaimCheck::Unsupported { .. }) | None => false,
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
