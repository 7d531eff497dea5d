use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use crate::quality::{Bilingual, MetricReading};

use super::condition::Condition;
use super::parse::ConditionError;
use super::switch::{Fallback, KillAction, SwitchReading, SwitchRule};

/// The rules that hold where a user says nothing else, as a file to start from.
pub const DEFAULT_RULES: &str = include_str!("rules.json");

#[derive(Debug, Error)]
pub enum RuleError {
    #[error("the kill-switch file is no JSON: {0}")]
    NotJson(#[source] serde_json::Error),
    #[error(
        "the kill-switch file has no list \"kill_switch_rules\"; write {{\"kill_switch_rules\": [ … ]}}"
    )]
    NoRules,
    #[error("\"{field}\" in the kill-switch file means nothing; keep only \"kill_switch_rules\"")]
    UnknownField { field: String },
    #[error("kill-switch rule `{rule}`: {source}")]
    Malformed {
        rule: String,
        #[source]
        source: serde_json::Error,
    },
    #[error("kill-switch rule `{rule}`: {source}")]
    Condition {
        rule: String,
        #[source]
        source: ConditionError,
    },
    #[error(
        "kill-switch rule `{rule}`: action {action} cannot have the fallback \"{fallback}\"; it can have {allowed}"
    )]
    Fallback {
        rule: String,
        action: String,
        fallback: String,
        allowed: String,
    },
    #[error(
        "kill-switch rule `{rule}` stands twice in one file; give one of them another \"rule_id\""
    )]
    Twice { rule: String },
    #[error("kill-switch rule number {number} has an empty \"rule_id\"; name it")]
    Nameless { number: usize },
}

/// The rules a run is under, in the order of their files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSet {
    rules: Vec<SwitchRule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rule_id: String,
    condition: String,
    action: KillAction,
    fallback: Fallback,
    note: Option<Bilingual>,
    #[serde(default = "yes")]
    enabled: bool,
}

fn yes() -> bool {
    true
}

impl RuleSet {
    pub fn defaults() -> Result<Self, RuleError> {
        Self::read(DEFAULT_RULES)
    }

    /// Reads a file on its own.
    pub fn read(file: &str) -> Result<Self, RuleError> {
        let file: Value = serde_json::from_str(file).map_err(RuleError::NotJson)?;
        let Value::Object(mut fields) = file else {
            return Err(RuleError::NoRules);
        };
        let list = fields.shift_remove("kill_switch_rules");
        let Some(Value::Array(list)) = list else {
            return Err(RuleError::NoRules);
        };
        if let Some(field) = fields.keys().next() {
            return Err(RuleError::UnknownField {
                field: field.clone(),
            });
        }
        let mut rules: Vec<SwitchRule> = Vec::with_capacity(list.len());
        for (number, rule) in (1..).zip(list) {
            let rule = read_rule(number, rule)?;
            if rules.iter().any(|known| known.id == rule.id) {
                return Err(RuleError::Twice { rule: rule.id });
            }
            rules.push(rule);
        }
        Ok(Self { rules })
    }

    /// These rules with those of a user's file: a rule of the same id takes the place of the old
    /// one, any other is added, and `"enabled": false` switches one off.
    pub fn with(mut self, file: &str) -> Result<Self, RuleError> {
        for rule in Self::read(file)?.rules {
            match self.rules.iter_mut().find(|known| known.id == rule.id) {
                Some(known) => *known = rule,
                None => self.rules.push(rule),
            }
        }
        Ok(self)
    }

    pub fn rules(&self) -> &[SwitchRule] {
        &self.rules
    }

    /// What becomes of every rule under these figures.
    pub fn evaluate(&self, readings: &[MetricReading]) -> Vec<SwitchReading> {
        self.rules.iter().map(|rule| rule.read(readings)).collect()
    }
}

fn read_rule(number: usize, rule: Value) -> Result<SwitchRule, RuleError> {
    let named = rule.get("rule_id").and_then(Value::as_str);
    let id = named.map_or_else(|| format!("number {number}"), str::to_owned);
    if id.trim().is_empty() {
        return Err(RuleError::Nameless { number });
    }
    let written: Written = serde_json::from_value(rule).map_err(|source| RuleError::Malformed {
        rule: id.clone(),
        source,
    })?;
    let condition: Condition =
        written
            .condition
            .parse()
            .map_err(|source| RuleError::Condition {
                rule: id.clone(),
                source,
            })?;
    let allowed = fallbacks(written.action);
    if !allowed.contains(&written.fallback) {
        return Err(RuleError::Fallback {
            rule: id,
            action: name_of(&written.action),
            fallback: name_of(&written.fallback),
            allowed: allowed
                .iter()
                .map(|one| format!("\"{}\"", name_of(one)))
                .collect::<Vec<_>>()
                .join(" or "),
        });
    }
    let note = written
        .note
        .unwrap_or_else(|| Bilingual::new(condition.to_string(), condition.to_string()));
    Ok(SwitchRule {
        id: written.rule_id,
        condition,
        action: written.action,
        fallback: written.fallback,
        note,
        is_enabled: written.enabled,
    })
}

/// What an action may leave: a block that delivers the memo all the same would be none.
fn fallbacks(action: KillAction) -> &'static [Fallback] {
    match action {
        KillAction::BlockFullReport => &[
            Fallback::HypothesesOnly,
            Fallback::WatchlistCard,
            Fallback::Nothing,
        ],
        KillAction::DegradeToWatchlist => &[Fallback::WatchlistCard],
        KillAction::BlockUntilResolved => &[Fallback::ConflictReport, Fallback::Nothing],
        KillAction::HardBlock => &[Fallback::Nothing],
        KillAction::WarnStaleData => &[Fallback::StaleDataWarning],
    }
}

/// The name of an action or fallback as a file writes it.
pub(crate) fn name_of<T: serde::Serialize + std::fmt::Debug>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => name,
        Ok(_) | Err(_) => format!("{value:?}"),
    }
}
