use assay_domain::{Decimal, Language};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bilingual::Bilingual;
use super::figures;
use super::measured::Measured;

/// A figure of a run by name. This is the whole list: a rule over anything else is refused.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RunMetric {
    CriticalClaims,
    CriticalClaimsSupportedAb,
    UnsupportedCriticalClaims,
    UnsupportedCriticalRatio,
    AbEvidenceCoverage,
    ClaimsContradicted,
    CoreConclusions,
    UnsupportedCoreConclusions,
    FactualSentences,
    MissingCitationRate,
    UnsupportedSentenceRate,
    UnresolvedConflicts,
    BasisConflicts,
    CoreDataPoints,
    CoreDataMissing,
    CoreDataUnreachable,
    CoreDataAgeDays,
    StaleCorePoints,
    ExpiredCorePoints,
    SingleSourceCoreRatio,
    HypothesesCount,
    ExecutableActionsFound,
    SafetyCheckPassed,
    SafetyChecksFailed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MetricUnit {
    Count,
    /// 0 to 100; a threshold is written with `%`. Of nothing there is no share.
    Percent,
    Days,
    /// 1 for yes, 0 for no.
    Flag,
}

impl MetricUnit {
    pub fn name(self, language: Language) -> &'static str {
        match self {
            Self::Count => language.pick("count", "个"),
            Self::Percent => "%",
            Self::Days => language.pick("days", "天"),
            Self::Flag => language.pick("0 or 1", "0 或 1"),
        }
    }
}

/// The value of a metric in one run and what is behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MetricReading {
    pub metric: RunMetric,
    /// Null where there is nothing to measure, which is not zero.
    pub value: Option<Decimal>,
    /// The claims, data points, conflicts or places that make up the figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<String>,
}

impl RunMetric {
    pub const ALL: [Self; 24] = [
        Self::CriticalClaims,
        Self::CriticalClaimsSupportedAb,
        Self::UnsupportedCriticalClaims,
        Self::UnsupportedCriticalRatio,
        Self::AbEvidenceCoverage,
        Self::ClaimsContradicted,
        Self::CoreConclusions,
        Self::UnsupportedCoreConclusions,
        Self::FactualSentences,
        Self::MissingCitationRate,
        Self::UnsupportedSentenceRate,
        Self::UnresolvedConflicts,
        Self::BasisConflicts,
        Self::CoreDataPoints,
        Self::CoreDataMissing,
        Self::CoreDataUnreachable,
        Self::CoreDataAgeDays,
        Self::StaleCorePoints,
        Self::ExpiredCorePoints,
        Self::SingleSourceCoreRatio,
        Self::HypothesesCount,
        Self::ExecutableActionsFound,
        Self::SafetyCheckPassed,
        Self::SafetyChecksFailed,
    ];

    pub fn name(self) -> &'static str {
        self.about().name
    }

    pub fn unit(self) -> MetricUnit {
        self.about().unit
    }

    /// What the figure is.
    pub fn description(self, language: Language) -> &'static str {
        language.pick(self.about().en, self.about().zh)
    }

    /// Which step of a run it comes from.
    pub fn origin(self, language: Language) -> &'static str {
        let (en, zh) = self.about().origin;
        language.pick(en, zh)
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }

    pub fn reading(self, measured: &Measured) -> MetricReading {
        let (value, ids) = figures::figure(self, measured);
        MetricReading {
            metric: self,
            value,
            ids,
        }
    }

    fn about(self) -> &'static About {
        match self {
            Self::CriticalClaims => &CRITICAL_CLAIMS,
            Self::CriticalClaimsSupportedAb => &CRITICAL_CLAIMS_SUPPORTED_AB,
            Self::UnsupportedCriticalClaims => &UNSUPPORTED_CRITICAL_CLAIMS,
            Self::UnsupportedCriticalRatio => &UNSUPPORTED_CRITICAL_RATIO,
            Self::AbEvidenceCoverage => &AB_EVIDENCE_COVERAGE,
            Self::ClaimsContradicted => &CLAIMS_CONTRADICTED,
            Self::CoreConclusions => &CORE_CONCLUSIONS,
            Self::UnsupportedCoreConclusions => &UNSUPPORTED_CORE_CONCLUSIONS,
            Self::FactualSentences => &FACTUAL_SENTENCES,
            Self::MissingCitationRate => &MISSING_CITATION_RATE,
            Self::UnsupportedSentenceRate => &UNSUPPORTED_SENTENCE_RATE,
            Self::UnresolvedConflicts => &UNRESOLVED_CONFLICTS,
            Self::BasisConflicts => &BASIS_CONFLICTS,
            Self::CoreDataPoints => &CORE_DATA_POINTS,
            Self::CoreDataMissing => &CORE_DATA_MISSING,
            Self::CoreDataUnreachable => &CORE_DATA_UNREACHABLE,
            Self::CoreDataAgeDays => &CORE_DATA_AGE_DAYS,
            Self::StaleCorePoints => &STALE_CORE_POINTS,
            Self::ExpiredCorePoints => &EXPIRED_CORE_POINTS,
            Self::SingleSourceCoreRatio => &SINGLE_SOURCE_CORE_RATIO,
            Self::HypothesesCount => &HYPOTHESES_COUNT,
            Self::ExecutableActionsFound => &EXECUTABLE_ACTIONS_FOUND,
            Self::SafetyCheckPassed => &SAFETY_CHECK_PASSED,
            Self::SafetyChecksFailed => &SAFETY_CHECKS_FAILED,
        }
    }
}

