//! Answers from filed figures.

use assay_domain::{ClaimKind, Date, Decimal, EvidenceId, Language};
use assay_facts::DataPoint;

use super::over_time::over_time;
use super::taken::{self, Taken};
use super::{Answer, Given, Said, ratio};
use crate::filed::FiledFigure;
use crate::frame::{Frame, Kind, When};
use crate::known::Known;
use crate::measure::{Measure, Operand};
use crate::printed::{fixed, period, title, value};

/// A figure of an answer, wherever it comes from.
#[derive(Clone)]
pub(crate) struct Told {
    pub(crate) owner: String,
    pub(crate) label: String,
    pub(crate) amount: Decimal,
    pub(crate) shown: String,
    pub(crate) period: String,
    /// What it is counted in, where it is one figure of the books.
    pub(crate) unit: Option<String>,
    /// The day on which its period ends.
    pub(crate) end: Option<Date>,
    pub(crate) evidence: Vec<EvidenceId>,
    pub(crate) formula: String,
    /// In words, where it was computed.
    pub(crate) how: Option<String>,
}

/// Tells what a measure asks for. `false` where nothing covers it, and passages may.
pub(super) fn tell(
    frame: &Frame,
    given: &Given<'_>,
    measure: &Measure,
    answer: &mut Answer,
) -> bool {
    let mut told: Vec<Vec<Told>> = Vec::new();
    let mut missing: Vec<String> = Vec::new();
    for &company in &frame.subjects {
        let figures = match measure {
            Measure::Level(Operand::Filed(metric)) => levels(frame, given, company, metric),
            Measure::Level(Operand::Worded(_)) => Vec::new(),
            Measure::Ratio(part, whole) => ratio::ratios(frame, given, company, part, whole),
            Measure::Sum(one, other) => ratio::sums(frame, given, company, one, other),
        };
        match (figures.is_empty(), gap(frame, given, company, measure)) {
            (false, _) => told.push(figures),
            (true, Some(gap)) => missing.push(gap),
            (true, None) => return false,
        }
    }
    if told.is_empty() {
        answer.missing.extend(missing.clone());
        return !missing.is_empty();
    }
    told_of(told, frame, given, measure, answer);
    for gap in missing {
        answer.plain(gap.clone());
        answer.missing.push(gap);
    }
    true
}

/// That the books of a company do not have a figure which they are the only place for: its rows elsewhere
/// may be of a part of it or of another time. `None` of companies without books, and of what no book
/// has a name for.
fn gap(frame: &Frame, given: &Given<'_>, company: usize, measure: &Measure) -> Option<String> {
    let asked: Vec<&'static str> = match measure {
        Measure::Level(Operand::Filed(metric)) => vec![*metric],
        Measure::Ratio(Operand::Filed(part), Operand::Filed(whole))
        | Measure::Sum(Operand::Filed(part), Operand::Filed(whole)) => vec![*part, *whole],
        _ => return None,
    };
    if !given.filed.has_book(company) {
        return None;
    }
    let what = match frame.subjects.as_slice() {
        [_] => frame.question.clone(),
        _ => format!("{} ({})", frame.question, owner(given.known, company)),
    };
    let there = asked.iter().map(|metric| {
        let years = given.filed.years_of(company, metric, frame.language);
        let title = title(metric, frame.language);
        match (years.as_slice(), frame.language) {
            ([], Language::En) => format!("no {title}"),
            ([], Language::Zh) => format!("没有{title}"),
            ([only], Language::En) => format!("{title} {only}"),
            ([only], Language::Zh) => format!("{only}的{title}"),
            ([first, .., last], Language::En) => {
                format!("{title} {first} to {}", last.trim_start_matches("at "))
            }
            ([first, .., last], Language::Zh) => format!("{first}至{last}的{title}"),
        }
    });
    let there: Vec<String> = there.collect();
    let said = super::does_not_say(&what, None, frame.language);
    Some(frame.language.pick(
        format!(
            "{said} The statements at hand give {}.",
            there.join(" and ")
        ),
        format!("{said}现有报表提供：{}。", there.join("；")),
    ))
}

