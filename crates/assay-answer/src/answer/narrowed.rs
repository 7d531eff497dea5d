//! What of the passages may answer at all: what is on the figure, of the time and of the kind that is asked
//! for. Whatever else a passage says is beside the question, however many of its words it uses.

use assay_claims::{Meaning, MeaningKind, meanings};
use assay_facts::{UnitKind, derived_metric};
use assay_figures::{Figure, Period, Span, periods};

use super::identity::keep_what_names;
use super::reasons::keep_what_may_explain;
use crate::frame::{Frame, Kind, names_part};
use crate::kindred::{Group, kindred_in};
use crate::measure::{Measure, metrics_in, names};
use crate::passage::{Asked, Candidate, cause_in, is_of};

/// Leaves what may answer, and gives back what may not: a passage is still about what its other sentences name.
pub(super) fn keep_what_may_answer<'p>(
    frame: &Frame,
    asked: &Asked<'_>,
    group: Option<usize>,
    all: &mut Vec<Candidate<'p>>,
) -> Vec<Candidate<'p>> {
    // a figure that has a name is told by what uses the name
    let filed = frame.measures.iter().filter_map(Measure::filed);
    let named: Vec<&'static str> = filed.chain(rates_in(frame)).collect();
    if !named.is_empty() {
        all.retain(|one| named.iter().any(|metric| tells(&one.shown, metric)));
    }
    keep_what_has_the_figure(frame, group, all);
    let mut held = Held {
        all: std::mem::take(all),
        aside: Vec::new(),
    };
    keep_what_is_of_the_part(frame, asked, &mut held);
    keep_what_has_the_word(frame, &mut held);
    keep_what_is_of_the_time(frame, &mut held);
    keep_what_names(frame, &mut held);
    keep_what_may_explain(frame, asked, &mut held);
    *all = held.all;
    held.aside
}

/// Whether a text names a metric otherwise than as what a share is taken of: `31% of net sales` tells no sales.
fn tells(text: &str, metric: &str) -> bool {
    let named = metrics_in(text).into_iter();
    let mut own = named.filter(|(_, own)| *own == metric);
    own.any(|(at, _)| {
        let before = text
            .get(..at.start)
            .unwrap_or_default()
            .trim_end()
            .to_lowercase();
        let ends = [
            "% of",
            "percent of",
            "per cent of",
            "% of total",
            "占",
            "占公司",
        ];
        !ends.iter().any(|end| before.ends_with(end))
    })
}

/// What may answer, and what may not but tells what stands around it.
pub(super) struct Held<'p> {
    pub(super) all: Vec<Candidate<'p>>,
    aside: Vec<Candidate<'p>>,
}

impl Held<'_> {
    pub(super) fn retain(&mut self, stays: impl FnMut(&Candidate<'_>) -> bool) {
        let all = std::mem::take(&mut self.all).into_iter();
        let (kept, aside): (Vec<_>, Vec<_>) = all.partition(stays);
        self.all = kept;
        self.aside.extend(aside);
    }
}

/// The rate of a part, `pumps gross margin`, is told by what says so of the part: that of the company is another,
/// also where its sentence speaks of the part.
fn keep_what_is_of_the_part(frame: &Frame, asked: &Asked<'_>, held: &mut Held<'_>) {
    let rates = rates_in(frame);
    if rates.is_empty() || !frame.measures.is_empty() {
        return;
    }
    let metrics = metrics_in(&frame.topic);
    let is_in_metric = |term: &Meaning| {
        let mut all = metrics.iter();
        all.any(|(at, _)| at.start < term.range.end && term.range.start < at.end)
    };
    let things: Vec<&Meaning> = asked
        .terms
        .iter()
        .filter(|term| term.kind >= MeaningKind::Thing && !term.is_unread() && !is_in_metric(term))
        .collect();
    held.retain(|one| {
        let own = match one.is_row {
            true => one.own_label(),
            false => {
                let end = cause_in(&one.shown).filter(|at| *at > 0);
                one.shown
                    .get(..end.unwrap_or(one.shown.len()))
                    .unwrap_or_default()
            }
        };
        let words = meanings(own);
        things
            .iter()
            .all(|thing| words.iter().any(|word| word.is_same_as(thing)))
    });
}

/// A figure of something that a Chinese question calls by a word which can be read in no other way is told by
/// Chinese texts that have the word: 华南收入 is nobody else's.
fn keep_what_has_the_word(frame: &Frame, held: &mut Held<'_>) {
    let is_figure = matches!(frame.kind, Kind::LookUp | Kind::Compare);
    if !is_figure || metrics_in(&frame.topic).is_empty() {
        return;
    }
    let mut rest = frame.topic.clone();
    for (at, _) in metrics_in(&frame.topic) {
        rest.replace_range(at.clone(), &" ".repeat(at.len()));
    }
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let runs = rest.split(|c: char| !is_han(c));
    let runs = runs.filter(|run| run.chars().count() >= 2);
    let words: Vec<&str> = runs
        .filter(|run| meanings(run).iter().all(Meaning::is_unread))
        .collect();
    let is_han = |text: &str| text.contains(is_han);
    held.retain(|one| {
        let headings = one.passage.evidence.headings.iter();
        let lines = headings.chain(&one.above).chain([&one.shown, &one.part]);
        let has = |word: &&str| lines.clone().any(|line| line.contains(*word));
        !is_han(&one.shown) || words.iter().all(has)
    });
}

