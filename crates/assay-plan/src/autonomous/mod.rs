//! The autonomous researcher as a state machine: one agent, six actions, two dashboards.
//!
//! It never awaits and sees no file: what an action did is fed in. Its context is bounded by
//! construction. When a dashboard is updated the history is dropped and the next turn starts from
//! rules, task and both dashboards; when the context would overflow before that, the same happens
//! unasked, and the model is told what its last actions were.

mod dashboard;
mod room;
mod stall;
#[cfg(test)]
mod tests;
mod words;

use std::collections::VecDeque;

use assay_domain::{ChatRequest, Failure, FailureCode, Language, ToolCall};

use crate::agent::{Agent, AgentSpec, AgentStep, Turn};
pub use dashboard::{BlueprintProgress, Dashboard, DashboardKind, DashboardRepair};
use room::{cut, fixed_tokens, request_tokens};
use stall::{Course, StallWatch};
use words::Words;

pub const FILE_OPERATION: &str = "file_operation";
pub const ALL_FINISHED: &str = "all_finished";

/// Calls of one turn that are performed; the rest is sent back.
const CALLS_OF_A_TURN: usize = 4;
/// Turns in a row that are no action before the end.
const MOST_STRAYS: u32 = 4;
/// Actions that are remembered across a dropped history.
const REMEMBERED: usize = 10;
/// Characters of an action that are remembered.
const REMEMBERED_CHARACTERS: usize = 100;
/// Turns without a dashboard before a reminder.
const REMINDER: u32 = 12;

/// What the researcher is given.
#[derive(Clone, Debug)]
pub struct AutonomousSpec {
    /// Rules, task and the six actions. Its limits of steps and attempts are not used.
    pub agent: AgentSpec,
    pub overall: Dashboard,
    pub current: Dashboard,
    pub max_steps: u32,
    /// Most tokens of a request and its answer together.
    pub context_tokens: u64,
    /// What the run may spend at most.
    pub max_tokens: Option<u64>,
    pub count: fn(&str) -> u64,
    pub language: Language,
}

/// What the loop wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum AutonomousStep {
    /// Ask [`Autonomous::request`].
    CallModel,
    Act(Vec<ToolCall>),
    End(Ending),
}

/// How the work ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The model called `all_finished`, its files were good enough, and no chapter is open.
    Finished { result: String },
    /// It was stopped; what it wrote stands.
    Stopped(Failure),
}

/// What an action did.
#[derive(Clone, Debug, PartialEq)]
pub struct Acted {
    pub call: ToolCall,
    /// Told to the model.
    pub text: String,
    pub effect: Effect,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Nothing,
    /// New evidence or a changed file.
    Gained,
    /// This dashboard is as it is now; mended where it had to be.
    Dashboard(Dashboard),
    Finished {
        result: String,
    },
}

/// A history that was dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compression {
    pub step: u32,
    pub messages: usize,
    /// Whether a dashboard was updated; otherwise the context was full.
    pub by_dashboard: bool,
}

#[derive(Clone, Debug)]
pub struct Autonomous {
    agent: Agent,
    task: String,
    overall: Dashboard,
    current: Dashboard,
    max_steps: u32,
    limits: Limits,
    max_tokens: Option<u64>,
    count: fn(&str) -> u64,
    words: Words,
    steps: u32,
    spent: u64,
    strays: u32,
    since_dashboard: u32,
    stall: StallWatch,
    recent: VecDeque<String>,
    compressions: Vec<Compression>,
    ended: Option<Ending>,
}

/// Shares of the context.
#[derive(Clone, Copy, Debug)]
struct Limits {
    context: u64,
    /// Tokens of what the actions of one turn bring.
    results: u64,
    /// Characters of one dashboard: no token is shorter than a character.
    dashboard: usize,
}

impl Autonomous {
    /// Refuses a context in which rules, dashboards and one result have no room.
    pub fn new(mut spec: AutonomousSpec) -> Result<Self, Failure> {
        let limits = Limits {
            context: spec.context_tokens,
            results: spec.context_tokens / 5,
            dashboard: usize::try_from(spec.context_tokens / 8).unwrap_or(usize::MAX),
        };
        let task = std::mem::take(&mut spec.agent.task);
        spec.agent.max_steps = u32::MAX;
        spec.agent.max_attempts = u32::MAX;
        let fixed = fixed_tokens(&spec.agent, &task, spec.count);
        // results 20 %, dashboards 25 %, words of the loop 5 %
        if fixed > spec.context_tokens / 2 {
            return Err(Failure::new(
                FailureCode::ModelContext,
                format!(
                    "a context of {} tokens is too small: rules, actions and answer take {fixed}; allow at least {}",
                    spec.context_tokens,
                    fixed * 2
                ),
            ));
        }
        let mut autonomous = Self {
            agent: Agent::new(spec.agent),
            task,
            overall: spec.overall,
            current: spec.current,
            max_steps: spec.max_steps,
            limits,
            max_tokens: spec.max_tokens,
            count: spec.count,
            words: Words(spec.language),
            steps: 0,
            spent: 0,
            strays: 0,
            since_dashboard: 0,
            stall: StallWatch::default(),
            recent: VecDeque::new(),
            compressions: Vec::new(),
            ended: None,
        };
        autonomous.restart(&[]);
        Ok(autonomous)
    }

