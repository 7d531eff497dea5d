//! Answers in the words of passages.

use assay_claims::{Meaning, MeaningKind, meanings};
use assay_domain::{ClaimKind, Language};

use super::headcount::{headcount, is_about_people};
use super::narrowed::keep_what_may_answer;
use super::{Answer, Given, Said, does_not_say};
use super::{between, enumerated, parts_table, reasons, stated, tabled};
use crate::frame::{Frame, Kind, Wanted};
use crate::known::names_a_stranger;
use crate::measure::metrics_in;
use crate::passage::{Candidate, Chosen, Passage, best_cover, candidates, choose, nearest};

/// Words that an answer of a kind may have, in all.
fn room(kind: Kind) -> usize {
    match kind {
        Kind::LookUp => 110,
        Kind::Compare => 160,
        Kind::List | Kind::Explain | Kind::Judge => 190,
        Kind::HowTo => 280,
    }
}

fn most(kind: Kind) -> usize {
    match kind {
        Kind::LookUp => 3,
        Kind::Compare | Kind::List => 5,
        Kind::Explain | Kind::Judge => 6,
        Kind::HowTo => 9,
    }
}

/// Quotes what answers; says what nothing covers.
pub(super) fn tell(frame: &Frame, given: &Given<'_>, answer: &mut Answer) {
    let language = frame.language;
    if frame.subjects.is_empty() && !given.known.is_empty() && names_a_stranger(&frame.question) {
        let missing = does_not_say(&frame.question, None, language);
        answer.missing.push(missing);
        return;
    }
    let groups = groups(frame);
    let mut said = Vec::new();
    for group in &groups {
        match of_group(frame, given, *group, groups.len()) {
            Ok(found) => said.extend(found),
            Err(missing) => answer.missing.push(missing),
        }
    }
    if !said.is_empty() {
        answer.list(said);
        for missing in answer.missing.clone() {
            answer.plain(missing);
        }
    }
}

/// What passages say of one subject, in its share of the room; or that they do not say it.
fn of_group(
    frame: &Frame,
    given: &Given<'_>,
    group: Option<usize>,
    share: usize,
) -> Result<Vec<Said>, String> {
    let mut all = said_of(given, group);
    let terms = frame.terms();
    let tabled = from_tables(frame, given, group, &all, &terms);
    if !tabled.is_empty() {
        return Ok(tabled);
    }
    let lighter = frame.lighter(&terms);
    let asked = frame.asked(&terms, &lighter, names_of(given, group));
    let beside = keep_what_may_answer(frame, &asked, group, &mut all);
    let together = tabled::taken_together(frame, &terms, &all);
    if together.is_none()
        && let Some(change) = between::change(frame, &terms, &all)
    {
        return Ok(change);
    }
    let together = together.unwrap_or_default();
    let chosen = choose(
        &asked,
        &all,
        &beside,
        most(frame.kind).div_ceil(share).max(1),
    );
    if chosen.is_empty() && together.is_empty() {
        let near = nearest(&asked, &all).and_then(|chosen| all.get(chosen.place));
        let near = near.map(|candidate| source_of(candidate, frame.language));
        let company = group.and_then(|company| given.known.company(company));
        let what = match company {
            Some(company) if share > 1 => format!("{} ({})", frame.question, company.name),
            _ => frame.question.clone(),
        };
        return Err(does_not_say(&what, near.as_deref(), frame.language));
    }
    let items = enumerated::items(frame, &terms, &all, &chosen);
    if !items.is_empty() && together.is_empty() {
        return Ok(items);
    }
    if let Some(rows) = listed(frame.kind, &terms, &all, &chosen)
        && together.is_empty()
    {
        return Ok(rows);
    }
    let mut said = together.clone();
    let mut words: usize = said.iter().map(|said| words_in(&said.text)).sum();
    for place in with_what_follows(frame, &all, &chosen) {
        let Some(candidate) = all.get(place) else {
            continue;
        };
        let is_input = |said: &Said| said.evidence.contains(&candidate.passage.evidence.id);
        let is_quoted = |said: &Said| said.text.contains(&candidate.shown);
        if candidate.is_row && together.iter().any(is_input) || together.iter().any(is_quoted) {
            continue;
        }
        let length = words_in(&candidate.shown);
        let is_told_place = |heading: &str| said.iter().any(|said| said.text.starts_with(heading));
        if frame.wanted == Wanted::Place && heading_of(candidate).is_some_and(is_told_place) {
            continue;
        }
        if words == 0 || words + length <= room(frame.kind) / (share * frame.share) {
            words += length;
            said.push(match frame.wanted {
                Wanted::Place => located(candidate),
                _ => quote(candidate),
            });
        }
    }
    Ok(said)
}

