//! What there is to search, for whoever plans: the library by company and kind, and the ways out.

use std::collections::BTreeMap;

use assay_domain::{DataBlock, Date, Document, Language, ToolSpec};

use crate::prompts::clip;
use crate::{EngineError, Library};

/// Companies and documents without one that are named; the rest are counted.
const MOST_COMPANIES: usize = 40;
const MOST_TITLES: usize = 25;
/// Documents of one company that are named, newest first.
const MOST_OF_ONE: usize = 8;
/// Characters of a title, and of the whole.
const TITLE: usize = 80;
const CHARACTERS: usize = 4_000;

/// The documents of the library that a run may see, shortly.
pub(super) fn inventory(
    library: &Library,
    until: Option<Date>,
    language: Language,
) -> Result<String, EngineError> {
    let mut documents = library.documents()?;
    documents.retain(|document| is_seen(document, until) && document.near_duplicate_of.is_none());
    documents.sort_by(|a, b| {
        let (newer, older) = (date_of(b), date_of(a));
        newer.cmp(&older).then_with(|| a.title.cmp(&b.title))
    });
    let count = documents.len();
    let mut lines = vec![language.pick(
        format!("{count} documents: {}", kinds(&documents, language)),
        format!("共 {count} 份文档：{}", kinds(&documents, language)),
    )];
    lines.extend(of_companies(&documents, language));
    lines.extend(of_nobody(&documents, language));
    Ok(clip(&lines.join("\n"), CHARACTERS))
}

/// As a model sees it: titles are words from outside.
pub(super) fn as_data(inventory: &str) -> DataBlock {
    DataBlock::new(&[], inventory)
}

/// The names of the tools that workers have.
pub(super) fn tools(own: &[ToolSpec], outside: &[ToolSpec]) -> String {
    let names = own.iter().chain(outside).map(|tool| tool.name.as_str());
    names.collect::<Vec<_>>().join(", ")
}

/// With a day, only what is dated and not later counts, as for a search.
fn is_seen(document: &Document, until: Option<Date>) -> bool {
    until.is_none_or(|until| document.date.is_some_and(|date| date <= until))
}

fn date_of(document: &Document) -> Option<Date> {
    document.subject.period_end.or(document.date)
}

fn form_of(document: &Document) -> Option<&str> {
    document.subject.form.as_deref()
}

/// How many documents there are of each kind.
fn kinds(documents: &[Document], language: Language) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let other = language.pick("of no known form", "其他");
    for document in documents {
        *counts
            .entry(form_of(document).unwrap_or(other))
            .or_default() += 1;
    }
    let counts = counts.iter().map(|(form, count)| format!("{count} {form}"));
    counts.collect::<Vec<_>>().join(", ")
}

/// Each company with its documents and their periods.
fn of_companies(documents: &[Document], language: Language) -> Vec<String> {
    let mut companies: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for document in documents {
        let Some(entity) = document.subject.entity.as_deref() else {
            continue;
        };
        let form = form_of(document).unwrap_or(document.title.as_str());
        let form: String = form.chars().take(TITLE).collect();
        let date = date_of(document).map(|date| format!(" {date}"));
        let own = companies.entry(entity).or_default();
        own.push(format!("{form}{}", date.unwrap_or_default()));
    }
    let hidden = companies.len().saturating_sub(MOST_COMPANIES);
    let lines = companies.iter().take(MOST_COMPANIES).map(|(name, own)| {
        let shown = own.get(..MOST_OF_ONE).unwrap_or(own);
        let more = more(own.len() - shown.len(), language);
        format!("- {name}: {}{more}", shown.join("; "))
    });
    let mut lines: Vec<String> = lines.collect();
    if hidden > 0 {
        lines.push(language.pick(
            format!("- {hidden} more companies"),
            format!("- 另有 {hidden} 家公司"),
        ));
    }
    lines
}

/// The documents that are about no company.
fn of_nobody(documents: &[Document], language: Language) -> Vec<String> {
    let is_of_nobody = |document: &&Document| document.subject.entity.is_none();
    let titles: Vec<String> = documents
        .iter()
        .filter(is_of_nobody)
        .map(|document| {
            let title: String = document.title.chars().take(TITLE).collect();
            match date_of(document) {
                Some(date) => format!("{title} ({date})"),
                None => title,
            }
        })
        .collect();
    if titles.is_empty() {
        return Vec::new();
    }
    let shown = titles.get(..MOST_TITLES).unwrap_or(&titles);
    let more = more(titles.len() - shown.len(), language);
    let word = language.pick("- others: ", "- 其他：");
    vec![format!("{word}{}{more}", shown.join("; "))]
}

fn more(count: usize, language: Language) -> String {
    match count {
        0 => String::new(),
        count => language.pick(format!("; and {count} more"), format!("；另有 {count} 份")),
    }
}