    pub fn next(&self) -> AutonomousStep {
        if let Some(ending) = &self.ended {
            return AutonomousStep::End(ending.clone());
        }
        match self.agent.next() {
            AgentStep::CallModel => AutonomousStep::CallModel,
            AgentStep::CallTools(calls) => {
                AutonomousStep::Act(calls.iter().take(CALLS_OF_A_TURN).cloned().collect())
            }
            // Answers are sent back at once, so these are not reached; the loop must still end.
            AgentStep::Review { .. } | AgentStep::Done { .. } => {
                AutonomousStep::End(Ending::Stopped(Failure::new(
                    FailureCode::ModelMalformed,
                    "an answer without an action",
                )))
            }
            AgentStep::Failed(failure) => AutonomousStep::End(Ending::Stopped(failure.clone())),
        }
    }

    /// What the model is asked.
    pub fn request(&self) -> &ChatRequest {
        self.agent.request()
    }

    pub fn steps(&self) -> u32 {
        self.steps
    }

    pub fn overall(&self) -> &Dashboard {
        &self.overall
    }

    pub fn dashboard(&self, kind: DashboardKind) -> &Dashboard {
        match kind {
            DashboardKind::Overall => &self.overall,
            DashboardKind::Current => &self.current,
        }
    }

    /// Characters that a dashboard may have.
    pub fn dashboard_limit(&self) -> usize {
        self.limits.dashboard
    }

    /// Histories dropped since the last question, to be written down.
    pub fn take_compressions(&mut self) -> Vec<Compression> {
        std::mem::take(&mut self.compressions)
    }

    /// A model's turn and the tokens that it took.
    pub fn on_turn(&mut self, turn: Turn, tokens: u64) {
        self.steps += 1;
        self.since_dashboard += 1;
        self.spent = self.spent.saturating_add(tokens);
        let is_action = matches!(turn, Turn::Tools { .. });
        let why = match &turn {
            Turn::WrittenCall { problem, .. } | Turn::Unreadable { problem, .. } => problem.clone(),
            _ => String::new(),
        };
        if is_action {
            self.strays = 0;
            self.agent.on_turn(turn);
            return;
        }
        self.strays += 1;
        if self.strays >= MOST_STRAYS {
            let message = format!("{} answers in a row were no action {why}", self.strays);
            self.stop(FailureCode::ModelMalformed, message.trim());
            return;
        }
        if self.steps >= self.max_steps {
            self.out_of_steps();
            return;
        }
        let message = format!("{} {}", self.words.no_action(&why), self.status());
        self.agent.on_stray(turn, message.clone());
        let note = ToolCall {
            id: String::new(),
            name: "assay".to_owned(),
            arguments: String::new(),
        };
        self.fit(&[(note, message)]);
    }

    /// What the actions of a turn did, in the order in which they were asked for.
    pub fn on_results(&mut self, acted: Vec<Acted>) {
        let AgentStep::CallTools(asked) = self.agent.next().clone() else {
            return;
        };
        let mut notes = Vec::new();
        let mut updated = false;
        for one in &acted {
            self.remember(&one.call);
            match &one.effect {
                Effect::Finished { result } => {
                    self.hand_in(result);
                    return;
                }
                Effect::Dashboard(new) => {
                    let gained = *self.dashboard(new.kind()) != *new;
                    self.put(new.clone());
                    updated = true;
                    self.watch(&one.call, gained, &mut notes);
                }
                effect => self.watch(&one.call, *effect == Effect::Gained, &mut notes),
            }
        }
        if self.ended.is_some() {
            return;
        }
        if self.steps >= self.max_steps {
            self.out_of_steps();
            return;
        }
        if self.since_dashboard >= REMINDER && !updated {
            notes.push(self.words.remind(self.since_dashboard));
        }
        notes.push(self.status());
        let results = self.results(asked, acted, &notes);
        if updated {
            self.since_dashboard = 0;
            self.compress(true, &results);
        } else {
            let carried = results.clone();
            self.agent.on_tool_results(results);
            self.fit(&carried);
        }
    }

