//! Words of the documents, in the reader's language.

use assay_domain::{Confidence, Decimal, Language, Tier};
use assay_ecosystem::{EdgeStatus, PolicyConfidence, Relation};
use assay_facts::{CheckId, ReconciliationVerdict, Sector, Staleness};
use assay_gates::{Fallback, KillAction, MetricUnit, Standing, SwitchState};
use assay_valuation::{ChangeCause, ScenarioName};

use crate::amount;
pub(crate) use crate::line_title::line_title;
pub(crate) use assay_valuation::label as line;

pub(crate) fn tier(tier: Tier, language: Language) -> &'static str {
    match tier {
        Tier::A => language.pick("tier A (filing)", "A 级（法定披露）"),
        Tier::B => language.pick(
            "tier B (company or licensed data)",
            "B 级（公司或授权数据）",
        ),
        Tier::C => language.pick(
            "tier C (press, research or unproven)",
            "C 级（媒体、研报或未证实）",
        ),
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
        EdgeStatus::Excluded => language.pick("too old, not used", "过期未用"),
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
