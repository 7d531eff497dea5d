use std::collections::BTreeMap;

use assay_domain::{
    ArtifactError, ArtifactKind, ArtifactType, Body, CallKey, CallKind, Envelope, Event, Failure,
    GateName, Language, Outcome, Plan, RunSettings, TaskId, Timestamp, Verdict, WrittenArtifact,
};
use assay_plan::{
    BlueprintProgress, Dashboard, DashboardKind, ProfileSpec, Profiles, UnknownProfile,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use crate::artifacts::{MODEL_BLUEPRINT, RESEARCH_REPORT, SEARCH_NOTES};
use crate::report::{chunks, outline, sources};
use crate::search::Gathered;
use crate::{
    EventId, Numbered, ReportMetadata, ResearchReport, SearchAgentResult, Status, Step, StepEvent,
    StepPayload,
};

/// Tells a run's journal in steps. Give it every event in order, from the first.
#[derive(Clone, Debug)]
pub struct Projector {
    profiles: Profiles,
    /// Of the run, once it is created.
    profile: Option<ProfileSpec>,
    language: Language,
    holds_plan: bool,
    plan: Option<Plan>,
    settled: usize,
    /// Chapters of an autonomous research.
    chapters: BlueprintProgress,
    gathered: Gathered,
    /// The notes of the run, once they are complete.
    search: Option<SearchAgentResult>,
    report: Option<String>,
    /// What the run itself says its report is.
    written: Option<Value>,
    step: Option<Step>,
    step_began: Option<Timestamp>,
    tokens: u64,
    tokens_before: u64,
    progress: f64,
    ended: bool,
    /// Calls of the web that are under way.
    web_calls: BTreeMap<CallKey, (Option<TaskId>, String)>,
}

/// What a reply of the web says about where it came from.
#[derive(Deserialize)]
struct WebReply {
    #[serde(default)]
    cache: Option<Value>,
}

impl Default for Projector {
    fn default() -> Self {
        Self {
            profiles: Profiles::default(),
            profile: None,
            language: Language::En,
            holds_plan: false,
            plan: None,
            settled: 0,
            chapters: BlueprintProgress::default(),
            gathered: Gathered::default(),
            search: None,
            report: None,
            written: None,
            step: None,
            step_began: None,
            tokens: 0,
            tokens_before: 0,
            progress: 0.0,
            ended: false,
            web_calls: BTreeMap::new(),
        }
    }
}

/// Why a journal event cannot be told.
#[derive(Debug, thiserror::Error)]
pub enum TellError<E> {
    #[error("cannot read what the journal points to: {0}")]
    Read(E),
    #[error(transparent)]
    Artifact(#[from] ArtifactError),
    #[error("{0}; a newer version may tell the run")]
    Profile(#[from] UnknownProfile),
    #[error(
        "the reply of {tool} is not what it should be: {cause}; `assay store check` looks closer"
    )]
    Damaged {
        tool: String,
        cause: serde_json::Error,
    },
}

/// What one journal event tells.
struct Telling {
    at: Timestamp,
    run_seq: u64,
    told: Vec<Numbered>,
}

impl Projector {
    /// Tells of runs that may have one of these profiles.
    pub fn among(profiles: Profiles) -> Self {
        Self {
            profiles,
            ..Self::default()
        }
    }

    /// The step events of one journal event. `read` gives the text of a body.
    pub fn apply<E>(
        &mut self,
        envelope: &Envelope,
        read: &dyn Fn(&Body) -> Result<String, E>,
    ) -> Result<Vec<Numbered>, TellError<E>> {
        let mut telling = Telling {
            at: envelope.at,
            run_seq: envelope.run_seq,
            told: Vec::new(),
        };
        self.tell(&envelope.event, &mut telling, read)?;
        Ok(telling.told)
    }

    /// Whether the run has ended: nothing follows.
    pub fn is_ended(&self) -> bool {
        self.ended
    }

    fn created(&mut self, settings: &RunSettings, to: &mut Telling) -> Result<(), UnknownProfile> {
        self.language = settings.language;
        self.holds_plan = settings.hold_plan;
        self.profile = Some(self.profiles.of(settings)?);
        self.start(Step::Plan, to);
        Ok(())
    }

    fn tell<E>(
        &mut self,
        event: &Event,
        to: &mut Telling,
        read: &dyn Fn(&Body) -> Result<String, E>,
    ) -> Result<(), TellError<E>> {
        match event {
            Event::RunCreated { settings, .. } => self.created(settings, to)?,
            Event::RunResumed { unanswered, .. } => {
                self.tokens += unanswered.tokens;
                self.note(to, json!({"state": "resumed"}));
            }
            Event::PlanRejected { attempt, errors } => {
                let note = errors.join("; ");
                self.note(
                    to,
                    json!({"state": "rejected", "attempt": attempt, "note": note}),
                );
            }
            Event::PlanAccepted { plan, .. } => self.planned(plan, to),
            Event::PlanApproved => self.complete(self.plan_result(), to),
            Event::CallStarted {
                key,
                task,
                call,
                request,
                ..
            } => self.called(key, *task, call, request, to, read)?,
            Event::CallReplied {
                key, usage, reply, ..
            } => {
                self.tokens += usage.map_or(0, assay_domain::Usage::total);
                self.web_replied(key, reply, to, read)?;
            }
            Event::CallFailed {
                failure,
                will_retry,
                counted,
                ..
            } => {
                self.tokens += counted.tokens;
                let extra = json!({"state": "call_failed", "retry": will_retry});
                self.note(to, merged(extra, told(failure)));
            }
            Event::EvidenceAttached { evidence } => self.gathered.attached(evidence),
            Event::ClaimRegistered { claim } => self.gathered.claimed(claim),
            Event::ArtifactWritten { .. } => {
                if let Some(artifact) = event.artifact() {
                    self.artifact(artifact, to, read)?;
                }
            }
            Event::IntegrationStarted => self.integration(to),
            Event::GateDecided {
                gate,
                verdict,
                reasons,
            } => self.gate(*gate, *verdict, reasons, to),
            Event::Degraded { reason } => {
                self.note(to, merged(json!({"state": "degraded"}), told(reason)));
            }
            Event::CancelRequested { reason } => {
                self.note(to, json!({"state": "cancelling", "note": reason}));
            }
            Event::RunFinished { outcome, reasons } => self.finished(*outcome, reasons, to),
            other => self.task(other, to),
        }
        Ok(())
    }

    fn asked_back(&mut self, event: &Event, to: &mut Telling) {
        let metadata = match event {
            Event::PlannerAsked { asked } => json!({
                "state": "awaiting_answer", "note": asked.question,
                "options": asked.options, "assumption": asked.assumption,
            }),
            Event::PlannerAnswered { answer } => json!({"state": "answered", "note": answer}),
            _ => return,
        };
        self.note(to, metadata);
    }

    fn task(&mut self, event: &Event, to: &mut Telling) {
        let (task, state, extra) = match event {
            Event::TaskStarted { task, .. } => {
                if self.step == Some(Step::Plan) {
                    self.start(Step::DeepSearch, to);
                }
                (*task, "running", json!({}))
            }
            Event::TaskReused { task, from } => (*task, "finished", json!({"note": from})),
            Event::TaskFinished { task, author, .. } => {
                self.gathered.finished_by(author);
                (*task, "finished", json!({}))
            }
            Event::TaskFailed { task, failure } => (*task, "failed", told(failure)),
            Event::TaskBlocked { task, by } => {
                let note = by.to_string();
                (*task, "blocked", json!({"note": note, "needs": by}))
            }
            other => return self.asked_back(other, to),
        };
        if state != "running" {
            self.settled += 1;
        }
        if self.step == Some(Step::Plan) {
            // every task of this run stands on the result of another
            return;
        }
        let described = self.plan.as_ref().and_then(|plan| plan.task(task));
        let described = described.map(|task| task.description.as_str());
        let metadata = json!({"task": task, "state": state, "description": described});
        self.note(to, merged(metadata, extra));
    }

    fn called<E>(
        &mut self,
        key: &CallKey,
        task: Option<TaskId>,
        call: &CallKind,
        request: &Body,
        to: &mut Telling,
        read: &dyn Fn(&Body) -> Result<String, E>,
    ) -> Result<(), TellError<E>> {
        let CallKind::Tool { tool } = call else {
            return Ok(());
        };
        if matches!(tool.as_str(), "web_search" | "visit_url") {
            self.web_calls.insert(key.clone(), (task, tool.clone()));
        }
        let queries = self
            .gathered
            .asked(tool, &read(request).map_err(TellError::Read)?);
        let metadata =
            json!({"task": task, "state": "searching", "tool": tool, "queries": queries});
        self.note(to, metadata);
        Ok(())
    }

    fn web_replied<E>(
        &mut self,
        key: &CallKey,
        reply: &Body,
        to: &mut Telling,
        read: &dyn Fn(&Body) -> Result<String, E>,
    ) -> Result<(), TellError<E>> {
        let Some((task, tool)) = self.web_calls.remove(key) else {
            return Ok(());
        };
        let reply = read(reply).map_err(TellError::Read)?;
        let reply: WebReply = match serde_json::from_str(&reply) {
            Ok(reply) => reply,
            Err(cause) => return Err(TellError::Damaged { tool, cause }),
        };
        let metadata =
            json!({"task": task, "state": "searched", "tool": tool, "cache": reply.cache});
        self.note(to, metadata);
        Ok(())
    }

    fn planned(&mut self, plan: &Plan, to: &mut Telling) {
        self.plan = Some(plan.clone());
        if self.holds_plan {
            let mut payload = self.payload(to.at, json!({"state": "awaiting_approval"}));
            payload.result = Some(self.plan_result());
            self.push(Step::Plan, Status::Progress, 0.9, payload, to);
        } else {
            self.complete(self.plan_result(), to);
        }
    }

    fn plan_result(&self) -> Value {
        let Some(plan) = &self.plan else {
            return Value::Null;
        };
        let mut content = plan.topic.clone();
        for objective in &plan.objectives {
            content.push_str("\n- ");
            content.push_str(objective);
        }
        for task in &plan.tasks {
            content.push_str(&format!("\n{}. {}", task.id, task.description));
        }
        json!({"content": content, "plan": plan})
    }

    /// Tasks are settled: what they found is complete, except where the run searches on.
    fn integration(&mut self, to: &mut Telling) {
        let first = self.profile.and_then(|profile| profile.steps.first());
        let is_searching = matches!(self.step, Some(Step::Plan | Step::DeepSearch));
        if let (Some(first), true) = (first, is_searching)
            && first.told_as != Step::DeepSearch
        {
            self.close_search(to);
            self.start(first.told_as, to);
        }
    }

    /// Begins what follows a stage that its artifact ended. A gate begins with what it decides.
    fn go_on(&mut self, behind: Step, to: &mut Telling) {
        let next = self.profile.and_then(|profile| profile.stage_after(behind));
        if let Some(next) = next.filter(|next| *next != Step::QualityGate) {
            self.start(next, to);
        }
    }

    fn close_search(&mut self, to: &mut Telling) {
        if self.step == Some(Step::Plan) {
            self.start(Step::DeepSearch, to);
        }
        let tokens = self.tokens - self.tokens_before;
        let took = self.took(to.at);
        let found = self.gathered.result(self.plan.as_ref(), tokens, took);
        let result = json!(found);
        self.search = Some(found);
        self.complete(result, to);
    }

    fn artifact<E>(
        &mut self,
        artifact: WrittenArtifact<'_>,
        to: &mut Telling,
        read: &dyn Fn(&Body) -> Result<String, E>,
    ) -> Result<(), TellError<E>> {
        let body = artifact.body;
        if let Some(kind) = DashboardKind::of_artifact(artifact.name) {
            return self.dashboard(kind, artifact.version, body, to, read);
        }
        match artifact.name.kind() {
            Some(ArtifactKind::SearchNotes) => {
                if self.step == Some(Step::Plan) {
                    self.start(Step::DeepSearch, to);
                }
                let found = parsed(SEARCH_NOTES, artifact, read)?;
                self.complete(json!(found), to);
                self.search = Some(found);
                self.go_on(Step::DeepSearch, to);
            }
            Some(ArtifactKind::ModelBlueprint) if self.step == Some(Step::Modeling) => {
                self.complete(json!(parsed(MODEL_BLUEPRINT, artifact, read)?), to);
                self.go_on(Step::Modeling, to);
            }
            Some(ArtifactKind::Report) => {
                self.begin_reporting(to);
                let markdown = read(body).map_err(TellError::Read)?;
                let pieces = chunks(&markdown);
                let all = pieces.len() + 1;
                for (piece, number) in pieces.into_iter().zip(1usize..) {
                    let mut payload = self.payload(to.at, json!({}));
                    payload.chunk = Some(piece);
                    self.push(
                        Step::Reporting,
                        Status::Progress,
                        share(number, all),
                        payload,
                        to,
                    );
                }
                self.report = Some(markdown);
            }
            Some(ArtifactKind::ResearchReport) => {
                self.written = Some(json!(parsed(RESEARCH_REPORT, artifact, read)?));
            }
            _ => {}
        }
        Ok(())
    }

    fn dashboard<E>(
        &mut self,
        kind: DashboardKind,
        version: u32,
        body: &Body,
        to: &mut Telling,
        read: &dyn Fn(&Body) -> Result<String, E>,
    ) -> Result<(), TellError<E>> {
        if kind == DashboardKind::Overall {
            let markdown = read(body).map_err(TellError::Read)?;
            self.chapters = Dashboard::read(kind, self.language, &markdown).progress();
        }
        let BlueprintProgress { done, total } = self.chapters;
        let metadata = json!({
            "state": "dashboard", "dashboard": kind.name(), "version": version,
            "chapters": {"done": done, "total": total},
        });
        self.note(to, metadata);
        Ok(())
    }

    fn begin_reporting(&mut self, to: &mut Telling) {
        if self.step != Some(Step::Reporting) {
            self.start(Step::Reporting, to);
        }
    }

    fn gate(&mut self, gate: GateName, verdict: Verdict, reasons: &[String], to: &mut Telling) {
        let result = json!({"gate": gate, "verdict": verdict, "reasons": reasons});
        if gate == GateName::QualityGate {
            self.start(Step::QualityGate, to);
            self.complete(result, to);
        } else {
            self.note(
                to,
                json!({"state": "gate", "gate": gate, "verdict": verdict, "reasons": reasons}),
            );
        }
    }

    fn finished(&mut self, outcome: Outcome, reasons: &[String], to: &mut Telling) {
        self.ended = true;
        let delivered = matches!(
            outcome,
            Outcome::Completed | Outcome::Partial | Outcome::Degraded
        );
        if delivered && self.report.is_some() {
            self.begin_reporting(to);
            let result = self
                .written
                .take()
                .unwrap_or_else(|| json!(self.research_report(to.at)));
            let mut payload = self.payload(to.at, json!({"outcome": outcome, "reasons": reasons}));
            payload.result = Some(result);
            self.push(Step::Reporting, Status::Complete, 1.0, payload, to);
            return;
        }
        let step = self.step.unwrap_or(Step::Plan);
        let mut payload = StepPayload::failed(outcome, reasons);
        payload.metadata = self.metadata(to.at, json!({"outcome": outcome, "reasons": reasons}));
        self.push(step, Status::Error, 0.0, payload, to);
    }

    fn research_report(&self, at: Timestamp) -> ResearchReport {
        let markdown = self.report.clone().unwrap_or_default();
        let notes = self.search.as_ref().map(|search| search.notes.as_slice());
        ResearchReport {
            outline: outline(&markdown),
            sources: sources(self.gathered.evidence().iter(), notes.unwrap_or_default()),
            metadata: ReportMetadata {
                duration_ms: self.took(at),
                tokens: self.tokens - self.tokens_before,
                streamed: true,
                is_fallback: self.gathered.is_fallback(),
            },
            markdown,
        }
    }

    fn start(&mut self, step: Step, to: &mut Telling) {
        self.step = Some(step);
        self.step_began = Some(to.at);
        self.tokens_before = self.tokens;
        let payload = self.payload(to.at, json!({}));
        self.push(step, Status::Start, 0.0, payload, to);
    }

    /// News of the step under way. What comes after a step ended and before the next is its news.
    fn note(&mut self, to: &mut Telling, metadata: Value) {
        let Some(step) = self.step else { return };
        let tasks = self.plan.as_ref().map_or(0, |plan| plan.tasks.len());
        let done = match (step, self.chapters.total) {
            (Step::DeepSearch, 0) => share(self.settled, tasks + 1),
            (Step::DeepSearch, chapters) => share(self.chapters.done, chapters + 1),
            _ => 0.0,
        };
        let payload = self.payload(to.at, metadata);
        self.push(step, Status::Progress, done, payload, to);
    }

    fn complete(&mut self, result: Value, to: &mut Telling) {
        let Some(step) = self.step else { return };
        let mut payload = self.payload(to.at, json!({}));
        payload.result = Some(result);
        self.push(step, Status::Complete, 1.0, payload, to);
    }

    fn payload(&self, at: Timestamp, extra: Value) -> StepPayload {
        StepPayload {
            metadata: self.metadata(at, extra),
            ..StepPayload::default()
        }
    }

    fn metadata(&self, at: Timestamp, extra: Value) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("tokens".to_owned(), json!(self.tokens - self.tokens_before));
        fields.insert("durationMs".to_owned(), json!(self.took(at)));
        if let Value::Object(extra) = extra {
            fields.extend(extra);
        }
        fields
    }

    /// Milliseconds since the step began.
    fn took(&self, at: Timestamp) -> u64 {
        let began = self.step_began.unwrap_or(at);
        u64::try_from(at.duration_since(began).as_millis()).unwrap_or_default()
    }

    fn push(
        &mut self,
        step: Step,
        status: Status,
        done: f64,
        payload: StepPayload,
        to: &mut Telling,
    ) {
        let progress = self.profile.map(|profile| profile.progress(step, done));
        self.progress = self.progress.max(progress.unwrap_or_default());
        let part = u32::try_from(to.told.len()).unwrap_or(u32::MAX);
        to.told.push(Numbered {
            id: EventId {
                run_seq: to.run_seq,
                part,
            },
            event: StepEvent {
                step_id: step.alias().to_owned(),
                step_type: step,
                status,
                progress: self.progress,
                label: step.label(self.language).to_owned(),
                payload,
            },
        });
    }
}

fn merged(mut fields: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut fields, more) {
        fields.extend(more);
    }
    fields
}

/// A failure in words, and the code that other languages know it by.
fn told(failure: &Failure) -> Value {
    json!({"note": failure.to_string(), "code": failure.code.code()})
}

fn parsed<T: DeserializeOwned, E>(
    kind: ArtifactType<T>,
    artifact: WrittenArtifact<'_>,
    read: &dyn Fn(&Body) -> Result<String, E>,
) -> Result<T, TellError<E>> {
    let text = read(artifact.body).map_err(TellError::Read)?;
    Ok(kind.parse(artifact.schema, &text)?)
}

fn share(done: usize, all: usize) -> f64 {
    let exact = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    exact(done) / exact(all.max(1))
}
