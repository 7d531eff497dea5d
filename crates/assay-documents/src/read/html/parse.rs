use std::cell::Cell;

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

/// The parser is fed from one `<` to the next, and no more than this at once.
const PIECE_BYTES: usize = 4 << 10;

/// Reads a page into the tree that the HTML standard prescribes for it, as browsers do.
pub(super) fn tree_of(source: &str) -> Result<Tree, ReadError> {
    // A reader has scripts: what a page says to browsers without them is not shown.
    let options = TreeBuilderOpts {
        scripting_enabled: true,
        drop_doctype: true,
        ..TreeBuilderOpts::default()
    };
    let sink = Tokens {
        builder: TreeBuilder::new(Sink::default(), options),
        is_xml: is_xml(source),
        taken: Cell::new(0),
    };
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    feed(&tokenizer, source)
        .and_then(|()| {
            tokenizer.end();
            tokenizer.sink.builder.sink.into_tree()
        })
        .map_err(|reason| ReadError::Malformed {
            format: "HTML",
            reason,
        })
}

/// Feeds a page, until it is at its end or too deep or too large. What makes no token for long is one
/// long tag or comment; its attributes are counted before the parser has compared them all.
fn feed(tokenizer: &Tokenizer<Tokens>, source: &str) -> Result<(), String> {
    let whole = StrTendril::from(source);
    let input = BufferQueue::default();
    let mut start = 0;
    // The last piece that made a token, and its end.
    let mut spoke = (0, 0);
    let mut look_at = PIECE_BYTES;
    while start < source.len() && !tokenizer.sink.builder.sink.refuses() {
        let end = end_of_piece(source, start);
        let before = tokenizer.sink.taken.get();
        input.push_back(whole.subtendril(narrow(start), narrow(end - start)));
        // It is always done: `Tokens` asks for no pause.
        let _ = tokenizer.feed(&input);
        if tokenizer.sink.taken.get() > before {
            spoke = (start, end);
            look_at = PIECE_BYTES;
        } else if end - spoke.1 > look_at {
            look_at *= 2;
            // The token may have been a text that ended where the tag began.
            let fed = |from: usize| source.get(from..end).unwrap_or_default();
            if names::has_too_many(fed(spoke.0)) || names::has_too_many(fed(spoke.1)) {
                return Err(format!("a tag has more than {MAX_ATTRIBUTES} attributes"));
            }
        }
        start = end;
    }
    Ok(())
}

/// Before the next `<`, so that a tag begins a piece.
fn end_of_piece(source: &str, start: usize) -> usize {
    let most = source.floor_char_boundary(start + PIECE_BYTES);
    let piece = source.get(start..most).unwrap_or_default();
    let next = piece.bytes().skip(1).position(|byte| byte == b'<');
    next.map_or(most, |at| start + at + 1)
}

/// A document is far shorter than 4 GiB, so positions fit.
fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
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
    /// Tokens until now.
    taken: Cell<u64>,
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
        if matches!(token, Token::ParseError(_)) || self.builder.sink.refuses() {
            return TokenSinkResult::Continue;
        }
        self.taken.set(self.taken.get() + 1);
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
