use std::collections::BTreeMap;

use assay_analyst::{DraftClaim, claims_of, field_terms, quality_notes, queries, subject_names};
use assay_domain::{
    Author, ClaimCheck, DataBlock, Event, Evidence, Failure, FailureCode, Finish, Message,
    QualityNote, Role, Standing, ToolMode, ToolSpec,
};
use assay_plan::{Agent, AgentStep, Purpose, Turn};

use super::answer_brief::AnswerBrief;
use super::compute_tool::Derivation;
use super::mend::Mender;
use super::repetition::repetition;
use super::said_before::{SaidBefore, Shown};
use super::section_prompt::{FIRST_PASSAGES, Found, PromptSize};
use super::server_tools::note_missing_tools;
use super::tool_room::ToolRoom;
use super::written_call::written_call;
use super::{Researchers, may_stand_in, offline, section_prompt, step_object};
use crate::prompts::{Fill, Prompt, bullets, clip};
use crate::retrieval::{Search, retrieve};
use crate::section::{
    Checked, Citable, Draft, Subject, citable_figures, finish, without_connecting,
};
use crate::workshop::{Done, TaskJob, WorkError};
use crate::{Brain, Scope};

/// Writes the section of one task: by the model of the role, or as the offline analyst.
pub(super) async fn work(researchers: &Researchers, job: &TaskJob) -> Result<Done, WorkError> {
    let Some(brain) = researchers.brain(&job.context, Role::Search)? else {
        return offline::task(researchers, job, None).await;
    };
    match task(researchers, job, &brain).await {
        Err(WorkError::Failed(failure)) if may_stand_in(&job.context, &failure) => {
            offline::task(researchers, job, Some((brain.label, failure))).await
        }
        result => result,
    }
}

/// A model at work on one task.
pub(super) struct Writer<'a> {
    pub(super) researchers: &'a Researchers,
    pub(super) job: &'a TaskJob,
    brain: &'a Brain,
    pub(super) scope: Scope,
    /// Of the verifier's calls, which are a conversation of their own.
    judging: Scope,
    pub(super) citable: Citable,
    notes: Vec<QualityNote>,
    /// The sentences of the last answer, held against their evidence.
    checked: Vec<Checked>,
    /// What the model had computed.
    pub(super) derivations: Vec<Derivation>,
    /// The arithmetic behind a sentence.
    pub(super) formulas: BTreeMap<String, String>,
    /// Why the section is less than was asked for, if it is.
    shortfall: Option<Failure>,
    pub(super) brief: Brief,
    /// What the model has before it; `None` where its history is dropped now and then.
    pub(super) shown: Option<Shown>,
}

/// What a writer is to write.
pub(super) enum Brief {
    /// A section of a report.
    Section,
    /// The answer to the question.
    Answer(Box<AnswerBrief>),
}

impl Brief {
    /// Sentences that code wrote and proved; who repeats one repeats its proof.
    pub(super) fn proven(&self) -> &[DraftClaim] {
        match self {
            Self::Section => &[],
            Self::Answer(brief) => &brief.proven,
        }
    }

    fn size(&self) -> PromptSize {
        match self {
            Self::Section => PromptSize::FULL,
            Self::Answer(_) => PromptSize::ANSWER,
        }
    }

    fn retry(&self) -> Prompt {
        match self {
            Self::Section => Prompt::SectionRetry,
            Self::Answer(_) => Prompt::AnswerRetry,
        }
    }
}

/// Works a task with a model: gives it the best passages, lets it look further, takes its section
/// when it cites evidence that its tools returned.
pub(super) async fn task(
    researchers: &Researchers,
    job: &TaskJob,
    brain: &Brain,
) -> Result<Done, WorkError> {
    let mut writer = Writer::new(researchers, job, brain);
    let found = writer
        .retrieve(&queries(&job.plan, &job.task), FIRST_PASSAGES)
        .await?;
    writer.citable.inherit(offline::inherited(job));
    let mut said = SaidBefore::default();
    let found: Vec<Evidence> = found
        .into_iter()
        .filter(|one| said.takes(&one.quote))
        .collect();
    let text = writer.write(&found).await?;
    writer.finish(text).await
}

