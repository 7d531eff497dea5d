//! Figures that a question itself defines from two others.

use assay_claims::{Meaning, MeaningKind, meanings, meanings_with_ideas};
use assay_domain::{Date, Decimal, EvidenceId};
use assay_facts::DataPoint;
use assay_figures::{Figure, Period, Span, Unit};

use super::Given;
use super::figures::{Told, joined, owner, told};
use super::headcount::{headcount, is_about_people};
use crate::filed::{FiledFigure, fits, is_yearly};
use crate::frame::{Frame, Kind, Wanted, When, has};
use crate::measure::{Operand, metrics_in, name_of_ratio};
use crate::passage::{Asked, Candidate, candidates, choose, figure_of, is_part_of_a_whole};
use crate::printed::{fixed, value};

/// An operand with its number.
struct Value {
    label: String,
    amount: Decimal,
    /// How it follows from what is filed.
    formula: String,
    /// A currency, or nothing for a count.
    unit: Option<String>,
    period: Option<String>,
    end: Option<Date>,
    evidence: Vec<EvidenceId>,
}

/// Part over whole for each period that is asked for.
pub(super) fn ratios(
    frame: &Frame,
    given: &Given<'_>,
    company: usize,
    part: &Operand,
    whole: &Operand,
) -> Vec<Told> {
    let mut found = Vec::new();
    for when in each(frame) {
        let Some((part, whole)) = pair(frame, given, company, [part, whole], &when) else {
            return Vec::new();
        };
        if whole.amount.is_zero() {
            return Vec::new();
        }
        let ratio = part.amount / whole.amount;
        let is_share = part.unit == whole.unit;
        // a share of more than everything is a misreading of one of the two
        let is_often = is_told_in_times(&frame.question.to_lowercase());
        if is_share && !is_often && ratio.abs() > Decimal::from(20) {
            return Vec::new();
        }
        let language = frame.language;
        let (shown, in_days) = told_as(ratio, &part, is_share, frame);
        let shows = |one: &Value| match &one.unit {
            Some(unit) => value(one.amount, unit, language),
            None => fixed(one.amount, 0),
        };
        let how = format!(
            "{} {} / {} {}",
            part.label,
            shows(&part),
            whole.label,
            shows(&whole)
        );
        let period = part.period.clone().or_else(|| whole.period.clone());
        found.push(Told {
            owner: owner(given.known, company),
            label: label(frame, &part, &whole),
            amount: ratio,
            shown,
            period: period.unwrap_or_default(),
            unit: None,
            end: part.end.or(whole.end),
            evidence: joined(&part.evidence, &whole.evidence),
            formula: match in_days {
                true => format!("({}) / ({}) * {DAYS}", part.formula, whole.formula),
                false => format!("({}) / ({})", part.formula, whole.formula),
            },
            how: Some(match in_days {
                true => format!("{how} × {DAYS}"),
                false => how,
            }),
        });
    }
    found.sort_by_key(|told| told.end);
    found
}

/// The name of a ratio that has one; what is divided by what of any other.
fn label(frame: &Frame, part: &Value, whole: &Value) -> String {
    if let Some(name) = name_of_ratio(&frame.question) {
        return name.to_owned();
    }
    let is_share = part.unit == whole.unit;
    let (english, chinese) = match is_share {
        true => ("as a share of", "占"),
        false => ("per", "除以"),
    };
    frame.language.pick(
        format!("{} {english} {}", part.label, whole.label),
        format!("{}{chinese}{}", part.label, whole.label),
    )
}

/// A ratio as people tell it: a share, how often, how many days, or money per head; and whether in days.
fn told_as(ratio: Decimal, part: &Value, is_share: bool, frame: &Frame) -> (String, bool) {
    let (question, language) = (frame.question.to_lowercase(), frame.language);
    if !is_share {
        let unit = part.unit.clone().unwrap_or_default();
        return (value(ratio.round_dp(0), &unit, language), false);
    }
    if is_told_in_days(&question) {
        let count = fixed(ratio * Decimal::from(DAYS), 1);
        let shown = language.pick(format!("{count} days"), format!("{count}天"));
        return (shown, true);
    }
    let share = format!("{}%", fixed(ratio * Decimal::ONE_HUNDRED, 1));
    match is_told_in_times(&question) {
        true if ratio >= Decimal::TWO => (fixed(ratio, 2), false),
        true => (format!("{} ({share})", fixed(ratio, 2)), false),
        false => (share, false),
    }
}

