use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Decimal, EvidenceId, Language};

use crate::arithmetic::{amount_text, direction, operands, percent, rounded};
use crate::datum::{Datum, Key};
use crate::examine::{Standing, groups, standing};
use crate::figure::{Basis, Form, Period, Span, Unit};
use crate::lexicon::{MetricClass, metric, place_of};
use crate::topic::capital;

/// A sentence of arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Computed {
    pub(crate) text: String,
    pub(crate) formula: String,
    pub(crate) evidence_ids: Vec<EvidenceId>,
    /// The metrics it speaks of.
    pub(crate) metrics: BTreeSet<&'static str>,
}

/// Wholes before parts, years before quarters, later ones first, then the lexicon's order and the
/// largest part first.
type Order = (bool, bool, i16, usize, Reverse<Option<Decimal>>);

type Table<'d, 'e> = BTreeMap<&'d Key, BTreeMap<Period, &'d Datum<'e>>>;

/// Everything that can be computed with certainty, the most telling first: growth of the latest
/// year, margins, shares, cash left over, then sums and averages.
pub(crate) fn computations(data: &[Datum<'_>], language: Language) -> Vec<(Sort, Computed)> {
    let mut table: Table<'_, '_> = BTreeMap::new();
    for ((key, when), readings) in groups(data) {
        let settled = match standing(&readings) {
            Some(Standing::Agreed(datum) | Standing::Replaced(datum, _)) => datum,
            Some(Standing::Disputed(_)) | None => continue,
        };
        if key.basis == Basis::Actual && !key.is_change {
            table.entry(key).or_default().insert(when, settled);
        }
    }
    let desk = Desk { table, language };
    [
        (Sort::Growth, desk.growth()),
        (Sort::Ratio, desk.margins()),
        (Sort::Share, desk.shares()),
        (Sort::Rest, desk.cash_left()),
        (Sort::Total, desk.sums()),
        (Sort::Mean, desk.averages()),
    ]
    .into_iter()
    .flat_map(|(sort, list)| list.into_iter().map(move |computed| (sort, computed)))
    .fold(
        Vec::new(),
        |mut kept: Vec<(Sort, Computed)>, (sort, computed)| {
            // The same figures under another name of the period say nothing new.
            if !kept
                .iter()
                .any(|(_, known)| known.formula == computed.formula)
            {
                kept.push((sort, computed));
            }
            kept
        },
    )
}

/// What kind of arithmetic it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    Growth,
    Ratio,
    Share,
    Rest,
    Total,
    Mean,
}

impl Sort {
    /// How many of a kind a section can bear.
    pub(crate) fn most(self) -> usize {
        match self {
            Self::Growth | Self::Share => 3,
            Self::Ratio => 2,
            Self::Rest | Self::Total | Self::Mean => 1,
        }
    }
}

struct Desk<'d, 'e> {
    table: Table<'d, 'e>,
    language: Language,
}

impl Desk<'_, '_> {
    /// Yearly growth, latest year first, and the latest quarter against the same one a year before.
    fn growth(&self) -> Vec<Computed> {
        let mut found: Vec<(Order, Computed)> = Vec::new();
        for (key, series) in &self.table {
            if !matches!(key.unit, Unit::Currency(_)) {
                continue;
            }
            let last = |is_kind: fn(Span) -> bool| series.keys().filter(|p| is_kind(p.span)).max();
            let last_quarter = last(|span| matches!(span, Span::Quarter(_) | Span::Months(3, _)));
            let last_year = last(|span| span == Span::Year);
            for (when, new) in series {
                let is_year = when.span == Span::Year && key.metric == "revenue";
                let wanted = is_year || Some(when) == last_year || Some(when) == last_quarter;
                if wanted
                    && let Some(old) = series.get(&when.year_before())
                    && let Some(computed) = self.growth_sentence(old, new)
                {
                    let part = !key.qualifiers.is_empty();
                    let quarter = when.span != Span::Year;
                    let size = Reverse(new.amount());
                    let order = (part, quarter, -when.year, place_of(key.metric), size);
                    found.push((order, computed));
                }
            }
        }
        found.sort_by_key(|(order, _)| *order);
        found.into_iter().map(|(_, computed)| computed).collect()
    }

    fn growth_sentence(&self, old: &Datum<'_>, new: &Datum<'_>) -> Option<Computed> {
        let [a, b] = operands([old, new])?;
        if a <= Decimal::ZERO || b < Decimal::ZERO {
            return None;
        }
        let percent = percent(b.checked_sub(a)?, a)?;
        let formula = format!("({b} − {a}) / {a}");
        let (old_value, new_value) = (old.shown(self.language), new.shown(self.language));
        let size = percent.abs();
        let name = capital(&new.subject(self.language));
        let text = match self.language {
            Language::En => {
                let verb = direction(percent, "rose", "fell");
                format!(
                    "{name} {verb} {size} % from {old_value} ({}) to {new_value} ({}): {formula}, rounded half-even to 0.1 %.",
                    old.period, new.period
                )
            }
            Language::Zh => {
                let verb = direction(percent, "增长", "下降");
                format!(
                    "{name}由{old_value}（{}）变为{new_value}（{}），{verb}{size}%：{formula}，四舍六入五成双至0.1%。",
                    old.period, new.period
                )
            }
        };
        Some(self.computed(text, formula, &[old, new]))
    }