/// The figures of one company, or of several side by side.
fn told_of(
    told: Vec<Vec<Told>>,
    frame: &Frame,
    given: &Given<'_>,
    measure: &Measure,
    answer: &mut Answer,
) {
    let way = taken::taken(&frame.question);
    if told.len() > 1 {
        let newest: Vec<Told> = told
            .iter()
            .filter_map(|figures| figures.last().cloned())
            .collect();
        if way == Some(Taken::Sum) && taken::of_all_owners(&newest, frame, answer) {
            return;
        }
        let grown = growths(frame, given, measure);
        let told = if grown.is_empty() { told } else { grown };
        compare_owners(&told, frame, answer);
        return;
    }
    for figures in told {
        match (figures.as_slice(), way) {
            ([only], _) => one(only, frame, given, measure, answer),
            (all, Some(way)) if taken::tell(all, way, frame, answer) => {}
            (all, _) => over_time(all, frame, answer),
        }
    }
}

/// How much the figure of each company grew, where a comparison asks for that and all have the year
/// before.
fn growths(frame: &Frame, given: &Given<'_>, measure: &Measure) -> Vec<Vec<Told>> {
    let Measure::Level(Operand::Filed(metric)) = measure else {
        return Vec::new();
    };
    if !taken::asks_growth(&frame.question) || frame.when.periods.len() > 1 {
        return Vec::new();
    }
    let grown = frame.subjects.iter().map(|company| {
        let figure = *given.filed.asked(*company, metric, &frame.when).last()?;
        let before = taken::year_before(figure, given, frame)?;
        taken::growth(&told(figure, given, frame), &before, frame).map(|grown| vec![grown])
    });
    grown.collect::<Option<Vec<_>>>().unwrap_or_default()
}

fn levels(frame: &Frame, given: &Given<'_>, company: usize, metric: &str) -> Vec<Told> {
    let when = match taken::taken(&frame.question) {
        Some(_) => When {
            periods: taken::all_between(&frame.question, &frame.when.periods),
            newest: frame.when.newest,
            part: None,
        },
        None => frame.when.clone(),
    };
    let newest = given.filed.newest_balance(company, metric);
    let found = match newest.filter(|_| when.periods.is_empty() && when.newest == 1) {
        Some(newest) => vec![newest],
        None => given.filed.asked(company, metric, &when),
    };
    if found.len() < when.periods.len().max(1) && !when.periods.is_empty() {
        return Vec::new();
    }
    let found = found.into_iter();
    found.map(|figure| told(figure, given, frame)).collect()
}

pub(crate) fn told(figure: &FiledFigure, given: &Given<'_>, frame: &Frame) -> Told {
    let (point, language) = (&figure.point, frame.language);
    let is_loss = point.canonical_metric == "net_income" && point.value.is_sign_negative();
    let label = if is_loss {
        language.pick("net loss".to_owned(), "净亏损".to_owned())
    } else {
        title(&point.canonical_metric, language)
    };
    let amount = if is_loss { -point.value } else { point.value };
    Told {
        owner: owner(given.known, figure.company),
        label,
        amount: point.value,
        shown: value(amount, &point.unit, language),
        period: period(point, language),
        unit: Some(point.unit.clone()),
        end: Some(point.as_of_date),
        evidence: figure.evidence.clone(),
        formula: figure.formula.clone(),
        how: how(point, given, frame),
    }
}

pub(crate) fn owner(known: &Known, company: usize) -> String {
    known
        .company(company)
        .map_or_else(String::new, |company| company.name.clone())
}

/// What a computed point was computed from, in words. Whoever asks how to compute it is told by which
/// names its inputs are filed.
fn how(point: &DataPoint, given: &Given<'_>, frame: &Frame) -> Option<String> {
    let formula = point.lineage.derivation_formula.as_deref()?;
    let mut text = formula.to_owned();
    let mut names: Vec<_> = point.lineage.source_values.iter().collect();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let is_sum_of_periods = names.iter().any(|(name, _)| {
        assay_facts::metric(name).is_none() && assay_facts::derived_metric(name).is_none()
    });
    if is_sum_of_periods {
        return None;
    }
    for (place, (name, _)) in names.iter().enumerate() {
        text = text.replace(name.as_str(), &format!("\u{1}{place}\u{1}"));
    }
    for (place, (name, source)) in names.iter().enumerate() {
        let mut inputs = given.filed.figures.iter().map(|figure| &figure.point);
        let input = inputs.find(|input| input.id == source.point)?;
        let line = input.concept_as_filed.as_deref();
        let line = line.filter(|_| frame.kind == Kind::HowTo).map(in_words);
        let shown = format!(
            "{}{} {}",
            title(name, frame.language),
            line.map_or_else(String::new, |line| format!(" [{line}]")),
            value(source.value, &input.unit, frame.language)
        );
        text = text.replace(&format!("\u{1}{place}\u{1}"), &shown);
    }
    Some(text.replace(" - ", " − "))
}

