//! The metric that a sentence says a number to be.

use std::ops::Range;
use std::sync::LazyLock;

use assay_figures::{Measure, Metric, MetricClass, Unit, WordSet, cut, measures_in, periods};

use super::value::Value;
use super::words::{Words, is_han, tokens};

/// A metric with the words that name it.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) metric: &'static Metric,
    pub(crate) words: Words,
}

/// Words between a metric and its number that leave no room for another measure.
const LINKS: &str = "a about almost amounted an and approximately are around at be been by came \
    climbed declined decreased down dropped ended exceeded fell fiscal for from full gained grew had hit in \
    increased is its jumped just more nearly of on only over reached rose roughly slipped some stood surged \
    than that the to totaled totalled totalling under up was were year";
const LINKS_HAN: [&str; 28] = [
    "同比", "环比", "增长", "下降", "上升", "减少", "增加", "达到", "约为", "共计", "合计", "超过",
    "录得", "实现", "接近", "为", "达", "是", "约", "至", "升", "降", "近", "逾", "了", "的", "年",
    "在",
];

/// What a sentence measures.
pub(crate) struct Measures {
    /// The sentence, with blanks in place of its periods.
    plain: String,
    found: Vec<Measure>,
}

impl Measures {
    pub(crate) fn of(sentence: &str) -> Self {
        let mut plain = sentence.to_owned();
        for span in periods(sentence) {
            plain.replace_range(span.range.clone(), &" ".repeat(span.range.len()));
        }
        Self {
            found: measures_in(&plain),
            plain,
        }
    }

    fn known(&self, measure: &Measure) -> Option<Named> {
        match measure {
            Measure::Known(span) => Some(Named {
                metric: span.metric,
                words: Words::of(cut(&self.plain, span.range.clone())),
            }),
            Measure::Other(_) => None,
        }
    }

    /// What the words right before a number, or right behind it, say that it is: `EBITDA was`, `of
    /// revenue`. `None` where something else stands between them. The number is in bytes of the
    /// sentence.
    pub(crate) fn stated_of(&self, number: &Range<usize>) -> Option<Named> {
        let measures = self.found.iter();
        let behind = measures
            .clone()
            .find(|measure| measure.range().start >= number.end);
        if let Some(measure) = behind
            && matches!(
                cut(&self.plain, number.end..measure.range().start),
                " of " | " in " | "的"
            )
        {
            return self.known(measure);
        }
        let mut before = measures
            .rev()
            .filter(|measure| measure.range().end <= number.start);
        let last = before.next()?;
        let is_listed = before.next().is_some_and(|first| {
            let joint = cut(&self.plain, first.range().end..last.range().start);
            matches!(
                joint.trim(),
                "and" | "," | ", and" | "、" | "和" | "与" | "及" | "or" | "/"
            )
        });
        let link = cut(&self.plain, last.range().end..number.start);
        (!is_listed && is_link(link))
            .then(|| self.known(last))
            .flatten()
    }
}

/// `dropped 13 % to` links as `dropped to` does.
fn is_link(link: &str) -> bool {
    static WORDS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of(LINKS.split_whitespace()));
    if link.contains([';', '；', '。', '(', '（', '，']) {
        return false;
    }
    let numbers = tokens(link)
        .iter()
        .any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let reaches = ["to", "to $", "to €", "to £", "至", "到"];
    if numbers && !(link.contains('%') && reaches.iter().any(|end| link.trim_end().ends_with(end)))
    {
        return false;
    }
    tokens(link).iter().all(|word| {
        if word.starts_with(is_han) {
            let mut rest = (*word).to_owned();
            for link in LINKS_HAN {
                rest = rest.replace(link, "");
            }
            rest.is_empty()
        } else {
            WORDS.contains(word) || word.starts_with(|c: char| c.is_ascii_digit())
        }
    })
}

/// Whether numbers in this unit can be the metric's level.
pub(crate) fn fits_unit(metric: &Metric, value: &Value) -> bool {
    match metric.class {
        MetricClass::Flow | MetricClass::Stock | MetricClass::PerShare => {
            matches!(value.unit, Unit::Currency(_))
                || (value.place.is_cell() && value.unit == Unit::Bare)
        }
        MetricClass::Ratio => value.unit == Unit::Percent,
        MetricClass::Multiple => value.unit == Unit::Multiple,
        MetricClass::Count => matches!(value.unit, Unit::Count(_) | Unit::Bare),
    }
}