    /// Profit lines against revenue of the same period.
    fn margins(&self) -> Vec<Computed> {
        const PARTS: [&str; 5] = [
            "gross_profit",
            "operating_income",
            "net_income",
            "research_expense",
            "free_cash_flow",
        ];
        let mut found = Vec::new();
        for part in PARTS {
            for (part_key, whole) in self.pairs(part, "revenue") {
                let Some(series) = self.table.get(part_key) else {
                    continue;
                };
                let latest = series
                    .iter()
                    .rev()
                    .find(|(when, _)| when.span == Span::Year && whole.contains_key(*when));
                if let Some((when, numerator)) = latest
                    && let Some(denominator) = whole.get(when)
                {
                    found.extend(self.ratio_sentence(numerator, denominator));
                }
            }
        }
        found
    }

    /// The series of `part` and `whole` for the same company, both unqualified, in one currency.
    fn pairs(&self, part: &str, whole: &str) -> Vec<(&Key, &BTreeMap<Period, &Datum<'_>>)> {
        let mut found = Vec::new();
        for key in self.table.keys() {
            let plain = key.qualifiers.is_empty() && matches!(key.unit, Unit::Currency(_));
            if key.metric != part || !plain {
                continue;
            }
            let other = self.table.iter().find(|(other, _)| {
                other.metric == whole
                    && other.entity == key.entity
                    && other.unit == key.unit
                    && other.qualifiers.is_empty()
            });
            if let Some((_, series)) = other {
                found.push((*key, series));
            }
        }
        found
    }

    fn ratio_sentence(&self, part: &Datum<'_>, whole: &Datum<'_>) -> Option<Computed> {
        let [a, b] = operands([part, whole])?;
        if b <= Decimal::ZERO {
            return None;
        }
        let percent = percent(a, b)?;
        let formula = format!("{a} / {b}");
        let (part_value, whole_value) = (part.shown(self.language), whole.shown(self.language));
        let (part_name, whole_name) = (part.subject(self.language), whole.subject(self.language));
        let text = match self.language {
            Language::En => format!(
                "{} of {part_value} was {percent} % of {whole_name} of {whole_value} ({}): {formula}, rounded half-even to 0.1 %.",
                capital(&part_name),
                part.period
            ),
            Language::Zh => format!(
                "{part_name}{part_value}占{whole_name}{whole_value}的{percent}%（{}）：{formula}，四舍六入五成双至0.1%。",
                part.period
            ),
        };
        Some(self.computed(text, formula, &[part, whole]))
    }

