//! Words of the documents, in the reader's language.

use assay_domain::{Confidence, Decimal, Language, Tier};
use assay_ecosystem::{EdgeStatus, PolicyConfidence, Relation};
use assay_facts::{CheckId, ReconciliationVerdict, Sector, Staleness};
use assay_gates::{Fallback, KillAction, MetricUnit, Standing, SwitchState};
use assay_valuation::{ChangeCause, ScenarioName, label};

use crate::amount;

pub(crate) fn tier(tier: Tier, language: Language) -> &'static str {
    match tier {
        Tier::A => language.pick("tier A (filing)", "A 级（法定披露）"),
        Tier::B => language.pick(
            "tier B (company or licensed data)",
            "B 级（公司或授权数据）",
        ),
        Tier::C => language.pick("tier C (press or research)", "C 级（媒体或研报）"),
        Tier::D => language.pick("tier D (other)", "D 级（其他）"),
    }
}

pub(crate) fn check(id: CheckId, language: Language) -> &'static str {
    match id {
        CheckId::BalanceSheet => {
            language.pick("Assets = liabilities + equity", "资产 = 负债 + 权益")
        }
        CheckId::BalanceTotals => {
            language.pick("Balance totals agree", "资产总计与负债及权益总计相等")
        }
        CheckId::CashFlow => language.pick("Cash flows add up", "三类现金流加总"),
        CheckId::CashRoll => language.pick("Cash rolls forward", "现金期初期末勾稽"),
        CheckId::QuartersMakeYear => language.pick("Quarters make the year", "四季合计等于全年"),
        CheckId::GrossProfit => {
            language.pick("Gross profit = revenue − cost", "毛利 = 收入 − 成本")
        }
        CheckId::EarningsPerShare => {
            language.pick("EPS ≈ net income / shares", "每股收益 ≈ 净利润 / 股数")
        }
        CheckId::OrderOfMagnitude => language.pick("Order of magnitude", "数量级"),
        CheckId::PartWithinWhole => language.pick("Part within whole", "部分不大于整体"),
        CheckId::NotNegative => language.pick("Not negative", "非负"),
    }
}

pub(crate) fn reconciliation(verdict: ReconciliationVerdict, language: Language) -> &'static str {
    match verdict {
        ReconciliationVerdict::Match => language.pick("sources agree", "各来源一致"),
        ReconciliationVerdict::Explained => language.pick("difference explained", "差异可解释"),
        ReconciliationVerdict::Conflict => language.pick("sources conflict", "来源冲突"),
        ReconciliationVerdict::SingleSource => language.pick("single source", "单一来源"),
    }
}

pub(crate) fn staleness(status: Staleness, language: Language) -> &'static str {
    match status {
        Staleness::Fresh => language.pick("fresh", "最新"),
        Staleness::Aging => language.pick("aging", "待更新"),
        Staleness::Stale => language.pick("stale", "陈旧"),
        Staleness::Expired => language.pick("expired", "过期"),
    }
}

/// The value of a metric of the run.
pub(crate) fn reading(value: Option<Decimal>, unit: MetricUnit, language: Language) -> String {
    let Some(value) = value else {
        return language.pick("not measurable", "无法计量").to_owned();
    };
    let number = amount::exact(value.round_dp(1));
    match unit {
        MetricUnit::Count | MetricUnit::Flag => number,
        MetricUnit::Percent => format!("{number}%"),
        MetricUnit::Days => language.pick(format!("{number} days"), format!("{number} 天")),
    }
}

pub(crate) fn scenario(name: ScenarioName, language: Language) -> &'static str {
    match name {
        ScenarioName::Bear => language.pick("Bear", "悲观"),
        ScenarioName::Base => language.pick("Base", "基准"),
        ScenarioName::Bull => language.pick("Bull", "乐观"),
    }
}

pub(crate) fn confidence(confidence: Confidence, language: Language) -> &'static str {
    match confidence {
        Confidence::Strong => language.pick("strong", "强"),
        Confidence::Moderate => language.pick("moderate", "中"),
        Confidence::Weak => language.pick("weak", "弱"),
        Confidence::Unsupported => language.pick("unsupported", "无支持"),
    }
}

pub(crate) fn standing(standing: Standing, language: Language) -> &'static str {
    match standing {
        Standing::Holds => language.pick("holds", "成立"),
        Standing::Unsupported => language.pick("unsupported", "证据不足"),
        Standing::Contradicted => language.pick("contradicted", "被证据否定"),
    }
}

pub(crate) fn relation(relation: Relation, language: Language) -> &'static str {
    match relation {
        Relation::Supplier => language.pick("Supplier", "供应商"),
        Relation::Customer => language.pick("Customer", "客户"),
        Relation::Competitor => language.pick("Competitor", "竞争对手"),
        Relation::Partner => language.pick("Partner", "合作伙伴"),
    }
}

