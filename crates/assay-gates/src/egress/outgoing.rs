use std::collections::BTreeSet;
use std::fmt;

use assay_domain::{GateSpan, Language};
use serde::{Deserialize, Serialize};

use super::g108_kill_switch::OfRun;

/// What is about to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputKind {
    /// A composed report in Markdown: title, sections, resolved citations.
    Report,
    /// A file made from a run: a table, a log, a section on its own.
    Export,
    /// An answer to another program.
    ToolReply,
}

/// A text on its way out, with what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing<'a> {
    pub kind: OutputKind,
    /// Markdown; plain text is Markdown without marks.
    pub text: &'a str,
    pub language: Language,
    /// Whether a disclaimer must stand in the text.
    pub disclaimer_required: bool,
    pub run: OfRun<'a>,
    /// Keys and passwords that this installation uses.
    pub configured_secrets: &'a [ConfiguredSecret<'a>],
}

/// A secret of this installation. It prints its name and never its value.
#[derive(Clone, Copy)]
pub struct ConfiguredSecret<'a> {
    /// For instance the setting or variable that holds it.
    pub name: &'a str,
    pub value: &'a str,
}

impl fmt::Debug for ConfiguredSecret<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConfiguredSecret")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// What may pass, as the user or the profile decided it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EgressPolicy {
    /// Addresses of evidence. Only these may be links, whole and exact.
    pub allowed_links: BTreeSet<String>,
    /// E-mail addresses and phone numbers that are no personal data, for instance of an investor
    /// relations office in a cited source.
    pub allowed_contacts: BTreeSet<String>,
    /// Further wordings that count as a disclaimer.
    pub disclaimers: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum EgressVerdict {
    Safe,
    Blocked,
}

/// Why nothing may leave.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Blocker {
    /// For instance `G-102`.
    pub rule: String,
    /// Says what was found and never repeats a secret.
    pub reason: String,
    /// Bytes of the outgoing text, where the reason has a place.
    pub span: Option<(usize, usize)>,
}

impl Blocker {
    pub(crate) fn new(rule: &str, reason: impl Into<String>) -> Self {
        Self {
            rule: rule.to_owned(),
            reason: reason.into(),
            span: None,
        }
    }

    /// Rule and reason, without the place.
    pub(crate) fn said(&self) -> (String, String) {
        (self.rule.clone(), self.reason.clone())
    }

    pub(crate) fn at(mut self, start: usize, end: usize) -> Self {
        self.span = Some((start, end));
        self
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EgressDecision {
    pub verdict: EgressVerdict,
    /// The text as it may leave; `None` when blocked.
    pub text: Option<String>,
    /// What was taken out, as bytes of the outgoing text, in text order.
    pub removed: Vec<GateSpan>,
    pub blocked: Vec<Blocker>,
}
