use assay_domain::Language;

use crate::Step;

/// What a step is called where people read it.
pub fn label(step: Step, language: Language) -> &'static str {
    match step {
        Step::Plan => language.pick("Research plan", "研究计划"),
        Step::DeepSearch => language.pick("Multi-source deep search", "多源深度搜索"),
        Step::Modeling => language.pick("Model of drivers and effects", "驱动因素建模"),
        Step::QualityGate => language.pick("Quality gate", "质量闸门"),
        Step::Reporting => language.pick("Report", "撰写报告"),
    }
}
