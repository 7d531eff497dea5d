//! # What
//! Marks hidden text that speaks to its reader without giving a plain order.
//!
//! # Why
//! Comments, metadata and file names are written for programs. Words to a reader are out of place
//! there, and yet sometimes honest (a note among editors), so that the document is marked and stays.
//!
//! # Example
//! `<!-- You should know that this year is special. -->`

use std::sync::LazyLock;

use regex::bytes::Regex;

use super::over_normal;

pub(crate) const CODE: &str = "G-009";

pub(crate) static SOFT: LazyLock<Regex> = LazyLock::new(|| {
    over_normal(
        r"\byou\s+(?:must|should|shall|have\s+to|need\s+to|are\s+(?:to|required|instructed))\s+\w+|\bplease\s+(?:\w+\s+){2,}|\b(?:instructions?|prompts?)\s+(?:to|for)\s+(?:the\s+)?(?:reader|reviewer|ai|model)|你(?:必须|应该|需要|务必|應該|必須)|(?:请|請)(?:务必|務必|注意|推荐|记住)",
    )
});

/// What builders of pages and software write to each other and to visitors.
pub(crate) static ORDINARY: LazyLock<Regex> = LazyLock::new(|| {
    over_normal(
        r"\b(?:javascript|browsers?|cookies?|log(?:ged)?\s*-?in|sign(?:ed)?\s*-?(?:in|up)|enable[ds]?|subscri\w+|regist\w+|plugins?|flash|css|html|script|templates?|source\s+code|license|licence|copyright|do\s+not\s+(?:edit|remove|modify|change|delete)|don't\s+(?:edit|remove|modify|change|delete)|generated|documentation|contact\s+us|e-?mail\s+us|refresh|reload|upgrade|captcha|password\s+reset)\b|请勿(?:编辑|修改|删除)|请(?:登录|注册|刷新|启用)",
    )
});