/// The table of all metrics as a reader sees it, in Markdown.
pub fn metric_table(language: Language) -> String {
    let head = language.pick(
        "| Metric | Unit | What it is | Comes from |\n| --- | --- | --- | --- |\n",
        "| 指标 | 单位 | 含义 | 来源 |\n| --- | --- | --- | --- |\n",
    );
    let rows = RunMetric::ALL.map(|metric| {
        format!(
            "| `{}` | {} | {} | {} |\n",
            metric.name(),
            metric.unit().name(language),
            metric.description(language),
            metric.origin(language)
        )
    });
    format!("{head}{}", rows.concat())
}

/// The value of a reading as a reader sees it.
pub(crate) fn shown(value: Option<Decimal>, unit: MetricUnit) -> Bilingual {
    let Some(value) = value else {
        return Bilingual::new("not measurable", "无法计量");
    };
    let value = value.round_dp(1).normalize();
    match unit {
        MetricUnit::Count | MetricUnit::Flag => {
            Bilingual::new(value.to_string(), value.to_string())
        }
        MetricUnit::Percent => Bilingual::new(format!("{value} %"), format!("{value}%")),
        MetricUnit::Days => Bilingual::new(format!("{value} days"), format!("{value} 天")),
    }
}

struct About {
    name: &'static str,
    unit: MetricUnit,
    en: &'static str,
    zh: &'static str,
    origin: (&'static str, &'static str),
}

type Origin = (&'static str, &'static str);

const RESEARCH: Origin = ("research", "研究机理");
const CLAIM_CHECK: Origin = ("claim check", "断言核验");
const DATA: Origin = ("data integrity", "数据完整性");
const COMPOSER: Origin = ("report composer", "报告撰写");
const SAFETY: Origin = ("output safety", "输出安全");

