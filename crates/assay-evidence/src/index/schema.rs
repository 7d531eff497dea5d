use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::{LazyLock, PoisonError};

use assay_domain::{Date, Passage, PassageId, Tier};
use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value,
};
use tantivy::tokenizer::TextAnalyzer;

use super::{IndexError, words};

pub(super) const ANALYZER: &str = "mixed";
/// Fast fields that make up the id of a passage, which breaks ties.
pub(super) const DOCUMENT: &str = "document";
pub(super) const START: &str = "start";
pub(super) const END: &str = "end";
/// Fast fields that all passages of a document share: its title, and whom it is about if it says so.
pub(super) const TITLE: &str = "title";
pub(super) const ENTITY: &str = "entity";
/// Fast fields that filters and the choice between copies read. Days and tiers are ordinals.
pub(super) const TIER: &str = "tier";
pub(super) const DATE: &str = "date";
pub(super) const PERIOD: &str = "period";
pub(super) const WORDING: &str = "wording";

/// What is kept of a passage.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    pub(super) document: Field,
    pub(super) start: Field,
    pub(super) end: Field,
    pub(super) title: Field,
    pub(super) headings: Field,
    /// The first cells of table rows: what the row is about.
    pub(super) labels: Field,
    pub(super) body: Field,
    pub(super) entity: Field,
    pub(super) form: Field,
    pub(super) tier: Field,
    pub(super) date: Field,
    pub(super) period: Field,
    pub(super) wording: Field,
}

pub(super) fn schema() -> (Schema, Fields) {
    let words = TextFieldIndexing::default()
        .set_tokenizer(ANALYZER)
        .set_index_option(IndexRecordOption::WithFreqs);
    let searched = TextOptions::default().set_indexing_options(words);
    let name = TextOptions::from(FAST);
    let mut schema = Schema::builder();
    let fields = Fields {
        document: schema.add_text_field(DOCUMENT, STRING | FAST),
        start: schema.add_u64_field(START, FAST),
        end: schema.add_u64_field(END, FAST),
        title: schema.add_text_field(TITLE, name.clone()),
        headings: schema.add_text_field("headings", searched.clone() | STORED),
        labels: schema.add_text_field("labels", searched.clone()),
        body: schema.add_text_field("body", searched | STORED),
        entity: schema.add_text_field(ENTITY, name),
        form: schema.add_text_field("form", STRING),
        tier: schema.add_u64_field(TIER, FAST),
        date: schema.add_i64_field(DATE, FAST),
        period: schema.add_i64_field(PERIOD, FAST),
        wording: schema.add_u64_field(WORDING, FAST),
    };
    (schema.build(), fields)
}

/// The distinct words of a text, in an order that does not depend on how it was put.
pub(super) fn terms_of(text: &str) -> BTreeSet<String> {
    words_of(text).into_iter().collect()
}

/// The words of a text, one after the other.
pub(super) fn words_of(text: &str) -> Vec<String> {
    static ANALYZER: LazyLock<Mutex<TextAnalyzer>> =
        LazyLock::new(|| Mutex::new(words::analyzer()));
    let mut analyzer = ANALYZER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut stream = analyzer.token_stream(text);
    let mut words = Vec::new();
    while stream.advance() {
        words.push(stream.token().text.clone());
    }
    words
}

/// One spelling for `10-K`, `10-k`, `10K` and `Form 10-K`.
pub(super) fn form_key(form: &str) -> String {
    let form = form.trim().to_uppercase();
    let form = form.strip_prefix("FORM").unwrap_or(&form);
    form.chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .collect()
}

pub(super) fn ordinal(tier: Tier) -> u64 {
    match tier {
        Tier::A => 0,
        Tier::B => 1,
        Tier::C => 2,
        Tier::D => 3,
    }
}

/// Ordered as the calendar is; not a count of days.
pub(super) fn day(date: Date) -> i64 {
    i64::from(date.year()) * 10_000 + i64::from(date.month()) * 100 + i64::from(date.day())
}

impl Fields {
    pub(super) fn passage(
        &self,
        id: &PassageId,
        stored: &TantivyDocument,
    ) -> Result<Passage, IndexError> {
        let text = stored.get_first(self.body).and_then(|value| value.as_str());
        let (Some((document, range)), Some(text)) = (id.parts(), text) else {
            return Err(IndexError::Passage(id.to_string()));
        };

        let headings = stored.get_all(self.headings);
        Ok(Passage {
            id: id.clone(),
            document,
            start: range.start,
            end: range.end,
            headings: headings
                .filter_map(|value| value.as_str().map(str::to_owned))
                .collect(),
            text: text.to_owned(),
        })
    }
}
