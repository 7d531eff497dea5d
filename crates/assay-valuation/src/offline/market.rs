use serde::{Deserialize, Serialize};

use crate::input::Input;

/// What only the market knows, dated. The caller fills it from settings or a source; nothing here
/// has a default, and what is absent is listed as missing by the run.
///
/// | Field | Input | Counts |
/// | --- | --- | --- |
/// | `risk_free` | `rf` | yield of a government bond in the currency of the flows |
/// | `equity_risk_premium` | `erp` | premium over it, with `erp_source` |
/// | `beta` | `beta` | with `beta_description`: window, index, frequency, or bottom-up and relevered |
/// | `cost_of_debt` | `kd` | yield or rating-based, before tax |
/// | `marginal_tax` | `tax.marginal` | statutory rate of the country |
/// | `terminal_growth` | `growth.terminal` | optional: without it, the lower of `rf` and the median growth |
/// | `target_debt_weight` | `weight.debt` | only where weights are a target |
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarketAssumptions {
    pub risk_free: Option<Input>,
    pub equity_risk_premium: Option<Input>,
    pub erp_source: Option<String>,
    pub beta: Option<Input>,
    pub beta_description: Option<String>,
    pub cost_of_debt: Option<Input>,
    pub marginal_tax: Option<Input>,
    pub terminal_growth: Option<Input>,
    pub target_debt_weight: Option<Input>,
}

impl MarketAssumptions {
    /// Each figure with the name its input has in a request.
    pub(crate) fn figures(&self) -> [(&'static str, Option<&Input>); 7] {
        [
            ("rf", self.risk_free.as_ref()),
            ("erp", self.equity_risk_premium.as_ref()),
            ("beta", self.beta.as_ref()),
            ("kd", self.cost_of_debt.as_ref()),
            ("tax.marginal", self.marginal_tax.as_ref()),
            ("growth.terminal", self.terminal_growth.as_ref()),
            ("weight.debt", self.target_debt_weight.as_ref()),
        ]
    }
}
