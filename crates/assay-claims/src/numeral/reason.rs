use assay_domain::{Language, citation};
use assay_figures::Unit;

use crate::check::{CitableValue, ClaimVerdict, ProblemKind};

pub(crate) fn reason(verdict: &ClaimVerdict, language: Language) -> String {
    let lines: Vec<String> = verdict
        .problems()
        .map(|(numeral, problem)| {
            let what = what(problem.kind, &numeral.printed, language);
            let nearest: Vec<String> = problem
                .nearest
                .iter()
                .map(|value| shown(value, language))
                .collect();
            match (nearest.is_empty(), language) {
                (true, _) => what,
                (false, Language::En) => {
                    format!("{what}; the evidence offers: {}", nearest.join("; "))
                }
                (false, Language::Zh) => format!("{what}；证据中可引用：{}", nearest.join("；")),
            }
        })
        .collect();
    lines.join("\n")
}

fn what(kind: ProblemKind, printed: &str, language: Language) -> String {
    let (en, zh) = match kind {
        ProblemKind::NotFound => (
            "is not in the cited evidence and does not follow from it",
            "不在所引证据中，也无法由其推算",
        ),
        ProblemKind::WrongScale => (
            "stands in the cited evidence at another scale",
            "在所引证据中的数量级不同",
        ),
        ProblemKind::WrongSign => (
            "stands in the cited evidence with the opposite sign or direction",
            "在所引证据中的正负或增减方向相反",
        ),
        ProblemKind::WrongUnit => (
            "stands in the cited evidence in another unit",
            "在所引证据中的单位不同",
        ),
        ProblemKind::WrongCurrency => (
            "stands in the cited evidence in another currency",
            "在所引证据中的币种不同",
        ),
        ProblemKind::WrongPeriod => (
            "does not belong to the period that the sentence names",
            "与句中所述期间不符",
        ),
        ProblemKind::WrongSubject => (
            "is in the cited evidence the figure of something else",
            "在所引证据中属于另一指标或另一主体",
        ),
        ProblemKind::OnlyExpected => (
            "is only expected in the cited evidence, and the sentence states it as a fact",
            "在所引证据中仅为预期，句中却作为既成事实陈述",
        ),
        ProblemKind::WrongRounding => (
            "is not the correctly rounded figure of the cited evidence",
            "与所引证据的数值四舍五入后不一致",
        ),
    };
    match language {
        Language::En => format!("\"{printed}\" {en}"),
        Language::Zh => format!("“{printed}”{zh}"),
    }
}

pub(crate) fn shown(value: &CitableValue, language: Language) -> String {
    let (open, between, close) = language.pick((" (", ", ", ") "), ("（", "，", "）"));
    let says_its_unit = value.printed.chars().any(char::is_alphabetic);
    let scale = value.scale.map_or(0, |scale| scale.exponent);
    let scale = scale_name(scale, language);
    let unit = unit_name(&value.unit, language);
    let measure = scale.into_iter().chain(unit).filter(|_| !says_its_unit);
    let subject = Some(value.subject.as_str()).filter(|name| !name.is_empty());
    let period = value.period.map(|period| period.to_string());
    let mut text = value.printed.clone();
    let mut mark = open;
    for part in measure.chain(subject).chain(period.as_deref()) {
        text.push_str(mark);
        text.push_str(part);
        mark = between;
    }
    text.push_str(if mark == open { " " } else { close });
    text.push_str(&citation(&value.evidence));
    text
}

pub(crate) fn unit_text(value: &CitableValue, language: Language) -> String {
    let scale = value.scale.map_or(0, |scale| scale.exponent);
    let scale = scale_name(scale, language).into_iter();
    let parts: Vec<&str> = scale.chain(unit_name(&value.unit, language)).collect();
    parts.join(" ")
}

fn unit_name(unit: &Unit, language: Language) -> Option<&str> {
    match unit {
        Unit::Currency(code) => Some(code),
        Unit::Percent => Some("%"),
        Unit::PercentagePoint => Some(language.pick("percentage points", "个百分点")),
        Unit::BasisPoint => Some(language.pick("basis points", "个基点")),
        Unit::Multiple => Some(language.pick("times", "倍")),
        Unit::Count(noun) => Some(noun),
        Unit::Bare => None,
    }
}

fn scale_name(exponent: u32, language: Language) -> Option<&'static str> {
    let (en, zh) = match exponent {
        3 => ("thousand", "千"),
        4 => ("ten thousand", "万"),
        5 => ("lakh", "十万"),
        6 => ("million", "百万"),
        7 => ("crore", "千万"),
        8 => ("hundred million", "亿"),
        9 => ("billion", "十亿"),
        12 => ("trillion", "万亿"),
        _ => return None,
    };
    Some(language.pick(en, zh))
}