/// What tables say of a part of the company, of its people, or of a figure that they have a row for.
fn from_tables(
    frame: &Frame,
    given: &Given<'_>,
    group: Option<usize>,
    all: &[Candidate<'_>],
    terms: &[Meaning],
) -> Vec<Said> {
    // of whom a part is has to be said: parts of several companies are called alike
    if group.is_some() {
        let of_part = parts_table::tell(frame, terms, all);
        if !of_part.is_empty() {
            return of_part;
        }
        if let Some(parts) = parts_table::names(frame, all) {
            return vec![parts];
        }
    }
    let is_counted = matches!(frame.kind, Kind::LookUp | Kind::Compare)
        && !matches!(
            frame.wanted,
            Wanted::Money | Wanted::Percent | Wanted::Date | Wanted::Spot
        );
    if is_counted && frame.measures.is_empty() && is_about_people(&frame.question) {
        let year = frame.when.periods.first().map(|period| period.year);
        if let Some(found) = headcount(all, year) {
            return vec![found.said()];
        }
    }
    let has_book = group.is_some_and(|company| given.filed.has_book(company));
    let ratios = stated::ratios(frame, all, has_book);
    match ratios.is_empty() {
        true => stated::rows(frame, all).into_iter().map(quote).collect(),
        false => ratios,
    }
}

/// Share of a question that a passage must speak of to be worth the reading of somebody who can put
/// it in other words: less than rules ask for, who know only the words that stand there, and more than
/// one common word of a question whose names occur nowhere.
const LEAST_TOUCHED: f64 = 0.3;

/// Whether any passage on the subject of a question, or of a part of it, speaks of what it asks.
pub fn is_touched(frame: &Frame, given: &Given<'_>) -> bool {
    if !frame.parts.is_empty() {
        return frame.parts.iter().any(|part| is_touched(part, given));
    }
    if frame.subjects.is_empty() && !given.known.is_empty() && names_a_stranger(&frame.question) {
        return false;
    }
    let terms = frame.terms();
    let lighter = frame.lighter(&terms);
    groups(frame).into_iter().any(|group| {
        let asked = frame.asked(&terms, &lighter, names_of(given, group));
        best_cover(&asked, &said_of(given, group)) >= LEAST_TOUCHED
    })
}

/// Of whom passages are asked: of each subject by itself, or of nobody.
fn groups(frame: &Frame) -> Vec<Option<usize>> {
    match frame.subjects.as_slice() {
        [] => vec![None],
        subjects => subjects.iter().copied().map(Some).collect(),
    }
}

/// The sentences and rows of the passages about a subject.
pub(super) fn said_of<'g>(given: &Given<'g>, group: Option<usize>) -> Vec<Candidate<'g>> {
    let passages = given.passages.iter();
    let own = passages.filter(|passage| is_about(passage, group, given));
    own.flat_map(candidates).collect()
}

fn names_of<'g>(given: &Given<'g>, group: Option<usize>) -> &'g [String] {
    group.map_or(&[], |company| given.known.names(company))
}

