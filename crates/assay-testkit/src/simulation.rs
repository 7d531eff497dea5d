use std::io;
use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, sleep_until};

use crate::answer::{Framing, framed, stream_head};
use crate::http::RawRequest;

/// A model server's timing without a model: every reply is the same sentence over and over, citing
/// evidence found in the request. A request for JSON gets that text as the one entry of a `summary`.
/// Streams or not as the request asks, in its dialect.
#[derive(Clone, Copy, Debug)]
pub struct Simulation {
    /// From the request to the first token.
    pub first_token: Duration,
    /// 0 sends all tokens at once.
    pub tokens_per_second: u32,
    pub reply_tokens: u32,
}

impl Default for Simulation {
    fn default() -> Self {
        Self {
            first_token: Duration::from_millis(300),
            tokens_per_second: 50,
            reply_tokens: 400,
        }
    }
}

/// One token each; the citation and the full stop follow. It is true where the documents say so: a
/// sentence that its evidence does not bear out would be sent back. Cut as finely as tokenisers cut Chinese:
/// a thousand tokens are a section of about 1,500 characters.
const SENTENCE: [&str; 33] = [
    "报告", "期内", "公司", "实现", "营业", "收入", " 42", ".5 ", "亿元", "，", "同比", "增长",
    " 7", ".3", "%", "，", "毛利", "率为", " 31", ".2", "%", "，", "主要", "来自", "核心", "产品",
    "销量", "提升", "和", "海外", "市场", "的", "扩张",
];

#[derive(Clone, Copy)]
enum Wire {
    OpenAi,
    Anthropic,
}

impl Simulation {
    pub(crate) async fn respond(
        &self,
        socket: &mut (impl AsyncWrite + Unpin),
        request: &RawRequest,
    ) -> io::Result<()> {
        let arrived = Instant::now();
        let path = request.path();
        if path.contains("/models") {
            let listing = r#"{"object":"list","data":[{"id":"simulated","object":"model"}]}"#;
            return write_whole(socket, listing).await;
        }
        let wire = if path.contains("/messages") {
            Wire::Anthropic
        } else {
            Wire::OpenAi
        };
        let pieces = self.tokens(&request.body);
        let input_tokens = request.body.len() / 4;
        if contains(&request.body, br#""stream":true"#) {
            return self
                .stream(socket, wire, &pieces, input_tokens, arrived)
                .await;
        }
        sleep_until(self.due(arrived, self.reply_tokens)).await;
        let text = pieces.concat();
        write_whole(socket, &whole(wire, &text, input_tokens, self.reply_tokens)).await
    }

