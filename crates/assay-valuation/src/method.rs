use assay_domain::Language;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::company::CompanyKind;
use crate::gap::Gap;

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ValuationMethod")]
pub enum Method {
    /// Free cash flow to the firm, discounted.
    Dcf,
    /// Book equity and the returns above the cost of equity.
    ExcessReturn,
    /// Adjusted funds from operations, capitalised; net asset value beside it.
    ReitAffo,
    /// Peers' EV/Sales, weighed with the probability of failure.
    SalesAndFailure,
    SumOfParts,
    Comparables,
    ReverseDcf,
    /// The price expected in twelve months.
    Target,
}

/// What a method may say about this company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MethodStanding")]
pub enum Standing {
    /// Its value leads the result.
    Primary,
    CrossCheck,
    /// It makes no sense here, whatever the inputs.
    Refused,
    /// It would make sense, and inputs are missing.
    NotRunnable,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MethodVerdict {
    pub method: Method,
    pub standing: Standing,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
#[schemars(rename = "MethodReason")]
pub enum Reason {
    SuitsKind {
        kind: CompanyKind,
    },
    UnsuitedToKind {
        kind: CompanyKind,
    },
    SecondOpinion,
    RestsOnLeadingMethod,
    DebtIsRawMaterial,
    NegativeEquity {
        book_equity: Decimal,
    },
    NoCashFlow {
        operating_cash_flow: Decimal,
    },
    NoProfitToProject,
    ShortHistory {
        years: usize,
    },
    UnknownCurrencyMix {
        currencies: Vec<String>,
    },
    NoPrice,
    NoScenarios,
    NeedsDcf,
    Missing {
        gaps: Vec<Gap>,
    },
    TooFewPeers {
        usable: usize,
    },
    GrowthNotBelowRate {
        growth: Decimal,
        rate: Decimal,
    },
    GrowthAboveReturn {
        growth: Decimal,
        return_on_capital: Decimal,
    },
    NoTerminalProfit,
    ScenariosOutOfOrder {
        bear: Decimal,
        base: Decimal,
        bull: Decimal,
    },
}

impl Method {
    pub fn text(self, language: Language) -> &'static str {
        match self {
            Self::Dcf => language.pick("discounted cash flow", "现金流折现（FCFF）"),
            Self::ExcessReturn => language.pick("excess return on equity", "超额收益模型"),
            Self::ReitAffo => language.pick("adjusted funds from operations", "AFFO 资本化"),
            Self::SalesAndFailure => language.pick("EV/Sales with failure", "EV/Sales 与失败概率"),
            Self::SumOfParts => language.pick("sum of the parts", "分部加总（SOTP）"),
            Self::Comparables => language.pick("comparable companies", "可比公司"),
            Self::ReverseDcf => language.pick("reverse DCF", "反向 DCF"),
            Self::Target => language.pick("12-month target", "12 个月目标价"),
        }
    }

    /// The method that leads for a kind of company.
    pub fn primary(kind: CompanyKind) -> Self {
        match kind {
            CompanyKind::Operating | CompanyKind::Cyclical => Self::Dcf,
            CompanyKind::Bank | CompanyKind::Insurer => Self::ExcessReturn,
            CompanyKind::Reit => Self::ReitAffo,
            CompanyKind::PreProfit => Self::SalesAndFailure,
            CompanyKind::Conglomerate => Self::SumOfParts,
        }
    }
}

impl Standing {
    pub fn text(self, language: Language) -> &'static str {
        match self {
            Self::Primary => language.pick("leads", "主要方法"),
            Self::CrossCheck => language.pick("cross-check", "交叉验证"),
            Self::Refused => language.pick("refused", "不适用"),
            Self::NotRunnable => language.pick("not runnable", "无法运行"),
        }
    }
}