/// Turnover in days: by its name, or by what it is short for.
fn is_told_in_days(question: &str) -> bool {
    let is_named = ["days", "dso", "dio", "dpo"]
        .iter()
        .any(|word| has(question, word));
    is_named || question.contains("天数")
}

/// Days of a year, as turnover is told in.
const DAYS: u32 = 365;

/// `Current ratio`, 周转率: people say how often one goes into the other.
fn is_told_in_times(question: &str) -> bool {
    // `generation` is no ratio
    [
        "ratio", "ratios", "turnover", "turns", "coverage", "cover", "covers", "covered", "ebitda",
        "比率", "周转", "倍",
    ]
    .iter()
    .any(|word| has(question, word))
}

/// One plus the other.
pub(super) fn sums(
    frame: &Frame,
    given: &Given<'_>,
    company: usize,
    one: &Operand,
    other: &Operand,
) -> Vec<Told> {
    let mut found = Vec::new();
    for when in each(frame) {
        let Some((one, other)) = pair(frame, given, company, [one, other], &when) else {
            return Vec::new();
        };
        if one.unit != other.unit {
            return Vec::new();
        }
        let language = frame.language;
        let sum = one.amount + other.amount;
        let unit = one.unit.clone().unwrap_or_default();
        let shows = |amount: Decimal| value(amount, &unit, language);
        found.push(Told {
            owner: owner(given.known, company),
            label: language.pick(
                format!("{} plus {}", one.label, other.label),
                format!("{}与{}合计", one.label, other.label),
            ),
            amount: sum,
            shown: shows(sum),
            period: one.period.clone().unwrap_or_default(),
            unit: one.unit.clone(),
            end: one.end,
            evidence: joined(&one.evidence, &other.evidence),
            formula: format!("({}) + ({})", one.formula, other.formula),
            how: Some(format!(
                "{} {} + {} {}",
                one.label,
                shows(one.amount),
                other.label,
                shows(other.amount)
            )),
        });
    }
    found.sort_by_key(|told| told.end);
    found
}

/// Each period that is asked for by itself.
fn each(frame: &Frame) -> Vec<When> {
    if frame.when.periods.is_empty() {
        return vec![When {
            periods: Vec::new(),
            newest: 1,
            part: None,
        }];
    }
    let one = |period| When {
        periods: vec![period],
        newest: 1,
        part: None,
    };
    frame.when.periods.iter().copied().map(one).collect()
}

/// Both operands for one period: what is filed first, so that what passages say can be held to the
/// same period.
fn pair(
    frame: &Frame,
    given: &Given<'_>,
    company: usize,
    [one, other]: [&Operand; 2],
    when: &When,
) -> Option<(Value, Value)> {
    match (one, other) {
        (Operand::Filed(a), Operand::Filed(b)) => {
            let a = *given.filed.asked(company, a, when).last()?;
            let b = given.filed.beside(a, b)?;
            Some((filed(a, given, frame), filed(b, given, frame)))
        }
        (Operand::Filed(a), Operand::Worded(words)) => {
            let a = *given.filed.asked(company, a, when).last()?;
            let b = worded(given, company, words, when, None)?;
            Some((filed(a, given, frame), b))
        }
        (Operand::Worded(words), Operand::Filed(b)) => {
            let b = *given.filed.asked(company, b, when).last()?;
            let a = worded(given, company, words, when, Some(&Whole(&b.point)))?;
            Some((a, filed(b, given, frame)))
        }
        (Operand::Worded(_), Operand::Worded(_)) => None,
    }
}

fn filed(figure: &FiledFigure, given: &Given<'_>, frame: &Frame) -> Value {
    let told = told(figure, given, frame);
    Value {
        label: told.label,
        amount: figure.point.value,
        formula: figure.formula.clone(),
        unit: Some(figure.point.unit.clone()),
        period: Some(told.period),
        end: told.end,
        evidence: figure.evidence.clone(),
    }
}