pub(crate) fn edge_status(status: EdgeStatus, language: Language) -> &'static str {
    match status {
        EdgeStatus::Verified => language.pick("verified", "已核实"),
        EdgeStatus::Unverified => language.pick("unverified", "待核实"),
        EdgeStatus::Excluded => language.pick("excluded", "已剔除"),
        EdgeStatus::Contradicted => language.pick("contradicted", "被否定"),
    }
}

pub(crate) fn policy_confidence(confidence: PolicyConfidence, language: Language) -> &'static str {
    match confidence {
        PolicyConfidence::High => language.pick("high", "高"),
        PolicyConfidence::Medium => language.pick("medium", "中"),
        PolicyConfidence::Low => language.pick("low", "低"),
    }
}

pub(crate) fn switch_state(state: SwitchState, language: Language) -> &'static str {
    match state {
        SwitchState::Fired => language.pick("FIRED", "已触发"),
        SwitchState::Quiet => language.pick("quiet", "未触发"),
        SwitchState::NotMeasurable => language.pick("not measurable", "无法计量"),
        SwitchState::SwitchedOff => language.pick("switched off", "已停用"),
    }
}

pub(crate) fn kill_action(action: KillAction, language: Language) -> &'static str {
    match action {
        KillAction::BlockFullReport => language.pick("block the full report", "阻断完整报告"),
        KillAction::DegradeToWatchlist => {
            language.pick("degrade to a watchlist card", "降级为观察名单")
        }
        KillAction::BlockUntilResolved => language.pick("block until resolved", "解决前阻断"),
        KillAction::HardBlock => language.pick("hard block", "强制阻断"),
        KillAction::WarnStaleData => language.pick("warn of stale data", "提示数据陈旧"),
    }
}

pub(crate) fn fallback(fallback: Fallback, language: Language) -> &'static str {
    match fallback {
        Fallback::HypothesesOnly => language.pick("hypotheses only", "仅输出假设清单"),
        Fallback::WatchlistCard => language.pick("watchlist card", "观察名单卡片"),
        Fallback::ConflictReport => language.pick("conflict report", "冲突报告"),
        Fallback::StaleDataWarning => language.pick("warning on the first page", "首页警示"),
        Fallback::Nothing => language.pick("nothing", "不输出"),
    }
}

pub(crate) fn sector(sector: Sector, language: Language) -> &'static str {
    match sector {
        Sector::General => language.pick("operating company", "一般企业"),
        Sector::Bank => language.pick("bank", "银行"),
        Sector::Insurer => language.pick("insurer", "保险"),
        Sector::Reit => language.pick("real estate trust", "房地产信托"),
        Sector::Cyclical => language.pick("cyclical company", "周期性企业"),
    }
}

pub(crate) fn cause(cause: ChangeCause, language: Language) -> &'static str {
    match cause {
        ChangeCause::Code => language.pick("Model version", "模型版本"),
        ChangeCause::Price => language.pick("Price and passing of time", "股价与时间推移"),
        ChangeCause::Data => language.pick("Data", "数据"),
        ChangeCause::Assumption => language.pick("Assumptions", "假设"),
    }
}

