use std::ops::Range;

use super::Subject;
use super::label::Detail;
use super::number::{Number, Unit};
use super::period::PeriodSpan;
use super::words::{change_of, is_function_word, is_han, is_nobody, modifiers_in, owns};
use crate::direction::Direction;
use crate::embedded::cut;
use crate::lexicon::{Measure, MetricClass, MetricSpan, measures_in, metrics_in};

pub(super) struct BoundSubject {
    pub(super) subject: Subject,
    /// The change is a fall, whatever sign is printed.
    pub(super) is_fall: bool,
}

/// What each number of a sentence measures.
pub(super) fn bind(
    sentence: &str,
    numbers: &[Number],
    periods: &[PeriodSpan],
) -> Vec<BoundSubject> {
    let mut plain = sentence.to_owned();
    // Periods are blanked so that their words qualify nothing.
    for span in periods {
        plain.replace_range(span.range.clone(), &" ".repeat(span.range.len()));
    }
    let measures = measures_in(&plain);
    let modifiers: Vec<&'static str> = if measures.is_empty() {
        Vec::new()
    } else {
        modifiers_in(&plain).collect()
    };
    let entity = entity_of(sentence);
    numbers
        .iter()
        .enumerate()
        .map(|(index, number)| {
            let reading = Reading {
                sentence: &plain,
                numbers,
                index,
                number,
                modifiers: &modifiers,
            };
            let mut bound = reading.subject(&measures);
            bound.subject.entity = bound.subject.entity.or_else(|| entity.clone());
            bound
        })
        .collect()
}

struct Reading<'a> {
    /// With periods blanked out.
    sentence: &'a str,
    numbers: &'a [Number],
    index: usize,
    number: &'a Number,
    /// Words anywhere in the sentence that change what its numbers mean.
    modifiers: &'a [&'static str],
}