/// A server that fails on the first request with tools in it may do without them.
fn dislikes_tools(agent: &Agent, failure: &Failure) -> bool {
    agent.steps() == 0
        && *agent.next() == AgentStep::CallModel
        && !agent.request().tools.is_empty()
        && matches!(
            failure.code,
            FailureCode::ModelServer | FailureCode::ModelRejected | FailureCode::ModelTruncated
        )
}

impl<'a> Writer<'a> {
    pub(super) fn new(researchers: &'a Researchers, job: &'a TaskJob, brain: &'a Brain) -> Self {
        Self {
            researchers,
            job,
            brain,
            scope: Scope::of_task(job.task.id),
            judging: Scope::of_step(&format!("verify-{}", job.task.id)),
            citable: Citable::default(),
            notes: Vec::new(),
            checked: Vec::new(),
            derivations: Vec::new(),
            formulas: BTreeMap::new(),
            shortfall: None,
            brief: Brief::Section,
            shown: Some(Shown::default()),
        }
    }

    /// The same at work, whose model forgets what it was shown.
    pub(super) fn forgetting(mut self) -> Self {
        self.shown = None;
        self
    }

    /// The same at work, who takes a tool's failure before a crash for its answer.
    pub(super) fn repeating_failures(mut self) -> Self {
        self.scope = self.scope.repeating_failures();
        self
    }
}