/// One figure, and the year before it.
fn one(told: &Told, frame: &Frame, given: &Given<'_>, measure: &Measure, answer: &mut Answer) {
    let language = frame.language;
    let mut said = vec![Said {
        text: sentence(told, language),
        evidence: told.evidence.clone(),
        kind: ClaimKind::Computed {
            formula: told.formula.clone(),
        },
    }];
    if let Measure::Level(Operand::Filed(metric)) = measure
        && frame.kind == Kind::LookUp
        && let Some(company) = frame.subjects.first()
        && let Some(figure) = given.filed.asked(*company, metric, &frame.when).last()
        && let Some(before) = given.filed.year_before(figure)
    {
        let earlier = self::told(before, given, frame);
        said.push(Said {
            text: changed(&earlier, told, language),
            evidence: joined(&told.evidence, &earlier.evidence),
            kind: ClaimKind::Computed {
                formula: change_formula(&earlier, told),
            },
        });
    }
    answer.paragraph(said);
}

/// `us-gaap:PaymentsForRepurchase` as words.
fn in_words(concept: &str) -> String {
    let name = concept.rsplit(':').next().unwrap_or(concept);
    let mut words = String::with_capacity(name.len() + 8);
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter);
    }
    words
}

pub(crate) fn joined(one: &[EvidenceId], other: &[EvidenceId]) -> Vec<EvidenceId> {
    let mut all = one.to_vec();
    all.extend(other.iter().filter(|id| !one.contains(id)).cloned());
    all
}

pub(crate) fn sentence(told: &Told, language: Language) -> String {
    let Told {
        owner,
        label,
        shown,
        period,
        how,
        ..
    } = told;
    let when = match language {
        Language::En if period.starts_with("at ") => period.clone(),
        Language::En => format!("in {period}"),
        Language::Zh => period.clone(),
    };
    let how = how.as_ref().map_or_else(String::new, |how| {
        language.pick(format!(" ({how})"), format!("（{how}）"))
    });
    match language {
        Language::En => format!(
            "{owner}: {label} {} {shown} {when}{how}.",
            if label.ends_with('s') { "were" } else { "was" }
        ),
        Language::Zh => format!("{owner}{when}{label}为{shown}{how}。"),
    }
}

/// How a figure differs from the one of the year before.
fn changed(earlier: &Told, now: &Told, language: Language) -> String {
    let before = format!(
        "{} {}",
        earlier.shown,
        language.pick(
            format!("in {}", earlier.period),
            format!("（{}）", earlier.period)
        )
    );
    let before = before.replace("in at ", "at ");
    let is_up = now.amount > earlier.amount;
    // of two rates, the distance is told
    let is_rate = now.shown.ends_with('%');
    let change = if is_rate {
        let points = fixed(
            (now.amount - earlier.amount).abs() * Decimal::ONE_HUNDRED,
            1,
        );
        Some(language.pick(
            format!("{points} percentage points"),
            format!("{points}个百分点"),
        ))
    } else {
        percent_change(earlier.amount, now.amount).map(|change| format!("{change}%"))
    };
    match (language, change) {
        (Language::En, Some(change)) => format!(
            "That is {change} {} than the {before}.",
            if is_up { "more" } else { "less" }
        ),
        (Language::En, None) => format!("The year before it was {before}."),
        (Language::Zh, Some(change)) => format!(
            "比上年的{before}{}{change}。",
            if is_up { "增加" } else { "减少" }
        ),
        (Language::Zh, None) => format!("上年为{before}。"),
    }
}

pub(crate) fn percent_change(from: Decimal, to: Decimal) -> Option<String> {
    if from <= Decimal::ZERO || to < Decimal::ZERO {
        return None;
    }
    let change = (to / from - Decimal::ONE) * Decimal::ONE_HUNDRED;
    Some(fixed(change.abs(), 1))
}

