use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use assay_domain::MarketFigures;
use serde::Deserialize;

use super::Settings;

/// Market figures of the user's own, in the home.
const MARKET: &str = "market.json";
/// Kill-switch rules of the user's own, in the home.
const KILL_SWITCH: &str = "kill_switch.json";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct MarketFile {
    /// Counts for every company.
    all: MarketFigures,
    /// By ticker or name; goes before `all`.
    companies: BTreeMap<String, MarketFigures>,
}

impl Settings {
    /// What the market file says of a company that goes by `names`. Without a file: nothing, and the
    /// valuation will list what it lacks.
    pub(crate) fn market_figures(
        &self,
        file: Option<&Path>,
        names: &[String],
    ) -> anyhow::Result<MarketFigures> {
        let Some(text) = self.own_file(file, MARKET)? else {
            return Ok(MarketFigures::default());
        };
        let mut market: MarketFile = serde_json::from_str(&text)
            .context("the market file is not what it should be; docs/investment.md shows one")?;
        let own = market.companies.keys().find(|key| {
            let same = |name: &String| name.eq_ignore_ascii_case(key);
            names.iter().any(same)
        });
        let own = own.cloned().and_then(|key| market.companies.remove(&key));
        Ok(own.unwrap_or_default().over(market.all))
    }

    /// The user's kill-switch rules, where there are any.
    pub(crate) fn kill_switch_rules(&self) -> anyhow::Result<Option<String>> {
        self.own_file(None, KILL_SWITCH)
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
