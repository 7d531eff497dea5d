use assay_domain::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A line for a reader, written in each language, so that a journaled decision can be read in both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    pub en: String,
    pub zh: String,
}

impl Bilingual {
    pub fn new(en: impl Into<String>, zh: impl Into<String>) -> Self {
        Self {
            en: en.into(),
            zh: zh.into(),
        }
    }

    pub fn get(&self, language: Language) -> &str {
        language.pick(&self.en, &self.zh)
    }
}