/// A figure that passages give under the words of the question: money of the currency of what it is
/// part of, or a number of heads where it divides.
fn worded(
    given: &Given<'_>,
    company: usize,
    words: &str,
    when: &When,
    whole: Option<&Whole<'_>>,
) -> Option<Value> {
    let is_count = whole.is_none();
    let own = given
        .passages
        .iter()
        .filter(|passage| passage.company == Some(company));
    let all: Vec<_> = own.flat_map(candidates).collect();
    if is_count && let Some(people) = people(words, when, &all) {
        return Some(people);
    }
    let terms = meanings_with_ideas(words);
    let asked = Asked {
        kin: Vec::new(),
        spoken: Vec::new(),
        terms: &terms,
        when,
        wanted: Wanted::Money,
        kind: Kind::LookUp,
        numbers: &[],
        lighter: &[],
        names: &[],
    };
    let read: Vec<usize> = match is_count {
        // the whole may stand anywhere
        true => (0..all.len()).collect(),
        false => {
            let chosen = choose(&asked, &all, &[], MOST_READINGS).into_iter();
            chosen.map(|chosen| chosen.place).collect()
        }
    };
    let values = read.into_iter().filter_map(|place| {
        let candidate = all.get(place).filter(|one| one.is_only_about(&terms))?;
        let figure = match whole {
            Some(whole) => whole.part_in(candidate, (words, &terms), &all)?,
            None => figure_of(candidate, &terms, when)?,
        };
        let counts_it = || stands_beside(&candidate.shown, &figure.raw, &terms);
        if is_count && (candidate.is_row || !counts_it()) {
            return None;
        }
        let unit = match &figure.unit {
            Unit::Currency(code) if whole.is_some_and(|whole| whole.0.unit == *code) => {
                Some((*code).to_owned())
            }
            Unit::Count(_) | Unit::Bare if is_count => None,
            // a table that shows the whole is counted in its currency, also where it prints no sign
            Unit::Bare if whole.is_some_and(|whole| whole.stands_beside(candidate, &all)) => {
                whole.map(|whole| whole.0.unit.clone())
            }
            _ => return None,
        };
        let amount = figure.amount()?;
        let is_other = whole.is_some_and(|whole| !whole.is_of_metric(candidate));
        let value = Value {
            label: match candidate.row_label.as_str() {
                "" => words.to_owned(),
                label => label.to_owned(),
            },
            amount,
            formula: amount.normalize().to_string(),
            unit,
            period: None,
            end: None,
            evidence: vec![candidate.passage.evidence.id.clone()],
        };
        Some((is_other, value))
    });
    // a whole is at least its parts
    let order = |(is_other, value): &(bool, Value)| match is_count {
        true => (false, std::cmp::Reverse(Some(value.amount))),
        false => (*is_other, std::cmp::Reverse(None)),
    };
    values.min_by_key(order).map(|(_, value)| value)
}

/// All people of the company, where it is people that divide.
fn people(words: &str, when: &When, all: &[Candidate<'_>]) -> Option<Value> {
    if !is_about_people(words) {
        return None;
    }
    let year = when.periods.first().map(|period| period.year);
    let found = headcount(all, year)?;
    Some(Value {
        label: words.to_owned(),
        amount: found.number,
        formula: found.number.normalize().to_string(),
        unit: None,
        period: None,
        end: None,
        evidence: vec![found.row.passage.evidence.id.clone()],
    })
}

/// What a part is taken of.
struct Whole<'w>(&'w DataPoint);

