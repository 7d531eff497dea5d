use std::collections::BTreeSet;
use std::sync::LazyLock;

use assay_domain::{Passage, PassageId};
use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value,
};
use tantivy::tokenizer::TextAnalyzer;

use super::{IndexError, words};

pub(super) const ANALYZER: &str = "mixed";
/// The fast field that breaks ties.
pub(super) const ID: &str = "id";

/// What is kept of a passage. Its place in the document is in its id.
#[derive(Clone, Copy)]
pub(super) struct Fields {
    id: Field,
    pub(super) document: Field,
    pub(super) title: Field,
    pub(super) headings: Field,
    pub(super) body: Field,
}

pub(super) fn schema() -> (Schema, Fields) {
    let words = TextFieldIndexing::default()
        .set_tokenizer(ANALYZER)
        .set_index_option(IndexRecordOption::WithFreqs);
    let searched = TextOptions::default().set_indexing_options(words);
    let mut schema = Schema::builder();
    let fields = Fields {
        id: schema.add_text_field(ID, STRING | STORED | FAST),
        document: schema.add_text_field("document", STRING),
        title: schema.add_text_field("title", searched.clone()),
        headings: schema.add_text_field("headings", searched.clone() | STORED),
        body: schema.add_text_field("body", searched | STORED),
    };
    (schema.build(), fields)
}

/// The distinct words of a query, in an order that does not depend on how it was put.
pub(super) fn terms_of(query: &str) -> BTreeSet<String> {
    static ANALYZER: LazyLock<TextAnalyzer> = LazyLock::new(words::analyzer);
    let mut analyzer = ANALYZER.clone();
    let mut stream = analyzer.token_stream(query);
    let mut terms = BTreeSet::new();
    while stream.advance() {
        terms.insert(stream.token().text.clone());
    }
    terms
}

impl Fields {
    pub(super) fn stored(&self, title: &str, passage: &Passage) -> TantivyDocument {
        let mut stored = TantivyDocument::default();
        stored.add_text(self.id, passage.id.as_str());
        stored.add_text(self.document, passage.document.as_str());
        stored.add_text(self.title, title);
        for heading in &passage.headings {
            stored.add_text(self.headings, heading);
        }
        stored.add_text(self.body, &passage.text);
        stored
    }

    pub(super) fn passage(&self, stored: &TantivyDocument) -> Result<Passage, IndexError> {
        let text_of = |field| stored.get_first(field).and_then(|value| value.as_str());
        let id = PassageId::new(text_of(self.id).unwrap_or_default());
        let text = text_of(self.body).map(str::to_owned);
        let (Some((document, range)), Some(text)) = (id.parts(), text) else {
            return Err(IndexError::Passage(id.to_string()));
        };

        let headings = stored.get_all(self.headings);
        Ok(Passage {
            id,
            document,
            start: range.start,
            end: range.end,
            headings: headings
                .filter_map(|value| value.as_str().map(str::to_owned))
                .collect(),
            text,
        })
    }
}