    /// Ends the work from outside: the budget is used up, or a model cannot be reached.
    pub fn stop(&mut self, code: FailureCode, message: &str) {
        self.ended = Some(Ending::Stopped(Failure::new(code, message)));
    }

    /// What is handed in with open chapters stands, as work that did not get to its end.
    fn hand_in(&mut self, result: &str) {
        let open = self.overall.open_chapters();
        if open.is_empty() {
            let result = result.to_owned();
            self.ended = Some(Ending::Finished { result });
            return;
        }
        let message = self.words.handed_in_open(&open, self.overall.progress());
        self.stop(FailureCode::ModelMalformed, &message);
    }

    fn out_of_steps(&mut self) {
        let message = format!(
            "all {} steps are used and the research did not end",
            self.max_steps
        );
        self.stop(FailureCode::StepsExhausted, &message);
    }

    fn put(&mut self, dashboard: Dashboard) {
        match dashboard.kind() {
            DashboardKind::Overall => self.overall = dashboard,
            DashboardKind::Current => self.current = dashboard,
        }
    }

    fn watch(&mut self, call: &ToolCall, gained: bool, notes: &mut Vec<String>) {
        match self
            .stall
            .saw(&format!("{} {}", call.name, call.arguments), gained)
        {
            Course::Fine => {}
            Course::Circling { times } => notes.push(self.words.circling(times)),
            Course::Idle { steps } => notes.push(self.words.idle(steps)),
            Course::Stuck { steps } => {
                let message =
                    format!("the work went round in circles: nothing new in {steps} steps");
                self.stop(FailureCode::StepsExhausted, &message);
            }
        }
    }

    /// Every call of the turn with its answer; all of them together fit their share.
    fn results(
        &self,
        asked: Vec<ToolCall>,
        acted: Vec<Acted>,
        notes: &[String],
    ) -> Vec<(ToolCall, String)> {
        let share = self.limits.results / (acted.len().max(1) as u64);
        let mut texts = acted.into_iter().map(|one| one.text);
        let mut results: Vec<(ToolCall, String)> = asked
            .into_iter()
            .map(|call| {
                let text = texts.next().unwrap_or_else(|| self.words.too_many());
                (call, cut(&text, share, self.count))
            })
            .collect();
        if let Some((_, text)) = results.last_mut() {
            *text = format!("{text}\n\n{}", notes.join("\n"));
        }
        results
    }

    /// Drops the history if the next request would not fit.
    fn fit(&mut self, last: &[(ToolCall, String)]) {
        if *self.agent.next() != AgentStep::CallModel {
            return;
        }
        if request_tokens(self.agent.request(), self.count) > self.limits.context {
            self.compress(false, last);
        }
    }

    fn compress(&mut self, by_dashboard: bool, last: &[(ToolCall, String)]) {
        self.compressions.push(Compression {
            step: self.steps,
            messages: self.agent.messages(),
            by_dashboard,
        });
        self.restart(last);
    }

    /// A history of nothing but task, dashboards and what just happened.
    fn restart(&mut self, last: &[(ToolCall, String)]) {
        let mut messages = vec![
            self.task.clone(),
            self.overall.markdown(),
            self.current.markdown(),
        ];
        if self.steps > 0 {
            let recent: Vec<&str> = self.recent.iter().map(String::as_str).collect();
            let is_dashboard =
                |name: &str| DashboardKind::ALL.iter().any(|kind| kind.action() == name);
            let results = last.iter().map(|(call, text)| {
                let text = if is_dashboard(&call.name) {
                    cut(text, 400, self.count)
                } else {
                    text.clone()
                };
                format!("{}: {text}", call.name)
            });
            let results: Vec<String> = results.collect();
            messages.push(self.words.begin_again(&recent, &results.join("\n\n")));
        }
        self.agent.restart(messages);
    }

    fn remember(&mut self, call: &ToolCall) {
        let arguments: String = call.arguments.chars().take(REMEMBERED_CHARACTERS).collect();
        self.recent
            .push_back(format!("{}: {} {arguments}", self.steps, call.name));
        while self.recent.len() > REMEMBERED {
            self.recent.pop_front();
        }
    }

    /// Where the work stands in steps and tokens. Counted from the replies, so that a resumed run
    /// says the same.
    fn status(&self) -> String {
        let left = self.max_steps.saturating_sub(self.steps);
        let few = left <= (self.max_steps / 10).max(3);
        let scarce = self
            .max_tokens
            .is_some_and(|most| self.spent >= most - most / 4);
        self.words.status(
            self.steps,
            self.max_steps,
            self.spent,
            self.max_tokens,
            few || scarce,
        )
    }
}
