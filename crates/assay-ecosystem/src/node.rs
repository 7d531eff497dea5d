use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `company:` or `product:` and the name without its legal form, for instance `company:wistron`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct NodeId(String);

impl NodeId {
    pub fn of(kind: NodeKind, name: &str) -> Self {
        let prefix = match kind {
            NodeKind::Company => "company",
            NodeKind::Product => "product",
        };
        Self(format!("{prefix}:{}", key_of(name)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    Company,
    Product,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    pub id: NodeId,
    pub kind: NodeKind,
    /// The longest name that a document gives it.
    pub name: String,
    /// Other names that documents give it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticker: Option<String>,
}

/// Chinese legal forms, the longest first.
pub(crate) static CHINESE_FORMS: assay_domain::WordList =
    assay_domain::word_list!("node/chinese_forms");

/// A legal form, or what kind of house it is.
pub(crate) fn is_legal_form(word: &str) -> bool {
    let is_house = ["holdings", "holding", "group"]
        .iter()
        .any(|house| word.eq_ignore_ascii_case(house));
    is_house || assay_domain::is_legal_form(word)
}

/// Whether a legal form is written with a full stop at its end.
pub(crate) fn is_dotted_form(word: &str) -> bool {
    let forms = [
        "inc", "corp", "co", "ltd", "llc", "lp", "llp", "sa", "nv", "bv", "pte", "pty", "spa", "kk",
    ];
    let plain: String = word.chars().filter(|c| *c != '.').collect();
    forms.contains(&plain.to_lowercase().as_str())
}

/// What a name comes down to: lower case, no legal form at its end, no punctuation.
pub(crate) fn key_of(name: &str) -> String {
    let mut name = name.trim();
    for form in CHINESE_FORMS.iter().copied() {
        if let Some(rest) = name.strip_suffix(form)
            && rest.chars().count() >= 2
        {
            name = rest;
            break;
        }
    }
    let mut words: Vec<String> = name
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '&' | '.' | '\'' | '’')))
        .map(|word| {
            let letters = word.chars().filter(|c| !matches!(c, '.' | '\'' | '’'));
            letters.flat_map(char::to_lowercase).collect::<String>()
        })
        .filter(|word| !word.is_empty())
        .collect();
    while words.len() > 1 && words.last().is_some_and(|word| is_legal_form(word)) {
        words.pop();
    }
    if words.len() > 1 && words.first().is_some_and(|word| word == "the") {
        words.remove(0);
    }
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::key_of;

    #[test]
    fn names_of_one_company_come_down_to_one_key() {
        for (name, key) in [
            ("Tesla, Inc.", "tesla"),
            ("NVIDIA CORP", "nvidia"),
            (
                "Hon Hai Precision Industry Co., Ltd.",
                "hon-hai-precision-industry",
            ),
            (
                "Contemporary Amperex Technology Co. Limited",
                "contemporary-amperex-technology",
            ),
            ("The Boring Company", "boring"),
            ("X Corp.", "x"),
            ("AT&T Inc.", "at&t"),
            ("宁德时代新能源科技股份有限公司", "宁德时代新能源科技"),
            ("Group", "group"),
        ] {
            assert_eq!(key_of(name), key, "{name}");
        }
    }
}