impl Whole<'_> {
    /// The figure of a candidate that is a part of this whole, of the same period: it stands in the
    /// column in which the table shows the whole, or what it stands under or says names the period. A
    /// change is no part.
    fn part_in<'c>(
        &self,
        candidate: &'c Candidate<'_>,
        (words, terms): (&str, &[Meaning]),
        all: &[Candidate<'_>],
    ) -> Option<&'c Figure> {
        if !covers_all(candidate, words, terms) || !self.has_part(candidate, all) {
            return None;
        }
        let levels = candidate.figures.iter().enumerate().filter(|(_, figure)| {
            !figure.subject.is_change
                && !matches!(figure.unit, Unit::Percent | Unit::PercentagePoint)
        });
        let mut of_period = levels.filter(|(column, figure)| {
            let is_dated = figure.period.is_some_and(|own| fits(self.0, own));
            match candidate.is_row {
                true => {
                    self.is_in_column(candidate, *column, all)
                        || (is_dated && self.is_of_metric(candidate))
                }
                false => {
                    (is_dated || self.is_of_report(candidate))
                        && is_said_of(&candidate.shown, &figure.raw, terms)
                }
            }
        });
        let found = of_period.next().map(|(_, figure)| figure);
        // less than a thousandth is a misread scale, and what is taken off is no part
        let least = self.0.value.abs() / Decimal::ONE_THOUSAND;
        found.filter(|figure| figure.amount().is_some_and(|amount| amount >= least))
    }

    /// Whether a row of the same table shows the whole in a column.
    fn is_in_column(
        &self,
        candidate: &Candidate<'_>,
        column: usize,
        all: &[Candidate<'_>],
    ) -> bool {
        let mut rows = all.iter().filter(|row| are_of_one_table(row, candidate));
        rows.any(|row| {
            let shown = row.figures.get(column).and_then(Figure::amount);
            row.figures.len() == candidate.figures.len() && shown == Some(self.0.value)
        })
    }

    /// Whether a sentence that names no time is of the year that its document reports on.
    fn is_of_report(&self, candidate: &Candidate<'_>) -> bool {
        let year = Period {
            year: candidate.passage.year.unwrap_or_default(),
            span: Span::Year,
            fiscal: true,
        };
        candidate.periods.is_empty() && is_yearly(self.0) && fits(self.0, year)
    }

    /// Whether a row stands in a table that shows the whole too, or a sentence speaks of its metric.
    /// A row of which nothing says that it is a part of this whole is no part of it.
    fn has_part(&self, candidate: &Candidate<'_>, all: &[Candidate<'_>]) -> bool {
        if !candidate.is_row {
            let named = metrics_in(&candidate.shown);
            let is_silent = named.is_empty() && self.called() != "revenue";
            return is_silent || named.iter().any(|(_, own)| *own == self.called());
        }
        let names_another = |metrics: &[(_, &str)]| {
            !metrics.is_empty() && metrics.iter().all(|(_, own)| *own != self.called())
        };
        let is_named = candidate.row_label.contains(char::is_alphabetic);
        // `International` narrows what stands under it, `Operating expenses` says what it is
        const KINDS: [&str; 8] = [
            "expense", "cost", "revenue", "sales", "income", "费用", "成本", "收入",
        ];
        let part = candidate.part.to_lowercase();
        let is_narrowed = !part.is_empty() && !KINDS.iter().any(|kind| part.contains(kind));
        if !is_named || is_narrowed || names_another(&metrics_in(&candidate.part)) {
            return false;
        }
        self.is_of_metric(candidate) || self.stands_beside(candidate, all)
    }

    /// Whether the whole stands in the same table as a row.
    fn stands_beside(&self, candidate: &Candidate<'_>, all: &[Candidate<'_>]) -> bool {
        let shows_whole = |row: &Candidate<'_>| {
            let mut amounts = row.figures.iter().map(Figure::amount);
            amounts.any(|amount| amount == Some(self.0.value))
        };
        let mut beside = all.iter().filter(|row| are_of_one_table(row, candidate));
        candidate.is_row && beside.any(shows_whole)
    }

    fn called(&self) -> &str {
        &self.0.canonical_metric
    }

    /// Revenue of a segment rather than its costs, which may stand in the same table: the row, its part
    /// of the table or the line before the table says so.
    fn is_of_metric(&self, candidate: &Candidate<'_>) -> bool {
        let nearest = candidate.above.first().map(String::as_str);
        let said = [candidate.row_label.as_str(), candidate.part.as_str()];
        let mut named = said.into_iter().chain(nearest).map(metrics_in);
        let named = named.find(|metrics| !metrics.is_empty());
        // a line that names several leaves open which of them the table is of
        named.is_some_and(|metrics| metrics.iter().all(|(_, own)| *own == self.called()))
    }
}