impl Writer<'_> {
    /// Gets a section from the model: with less evidence where its context is too small, with step
    /// objects where its server cannot take tools.
    pub(super) async fn write(&mut self, found: &[Evidence]) -> Result<String, WorkError> {
        let mut mode = self.job.context.settings.tool_mode;
        let mut size = self.brief.size();
        let mut tools = section_prompt::LIBRARY_TOOLS.to_vec();
        tools.extend(
            self.researchers
                .outside
                .specs(self.job.context.settings.web)
                .await,
        );
        let context = &self.job.context;
        note_missing_tools(self.researchers, context, &mut self.scope).await?;
        loop {
            let mut agent = self.agent(found, tools.clone(), mode, size)?;
            self.note_shown(&agent, found);
            match self.work(&mut agent, ToolRoom::of(size)).await {
                Err(WorkError::Failed(failure)) if dislikes_tools(&agent, &failure) => {
                    mode = ToolMode::StepObject;
                }
                Err(WorkError::Failed(failure)) if failure.code == FailureCode::ModelContext => {
                    size = size.smaller().ok_or(WorkError::Failed(failure))?;
                    let reason = "the model's context is small".to_owned();
                    if self.notes.is_empty() {
                        self.notes.push(QualityNote::CutShort { reason });
                    }
                }
                result => return result,
            }
        }
    }

    /// The conversation begins with what its first message has.
    fn note_shown(&mut self, agent: &Agent, found: &[Evidence]) {
        let Some(shown) = &mut self.shown else { return };
        *shown = Shown::default();
        for message in &agent.request().messages {
            if let Message::User { text } = message {
                shown.note(text, found);
            }
        }
    }

    fn agent(
        &self,
        found: &[Evidence],
        tools: Vec<ToolSpec>,
        mode: ToolMode,
        size: PromptSize,
    ) -> Result<Agent, WorkError> {
        let passages = size.of(found);
        if let Brief::Answer(brief) = &self.brief {
            return brief.agent(self.job, self.brain, passages, (tools, mode, size));
        }
        let language = self.job.context.settings.language;
        let figures = citable_figures(passages, &self.researchers.library, language)?;
        let found = Found { passages, figures };
        section_prompt::agent(self.job, self.brain, &found, tools, mode, size)
    }

    async fn work(&mut self, agent: &mut Agent, mut room: ToolRoom) -> Result<String, WorkError> {
        let language = self.job.context.settings.language;
        let cut = language.pick(
            "your answer was cut at the output limit; answer again, shorter",
            "你的回答超出输出上限而被截断；请重新作答并更简短",
        );
        loop {
            match agent.next().clone() {
                AgentStep::CallModel => {
                    let request = agent.request();
                    self.scope.asks_again = agent.was_sent_back();
                    self.doing(language.pick("asking the model", "询问模型"));
                    let purpose = if agent.is_finishing() {
                        Purpose::Writing
                    } else {
                        Purpose::Research
                    };
                    let mode = if request.tools.is_empty()
                        && matches!(request.output, assay_domain::OutputFormat::Json { .. })
                    {
                        ToolMode::StepObject
                    } else {
                        ToolMode::Native
                    };
                    match self
                        .job
                        .context
                        .model(&mut self.scope, self.brain, request, purpose)
                        .await
                    {
                        Ok(reply) => {
                            let turn = written_call(&reply, &request.tools, language)
                                .or_else(|| self.salvage(agent, &reply.text, &reply.finish));
                            let turn = turn.unwrap_or_else(|| step_object::turn(mode, reply, cut));
                            agent.on_turn(room.bounded(turn));
                        }
                        Err(WorkError::Failed(failure))
                            if failure.code == FailureCode::BudgetExhausted
                                && !agent.is_finishing() =>
                        {
                            self.notes.push(QualityNote::CutShort {
                                reason: failure.to_string(),
                            });
                            self.shortfall = Some(failure);
                            agent.finish_now();
                        }
                        Err(error) => return Err(error),
                    }
                }
                AgentStep::CallTools(calls) => {
                    let results = self.use_tools(calls, &mut room).await?;
                    agent.on_tool_results(results);
                    if room.is_full() {
                        agent.finish_now();
                    }
                }
                AgentStep::Review { text, .. } => {
                    self.review(agent, text).await?;
                }
                AgentStep::Done { text } => return Ok(text),
                AgentStep::Failed(failure) => return Err(WorkError::Failed(failure)),
            }
        }
    }

    /// A last answer that the output limit cut is taken up to its last whole sentence, with a note.
    fn salvage(&mut self, agent: &Agent, text: &str, finish: &Finish) -> Option<Turn> {
        if *finish != Finish::Length || !agent.is_last_chance() {
            return None;
        }
        let whole = text.rfind(['.', '。', '!', '！', '?', '？', '\n'])?;
        let end = text.get(whole..)?.chars().next()?.len_utf8() + whole;
        self.notes.push(QualityNote::CutShort {
            reason: "output limit".to_owned(),
        });
        Some(Turn::Answer {
            text: text.get(..end)?.to_owned(),
        })
    }

    /// Takes an answer that cites evidence, after its refused sentences were asked for again; sends any
    /// other back as a whole while there is a chance.
    async fn review(&mut self, agent: &mut Agent, text: String) -> Result<(), WorkError> {
        let language = self.job.context.settings.language;
        let text = self.with_inputs_cited(&text);
        let too_long = || match &self.brief {
            Brief::Answer(brief) if !agent.is_last_chance() => brief.too_long(&text, language),
            Brief::Answer(_) | Brief::Section => None,
        };
        if let Some(problem) = repetition(&text, language).or_else(too_long) {
            let list = DataBlock::new(&[], &problem);
            let retry = self.brief.retry();
            let message = retry.render(language, &[("problems", Fill::Data(&list))])?;
            agent.send_back(&problem, message);
            return Ok(());
        }
        let (known, unknown) = self.citable.judge(&text);
        if self.abstains(&text)? {
            agent.accept(text);
            return Ok(());
        }
        if known {
            let text = self.mended(text).await?;
            agent.accept(text);
            return Ok(());
        }
        let mut problems = vec![language.pick(
            "no sentence cites evidence; cite the ids you were given as [[ev_…]]".to_owned(),
            "没有任何句子引用证据；请用给出的编号以 [[ev_…]] 形式引用".to_owned(),
        )];
        problems.extend(unknown.iter().map(|id| {
            language.pick(
                format!("{id} is not an evidence id you were given"),
                format!("{id} 不是给出的证据编号"),
            )
        }));
        let list = DataBlock::new(&[], &clip(&bullets(&problems), 4_000));
        let retry = self.brief.retry();
        let message = retry.render(language, &[("problems", Fill::Data(&list))])?;
        agent.send_back(&problems.join("; "), message);
        Ok(())
    }

    /// Whether an answer says nothing but that the library does not say it.
    pub(super) fn abstains(&self, text: &str) -> Result<bool, WorkError> {
        if matches!(self.brief, Brief::Section) || self.citable.judge(text).0 {
            return Ok(false);
        }
        let claims = self.claims(text);
        if claims.is_empty() || says_no_more(text) {
            return Ok(says_no_more(text));
        }
        let language = self.job.context.settings.language;
        let library = &self.researchers.library;
        let checked = self.citable.verdicts(&claims, &[], library, language)?;
        Ok(checked.iter().all(|(_, check)| is_gap(check.as_ref())))
    }

    /// The section with the sentences that its evidence does not bear out asked for once more. What
    /// is still unsupported then is left out of the findings.
    async fn mended(&mut self, text: String) -> Result<String, WorkError> {
        let (context, researchers) = (&self.job.context, self.researchers);
        let claims = self.claims(&text);
        let checked = researchers
            .verdicts(context, &mut self.judging, &self.citable, claims, &[])
            .await?;
        self.checked = without_connecting(&text, checked);
        let mender = Mender {
            researchers,
            context,
            brain: self.brain,
            role: Role::Search,
            purpose: Purpose::Research,
            citable: &self.citable,
        };
        let name = self.job.task.id.to_string();
        let Some(mended) = mender.text(&name, &text, &self.checked).await? else {
            return Ok(text);
        };
        self.judging.asks_again = true;
        // arithmetic that was done for a sentence was done for what takes its place
        for (old, new) in mended.replaced {
            if let Some(formulas) = self.formulas.get(&old).cloned() {
                let claims = claims_of(&new).into_iter();
                self.formulas
                    .extend(claims.map(|claim| (claim.text, formulas.clone())));
            }
        }
        Ok(mended.markdown)
    }

    pub(super) async fn finish(mut self, markdown: String) -> Result<Done, WorkError> {
        let (title, markdown) = split_title(&markdown, &self.job.task.description);
        // a short answer is what was asked for
        let mut notes = match self.brief {
            Brief::Section => quality_notes(&markdown),
            Brief::Answer(_) => Vec::new(),
        };
        notes.append(&mut self.notes);
        let mut draft = Draft {
            title,
            claims: self.claims(&markdown),
            markdown,
            author: Author::Model {
                model: self.brain.label.clone(),
            },
            notes,
            checked: self.checked,
            subject: Subject::of_task(&self.job.plan, &self.job.task),
            left_out: Vec::new(),
        };
        let library = &self.researchers.library;
        let (context, task) = (&self.job.context, self.job.task.id);
        self.researchers
            .judge_sentences(context, &mut self.judging, &self.citable, &mut draft)
            .await?;
        let mut done = finish(context, library, task, draft, &self.citable).await?;
        let shortfall = self.shortfall.map(|reason| Event::Degraded { reason });
        done.events.extend(shortfall);
        Ok(done)
    }

    pub(super) async fn retrieve(
        &mut self,
        queries: &[String],
        limit: usize,
    ) -> Result<Vec<Evidence>, WorkError> {
        let library = &self.researchers.library;
        let wanted = Search {
            about: &subject_names(&self.job.plan),
            field: &field_terms(&self.job.plan),
            queries,
            documents: &[],
            limit,
            for_tables: 0,
        };
        let found = retrieve(&self.job.context, &mut self.scope, library, &wanted).await?;
        self.citable.add(&found);
        Ok(found)
    }

    pub(super) fn doing(&self, what: &str) {
        self.job
            .context
            .doing(Some(self.job.task.id), || clip(what, 60));
    }
}

/// The words by which a writer is told to abstain, and hardly more: what exactly is missing is the
/// question itself.
fn says_no_more(text: &str) -> bool {
    const LONGEST: usize = 200;
    let text = text.trim().to_lowercase();
    let begins = [
        "the documents do not ",
        "the library does not ",
        "the passages do not ",
        "资料库没有",
    ];
    text.chars().count() <= LONGEST && begins.iter().any(|words| text.starts_with(words))
}

/// A sentence that says what the evidence lacks.
fn is_gap(check: Option<&ClaimCheck>) -> bool {
    let standing = match check {
        Some(ClaimCheck::Supported { standing, .. }) => standing.as_ref(),
        Some(ClaimCheck::Unsupported { .. }) | None => None,
    };
    standing == Some(&Standing::Gap)
}

/// A section that begins with a heading has its own title; the task's description is the other one.
pub(super) fn split_title(markdown: &str, description: &str) -> (String, String) {
    let text = markdown.trim();
    match text
        .strip_prefix('#')
        .and_then(|rest| rest.split_once('\n'))
    {
        Some((heading, body)) => (
            heading.trim_start_matches('#').trim().to_owned(),
            body.trim().to_owned(),
        ),
        None => (description.to_owned(), text.to_owned()),
    }
}
