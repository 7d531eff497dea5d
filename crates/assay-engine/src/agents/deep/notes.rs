use assay_analyst::{
    Note, Quoted, SectionInput, claim_of, claims_of, notes_of, quality_notes, queries, section_of,
    write_section,
};
use assay_claims::{QuoteVerdict, check_quote};
use assay_domain::{
    Author, ClaimCheck, DataBlock, Evidence, EvidenceId, Failure, FailureCode, Language, LeftOut,
    Role,
};
use assay_plan::Purpose;
use assay_steps::{SearchStrategy, address, trust};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::section_prompt::as_data;
use super::super::{Researchers, offline as analyst};
use super::record::{self, Dimension, NotedAt};
use super::search::{LIBRARY, Searcher, WEB};
use super::strategy::{Strategy, strategy};
use crate::agents::ask::{Asking, json};
use crate::agents::mend::{Mended, Mender, Refused};
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::section::{Citable, Draft, Subject, citable_figures, finish};
use crate::workshop::{Done, TaskJob, WorkError};
use crate::{Brain, Library, Scope};

/// What a model reads at once.
#[derive(Clone, Copy)]
pub(super) struct Room {
    passages: usize,
    characters: usize,
    /// Most that it may take.
    notes: usize,
    /// Whether there may be nothing to note.
    may_be_empty: bool,
}

impl Room {
    const FIRST: Self = Self {
        passages: 20,
        characters: 40_000,
        notes: 12,
        may_be_empty: false,
    };
    /// A further round looks for single points.
    pub(super) const FURTHER: Self = Self {
        passages: 12,
        characters: 20_000,
        notes: 8,
        may_be_empty: true,
    };
}

/// Works a dimension without a model. `instead_of` names the model it stands in for, and why.
pub(super) async fn offline(
    researchers: &Researchers,
    job: &TaskJob,
    instead_of: Option<(String, Failure)>,
) -> Result<Done, WorkError> {
    let TaskJob {
        context,
        plan,
        task,
        ..
    } = job;
    let mut searcher = Searcher::new(researchers, job);
    let asked = queries(plan, task);
    searcher.library(&asked).await?;
    searcher.web(&asked).await?;
    searcher.citable.inherit(analyst::inherited(job));
    let draft = write_section(&SectionInput {
        plan,
        task,
        evidence: &searcher.found,
        earlier: &[],
        language: context.settings.language,
        length: context.settings.section_length,
    })
    .map_err(|failure| {
        let language = context.settings.language;
        WorkError::Failed(analyst::explain(failure, &instead_of, language))
    })?;
    let notes = notes_of(&draft, &searcher.found, |evidence| trust(evidence.tier));
    let strategy = SearchStrategy {
        primary_query: asked.first().cloned().unwrap_or_default(),
        queries: asked.get(1..).unwrap_or_default().to_vec(),
        engines: searcher.engines().into_iter().map(str::to_owned).collect(),
        notes: task.description.clone(),
    };
    let is_fallback = instead_of.is_some();
    let author = match instead_of {
        Some((model, because)) => Author::Fallback {
            instead_of: model,
            because,
        },
        None => Author::OfflineAnalyst,
    };
    let written = Draft {
        notes: quality_notes(&draft.markdown),
        title: draft.title,
        markdown: draft.markdown,
        claims: draft.claims,
        author,
        checked: Vec::new(),
        subject: Subject::of_task(plan, task),
        left_out: Vec::new(),
    };
    hand_in(searcher, strategy, notes, is_fallback, written).await
}

