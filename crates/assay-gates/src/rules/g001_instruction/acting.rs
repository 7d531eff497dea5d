//! Orders to act, to the reader of an English text: to use a tool, to carry something out of the
//! house, to come to a given result.

use super::english::group;
use super::{Group, Topic};
use crate::rules::Action;

pub(super) fn groups() -> Vec<Group> {
    vec![
        to_use_tools(),
        to_carry_out(),
        to_rate(),
        to_see_to_it(),
        in_spite_of_facts(),
        to_conclude(),
    ]
}

/// Where an imperative stands: at the start of a sentence, or behind what urges.
const IMPERATIVE: &str =
    r"(?:(?:^|[.!?:;,\n])\W{0,3}|\b(?:please|now|immediately|then|must|should|next|and|first)\s+)";

/// Verbs that tools are named after, with the sign that joins them to what they act on.
pub(super) const TOOL_NAMES: &str = "delete_|remove_|send_|transfer_|write_|get_|set_|update_|create_|post_|upload_|run_|\
     exec_|execute_|drop_|web_|fetch_|open_|pay_|buy_|sell_|place_|grant_|wipe_|publish_|edit_|move_|read_";

/// A name of several words joined by `_`, as those of tools are.
pub(super) const TOOL_NAME: &str = r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b";

/// The verbs of tools that change something outside.
pub(super) const ACTING: &str = "(?:delete|remove|send|transfer|write|post|upload|exec|execute|drop|pay|buy|sell|place|grant|wipe|run|publish)";

fn to_use_tools() -> Group {
    let call = r"(?:use|call|invoke|run|execute|trigger|launch|activate)";
    let patterns = [
        format!(
            r"{IMPERATIVE}(?:please\s+|now\s+|immediately\s+)?{call}\s+(?:the\s+|your\s+)?(?:tool\s+|function\s+)?[`'\x22]?\b{ACTING}_[a-z0-9_]+"
        ),
        format!(
            r"\b(?:please|now|immediately)\s+{call}\s+(?:the\s+|your\s+)?(?:tool\s+|function\s+)?[`'\x22]?{TOOL_NAME}[`'\x22]?(?:\s+(?:tool|function)\b)?"
        ),
        format!(
            r"{IMPERATIVE}(?:trigger|invoke|launch)\s+(?:the\s+|your\s+)?{TOOL_NAME}\s+(?:tool|function)\b"
        ),
        format!(
            r"\byou\s+(?:must|should|shall|have\s+to|need\s+to|will)\s+(?:first\s+|now\s+|immediately\s+)?{call}\s+(?:the\s+)?{TOOL_NAME}|\b(?:schedule|make|place|issue)\s+an?\s+(?:\w+\s+)?call\s+to\s+{TOOL_NAME}"
        ),
        format!(
            r"{IMPERATIVE}(?:{call}\s+(?:the|your)\s+(?:shell|terminal|e-?mail|payment|browser|browsing)\s+tool\b|make\s+an?\s+(?:tool|function)\s+call\s+to\b)"
        ),
    ];
    let flag = |pattern: &String| (Action::Flag, "an order to use a tool", pattern.clone());
    group(
        &format!(
            "{TOOL_NAMES}|shell tool|terminal tool|email tool|e-mail tool|payment tool|browser tool|browsing tool|\
             tool call|function call"
        ),
        Topic::Act,
        &patterns.iter().map(flag).collect::<Vec<_>>(),
    )
}

/// Every verb before every word that may follow it: what such an order begins with.
pub(super) fn beginnings(verbs: &str, objects: &str) -> String {
    let pairs = verbs.split('|').flat_map(|verb| {
        let objects = objects.split('|');
        objects.map(move |object| format!("{verb} {object}"))
    });
    pairs.collect::<Vec<_>>().join("|")
}

fn to_carry_out() -> Group {
    let own = r"(?:context(?:\s+window)?|(?:your|the)\s+notes|notes\s+you|memory|files\s+you|documents\s+you|system\s+prompt|instructions|api\s+keys?(?:\s+you)?|conversation|chat)";
    let place = r"(?:https?://|[\w.+-]+@[\w-]+\.\w|(?:the|this|my)\s+(?:webhook|address|url|link|endpoint|server))";
    let send = "share|send|post|upload|e-mail|email|mail|forward|transmit|submit|copy";
    let disguise = "encode|encrypt|compress|put|embed|hide";
    let patterns = [
        r"\b(?:open|visit|fetch|load|request|go\s+to|call)\s+https?://\S{1,200}[^.!?\n]{0,20}\b(?:and|with)\s+(?:append|add|attach|include|put)\b".to_owned(),
        r"\b(?:open|visit|fetch|load|request|call)\s+https?://[^\s<>{\[]{0,200}=(?:<|\{|\[)\s*(?:(?:the|your|all|what)\s|conversation|chat|context|notes|secret|system)".to_owned(),
        format!(
            r"{IMPERATIVE}(?:{send})\s+(?:all|the|your|every|me)\b[^.!?\n]{{0,60}}{own}\b[^.!?\n]{{0,60}}\b(?:to|at|into)\s+{place}"
        ),
        format!(
            r"\b(?:{send})\s+(?:everything|all|anything|the\s+(?:full|whole|entire)\s+(?:chat|conversation|context))\b[^.!?\n]{{0,40}}\b(?:to|with|into|for)\s+(?:https?://|an?\s+e-?mail\s+(?:to|for)|\S+@\w)"
        ),
        r"\b(?:embed|put|encode|append|include|hide)\s+(?:the|your|any)\s+(?:secret|api|private)\s+keys?\b[^.!?\n]{0,60}\b(?:parameter|link|url|address|image|picture)\b".to_owned(),
        format!(
            r"\b(?:{disguise})\s+(?:the|this|our|your)\s+(?:whole\s+|entire\s+)?(?:conversation|chat|context|history|system\s+prompt)\b[^.!?\n]{{0,60}}\b(?:link|url|address|image|picture)\b"
        ),
        r"\buser'?s?\s+(?:private|personal|confidential|secret)\s+\w+\s+(?:in|into|to)\s+(?:the|an?|your)\s+(?:link|url|address|image)\b".to_owned(),
    ];
    let quarantine = |pattern: &String| {
        let reason = "an order to send away what the machine knows";
        (Action::Quarantine, reason, pattern.clone())
    };
    group(
        // what is sent is no trigger: reports speak of notes, files and context on every page
        &format!(
            "http|secret key|private key|api key|{}|{}|user's private|user's personal|\
             user's confidential|user's secret|user private|user personal|user confidential|user secret|\
             users private|users personal|users confidential|users secret",
            beginnings(send, "all|the|your|every|me|everything|anything"),
            beginnings(disguise, "the|this|our|your"),
        ),
        Topic::Leak,
        &patterns.iter().map(quarantine).collect::<Vec<_>>(),
    )
}

