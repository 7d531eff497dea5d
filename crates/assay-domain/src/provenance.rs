use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Document, Language, Tier, Timestamp};

/// How a document came in. It says what can be known of where it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// Assay fetched it from the host that its origin names.
    Fetched,
    /// A person gave the file.
    Given,
    /// A tool or an agent handed the text in.
    HandedIn,
}

/// By what a document has its tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum TierBasis {
    /// The host that Assay itself fetched it from.
    Host,
    /// A given file with the cover that the law demands of a filing: a copy, as it says of itself.
    FilingCopy,
    /// A given table of a company's figures: each is as good as the filings that state it.
    GivenFigures,
    /// A given file that proves nothing about its origin.
    GivenFile,
    /// A tool or an agent handed it in.
    HandedIn,
    /// Its own words claim less than could be said of it.
    OwnWord,
    /// A person said so.
    Declared {
        at: Timestamp,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

impl TierBasis {
    /// As a list of documents says it.
    pub fn text(&self, language: Language) -> String {
        let (english, chinese) = match self {
            Self::Host => ("by the host it was fetched from", "按抓取的网站"),
            Self::FilingCopy => (
                "copy of a filing, as its cover says",
                "申报文件副本（据其封面）",
            ),
            Self::GivenFigures => (
                "figures that you gave; filed where a filing says the same",
                "您提供的数据；有申报文件印证者视同披露",
            ),
            Self::GivenFile => (
                "file that you gave; origin not proven",
                "您提供的文件，来源未证实",
            ),
            Self::HandedIn => ("handed in by a tool or an agent", "由工具或代理提交"),
            Self::OwnWord => ("as it says of itself", "据其自述"),
            Self::Declared { at, reason } => return declared(*at, reason.as_deref(), language),
        };
        language.pick(english, chinese).to_owned()
    }
}

fn declared(at: Timestamp, reason: Option<&str>, language: Language) -> String {
    let day = at.strftime("%Y-%m-%d");
    match reason {
        Some(reason) => language.pick(
            format!("set by you on {day}: {reason}"),
            format!("您于 {day} 设定：{reason}"),
        ),
        None => language.pick(format!("set by you on {day}"), format!("您于 {day} 设定")),
    }
}

impl Document {
    /// Takes a person's word on how far it can be trusted.
    pub fn declare_tier(&mut self, tier: Tier, reason: Option<String>, at: Timestamp) {
        self.tier = tier;
        self.tier_basis = Some(TierBasis::Declared { at, reason });
    }
}
