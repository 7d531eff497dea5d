use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use assay_domain::{Autonomy, Date, Language, MarketFigure, MarketPrice, ResearchType};
use assay_engine::{Clock, Engine, Library, NewRun};
use assay_plan::ProfileChoice;
use assay_store::Store;
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::Problem;

/// Work of the host that takes its time.
pub type HostWork<'a, T> = Pin<Box<dyn Future<Output = Result<T, Problem>> + Send + 'a>>;

/// What the program around the server brings: settings, and what is made of them. A change of a
/// setting holds for what is made afterwards; a run at work keeps what it began with.
pub trait Host: Send + Sync + 'static {
    fn store(&self) -> &Store;

    fn clock(&self) -> Arc<dyn Clock>;

    fn library(&self) -> Library;

    fn engine(&self) -> Result<Arc<Engine>, Problem>;

    /// Every key that is configured, so that none leaves.
    fn secrets(&self) -> Vec<(String, SecretString)>;

    /// The run that a user wishes for, checked as far as it can be before it begins.
    fn new_run(&self, wish: RunWish) -> HostWork<'_, NewRun>;

    fn settings(&self) -> Result<Vec<Setting>, Problem>;

    /// Changes a setting, or with `None` puts it back to its default. A setting that is not
    /// [`Setting::writable`] stays as it is.
    fn set(&self, key: &str, value: Option<&str>) -> Result<(), Problem>;

    /// Where traces of runs that ended are sent, if anywhere.
    fn trace_endpoint(&self) -> Option<String> {
        None
    }

    /// A page that loads nothing, printed when its turn comes.
    fn pdf<'a>(&'a self, page: &'a str) -> HostWork<'a, Vec<u8>>;
}

/// One setting as the configuration panel sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Setting {
    pub key: String,
    /// Null for a secret, whatever it is.
    pub value: Option<String>,
    pub source: String,
    pub about: String,
    pub secret: bool,
    /// Whether it has a value; of a secret that is all that is told.
    pub set: bool,
    /// Whether it may be changed over HTTP.
    pub writable: bool,
}

/// What a user asks for in `POST /api/runs`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunWish {
    pub question: String,
    #[serde(default)]
    pub research_type: Option<ResearchType>,
    #[serde(default)]
    pub profile: Option<ProfileChoice>,
    #[serde(default)]
    pub language: Option<Language>,
    /// As `provider/model`.
    #[serde(default)]
    pub model: Option<String>,
    #[serde(default)]
    pub offline: bool,
    #[serde(default)]
    pub max_tokens: Option<u64>,
    /// In US dollars.
    #[serde(default)]
    pub max_cost: Option<Amount>,
    #[serde(default)]
    pub as_of: Option<Date>,
    #[serde(default)]
    pub market: Option<WishedMarket>,
    /// Where to look; everything that is configured if absent.
    #[serde(default)]
    pub sources: Option<Vec<WishedSource>>,
    #[serde(default)]
    pub hold_plan: bool,
    /// Whether the planner may ask back once and wait for the answer.
    #[serde(default)]
    pub may_ask: bool,
    /// What an autonomous research is for; the question is its title.
    #[serde(default)]
    pub purpose: Option<String>,
    /// Turns that an autonomous agent may take.
    #[serde(default)]
    #[schemars(extend("default" = Autonomy::default().max_steps))]
    #[schemars(range(min = *Autonomy::STEPS.start(), max = *Autonomy::STEPS.end()))]
    pub max_steps: Option<i64>,
    /// Most tokens of a question to the model of an autonomous agent and its answer together.
    #[serde(default)]
    #[schemars(extend("default" = Autonomy::default().context_tokens))]
    #[schemars(range(min = *Autonomy::CONTEXT_TOKENS.start(), max = *Autonomy::CONTEXT_TOKENS.end()))]
    pub context_tokens: Option<i64>,
    /// Ticker, name or number of the company that an autonomous research judges at its end; its facts
    /// are in the library.
    #[serde(default)]
    pub company: Option<String>,
}

impl RunWish {
    /// The profile of an agent on its own and how far it may go; `None` where none is wished for.
    pub fn agent(&self) -> Result<Option<(ProfileChoice, Autonomy)>, Problem> {
        let Some(profile) = self.profile.filter(|profile| profile.has_agent()) else {
            let is_given = self.purpose.is_some()
                || self.max_steps.is_some()
                || self.context_tokens.is_some()
                || self.company.is_some();
            return if is_given {
                Err(Problem::unusable(
                    "purpose, max_steps, context_tokens and company are for the profile autonomous; choose it, or leave them out",
                )
                .with_code("only_autonomous"))
            } else {
                Ok(None)
            };
        };
        let is_about_market = self.as_of.is_some() || self.market.is_some();
        if self.hold_plan || (is_about_market && self.company.is_none()) {
            return Err(Problem::unusable(
                "an autonomous agent makes its own plan: leave out hold_plan; as_of and market are for a company that is judged: say company with them, or leave them out",
            )
            .with_code("not_for_autonomous"));
        }
        Autonomy::within_limits(self.max_steps, self.context_tokens)
            .map(|autonomy| Some((profile, autonomy)))
            .map_err(|error| Problem::unusable(error.to_string()).with_code("beyond_limits"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WishedSource {
    Library,
    Web,
}

/// What the user says of the company's market, in place of the market file.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WishedMarket {
    pub figures: BTreeMap<String, MarketFigure>,
    pub price: Option<MarketPrice>,
}

/// An amount as a person or a program writes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Amount {
    Text(String),
    Number(serde_json::Number),
}

impl Amount {
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
        }
    }
}
