//! The question as it was asked, answered from filed figures and passages with no model.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_analyst::{DraftClaim, claims_of};
use assay_answer::{
    Answer, Filed, FiledFigure, Frame, Given, Known, Passage, Said, answer, documents_about, frame,
    is_touched,
};
use assay_domain::{
    AnsweredSentence, Author, ClaimCheck, Date, DocumentId, Evidence, EvidenceId, Failure,
    FailureCode, Language, Standing, Task, TaskId, Understood, cited_evidence,
};
use assay_domain::{Hints, Plan, ResearchType};
use assay_facts::Resolution;

use super::Researchers;
use super::point_evidence::{Shown, evidence_of, formula_of, request};
use crate::companies::Companies;
use crate::library::is_extract;
use crate::retrieval::{Search, find, retrieve};
use crate::section::{Checked, Citable, Draft, Subject, finish};
use crate::workshop::{Done, TaskJob, WorkError};
use crate::{EngineError, FactPlaces, Library, Scope};

/// Passages that are read for one question, or for each company that it compares.
const PASSAGES: usize = 48;
/// Passages that are read of the documents that a broad question is about.
const MORE_PASSAGES: usize = 96;
/// More that complete the tables among them.
const TABLE_PASSAGES: usize = 12;

/// The plan of a run that answers: the question itself, and nothing else.
pub(super) fn plan(question: &str, research_type: Option<ResearchType>) -> Plan {
    let question = question.trim().to_owned();
    Plan {
        research_type: research_type.unwrap_or(ResearchType::Company),
        topic: question.clone(),
        objectives: vec![question.clone()],
        tasks: vec![Task {
            id: TaskId(1),
            description: question.clone(),
            dependencies: Vec::new(),
            hints: Some(Hints {
                key_questions: vec![question],
                ..Hints::default()
            }),
        }],
    }
}

/// Answers, or fails saying what the library does not say.
pub(super) async fn task(researchers: &Researchers, job: &TaskJob) -> Result<Done, WorkError> {
    let mut scope = Scope::of_task(job.task.id);
    let found = gather(researchers, job, &mut scope).await?;
    found.stand(researchers, job, Author::OfflineAnalyst).await
}

/// What rules make of a question: how it is understood, what was found, and the answer that stands
/// where nobody gives a better one.
pub(super) struct Gathered {
    pub(super) frame: Frame,
    pub(super) answer: Answer,
    pub(super) citable: Citable,
    /// Names of whom it asks about.
    pub(super) subjects: Vec<String>,
    /// What each search brought, best first.
    pub(super) searches: Vec<Vec<Evidence>>,
    /// Which of it a machine made of filed facts.
    pub(super) extracts: BTreeSet<EvidenceId>,
    /// Whether a passage speaks of what is asked, answered or not.
    pub(super) is_touched: bool,
}

/// Reads a question, searches for it and answers it by rules.
pub(super) async fn gather(
    researchers: &Researchers,
    job: &TaskJob,
    scope: &mut Scope,
) -> Result<Gathered, WorkError> {
    let (context, library) = (&job.context, &researchers.library);
    let language = context.settings.language;
    context.doing(Some(job.task.id), || {
        language
            .pick("searching the library", "检索资料库")
            .to_owned()
    });
    let desk = Desk::new(library, context.day())?;
    let frame = frame(&job.plan.topic, language, &desk.known);
    let mut searches = Vec::new();
    let queries = frame.queries();
    for (documents, limit) in desk.searches(&frame)? {
        let wanted = search(&queries, &documents, limit);
        searches.push(retrieve(context, scope, library, &wanted).await?);
    }
    let about = desk.documents_about(&frame, &searches.concat())?;
    if !about.is_empty() {
        let wanted = search(&queries, &about, MORE_PASSAGES);
        searches.push(retrieve(context, scope, library, &wanted).await?);
    }
    let evidence = once_each(searches.concat());
    let (answer, citable) = desk.answer(&frame, &evidence)?;
    let read = desk.read(&evidence)?.into_iter();
    let extracts = read.filter(|passage| passage.is_extract);
    let extracts = extracts
        .map(|passage| passage.evidence.id.clone())
        .collect();
    let is_touched = answer.says_something() || desk.is_touched(&frame, &evidence)?;
    let subjects = frame.subjects.iter();
    let subjects = subjects.filter_map(|place| desk.known.company(*place));
    Ok(Gathered {
        subjects: subjects.map(|company| company.name.clone()).collect(),
        frame,
        answer,
        citable,
        searches,
        extracts,
        is_touched,
    })
}

