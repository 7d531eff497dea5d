use assay_domain::Language;
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
    let mut about: Vec<String> = Vec::new();
    let unit = unit_name(&value.unit, language);
    let scale = value.scale.map_or(0, |scale| scale.exponent);
    let is_printed = value.printed.chars().any(char::is_alphabetic);
    if !is_printed {
        about.extend(scale_name(scale, language).map(str::to_owned));
        about.extend(unit);
    }
    if !value.subject.is_empty() {
        about.push(value.subject.clone());
    }
    about.extend(value.period.map(|period| period.to_string()));
    let about = about.join(language.pick(", ", "，"));
    let id = &value.evidence;
    match (about.is_empty(), language) {
        (true, _) => format!("{} [[{id}]]", value.printed),
        (false, Language::En) => format!("{} ({about}) [[{id}]]", value.printed),
        (false, Language::Zh) => format!("{}（{about}）[[{id}]]", value.printed),
    }
}

pub(crate) fn unit_text(value: &CitableValue, language: Language) -> String {
    let scale = value.scale.map_or(0, |scale| scale.exponent);
    let scale = scale_name(scale, language).map(str::to_owned);
    let parts: Vec<String> = scale
        .into_iter()
        .chain(unit_name(&value.unit, language))
        .collect();
    parts.join(" ")
}

fn unit_name(unit: &Unit, language: Language) -> Option<String> {
    match unit {
        Unit::Currency(code) => Some((*code).to_owned()),
        Unit::Percent => Some("%".to_owned()),
        Unit::PercentagePoint => Some(language.pick("percentage points", "个百分点").to_owned()),
        Unit::BasisPoint => Some(language.pick("basis points", "个基点").to_owned()),
        Unit::Multiple => Some(language.pick("times", "倍").to_owned()),
        Unit::Count(noun) => Some(noun.clone()),
        Unit::Bare => None,
    }
}

fn scale_name(exponent: u32, language: Language) -> Option<&'static str> {
    let (en, zh) = match exponent {
        3 => ("thousand", "千"),
        4 => ("ten thousand", "万"),
        6 => ("million", "百万"),
        8 => ("hundred million", "亿"),
        9 => ("billion", "十亿"),
        12 => ("trillion", "万亿"),
        _ => return None,
    };
    Some(language.pick(en, zh))
}