    /// Parts of revenue in one table with their total: the table itself binds them.
    fn shares(&self) -> Vec<Computed> {
        let mut found = Vec::new();
        let totals: Vec<(&Key, &BTreeMap<Period, &Datum<'_>>)> = self
            .table
            .iter()
            .filter(|(key, _)| key.metric == "revenue" && key.qualifiers.is_empty())
            .map(|(key, series)| (*key, series))
            .collect();
        for (key, series) in &self.table {
            if key.metric != "revenue" || key.qualifiers.is_empty() {
                continue;
            }
            let Some((when, part)) = series
                .iter()
                .rev()
                .find(|(when, _)| when.span == Span::Year)
            else {
                continue;
            };
            for (total_key, total) in &totals {
                let same = total_key.entity == key.entity && total_key.unit == key.unit;
                if let Some(whole) = total.get(when)
                    && same
                    && part.figure.form == Form::Table
                    && part.evidence.document == whole.evidence.document
                    && part.amount() < whole.amount()
                    && let Some(computed) = self.ratio_sentence(part, whole)
                {
                    found.push((Reverse(part.amount()), computed));
                }
            }
        }
        found.sort_by_key(|(size, _)| *size);
        found.into_iter().map(|(_, computed)| computed).collect()
    }

    /// Operating cash flow less capital expenditure, where no source states free cash flow.
    fn cash_left(&self) -> Vec<Computed> {
        let mut found = Vec::new();
        for (key, capex) in self.pairs("operating_cash_flow", "capital_expenditure") {
            let Some(series) = self.table.get(key) else {
                continue;
            };
            let latest = series
                .iter()
                .rev()
                .find(|(when, _)| when.span == Span::Year && capex.contains_key(*when));
            if let Some((when, cash)) = latest
                && let Some(spent) = capex.get(when)
            {
                found.extend(self.difference_sentence(cash, spent));
            }
        }
        found
    }

    /// Cash flow statements print what was spent as a negative number.
    fn difference_sentence(&self, cash: &Datum<'_>, spent: &Datum<'_>) -> Option<Computed> {
        // the difference of a rounded and an exact figure would look more exact than it is
        if cash.precision() != spent.precision() {
            return None;
        }
        let [a, b] = operands([cash, spent])?;
        let b = b.abs();
        let left = a.checked_sub(b)?;
        let formula = format!("{a} − {b}");
        let left = amount_text(left, cash, spent, self.language);
        let (cash_value, spent_value) =
            (cash.shown(self.language), spent.shown_size(self.language));
        let (cash_name, spent_name) = (cash.subject(self.language), spent.subject(self.language));
        let text = match self.language {
            Language::En => format!(
                "{} of {cash_value} less {spent_name} of {spent_value} left {left} ({}): {formula}.",
                capital(&cash_name),
                cash.period
            ),
            Language::Zh => format!(
                "{cash_name}{cash_value}减去{spent_name}{spent_value}，余{left}（{}）：{formula}。",
                cash.period
            ),
        };
        Some(self.computed(text, formula, &[cash, spent]))
    }

    /// Four quarters of a flow.
    fn sums(&self) -> Vec<Computed> {
        let mut found = Vec::new();
        for (key, series) in &self.table {
            let flow = metric(key.metric).is_some_and(|metric| metric.class == MetricClass::Flow);
            if !flow || !matches!(key.unit, Unit::Currency(_)) {
                continue;
            }
            let years: BTreeSet<(i16, bool)> =
                series.keys().map(|when| (when.year, when.fiscal)).collect();
            for (year, fiscal) in years.into_iter().rev() {
                let quarters: Vec<&Datum<'_>> = (1..=4)
                    .filter_map(|quarter| {
                        let span = Span::Quarter(quarter);
                        series.get(&Period { year, span, fiscal }).copied()
                    })
                    .collect();
                if let [q1, q2, q3, q4] = quarters.as_slice() {
                    found.extend(self.sum_sentence([q1, q2, q3, q4]));
                }
            }
        }
        found
    }

    fn sum_sentence(&self, quarters: [&Datum<'_>; 4]) -> Option<Computed> {
        let values = operands(quarters)?;
        let mut total = Decimal::ZERO;
        for value in values {
            total = total.checked_add(value)?;
        }
        let formula = values.map(|value| value.to_string()).join(" + ");
        let [first, .., last] = quarters;
        let total = amount_text(total, first, last, self.language);
        let name = first.subject(self.language);
        let text = match self.language {
            Language::En => format!(
                "The four quarters {} to {} add up to {name} of {total}: {formula}.",
                first.period, last.period
            ),
            Language::Zh => format!(
                "{}至{}四个季度的{name}合计{total}：{formula}。",
                first.period, last.period
            ),
        };
        Some(self.computed(text, formula, &quarters))
    }

    /// The mean of a ratio over three or more consecutive years.
    fn averages(&self) -> Vec<Computed> {
        let mut found = Vec::new();
        for (key, series) in &self.table {
            let ratio = metric(key.metric).is_some_and(|metric| metric.class == MetricClass::Ratio);
            let years: Vec<&Datum<'_>> = series
                .iter()
                .filter(|(when, _)| when.span == Span::Year)
                .map(|(_, datum)| *datum)
                .collect();
            let consecutive = years
                .windows(2)
                .all(|pair| matches!(pair, [a, b] if b.when.year_before() == a.when));
            if ratio && key.unit == Unit::Percent && years.len() >= 3 && consecutive {
                found.extend(self.average_sentence(&years));
            }
        }
        found
    }

    fn average_sentence(&self, years: &[&Datum<'_>]) -> Option<Computed> {
        let (first, last) = (years.first()?, years.last()?);
        let mut total = Decimal::ZERO;
        for datum in years {
            total = total.checked_add(datum.figure.value)?;
        }
        let count = Decimal::from(years.len());
        let mean = rounded(total.checked_div(count)?);
        let terms: Vec<String> = years.iter().map(|d| d.figure.value.to_string()).collect();
        let formula = format!("({}) / {count}", terms.join(" + "));
        let name = first.subject(self.language);
        let text = match self.language {
            Language::En => format!(
                "{} averaged {mean} % over {} to {}: {formula}, rounded half-even to 0.1 %.",
                capital(&name),
                first.period,
                last.period
            ),
            Language::Zh => format!(
                "{}至{}{name}平均为{mean}%：{formula}，四舍六入五成双至0.1%。",
                first.period, last.period
            ),
        };
        Some(self.computed(text, formula, years))
    }

    fn computed(&self, text: String, formula: String, from: &[&Datum<'_>]) -> Computed {
        let mut evidence_ids: Vec<EvidenceId> = Vec::new();
        for datum in from {
            if !evidence_ids.contains(&datum.evidence.id) {
                evidence_ids.push(datum.evidence.id.clone());
            }
        }
        Computed {
            text,
            formula,
            evidence_ids,
            metrics: from.iter().map(|datum| datum.key.metric).collect(),
        }
    }
}