/// Works a dimension with a model: it chooses the queries, then takes notes of what they brought.
pub(super) async fn with_model(
    researchers: &Researchers,
    job: &TaskJob,
    brain: &Brain,
) -> Result<Done, WorkError> {
    let mut searcher = Searcher::new(researchers, job);
    searcher.doing("making a search strategy", "制定检索策略");
    let Strategy {
        search: strategy,
        tool_calls,
    } = strategy(&mut searcher, brain).await?;
    let mut asked = vec![strategy.primary_query.clone()];
    asked.extend(strategy.queries.iter().cloned());
    if strategy.engines.iter().any(|engine| engine == LIBRARY) {
        searcher.library(&asked).await?;
    }
    if strategy.engines.iter().any(|engine| engine == WEB) {
        searcher.web(&asked).await?;
    }
    searcher.servers(&tool_calls).await?;
    let (notes, written) = read(&mut searcher, brain, Room::FIRST).await?;
    hand_in(searcher, strategy, notes, false, written).await
}

/// Takes notes of what was found; those that stand, and the text that they make.
pub(super) async fn read(
    searcher: &mut Searcher<'_>,
    brain: &Brain,
    room: Room,
) -> Result<(Vec<Note>, Draft), WorkError> {
    let (researchers, job) = (searcher.researchers, searcher.job);
    searcher.doing("taking notes", "整理笔记");
    let (mut notes, left_out) = take_notes(searcher, brain, room).await?;
    let markdown = section_of(&notes);
    let mut written = Draft {
        title: clip(&job.task.description, 200),
        claims: claims_of(&markdown),
        notes: quality_notes(&markdown),
        markdown,
        author: Author::Model {
            model: brain.label.clone(),
        },
        checked: Vec::new(),
        subject: Subject::of_task(&job.plan, &job.task),
        left_out,
    };
    let mut scope = Scope::of_step(&format!("verify-{}", job.task.id));
    researchers
        .judge_sentences(&job.context, &mut scope, &searcher.citable, &mut written)
        .await?;
    // what does not stand is no ground for what is written later
    notes.retain(|note| {
        let own = claims_of(&section_of(std::slice::from_ref(note)));
        let refused = written
            .checked
            .iter()
            .filter(|(_, check)| matches!(check, Some(ClaimCheck::Unsupported { .. })));
        !refused.into_iter().any(|(claim, _)| own.contains(claim))
    });
    Ok((notes, written))
}

async fn hand_in(
    searcher: Searcher<'_>,
    strategy: SearchStrategy,
    notes: Vec<Note>,
    is_fallback: bool,
    draft: Draft,
) -> Result<Done, WorkError> {
    let (context, task) = (&searcher.job.context, searcher.job.task.id);
    let library = &searcher.researchers.library;
    let mut done = finish(context, library, task, draft, &searcher.citable).await?;
    let dimension = dimension(&searcher, strategy, notes, is_fallback);
    done.events
        .push(record::dimension(context, task, &dimension).await?);
    Ok(done)
}

/// What a search brought, as the journal keeps it.
pub(super) fn dimension(
    searcher: &Searcher<'_>,
    strategy: SearchStrategy,
    notes: Vec<Note>,
    is_fallback: bool,
) -> Dimension {
    let place = |note: Note| {
        let cited: Vec<&Evidence> = note
            .evidence
            .iter()
            .filter_map(|quoted| searcher.found.iter().find(|item| item.id == quoted.id))
            .collect();
        let from_web = cited
            .first()
            .is_some_and(|item| item.origin.contains("://"));
        NotedAt {
            sources: cited.iter().map(|item| address(item)).collect(),
            engine: if from_web { WEB } else { LIBRARY }.to_owned(),
            note,
        }
    };
    Dimension {
        strategy,
        notes: notes.into_iter().map(place).collect(),
        raw_results: searcher.raw.clone(),
        is_fallback,
        sent: searcher.sent.clone(),
    }
}

#[derive(Deserialize)]
struct Taken {
    notes: Vec<TakenNote>,
}

#[derive(Clone, Deserialize, Serialize)]
struct TakenNote {
    #[serde(default)]
    topic: String,
    summary: String,
    evidence: Vec<TakenQuote>,
}

