use std::collections::BTreeMap;

use assay_domain::{
    Budget, Effort, Language, MicroUsd, Role, RunSettings, Sampling, SectionLength, ToolMode,
};

use super::providers::dollars;
use super::{Settings, table};

/// What flags say of a run; each stands over the configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunFlags {
    pub(crate) language: Option<Language>,
    pub(crate) model: Option<String>,
    pub(crate) offline: bool,
    pub(crate) concurrency: Option<usize>,
    pub(crate) max_tokens: Option<u64>,
    pub(crate) max_cost: Option<String>,
}

impl Settings {
    /// The settings of a new run about `question`.
    pub(crate) fn for_run(&self, question: &str, flags: &RunFlags) -> anyhow::Result<RunSettings> {
        let language = flags.language.unwrap_or_else(|| self.language(question));
        let (least, most) = match language {
            Language::En => ("section.min_words", "section.max_words"),
            Language::Zh => ("section.min_characters", "section.max_characters"),
        };
        if let Some(concurrency) = flags.concurrency {
            table::check("run.concurrency", &concurrency.to_string())?;
        }
        let max_cost = match (&flags.max_cost, self.text("budget.max_cost_usd")) {
            (Some(text), _) => Some(dollars(text)?),
            (None, "") => None,
            (None, text) => Some(dollars(text)?),
        };
        Ok(RunSettings {
            language,
            models: self.models(flags),
            sampling: Sampling {
                temperature: self.number("sampling.temperature")?,
                top_p: self.number("sampling.top_p")?,
                effort: None,
            },
            concurrency: flags
                .concurrency
                .map_or_else(|| self.number("run.concurrency"), Ok)?,
            section_length: SectionLength {
                min: self.number(least)?,
                max: self.number(most)?,
            },
            budget: Budget {
                max_tokens: flags
                    .max_tokens
                    .map_or_else(|| self.optional("budget.max_tokens"), |n| Ok(Some(n)))?,
                max_cost,
                reserve_percent: self.number("budget.reserve_percent")?,
            },
            max_steps: self.number("run.max_steps")?,
            max_attempts: self.number("run.max_attempts")?,
            stream: self.number("run.stream")?,
            tool_mode: match self.text("run.tool_mode") {
                "step_object" => ToolMode::StepObject,
                _ => ToolMode::Native,
            },
            max_output_tokens: self.number("run.max_output_tokens")?,
            stand_in: self.number("run.stand_in")?,
            investment: None,
            profile: Default::default(),
            hold_plan: false,
            may_ask: false,
            web: true,
            browser: self.has_browser()?,
            as_of: None,
            kill_switch: self.kill_switch_rules()?,
            graph_policy: self.graph_policy()?,
            max_rounds: self.number("research.max_rounds")?,
            efforts: self.efforts(),
            role_ceilings: self.role_ceilings()?,
        })
    }

    /// How hard each role is to think, where a setting says so.
    fn efforts(&self) -> BTreeMap<Role, Effort> {
        let effort_of = |role: Role| {
            let own = self.text(&format!("effort.{role}"));
            let name = match own {
                "" => self.text("effort.default"),
                own => own,
            };
            let known = Effort::ALL.into_iter().find(|effort| effort.name() == name);
            known.map(|effort| (role, effort))
        };
        Role::ALL.into_iter().filter_map(effort_of).collect()
    }

    /// What each role may cost in a run, where a setting says so.
    fn role_ceilings(&self) -> anyhow::Result<BTreeMap<Role, MicroUsd>> {
        let mut ceilings = BTreeMap::new();
        for role in Role::ALL {
            let text = self.text(&format!("budget.{role}_usd"));
            if !text.is_empty() {
                ceilings.insert(role, dollars(text)?);
            }
        }
        Ok(ceilings)
    }

    /// Whether runs are allowed the browser that is switched on and installed.
    #[cfg(unix)]
    fn has_browser(&self) -> anyhow::Result<bool> {
        Ok(self.browser()?.is_some())
    }

    #[cfg(not(unix))]
    fn has_browser(&self) -> anyhow::Result<bool> {
        Ok(false)
    }

    /// The language of talk and reports where no flag says otherwise.
    pub(crate) fn language(&self, question: &str) -> Language {
        self.fixed_language()
            .unwrap_or_else(|| Language::of_text(question))
    }

    /// The language that everything is answered in, where the user has chosen one.
    pub(crate) fn fixed_language(&self) -> Option<Language> {
        match self.text("language") {
            "en" => Some(Language::En),
            "zh" => Some(Language::Zh),
            _ => None,
        }
    }

    /// Role → `provider/model`; a role without a model belongs to the offline analyst.
    fn models(&self, flags: &RunFlags) -> BTreeMap<Role, String> {
        if flags.offline {
            return BTreeMap::new();
        }
        let model_of = |role: Role| {
            let own = self.text(&format!("models.{role}"));
            let default = flags
                .model
                .as_deref()
                .unwrap_or_else(|| self.text("models.default"));
            let model = if own.is_empty() || flags.model.is_some() {
                default
            } else {
                own
            };
            (!model.is_empty() && model != "offline").then(|| (role, model.to_owned()))
        };
        Role::ALL.into_iter().filter_map(model_of).collect()
    }
}
