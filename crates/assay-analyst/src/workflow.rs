use std::sync::LazyLock;

use assay_domain::{Language, ResearchType};
use serde::Deserialize;

/// How a professional goes about one type of research: the sections worth having and what each needs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Workflow {
    /// Words and phrases in a question that speak for this type.
    pub(crate) keywords: Vec<String>,
    /// Those that settle the type where no other is settled as well.
    pub(crate) decisive: Vec<String>,
    /// Those that do so where the question begins with them.
    #[serde(default)]
    pub(crate) openings: Vec<String>,
    pub(crate) objectives: Vec<String>,
    pub(crate) sections: Vec<WorkflowSection>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkflowSection {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) needs: Vec<String>,
    pub(crate) questions: Vec<String>,
    /// Places in `sections`, counted from 1, that this one builds on directly.
    #[serde(default)]
    pub(crate) after: Vec<u32>,
}

macro_rules! workflows {
    ($($kind:ident: $name:literal),* $(,)?) => {
        pub(crate) fn workflow(kind: ResearchType, language: Language) -> &'static Workflow {
            match kind {
                $(ResearchType::$kind => {
                    static PAIR: LazyLock<[Workflow; 2]> = LazyLock::new(|| {
                        [
                            assay_figures::data(include_str!(concat!("../workflows/", $name, ".en.json"))),
                            assay_figures::data(include_str!(concat!("../workflows/", $name, ".zh.json"))),
                        ]
                    });
                    let [english, chinese] = &*PAIR;
                    language.pick(english, chinese)
                })*
            }
        }
    };
}

workflows! {
    Company: "company",
    Industry: "industry",
    Strategy: "strategy",
    Macro: "macro",
    Quantitative: "quantitative",
    Event: "event",
}
