//! # What
//! Finds the marks that chat models use to tell the speakers of a conversation apart.
//!
//! # Why
//! A document has no reason to hold them. Inside a prompt they can make what follows look as if the
//! system or the user had said it.
//!
//! # Example
//! `<|im_start|>system`, `[INST]`, `<<SYS>>`, `### System:`, `System: you are …`.

use std::sync::LazyLock;

use super::{Action, Match, Pattern, widened_match};
use crate::normal::Normal;

pub(crate) const CODE: &str = "G-003";

pub(crate) fn check(text: &str, normal: &Normal<'_>) -> Vec<Match> {
    let matches_of = |pattern: &'static Pattern| {
        let places = pattern.regex.find_iter(&normal.text);
        places.map(|place| {
            let range = place.range();
            widened_match(text, normal, range, CODE, pattern.action, pattern.reason)
        })
    };
    PATTERNS.iter().flat_map(matches_of).collect()
}

static PATTERNS: LazyLock<[Pattern; 4]> = LazyLock::new(|| {
    let new = Pattern::new;
    let quarantine = Action::Quarantine;
    [
        new(
            quarantine,
            "a mark of a chat template",
            r"(?i)<\|[a-z][a-z0-9_▁ ]{1,30}\|>|<(?:start|end)_of_turn>|<</?SYS>>|\[/?INST\]|\[/?SYSTEM_PROMPT\]",
        ),
        new(
            quarantine,
            "a heading that names a speaker of a chat",
            r"(?im)^#{2,3} ?(?:system|instruction|human|assistant|user|response)(?: prompt| message)? ?:",
        ),
        new(
            quarantine,
            "a line that speaks as the system",
            r"(?im)^\W{0,4}(?:(?:system|developer|admin(?:istrator)?) ?(?:prompt|message|override|instructions?|command|notice)\W{0,3}[:：]|(?:system|developer|assistant)\W{0,3}[:：]\W{0,3}(?:you\b|your\b|ignore\b|disregard\b|forget\b|from now\b|new instructions?\b|the user\b))",
        ),
        new(
            quarantine,
            "a line that speaks as the system",
            r"(?m)^\s{0,4}[【\[（(]?(?:系统|管理员|开发者)(?:提示词?|消息|指令|通知|命令)?[】\]）)]?\s?[:：]\s?(?:你|请|忽略|无视|从现在)",
        ),
    ]
});
