use assay_domain::{Date, Language};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::label::label;
use crate::need::{self, Allowed, UnitKind};
use crate::request::Request;
use crate::unit::Unit;

/// A price that nobody renewed for a year is no longer one, like any other figure of the market.
pub const PRICE_DAYS: i32 = 365;

/// An input that a method needs and cannot use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "InputGap")]
pub struct Gap {
    /// The input's name; alternatives are joined by ` | `.
    pub name: String,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schemars(rename = "InputProblem")]
pub enum Problem {
    Missing,
    /// The assumption no longer holds on the day of the valuation.
    Expired {
        on: Date,
    },
    /// It was not known on the day of the valuation.
    FromTheFuture {
        as_of: Date,
    },
    /// It is a price of too long ago.
    TooOld {
        as_of: Date,
        days: i32,
        most_days: i32,
    },
    WrongUnit {
        expected: UnitKind,
        found: Unit,
    },
    OutOfRange {
        value: Decimal,
        allowed: Allowed,
    },
}

impl Gap {
    fn new(name: impl Into<String>, problem: Problem) -> Self {
        Self {
            name: name.into(),
            problem,
        }
    }

    /// `risk-free rate (rf)`: what it is, and the name under which it is given.
    fn called(&self, language: Language) -> String {
        let names = self.name.split(" | ").map(|id| {
            let label = label(id, language);
            if label == id {
                label
            } else {
                language.pick(format!("{label} ({id})"), format!("{label}（{id}）"))
            }
        });
        let names: Vec<String> = names.collect();
        names.join(language.pick(" or ", "或"))
    }

    pub fn text(&self, language: Language) -> String {
        let name = &self.called(language);
        match &self.problem {
            Problem::Missing => language.pick(format!("{name}: missing"), format!("{name}：缺失")),
            Problem::Expired { on } => language.pick(
                format!("{name}: the assumption expired on {on}"),
                format!("{name}：该假设已于 {on} 到期"),
            ),
            Problem::FromTheFuture { as_of } => language.pick(
                format!("{name}: known only on {as_of}, after the day of the valuation"),
                format!("{name}：{as_of} 方可获知，晚于估值基准日"),
            ),
            Problem::TooOld {
                as_of,
                days,
                most_days,
            } => language.pick(
                format!(
                    "{name}: of {as_of}, {days} days before the day of the valuation; give one of the last {most_days} days"
                ),
                format!(
                    "{name}：日期为 {as_of}，早于估值基准日 {days} 天；请提供最近 {most_days} 天内的数值"
                ),
            ),
            Problem::WrongUnit { found, .. } => language.pick(
                format!("{name}: the unit {found} does not fit"),
                format!("{name}：单位 {found} 不符"),
            ),
            Problem::OutOfRange { value, allowed } => {
                let range = allowed.text(language);
                language.pick(
                    format!("{name}: {value} is not {range}"),
                    format!("{name}：{value} 超出允许范围（{range}）"),
                )
            }
        }
    }
}

impl Allowed {
    fn text(self, language: Language) -> &'static str {
        match self {
            Self::Any => language.pick("any number", "任意数值"),
            Self::AboveZero => language.pick("above zero", "大于 0"),
            Self::ZeroOrMore => language.pick("zero or more", "不小于 0"),
            Self::ZeroToOne => language.pick("between 0 and 1", "0 至 1 之间"),
            Self::AboveMinusOne => language.pick("above −1", "大于 −1"),
            Self::BelowOne => language.pick("below 1", "小于 1"),
            Self::Rate => language.pick(
                "a yearly rate between −0.05 and 0.6: 4.2 % is 0.042",
                "−0.05 至 0.6 之间的年率：4.2% 应写作 0.042",
            ),
            Self::RateAboveZero => language.pick(
                "a yearly rate above 0 and up to 0.6: 4.2 % is 0.042",
                "大于 0 且不超过 0.6 的年率：4.2% 应写作 0.042",
            ),
            Self::Beta => language.pick("above 0 and up to 5", "大于 0 且不超过 5"),
        }
    }
}

/// All that keeps these inputs from being used, not only the first. `a | b` is met by either.
pub(crate) fn gaps(request: &Request, names: &[&str]) -> Vec<Gap> {
    let mut found = Vec::new();
    for name in names {
        let given: Vec<&str> = name.split(" | ").filter(|one| request.has(one)).collect();
        if given.is_empty() {
            found.push(Gap::new(*name, Problem::Missing));
        }
        for one in given {
            found.extend(problems(request, one).map(|problem| Gap::new(one, problem)));
        }
    }
    found
}

fn problems(request: &Request, name: &str) -> impl Iterator<Item = Problem> {
    let mut found = Vec::new();
    if let Some(input) = request.inputs.get(name) {
        if let crate::InputBasis::Assumption { expires, .. } = input.basis()
            && *expires <= request.valuation_date
        {
            found.push(Problem::Expired { on: *expires });
        }
        if input.as_of() > request.valuation_date {
            found.push(Problem::FromTheFuture {
                as_of: input.as_of(),
            });
        }
        let days = (request.valuation_date - input.as_of()).get_days();
        if name == "price" && days > PRICE_DAYS {
            found.push(Problem::TooOld {
                as_of: input.as_of(),
                days,
                most_days: PRICE_DAYS,
            });
        }
        if let Some((expected, allowed)) = need::find(name) {
            if !expected.fits(input.unit()) {
                let found_unit = input.unit().clone();
                found.push(Problem::WrongUnit {
                    expected,
                    found: found_unit,
                });
            }
            if !allowed.holds(input.value()) {
                found.push(Problem::OutOfRange {
                    value: input.value(),
                    allowed,
                });
            }
        }
    }
    found.into_iter()
}
