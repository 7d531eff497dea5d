use assay_domain::Language;
use assay_facts::metric_title;
use assay_gates::{ActionTarget, RequiredAction};
use serde::{Deserialize, Serialize};

/// What the engine does for one thing that the gate found wanting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowUp {
    /// The claim, data point, core figure or conflict that it is about.
    pub id: String,
    /// The rule that asks for it.
    pub code: String,
    pub step: FollowUpStep,
    /// What to do, in the reader's language.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FollowUpStep {
    /// Ask the library and the sources of text.
    Search { queries: Vec<String> },
    /// Ask these sources of figures, in order.
    Fetch {
        metric: String,
        period: String,
        sources: Vec<FurtherSource>,
    },
    /// Bring another source for a figure that sources disagree on.
    Settle {
        about: String,
        sources: Vec<FurtherSource>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FurtherSource {
    /// The regulator's extract of filings.
    RegulatorFacts,
    /// The filing of the period itself.
    FilingDocument,
    /// A later filing that restates the period.
    LaterFiling,
    LicensedVendor,
    CompanyWebsite,
}

/// Turns the gate's instructions into steps, each once.
pub fn improve(company: &str, actions: &[RequiredAction], language: Language) -> Vec<FollowUp> {
    let mut found: Vec<FollowUp> = Vec::new();
    for action in actions {
        let follow_up = FollowUp {
            id: action.id.clone(),
            code: action.code.clone(),
            step: step(company, action, language),
            text: language.pick(action.instruction.en.clone(), action.instruction.zh.clone()),
        };
        if found.iter().all(|known| known.step != follow_up.step) {
            found.push(follow_up);
        }
    }
    found
}

fn step(company: &str, action: &RequiredAction, language: Language) -> FollowUpStep {
    if action.target == ActionTarget::Research {
        return FollowUpStep::Search {
            queries: queries(company, &action.id, language),
        };
    }
    match action.id.split_once('@') {
        Some((metric, period)) => FollowUpStep::Fetch {
            metric: metric.to_owned(),
            period: period.to_owned(),
            sources: vec![
                FurtherSource::RegulatorFacts,
                FurtherSource::FilingDocument,
                FurtherSource::LicensedVendor,
            ],
        },
        None if action.id.starts_with("conflict") => FollowUpStep::Settle {
            about: language.pick(action.instruction.en.clone(), action.instruction.zh.clone()),
            sources: vec![
                FurtherSource::LaterFiling,
                FurtherSource::FilingDocument,
                FurtherSource::CompanyWebsite,
            ],
        },
        // A data point that is there and too old: the next report has its successor.
        None => FollowUpStep::Fetch {
            metric: action.id.clone(),
            period: language.pick("newest", "最新一期").to_owned(),
            sources: vec![FurtherSource::RegulatorFacts, FurtherSource::LicensedVendor],
        },
    }
}

/// What a search for a claim's evidence asks, from the name of the claim.
fn queries(company: &str, claim: &str, language: Language) -> Vec<String> {
    let topic = claim.strip_prefix("claim_").unwrap_or(claim);
    let named: &[&str] = match topic {
        "growth" | "growth_history" => &["revenue"],
        "margin" => &["operating_income", "gross_profit"],
        "cash_conversion" => &["ocf", "net_income"],
        "balance_sheet" | "leverage" => &["total_debt", "cash"],
        "returns" => &["net_income", "equity"],
        "income" => &["net_income", "revenue"],
        "underwriting" | "premiums" => &["premiums_earned", "claims_incurred"],
        "capital" => &["equity", "total_assets"],
        "critical_claims" => &["revenue", "operating_income", "ocf"],
        _ => &[],
    };
    if named.is_empty() {
        let words = topic.replace('_', " ");
        return vec![format!("{company} {words}")];
    }
    let report = language.pick("annual report", "年度报告");
    named
        .iter()
        .map(|metric| format!("{company} {} {report}", metric_title(metric, language)))
        .collect()
}
