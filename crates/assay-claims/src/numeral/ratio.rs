//! Rates that have a name of their own and follow from two rows of one table.

use assay_domain::Decimal;
use assay_figures::Unit;

use super::bind::Asked;
use super::book::Entry;
use super::derive::{matches, printed, signed_amount};
use super::value::{Place, Value};
use super::when::PeriodFit;
use super::words::Words;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedRatio {
    /// The id of the metric that is divided by the revenue.
    Margin(&'static str),
    /// Taxes on the income before them.
    TaxRate,
}

impl NamedRatio {
    /// The rate that a number of a claim is named as.
    pub(crate) fn of(claim: &Value) -> Option<Self> {
        if claim.unit != Unit::Percent {
            return None;
        }
        match claim.metric.map(|metric| metric.id.as_str()) {
            Some("gross_margin") => return Some(Self::Margin("gross_profit")),
            Some("operating_margin") => return Some(Self::Margin("operating_income")),
            Some("net_margin") => return Some(Self::Margin("net_income")),
            Some("tax_rate") => return Some(Self::TaxRate),
            _ => {}
        }
        let words = &claim.label;
        let names = |word: &str| words.iter().any(|run| run.contains(word));
        if names("有效税率") || names("实际税率") {
            return Some(Self::TaxRate);
        }
        let is_net = words.has("net") && words.has("margin") && !words.has("gross");
        (is_net || names("销售净利率")).then_some(Self::Margin("net_income"))
    }

    /// The division that gives the number, in one column of a table.
    pub(crate) fn formula(self, asked: &Asked<'_>, entries: &[Entry<'_>]) -> Option<String> {
        let seated = |entry: &Entry<'_>| match entry.value.place {
            Place::Cell { table, column, .. } if is_amount(entry.value) => {
                let page = entry.page.source.text.as_ptr();
                Some((page, table, column))
            }
            _ => None,
        };
        let parts = entries.iter().filter(|entry| {
            let fits = asked.support(entry.value).period != PeriodFit::Conflict;
            fits && self.is_part(entry.value)
        });
        for part in parts {
            let seat = seated(part);
            let wholes = entries.iter().filter(|entry| {
                seat.is_some() && seated(entry) == seat && self.is_whole(entry.value)
            });
            for whole in wholes {
                let ratio = signed_amount(part.value)
                    .zip(signed_amount(whole.value))
                    .and_then(|(a, b)| a.checked_div(b)?.checked_mul(Decimal::ONE_HUNDRED));
                if ratio.is_some_and(|ratio| matches(asked.value, ratio)) {
                    let (part, whole) = (printed(part.value), printed(whole.value));
                    return Some(format!("{part} / {whole}"));
                }
            }
        }
        None
    }

    fn is_part(self, value: &Value) -> bool {
        match self {
            Self::Margin(id) => is_total_of(value, id),
            Self::TaxRate => {
                let row = &value.row;
                let is_tax = row.has("tax") || row.has("taxe") || names_han(row, "所得税");
                let is_outlay =
                    row.has("provision") || row.has("expense") || names_han(row, "费用");
                is_tax && is_outlay && !row.has("before") && !row.has("deferred")
            }
        }
    }

    fn is_whole(self, value: &Value) -> bool {
        match self {
            Self::Margin(_) => is_total_of(value, "revenue"),
            Self::TaxRate => {
                let row = &value.row;
                let is_income = row.has("income") || row.has("earning") || row.has("profit");
                (row.has("before") && is_income) || names_han(row, "利润总额")
            }
        }
    }
}

fn is_amount(value: &Value) -> bool {
    matches!(value.unit, Unit::Currency(_) | Unit::Bare | Unit::Count(_))
}

fn names_han(row: &Words, name: &str) -> bool {
    row.iter().any(|run| run.contains(name))
}

/// A row of this metric for the whole company: no word narrows it.
fn is_total_of(value: &Value, id: &str) -> bool {
    static WIDE: assay_domain::WordList = assay_domain::word_list!("numeral/ratio/wide");
    let is_named = value.metric.is_some_and(|metric| metric.id == id);
    let is_wide = |word: &String| {
        value.metric_words.has(word) || WIDE.contains(&word.as_str()) || !word.is_ascii()
    };
    is_named && value.row.iter().all(is_wide)
}
