mod company;
mod tools;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use assay_domain::{
    Body, CallKey, CallKind, ChatReply, ChatRequest, Date, Envelope, Event, Failure, FailureCode,
    Message, Request, RunId, RunSettings, Spend, TaskId,
};
use assay_gates::masked_secrets;
use assay_llm::{LlmError, ProviderConfig, retry_delay};
use assay_plan::{Breaker, Lasting, Ledger, ProfileSpec, Purpose};
use assay_store::{Store, StoreError};
use jiff::tz::TimeZone;

use crate::agents::OpenedCompany;
use crate::ceiling::{Next, Patience, highest};
use crate::memory::Memory;
use crate::prompts::Prompt;
use crate::purse::{Asking, Promise, Purse};
use crate::scope::Scope;
use crate::spending::{Estimate, believed, unbelieved_usage};
use crate::{Brain, Clock, EngineError, Notice, Notices, WorkError};

/// A run as its workers see it: settings to read, and one door to the outside. What goes through the
/// door is journaled before and after; on a resume the journal answers and nothing is paid twice.
pub struct RunContext {
    pub run: RunId,
    pub request: Request,
    pub settings: RunSettings,
    pub profile: ProfileSpec,
    store: Store,
    clock: Arc<dyn Clock>,
    notices: Notices,
    /// The day on which the run was created: a resume the day after asks the same questions.
    begun: Option<Date>,
    /// Replies of an earlier process, by call.
    replies: HashMap<CallKey, Body>,
    /// Calls of an earlier process that failed for good.
    failures: HashMap<CallKey, Failure>,
    purse: Purse,
    /// What the calls count for that an earlier process had under way at its end.
    unanswered: Spend,
    memory: Mutex<Memory>,
    breaker: Mutex<Breaker>,
    company: OnceLock<Arc<OpenedCompany>>,
    /// What was journaled on the way of a call and the driver's state does not know yet.
    on_the_way: Mutex<Vec<Event>>,
}

