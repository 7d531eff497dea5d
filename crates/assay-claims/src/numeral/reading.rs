//! Numbers, periods and words of a text, read alike for claims and for sources.

use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::Decimal;
use assay_figures::{
    Above, Basis, Block, Bound, Figure, Form, Metric, MetricSpan, Needles, Period, PeriodSpan,
    Scale, Subject, Unit, WordSet, blocks, carried_header, cut, english_names, is_rule,
    may_have_figures, metrics_in, periods, record_figures, sentence_figures_among, sentences,
};

use super::cause::cause_at;
use super::cents::in_cents;
use super::direction::direction;
use super::grid;
use super::spoken::{Spoken, spoken};
use super::value::{Hedge, Place, Value};
use super::words::{Words, is_from_third_party};

/// A text taken apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    pub(crate) values: Vec<Value>,
    pub(crate) periods: Vec<PeriodMark>,
    /// Sentences, rows and headings, in order.
    pub(crate) stretches: Vec<Range<usize>>,
    /// Cells that name rows, columns and parts of tables.
    pub(crate) labels: Vec<Range<usize>>,
    /// Stretches whose numbers are part of a name.
    names: Vec<Range<usize>>,
    tables: usize,
}

impl Reading {
    /// No number and no period: there is nothing to hold against evidence.
    pub(crate) fn says_nothing(&self) -> bool {
        self.values.is_empty() && self.periods.is_empty()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct PeriodMark {
    pub(crate) period: Period,
    pub(crate) range: Range<usize>,
}

/// Reads a text that stands under `headings`.
pub(crate) fn read(text: &str, headings: &[String]) -> Reading {
    read_with_names(text, headings, Vec::new())
}

/// As [`read`], where the numbers within `names` measure nothing.
pub(crate) fn read_with_names(
    text: &str,
    headings: &[String],
    names: Vec<Range<usize>>,
) -> Reading {
    let mut reading = Reading {
        names,
        ..Reading::default()
    };
    let carried = carried_header(headings);
    let own = Above::of(headings).caption;
    let mut caption = own.clone();
    let mut header: Vec<&str> = Vec::new();
    for (place, block) in blocks(text).into_iter().enumerate() {
        match block {
            Block::Prose(range) => {
                header.clear();
                let mut last = range.clone();
                for sentence in sentences(text, range) {
                    last = sentence.clone();
                    reading.sentence(text, sentence);
                }
                caption = format!("{own} {}", cut(text, last));
            }
            Block::Heading(range) | Block::Label(range) => {
                caption = format!("{caption} {}", cut(text, range.clone()));
                reading.sentence(text, range);
            }
            Block::Record(range) => reading.record(text, range),
            Block::Table(mut lines) => {
                let head = header_of(text, &lines);
                let goes_on = is_only_a_part(&head) && !header.is_empty();
                let carried: &[&str] = match place {
                    0 => &carried,
                    _ if goes_on => &header,
                    _ => &[],
                };
                if goes_on {
                    lines.retain(|line| !is_rule(cut(text, line.clone())));
                }
                reading.tables += 1;
                let table = reading.tables;
                grid::read_table(&mut reading, text, &lines, carried, &caption, table);
                if !goes_on {
                    header = head;
                }
            }
        }
    }
    reading.values.sort_by_key(|value| value.range.start);
    reading.periods.sort_by_key(|mark| mark.range.start);
    reading
}

/// The lines above the rule of a table.
fn header_of<'t>(text: &'t str, lines: &[Range<usize>]) -> Vec<&'t str> {
    let lines = lines.iter().map(|line| cut(text, line.clone()));
    let rule = lines.clone().position(is_rule);
    lines.take(rule.unwrap_or_default()).collect()
}

/// `| Gross margin percentage: |` over a table whose columns are those of the table above it.
fn is_only_a_part(header: &[&str]) -> bool {
    let [line] = header else {
        return false;
    };
    let mut cells = line
        .split('|')
        .map(str::trim)
        .filter(|cell| !cell.is_empty());
    let is_named = cells.next().is_some_and(|cell| cell.ends_with([':', '：']));
    is_named && cells.next().is_none()
}

impl Reading {
    pub(crate) fn mark_periods(&mut self, text: &str, range: &Range<usize>) -> Vec<PeriodSpan> {
        let spans = periods(cut(text, range.clone()));
        self.periods.extend(spans.iter().map(|span| PeriodMark {
            period: span.period,
            range: range.start + span.range.start..range.start + span.range.end,
        }));
        spans
    }

    pub(crate) fn sentence(&mut self, text: &str, range: Range<usize>) {
        let stretch = cut(text, range.clone());
        let in_words = spoken(stretch);
        let is_silent = in_words.is_empty() && !may_have_figures(stretch);
        self.stretch(text, range, &in_words, is_silent);
    }

