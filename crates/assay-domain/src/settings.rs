use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Date, Effort, Investment, Language, MicroUsd, ProfileId, ResearchType, Sampling};

/// What the user asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ResearchRequest")]
pub struct Request {
    pub question: String,
    pub research_type: Option<ResearchType>,
}

impl Request {
    /// Whether a text asks anything at all: it has a letter or a digit of some script. Every way to
    /// begin a research holds its question to this.
    pub fn asks(question: &str) -> bool {
        question.chars().any(char::is_alphanumeric)
    }
}

/// The work a brain is asked to do. Each is routed to a model of its own by configuration.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Turns a request into a plan.
    Plan,
    /// Works a task: searches, reads, writes its section.
    Search,
    /// Builds models of what drives what.
    Modeling,
    /// Integrates sections: summary and transitions.
    Report,
    /// Reads sentences beside the passages that they cite.
    Verifier,
}

impl Role {
    pub const ALL: [Self; 5] = [
        Self::Plan,
        Self::Search,
        Self::Modeling,
        Self::Report,
        Self::Verifier,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Search => "search",
            Self::Modeling => "modeling",
            Self::Report => "report",
            Self::Verifier => "verifier",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Everything that shapes a run, fixed and journaled when it is created, so that a resume an hour or
/// a version later does the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunSettings {
    pub language: Language,
    /// Role → `provider/model`. A role that is absent is answered by the offline analyst.
    pub models: BTreeMap<Role, String>,
    pub sampling: Sampling,
    /// Tasks at work at once.
    pub concurrency: usize,
    pub section_length: SectionLength,
    pub budget: Budget,
    /// Steps an agent may take in one task.
    pub max_steps: u32,
    /// Tries for a planner to give a valid plan, and for a writer to give readable output.
    pub max_attempts: u32,
    pub stream: bool,
    pub tool_mode: ToolMode,
    /// The writer's output limit in tokens.
    pub max_output_tokens: u32,
    /// Whether the offline analyst may stand in, labelled, for a model that cannot answer.
    pub stand_in: bool,
    /// Set where the run ends in a judgement about one company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub investment: Option<Box<Investment>>,
    /// Which profile its user chose, or which one fitted the question.
    #[serde(default, skip_serializing_if = "Profile::is_usual")]
    pub profile: Profile,
    /// Whether the plan waits for its user's approval.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hold_plan: bool,
    /// Whether somebody is there whom the planner may ask back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_ask: bool,
    /// Whether workers may use search engines and pages, where the installation has them.
    #[serde(default = "always", skip_serializing_if = "Clone::clone")]
    pub web: bool,
    /// Whether an autonomous agent may use a browser, where it may use the web.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub browser: bool,
    /// Only documents dated on this day or earlier are searched. A run that only judges a company
    /// has its day in `investment`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Date>,
    /// The user's own kill-switch rules, as the file has them; the built-in ones if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kill_switch: Option<String>,
    /// The user's own policy for relations, as the file has it; the built-in one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph_policy: Option<String>,
    /// Rounds of searching and reading that a deep research may take.
    #[serde(default = "one_round", skip_serializing_if = "is_one_round")]
    pub max_rounds: u32,
    /// How hard the model of a role is to think; a role that is absent leaves it to the server.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub efforts: BTreeMap<Role, Effort>,
    /// What the calls of a role may cost in the run; a role that is absent has the run's ceiling alone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub role_ceilings: BTreeMap<Role, MicroUsd>,
}

impl RunSettings {
    /// The day that the run looks back to, where it has one.
    pub fn day(&self) -> Option<Date> {
        let judged = self.investment.as_ref().map(|judged| judged.as_of);
        self.as_of.or(judged)
    }
}

/// What journals that say nothing about rounds mean.
fn one_round() -> u32 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over references"
)]
fn is_one_round(rounds: &u32) -> bool {
    *rounds == one_round()
}

/// What journals that say nothing about it mean.
fn always() -> bool {
    true
}