impl Gathered {
    /// Hands in the answer of the rules.
    pub(super) async fn stand(
        self,
        researchers: &Researchers,
        job: &TaskJob,
        author: Author,
    ) -> Result<Done, WorkError> {
        if !self.answer.says_something() {
            return Err(self.not_said());
        }
        let mut draft = draft(&self.answer, Subject::of_task(&job.plan, &job.task));
        draft.author = author;
        let library = &researchers.library;
        let done = finish(&job.context, library, job.task.id, draft, &self.citable).await?;
        match &done.section {
            Some(section) if section.markdown.trim().is_empty() => Err(self.not_said()),
            _ => Ok(done),
        }
    }

    /// That the library does not say it.
    pub(super) fn not_said(&self) -> WorkError {
        WorkError::Failed(Failure::new(
            FailureCode::NoEvidence,
            self.answer.missing.join(" "),
        ))
    }

    /// The sentences of the answer, as they are checked.
    pub(super) fn claims(&self) -> Vec<DraftClaim> {
        self.answer.said.iter().map(claim_of).collect()
    }
}

fn search<'a>(queries: &'a [String], documents: &'a [DocumentId], limit: usize) -> Search<'a> {
    Search {
        about: &[],
        field: &[],
        queries,
        documents,
        limit,
        for_tables: TABLE_PASSAGES,
    }
}

fn draft(answer: &Answer, subject: Subject) -> Draft {
    let markdown = answer.markdown();
    let checked = gaps(&markdown, answer);
    let gaps = checked.iter().map(|(claim, _)| claim.clone());
    Draft {
        title: subject.title.clone(),
        claims: answer.said.iter().map(claim_of).chain(gaps).collect(),
        checked,
        markdown,
        author: Author::OfflineAnalyst,
        notes: Vec::new(),
        subject,
        left_out: Vec::new(),
    }
}

/// An answer at once, without a run.
#[derive(Clone, Debug)]
pub struct Asked {
    /// With citation marks; empty where the library does not say.
    pub markdown: String,
    pub evidence: Vec<Evidence>,
    /// What the library does not say.
    pub missing: Vec<String>,
    pub understood: Understood,
    /// The sentences of the answer, as they were held against the evidence.
    pub sentences: Vec<AnsweredSentence>,
}

/// Answers a question from the library as known on a day.
pub fn ask(
    library: &Library,
    question: &str,
    language: Language,
    day: Date,
) -> Result<Asked, EngineError> {
    Desk::new(library, day)?.ask(question, language, None)
}

/// The passages that a question leads to, best first: among some documents, or among those of whom it
/// asks about.
pub fn passages_for(
    library: &Library,
    question: &str,
    language: Language,
    day: Date,
    among: &[DocumentId],
    limit: usize,
) -> Result<Vec<Evidence>, EngineError> {
    let desk = Desk::new(library, day)?;
    let frame = frame(question, language, &desk.known);
    let queries = frame.queries();
    let places = match among {
        [] => desk.searches(&frame)?,
        _ => vec![(among.to_vec(), limit)],
    };
    let mut found = Vec::new();
    for (documents, _) in places {
        let wanted = Search {
            for_tables: 0,
            ..search(&queries, &documents, limit)
        };
        found.extend(find(library, &wanted, None)?);
    }
    found.truncate(limit);
    Ok(found)
}

/// Sentences that say what the library lacks, which code knows because it looked.
fn gaps(markdown: &str, answer: &Answer) -> Vec<Checked> {
    let is_gap = |claim: &DraftClaim| answer.gaps().any(|gap| gap.contains(&claim.text));
    let gaps = claims_of(markdown).into_iter().filter(is_gap);
    let supported = ClaimCheck::Supported {
        standing: Some(Standing::Gap),
        figures: Vec::new(),
        span: None,
    };
    gaps.map(|claim| (claim, Some(supported.clone()))).collect()
}

/// A sentence that stands in the answer.
fn answered((claim, check): Checked) -> Option<AnsweredSentence> {
    check.as_ref().filter(|check| check.is_supported())?;
    Some(AnsweredSentence {
        text: claim.text,
        evidence_ids: claim.evidence_ids,
        kind: claim.kind,
        check,
    })
}

fn claim_of(said: &Said) -> DraftClaim {
    DraftClaim {
        text: said.text.clone(),
        evidence_ids: said.evidence.clone(),
        kind: said.kind.clone(),
    }
}

pub(super) struct Desk<'a> {
    library: &'a Library,
    companies: Companies,
    pub(super) known: Known,
    day: Date,
    /// What is cited rather than anything else that says the same.
    preferred: Vec<Evidence>,
}

