//! What is about to leave is judged by these rules, in order of their codes.

mod edits;
mod g101_personal_data;
mod g102_secrets;
mod g103_configured_secrets;
mod g104_actions;
mod g105_active_content;
mod g106_disclaimer;
mod g107_structure;
mod g108_kill_switch;
mod links;
mod outgoing;
mod personal;
mod reading;
mod secrets;
mod spreadsheet;
mod trade_orders;
mod view;
mod words;

use std::borrow::Cow;

use assay_domain::{GateSpan, Language};

use edits::{Edit, Edits};
use reading::Reading;
use view::View;

pub use g108_kill_switch::OfRun;
pub use outgoing::{
    Blocker, ConfiguredSecret, EgressDecision, EgressPolicy, EgressVerdict, Outgoing, OutputKind,
};
pub use personal::{Personal, PersonalKind, personal_data};
pub use secrets::{MASK, SecretFinding, SecretShape, masked_secrets, secret_shapes, secrets};
pub use spreadsheet::{csv_cell, xlsx_cell};

/// The codes of the egress rules, each with a page under `docs/codes`.
pub const EGRESS_RULE_CODES: [&str; 8] = [
    g101_personal_data::CODE,
    g102_secrets::CODE,
    g103_configured_secrets::CODE,
    g104_actions::CODE,
    g105_active_content::CODE,
    g106_disclaimer::CODE,
    g107_structure::CODE,
    g108_kill_switch::CODE,
];

/// Taking something out can bring two harmless halves together, so the rules look again until
/// nothing is left; a text that is not settled by then is made to be so.
const MOST_ROUNDS: usize = 12;

/// Something to take out of a text, and what stands there instead.
pub(crate) struct Removal {
    edit: Edit,
    rule: &'static str,
    reason: String,
}

/// Secrets of this installation in a text, as they are and in every usual disguise.
pub fn configured_secrets(text: &str, secrets: &[ConfiguredSecret<'_>]) -> Vec<Blocker> {
    g103_configured_secrets::check(text, &View::of(text), secrets)
}

/// Judges a text before it is delivered or exported. What can be taken out is taken out and listed;
/// what cannot blocks the whole. The same text under the same policy gives the same decision, and
/// the text of a decision passes again unchanged.
pub fn egress(output: &Outgoing<'_>, policy: &EgressPolicy) -> EgressDecision {
    let read = Reading::of(output.text);
    let mut blocked = forbidden(output, &read);
    let removable = |read: &Reading<'_>| {
        let mut found = g105_active_content::check(read, output.language, policy);
        found.extend(g101_personal_data::check(
            &read.view,
            output.language,
            policy,
        ));
        found
    };
    let (text, removed, is_settled) = cleaned(output.text, MOST_ROUNDS, |text| {
        if text == output.text {
            removable(&read)
        } else {
            removable(&Reading::of(text))
        }
    });
    let formal = |read: &Reading<'_>, blocked: &mut Vec<Blocker>| {
        if !is_settled {
            blocked.push(Blocker::new(
                g105_active_content::CODE,
                "the text keeps forming new links, pictures or tags as they are taken out",
            ));
        }
        blocked.extend(g106_disclaimer::check(output, read, policy));
        blocked.extend(g107_structure::check(output, read));
    };
    if text == output.text {
        formal(&read, &mut blocked);
    } else {
        let read = Reading::of(&text);
        let said: Vec<(String, String)> = blocked.iter().map(Blocker::said).collect();
        let again = forbidden(output, &read).into_iter();
        let again = again.filter(|one| !said.contains(&one.said()));
        // Places in the cleaned text are no places in the outgoing one.
        blocked.extend(again.map(|one| Blocker { span: None, ..one }));
        formal(&read, &mut blocked);
    }
    blocked.extend(g108_kill_switch::check(output.run, output.language));
    let verdict = if blocked.is_empty() {
        EgressVerdict::Safe
    } else {
        EgressVerdict::Blocked
    };
    EgressDecision {
        verdict,
        text: (verdict == EgressVerdict::Safe).then(|| text.into_owned()),
        removed,
        blocked,
    }
}

/// What must not leave at all, wherever in the text it stands.
fn forbidden(output: &Outgoing<'_>, read: &Reading<'_>) -> Vec<Blocker> {
    let mut blocked = g102_secrets::check(&read.view);
    blocked.extend(g103_configured_secrets::check(
        read.text,
        &read.view,
        output.configured_secrets,
    ));
    blocked.extend(g104_actions::check(read));
    blocked
}

/// A text of any format with personal data made marks, and what was taken out. For pages and tables
/// that are written from the same material as a judged text.
pub fn redact<'a>(
    text: &'a str,
    language: Language,
    policy: &EgressPolicy,
) -> (Cow<'a, str>, Vec<GateSpan>) {
    let find = |text: &str| g101_personal_data::check(&View::of(text), language, policy);
    // Each round takes out at least one character, and a mark holds nothing to take out.
    let rounds = text.len() + 1;
    let (clean, removed, _) = cleaned(text, rounds, find);
    (clean, removed)
}

/// The text without what `find` finds, what was taken out, and whether nothing is left to find.
fn cleaned(
    original: &str,
    rounds: usize,
    find: impl Fn(&str) -> Vec<Removal>,
) -> (Cow<'_, str>, Vec<GateSpan>, bool) {
    let mut edits = Edits::default();
    let mut removed: Vec<GateSpan> = Vec::new();
    let mut text = Cow::Borrowed(original);
    let mut is_settled = false;
    for _ in 0..rounds {
        let mut found = find(&text);
        is_settled = found.is_empty();
        if is_settled {
            break;
        }
        found.sort_by_key(|one| (one.edit.range.start, usize::MAX - one.edit.range.end));
        let mut end = 0;
        let mut round = Vec::new();
        for one in found {
            // What lies inside another place is looked at again in the next round.
            if one.edit.range.start < end {
                continue;
            }
            end = one.edit.range.end;
            let range = edits.original(&one.edit.range);
            removed.push(GateSpan {
                start: range.start,
                end: range.end,
                rule: one.rule.to_owned(),
                reason: one.reason,
            });
            let with = one.edit.with;
            round.push(Edit { range, with });
        }
        round.into_iter().for_each(|edit| edits.add(edit));
        text = Cow::Owned(edits.apply(original));
    }
    removed.sort_by(|a, b| (a.start, a.end, &a.rule).cmp(&(b.start, b.end, &b.rule)));
    removed.dedup();
    (text, removed, is_settled)
}