const CRITICAL_CLAIMS: About = About {
    name: "critical_claims",
    unit: MetricUnit::Count,
    en: "claims that the conclusion stands or falls with",
    zh: "结论成立与否所依赖的关键断言数",
    origin: RESEARCH,
};
const CRITICAL_CLAIMS_SUPPORTED_AB: About = About {
    name: "critical_claims_supported_ab",
    unit: MetricUnit::Count,
    en: "critical claims that hold on evidence of tier A or B",
    zh: "有 A/B 级证据支持且核验通过的关键断言数",
    origin: CLAIM_CHECK,
};
const UNSUPPORTED_CRITICAL_CLAIMS: About = About {
    name: "unsupported_critical_claims",
    unit: MetricUnit::Count,
    en: "critical claims that no evidence carries",
    zh: "没有任何证据支持的关键断言数",
    origin: CLAIM_CHECK,
};
const UNSUPPORTED_CRITICAL_RATIO: About = About {
    name: "unsupported_critical_ratio",
    unit: MetricUnit::Percent,
    en: "share of critical claims that no evidence carries",
    zh: "关键断言中无证据支持的占比",
    origin: CLAIM_CHECK,
};
const AB_EVIDENCE_COVERAGE: About = About {
    name: "ab_evidence_coverage",
    unit: MetricUnit::Percent,
    en: "share of critical claims that hold on evidence of tier A or B",
    zh: "关键断言的 A/B 级证据覆盖率",
    origin: CLAIM_CHECK,
};
const CLAIMS_CONTRADICTED: About = About {
    name: "claims_contradicted",
    unit: MetricUnit::Count,
    en: "critical claims whose evidence says the opposite",
    zh: "与证据相抵触的关键断言数",
    origin: CLAIM_CHECK,
};
const CORE_CONCLUSIONS: About = About {
    name: "core_conclusions",
    unit: MetricUnit::Count,
    en: "critical claims that are conclusions themselves",
    zh: "核心结论数",
    origin: RESEARCH,
};
const UNSUPPORTED_CORE_CONCLUSIONS: About = About {
    name: "unsupported_core_conclusions",
    unit: MetricUnit::Count,
    en: "core conclusions that no evidence carries",
    zh: "没有证据支持的核心结论数",
    origin: CLAIM_CHECK,
};
const FACTUAL_SENTENCES: About = About {
    name: "factual_sentences",
    unit: MetricUnit::Count,
    en: "sentences that state a fact",
    zh: "陈述事实的句子数",
    origin: COMPOSER,
};
const MISSING_CITATION_RATE: About = About {
    name: "missing_citation_rate",
    unit: MetricUnit::Percent,
    en: "share of factual sentences without a citation",
    zh: "事实句的引用缺失率",
    origin: COMPOSER,
};
const UNSUPPORTED_SENTENCE_RATE: About = About {
    name: "unsupported_sentence_rate",
    unit: MetricUnit::Percent,
    en: "share of factual sentences that no evidence bears out, cited or not",
    zh: "无证据支持的事实句占比（无论是否引用）",
    origin: COMPOSER,
};
const UNRESOLVED_CONFLICTS: About = About {
    name: "unresolved_conflicts",
    unit: MetricUnit::Count,
    en: "conflicts between sources that nothing resolved, of any kind",
    zh: "未解决的来源冲突数（各类合计）",
    origin: DATA,
};
const BASIS_CONFLICTS: About = About {
    name: "basis_conflicts",
    unit: MetricUnit::Count,
    en: "unresolved conflicts in which the sides use different bases",
    zh: "未解决的口径冲突数",
    origin: DATA,
};
const CORE_DATA_POINTS: About = About {
    name: "core_data_points",
    unit: MetricUnit::Count,
    en: "core figures that are known",
    zh: "已取得的核心数据数",
    origin: DATA,
};
const CORE_DATA_MISSING: About = About {
    name: "core_data_missing",
    unit: MetricUnit::Count,
    en: "core figures that no source has",
    zh: "各来源均未提供的核心数据数",
    origin: DATA,
};
const CORE_DATA_UNREACHABLE: About = About {
    name: "core_data_unreachable",
    unit: MetricUnit::Count,
    en: "core figures whose source could not be read",
    zh: "来源无法读取的核心数据数",
    origin: DATA,
};
const CORE_DATA_AGE_DAYS: About = About {
    name: "core_data_age_days",
    unit: MetricUnit::Days,
    en: "age of the oldest core figure in use",
    zh: "在用核心数据中最旧一项的时效天数",
    origin: DATA,
};
const STALE_CORE_POINTS: About = About {
    name: "stale_core_points",
    unit: MetricUnit::Count,
    en: "core figures that are stale or expired",
    zh: "陈旧或过期的核心数据数",
    origin: DATA,
};
const EXPIRED_CORE_POINTS: About = About {
    name: "expired_core_points",
    unit: MetricUnit::Count,
    en: "core figures for which a later period must have been published",
    zh: "本应已有更新期间披露的核心数据数",
    origin: DATA,
};
const SINGLE_SOURCE_CORE_RATIO: About = About {
    name: "single_source_core_ratio",
    unit: MetricUnit::Percent,
    en: "share of known core figures that one source alone gives; no default rule looks at it",
    zh: "仅有单一来源的核心数据占比；默认规则不使用",
    origin: DATA,
};
const HYPOTHESES_COUNT: About = About {
    name: "hypotheses_count",
    unit: MetricUnit::Count,
    en: "hypotheses written down for testing; no default rule looks at it",
    zh: "待验证假设数；默认规则不使用",
    origin: RESEARCH,
};
const EXECUTABLE_ACTIONS_FOUND: About = About {
    name: "executable_actions_found",
    unit: MetricUnit::Count,
    en: "places that tell a system to act: to trade, to write to a database, to publish",
    zh: "输出中的可执行动作数（下单、写库、自动发布）",
    origin: SAFETY,
};
const SAFETY_CHECK_PASSED: About = About {
    name: "safety_check_passed",
    unit: MetricUnit::Flag,
    en: "1 when the safety check has run and passed; a check that has not run has not passed",
    zh: "安全校验已运行且通过为 1；未运行视为未通过",
    origin: SAFETY,
};
const SAFETY_CHECKS_FAILED: About = About {
    name: "safety_checks_failed",
    unit: MetricUnit::Count,
    en: "safety checks that ran and did not pass",
    zh: "已运行但未通过的安全检查数",
    origin: SAFETY,
};
