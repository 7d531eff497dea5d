use assay_domain::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a reader may be given, from the fullest to the barest. The order is the ladder: of two
/// answers the later one wins.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum OutputType {
    /// Valuation and the full memo.
    #[default]
    Memo,
    /// What is known and what to watch; no target.
    WatchlistCard,
    /// What might be, and the tests that would tell.
    HypothesisList,
    /// The values that contradict each other side by side, and the document that would settle it.
    ConflictReport,
    /// What is missing, and nothing about the company.
    ErrorReport,
}

impl OutputType {
    pub const LADDER: [Self; 5] = [
        Self::Memo,
        Self::WatchlistCard,
        Self::HypothesisList,
        Self::ConflictReport,
        Self::ErrorReport,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Memo => "memo",
            Self::WatchlistCard => "watchlist_card",
            Self::HypothesisList => "hypothesis_list",
            Self::ConflictReport => "conflict_report",
            Self::ErrorReport => "error_report",
        }
    }

    pub fn title(self, language: Language) -> &'static str {
        match self {
            Self::Memo => language.pick("investment memo", "投资备忘录"),
            Self::WatchlistCard => language.pick("watchlist card", "观察名单卡片"),
            Self::HypothesisList => language.pick("hypothesis list", "待验证假设清单"),
            Self::ConflictReport => language.pick("conflict report", "冲突报告"),
            Self::ErrorReport => language.pick("error report", "错误报告"),
        }
    }
}