/// Whether the clause before a figure speaks of what the words name and of nothing else: `Freight revenue
/// was $3 million`, not `Revenue from customers of freight that had been deferred was …`.
fn is_said_of(text: &str, raw: &str, terms: &[Meaning]) -> bool {
    let Some((before, _)) = text.split_once(raw) else {
        return false;
    };
    let clause = before.rsplit([',', ';', '，', '；', '。']).next();
    let mut clause = clause.unwrap_or(before).to_owned();
    for (range, _) in metrics_in(&clause) {
        clause.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    let is_thing = |word: &&Meaning| word.kind >= MeaningKind::Thing;
    let words = meanings(&clause);
    let is_asked = |word: &Meaning| terms.iter().any(|term| term.is_same_as(word));
    let mut things = words.iter().filter(is_thing);
    words.iter().any(is_asked) && things.all(is_asked)
}

fn are_of_one_table(row: &Candidate<'_>, other: &Candidate<'_>) -> bool {
    let (one, two) = (row.passage.evidence, other.passage.evidence);
    row.is_row
        && one.document == two.document
        && one.headings == two.headings
        && row.has_heads_of(other)
}

/// Whether a candidate has each thing that the words name: of a row, its label or the part of the table.
fn covers_all(candidate: &Candidate<'_>, words: &str, terms: &[Meaning]) -> bool {
    let said = match candidate.is_row {
        true => format!("{} {}", candidate.part, candidate.own_label()),
        false => candidate.shown.clone(),
    };
    let meant = meanings(&said);
    let mut things = terms.iter().filter(|term| term.kind >= MeaningKind::Thing);
    let has_things = things.all(|term| meant.iter().any(|word| word.is_same_as(term)));
    has_things && says_each_word(&said, words)
}

/// Whether a text has each word of an operand, as it is written or with the same meaning.
pub(super) fn says_each_word(said: &str, words: &str) -> bool {
    if is_han_text(words) {
        return !is_han_text(said) || said.contains(&beside_metrics(words));
    }
    let (lower, meant) = (said.to_lowercase(), meanings(said));
    let mut asked = words
        .split_whitespace()
        .filter(|word| word.len() >= SHORTEST);
    is_han_text(said)
        || asked.all(|word| {
            let word = word.to_lowercase();
            let stem = word.trim_end_matches('s');
            let same = |own: &Meaning| meant.iter().any(|other| other.is_same_as(own));
            lower.contains(stem) || meanings(&word).iter().any(same)
        })
}

/// Shorter words join others.
const SHORTEST: usize = 4;

/// What Chinese words name beside a metric: `污水处理` of `污水处理收入`.
fn beside_metrics(words: &str) -> String {
    let mut rest = words.to_owned();
    for (range, _) in metrics_in(words).into_iter().rev() {
        rest.replace_range(range, "");
    }
    rest.trim_matches(|c: char| c.is_whitespace() || c == '的')
        .to_owned()
}

fn is_han_text(text: &str) -> bool {
    text.chars().any(|c| ('\u{3400}'..='\u{9fff}').contains(&c))
}

/// Words between a count and what it counts.
const NEAR: usize = 5;

/// Whether a number counts what is asked for, all of it: one of its words stands close by in the same
/// clause.
fn stands_beside(text: &str, raw: &str, terms: &[Meaning]) -> bool {
    let Some((before, after)) = text.split_once(raw) else {
        return false;
    };
    let before = before
        .rsplit([',', ';', '，', '；'])
        .next()
        .unwrap_or_default();
    let after = after
        .split([',', ';', '，', '；'])
        .next()
        .unwrap_or_default();
    let last: Vec<&str> = before.split_whitespace().rev().take(NEAR).collect();
    let last: Vec<&str> = last.into_iter().rev().collect();
    let next: Vec<&str> = after.split_whitespace().take(NEAR).collect();
    let says = |words: &str| {
        let words = meanings(words);
        let mut things = terms.iter().filter(|term| term.kind >= MeaningKind::Thing);
        things.any(|term| words.iter().any(|word| word.is_same_as(term)))
    };
    // `purchased 21 million shares` counts shares, whoever purchased them
    const OTHERS: [&str; 8] = [
        "shares", "options", "hours", "dollars", "units", "years", "votes", "awards",
    ];
    let counts_another = next
        .iter()
        .any(|word| OTHERS.contains(&word.trim_matches(|c: char| !c.is_alphabetic())));
    let is_said = [last.join(" "), next.join(" ")]
        .iter()
        .any(|words| says(words));
    // `212,000 participating employees` are some of them
    const PLAIN: [&str; 11] = [
        "full-time",
        "part-time",
        "permanent",
        "regular",
        "active",
        "total",
        "people",
        "persons",
        "individuals",
        "million",
        "thousand",
    ];
    let first = next
        .first()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_all = first.is_none_or(|word| PLAIN.contains(&word) || says(word) || !word.is_ascii());
    // full-time and part-time apart: neither is all
    let is_parted = text.contains("full-time") && text.contains("part-time");
    is_said && is_all && !is_parted && !counts_another && !is_part_of_a_whole(text, raw)
}

/// Passages that are read for one operand.
const MOST_READINGS: usize = 12;