/// A profile by its id, with the limits of its agent where it has one. What the id stands for is
/// decided in `assay-plan`; here it is as the journal has it, so that the journal of a profile that
/// this version does not know can be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "WrittenProfile", into = "WrittenProfile")]
pub struct Profile {
    pub id: ProfileId,
    pub autonomy: Option<Autonomy>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum WrittenProfile {
    Named(ProfileId),
    /// One profile with the limits of its agent.
    Limited(BTreeMap<ProfileId, Autonomy>),
}

/// How far an autonomous agent may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Autonomy {
    pub max_steps: u32,
    /// Most tokens of a request and its answer together.
    pub context_tokens: u32,
}

/// A limit that an autonomous agent cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AutonomyError {
    #[error("an autonomous research takes {least} to {most} steps, not {asked}; correct the number of steps", least = Autonomy::STEPS.start(), most = Autonomy::STEPS.end())]
    Steps { asked: i64 },
    #[error("the context of an autonomous agent has {least} to {most} tokens, not {asked}; correct the number of tokens", least = Autonomy::CONTEXT_TOKENS.start(), most = Autonomy::CONTEXT_TOKENS.end())]
    ContextTokens { asked: i64 },
}

impl Default for Autonomy {
    fn default() -> Self {
        Self {
            max_steps: 100,
            context_tokens: 32_000,
        }
    }
}

impl Autonomy {
    pub const STEPS: RangeInclusive<i64> = 1..=10_000;
    pub const CONTEXT_TOKENS: RangeInclusive<i64> = 4_000..=10_000_000;

    /// What was asked for, with the usual in the place of what was not, if it is within the limits.
    pub fn within_limits(
        max_steps: Option<i64>,
        context_tokens: Option<i64>,
    ) -> Result<Self, AutonomyError> {
        let usual = Self::default();
        let number = |asked: Option<i64>, usual: u32, limits: RangeInclusive<i64>| {
            let Some(asked) = asked else { return Ok(usual) };
            let inside = limits.contains(&asked).then_some(asked);
            inside.and_then(|n| u32::try_from(n).ok()).ok_or(asked)
        };
        Ok(Self {
            max_steps: number(max_steps, usual.max_steps, Self::STEPS)
                .map_err(|asked| AutonomyError::Steps { asked })?,
            context_tokens: number(context_tokens, usual.context_tokens, Self::CONTEXT_TOKENS)
                .map_err(|asked| AutonomyError::ContextTokens { asked })?,
        })
    }
}

impl Profile {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// What journals that say nothing about it mean.
impl Default for Profile {
    fn default() -> Self {
        ProfileId::new("plain").into()
    }
}

impl From<ProfileId> for Profile {
    fn from(id: ProfileId) -> Self {
        Self { id, autonomy: None }
    }
}

impl From<Profile> for WrittenProfile {
    fn from(profile: Profile) -> Self {
        match profile.autonomy {
            None => Self::Named(profile.id),
            Some(autonomy) => Self::Limited(BTreeMap::from([(profile.id, autonomy)])),
        }
    }
}

impl TryFrom<WrittenProfile> for Profile {
    type Error = &'static str;

    fn try_from(written: WrittenProfile) -> Result<Self, Self::Error> {
        let limited = match written {
            WrittenProfile::Named(id) => return Ok(id.into()),
            WrittenProfile::Limited(limited) => limited,
        };
        let mut limited = limited.into_iter();
        match (limited.next(), limited.next()) {
            (Some((id, autonomy)), None) => Ok(Self {
                id,
                autonomy: Some(autonomy),
            }),
            _ => Err("a run has one profile"),
        }
    }
}

/// Wanted length of a section: characters for Chinese, words for other languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SectionLength {
    pub min: usize,
    pub max: usize,
}

/// Ceilings checked before each call. Null is no ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Budget {
    pub max_tokens: Option<u64>,
    pub max_cost: Option<MicroUsd>,
    /// Share of each ceiling, in percent, that only writing may use.
    pub reserve_percent: u8,
}

/// How a model is offered tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolMode {
    /// The provider's own tool calls.
    Native,
    /// One JSON object a turn that names the next step, for servers that ignore tools.
    StepObject,
}