impl Reason {
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::SuitsKind { kind } => {
                let kind = kind.text(language);
                language.pick(format!("suits the kind: {kind}"), format!("适合{kind}"))
            }
            Self::UnsuitedToKind { kind } => {
                let kind = kind.text(language);
                language.pick(
                    format!("not meant for the kind: {kind}"),
                    format!("不适用于{kind}"),
                )
            }
            Self::SecondOpinion => language
                .pick(
                    "a second opinion beside the leading method",
                    "作为主要方法之外的印证",
                )
                .to_owned(),
            Self::Missing { gaps } => {
                let texts: Vec<String> = gaps.iter().map(|gap| gap.text(language)).collect();
                texts.join(language.pick("; ", "；"))
            }
            Self::UnknownCurrencyMix { currencies } => {
                let list = currencies.join(", ");
                language.pick(
                    format!("amounts in {list} and no rate between them"),
                    format!("金额币种为 {list}，且未提供汇率"),
                )
            }
            Self::DebtIsRawMaterial
            | Self::NoProfitToProject
            | Self::NoPrice
            | Self::NoScenarios
            | Self::NeedsDcf
            | Self::RestsOnLeadingMethod
            | Self::NoTerminalProfit => self.fixed_text(language).to_owned(),
            Self::NegativeEquity { .. }
            | Self::NoCashFlow { .. }
            | Self::ShortHistory { .. }
            | Self::TooFewPeers { .. }
            | Self::GrowthNotBelowRate { .. }
            | Self::GrowthAboveReturn { .. }
            | Self::ScenariosOutOfOrder { .. } => self.figure_text(language),
        }
    }

    fn fixed_text(&self, language: Language) -> &'static str {
        match self {
            Self::DebtIsRawMaterial => language.pick(
                "what it owes depositors or policyholders is the raw material of a financial company, so free cash flow to the firm has no meaning",
                "对储户或保单持有人的负债是金融企业的经营原料，企业自由现金流没有意义",
            ),
            Self::NoProfitToProject => language.pick(
                "operating losses in most years: no margin that could be projected",
                "多数年份经营亏损，没有可外推的利润率",
            ),
            Self::NoPrice => language.pick(
                "no price: an intrinsic value is possible, a target or an implied driver is not",
                "缺少股价：可给出内在价值，但不能给出目标价或隐含假设",
            ),
            Self::RestsOnLeadingMethod => {
                language.pick("rests on the leading method", "以主要方法为基础")
            }
            Self::NoScenarios => {
                language.pick("no weighted scenarios were given", "未提供带概率的情景")
            }
            Self::NeedsDcf => language.pick(
                "it turns the cash flow model round, and that model did not run",
                "需以现金流折现模型为基础，而该模型未运行",
            ),
            _ => language.pick(
                "no operating profit at the horizon: a terminal value would be negative",
                "预测期末无经营利润，终值将为负",
            ),
        }
    }

    fn figure_text(&self, language: Language) -> String {
        match self {
            Self::NegativeEquity { book_equity } => language.pick(
                format!(
                    "book equity is {book_equity}: weights and returns on capital lose their meaning"
                ),
                format!("账面净资产为 {book_equity}，资本权重与资本回报失去意义"),
            ),
            Self::NoCashFlow {
                operating_cash_flow: flow,
            } => language.pick(
                format!("operating cash flow is {flow}: there is no flow to discount"),
                format!("经营现金流为 {flow}，没有可折现的现金流"),
            ),
            Self::ShortHistory { years } => language.pick(
                format!("{years} fiscal years at hand, 3 are needed"),
                format!("仅有 {years} 个财年数据，至少需要 3 个"),
            ),
            Self::TooFewPeers { usable } => language.pick(
                format!("{usable} usable peers, 3 are needed"),
                format!("可用可比公司 {usable} 家，至少需要 3 家"),
            ),
            Self::GrowthNotBelowRate { growth, rate } => {
                let (growth, rate) = (percent(*growth), percent(*rate));
                language.pick(
                    format!("growth for ever of {growth} is not below the discount rate of {rate}"),
                    format!("永续增长率 {growth} 不低于折现率 {rate}"),
                )
            }
            Self::GrowthAboveReturn {
                growth,
                return_on_capital,
            } => {
                let (growth, earned) = (percent(*growth), percent(*return_on_capital));
                language.pick(
                    format!(
                        "growth for ever of {growth} needs more than all profit at a return on \
                         capital of {earned}"
                    ),
                    format!("资本回报率 {earned} 下，永续增长 {growth} 所需再投资超过全部利润"),
                )
            }
            Self::ScenariosOutOfOrder { bear, base, bull } => {
                let [bear, base, bull] = [bear, base, bull].map(|value| value.round_dp(2));
                language.pick(
                    format!("scenarios out of order: bear {bear}, base {base}, bull {bull}"),
                    format!("情景顺序矛盾：悲观 {bear}、基准 {base}、乐观 {bull}"),
                )
            }
            other => other.fixed_text(language).to_owned(),
        }
    }
}