#[derive(Clone, Deserialize, Serialize)]
struct TakenQuote {
    id: EvidenceId,
    quote: String,
    #[serde(default)]
    confidence: f64,
}

/// Notes that stand, and those that do not.
type Sorted = (Vec<Note>, Vec<LeftOut>);

/// A note that stands, or what was taken and why it does not.
type Weighed = Result<Note, (TakenNote, Vec<String>)>;

async fn take_notes(
    searcher: &mut Searcher<'_>,
    brain: &Brain,
    room: Room,
) -> Result<Sorted, WorkError> {
    let passages = searcher.best(room.passages);
    let prompt = notes_prompt(searcher, &passages, room)?;
    let job = searcher.job;
    let asking = Asking {
        context: &job.context,
        brain,
        role: Role::Search,
        purpose: Purpose::Research,
        schema: Some(("notes", notes_schema())),
        writing: Writing::Structure,
    };
    let read = |text: &str, _: bool| {
        Ok(match json::<Taken>(text) {
            Ok(taken) if taken.notes.is_empty() && !room.may_be_empty => {
                Err(vec!["there is no note".to_owned()])
            }
            read => read,
        })
    };
    let mut taken = asking.ask(&mut searcher.scope, prompt, read).await?.notes;
    taken.truncate(room.notes);
    let reader = NoteReader {
        found: &searcher.found,
        citable: &searcher.citable,
        library: &searcher.researchers.library,
        topic: &job.task.description,
        language: job.context.settings.language,
    };
    let mender = Mender {
        researchers: searcher.researchers,
        context: &job.context,
        brain,
        role: Role::Search,
        purpose: Purpose::Research,
        citable: &searcher.citable,
    };
    let weighed = reader.weigh(taken)?;
    let name = format!("notes-{}", job.task.id);
    let weighed = reader.mended(&mender, &name, weighed).await?;
    let (mut notes, mut left_out) = (Vec::new(), Vec::new());
    for one in weighed {
        match one {
            Ok(note) => notes.push(note),
            Err((TakenNote { summary: text, .. }, problems)) => {
                left_out.push(LeftOut { text, problems });
            }
        }
    }
    if notes.is_empty() && !room.may_be_empty {
        let refused = left_out.len();
        let message = format!("no usable answer: {refused} notes that no evidence bears out");
        let failure = Failure::new(FailureCode::ModelMalformed, message);
        return Err(WorkError::Failed(failure));
    }
    Ok((notes, left_out))
}

fn notes_prompt(
    searcher: &Searcher<'_>,
    passages: &[Evidence],
    room: Room,
) -> Result<String, WorkError> {
    let job = searcher.job;
    let language = job.context.settings.language;
    let figures = citable_figures(passages, &searcher.researchers.library, language)?;
    let figures = DataBlock::new(&[], &clip(&figures.join("\n"), room.characters / 5));
    let evidence = DataBlock::stacked(passages.iter().map(as_data), room.characters);
    let questions = job.task.hints.as_ref();
    let questions = questions.map(|hints| bullets(&hints.key_questions));
    let questions = clip(&questions.unwrap_or_default(), 2_000);
    let question = clip(&job.context.request.question, 2_000);
    Ok(Prompt::DeepNotes.render(
        language,
        &[
            ("most", Fill::Ours(&room.notes.to_string())),
            ("question", Fill::Ours(&question)),
            (
                "description",
                Fill::Ours(&clip(&job.task.description, 2_000)),
            ),
            ("key_questions", Fill::Ours(&questions)),
            ("evidence", Fill::Data(&evidence)),
            ("figures", Fill::Data(&figures)),
        ],
    )?)
}

/// Reads a model's notes and keeps what the evidence bears.
struct NoteReader<'a> {
    found: &'a [Evidence],
    citable: &'a Citable,
    library: &'a Library,
    topic: &'a str,
    language: Language,
}