    fn stretch(&mut self, text: &str, range: Range<usize>, in_words: &[Spoken], is_silent: bool) {
        let index = self.stretches.len();
        self.stretches.push(range.clone());
        if is_silent {
            return;
        }
        let spans = self.mark_periods(text, &range);
        let figures = sentence_figures_among(text, range.clone(), &spans);
        let figures = with_spoken(text, figures, in_words, &range, &spans);
        if figures.is_empty() {
            return;
        }
        let is_named = |figure: &Figure| {
            let mut names = self.names.iter().chain(&self.labels);
            is_day(text, figure)
                || names
                    .any(|name| name.start <= figure.range.start && figure.range.end <= name.end)
        };
        let (named, plain): (Vec<Figure>, Vec<Figure>) = figures.into_iter().partition(is_named);
        let sentence = Sentence::of(text, range, &spans, index);
        let mut values = sentence.values(&plain);
        let from = values.len();
        values.extend(sentence.values(&named));
        for value in values.iter_mut().skip(from) {
            value.in_name = true;
        }
        for value in &mut values {
            in_cents(text, value);
            let at = value.range.start - sentence.range.start;
            if let Some(spoken) = in_words.iter().find(|spoken| spoken.range.start == at) {
                value.slack = Some(spoken.slack);
                value.direction = spoken.direction;
            }
        }
        self.values.extend(values);
    }

    /// A cell that names something.
    pub(crate) fn label(&mut self, text: &str, range: Range<usize>) {
        self.labels.push(range.clone());
        let has_digits = cut(text, range.clone())
            .bytes()
            .any(|byte| byte.is_ascii_digit());
        self.stretch(text, range, &[], !has_digits);
    }

    /// `quarter: Q4 2024; revenue: 1,210`: each part is a sentence of its own; period and unit are
    /// those of the whole line.
    fn record(&mut self, text: &str, range: Range<usize>) {
        let from = self.values.len();
        let line = cut(text, range.clone());
        let mut start = range.start;
        for part in line.split_inclusive([';', '；']) {
            self.sentence(
                text,
                start..start + part.trim_end_matches([';', '；', ' ']).len(),
            );
            start += part.len();
        }
        let bound = record_figures(text, range);
        let mentions: Vec<Period> = periods(line).iter().map(|span| span.period).collect();
        let around = Words::of(line);
        for value in self.values.iter_mut().skip(from) {
            value.around = around.clone();
            value.mentions = mentions.clone();
            let figure = bound.iter().find(|figure| {
                figure.range.start <= value.range.start && value.range.end <= figure.range.end
            });
            if let Some(figure) = figure {
                value.period = figure.period;
                value.unit = figure.unit.clone();
                value.exponent = Some(figure.scale.exponent);
                value.metric = figure.subject.metric;
                value.metric_words = named(line, figure.subject.metric);
                value.entity = figure.subject.entity.clone();
            }
        }
    }
}

/// The figures of a sentence and its rates in words, in order.
fn with_spoken(
    text: &str,
    mut figures: Vec<Figure>,
    in_words: &[Spoken],
    sentence: &Range<usize>,
    spans: &[PeriodSpan],
) -> Vec<Figure> {
    if in_words.is_empty() {
        return figures;
    }
    let mut named = spans.iter().map(|span| span.period);
    let period = named
        .next()
        .filter(|first| named.all(|other| other == *first));
    let basis = figures.first().map_or(Basis::Actual, |figure| figure.basis);
    let metrics = metrics_in(cut(text, sentence.clone()));
    for spoken in in_words {
        let range = sentence.start + spoken.range.start..sentence.start + spoken.range.end;
        let is_apart =
            |figure: &Figure| figure.range.end <= range.start || range.end <= figure.range.start;
        if figures.iter().all(is_apart) {
            let mut before = metrics.iter().rev();
            let metric = before.find(|span| span.range.end <= spoken.range.start);
            figures.push(Figure {
                subject: Subject {
                    metric: metric.map(|span| span.metric),
                    ..Subject::default()
                },
                value: spoken.percent,
                unit: Unit::Percent,
                scale: Scale::default(),
                period,
                bound: Bound::Approximate,
                basis,
                form: Form::Prose,
                raw: cut(text, range.clone()).to_owned(),
                range,
            });
        }
    }
    figures.sort_by_key(|figure| figure.range.start);
    figures
}

/// A sentence with what it says of all its numbers.
struct Sentence<'t> {
    text: &'t str,
    range: Range<usize>,
    index: usize,
    around: Words,
    metrics: Vec<MetricSpan>,
    mentions: Vec<Period>,
    /// Where the cause of what the sentence says begins, and the periods that stand before it.
    cause: Option<(usize, Vec<Period>)>,
    is_third_party: bool,
}

