//! What several figures say when they are taken together: their mean, their sum, the highest of them;
//! of several companies, who grew most and what they have in all.

use assay_domain::{ClaimKind, Decimal, Language};
use assay_figures::{Period, Span, periods};

use super::figures::{Told, joined};
use super::{Answer, Given, Said};
use crate::filed::FiledFigure;
use crate::frame::{Frame, asks_compound, has};
use crate::printed::{fixed, value};

static AVERAGE: assay_domain::WordList = assay_domain::word_list!("answer/taken/average");
static SUM: assay_domain::WordList = assay_domain::word_list!("answer/taken/sum");
static HIGHEST: assay_domain::WordList = assay_domain::word_list!("answer/taken/highest");
static LOWEST: assay_domain::WordList = assay_domain::word_list!("answer/taken/lowest");
static GROWTH: assay_domain::WordList = assay_domain::word_list!("answer/taken/growth");
static THROUGH: assay_domain::WordList = assay_domain::word_list!("answer/taken/through");

/// How several figures are taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    Average,
    Sum,
    Highest,
    Lowest,
}

/// How a question wants several figures to be taken.
pub(super) fn taken(question: &str) -> Option<Taken> {
    // the highest growth is not the growth of the highest
    if asks_compound(question) || asks_growth(question) {
        return None;
    }
    let lower = question.to_lowercase();
    let says = |list: &assay_domain::WordList| list.iter().any(|words| has(&lower, words));
    [
        (&AVERAGE, Taken::Average),
        (&SUM, Taken::Sum),
        (&HIGHEST, Taken::Highest),
        (&LOWEST, Taken::Lowest),
    ]
    .into_iter()
    .find(|(list, _)| says(list))
    .map(|(_, taken)| taken)
}

pub(super) fn asks_growth(question: &str) -> bool {
    let lower = question.to_lowercase();
    GROWTH.iter().any(|words| has(&lower, words))
}

/// The periods of a question with those between them, where it names the first and the last of several
/// years.
pub(super) fn all_between(question: &str, asked: &[Period]) -> Vec<Period> {
    let [one, other] = asked else {
        return asked.to_vec();
    };
    let is_range = one.span == Span::Year && other.span == Span::Year;
    let spans = periods(question);
    let between = match spans.as_slice() {
        [first, second] => question.get(first.range.end..second.range.start),
        _ => None,
    };
    let opens = spans
        .first()
        .and_then(|first| question.get(..first.range.start));
    let opens = opens.unwrap_or_default().to_lowercase();
    let is_between = ["between", "between fiscal"]
        .iter()
        .any(|word| opens.trim_end().ends_with(word));
    let leads_on = between.is_some_and(|between| {
        let between = between.trim().to_lowercase();
        let words = between
            .trim_start_matches(['年', '财'])
            .trim_start_matches("fiscal");
        is_between
            || THROUGH
                .iter()
                .any(|word| *word == words.trim() || has(words, word) && words.len() < 14)
    });
    if !is_range || !leads_on {
        return asked.to_vec();
    }
    let (first, last) = (one.year.min(other.year), one.year.max(other.year));
    (first..=last).map(|year| Period { year, ..*one }).collect()
}