const WORK: &str =
    "(?:summary|report|answer|response|conclusion|analysis|review|rating|recommendation)";

/// Patterns about the outcome, with their triggers. Those whose triggers are common words of reports
/// are groups of their own, so that such a word calls up no other pattern.
fn about_results(triggers: &str, patterns: &[String]) -> Group {
    let flag = |pattern: &String| {
        let reason = "an order about what to conclude";
        (Action::Flag, reason, pattern.clone())
    };
    group(
        triggers,
        Topic::Writing,
        &patterns.iter().map(flag).collect::<Vec<_>>(),
    )
}

fn to_rate() -> Group {
    let grade = r"\x22?'?(?:an?\s+)?(?:strong\s+)?(?:buy|sell|hold|outperform|underperform|overweight|underweight|positive|negative|bullish|undervalued|top\s+pick)";
    let result = "conclusion|rating|recommendation|verdict|assessment|score|opinion";
    let pattern = format!(
        r"{IMPERATIVE}(?:change|revise|set|alter|adjust|raise|upgrade|switch|rewrite)\s+(?:the|your)\s+(?:final\s+)?(?:{result})\b[^.!?\n]{{0,40}}\bto\s+{grade}\b"
    );
    let triggers = beginnings("the|your|the final|your final", result);
    about_results(&triggers, &[pattern])
}

fn to_see_to_it() -> Group {
    let pattern = format!(
        r"\b(?:make\s+sure|ensure|see\s+to\s+it)\s+(?:that\s+)?(?:the|your)\s+(?:final\s+)?{WORK}\s+(?:says?|states?|mentions?|concludes?|recommends?|does\s+not\s+(?:mention|say)|calls?|describes?|praises?)\b"
    );
    let triggers = beginnings(
        "make sure|make sure that|ensure|ensure that|see to it|see to it that",
        "the|your",
    );
    about_results(&triggers, &[pattern])
}

fn in_spite_of_facts() -> Group {
    let facts = r"(?:the\s+)?(?:data|evidence|figures|facts|numbers|sources|documents)\b";
    let spite = r"\b(?:whatever|no\s+matter\s+what|regardless\s+of(?:\s+what)?)";
    let patterns = [
        format!(
            r"{spite}\s+{facts}[^.!?\n]{{0,20}},\s*(?:always\s+|please\s+|you\s+must\s+)?(?:conclude|say|state|recommend|rate|write|report|call)\b"
        ),
        format!(r"\b{WORK}\b[^.!?\n]{{0,80}}{spite}\s+{facts}"),
    ];
    about_results("whatever|no matter what|regardless of", &patterns)
}

fn to_conclude() -> Group {
    let patterns = [
        r"(?:^|[.!?:\n]\s*)always\s+(?:describe|present|portray|refer\s+to|rate|rank|call|recommend)\b[^.!?\n]{0,100}\b(?:as\s+(?:the|an?)\b|(?:strong\s+)?buy\b)",
        r"(?:^|[.!?:\n]\s*)(?:please\s+)?(?:conclude\s+that\b|(?:omit|leave\s+out|skip)\b[^.!?\n]{0,60}\b(?:from|in)\s+(?:the|your)\s+(?:summary|report|answer|analysis|review)\b|replace\s+(?:all|every)\s+mentions?\s+of\b)",
        r"\b(?:give|award|assign)\s+this\s+\w+\s+(?:the\s+(?:highest|best|top)\s+(?:score|rating|rank|mark|grade)|full\s+marks)\b",
        r"\bwhen(?:ever)?\s+you\s+(?:write|summari[sz]e|draft|compose)\b[^.!?\n]{0,60},\s*(?:please\s+)?(?:leave|omit|skip|say|state|mention|do\s+not|don't|conclude|describe|call)\b",
    ];
    about_results(
        "always describe|always call|always present|always rate|always recommend|always portray|\
         always rank|always refer|conclude that|omit |leave out|skip |mention of|mentions of|\
         give this|award this|assign this|you write|you summari|you draft|you compose",
        &patterns.map(str::to_owned),
    )
}