impl NoteReader<'_> {
    fn weigh(&self, taken: Vec<TakenNote>) -> Result<Vec<Weighed>, WorkError> {
        let mut weighed = Vec::with_capacity(taken.len());
        for note in taken {
            let standing = standing(&note, self.found, self.topic);
            weighed.push(match standing {
                Ok(read) => {
                    let claim = claim_of(&read);
                    let checks = self.citable.check_figures(
                        std::slice::from_ref(&claim),
                        self.library,
                        self.language,
                    )?;
                    match checks.into_iter().next().flatten() {
                        Some(ClaimCheck::Unsupported { problems }) => Err((note, problems)),
                        _ => Ok(read),
                    }
                }
                Err(problems) => Err((note, problems)),
            });
        }
        Ok(weighed)
    }

    /// The notes with those that do not stand asked for again, once, each as the JSON that it was.
    async fn mended(
        &self,
        mender: &Mender<'_>,
        name: &str,
        weighed: Vec<Weighed>,
    ) -> Result<Vec<Weighed>, WorkError> {
        let mut refused = Vec::new();
        for (note, problems) in weighed.iter().filter_map(|one| one.as_ref().err()) {
            let ids = note.evidence.iter().map(|quoted| quoted.id.clone());
            refused.push(Refused {
                place: note.topic.clone(),
                text: serde_json::to_string(note)?,
                problems: problems.clone(),
                evidence: ids.collect(),
            });
        }
        let mut answers = mender.ask(name, &refused).await?.into_iter();
        let mut all = Vec::with_capacity(weighed.len());
        for one in weighed {
            let Err(refused) = one else {
                all.push(one);
                continue;
            };
            match answers.next() {
                Some(Mended::Withdrawn) => {}
                Some(Mended::Replaced(text)) => match json::<TakenNote>(&text) {
                    Ok(note) => all.extend(self.weigh(vec![note])?),
                    Err(_) => all.push(Err(refused)),
                },
                Some(Mended::Unchanged) | None => all.push(Err(refused)),
            }
        }
        Ok(all)
    }
}

fn notes_schema() -> serde_json::Value {
    let quote = json!({
        "type": "object",
        "properties": {
            "id": {"type": "string"}, "quote": {"type": "string"}, "confidence": {"type": "number"},
        },
        "required": ["id", "quote", "confidence"],
    });
    json!({
        "type": "object",
        "properties": {"notes": {"type": "array", "items": {
            "type": "object",
            "properties": {
                "topic": {"type": "string"},
                "summary": {"type": "string"},
                "evidence": {"type": "array", "items": quote},
            },
            "required": ["topic", "summary", "evidence"],
        }}},
        "required": ["notes"],
    })
}

/// A note with the quotations that are in their passages; without one it does not stand.
fn standing(note: &TakenNote, found: &[Evidence], topic: &str) -> Result<Note, Vec<String>> {
    let mut evidence = Vec::new();
    let mut problems = Vec::new();
    for quoted in &note.evidence {
        let Some(item) = found.iter().find(|item| item.id == quoted.id) else {
            problems.push(format!(
                "{} is not an evidence id you were given",
                quoted.id
            ));
            continue;
        };
        match check_quote(&quoted.quote, &[&item.quote]) {
            QuoteVerdict::Verbatim { .. } if !quoted.quote.trim().is_empty() => {
                evidence.push(Quoted {
                    id: quoted.id.clone(),
                    quote: quoted.quote.clone(),
                    // nobody is surer than the source
                    confidence: quoted.confidence.clamp(0.0, trust(item.tier)),
                });
            }
            _ => problems.push(format!(
                "“{}” is not in {} word by word",
                clip(&quoted.quote, 80),
                quoted.id
            )),
        }
    }
    if evidence.is_empty() {
        return Err(problems);
    }
    let topic = if note.topic.trim().is_empty() {
        topic.to_owned()
    } else {
        note.topic.trim().to_owned()
    };
    Ok(Note {
        topic,
        summary: note.summary.trim().to_owned(),
        evidence,
    })
}