/// Names of lines that the valuation does not name itself.
const LINES: &[(&str, &str, &str)] = &[
    ("price", "price", "股价"),
    (
        "price.local",
        "price in the reporting currency",
        "股价（报告货币）",
    ),
    (
        "dividends.next",
        "dividends a share, next twelve months",
        "未来十二个月每股股息",
    ),
    ("shares.basic", "shares outstanding", "总股本"),
    (
        "shares.restricted",
        "unvested restricted shares",
        "未归属限制性股票",
    ),
    ("shares.diluted", "diluted shares", "摊薄股本"),
    ("revenue.base", "revenue of the base period", "基期营业收入"),
    (
        "cash_flow.operating",
        "operating cash flow of the base period",
        "基期经营现金流",
    ),
    ("equity.book", "book equity", "归母净资产"),
    ("ebitda.base", "EBITDA of the base period", "基期 EBITDA"),
    (
        "ebit.base",
        "operating income of the base period",
        "基期营业利润",
    ),
    (
        "net_income.base",
        "net income of the base period",
        "基期归母净利润",
    ),
    ("tax.start", "effective tax rate today", "当前实际税率"),
    (
        "da.ratio",
        "depreciation and amortisation to revenue",
        "折旧摊销/收入",
    ),
    ("sbc.ratio", "share-based pay to revenue", "股份支付/收入"),
    (
        "exit.multiple",
        "EV/EBITDA at the horizon",
        "期末 EV/EBITDA 倍数",
    ),
    ("weight.debt", "target weight of debt", "目标债务权重"),
    ("capital.equity", "market value of equity", "股权市值"),
    ("capital.debt", "debt in the weights", "权重口径债务"),
    ("debt", "gross debt", "有息负债"),
    ("leases", "lease liabilities", "租赁负债"),
    ("pensions", "pension deficit", "养老金缺口"),
    ("preferred", "preferred shares", "优先股"),
    ("minority", "non-controlling interests", "少数股东权益"),
    ("cash", "cash and investments", "现金及投资"),
    (
        "associates",
        "associates and joint ventures",
        "联营及合营企业",
    ),
    (
        "bridge.total",
        "from enterprise value to equity",
        "企业价值至股权价值调整合计",
    ),
    (
        "half_year",
        "half a year of the cost of capital",
        "半年折现因子",
    ),
    ("elapsed", "years since the base period", "基期至估值日年数"),
    (
        "ev.base",
        "enterprise value at the base period",
        "基期时点企业价值",
    ),
    (
        "ev.exit",
        "enterprise value by exit multiple",
        "企业价值（退出倍数法）",
    ),
    (
        "equity.exit",
        "equity value by exit multiple",
        "股权价值（退出倍数法）",
    ),
    (
        "nopat.terminal",
        "operating income after tax, first year after the horizon",
        "永续期首年税后经营利润",
    ),
    (
        "fcff.terminal",
        "free cash flow, first year after the horizon",
        "永续期首年自由现金流",
    ),
    (
        "discount.end",
        "discount factor at the horizon",
        "期末折现系数",
    ),
    (
        "tv.share.exit",
        "share of the terminal value, exit multiple",
        "终值占比（退出倍数法）",
    ),
    ("ebitda", "EBITDA", "EBITDA"),
    ("implied.m", "terminal value to NOPAT", "终值/NOPAT"),
    (
        "implied.b",
        "coefficient of the implied growth",
        "隐含增长方程系数一",
    ),
    (
        "implied.c",
        "coefficient of the implied growth",
        "隐含增长方程系数二",
    ),
    (
        "value.weighted",
        "probability-weighted value a share",
        "概率加权每股价值",
    ),
    (
        "target.bear",
        "twelve-month value, bear",
        "十二个月价值（悲观）",
    ),
    (
        "target.base",
        "twelve-month value, base",
        "十二个月价值（基准）",
    ),
    (
        "target.bull",
        "twelve-month value, bull",
        "十二个月价值（乐观）",
    ),
    ("target", "twelve-month target", "十二个月目标价"),
    ("downside", "loss to the bear value", "至悲观情景的下行空间"),
    ("upside_to_downside", "upside to downside", "上行/下行比"),
    ("probability.bear", "probability, bear", "概率（悲观）"),
    ("probability.base", "probability, base", "概率（基准）"),
    ("probability.bull", "probability, bull", "概率（乐观）"),
    ("book", "book equity", "净资产"),
    ("roe", "return on equity", "净资产收益率"),
    (
        "roe.terminal",
        "return on equity at the horizon",
        "期末净资产收益率",
    ),
    ("earnings", "earnings", "净利润"),
    ("dividend", "dividends", "分红"),
    ("excess", "excess return", "超额收益"),
    (
        "pv.excess",
        "present value of the excess return",
        "超额收益现值",
    ),
    ("pv.dividend", "present value of dividends", "分红现值"),
    ("excess.terminal", "terminal excess return", "永续超额收益"),
    ("pv.terminal", "present value of it", "永续超额收益现值"),
    (
        "equity.base",
        "equity value at the base period",
        "基期时点股权价值",
    ),
    (
        "equity.dividends",
        "equity value by dividends",
        "股权价值（股利折现）",
    ),
    (
        "pb.justified",
        "P/B that the return justifies",
        "收益率对应的合理 P/B",
    ),
    ("affo", "adjusted funds from operations", "AFFO"),
    ("ffo", "funds from operations", "FFO"),
    (
        "capex.maintenance",
        "maintenance capital expenditure",
        "维持性资本开支",
    ),
    ("noi", "net operating income", "净营运收入（NOI）"),
    ("equity.affo", "equity value by AFFO", "股权价值（AFFO）"),
    (
        "failure.recovery",
        "recovery in failure",
        "失败时可回收价值",
    ),
    (
        "equity.weighed",
        "equity value weighed with failure",
        "计入失败概率的股权价值",
    ),
];

/// What a line of the valuation is called.
pub(crate) fn line(id: &str, language: Language) -> String {
    let named = |id: &str| {
        let found = LINES.iter().find(|(known, ..)| *known == id);
        found.map(|(_, english, chinese)| language.pick(*english, *chinese))
    };
    if let Some(name) = named(id) {
        return name.to_owned();
    }
    let known = label(id, language);
    if known != id {
        return known;
    }
    match id.rsplit_once(".y") {
        Some((family, year)) if year.bytes().all(|byte| byte.is_ascii_digit()) => {
            match named(family) {
                Some(name) => language.pick(
                    format!("{name}, year {year}"),
                    format!("{name}（第 {year} 年）"),
                ),
                None => known,
            }
        }
        _ => known,
    }
}

/// The same as the head of a row or a cell.
pub(crate) fn line_title(id: &str, language: Language) -> String {
    let name = line(id, language);
    let mut letters = name.chars();
    match letters.next() {
        Some(first) if !name.starts_with("EV/") => first.to_uppercase().chain(letters).collect(),
        _ => name,
    }
}
