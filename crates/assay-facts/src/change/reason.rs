use assay_domain::{Decimal, Language};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum ChangeClass {
    Rounding,
    Basis,
    Split,
    Scale,
    Sign,
    Fx,
    Recast,
    Restated,
    Unexplained,
}

impl ChangeClass {
    pub fn code(self) -> &'static str {
        match self {
            Self::Rounding => "ROUNDING",
            Self::Basis => "BASIS",
            Self::Split => "SPLIT",
            Self::Scale => "SCALE",
            Self::Sign => "SIGN",
            Self::Fx => "FX",
            Self::Recast => "RECAST",
            Self::Restated => "RESTATED",
            Self::Unexplained => "UNEXPLAINED",
        }
    }
}

/// Why a change has its class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum ChangeReason {
    WithinRounding,
    /// The filings round to different units.
    CoarserPresentation,
    Amended {
        form: String,
    },
    ComparativeRecast {
        form: String,
    },
    SplitRatio {
        ratio: Decimal,
        is_stated: bool,
    },
    PowerOfThousand {
        factor: Decimal,
    },
    SignReversed,
    OtherCurrency {
        from: String,
        to: String,
    },
    /// Preliminary and final results, or a report and a proxy statement.
    OtherKindOfReport {
        from: String,
        to: String,
    },
    /// One filing states two values; the parts that tell them apart are not in the source.
    TwoValuesInOneFiling,
    /// A quarter's value under the dates of the half year, or the like.
    ValueOfOtherPeriod,
    /// Reported as nothing in one filing and as an amount in the other.
    ReportedAsNil,
    /// Changed by more than a factor of five, or in sign, and nothing explains it.
    TooLargeForRecast {
        percent: Option<Decimal>,
    },
    ReturnedToEarlierValue,
}

impl ChangeReason {
    pub fn text(&self, language: Language) -> String {
        match language {
            Language::En => self.english(),
            Language::Zh => self.chinese(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::WithinRounding => "equal within rounding".into(),
            Self::CoarserPresentation => "the filings round to different units".into(),
            Self::Amended { form } => format!("amended by {form}"),
            Self::ComparativeRecast { form } => {
                format!("restated as a comparative figure in a later {form}")
            }
            Self::SplitRatio {
                ratio,
                is_stated: true,
            } => format!("{ratio}-for-1 stock split"),
            Self::SplitRatio {
                ratio,
                is_stated: false,
            } => {
                format!("ratio {ratio} of a stock split that no fact states")
            }
            Self::PowerOfThousand { factor } => format!("off by a factor of {factor}"),
            Self::SignReversed => "same amount with the sign reversed".into(),
            Self::OtherCurrency { from, to } => format!("presented in {to} after {from}"),
            Self::OtherKindOfReport { from, to } => format!("{to} after {from}"),
            Self::TwoValuesInOneFiling => "one filing states two values".into(),
            Self::ValueOfOtherPeriod => {
                "one filing gives the value of another period that ends on the same day".into()
            }
            Self::ReportedAsNil => "nothing in one filing, an amount in the other".into(),
            Self::TooLargeForRecast { percent } => {
                let by = percent.map_or_else(|| "-".into(), |p| format!("{p} %"));
                format!("changed by {by} without amendment, split or scale")
            }
            Self::ReturnedToEarlierValue => "went back to an earlier value".into(),
        }
    }

    fn chinese(&self) -> String {
        match self {
            Self::WithinRounding => "四舍五入差异".into(),
            Self::CoarserPresentation => "列报单位精度不同".into(),
            Self::Amended { form } => format!("{form} 更正"),
            Self::ComparativeRecast { form } => format!("后续 {form} 追溯调整比较数据"),
            Self::SplitRatio {
                ratio,
                is_stated: true,
            } => format!("1 拆 {ratio}"),
            Self::SplitRatio {
                ratio,
                is_stated: false,
            } => {
                format!("比例 {ratio} 与拆股一致，但未见披露")
            }
            Self::PowerOfThousand { factor } => format!("量级相差 {factor} 倍"),
            Self::SignReversed => "金额相同、正负号相反".into(),
            Self::OtherCurrency { from, to } => format!("列报货币由 {from} 改为 {to}"),
            Self::OtherKindOfReport { from, to } => format!("由 {from} 至 {to}，口径不同"),
            Self::TwoValuesInOneFiling => "同一公告内两个数值".into(),
            Self::ValueOfOtherPeriod => "其中一次披露为同日截止的另一期间数值".into(),
            Self::ReportedAsNil => "一次披露为零，另一次有金额".into(),
            Self::TooLargeForRecast { percent } => {
                let by = percent.map_or_else(|| "-".into(), |p| format!("{p}%"));
                format!("变动 {by}，未见更正、拆股或量级原因")
            }
            Self::ReturnedToEarlierValue => "恢复为更早披露的数值".into(),
        }
    }
}