impl<'a> Desk<'a> {
    pub(super) fn new(library: &'a Library, day: Date) -> Result<Self, EngineError> {
        let companies = library.companies()?;
        Ok(Self {
            known: companies.known()?,
            library,
            companies,
            day,
            preferred: Vec::new(),
        })
    }

    /// The same desk with evidence that is preferred to what a search finds.
    pub(super) fn preferring(mut self, evidence: Vec<Evidence>) -> Self {
        self.preferred = evidence;
        self
    }

    /// Answers from documents of any date, or from those that are dated by a day.
    pub(super) fn ask(
        &self,
        question: &str,
        language: Language,
        until: Option<Date>,
    ) -> Result<Asked, EngineError> {
        let library = self.library;
        let frame = frame(question, language, &self.known);
        let queries = frame.queries();
        let searches = self.searches(&frame)?;
        let is_own = |evidence: &&Evidence| {
            let mut all = searches.iter().map(|(documents, _)| documents);
            all.any(|documents| documents.is_empty() || documents.contains(&evidence.document))
        };
        let mut evidence: Vec<Evidence> = self.preferred.iter().filter(is_own).cloned().collect();
        for (documents, limit) in &searches {
            let found = find(library, &search(&queries, documents, *limit), until)?;
            evidence.extend(found);
        }
        let about = self.documents_about(&frame, &evidence)?;
        if !about.is_empty() {
            let wanted = search(&queries, &about, MORE_PASSAGES);
            evidence.extend(find(library, &wanted, until)?);
        }
        let evidence = once_each(evidence);
        let (answer, citable) = self.answer(&frame, &evidence)?;
        let mut draft = draft(&answer, Subject::default());
        let checked = citable.verdicts(&draft.claims, &draft.checked, library, language)?;
        draft.hold(&citable, &checked, language);
        let mut evidence: Vec<Evidence> = Vec::new();
        for id in cited_evidence(&draft.markdown) {
            let is_new = !evidence.iter().any(|known| known.id == id);
            evidence.extend(citable.get(&id).filter(|_| is_new).cloned());
        }
        Ok(Asked {
            evidence,
            markdown: draft.markdown,
            missing: answer.missing,
            understood: frame.understood(&self.known),
            sentences: checked.into_iter().filter_map(answered).collect(),
        })
    }

    /// In which documents is searched, and for how many passages: in those of the companies that are
    /// asked about, each for itself, or in the whole library.
    fn searches(&self, frame: &Frame) -> Result<Vec<(Vec<DocumentId>, usize)>, EngineError> {
        if frame.subjects.is_empty() {
            return Ok(vec![(Vec::new(), PASSAGES)]);
        }
        let mut searches = Vec::new();
        for &subject in &frame.subjects {
            let documents = self.documents(subject)?;
            let ids = |is_extract: bool| {
                let own = documents
                    .iter()
                    .filter(|(_, extract)| *extract == is_extract);
                own.map(|(id, _)| id.clone()).collect::<Vec<_>>()
            };
            searches.push((ids(false), PASSAGES));
            searches.push((ids(true), PASSAGES / 4));
        }
        searches.retain(|(documents, _)| !documents.is_empty());
        Ok(searches)
    }

    /// The documents that a broad question is about, which are read further.
    fn documents_about(
        &self,
        frame: &Frame,
        evidence: &[Evidence],
    ) -> Result<Vec<DocumentId>, EngineError> {
        let passages = self.read(evidence)?;
        Ok(documents_about(frame, &self.given(&passages)))
    }

    /// Whether a passage speaks of what is asked.
    fn is_touched(&self, frame: &Frame, evidence: &[Evidence]) -> Result<bool, EngineError> {
        let passages = self.read(evidence)?;
        Ok(is_touched(frame, &self.given(&passages)))
    }

