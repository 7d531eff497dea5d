use assay_domain::Language;

use crate::doc::CheckResult;

/// Words that every format needs, in the document's language.
pub(crate) struct Words {
    pub(crate) contents: &'static str,
    pub(crate) figures: &'static str,
    pub(crate) figures_lead: &'static str,
    pub(crate) sources: &'static str,
    pub(crate) formula: &'static str,
    pub(crate) as_given: &'static str,
    pub(crate) inputs: &'static str,
    pub(crate) source: &'static str,
    pub(crate) place: &'static str,
    pub(crate) checks: &'static str,
    pub(crate) used: &'static str,
    pub(crate) skip: &'static str,
    pub(crate) numbers: &'static str,
    pub(crate) open: &'static str,
    pub(crate) colon: &'static str,
}

pub(crate) fn words(language: Language) -> &'static Words {
    language.pick(&ENGLISH, &CHINESE)
}

/// The result of a check, in brackets between its name and its detail.
pub(crate) fn check_result(result: CheckResult, language: Language) -> &'static str {
    match result {
        CheckResult::Passed => language.pick(" (passed) ", "（通过）"),
        CheckResult::Failed => language.pick(" (failed) ", "（未通过）"),
        CheckResult::NotApplicable => language.pick(" (does not apply) ", "（不适用）"),
    }
}

const ENGLISH: Words = Words {
    contents: "Contents",
    figures: "Where each figure comes from",
    figures_lead: "Every figure above leads to its entry here: formula, inputs, source and checks.",
    sources: "Sources",
    formula: "Formula",
    as_given: "none, taken as it is",
    inputs: "Inputs",
    source: "Source",
    place: "Place",
    checks: "Checks",
    used: "Used at",
    skip: "Skip to the text",
    numbers: "Numbers of the picture",
    open: "open the source",
    colon: ": ",
};

const CHINESE: Words = Words {
    contents: "目录",
    figures: "数据出处",
    figures_lead: "正文中的每个数字都可点到此处，查看公式、输入、来源与核验结果。",
    sources: "参考来源",
    formula: "公式",
    as_given: "无（直接取值）",
    inputs: "输入",
    source: "来源",
    place: "位置",
    checks: "核验",
    used: "引用处",
    skip: "跳到正文",
    numbers: "图中数据",
    open: "打开来源",
    colon: "：",
};
