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

use memchr::memchr3_iter;

use super::{Action, Match, Pattern, widened_match};
use crate::normal::Normal;

pub(crate) const CODE: &str = "G-003";

/// How far behind the start of a line the name of a speaker may stand, in bytes.
const MARGIN: usize = 12;
/// How much of a line a pattern may look at, in bytes.
const REACH: usize = 120;

pub(crate) fn check(text: &str, normal: &Normal) -> Vec<Match> {
    let mut found: Vec<Match> = Vec::new();
    for start in places(&normal.text) {
        let end = normal.text.len().min(start + REACH);
        let end = normal.text.ceil_char_boundary(end);
        let part = normal.text.get(start..end).unwrap_or_default();
        for pattern in PATTERNS.iter() {
            for place in pattern.regex.find_iter(part.as_bytes()) {
                let place = start + place.start()..start + place.end();
                let (action, reason) = (pattern.action, pattern.reason);
                found.push(widened_match(text, normal, &place, CODE, action, reason));
            }
        }
    }
    found
}

/// Where a mark of a template or a line with a speaker begins.
fn places(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let first = is_speaker(bytes).then_some(0);
    let candidates = memchr3_iter(b'\n', b'<', b'[', bytes);
    let is_place = |at: &usize| match bytes.get(*at..).unwrap_or_default() {
        line @ [b'\n', ..] => is_speaker(line),
        mark => MARKS.iter().any(|known| mark.starts_with(known.as_bytes())),
    };
    first
        .into_iter()
        .chain(candidates.filter(is_place))
        .collect()
}

/// Whether a line begins with the name of a speaker, apart from signs in front of it.
fn is_speaker(line: &[u8]) -> bool {
    let is_in_front = |byte: &&u8| byte.is_ascii_punctuation() || byte.is_ascii_whitespace();
    let margin = line.iter().take(MARGIN).take_while(is_in_front).count();
    let line = line.get(margin..).unwrap_or_default();
    let line = line.strip_prefix("【".as_bytes()).unwrap_or(line);
    // Hardly a line begins with the letter of one.
    let begins_so = |speaker: &&&str| line.first() == speaker.as_bytes().first();
    let mut near = SPEAKERS.iter().filter(begins_so);
    near.any(|speaker| line.starts_with(speaker.as_bytes()))
}

static MARKS: assay_domain::WordList = assay_domain::word_list!("rules/g003_chat_markers/marks");

static SPEAKERS: assay_domain::WordList =
    assay_domain::word_list!("rules/g003_chat_markers/speakers");

static PATTERNS: LazyLock<[Pattern; 6]> = LazyLock::new(|| {
    let new = Pattern::new;
    let quarantine = Action::Quarantine;
    [
        new(
            quarantine,
            "a mark of a chat template",
            r"<\|[a-z](?:[a-z0-9_ ]|▁){1,30}\|>|<(?:start|end)_of_turn>|<</?sys>>|\[/?inst(?:ructions?)?\]|\[/?system_prompt\]",
        ),
        new(
            quarantine,
            "a heading that names a speaker of a chat",
            r"(?m)^#{2,3} ?(?:system|instruction|human|assistant|user|response)(?: prompt| message)? ?:",
        ),
        new(
            quarantine,
            "a line that speaks as the system",
            r"(?m)^\W{0,4}(?:(?:system|developer|admin(?:istrator)?) ?(?:prompt|message|override|instructions?|command|notice)\W{0,3}:|(?:system|developer|assistant)\W{0,3}:\W{0,3}(?:you\b|your\b|ignore\b|disregard\b|forget\b|from now\b|new instructions?\b|the user\b|the assistant\b|the (?:previous|earlier) (?:context|conversation)\b|(?:stop|cancel|abort) (?:the|your|all)\b)|user\W{0,3}:\W{0,3}(?:ignore|disregard|forget|stop) (?:the|your|all|everything)\b)|\[system\]\W{0,3}(?:you\b|your\b|ignore\b|disregard\b|the assistant\b|from now\b)",
        ),
        new(
            Action::Flag,
            "a mark of the system around a text",
            r"</?system>",
        ),
        new(
            Action::Flag,
            "a line that speaks as the machine",
            r"(?m)^\W{0,4}(?:assistant\W{0,3}:\W{0,3}(?:understood|sure|okay|ok|of course|certainly|i will|i'll)\b|助手(?:回复|回答) ?:|助手 ?: ?(?:好的|明白|收到|我会|当然)|assistant response ?:)",
        ),
        new(
            quarantine,
            "a line that speaks as the system",
            r"(?m)^(?:【|\[)/?指令(?:】|\])|^\s{0,4}(?:(?:【|\[|\()?(?:系统|系統|管理员|开发者|開發者)(?:提示词?|消息|指令|通知|命令)?(?:】|\]|\)|\s?:)\s?:?\s?(?:你|忽略|无视|從現在|从现在|停止(?:当前|所有)|立即|安全检查|先前|之前|以上|上下文|将该|把|模型|(?:请|請)(?:你|忽略|无视|推荐|给出|按|将|把|调用|执行|停止|写|改))|(?:用户|用戶) ?: ?(?:忘|忽略|停止|别写|不要写))",
        ),
    ]
});
