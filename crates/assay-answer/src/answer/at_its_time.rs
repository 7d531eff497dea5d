//! Of which year a part of a year is that a question names without one: `q2 revenue`, 上半年净利润.

use assay_figures::{Period, Span};

use super::Given;
use super::quoted::said_of;
use crate::frame::{Frame, PartOfYear, When};
use crate::passage::is_of;

/// The question with the year that it leaves out: that of the newest such part in the books, else in the
/// tables, else the newest on which a document reports. `None` where it leaves out none.
pub(super) fn at_its_time(frame: &Frame, given: &Given<'_>) -> Option<Frame> {
    let part = frame.when.part?;
    let filed = given.filed.newest_part(&frame.subjects, part);
    let period = filed
        .or_else(|| in_tables(frame, given, part))
        .or_else(|| of_documents(frame, given, part))?;
    let mut dated = frame.clone();
    dated.when = When {
        periods: vec![period],
        part: None,
        newest: frame.when.newest,
    };
    Some(dated)
}

fn in_tables(frame: &Frame, given: &Given<'_>, part: PartOfYear) -> Option<Period> {
    let all = said_of(given, frame.subjects.first().copied());
    let rows = all.iter().filter(|candidate| candidate.is_row);
    let own = rows.flat_map(|row| row.periods.iter().copied());
    let found = own.filter_map(|own| {
        let span = match (part, own.span) {
            (PartOfYear::Only(span), _) => span,
            (PartOfYear::LastQuarter, Span::Quarter(_) | Span::Months(3, _)) => own.span,
            (PartOfYear::LastQuarter, _) => return None,
        };
        let period = Period { span, ..own };
        // a day lies in a quarter, but tells of no quarter
        let is_stretch = !matches!(own.span, Span::Day(..) | Span::Month(_));
        (is_stretch && is_of(own, period)).then_some(period)
    });
    found.max_by_key(|period| (period.year, period.span))
}

fn of_documents(frame: &Frame, given: &Given<'_>, part: PartOfYear) -> Option<Period> {
    let PartOfYear::Only(span) = part else {
        return None;
    };
    let own = given.passages.iter().filter(|passage| {
        frame.subjects.is_empty()
            || passage
                .company
                .is_some_and(|company| frame.subjects.contains(&company))
    });
    let year = own.filter_map(|passage| passage.year).max()?;
    Some(Period {
        year,
        span,
        fiscal: true,
    })
}
