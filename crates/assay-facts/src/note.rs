//! What was done to a value, and what stands in the way of one, in words for a reader.

use assay_domain::{Date, Decimal, Language};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something a reader must know about how a value was normalised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "rule_id", rename_all = "snake_case")]
pub enum Note {
    SplitAdjusted {
        from: Decimal,
        to: Decimal,
        ratio: Decimal,
    },
    /// Another vintage of the period is a thousand or a million times off and was passed over.
    WrongScaleSkipped {
        skipped: Decimal,
        form: String,
        filed: Date,
    },
    /// The only value there is looks a thousand times off. It is shown and not computed with.
    ScaleSuspect {
        value: Decimal,
        typical: Decimal,
    },
    /// No periodic report states it.
    WeakForm {
        form: String,
    },
    ConceptSwitched {
        concept: String,
    },
    Superseded {
        old: Decimal,
        new: Decimal,
        filed: Date,
    },
    /// A term of a formula that the company does not have: never reported, or not since a day.
    TermLeftOut {
        term: String,
        since: Option<Date>,
    },
    EpsByShares,
    EpsBySubtraction,
    Converted {
        from: String,
        to: String,
        rate: Decimal,
        on: Date,
    },
}

impl Note {
    pub fn text(&self, language: Language) -> String {
        match language {
            Language::En => self.english(),
            Language::Zh => self.chinese(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::SplitAdjusted { from, to, ratio } => {
                format!(
                    "adjusted for a {ratio}-for-1 split: {from} as filed, {to} on today's shares"
                )
            }
            Self::WrongScaleSkipped {
                skipped,
                form,
                filed,
            } => {
                format!(
                    "{form} of {filed} states {skipped}, off by a power of a thousand; passed over"
                )
            }
            Self::ScaleSuspect { value, typical } => format!(
                "{value} is out of line with {typical} of its neighbours by about a thousand; not used in computations"
            ),
            Self::WeakForm { form } => {
                format!("stated only in {form}, which is not a periodic report")
            }
            Self::ConceptSwitched { concept } => format!("filed under {concept} in this period"),
            Self::Superseded { old, new, filed } => {
                format!("{old} as first filed, {new} since the filing of {filed}")
            }
            Self::TermLeftOut { term, since: None } => {
                format!("{term} is left out: the company has never reported it")
            }
            Self::TermLeftOut {
                term,
                since: Some(day),
            } => {
                format!("{term} is left out: the company has not reported it since {day}")
            }
            Self::EpsByShares => {
                "share count moved by more than 3 %: net income over shares".into()
            }
            Self::EpsBySubtraction => "share count within 3 %: year less three quarters".into(),
            Self::Converted { from, to, rate, on } => {
                format!("converted from {from} to {to} at {rate} of {on}")
            }
        }
    }

    fn chinese(&self) -> String {
        match self {
            Self::SplitAdjusted { from, to, ratio } => {
                format!("按 1 拆 {ratio} 复权：原披露 {from}，现股本口径 {to}")
            }
            Self::WrongScaleSkipped {
                skipped,
                form,
                filed,
            } => {
                format!("{filed} 的 {form} 披露为 {skipped}，量级相差千倍，未采用")
            }
            Self::ScaleSuspect { value, typical } => {
                format!("{value} 与相邻期间的 {typical} 相差约千倍，仅列示，不参与计算")
            }
            Self::WeakForm { form } => format!("仅见于 {form}，非定期报告"),
            Self::ConceptSwitched { concept } => format!("该期以 {concept} 科目披露"),
            Self::Superseded { old, new, filed } => {
                format!("首次披露 {old}，{filed} 起调整为 {new}")
            }
            Self::TermLeftOut { term, since: None } => {
                format!("公司从未披露 {term}，公式中略去该项")
            }
            Self::TermLeftOut {
                term,
                since: Some(day),
            } => {
                format!("公司自 {day} 后未再披露 {term}，公式中略去该项")
            }
            Self::EpsByShares => "股本变动超过 3%：以净利润除以股数计算".into(),
            Self::EpsBySubtraction => "股本变动在 3% 以内：全年减前三季度".into(),
            Self::Converted { from, to, rate, on } => {
                format!("按 {on} 汇率 {rate} 由 {from} 折算为 {to}")
            }
        }
    }
}

/// Why there is no value. Each is a different answer: absent, not yet known, not computable and
/// not reachable are never the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "missing", rename_all = "snake_case")]
pub enum Missing {
    UnknownMetric {
        metric: String,
    },
    /// The company has not reported it under any concept that is known for it.
    NotReported {
        metric: String,
    },
    /// It is reported, but not for this period. No other period stands in for it.
    NoSuchPeriod {
        metric: String,
        end: Date,
        newest: Option<Date>,
    },
    /// A source that may have it could not be asked.
    SourceUnavailable {
        metric: String,
        source: String,
        reason: String,
    },
    Refused(Refusal),
}

/// A value that could be computed by arithmetic and must not be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    pub metric: String,
    pub basis: crate::Basis,
    pub end: Date,
    pub reason: RefusalReason,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum RefusalReason {
    /// One operand was changed by a later filing and the other was not.
    AcrossVintages {
        whole: String,
        part: String,
    },
    GapInQuarters {
        missing: Vec<Date>,
    },
    ScaleSuspect,
    /// Its quarters are filed under tags that state different amounts for the same periods.
    MixedTags,
    /// What is filed under its name is less than the parts it should hold.
    PartsExceedWhole {
        whole: String,
        parts: String,
    },
    /// It is known to lack a part that is not stated for this period.
    PartNotStated {
        part: String,
    },
    /// A filing states a split that is in no share count and no earnings per share.
    SplitUnproven {
        ratio: Decimal,
        filed: Date,
    },
    MixedUnits {
        units: Vec<String>,
    },
}

impl Missing {
    pub fn text(&self, language: Language) -> String {
        let zh = language == Language::Zh;
        match self {
            Self::UnknownMetric { metric } if zh => format!("没有名为 {metric} 的指标"),
            Self::UnknownMetric { metric } => format!("there is no metric named {metric}"),
            Self::NotReported { metric } if zh => format!("公司未披露 {metric}"),
            Self::NotReported { metric } => format!("{metric} is not reported by the company"),
            Self::NoSuchPeriod {
                metric,
                end,
                newest,
            } => {
                let newest = newest.map_or_else(|| "-".to_owned(), |day| day.to_string());
                if zh {
                    format!("{metric} 没有截至 {end} 的数值，最新一期截至 {newest}")
                } else {
                    format!(
                        "{metric} has no value for the period to {end}; the newest ends on {newest}"
                    )
                }
            }
            Self::SourceUnavailable {
                metric,
                source,
                reason,
            } if zh => {
                format!("{metric} 未知：来源 {source} 无法访问（{reason}）")
            }
            Self::SourceUnavailable {
                metric,
                source,
                reason,
            } => {
                format!("{metric} is unknown: {source} could not be asked ({reason})")
            }
            Self::Refused(refusal) => refusal.text(language),
        }
    }
}

impl Refusal {
    pub fn text(&self, language: Language) -> String {
        let head = format!("{} {} {}", self.metric, self.basis.code(), self.end);
        let zh = language == Language::Zh;
        let why = match &self.reason {
            RefusalReason::AcrossVintages { whole, part } if zh => {
                format!("{whole} 已被后续公告调整而 {part} 未同口径调整，不作推算")
            }
            RefusalReason::AcrossVintages { whole, part } => {
                format!("{whole} and {part} are of different vintages; not derived")
            }
            RefusalReason::GapInQuarters { missing } => {
                let days: Vec<String> = missing.iter().map(ToString::to_string).collect();
                let days = days.join(", ");
                if zh {
                    format!("缺少截至 {days} 的季度，不作加总")
                } else {
                    format!("the quarter to {days} is missing; not summed")
                }
            }
            RefusalReason::ScaleSuspect if zh => "操作数量级存疑，不作推算".to_owned(),
            RefusalReason::ScaleSuspect => {
                "an operand is of doubtful scale; not derived".to_owned()
            }
            RefusalReason::MixedTags if zh => {
                "各季度以数值不一致的不同科目披露，不作加总".to_owned()
            }
            RefusalReason::MixedTags => {
                "its quarters are filed under tags that contradict each other; not summed"
                    .to_owned()
            }
            RefusalReason::PartsExceedWhole { whole, parts } if zh => {
                format!("披露值 {whole} 小于其组成部分 {parts}，不予采用")
            }
            RefusalReason::PartsExceedWhole { whole, parts } => {
                format!("{whole} is less than its parts {parts}; not used")
            }
            RefusalReason::PartNotStated { part } if zh => {
                format!("该科目不含 {part}，而本期未单独披露 {part}，不予采用")
            }
            RefusalReason::PartNotStated { part } => {
                format!(
                    "the company's line leaves out {part}, which is not stated for this period; not used"
                )
            }
            RefusalReason::SplitUnproven { ratio, filed } if zh => {
                format!("{filed} 的公告称 1 拆 {ratio}，但股数与每股收益未见变化，不作复权")
            }
            RefusalReason::SplitUnproven { ratio, filed } => format!(
                "a {ratio}-for-1 split stated in the filing of {filed} shows neither in share counts nor in earnings per share; not applied"
            ),
            RefusalReason::MixedUnits { units } if zh => {
                format!("单位不一致（{}），不作推算", units.join("、"))
            }
            RefusalReason::MixedUnits { units } => {
                format!("units differ ({}); not derived", units.join(", "))
            }
        };
        format!("{head}: {why}")
    }
}
