use html5ever::buffer_queue::BufferQueue;
use html5ever::local_name;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    EndTag, StartTag, Tag as TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use super::super::ReadError;
use super::names::{self, MAX_ATTRIBUTES};
use super::sink::{Handle, Sink};
use super::tree::Tree;

/// The names that a filing declares stand this near to its beginning.
const XML_HEAD: usize = 8 << 10;

/// After so much it is asked whether the page is refused.
const PIECE_BYTES: usize = 256 << 10;

/// Reads a page into the tree that the HTML standard prescribes for it, as browsers do.
pub(super) fn tree_of(source: &str) -> Result<Tree, ReadError> {
    if names::has_too_many(source) {
        return Err(refused(format!(
            "a tag has more than {MAX_ATTRIBUTES} attributes"
        )));
    }
    // A reader has scripts: what a page says to browsers without them is not shown.
    let options = TreeBuilderOpts {
        scripting_enabled: true,
        drop_doctype: true,
        ..TreeBuilderOpts::default()
    };
    let sink = Tokens {
        builder: TreeBuilder::new(Sink::default(), options),
        is_xml: is_xml(source),
    };
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let input = BufferQueue::default();
    let mut rest = source;
    while !rest.is_empty() && !tokenizer.sink.builder.sink.refuses() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES));
        input.push_back(StrTendril::from(piece));
        // It is always done: `Tokens` asks for no pause.
        let _ = tokenizer.feed(&input);
        rest = after;
    }
    tokenizer.end();
    tokenizer.sink.builder.sink.into_tree().map_err(refused)
}

fn refused(reason: String) -> ReadError {
    ReadError::Malformed {
        format: "HTML",
        reason,
    }
}

/// Filings are written as XML, with or without its first line.
fn is_xml(source: &str) -> bool {
    let start = source.trim_start();
    let head = start.get(..start.floor_char_boundary(XML_HEAD));
    start.starts_with("<?xml") || head.is_some_and(|head| head.contains("//www.xbrl.org/"))
}

/// What stands between tokenizer and tree: it ends elements that XML ends, and takes nothing more
/// once a page is refused.
struct Tokens {
    builder: TreeBuilder<Handle, Sink>,
    /// `<p/>` is a whole element in XML and a beginning in HTML.
    is_xml: bool,
}

impl Tokens {
    /// Whether HTML's own rules leave open what the page means as a whole element.
    fn is_whole_in_xml(&self, tag: &TagToken) -> bool {
        tag.kind == StartTag
            && tag.self_closing
            && (self.is_xml || tag.name.contains(':'))
            // `</br>` is another line break; these three close themselves.
            && !matches!(tag.name, local_name!("br") | local_name!("svg") | local_name!("math"))
            && !self.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl TokenSink for Tokens {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if self.builder.sink.refuses() {
            return TokenSinkResult::Continue;
        }
        let end = match &token {
            Token::TagToken(tag) if self.is_whole_in_xml(tag) => Some(TagToken {
                kind: EndTag,
                name: tag.name.clone(),
                self_closing: false,
                attrs: Vec::new(),
                had_duplicate_attributes: false,
            }),
            _ => None,
        };
        let mut result = self.builder.process_token(token, line);
        if let Some(end) = end {
            result = self.builder.process_token(Token::TagToken(end), line);
        }
        match result {
            // No program of a page is run.
            TokenSinkResult::Script(_) | TokenSinkResult::EncodingIndicator(_) => {
                TokenSinkResult::Continue
            }
            result => result,
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}
