use std::array::IntoIter;
use std::iter::{Empty, Flatten};
use std::ops::Range;
use std::slice::Iter;
use std::sync::Arc;

use assay_documents::Stretch;
use assay_domain::Document;
use tantivy::schema::document::{ReferenceValue, ReferenceValueLeaf};
use tantivy::schema::{Field, Value};

use super::alike::Wordings;
use super::schema::{Fields, day, form_key, ordinal};

/// What all passages of a document have in common.
pub(super) struct About {
    fields: Fields,
    document: String,
    text: String,
    title: String,
    entity: Option<String>,
    forms: Vec<String>,
    tier: u64,
    date: Option<i64>,
    period: Option<i64>,
}

impl About {
    pub(super) fn of(document: &Document, text: String, fields: Fields) -> Self {
        let subject = &document.subject;
        let form = subject.form.as_deref().map(form_key);
        Self {
            fields,
            document: document.id.as_str().to_owned(),
            text,
            title: document.title.clone(),
            entity: subject.entity.clone(),
            forms: form.map(forms_of).unwrap_or_default(),
            tier: ordinal(document.tier),
            date: document.date.or(subject.period_end).map(day),
            period: subject.period_end.map(day),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// `10-K/A` is found as `10-K` too.
fn forms_of(form: String) -> Vec<String> {
    let amended = form.strip_suffix("/A").map(str::to_owned);
    std::iter::once(form).chain(amended).collect()
}

/// A passage on its way into the index, which reads it where it lies.
pub(super) struct Entry {
    about: Arc<About>,
    /// In the text of the document.
    range: Range<usize>,
    headings: Vec<Arc<str>>,
    labels: String,
    wording: Option<u64>,
}

impl Entry {
    pub(super) fn new(about: &Arc<About>, passage: Stretch, wordings: &mut Wordings) -> Self {
        let mut entry = Self {
            about: Arc::clone(about),
            range: passage.range,
            headings: passage.headings,
            labels: String::new(),
            wording: None,
        };
        entry.labels = labels(entry.text());
        entry.wording = wordings.next(entry.text());
        entry
    }

    fn text(&self) -> &str {
        let text = self.about.text.get(self.range.clone());
        text.unwrap_or_default()
    }
}

impl tantivy::Document for Entry {
    type Value<'a> = Kept<'a>;
    type FieldsValuesIter<'a> = Values<'a>;

    fn iter_fields_and_values(&self) -> Values<'_> {
        let about = &self.about;
        let fields = &about.fields;
        let entity = about.entity.as_deref();
        let labels = Some(self.labels.as_str()).filter(|labels| !labels.is_empty());
        let single = [
            Some((fields.document, Kept::Text(&about.document))),
            Some((fields.start, Kept::Count(self.range.start as u64))),
            Some((fields.end, Kept::Count(self.range.end as u64))),
            Some((fields.title, Kept::Text(&about.title))),
            labels.map(|labels| (fields.labels, Kept::Text(labels))),
            Some((fields.body, Kept::Text(self.text()))),
            entity.map(|entity| (fields.entity, Kept::Text(entity))),
            Some((fields.tier, Kept::Count(about.tier))),
            about.date.map(|date| (fields.date, Kept::Day(date))),
            about
                .period
                .map(|period| (fields.period, Kept::Day(period))),
            self.wording
                .map(|wording| (fields.wording, Kept::Count(wording))),
        ];
        let several = self.headings.len() + about.forms.len();
        Values {
            left: single.iter().flatten().count() + several,
            single: single.into_iter().flatten(),
            headings: (fields.headings, self.headings.iter()),
            forms: (fields.form, about.forms.iter()),
        }
    }
}

const SINGLE_FIELDS: usize = 11;

pub(super) struct Values<'a> {
    left: usize,
    single: Flatten<IntoIter<Option<(Field, Kept<'a>)>, SINGLE_FIELDS>>,
    headings: (Field, Iter<'a, Arc<str>>),
    forms: (Field, Iter<'a, String>),
}

impl<'a> Iterator for Values<'a> {
    type Item = (Field, Kept<'a>);

    fn next(&mut self) -> Option<(Field, Kept<'a>)> {
        self.left = self.left.saturating_sub(1);
        if let Some(value) = self.single.next() {
            return Some(value);
        }
        let (field, headings) = &mut self.headings;
        if let Some(heading) = headings.next() {
            return Some((*field, Kept::Text(heading)));
        }
        let (field, forms) = &mut self.forms;
        forms.next().map(|form| (*field, Kept::Text(form)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

/// A value as it lies in an [`Entry`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Kept<'a> {
    Text(&'a str),
    Count(u64),
    Day(i64),
}

impl<'a> Value<'a> for Kept<'a> {
    type ArrayIter = Empty<Self>;
    type ObjectIter = Empty<(&'a str, Self)>;

    fn as_value(&self) -> ReferenceValue<'a, Self> {
        ReferenceValue::Leaf(match *self {
            Self::Text(text) => ReferenceValueLeaf::Str(text),
            Self::Count(count) => ReferenceValueLeaf::U64(count),
            Self::Day(day) => ReferenceValueLeaf::I64(day),
        })
    }
}

/// The first cells of the rows of a Markdown table that are no rule, one a line.
fn labels(text: &str) -> String {
    let mut labels = String::new();
    if !text.contains('|') {
        return labels;
    }
    for line in text.lines() {
        let row = line.trim_start().strip_prefix('|');
        let label = row.and_then(|row| row.split('|').next()).map(str::trim);
        if let Some(label) = label.filter(|label| label.contains(char::is_alphabetic)) {
            labels.push_str(label);
            labels.push('\n');
        }
    }
    labels
}