/// Tells the figures of several periods together, then each of them.
pub(super) fn tell(all: &[Told], taken: Taken, frame: &Frame, answer: &mut Answer) -> bool {
    let language = frame.language;
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return false;
    };
    let formulas: Vec<&str> = all.iter().map(|told| told.formula.as_str()).collect();
    let added = format!("({})", formulas.join(") + ("));
    let sum: Decimal = all.iter().map(|told| told.amount).sum();
    let is_rate = last.unit.as_deref().is_none_or(|unit| unit == "pure");
    let shows = |amount: Decimal| match &last.unit {
        Some(unit) if !is_rate => value(amount, unit, language),
        _ => format!("{}%", fixed(amount * Decimal::ONE_HUNDRED, 1)),
    };
    let Told { owner, label, .. } = last;
    let (from, to) = (&first.period, &last.period);
    let (text, formula) = match taken {
        Taken::Average => {
            let mean = shows(sum / Decimal::from(all.len()));
            let text = language.pick(
                match is_rate {
                    // so much a year would be a growth
                    true => format!("{owner}: {label} averaged {mean}, {from} to {to}."),
                    false => format!("{owner}: {label} averaged {mean} a year, {from} to {to}."),
                },
                format!("{owner}{from}至{to}的{label}平均为{mean}。"),
            );
            (text, format!("({added}) / {}", all.len()))
        }
        // rates are not added, and balances are no parts of each other
        Taken::Sum if is_rate || from.starts_with("at ") || from.starts_with("截至") => {
            return false;
        }
        Taken::Sum => {
            let sum = shows(sum);
            let text = language.pick(
                format!("{owner}: {label} came to {sum} in all, {from} to {to}."),
                format!("{owner}{from}至{to}的{label}合计为{sum}。"),
            );
            (text, added)
        }
        Taken::Highest | Taken::Lowest => {
            let best = match taken {
                Taken::Highest => all.iter().max_by_key(|told| told.amount),
                _ => all.iter().min_by_key(|told| told.amount),
            };
            let Some(best) = best else { return false };
            let (english, chinese) = match taken {
                Taken::Highest => ("highest", "最高"),
                _ => ("lowest", "最低"),
            };
            let when = match best.period.starts_with("at ") {
                true => best.period.clone(),
                false => language.pick(format!("in {}", best.period), best.period.clone()),
            };
            let text = language.pick(
                format!("{owner}: {label} was {english} {when}: {}.", best.shown),
                format!("{owner}{label}在{when}{chinese}：{}。", best.shown),
            );
            (text, best.formula.clone())
        }
    };
    let evidence = all
        .iter()
        .fold(Vec::new(), |known, told| joined(&known, &told.evidence));
    answer.paragraph(vec![Said {
        text,
        evidence,
        kind: ClaimKind::Computed { formula },
    }]);
    super::over_time::table(all, frame, answer);
    true
}

/// What several companies have in all.
pub(super) fn of_all_owners(told: &[Told], frame: &Frame, answer: &mut Answer) -> bool {
    let language = frame.language;
    let Some(first) = told.first() else {
        return false;
    };
    let is_one_kind = told
        .iter()
        .all(|one| one.unit == first.unit && one.label == first.label);
    let Some(unit) = first
        .unit
        .as_ref()
        .filter(|unit| is_one_kind && *unit != "pure")
    else {
        return false;
    };
    let sum: Decimal = told.iter().map(|one| one.amount).sum();
    let formulas: Vec<&str> = told.iter().map(|one| one.formula.as_str()).collect();
    let each: Vec<String> = told
        .iter()
        .map(|one| format!("{} {} ({})", one.owner, one.shown, one.period))
        .collect();
    let (sum, label) = (value(sum, unit, language), &first.label);
    let text = match language {
        Language::En => format!("Together their {label} was {sum}: {}.", each.join(", ")),
        Language::Zh => format!("{label}合计为{sum}：{}。", each.join("，")),
    };
    let evidence = told
        .iter()
        .fold(Vec::new(), |known, one| joined(&known, &one.evidence));
    answer.paragraph(vec![Said {
        text,
        evidence,
        kind: ClaimKind::Computed {
            formula: format!("({});{}", formulas.join(") + ("), formulas.join(";")),
        },
    }]);
    true
}

/// How much a figure grew since the year before, as a figure of its own.
pub(super) fn growth(now: &Told, before: &Told, frame: &Frame) -> Option<Told> {
    if before.amount <= Decimal::ZERO || now.unit.is_none() || now.unit != before.unit {
        return None;
    }
    let language = frame.language;
    let rate = now.amount / before.amount - Decimal::ONE;
    Some(Told {
        owner: now.owner.clone(),
        label: language.pick(
            format!("growth of {}", now.label),
            format!("{}增长率", now.label),
        ),
        amount: rate,
        shown: format!("{}%", fixed(rate * Decimal::ONE_HUNDRED, 1)),
        period: now.period.clone(),
        unit: Some("pure".to_owned()),
        end: now.end,
        evidence: joined(&now.evidence, &before.evidence),
        formula: format!("({}) / ({}) - 1", now.formula, before.formula),
        how: Some(language.pick(
            format!("from {} to {}", before.shown, now.shown),
            format!("由{}至{}", before.shown, now.shown),
        )),
    })
}

/// The same metric a year earlier, as it is told.
pub(super) fn year_before(figure: &FiledFigure, given: &Given<'_>, frame: &Frame) -> Option<Told> {
    let before = given.filed.year_before(figure)?;
    Some(super::figures::told(before, given, frame))
}