impl Reading<'_> {
    fn subject(&self, measures: &[Measure]) -> BoundSubject {
        let unbound = BoundSubject {
            subject: Subject::default(),
            is_fall: false,
        };
        if let Some(span) = self.metric_after(measures) {
            return self.bound_to(span, span.range.end..span.range.end, true);
        }
        let before = measures
            .iter()
            .rev()
            .find(|measure| measure.range().end <= self.number.range.start);
        let Some(Measure::Known(span)) = before else {
            return unbound;
        };
        let between = span.range.end..self.number.range.start;
        if cut(self.sentence, between.clone()).contains([';', '；', '。']) {
            return unbound;
        }
        self.bound_to(span, between, false)
    }

    /// `$4.6 billion of revenue`, `43 % gross margin`: the metric right behind the number.
    fn metric_after<'m>(&self, measures: &'m [Measure]) -> Option<&'m MetricSpan> {
        let end = self.number.range.end;
        let measure = measures
            .iter()
            .find(|measure| measure.range().start >= end)?;
        let Measure::Known(span) = measure else {
            return None;
        };
        let link = cut(self.sentence, end..span.range.start);
        let close = matches!(link, " " | " of " | " in " | "的");
        let share_of_it = link == " of "
            && self.number.unit == Unit::Percent
            && span.metric.class != MetricClass::Ratio;
        (close && !share_of_it && self.fits(span, false)).then_some(span)
    }

    fn bound_to(&self, span: &MetricSpan, between: Range<usize>, behind: bool) -> BoundSubject {
        let link = cut(self.sentence, between.clone());
        let tail_end = self.clause_end(span.range.end.max(self.number.range.end));
        let tail = cut(self.sentence, self.number.range.end..tail_end);
        let change = change_of(self.last_stretch(&between), tail);
        let is_change = self.is_change(span, change);
        if !self.fits(span, is_change) || (self.is_share_of(tail) && !behind) {
            return BoundSubject {
                subject: Subject::default(),
                is_fall: false,
            };
        }
        let lead = noun_phrase_before(self.sentence, span.range.start);
        let mut detail = Detail::default();
        detail.add(cut(self.sentence, lead.range.clone()));
        detail.add(&self.without_numbers(&between, link));
        let after = if behind {
            span.range.end
        } else {
            self.number.range.end
        };
        detail.add(prepositional(cut(self.sentence, after..tail_end)));
        detail.add_modifiers(self.modifiers);
        BoundSubject {
            subject: Subject {
                entity: lead.entity,
                metric: Some(span.metric),
                is_change,
                qualifiers: detail.words,
                detail: detail.phrase.join(" "),
            },
            is_fall: is_change && change == Some(Direction::Down),
        }
    }

    /// The words between the previous number (or the metric) and this number.
    fn last_stretch(&self, between: &Range<usize>) -> &str {
        let previous = self
            .index
            .checked_sub(1)
            .and_then(|index| self.numbers.get(index))
            .map_or(0, |number| number.range.end);
        let start = previous.max(between.start).min(between.end);
        cut(self.sentence, start..between.end)
    }

    fn without_numbers(&self, between: &Range<usize>, link: &str) -> String {
        let mut text = link.to_owned();
        for number in self.numbers.iter().rev() {
            let inside = number.range.start >= between.start && number.range.end <= between.end;
            if inside {
                let range = number.range.start - between.start..number.range.end - between.start;
                text.replace_range(range, " ");
            }
        }
        text
    }

    fn is_change(&self, span: &MetricSpan, change: Option<Direction>) -> bool {
        match (&self.number.unit, span.metric.class) {
            (Unit::PercentagePoint | Unit::BasisPoint, _) => true,
            (Unit::Percent, MetricClass::Ratio) => change.is_some() && !self.is_level(),
            (Unit::Percent, _) => change.is_some(),
            _ => change.is_some() && self.is_by_amount(),
        }
    }

    /// "rose to 43 %" names the level reached, "rose 3 %" the change.
    fn is_level(&self) -> bool {
        let before = cut(self.sentence, 0..self.number.range.start).trim_end();
        let word = before.rsplit(|c: char| !c.is_alphabetic()).next();
        matches!(word, Some("to" | "at" | "from" | "was" | "is" | "of"))
            || before.ends_with(['至', '为', '到', '达'])
    }

    fn is_by_amount(&self) -> bool {
        let before = cut(self.sentence, 0..self.number.range.start).trim_end();
        before.ends_with(" by") || before.ends_with("增加") || before.ends_with("减少")
    }

    fn is_share_of(&self, tail: &str) -> bool {
        self.number.unit == Unit::Percent && (tail.starts_with(" of ") || tail.starts_with("的"))
    }

    fn fits(&self, span: &MetricSpan, is_change: bool) -> bool {
        match (&self.number.unit, span.metric.class) {
            (Unit::Percent, MetricClass::Ratio) => true,
            (Unit::Percent | Unit::PercentagePoint | Unit::BasisPoint, _) => is_change,
            (Unit::Currency(_), MetricClass::Flow | MetricClass::Stock | MetricClass::PerShare) => {
                true
            }
            (Unit::Multiple, MetricClass::Multiple) => true,
            (Unit::Count(_) | Unit::Bare, MetricClass::Count) => true,
            _ => false,
        }
    }

    /// Where the clause after a number ends.
    fn clause_end(&self, from: usize) -> usize {
        let next_number = self
            .numbers
            .get(self.index + 1)
            .map_or(self.sentence.len(), |number| number.range.start)
            .max(from);
        let rest = cut(self.sentence, from..next_number);
        let stop = rest.find([',', ';', '，', '；', '。', '(', ')', '（', '）', '、']);
        from + stop.unwrap_or(rest.len())
    }
}

struct NounPhrase {
    range: Range<usize>,
    entity: Option<String>,
}

