mod series;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use assay_domain::{Decimal, EvidenceId, Language};
use assay_figures::{Basis, Form, Period, Span, Unit, place_of};

use crate::arithmetic::{amount_text, direction, operands, percent};
use crate::datum::{Datum, Key};
use crate::examine::{Standing, groups, standing};
use crate::owners::Subjects;
use crate::topic::capital;

/// A sentence of arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Computed {
    pub(crate) text: String,
    pub(crate) formula: String,
    pub(crate) evidence_ids: Vec<EvidenceId>,
    /// Whose figures they are, in lower case; empty where nobody is named.
    pub(crate) entity: String,
    /// The metrics it speaks of.
    pub(crate) metrics: BTreeSet<&'static str>,
    /// What it tells by itself, for whoever asks for that alone: gross profit over revenue is the gross
    /// margin.
    pub(crate) tells: Option<&'static str>,
    /// The parts of the whole that it speaks of, such as segments and regions.
    pub(crate) parts: Vec<String>,
}

impl Computed {
    fn telling(self, metric: &'static str) -> Self {
        Self {
            tells: Some(metric),
            ..self
        }
    }
}

/// Wholes before parts, years before quarters, later ones first, then the lexicon's order and the
/// largest part first.
type Order = (bool, bool, i16, usize, Reverse<Option<Decimal>>);

type Table<'d, 'e> = BTreeMap<&'d Key, BTreeMap<Period, &'d Datum<'e>>>;

/// Everything that can be computed with certainty, the most telling first: growth of the latest
/// year, margins, shares, cash left over, then sums and averages.
pub(crate) fn computations(
    data: &[Datum<'_>],
    subjects: &Subjects,
    language: Language,
) -> Vec<(Sort, Computed)> {
    let mut table: Table<'_, '_> = BTreeMap::new();
    let mut agreed: Readings<'_, '_> = BTreeMap::new();
    for ((key, when), readings) in groups(data) {
        let settled = match standing(&readings) {
            Some(Standing::Agreed(datum) | Standing::Replaced(datum, _)) => datum,
            Some(Standing::Disputed(_)) | None => continue,
        };
        if !subjects.can_tell(settled) {
            continue;
        }
        if key.basis == Basis::Actual && !key.is_change {
            table.entry(key).or_default().insert(when, settled);
            let same = readings.into_iter().filter(|d| d.agrees_with(settled));
            agreed.insert((key, when), same.collect());
        }
    }
    let desk = Desk {
        table,
        agreed,
        subjects,
        language,
    };
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

/// The same stretch of the year before. A balance sheet of a year of 52 weeks is a few days off.
fn a_year_before<'d, 'e>(
    series: &BTreeMap<Period, &'d Datum<'e>>,
    when: Period,
) -> Option<&'d Datum<'e>> {
    let before = when.year_before();
    let is_near = |other: &Period| match (other.span, before.span) {
        (Span::Day(month, _), Span::Day(same, _)) => month == same && other.year == before.year,
        _ => *other == before,
    };
    let exact = series.get(&before).copied();
    exact.or_else(|| {
        let mut near = series.iter().filter(|(other, _)| is_near(other));
        let (_, datum) = near.next()?;
        near.next().is_none().then_some(*datum)
    })
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
            Self::Ratio | Self::Rest => 2,
            Self::Total | Self::Mean => 1,
        }
    }
}