/// What a reader must know about a result that stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
#[schemars(rename = "MethodFlag")]
pub enum Flag {
    GrowthAboveRiskFree { growth: Decimal, risk_free: Decimal },
    TerminalShareHigh { share: Decimal },
    BasePeriodOld { days: i32 },
    BalanceOfOtherDay { name: String, as_of: String },
    OptionsCountedInFull,
    EquityBelowZero { equity: Decimal },
    ReturnBelowCostForEver { spread: Decimal },
    StockCompensationAddedBack,
    ExitMultipleImplies { growth: Decimal, risk_free: Decimal },
    InputNotUsed { name: String },
}

impl Flag {
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::GrowthAboveRiskFree { growth, risk_free } => {
                let (growth, risk_free) = (percent(*growth), percent(*risk_free));
                language.pick(
                    format!("growth for ever of {growth} is above the risk-free rate of {risk_free}"),
                    format!("永续增长率 {growth} 高于无风险利率 {risk_free}"),
                )
            }
            Self::TerminalShareHigh { share } => language.pick(
                format!("the terminal value is {} of the enterprise value", percent(*share)),
                format!("终值占企业价值的 {}", percent(*share)),
            ),
            Self::BasePeriodOld { days } => language.pick(
                format!("the base period ended {days} days before the valuation"),
                format!("基期截止日距估值日已 {days} 天"),
            ),
            Self::BalanceOfOtherDay { name, as_of } => language.pick(
                format!("{name} dates from {as_of}, long before the end of the base period"),
                format!("{name} 的数据日期为 {as_of}，明显早于基期末"),
            ),
            Self::OptionsCountedInFull => language.pick(
                "no price: options are counted in full, without the shares their proceeds would buy".to_owned(),
                "缺少股价：期权按全额计入股本，未扣除行权款可回购的股份".to_owned(),
            ),
            Self::EquityBelowZero { equity } => language.pick(
                format!("claims before the shareholders exceed the enterprise value (equity {equity}); the share is worth zero, not less"),
                format!("优先于股东的索偿超过企业价值（股权价值 {equity}），每股价值以零为下限"),
            ),
            Self::ReturnBelowCostForEver { spread } => language.pick(
                format!("the return on new capital stays {} below its cost for ever", percent(-*spread)),
                format!("新增资本回报长期低于资本成本 {}", percent(-*spread)),
            ),
            Self::StockCompensationAddedBack => language.pick(
                "share-based pay is added back to the cash flow".to_owned(),
                "股份支付已加回现金流".to_owned(),
            ),
            Self::ExitMultipleImplies { growth, risk_free } => language.pick(
                format!("the exit multiple implies growth for ever of {}, above the risk-free rate of {}", percent(*growth), percent(*risk_free)),
                format!("退出倍数隐含的永续增长率为 {}，高于无风险利率 {}", percent(*growth), percent(*risk_free)),
            ),
            Self::InputNotUsed { name } => language.pick(
                format!("input {name} was given and no method reads it"),
                format!("输入项 {name} 未被任何方法使用"),
            ),
        }
    }
}

pub(crate) fn percent(ratio: Decimal) -> String {
    let percent = ratio.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(ratio);
    format!("{:.1} %", percent.round_dp(1))
}