/// Leaves what is of the time that is asked for, or says nothing of time: a figure of another year or of
/// another part of the year is another figure.
fn keep_what_is_of_the_time(frame: &Frame, held: &mut Held<'_>) {
    let wanted = &frame.when.periods;
    if wanted.is_empty() || !matches!(frame.kind, Kind::LookUp | Kind::Compare) {
        return;
    }
    // a figure of the accounts is of a part of the year only where that is said; notes and mails seldom say it
    let is_of_accounts = !frame.measures.is_empty() || !metrics_in(&frame.topic).is_empty();
    let meets = |own: Period| wanted.iter().any(|wanted| is_within(own, *wanted));
    held.retain(|one| {
        let dated = |figure: &Figure| figure.period.is_some_and(|own| !meets(own));
        match (one.is_row, one.periods.is_empty()) {
            (_, true) => !is_of_accounts || wanted.iter().any(|wanted| is_undated_of(one, *wanted)),
            (true, false) => one.periods.iter().any(|own| meets(*own)),
            (false, false) => {
                let own = without_brackets(&one.shown);
                let named = periods(&own);
                let is_of_it = |wanted: &Period| {
                    !is_of_accounts
                        || !is_part(wanted.span)
                        || named.iter().any(|own| is_within(own.period, *wanted))
                        || named.is_empty() && is_undated_of(one, *wanted)
                };
                let is_dated_otherwise = !one.figures.is_empty() && one.figures.iter().all(dated);
                wanted.iter().any(is_of_it) && !is_dated_otherwise
            }
        }
    });
}

/// A sentence without what it sets beside its figures: `£4.2m (H1 2031: £3.9m)`.
fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let kept = text.chars().filter(|c| {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    kept.collect()
}

fn is_part(span: Span) -> bool {
    matches!(span, Span::Quarter(_) | Span::Half(_) | Span::NineMonths)
}

/// Whether a period lies in the one that is asked for; a day is asked for where the year is meant.
fn is_within(own: Period, wanted: Period) -> bool {
    let of_day = matches!(wanted.span, Span::Day(..) | Span::Month(_));
    own.year == wanted.year
        && (of_day || is_of(own, wanted) || months(own.span) < months(wanted.span))
}

fn months(span: Span) -> i8 {
    match span {
        Span::Day(..) => 0,
        Span::Month(_) => 1,
        Span::Quarter(_) => 3,
        Span::Half(_) => 6,
        Span::NineMonths => 9,
        Span::Months(count, _) => count,
        Span::Year => 12,
    }
}

/// Whether what names no time may be of a part of a year: only where what stands around it names that part.
fn is_undated_of(one: &Candidate<'_>, wanted: Period) -> bool {
    let is_other_year = one.passage.year.is_some_and(|year| year != wanted.year);
    let evidence = one.passage.evidence;
    let lines = evidence.headings.iter().chain(&one.above);
    let mut lines = lines.chain([&one.shown, &evidence.source]);
    !is_part(wanted.span) || !is_other_year && lines.any(|line| names_part(line, wanted.span))
}

/// The figure of a part of a company, `revenue from Brazil`, is told by what speaks of that figure: another
/// amount of the same part answers nothing.
fn keep_what_has_the_figure(frame: &Frame, group: Option<usize>, all: &mut Vec<Candidate<'_>>) {
    let is_figure = matches!(frame.kind, Kind::LookUp | Kind::Compare);
    let metrics = metrics_in(&frame.topic);
    if group.is_none() || !is_figure || !frame.measures.is_empty() || metrics.is_empty() {
        return;
    }
    let words = metrics
        .iter()
        .filter_map(|(at, _)| frame.topic.get(at.clone()));
    let kin: Vec<Group> = words.flat_map(kindred_in).map(|(_, group)| group).collect();
    let speaks_of_it = |text: &String| {
        metrics.iter().any(|(_, metric)| names(text, metric))
            || kindred_in(text)
                .iter()
                .any(|(_, group)| kin.contains(group))
    };
    all.retain(|one| {
        let headings = one.passage.evidence.headings.iter();
        let said = std::iter::once(&one.shown).chain(&one.above);
        said.chain(headings).any(speaks_of_it)
    });
}

/// The rates that a question for a figure names: another per cent is no answer to it.
fn rates_in(frame: &Frame) -> Vec<&'static str> {
    if !matches!(frame.kind, Kind::LookUp | Kind::Compare) {
        return Vec::new();
    }
    let is_rate = |metric: &&'static str| {
        derived_metric(metric).is_some_and(|spec| spec.unit == UnitKind::Ratio)
    };
    let metrics = metrics_in(&frame.topic).into_iter();
    metrics.map(|(_, metric)| metric).filter(is_rate).collect()
}