    /// The reply, token by token, written as inside a JSON string.
    fn tokens(&self, request: &[u8]) -> Vec<String> {
        let count = self.reply_tokens as usize;
        let sentence = sentence(evidence_id(request));
        let text = sentence.iter().cycle().cloned();
        if !contains(request, br#""response_format""#) {
            return text.take(count).collect();
        }
        let opening = std::iter::once(r#"{\"summary\":[\""#.to_owned());
        // whoever reads a whole draft instead finds nothing in it
        let closing = std::iter::once(
            r#"\"],\"transitions\":[],\"repeats\":[],\"contradicts\":[],\"answers\":[1],\"unanswered\":[]}"#
                .to_owned(),
        );
        // Whole sentences only: a citation that is cut is no citation. Blanks fill up the count.
        let whole = count.saturating_sub(2) / sentence.len() * sentence.len();
        let reply = opening.chain(text.take(whole)).chain(closing);
        let blanks = std::iter::repeat(" ".to_owned());
        reply.chain(blanks).take(count.max(whole + 2)).collect()
    }

    fn due(&self, arrived: Instant, token: u32) -> Instant {
        let spent = match self.tokens_per_second {
            0 => Duration::ZERO,
            rate => Duration::from_secs(1) * token / rate,
        };
        arrived + self.first_token + spent
    }

    async fn stream(
        &self,
        socket: &mut (impl AsyncWrite + Unpin),
        wire: Wire,
        pieces: &[String],
        input_tokens: usize,
        arrived: Instant,
    ) -> io::Result<()> {
        let mut pieces = pieces.iter().zip(0..);
        let mut pending = stream_head(Framing::Chunked).as_bytes().to_vec();
        pending.extend(framed(&start_events(wire, input_tokens), Framing::Chunked));
        let mut next = pieces.next();
        while let Some((_, token)) = next {
            sleep_until(self.due(arrived, token)).await;
            // Whatever is due by now goes in one write: late tokens cost no extra ones.
            let now = Instant::now();
            while let Some((piece, token)) = next
                && self.due(arrived, token) <= now
            {
                pending.extend(framed(&token_event(wire, piece), Framing::Chunked));
                next = pieces.next();
            }
            socket.write_all(&pending).await?;
            pending.clear();
        }
        let end = end_events(wire, input_tokens, self.reply_tokens);
        pending.extend(framed(&end, Framing::Chunked));
        pending.extend_from_slice(b"0\r\n\r\n");
        socket.write_all(&pending).await
    }
}

fn sentence(evidence: Option<&str>) -> Vec<String> {
    let mut pieces: Vec<String> = SENTENCE.iter().map(|&word| word.to_owned()).collect();
    if let Some(id) = evidence {
        let (head, tail) = id.split_at_checked(id.len() / 2).unwrap_or((id, ""));
        pieces.extend([
            " [[".to_owned(),
            head.to_owned(),
            tail.to_owned(),
            "]]".to_owned(),
        ]);
    }
    pieces.push("。".to_owned());
    pieces
}

/// The id of the first passage that the request carries and that says the sentence, or of the first
/// that it carries, or the last one that its text cites, or the first one that it names: prompts
/// explain citations by example before the real ones come.
fn evidence_id(body: &[u8]) -> Option<&str> {
    const CITED: &[u8] = b"[[ev_";
    let sentence = SENTENCE.concat();
    let says_it = |(from, to): &&(usize, usize)| {
        let passage = body.get(*from..*to).unwrap_or_default();
        contains(passage, sentence.as_bytes())
    };
    let carried = passages(body);
    let carried = carried.iter().find(says_it).or_else(|| carried.first());
    let cited = || body.windows(CITED.len()).rposition(|w| w == CITED);
    let from = carried.map(|(from, _)| *from).or_else(cited);
    first_id(body.get(from.unwrap_or_default()..)?)
}

/// Where each passage that a request carries begins, and where the next one does.
fn passages(body: &[u8]) -> Vec<(usize, usize)> {
    const PASSAGE: &[u8] = br#"id=\"ev_"#;
    let marks = body.windows(PASSAGE.len()).enumerate();
    let starts: Vec<usize> = marks
        .filter(|(_, window)| *window == PASSAGE)
        .map(|(at, _)| at)
        .collect();
    let ends = starts.iter().copied().skip(1).chain([body.len()]);
    starts.iter().copied().zip(ends).collect()
}

fn first_id(body: &[u8]) -> Option<&str> {
    const MARK: &[u8] = b"ev_";
    let mut rest = body;
    loop {
        let at = rest.windows(MARK.len()).position(|window| window == MARK)?;
        let from = rest.get(at..)?;
        let digits = from.iter().skip(MARK.len());
        let length = digits
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        if length > 0 {
            return std::str::from_utf8(from.get(..MARK.len() + length)?).ok();
        }
        rest = from.get(MARK.len()..)?;
    }
}

/// Looks at the text of the request, because parsing thousands of bodies would be measured too.
fn contains(body: &[u8], mark: &[u8]) -> bool {
    body.windows(mark.len()).any(|window| window == mark)
}

fn token_event(wire: Wire, piece: &str) -> String {
    match wire {
        Wire::OpenAi => format!(
            "data: {{\"id\":\"sim\",\"object\":\"chat.completion.chunk\",\"model\":\"simulated\",\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{piece}\"}},\"finish_reason\":null}}]}}\n\n"
        ),
        Wire::Anthropic => format!(
            "event: content_block_delta\ndata: {{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{{\"type\":\"text_delta\",\"text\":\"{piece}\"}}}}\n\n"
        ),
    }
}

fn start_events(wire: Wire, input: usize) -> String {
    match wire {
        Wire::OpenAi => "data: {\"id\":\"sim\",\"object\":\"chat.completion.chunk\",\"model\":\"simulated\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n".to_owned(),
        Wire::Anthropic => format!(
            "event: message_start\ndata: {{\"type\":\"message_start\",\"message\":{{\"id\":\"sim\",\"model\":\"simulated\",\"usage\":{{\"input_tokens\":{input},\"output_tokens\":1}}}}}}\n\nevent: content_block_start\ndata: {{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{{\"type\":\"text\",\"text\":\"\"}}}}\n\n"
        ),
    }
}

fn end_events(wire: Wire, input: usize, output: u32) -> String {
    match wire {
        Wire::OpenAi => format!(
            "data: {{\"id\":\"sim\",\"choices\":[{{\"index\":0,\"delta\":{{}},\"finish_reason\":\"stop\"}}]}}\n\ndata: {{\"id\":\"sim\",\"choices\":[],\"usage\":{{\"prompt_tokens\":{input},\"completion_tokens\":{output}}}}}\n\ndata: [DONE]\n\n"
        ),
        Wire::Anthropic => format!(
            "event: content_block_stop\ndata: {{\"type\":\"content_block_stop\",\"index\":0}}\n\nevent: message_delta\ndata: {{\"type\":\"message_delta\",\"delta\":{{\"stop_reason\":\"end_turn\"}},\"usage\":{{\"output_tokens\":{output}}}}}\n\nevent: message_stop\ndata: {{\"type\":\"message_stop\"}}\n\n"
        ),
    }
}

fn whole(wire: Wire, text: &str, input: usize, output: u32) -> String {
    match wire {
        Wire::OpenAi => format!(
            "{{\"id\":\"sim\",\"object\":\"chat.completion\",\"model\":\"simulated\",\"choices\":[{{\"index\":0,\"message\":{{\"role\":\"assistant\",\"content\":\"{text}\"}},\"finish_reason\":\"stop\"}}],\"usage\":{{\"prompt_tokens\":{input},\"completion_tokens\":{output}}}}}"
        ),
        Wire::Anthropic => format!(
            "{{\"id\":\"sim\",\"type\":\"message\",\"model\":\"simulated\",\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}],\"stop_reason\":\"end_turn\",\"usage\":{{\"input_tokens\":{input},\"output_tokens\":{output}}}}}"
        ),
    }
}

async fn write_whole(socket: &mut (impl AsyncWrite + Unpin), body: &str) -> io::Result<()> {
    let length = body.len();
    let response = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    socket.write_all(response.as_bytes()).await
}
