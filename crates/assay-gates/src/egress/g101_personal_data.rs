use assay_domain::Language;

use super::edits::Edit;
use super::outgoing::EgressPolicy;
use super::personal::{Personal, PersonalKind, in_view};
use super::view::View;
use super::{Removal, words};

pub(crate) const CODE: &str = "G-101";

/// Personal data becomes a mark that says of which kind it was.
pub(crate) fn check(view: &View<'_>, language: Language, policy: &EgressPolicy) -> Vec<Removal> {
    let found = in_view(&view.text).into_iter();
    found
        .filter(|one| !is_allowed(&view.text, one, policy))
        .map(|one| Removal {
            edit: Edit {
                range: view.original(&(one.start..one.end)),
                with: words::redacted(language, one.kind),
            },
            rule: CODE,
            reason: format!("personal data: {}", one.kind.name(Language::En)),
        })
        .collect()
}

/// Contacts are compared without regard to case, gaps and signs.
fn is_allowed(text: &str, one: &Personal, policy: &EgressPolicy) -> bool {
    let written = text.get(one.start..one.end).unwrap_or_default();
    let canonical = |contact: &str| -> String {
        let kept = contact.chars().filter(|c| match one.kind {
            PersonalKind::Phone => c.is_ascii_digit(),
            _ => !c.is_whitespace(),
        });
        kept.flat_map(char::to_lowercase).collect()
    };
    let is_contact = matches!(one.kind, PersonalKind::Phone | PersonalKind::Email);
    let written = canonical(written);
    is_contact
        && !written.is_empty()
        && policy
            .allowed_contacts
            .iter()
            .any(|c| canonical(c) == written)
}