impl RunContext {
    pub(crate) fn new(
        run: RunId,
        request: Request,
        (settings, profile): (RunSettings, ProfileSpec),
        store: Store,
        clock: Arc<dyn Clock>,
        notices: Notices,
        journal: &[Envelope],
    ) -> Self {
        let mut ledger = Ledger::new(settings.budget).with_role_ceilings(&settings.role_ceilings);
        let mut memory = Memory::default();
        let mut replies = HashMap::new();
        let mut failures = HashMap::new();
        for envelope in journal {
            ledger.apply(&envelope.event);
            memory.apply(&envelope.event);
            match &envelope.event {
                Event::CallReplied { key, reply, .. } => {
                    replies.insert(key.clone(), reply.clone());
                }
                Event::CallFailed {
                    key,
                    failure,
                    will_retry: false,
                    ..
                } => {
                    failures.insert(key.clone(), failure.clone());
                }
                _ => {}
            }
        }
        let first = journal.first();
        let begun = first.map(|envelope| envelope.at.to_zoned(TimeZone::UTC).date());
        let unanswered = ledger.end_all();
        let (purse, memory) = (Purse::new(ledger), Mutex::new(memory));
        Self {
            run,
            request,
            settings,
            profile,
            store,
            clock,
            notices,
            begun,
            replies,
            failures,
            purse,
            unanswered,
            memory,
            breaker: Mutex::default(),
            company: OnceLock::new(),
            on_the_way: Mutex::default(),
        }
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What this process does first where one before it was at work on the run.
    pub(crate) fn resumed(&self) -> Event {
        Event::RunResumed {
            process: std::process::id(),
            unanswered: self.unanswered,
        }
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    /// The day as of which the run answers; what was filed later is not known.
    pub(crate) fn day(&self) -> Date {
        self.settings.day().or(self.begun).unwrap_or(Date::MAX)
    }

    /// The day that the run looks back to, if it is one before the run began.
    pub(crate) fn past_day(&self) -> Option<Date> {
        let is_past = |day: &Date| self.begun.is_none_or(|begun| *day < begun);
        self.settings.day().filter(is_past)
    }

    /// The day that a model is to take for today, in words. Empty where the journal has none.
    pub(crate) fn day_line(&self) -> String {
        let language = self.settings.language;
        match (self.settings.day(), self.begun) {
            (Some(day), _) => language.pick(
                format!("As of: {day}. Take this day for today; what came later is not known."),
                format!("基准日：{day}。请把这一天当作今天，其后发生的事一概未知。"),
            ),
            (None, Some(day)) => {
                language.pick(format!("Today is {day}."), format!("今天是 {day}。"))
            }
            (None, None) => String::new(),
        }
    }

    /// What the run's journal says so far.
    pub(crate) fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn doing(&self, task: Option<TaskId>, what: impl FnOnce() -> String) {
        self.notices.send(|| Notice::Doing { task, what: what() });
    }

    /// Appends events of this run as one step and tells the watcher.
    pub async fn append(&self, events: Vec<Event>) -> Result<Vec<Envelope>, StoreError> {
        let envelopes = self
            .store
            .append(&self.run, self.clock.now(), events)
            .await?;
        {
            let mut memory = self.memory();
            for envelope in &envelopes {
                self.purse.apply(&envelope.event);
                memory.apply(&envelope.event);
            }
        }
        for envelope in &envelopes {
            self.notices
                .send(|| Notice::Event(Box::new(envelope.clone())));
        }
        Ok(envelopes)
    }

    /// Asks a model until its reply holds an answer, a bounded number of times: one that was cut gets
    /// more room, one that holds nothing is told so. Each try is a call of its own in the journal.
    pub async fn model(
        &self,
        scope: &mut Scope,
        brain: &Brain,
        request: &ChatRequest,
        purpose: Purpose,
    ) -> Result<ChatReply, WorkError> {
        let config = brain.client.config();
        let highest = highest(
            &self.settings,
            config.max_output_tokens,
            request.max_output_tokens,
        );
        let ceiling = request.max_output_tokens.max(scope.raised_ceiling);
        let mut patience = Patience::new(ceiling.min(highest), highest, config.max_retries);
        let mut asked = Cow::Borrowed(request);
        if let Some(effort) = self.settings.efforts.get(&request.role) {
            asked.to_mut().sampling.effort = Some(*effort);
        }
        let mut before_raise: Option<(ChatReply, u32)> = None;
        let mut asks_again = scope.asks_again;
        let answer = loop {
            if asked.max_output_tokens != patience.ceiling() {
                asked.to_mut().max_output_tokens = patience.ceiling();
            }
            let call = CallKind::Model {
                role: asked.role,
                model: asked.model.clone(),
                asks_again,
            };
            let result = self.exchange(scope, brain, &asked, (call, purpose)).await;
            asks_again = true;
            let (reply, next) = match (result, before_raise.take()) {
                (Ok(reply), _) => {
                    let next = patience.after(&reply);
                    (reply, next)
                }
                (Err(WorkError::Failed(failure)), Some((reply, ceiling)))
                    if bears_no_raise(failure.code) =>
                {
                    let next = patience.after_refusal(&reply, ceiling);
                    (reply, next)
                }
                (Err(error), _) => return Err(error),
            };
            match next {
                Next::Take => break reply,
                Next::MoreRoom(_) => before_raise = Some((reply, asked.max_output_tokens)),
                Next::SayBlank => {
                    let messages = &mut asked.to_mut().messages;
                    messages.truncate(request.messages.len());
                    messages.extend(self.said_blank());
                }
                Next::GiveUp => return Err(WorkError::Failed(no_answer(config))),
            }
        };
        if patience.ceiling() > request.max_output_tokens {
            scope.raised_ceiling = patience.ceiling();
        }
        scope.forget_after(request.messages.len());
        Ok(answer)
    }

    /// What a reply without an answer leaves of itself, and what is said of it. Some servers refuse
    /// a message without text, others two messages of the same side.
    fn said_blank(&self) -> [Message; 2] {
        let language = self.settings.language;
        let text = language.pick("(no answer)", "（没有回答）").to_owned();
        let tool_calls = Vec::new();
        let told = Prompt::BlankReply.text(language).trim().to_owned();
        [
            Message::Assistant { text, tool_calls },
            Message::User { text: told },
        ]
    }

    /// Asks a model once, or the journal if the question was answered before the crash.
    async fn exchange(
        &self,
        scope: &mut Scope,
        brain: &Brain,
        request: &ChatRequest,
        (call, purpose): (CallKind, Purpose),
    ) -> Result<ChatReply, WorkError> {
        let (key, news) = {
            let json = serde_json::to_string(request)?;
            (scope.key(json.as_bytes()), scope.news(request, &json)?)
        };
        if let Some(body) = self.replies.get(&key) {
            let text = self.store.text_of(body)?;
            return Ok(serde_json::from_str(&text)?);
        }
        if let Some(failure) = self.breaker().refusal(&brain.label) {
            return Err(given_up(failure.clone()));
        }
        let estimate = Estimate::new(brain.client.config(), request);
        let asking = Asking {
            key: key.clone(),
            role: request.role,
            estimate: estimate.whole,
            purpose,
        };
        let promise = self
            .purse
            .promise(asking, || self.tell_of_wait(scope.task))
            .await
            .map_err(WorkError::Failed)?;
        let request_body = self.store.body(news).await?;
        let started = Event::CallStarted {
            key,
            task: scope.task,
            call,
            request: request_body,
            estimate: estimate.whole,
        };
        self.append(vec![started]).await?;
        self.ask(scope.task, brain, request, (promise, estimate))
            .await
    }

    fn tell_of_wait(&self, task: Option<TaskId>) {
        self.doing(task, || self.waits_for_budget());
    }

    fn waits_for_budget(&self) -> String {
        let language = self.settings.language;
        let text = language.pick(
            "waiting for calls under way to leave room in the budget",
            "等待进行中的调用腾出预算",
        );
        text.to_owned()
    }

    /// One question with its retries. Every failed try is journaled, and counts.
    async fn ask(
        &self,
        task: Option<TaskId>,
        brain: &Brain,
        request: &ChatRequest,
        (mut promise, estimate): (Promise<'_>, Estimate),
    ) -> Result<ChatReply, WorkError> {
        let mut attempt = 1;
        loop {
            let begun = Instant::now();
            let mut on_text = |piece: &str| {
                self.notices.send(|| Notice::Text {
                    task,
                    piece: piece.to_owned(),
                });
            };
            match brain
                .client
                .chat(request, self.settings.stream, &mut on_text)
                .await
            {
                Ok(reply) => {
                    self.keep(brain, request, promise.key(), &reply, begun)
                        .await?;
                    return Ok(reply);
                }
                Err(error) => {
                    let counted = estimate.of_failed(&error);
                    let delay = self
                        .failed_try(brain, promise.key(), &error, (attempt, counted))
                        .await?;
                    promise.give_back();
                    tokio::time::sleep(delay).await;
                }
            }
            attempt += 1;
            let renewed = promise.renew(|| self.tell_of_wait(task)).await;
            if let Err(failure) = renewed {
                let failed = Event::CallFailed {
                    key: promise.key().clone(),
                    failure: failure.clone(),
                    attempt,
                    will_retry: false,
                    counted: Spend::default(),
                };
                self.append(vec![failed]).await?;
                return Err(WorkError::Failed(failure));
            }
        }
    }

    /// Makes a reply durable before anything is read from it.
    async fn keep(
        &self,
        brain: &Brain,
        request: &ChatRequest,
        key: &CallKey,
        reply: &ChatReply,
        begun: Instant,
    ) -> Result<(), WorkError> {
        let usage = believed(request, reply);
        let is_reported = reply.usage == Some(usage);
        let replied = Event::CallReplied {
            key: key.clone(),
            reply: self.store.body(serde_json::to_string(reply)?).await?,
            usage: Some(usage),
            usage_estimated: !is_reported,
            cost: brain.client.config().cost(usage),
            millis: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        };
        let mut events = vec![replied];
        if reply.usage.is_some() && !is_reported {
            events.extend(self.told_of_usage(brain));
        }
        self.append(events).await?;
        Ok(())
    }

    /// That a server's figures are not believed, once in a run for each model.
    fn told_of_usage(&self, brain: &Brain) -> Option<Event> {
        let (parameter, assumed) = unbelieved_usage(self.settings.language, &brain.label);
        let is_news = self.memory().is_news(&parameter);
        is_news.then_some(Event::AssumptionMade { parameter, assumed })
    }

    /// Journals a failed try. Comes back with the time to wait before the next one, or with the
    /// failure.
    async fn failed_try(
        &self,
        brain: &Brain,
        key: &CallKey,
        error: &LlmError,
        (attempt, counted): (u32, Spend),
    ) -> Result<Duration, WorkError> {
        let failure = without_keys(error.failure());
        let seed = u64::from(self.run.as_str().bytes().fold(attempt, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u32::from(byte))
        }));
        let delay = retry_delay(error, attempt, brain.client.config().max_retries, seed);
        let will_retry = delay.is_some();
        let event = Event::CallFailed {
            key: key.clone(),
            failure: failure.clone(),
            attempt,
            will_retry,
            counted,
        };
        let mut events = vec![event];
        let shut_out = self.shut_out(brain, error, &failure);
        events.extend(shut_out.clone());
        self.append(events).await?;
        self.on_the_way().extend(shut_out);
        delay.ok_or_else(|| given_up(failure))
    }

    fn on_the_way(&self) -> MutexGuard<'_, Vec<Event>> {
        self.on_the_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Events that are in the journal already and that the state of the run has yet to take in.
    pub(crate) fn take_on_the_way(&self) -> Vec<Event> {
        std::mem::take(&mut *self.on_the_way())
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks a model no more that would fail each time. What the reader is told of it comes back once;
    /// a failure that stops the run tells it by itself.
    fn shut_out(&self, brain: &Brain, error: &LlmError, failure: &Failure) -> Option<Event> {
        let lasting = if error.is_permanent() {
            Lasting::Permanent
        } else {
            Lasting::Passing
        };
        let label = &brain.label;
        let is_new = self.breaker().note(label, failure, lasting);
        if !is_new || failure.code.is_configuration() {
            return None;
        }
        let message = self.settings.language.pick(
            format!("{label} is not asked again in this run; `assay resume RUN` of an interrupted run tries it anew"),
            format!("本次运行不再调用 {label}；中断的运行用 `assay resume RUN` 继续时会重新尝试"),
        );
        let reason = Failure::new(failure.code, message);
        Some(Event::Degraded { reason })
    }
}

/// Whether a failure can come of asking for a longer answer.
fn bears_no_raise(code: FailureCode) -> bool {
    matches!(
        code,
        FailureCode::ModelRejected | FailureCode::ModelContext | FailureCode::BudgetExhausted
    )
}

/// The failure without what looks like a key in its words. They are a server's own, are told in the
/// report, and would keep it in.
fn without_keys(mut failure: Failure) -> Failure {
    if let Some(clean) = masked_secrets(&failure.message) {
        failure.message = clean;
    }
    failure
}

fn no_answer(config: &ProviderConfig) -> Failure {
    let (provider, tries) = (&config.name, config.max_retries.saturating_add(1));
    let message = format!(
        "provider {provider}: the reply holds neither text nor tool calls, {tries} times asked"
    );
    Failure::new(FailureCode::ModelMalformed, message)
}

/// A call that is not tried again. Where only a change of configuration helps, the run stops.
fn given_up(failure: Failure) -> WorkError {
    if failure.code.is_configuration() {
        WorkError::Stop(EngineError::Configuration(failure))
    } else {
        WorkError::Failed(failure)
    }
}
