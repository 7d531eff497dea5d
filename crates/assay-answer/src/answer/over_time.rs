//! One figure over several periods.

use assay_claims::evaluate;
use assay_domain::{ClaimKind, Decimal, Language};

use super::figures::{Told, change_formula, joined, percent_change};
use super::{Answer, Said};
use crate::frame::{Frame, asks_compound};
use crate::printed::{fixed, value};

/// The same figure over several periods: how it went, then a table.
pub(super) fn over_time(all: &[Told], frame: &Frame, answer: &mut Answer) {
    let language = frame.language;
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return;
    };
    let yearly = yearly_growth(first, last).filter(|_| asks_compound(&frame.question));
    let formula = match &yearly {
        Some((_, years)) => {
            let (from, to) = (&first.formula, &last.formula);
            format!(
                "{};cagr({from}, {to}, {years})",
                change_formula(first, last)
            )
        }
        None => change_formula(first, last),
    };
    let a_year = yearly.map_or_else(String::new, |(rate, years)| {
        language.pick(
            format!(": a compound {rate}% a year over {years} years"),
            format!("，{years}年复合增长率为{rate}%"),
        )
    });
    let by = change(first, last, language).map_or_else(String::new, |change| {
        language.pick(format!(", by {change}"), format!("，变动{change}"))
    });
    let Told { owner, label, .. } = last;
    let went = went(first, last, language);
    let text = match language {
        Language::En => format!(
            "{owner}: {label} {went} from {} ({}) to {} ({}){by}{a_year}.",
            first.shown, first.period, last.shown, last.period
        ),
        Language::Zh => format!(
            "{owner}{label}从{}（{}）{went}{}（{}）{by}{a_year}。",
            first.shown, first.period, last.shown, last.period
        ),
    };
    answer.paragraph(vec![Said {
        text,
        evidence: joined(&last.evidence, &first.evidence),
        kind: ClaimKind::Computed { formula },
    }]);
    if all.len() > 2 {
        table(all, frame, answer);
    }
}

/// The figures of several periods, a row each.
pub(super) fn table(all: &[Told], frame: &Frame, answer: &mut Answer) {
    if let Some(Told { label, .. }) = all.last() {
        let head = [
            frame.language.pick("Period", "期间").to_owned(),
            label.clone(),
        ];
        let rows = all.iter().map(|told| Said {
            text: format!("{} | {}", told.period, told.shown),
            evidence: told.evidence.clone(),
            kind: ClaimKind::Computed {
                formula: told.formula.clone(),
            },
        });
        answer.table(head.to_vec(), rows.collect());
    }
}

fn are_losses(first: &Told, last: &Told) -> bool {
    last.amount.is_sign_negative() && first.amount.is_sign_negative()
}

/// The way that it went, as a verb.
fn went(first: &Told, last: &Told, language: Language) -> &'static str {
    let is_more = last.amount.abs() > first.amount.abs();
    let (english, chinese) = match (are_losses(first, last), last.amount > first.amount) {
        (true, _) if is_more => ("widened", "扩大至"),
        (true, _) => ("narrowed", "收窄至"),
        (false, true) => ("rose", "增至"),
        (false, false) => ("fell", "降至"),
    };
    language.pick(english, chinese)
}

/// By how much it changed: rates in points, anything else as an amount and in per cent.
fn change(first: &Told, last: &Told, language: Language) -> Option<String> {
    if last.shown.ends_with('%') {
        let points = fixed((last.amount - first.amount).abs() * Decimal::ONE_HUNDRED, 1);
        return Some(language.pick(
            format!("{points} percentage points"),
            format!("{points}个百分点"),
        ));
    }
    let change = match are_losses(first, last) {
        true => percent_change(-first.amount, -last.amount)?,
        false => percent_change(first.amount, last.amount)?,
    };
    let Some(unit) = &last.unit else {
        return Some(format!("{change}%"));
    };
    let shown = value((last.amount - first.amount).abs(), unit, language);
    Some(language.pick(
        format!("{shown} ({change}%)"),
        format!("{shown}（{change}%）"),
    ))
}

/// The same growth each year that leads from one figure to the other, in per cent, and the years.
fn yearly_growth(first: &Told, last: &Told) -> Option<(String, i32)> {
    let days = last.end?.duration_since(first.end?).as_hours() / 24;
    let years = i32::try_from((days + 182) / 365).ok()?;
    if years < 2 || first.amount <= Decimal::ZERO || last.amount <= Decimal::ZERO {
        return None;
    }
    let (from, to) = (first.amount, last.amount);
    let rate = evaluate(&format!("cagr({from}, {to}, {years})")).ok()?;
    Some((fixed(rate * Decimal::ONE_HUNDRED, 1), years))
}