    /// Passages alone, without figures.
    fn given<'g>(&'g self, passages: &'g [Passage<'g>]) -> Given<'g> {
        Given {
            known: &self.known,
            filed: &NO_FIGURES,
            passages,
            has_price: false,
        }
    }

    fn answer(
        &self,
        frame: &Frame,
        evidence: &[Evidence],
    ) -> Result<(Answer, Citable), EngineError> {
        let (filed, shown, has_price) = self.figures(frame)?;
        let passages = self.read(evidence)?;
        let given = Given {
            known: &self.known,
            filed: &filed,
            passages: &passages,
            has_price,
        };
        let mut citable = Citable::default();
        citable.add(evidence);
        citable.add(&shown);
        let mut answer = answer(frame, &given);
        self.hold(&mut answer, &citable, frame)?;
        Ok((answer, citable))
    }

    /// Takes out of an answer what its own evidence does not bear out.
    fn hold(
        &self,
        answer: &mut Answer,
        citable: &Citable,
        frame: &Frame,
    ) -> Result<(), EngineError> {
        let claims: Vec<DraftClaim> = answer.said.iter().map(claim_of).collect();
        let checks = citable.check(&claims, self.library, frame.language)?;
        let borne_out: BTreeSet<String> = claims
            .into_iter()
            .zip(checks)
            .filter(|(_, check)| check.as_ref().is_some_and(ClaimCheck::is_supported))
            .map(|(claim, _)| claim.text)
            .collect();
        answer.hold(frame, |said| borne_out.contains(&said.text));
        Ok(())
    }

    /// The documents of a company, and which of them are extracts of facts.
    fn documents(&self, subject: usize) -> Result<Vec<(DocumentId, bool)>, EngineError> {
        let Some(company) = self.known.company(subject) else {
            return Ok(Vec::new());
        };
        let mut documents = self.companies.listed(&company.name)?;
        for document in self.library.documents()? {
            let entity = document.subject.entity.as_deref();
            let is_own = entity.and_then(|entity| self.known.place_of(entity)) == Some(subject);
            if is_own && !documents.iter().any(|known| known.id == document.id) {
                documents.push(Arc::new(document));
            }
        }
        let all = documents
            .into_iter()
            .map(|document| (document.id.clone(), is_extract(&document)));
        Ok(all.collect())
    }

    /// The filed figures that the question needs, the passages that show them, and whether there is a
    /// price.
    fn figures(&self, frame: &Frame) -> Result<(Filed, Vec<Evidence>, bool), EngineError> {
        let metrics = frame.metrics();
        let (mut filed, mut shown, mut has_price) = (Filed::default(), Vec::new(), false);
        if metrics.is_empty() {
            return Ok((filed, shown, has_price));
        }
        for &subject in &frame.subjects {
            let Some(company) = self.known.company(subject) else {
                continue;
            };
            // of a company without filed facts only passages speak
            let Resolution::Found(_) = self.companies.resolve(&company.name) else {
                continue;
            };
            let file = self.companies.open(&company.name)?;
            if file.book.concepts().count() >= LEAST_CONCEPTS {
                filed.books.push(subject);
            }
            let day = self.day;
            has_price |= file.price(day).is_some();
            let places = FactPlaces::of(self.library, &file)?;
            let view = file.book.as_of(day);
            let points = view.analyse().points(&request(&metrics, day, frame));
            let mut of_points = Shown::new();
            for point in &points {
                let mut found = places.evidence(self.library, point)?;
                found.sort_by_key(|item| !self.preferred.iter().any(|own| own.id == item.id));
                of_points.insert(point.id.clone(), found);
            }
            for point in &points {
                let evidence = evidence_of(point, &points, &of_points);
                let ids: Vec<EvidenceId> = evidence.iter().map(|item| item.id.clone()).collect();
                if ids.is_empty() {
                    continue;
                }
                shown.extend(evidence);
                filed.figures.push(FiledFigure {
                    company: subject,
                    point: point.clone(),
                    evidence: ids,
                    formula: formula_of(point, &points),
                });
            }
        }
        Ok((filed, shown, has_price))
    }

    fn read<'e>(&'e self, evidence: &'e [Evidence]) -> Result<Vec<Passage<'e>>, EngineError> {
        let mut passages = Vec::with_capacity(evidence.len());
        for item in evidence {
            let document = self.library.document(&item.document)?;
            let subject = document.as_ref().map(|document| &document.subject);
            let entity = subject.and_then(|subject| subject.entity.as_deref());
            let company = entity.and_then(|entity| self.known.place_of(entity));
            let owner = company.and_then(|company| self.known.company(company));
            passages.push(Passage {
                evidence: item,
                company,
                owner: owner.map(|owner| owner.name.as_str()),
                year: subject
                    .and_then(|subject| subject.period_end)
                    .or(item.as_of)
                    .map(Date::year),
                is_extract: document.as_deref().is_some_and(is_extract),
            });
        }
        Ok(passages)
    }
}

/// Statements have more lines; fewer are figures in passing.
const LEAST_CONCEPTS: usize = 12;

static NO_FIGURES: Filed = Filed {
    figures: Vec::new(),
    books: Vec::new(),
};

/// What several searches found, once each.
fn once_each(mut evidence: Vec<Evidence>) -> Vec<Evidence> {
    let mut seen = BTreeSet::new();
    evidence.retain(|item| seen.insert(item.id.clone()));
    evidence
}