/// The words right before a metric that narrow it, and the owner in `Velmora's revenue`.
fn noun_phrase_before(sentence: &str, metric_start: usize) -> NounPhrase {
    let mut start = metric_start;
    let mut entity = None;
    let head = cut(sentence, 0..metric_start);
    if head.ends_with(is_han) || head.trim_end().ends_with(is_han) {
        let clause = head
            .rfind(|c: char| !is_han(c) && c != ' ')
            .map_or(0, |at| {
                at + head
                    .get(at..)
                    .and_then(|t| t.chars().next())
                    .map_or(1, char::len_utf8)
            });
        return NounPhrase {
            range: clause..metric_start,
            entity,
        };
    }
    for word in words_backwards(head) {
        let text = cut(head, word.clone());
        let gap = cut(sentence, word.end..start);
        let glued = gap.chars().all(|c| c == ' ') && gap.len() <= 1;
        let ends_clause = text.ends_with([',', ';', ':', '.', ')']);
        if !glued || ends_clause || is_function_word(text) {
            break;
        }
        let owner = text.strip_suffix("'s").or_else(|| text.strip_suffix("’s"));
        if let Some(owner) = owner
            && owner.starts_with(char::is_uppercase)
        {
            entity = Some(with_capitals_before(head, word.start, owner));
            break;
        }
        start = word.start;
    }
    NounPhrase {
        range: start..metric_start,
        entity,
    }
}

/// Words separated by single spaces, last first.
fn words_backwards(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = text.len();
    std::iter::from_fn(move || {
        let trimmed = cut(text, 0..end).trim_end_matches(' ');
        let start = trimmed.rfind(' ').map_or(0, |at| at + 1);
        end = start;
        (start < trimmed.len()).then_some(start..trimmed.len())
    })
}

fn with_capitals_before(head: &str, start: usize, last: &str) -> String {
    let mut name: Vec<&str> = vec![last];
    for word in words_backwards(cut(head, 0..start)) {
        let text = cut(head, word);
        let is_name = text.starts_with(char::is_uppercase)
            && text.chars().all(char::is_alphanumeric)
            && !is_function_word(text);
        if !is_name {
            break;
        }
        name.insert(0, text);
    }
    name.join(" ")
}

/// The company a sentence speaks of: `Velmora's …` anywhere, or `Velmora reported …` at its start.
///
/// `Management expects …` and `Revenue had …` name nobody.
fn entity_of(sentence: &str) -> Option<String> {
    named_owner(sentence).filter(|name| {
        let lower = name.to_lowercase();
        metrics_in(name).is_empty() && !lower.split(' ').any(is_nobody)
    })
}

fn named_owner(sentence: &str) -> Option<String> {
    let mut name: Vec<&str> = Vec::new();
    for word in sentence.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
        let owner = bare.strip_suffix("'s").or_else(|| bare.strip_suffix("’s"));
        let capital = bare.starts_with(char::is_uppercase) && bare.is_ascii();
        if let Some(owner) = owner
            && capital
            && !is_function_word(owner)
        {
            name.push(owner);
            return Some(name.join(" "));
        }
        if owns(bare) && !name.is_empty() {
            return Some(name.join(" "));
        }
        let plain = capital && !is_function_word(bare) && word.ends_with(char::is_alphanumeric);
        if !plain {
            return None;
        }
        name.push(bare);
    }
    None
}

/// A phrase `from the Vision unit` right behind a number.
fn prepositional(tail: &str) -> &str {
    let trimmed = tail.trim_start();
    let first = trimmed.split(' ').next().unwrap_or_default();
    let narrows = matches!(
        first,
        "from" | "in" | "of" | "for" | "at" | "across" | "outside" | "excluding" | "including"
    );
    if !narrows {
        return "";
    }
    let stop = [
        " as ",
        " and ",
        " because ",
        " while ",
        " after ",
        " when ",
        " which ",
        " with ",
    ]
    .iter()
    .filter_map(|word| trimmed.find(word))
    .min()
    .unwrap_or(trimmed.len());
    cut(trimmed, 0..stop)
}