/// A table is a list: all its rows answer that have what the best one has, not only those that use
/// most words of the question.
fn listed(
    kind: Kind,
    terms: &[Meaning],
    all: &[Candidate<'_>],
    chosen: &[Chosen],
) -> Option<Vec<Said>> {
    if kind != Kind::List {
        return None;
    }
    let best = chosen
        .iter()
        .filter_map(|chosen| all.get(chosen.place))
        .find(|one| one.is_row)?;
    let meets = |row: &Candidate<'_>| {
        let met = terms
            .iter()
            .filter(|term| row.own.iter().any(|own| own.is_same_as(term)));
        met.map(|term| term.range.start).collect::<Vec<_>>()
    };
    let heads = |row: &Candidate<'_>| -> Vec<String> {
        row.columns.iter().map(|(head, _)| head.clone()).collect()
    };
    let wanted = meets(best);
    let evidence = &best.passage.evidence.id;
    let mut rows: Vec<&Candidate<'_>> = Vec::new();
    for row in all
        .iter()
        .filter(|row| row.is_row && row.passage.evidence.id == *evidence)
    {
        let met = meets(row);
        let is_known = rows.iter().any(|known| known.label() == row.label());
        if !is_known
            && heads(row) == heads(best)
            && row.is_name_row() == best.is_name_row()
            && wanted
                .iter()
                .all(|term| met.contains(term) || best.is_name_row())
        {
            rows.push(row);
        }
    }
    if rows.len() < 2 || rows.len() > MOST_ROWS {
        return None;
    }
    if !best.is_name_row() {
        return Some(rows.into_iter().map(quote).collect());
    }
    let labels: Vec<&str> = rows.iter().map(|row| row.label()).collect();
    Some(vec![Said {
        text: format!("{}.", labels.join(", ")),
        evidence: vec![evidence.clone()],
        kind: ClaimKind::Computed {
            formula: String::new(),
        },
    }])
}

/// A table of more rows is no list of what was asked for.
const MOST_ROWS: usize = 14;

