use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Evidence, Language, Plan, is_legal_form};
use assay_figures::{Figure, company_names};

use crate::datum::Datum;
use crate::naming::subject_names;
use crate::topic::{capital, topic_of};

/// Whom a plan asks about, to tell whose figures must be told by name.
pub(crate) struct Subjects {
    /// In lower case, under every name.
    names: Vec<String>,
    pub(crate) count: usize,
}

impl Subjects {
    pub(crate) fn of(plan: &Plan) -> Self {
        let names: Vec<String> = subject_names(plan);
        let asked = topic_of(&plan.topic).names.len();
        Self {
            count: if names.is_empty() { 0 } else { asked },
            names: names.iter().map(|name| name.to_lowercase()).collect(),
        }
    }

    pub(crate) fn has(&self, entity: &str) -> bool {
        self.names.iter().any(|name| {
            name == entity
                || entity.starts_with(&format!("{name} "))
                || name.starts_with(&format!("{entity} "))
        })
    }

    /// Where several companies are compared, a figure that nobody is named for may be of any of them.
    pub(crate) fn can_tell(&self, datum: &Datum<'_>) -> bool {
        self.count < 2 || datum.owner.is_some()
    }

    /// `Tesla's ` before a figure, unless the report is about nobody else.
    pub(crate) fn label(&self, datum: &Datum<'_>, language: Language) -> Option<String> {
        let printed = datum.owner.as_deref()?;
        if self.count == 1 && self.has(&datum.key.entity) {
            return None;
        }
        let is_own = |name: &&&str| name.is_ascii() == (language == Language::En);
        let listed = company_names(&datum.key.entity).iter().find(is_own);
        let name = match listed {
            Some(name) if printed.is_ascii() != (language == Language::En) => capital(name),
            _ => printed.to_owned(),
        };
        Some(language.pick(format!("{name}'s "), format!("{name}的")))
    }
}

/// Whose figure it is where the sentence does not say: the company its document is about.
pub(crate) struct Owners {
    known: BTreeSet<String>,
    by_document: BTreeMap<String, Owner>,
}

struct Owner {
    /// Lower case.
    name: String,
    /// As the document prints it. `None` where it names nobody, and its figures are taken for those of
    /// whom the others name most.
    printed: Option<String>,
}

impl Owners {
    pub(crate) fn new<'f>(evidence: &[Evidence], read: impl Iterator<Item = &'f Figure>) -> Self {
        let named: BTreeSet<String> = read
            .filter_map(|figure| figure.subject.entity.as_deref())
            .map(str::to_lowercase)
            .collect();
        let titled = evidence
            .iter()
            .filter_map(|item| titled_company(&item.source));
        let named: BTreeSet<String> = named.into_iter().chain(titled).collect();
        let known: BTreeSet<String> = named.iter().map(|name| shortest(name, &named)).collect();
        let mut texts: BTreeMap<&str, String> = BTreeMap::new();
        for item in evidence {
            let text = texts.entry(item.document.as_str()).or_default();
            // The title outweighs passing mentions in the text.
            text.push_str(&format!("{} ", item.source).repeat(20));
            text.push_str(&item.quote);
        }
        let everything: String = texts.values().map(|text| text.to_lowercase()).collect();
        let overall = most_frequent(&known, &everything);
        let by_document = texts
            .iter()
            .filter_map(|(document, text)| {
                let owner = match most_frequent(&known, &text.to_lowercase()) {
                    Some(name) => Owner {
                        printed: Some(as_printed(&name, text)),
                        name,
                    },
                    None => Owner {
                        name: overall.clone()?,
                        printed: None,
                    },
                };
                Some(((*document).to_owned(), owner))
            })
            .collect();
        Self { known, by_document }
    }

    /// In lower case; empty where nobody is named.
    pub(crate) fn entity(&self, figure: &Figure, evidence: &Evidence) -> String {
        match &figure.subject.entity {
            Some(name) => shortest(&name.to_lowercase(), &self.known),
            None => {
                let owner = self.by_document.get(evidence.document.as_str());
                owner.map(|owner| owner.name.clone()).unwrap_or_default()
            }
        }
    }

    pub(crate) fn printed(&self, figure: &Figure, evidence: &Evidence) -> Option<String> {
        let of_document = || {
            let owner = self.by_document.get(evidence.document.as_str())?;
            owner.printed.clone()
        };
        figure.subject.entity.clone().or_else(of_document)
    }
}

/// A name in the capitals that a text gives it.
fn as_printed(name: &str, text: &str) -> String {
    let length = name.len();
    let places = text.char_indices().map(|(at, _)| at);
    let mut found = places.filter_map(|at| text.get(at..at + length));
    let same = found.find(|part| part.to_lowercase() == name);
    same.unwrap_or(name).to_owned()
}

/// The company that a title begins with, up to its legal form: `Velmora Sensing plc annual report`.
fn titled_company(title: &str) -> Option<String> {
    let mut name: Vec<String> = Vec::new();
    for word in title.split_whitespace().take(6) {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        if is_legal_form(&bare) {
            return (!name.is_empty()).then(|| name.join(" "));
        }
        name.push(bare);
    }
    None
}

/// `velmora sensing` is `velmora` where both are used.
fn shortest(name: &str, known: &BTreeSet<String>) -> String {
    known
        .iter()
        .filter(|other| name == other.as_str() || name.starts_with(&format!("{other} ")))
        .min_by_key(|other| other.len())
        .cloned()
        .unwrap_or_else(|| name.to_owned())
}

fn most_frequent(names: &BTreeSet<String>, text: &str) -> Option<String> {
    names
        .iter()
        .map(|name| (text.matches(name.as_str()).count(), name))
        .filter(|(count, _)| *count > 0)
        .max_by_key(|(count, name)| (*count, std::cmp::Reverse(name.as_str())))
        .map(|(_, name)| name.clone())
}