impl<'t> Sentence<'t> {
    fn of(text: &'t str, range: Range<usize>, spans: &[PeriodSpan], index: usize) -> Self {
        let sentence = cut(text, range.clone());
        Self {
            text,
            range,
            index,
            around: prose_words(sentence, spans),
            metrics: metrics_in(sentence),
            mentions: spans.iter().map(|span| span.period).collect(),
            cause: cause_at(sentence).map(|at| {
                let before = spans.iter().filter(|span| span.range.start < at);
                (at, before.map(|span| span.period).collect())
            }),
            is_third_party: is_from_third_party(sentence),
        }
    }

    /// The periods that a figure may be of: those of a cause are not those of what it caused.
    fn mentions_of(&self, figure: &Figure) -> &[Period] {
        match &self.cause {
            // where nothing else is dated, the date may be of the whole, unless a comma parts them
            Some((at, before))
                if figure.range.start < self.range.start + at
                    && (!before.is_empty() || self.is_parted(*at)) =>
            {
                before
            }
            _ => &self.mentions,
        }
    }

    /// A comma stands at a place of the sentence, but for a word such as `mainly`.
    fn is_parted(&self, at: usize) -> bool {
        let before = cut(self.text, self.range.start..self.range.start + at).trim_end();
        let (rest, word) = before.rsplit_once(' ').unwrap_or_default();
        before.ends_with([',', '，']) || word.ends_with("ly") && rest.ends_with(',')
    }

    fn values(&self, figures: &[Figure]) -> Vec<Value> {
        let Self { text, range, .. } = self;
        let sentence = cut(text, range.clone());
        let mut lead = Words::default();
        let mut found = Vec::new();
        for (place, figure) in figures.iter().enumerate() {
            let start = place
                .checked_sub(1)
                .and_then(|before| figures.get(before))
                .map_or(range.start, |before| before.range.end);
            let end = figures
                .get(place + 1)
                .map_or(range.end, |next| next.range.start);
            let before = cut(text, start..figure.range.start);
            let after = clause(cut(text, figure.range.end..end));
            let label = if figures.len() == 1 {
                self.around.clone()
            } else {
                let own = prose_words(before, &periods(before));
                if !own.is_empty() {
                    lead = own;
                }
                lead.join(&prose_words(after, &periods(after)))
            };
            found.push(Value {
                magnitude: figure.value.abs(),
                negative: is_negative(&figure.raw) || is_said_negative(before),
                direction: direction(before, after),
                unit: figure.unit.clone(),
                exponent: Some(match figure.scale.exponent {
                    0 if is_amount(&figure.unit) => noted_scale(sentence),
                    own => own,
                }),
                may_be_plain: false,
                has_sign: false,
                is_cash_flow: false,
                hedge: Hedge::at(before, cut(text, figure.range.end..end)),
                slack: None,
                table_currency: None,
                period: figure.period.filter(|period| {
                    let is_mentioned = self.mentions.contains(period);
                    !is_mentioned || self.mentions_of(figure).contains(period)
                }),
                mentions: self.mentions_of(figure).to_vec(),
                own_periods: Vec::new(),
                in_name: false,
                metric: figure.subject.metric,
                measured: None,
                metric_words: named_among(&self.metrics, sentence, figure.subject.metric),
                entity: figure.subject.entity.clone(),
                is_forecast: figure.basis == Basis::Forecast,
                is_third_party: self.is_third_party,
                row: label.clone(),
                label,
                around: self.around.clone(),
                place: Place::Sentence(self.index),
                name: short(before),
                head: String::new(),
                raw: figure.raw.clone(),
                range: figure.range.clone(),
            });
        }
        found
    }
}

/// The words of running text, with the usual English names of what it names in Chinese.
fn prose_words(text: &str, spans: &[PeriodSpan]) -> Words {
    let words = Words::without_periods(text, spans);
    match english_names(text).as_slice() {
        [] => words,
        names => words.join(&Words::of(&names.join(" "))),
    }
}

fn is_amount(unit: &Unit) -> bool {
    matches!(unit, Unit::Bare | Unit::Count(_) | Unit::Currency(_))
}

/// `Gross profit (in thousands) was 45,550`: the scale that a sentence notes for all its numbers.
fn noted_scale(sentence: &str) -> u32 {
    const NOTES: [(&str, u32); 3] = [
        ("(in thousands", 3),
        ("(in millions", 6),
        ("(in billions", 9),
    ];
    static NEEDLES: LazyLock<Needles> = LazyLock::new(|| Needles::of(NOTES.map(|(note, _)| note)));
    let found = NEEDLES.places_in(sentence).into_iter().min();
    let note = found.and_then(|place| NOTES.get(place));
    note.map_or(0, |(_, exponent)| *exponent)
}