/// Explanations go on: the sentence behind the best one belongs to it.
fn with_what_follows(frame: &Frame, all: &[Candidate<'_>], chosen: &[Chosen]) -> Vec<usize> {
    let (kind, is_why) = (frame.kind, frame.wanted == Wanted::Cause);
    let mut places: Vec<usize> = Vec::new();
    for (rank, chosen) in chosen.iter().enumerate() {
        let points_back = all
            .get(chosen.place)
            .is_some_and(|this| points_back(&this.shown));
        let before = chosen.place.checked_sub(1).filter(|_| points_back);
        if let (Some(place), Some(this)) = (before, all.get(chosen.place))
            && let Some(before) = all.get(place)
            && before.passage.evidence.id == this.passage.evidence.id
            && !before.is_row
            && !places.contains(&place)
        {
            places.push(place);
        }
        if !places.contains(&chosen.place) {
            places.push(chosen.place);
        }
        let goes_on = matches!(kind, Kind::Explain | Kind::HowTo) && rank == 0;
        places.extend(
            reasons::explains_next(all, chosen.place)
                .filter(|next| is_why && !places.contains(next)),
        );
        let next = chosen.place + 1;
        if let (true, Some(this), Some(follows)) = (goes_on, all.get(chosen.place), all.get(next)) {
            let is_near = this.passage.evidence.id == follows.passage.evidence.id;
            let is_told = places.contains(&next);
            if is_near
                && !is_told
                && !this.is_row
                && !follows.is_row
                && goes_on_from(&follows.shown, this)
            {
                places.push(next);
            }
        }
    }
    places
}

/// A sentence that says so, or that goes on about the same thing.
fn goes_on_from(text: &str, this: &Candidate<'_>) -> bool {
    let first = text.split([' ', ',']).next().unwrap_or_default();
    let is_joined = [
        "Additionally",
        "Also",
        "In",
        "Further",
        "Furthermore",
        "Moreover",
        "Partially",
    ];
    let words = meanings(text);
    let things = words.iter().filter(|word| word.kind >= MeaningKind::Thing);
    let shared = things.filter(|word| this.own.iter().any(|own| own.is_same_as(word)));
    points_back(text) || is_joined.contains(&first) || shared.count() >= 2
}

/// A sentence that is not understood without the one before it.
pub(super) fn points_back(text: &str) -> bool {
    static BACK: assay_domain::WordList = assay_domain::word_list!("answer/quoted/back");
    let opens = |words: &str| {
        let behind = text.strip_prefix(words);
        behind.is_some_and(|behind| behind.starts_with([' ', ',']))
    };
    BACK.iter().any(|words| opens(words)) || text.starts_with(['该', '这', '其', '此', '因'])
}

fn is_about(passage: &Passage<'_>, subject: Option<usize>, given: &Given<'_>) -> bool {
    let Some(subject) = subject else {
        return true;
    };
    if passage.company.is_some() {
        return passage.company == Some(subject);
    }
    let text = passage.evidence.quote.to_lowercase();
    given
        .known
        .names(subject)
        .iter()
        .any(|name| name.len() > 3 && text.contains(name.as_str()))
}

pub(super) fn quote(candidate: &Candidate<'_>) -> Said {
    let evidence = vec![candidate.passage.evidence.id.clone()];
    if candidate.is_row {
        return Said {
            text: format!(
                "{}.",
                owned(candidate, &candidate.shown).trim_end_matches(['.', '。'])
            ),
            evidence,
            kind: ClaimKind::Computed {
                formula: candidate.cells.clone(),
            },
        };
    }
    Said {
        text: format!("“{}”", candidate.shown),
        evidence,
        kind: ClaimKind::Quoted,
    }
}

/// Some columns of a row.
pub(super) fn row(candidate: &Candidate<'_>, columns: &[(String, String)]) -> Said {
    let (shown, cells) = candidate.with_columns(columns);
    Said {
        text: format!("{}.", owned(candidate, &shown)),
        evidence: vec![candidate.passage.evidence.id.clone()],
        kind: ClaimKind::Computed { formula: cells },
    }
}

/// A row with whose it is and, where neither it nor its part says so, what it is of.
fn owned(candidate: &Candidate<'_>, shown: &str) -> String {
    let Some(owner) = candidate.passage.owner else {
        return shown.to_owned();
    };
    let says = |text: &str| !metrics_in(text).is_empty();
    let metric = match says(&candidate.row_label) || says(&candidate.part) {
        true => None,
        false => candidate.stated_metric(),
    };
    match metric {
        Some((_, metric)) => format!("{owner}, {metric}, {shown}"),
        None => format!("{owner}, {shown}"),
    }
}

/// A quotation under the heading that it stands under.
fn located(candidate: &Candidate<'_>) -> Said {
    let said = quote(candidate);
    match heading_of(candidate) {
        Some(heading) => Said {
            text: format!("{heading}: {}", said.text),
            ..said
        },
        None => said,
    }
}

/// Words that a title may have.
const LONGEST_TITLE: usize = 14;

fn heading_of<'c>(candidate: &'c Candidate<'_>) -> Option<&'c str> {
    let mut headings = candidate.passage.evidence.headings.iter().rev();
    // a line that leads over to a table is no title
    let is_title = |line: &&String| {
        let words = line.split_whitespace().count();
        !line.contains('|') && !line.ends_with(':') && words <= LONGEST_TITLE
    };
    headings.find(is_title).map(String::as_str)
}

fn source_of(candidate: &Candidate<'_>, language: Language) -> String {
    let evidence = candidate.passage.evidence;
    match heading_of(candidate) {
        Some(heading) => language.pick(
            format!("“{heading}” in {}.", evidence.source),
            format!("{}中的“{heading}”。", evidence.source),
        ),
        None => language.pick(
            format!("{}.", evidence.source),
            format!("{}。", evidence.source),
        ),
    }
}

/// A Chinese character counts for half a word.
pub(super) fn words_in(text: &str) -> usize {
    let han = text
        .chars()
        .filter(|c| ('\u{3400}'..='\u{9fff}').contains(c))
        .count();
    text.split_whitespace().count() + han / 2
}