/// Both figures, how much one is of the other, and what lies between them.
pub(super) fn change_formula(first: &Told, last: &Told) -> String {
    let (first, last) = (&first.formula, &last.formula);
    format!("{first};{last};({last}) / ({first}) - 1;({last}) - ({first})")
}

/// By how much the larger of two figures exceeds the other, and how that is computed.
fn more_than_the_other(one: &Told, other: &Told, language: Language) -> Option<(String, String)> {
    let (high, low) = match one.amount >= other.amount {
        true => (one, other),
        false => (other, one),
    };
    let unit = one
        .unit
        .as_ref()
        .filter(|unit| Some(*unit) == other.unit.as_ref())?;
    let distance = high.amount - low.amount;
    let is_rate = high.shown.ends_with('%');
    let shown = match is_rate {
        true => {
            let points = fixed(distance * Decimal::ONE_HUNDRED, 1);
            language.pick(
                format!("{points} percentage points"),
                format!("{points}个百分点"),
            )
        }
        false => value(distance, unit, language),
    };
    let formula = format!("({}) - ({})", high.formula, low.formula);
    let text = language.pick(format!(", {shown} less"), format!("，相差{shown}"));
    Some((text, formula))
}

/// Several companies side by side: who is highest, then a table. Amounts in different currencies are not
/// ranked.
fn compare_owners(told: &[Vec<Told>], frame: &Frame, answer: &mut Answer) {
    let language = frame.language;
    let newest: Vec<&Told> = told.iter().filter_map(|figures| figures.last()).collect();
    let Some(first) = newest.first() else {
        return;
    };
    let label = first.label.clone();
    match newest.iter().all(|told| told.unit == first.unit) {
        true => answer.paragraph(ranked(&newest, &label, language)),
        false => answer.plain(language.pick(
            "The amounts are in different currencies and are not ranked.".to_owned(),
            "各公司币种不同，不作排序。".to_owned(),
        )),
    }
    let head = language.pick(["Company", "Period", "Basis"], ["公司", "期间", "依据"]);
    let mut head: Vec<String> = head.iter().map(|text| (*text).to_owned()).collect();
    head.insert(2, label);
    let rows = told.iter().flatten().map(|told| Said {
        text: format!(
            "{} | {} | {} | {}",
            told.owner,
            told.period,
            told.shown,
            told.how
                .clone()
                .unwrap_or_else(|| language.pick("as filed", "所报").to_owned())
        ),
        evidence: told.evidence.clone(),
        kind: ClaimKind::Computed {
            formula: told.formula.clone(),
        },
    });
    answer.table(head, rows.collect());
}

/// Who has the most, and what the others have.
fn ranked(newest: &[&Told], label: &str, language: Language) -> Vec<Said> {
    let Some(highest) = newest.iter().max_by_key(|told| told.amount) else {
        return Vec::new();
    };
    let others: Vec<String> = newest
        .iter()
        .filter(|told| told.owner != highest.owner)
        .map(|told| format!("{} {} ({})", told.owner, told.shown, told.period))
        .collect();
    let evidence = newest
        .iter()
        .fold(Vec::new(), |all, told| joined(&all, &told.evidence));
    let mut formulas: Vec<String> = newest.iter().map(|told| told.formula.clone()).collect();
    let more = match newest {
        [one, other] => more_than_the_other(one, other, language),
        _ => None,
    };
    let more = more.map_or_else(String::new, |(more, formula)| {
        formulas.push(formula);
        more
    });
    let (owner, shown, period) = (&highest.owner, &highest.shown, &highest.period);
    let against = others.join(language.pick(", ", "，"));
    let text = match (language, newest.len()) {
        (Language::En, 2) => {
            format!("{owner} has the higher {label}: {shown} ({period}), against {against}{more}.")
        }
        (Language::En, _) => {
            format!("{owner} has the highest {label}: {shown} ({period}), against {against}{more}.")
        }
        (Language::Zh, 2) => {
            format!("{owner}的{label}更高：{shown}（{period}）；{against}{more}。")
        }
        (Language::Zh, _) => {
            format!("{owner}的{label}最高：{shown}（{period}）；{against}{more}。")
        }
    };
    vec![Said {
        text,
        evidence,
        kind: ClaimKind::Computed {
            formula: formulas.join(";"),
        },
    }]
}
