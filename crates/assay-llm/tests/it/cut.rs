//! Promise R10: a reply cut at any byte is never taken for an answer.

use assay_domain::ChatReply;
use assay_llm::{Client, Dialect};
use assay_testkit::{Answer, Reply, Script};

use crate::support::{DIALECTS, USAGE, ask, call, client, kind, request, serve, with_tools};

fn reply() -> Reply {
    let pieces = ["Margin ", "rose to ", "“17.9%”", " 毛利率"];
    Reply {
        pieces: pieces.iter().map(|&piece| piece.to_owned()).collect(),
        tool_calls: vec![call("c1", "search", r#"{"query":"营收 \"2024\""}"#)],
        ..Reply::tool_calls([]).with_usage(Some(USAGE))
    }
}

/// Asks once for every byte at which the answer can be cut; the `n`-th request is cut after `n`.
async fn cut_everywhere(answer: Answer, dialect: Dialect, stream: bool) -> Outcomes {
    let length = answer.wire().len();
    let whole = answer.clone();
    let server = serve(Script::new(move |_, call| whole.clone().cut_after(call))).await;
    let client = client(&server, dialect);
    let mut outcomes = Outcomes::default();
    for cut in 0..=length {
        outcomes.note(&client, cut, stream).await;
    }
    outcomes
}

#[derive(Default)]
struct Outcomes {
    cases: usize,
    /// The first cut after which the reply was accepted.
    accepted_from: Option<usize>,
    replies: Vec<ChatReply>,
}

impl Outcomes {
    async fn note(&mut self, client: &Client, cut: usize, stream: bool) {
        self.cases += 1;
        match ask(client, &with_tools(), stream).await.result {
            Ok(reply) => {
                self.accepted_from.get_or_insert(cut);
                self.replies.push(reply);
            }
            Err(error) => {
                assert_eq!(kind(&error), "truncated", "cut after {cut}: {error}");
                assert_eq!(
                    self.accepted_from, None,
                    "accepted earlier, refused at {cut}"
                );
            }
        }
    }
}

/// Cuts the stream in both framings; `end_mark` is what makes it complete.
async fn check_stream(dialect: Dialect, end_mark: &str) {
    let chunked = reply().answer(dialect == Dialect::Anthropic, true);
    for answer in [chunked.clone(), chunked.until_close()] {
        let wire = String::from_utf8_lossy(&answer.wire()).into_owned();
        let end = wire.find(end_mark).unwrap() + end_mark.len();
        let outcomes = cut_everywhere(answer, dialect, true).await;
        assert!(outcomes.cases > 1_000, "{} cases", outcomes.cases);
        let accepted = outcomes.accepted_from.unwrap();
        assert!(accepted >= end, "accepted at {accepted}, end mark at {end}");
        assert_complete(&outcomes);
    }
}

#[tokio::test]
async fn an_openai_stream_cut_at_any_byte_is_refused() {
    check_stream(Dialect::OpenAi, "data: [DONE]").await;
}

#[tokio::test]
async fn an_anthropic_stream_cut_at_any_byte_is_refused() {
    check_stream(Dialect::Anthropic, r#"{"type":"message_stop"}"#).await;
}

#[tokio::test]
async fn a_whole_reply_cut_at_any_byte_is_refused() {
    for dialect in DIALECTS {
        let answer = reply().answer(dialect == Dialect::Anthropic, false);
        let length = answer.wire().len();
        let outcomes = cut_everywhere(answer, dialect, false).await;
        assert_eq!(outcomes.accepted_from, Some(length), "{dialect:?}");
        assert_complete(&outcomes);
    }
}

/// Without a content length only the JSON itself tells where the reply ends.
#[tokio::test]
async fn a_whole_reply_without_a_length_is_refused_until_its_json_is_complete() {
    for dialect in DIALECTS {
        let Answer::Whole { body, .. } = reply().answer(dialect == Dialect::Anthropic, false)
        else {
            panic!("a whole reply");
        };
        let answer = Answer::stream([body]).until_close();
        let length = answer.wire().len();
        let outcomes = cut_everywhere(answer, dialect, false).await;
        assert_eq!(outcomes.accepted_from, Some(length), "{dialect:?}");
        assert_complete(&outcomes);
    }
}

fn assert_complete(outcomes: &Outcomes) {
    for reply in &outcomes.replies {
        assert_eq!(reply.text, "Margin rose to “17.9%” 毛利率");
        assert_eq!(reply.tool_calls, self::reply().tool_calls);
        assert_eq!(reply.usage, Some(USAGE));
    }
}

/// Everything well-formed except that one event of the stream is missing.
#[tokio::test]
async fn a_stream_without_one_of_its_end_marks_is_refused() {
    for dialect in DIALECTS {
        let Answer::Stream { chunks, .. } = reply().answer(dialect == Dialect::Anthropic, true)
        else {
            panic!("a stream");
        };
        let marks: &[&str] = match dialect {
            Dialect::OpenAi => &["[DONE]", r#""finish_reason":"tool_calls""#],
            Dialect::Anthropic => &["message_stop", "message_delta"],
        };
        for mark in marks {
            let rest = chunks.iter().filter(|chunk| !chunk.contains(mark));
            let server = serve(Script::always(Answer::stream(rest))).await;
            let heard = ask(&client(&server, dialect), &request(), true).await;
            assert_eq!(
                kind(&heard.result.unwrap_err()),
                "truncated",
                "without {mark}"
            );
        }
    }
}
