use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use assay_domain::{MarketFigure, MarketPrice};
use assay_ecosystem::UpdatePolicy;
use serde::Deserialize;

use super::Settings;

/// Market figures of the user's own, in the home.
const MARKET: &str = "market.json";
/// Kill-switch rules of the user's own, in the home.
const KILL_SWITCH: &str = "kill_switch.json";
/// How long relations count, in the user's own words, in the home.
const GRAPH_POLICY: &str = "graph_policy.json";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct MarketFile {
    /// Counts for every company.
    all: BTreeMap<String, MarketFigure>,
    /// By ticker or name; goes before `all`.
    companies: BTreeMap<String, CompanyMarket>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct CompanyMarket {
    price: Option<MarketPrice>,
    figures: BTreeMap<String, MarketFigure>,
}

/// What the user says of a company's market.
#[derive(Clone, Debug, Default)]
pub(crate) struct Market {
    pub(crate) figures: BTreeMap<String, MarketFigure>,
    pub(crate) price: Option<MarketPrice>,
}

impl Market {
    /// What a market file says of a company that goes by `names`.
    pub(crate) fn read(text: &str, names: &[String]) -> anyhow::Result<Self> {
        let market: MarketFile = serde_json::from_str(text)
            .context("the market file cannot be used; docs/investment.md shows one")?;
        let own = market.companies.into_iter().find(|(key, _)| {
            let same = |name: &String| name.eq_ignore_ascii_case(key);
            names.iter().any(same)
        });
        let own = own.map(|(_, own)| own).unwrap_or_default();
        let mut figures = market.all;
        figures.extend(own.figures);
        Self::new(figures, own.price)
    }

    /// Names and values are checked by those who will read them.
    pub(crate) fn new(
        figures: BTreeMap<String, MarketFigure>,
        price: Option<MarketPrice>,
    ) -> anyhow::Result<Self> {
        let known: Result<assay_appraisal::MarketFigures, _> =
            serde_json::from_value(serde_json::to_value(&figures)?);
        known.context("the market file names a figure that nothing reads")?;
        Ok(Self { figures, price })
    }
}

impl Settings {
    /// What the market file says of a company that goes by `names`. Without a file: nothing, and the
    /// valuation will list what it lacks.
    pub(crate) fn market(&self, file: Option<&Path>, names: &[String]) -> anyhow::Result<Market> {
        match self.own_file(file, MARKET)? {
            Some(text) => Market::read(&text, names),
            None => Ok(Market::default()),
        }
    }

    /// The user's kill-switch rules, where there are any.
    pub(crate) fn kill_switch_rules(&self) -> anyhow::Result<Option<String>> {
        let rules = self.own_file(None, KILL_SWITCH)?;
        if let Some(rules) = &rules {
            assay_gates::RuleSet::defaults()?
                .with(rules)
                .with_context(|| format!("in {KILL_SWITCH}"))?;
        }
        Ok(rules)
    }

    /// The user's policy for relations between companies, where there is one.
    pub(crate) fn graph_policy(&self) -> anyhow::Result<Option<String>> {
        let policy = self.own_file(None, GRAPH_POLICY)?;
        if let Some(policy) = &policy {
            UpdatePolicy::from_json(policy).with_context(|| format!("in {GRAPH_POLICY}"))?;
        }
        Ok(policy)
    }

    fn own_file(&self, named: Option<&Path>, usual: &str) -> anyhow::Result<Option<String>> {
        let path = named.map_or_else(|| self.home.join(usual), Path::to_owned);
        if named.is_none() && !path.try_exists()? {
            return Ok(None);
        }
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Some(text))
    }
}