/// All readings that say what the settled one says, some of them rounded.
type Readings<'d, 'e> = BTreeMap<(&'d Key, Period), Vec<&'d Datum<'e>>>;

struct Desk<'d, 'e> {
    table: Table<'d, 'e>,
    agreed: Readings<'d, 'e>,
    subjects: &'d Subjects,
    language: Language,
}

impl Desk<'_, '_> {
    /// What the figure is of, with its owner where a reader could take it for somebody else's.
    fn named(&self, datum: &Datum<'_>) -> String {
        self.owner(datum) + &datum.subject(self.language)
    }

    fn owner(&self, datum: &Datum<'_>) -> String {
        let label = self.subjects.label(datum, self.language);
        label.unwrap_or_default()
    }

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
            let last_day = last(|span| matches!(span, Span::Day(..)));
            for (when, new) in series {
                let is_year = when.span == Span::Year && key.metric == "revenue";
                let is_last = [last_year, last_quarter, last_day].contains(&Some(when));
                if (is_year || is_last)
                    && let Some(old) = a_year_before(series, *when)
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
        let [a, b] = operands([old, new], self.language)?;
        if a <= Decimal::ZERO || b < Decimal::ZERO {
            return None;
        }
        let percent = percent(b.checked_sub(a)?, a)?;
        let formula = format!("({b} − {a}) / {a}");
        let (old_value, new_value) = (old.shown(self.language), new.shown(self.language));
        let size = percent.abs();
        let name = capital(&self.named(new));
        let text = match self.language {
            Language::En => {
                let verb = direction(percent, "rose", "fell");
                format!(
                    "{name} {verb} {size} % from {old_value} ({}) to {new_value} ({}): {formula}.",
                    old.period, new.period
                )
            }
            Language::Zh => {
                let verb = direction(percent, "增长", "下降");
                let to = direction(percent, "增至", "降至");
                format!(
                    "{name}由{old_value}（{}）{to}{new_value}（{}），{verb}{size}%：{formula}。",
                    old.period, new.period
                )
            }
        };
        Some(self.computed(text, formula, &[old, new]))
    }

    /// Profit lines against revenue of the same period.
    fn margins(&self) -> Vec<Computed> {
        const PARTS: [(&str, &str); 5] = [
            ("gross_profit", "gross_margin"),
            ("operating_income", "operating_margin"),
            ("net_income", "net_margin"),
            ("research_expense", "research_expense"),
            ("free_cash_flow", "free_cash_flow"),
        ];
        let mut found = Vec::new();
        for (part, margin) in PARTS {
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
                    let computed = self.ratio_sentence(numerator, denominator);
                    found.extend(computed.map(|computed| computed.telling(margin)));
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
        let [a, b] = operands([part, whole], self.language)?;
        if b <= Decimal::ZERO {
            return None;
        }
        let percent = percent(a, b)?;
        let formula = format!("{a} / {b}");
        let (part_value, whole_value) = (part.shown(self.language), whole.shown(self.language));
        let (part_name, whole_name) = (self.named(part), whole.subject(self.language));
        let text = match self.language {
            Language::En => format!(
                "{} of {part_value} was {percent} % of {whole_name} of {whole_value} ({}): {formula}.",
                capital(&part_name),
                part.period
            ),
            Language::Zh => format!(
                "{part_name}{part_value}占{whole_name}{whole_value}的{percent}%（{}）：{formula}。",
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
            let years = series.iter().rev();
            let years = years.filter(|(when, _)| when.span == Span::Year);
            let both = years.filter_map(|(when, cash)| Some((cash, capex.get(when)?)));
            // The latest, and the year to compare it with.
            for (place, (cash, spent)) in both.take(2).enumerate() {
                let Some((cash, spent)) = self.equally_exact(cash, spent) else {
                    continue;
                };
                let computed = self.difference_sentence(cash, spent);
                let computed = computed.map(|computed| computed.telling("free_cash_flow"));
                found.extend(computed.map(|computed| (place, computed)));
            }
        }
        found.sort_by_key(|(place, _)| *place);
        found.into_iter().map(|(_, computed)| computed).collect()
    }

    /// Readings of both that are rounded alike: the difference of a rounded and an exact figure would
    /// look more exact than it is.
    fn equally_exact(&self, a: &Datum<'_>, b: &Datum<'_>) -> Option<(&Datum<'_>, &Datum<'_>)> {
        let readings = |datum: &Datum<'_>| {
            let mut found = self.agreed.get(&(&datum.key, datum.when))?.clone();
            found.sort_by_key(|datum| datum.precision());
            Some(found)
        };
        let others = readings(b)?;
        readings(a)?.into_iter().find_map(|a| {
            let b = others.iter().find(|b| b.precision() == a.precision())?;
            Some((a, *b))
        })
    }

    fn difference_sentence(&self, cash: &Datum<'_>, spent: &Datum<'_>) -> Option<Computed> {
        let [a, b] = operands([cash, spent], self.language)?;
        let left = a.checked_sub(b)?;
        let formula = format!("{a} − {b}");
        let left = amount_text(left, [cash, spent], self.language)?;
        let (cash_value, spent_value) = (cash.shown(self.language), spent.shown(self.language));
        let (cash_name, spent_name) = (self.named(cash), spent.subject(self.language));
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
            entity: from
                .first()
                .map(|datum| datum.key.entity.clone())
                .unwrap_or_default(),
            metrics: from.iter().map(|datum| datum.key.metric).collect(),
            parts: from
                .iter()
                .flat_map(|datum| datum.key.qualifiers.iter().cloned())
                .collect(),
            tells: None,
        }
    }
}