/// `31 March`, `June 30`: the day of a date that names no year.
fn is_day(text: &str, figure: &Figure) -> bool {
    figure.scale.exponent == 0
        && matches!(figure.unit, Unit::Bare | Unit::Count(_))
        && day_named(text, &figure.range).is_some()
}

/// The month and the day of a date whose day is printed at a place of a text.
pub(crate) fn day_named(text: &str, at: &Range<usize>) -> Option<(i8, i8)> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    const NAMES: &str = "january february march april may june july august september october november december \
        jan feb mar apr jun jul aug sep sept oct nov dec";
    static NAME_WORDS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(NAMES.split(' ')));
    let day: i8 = cut(text, at.clone()).trim().parse().ok()?;
    let before = cut(text, 0..at.start).trim_end_matches([' ', '.']);
    let after = cut(text, at.end..text.len()).trim_start_matches(' ');
    let month_in = |word: &str| {
        let lower = word.to_lowercase();
        let known = MONTHS.iter().zip(1..).filter(|_| NAME_WORDS.contains(word));
        let mut known = known.filter(|(name, _)| lower.starts_with(**name));
        known.next().map(|(_, month)| month)
    };
    let last = before.rsplit(|c: char| !c.is_ascii_alphabetic()).next();
    let next = after.split(|c: char| !c.is_ascii_alphabetic()).next();
    let han = || {
        let lead = before
            .strip_suffix('月')
            .filter(|_| after.starts_with('日'))?;
        let digits = lead.rsplit(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok()
    };
    let month = han()
        .or_else(|| last.and_then(month_in))
        .or_else(|| next.and_then(month_in))?;
    (1..=31).contains(&day).then_some((month, day))
}

/// The last words before a number, for people.
fn short(before: &str) -> String {
    const LONGEST: usize = 60;
    let trimmed = before.trim_matches(|c: char| !c.is_alphanumeric() && c != '%');
    let start = trimmed
        .char_indices()
        .rev()
        .nth(LONGEST)
        .map_or(0, |(at, _)| at);
    let tail = cut(trimmed, start..trimmed.len());
    let whole = tail.split_once(' ').map_or(tail, |(_, rest)| rest);
    if start == 0 { trimmed } else { whole }.to_owned()
}

/// The words by which a text names a metric.
pub(crate) fn named(text: &str, metric: Option<&Metric>) -> Words {
    if metric.is_none() {
        return Words::default();
    }
    named_among(&metrics_in(text), text, metric)
}

fn named_among(spans: &[MetricSpan], text: &str, metric: Option<&Metric>) -> Words {
    let is_own = |span: &&MetricSpan| metric.is_some_and(|metric| metric.id == span.metric.id);
    spans
        .iter()
        .filter(is_own)
        .map(|span| Words::of(cut(text, span.range.clone())))
        .fold(Words::default(), |all, words| all.join(&words))
}

/// The text up to the end of its clause.
fn clause(text: &str) -> &str {
    let end = text.find([',', ';', '，', '；', '。', '(', '（', ':', '：']);
    cut(text, 0..end.unwrap_or(text.len()))
}

/// A sign before the digits, or brackets around them.
fn is_negative(raw: &str) -> bool {
    // The hyphens of a number in words are no signs.
    if !raw.bytes().any(|byte| byte.is_ascii_digit()) {
        return raw.starts_with('负') || raw.starts_with("minus");
    }
    let lead = raw
        .split(|c: char| c.is_ascii_digit())
        .next()
        .unwrap_or(raw);
    lead.contains(['-', '−', '–', '(', '负']) || lead.contains("minus")
}

/// `was negative €18.2 million`: the word is the sign of the amount behind it.
fn is_said_negative(before: &str) -> bool {
    let before = before.trim_end().to_lowercase();
    let signs = [
        " negative",
        " negative impact of",
        " negative effect of",
        " negative contribution of",
        "为负",
        "是负",
    ];
    signs.iter().any(|sign| before.ends_with(sign))
}

/// A value of a table cell before its row and column say what it is.
pub(crate) fn bare_value(magnitude: Decimal, range: Range<usize>, raw: &str) -> Value {
    Value {
        magnitude,
        negative: false,
        direction: None,
        unit: Unit::Bare,
        exponent: None,
        may_be_plain: false,
        has_sign: false,
        is_cash_flow: false,
        hedge: Hedge::None,
        slack: None,
        table_currency: None,
        period: None,
        mentions: Vec::new(),
        own_periods: Vec::new(),
        in_name: false,
        metric: None,
        measured: None,
        metric_words: Words::default(),
        entity: None,
        is_forecast: false,
        is_third_party: false,
        label: Words::default(),
        row: Words::default(),
        around: Words::default(),
        place: Place::Sentence(0),
        name: String::new(),
        head: String::new(),
        raw: raw.to_owned(),
        range,
    }
}
