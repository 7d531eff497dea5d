use std::sync::Arc;
use std::time::Duration;

use assay_domain::{ChatReply, ChatRequest, SseDecoder, SseEvent};
use reqwest::header::HeaderMap;
use reqwest::{StatusCode, Url};
use secrecy::ExposeSecret;
use tokio::sync::Semaphore;

use crate::anthropic;
use crate::assemble::{Assembly, OnText};
use crate::classify::{Report, Teller, retry_after};
use crate::fault::Fault;
use crate::http::{
    Body, BodyError, LARGEST_REPLY, TooLate, Watchdog, endpoint, http_client, root_cause, shown,
};
use crate::openai;
use crate::pace::Pace;
use crate::quirks::Quirks;
use crate::reader::{BodyKind, Reader, at_end};
use crate::{Dialect, LlmError, Phase, ProviderConfig};

/// A connection to one provider. Clones share the connections, the permits and the rate limit.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    config: ProviderConfig,
    http: reqwest::Client,
    base: Url,
    chat_url: Url,
    permits: Semaphore,
    pace: Option<Pace>,
    quirks: Quirks,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Client").field(&self.inner.config).finish()
    }
}

impl Client {
    pub fn new(config: ProviderConfig) -> Result<Self, LlmError> {
        let wrong = |problem: String| LlmError::Configuration {
            provider: config.name.clone(),
            problem,
        };
        let base = Url::parse(config.base_url.trim())
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"))
            .ok_or_else(|| {
                wrong("base_url is no http or https URL, such as http://127.0.0.1:8080/v1".into())
            })?;
        let path = match config.dialect {
            Dialect::OpenAi => "chat/completions",
            Dialect::Anthropic => "messages",
        };
        let http = http_client(&config, &base).map_err(wrong)?;
        let permits = config.max_concurrency.clamp(1, Semaphore::MAX_PERMITS);
        Ok(Self {
            inner: Arc::new(Inner {
                http,
                chat_url: endpoint(&base, path),
                base,
                permits: Semaphore::new(permits),
                pace: config.requests_per_minute.map(Pace::per_minute),
                quirks: Quirks::default(),
                config,
            }),
        })
    }

    pub fn config(&self) -> &ProviderConfig {
        &self.inner.config
    }

    /// One attempt: waits for a permit and the rate limit, sends, and returns a complete reply or
    /// says why there is none. With `stream`, `on_text` gets visible text as it arrives; without,
    /// the whole text at once. Dropping the future closes the connection, which ends the
    /// generation.
    ///
    /// What a server of this kind turns out not to support is remembered: a request it refuses for
    /// its sampling parameters is sent again at once without them, and one that it answers with
    /// tools and streaming by an empty body fails, but will not be streamed the next time.
    pub async fn chat(
        &self,
        request: &ChatRequest,
        stream: bool,
        on_text: &mut (dyn FnMut(&str) + Send),
    ) -> Result<ChatReply, LlmError> {
        let inner = &*self.inner;
        let Ok(_permit) = inner.permits.acquire().await else {
            return Err(inner.misconfigured("the client is closed"));
        };
        let stream = stream && (request.tools.is_empty() || inner.quirks.streams_with_tools());
        let result = inner.attempt(request, stream, on_text).await;
        match &result {
            Err(LlmError::Rejected { message, .. }) if inner.quirks.saw_refusal(message) => {
                inner.attempt(request, stream, on_text).await
            }
            _ => result,
        }
    }

    pub(crate) fn get(&self, path: &str, timeout: Duration) -> reqwest::RequestBuilder {
        let url = endpoint(&self.inner.base, path);
        self.inner.http.get(url).timeout(timeout)
    }

    pub(crate) fn send_error(&self, error: reqwest::Error) -> LlmError {
        self.inner.send_error(error)
    }

    pub(crate) fn unreadable(&self, error: &serde_json::Error, body: &[u8]) -> LlmError {
        self.inner
            .fault(Fault::from_json(error, body), "", body.len() as u64)
    }

    pub(crate) fn refusal(
        &self,
        status: StatusCode,
        headers: &HeaderMap,
        body: &[u8],
        model: &str,
    ) -> LlmError {
        self.inner.refusal(status, headers, body, model)
    }
}

impl Inner {
    async fn attempt(
        &self,
        request: &ChatRequest,
        stream: bool,
        on_text: &mut OnText<'_>,
    ) -> Result<ChatReply, LlmError> {
        if let Some(pace) = &self.pace {
            pace.wait().await;
        }
        let payload = self.payload(request, stream)?;
        let first_byte = if stream {
            self.config.first_byte_timeout
        } else {
            self.config.total_timeout
        };
        let mut watchdog = Watchdog::new(first_byte, self.config.total_timeout);
        let sending = self.http.post(self.chat_url.clone()).body(payload).send();
        let response = watchdog
            .watch(sending)
            .await
            .map_err(|late| self.too_late(&late))?
            .map_err(|error| self.send_error(error))?;

        let status = response.status();
        let kind = BodyKind::of(&response);
        let mut body = Body::new(response, watchdog, self.config.idle_timeout);
        if status != StatusCode::OK {
            let bytes = self.read(&mut body).await?;
            return Err(self.refusal(status, body.headers(), &bytes, &request.model));
        }
        match kind {
            BodyKind::Page => {
                let page = self.read(&mut body).await?;
                let fault =
                    Fault::malformed("a web page instead of a reply; check base_url", &page);
                Err(self.fault(fault, &request.model, body.received))
            }
            BodyKind::Events if stream => self.read_stream(body, request, on_text).await,
            BodyKind::Json | BodyKind::Events => self.read_whole(body, request, on_text).await,
        }
    }

    fn payload(&self, request: &ChatRequest, stream: bool) -> Result<Vec<u8>, LlmError> {
        let write = match self.config.dialect {
            Dialect::OpenAi => openai::body,
            Dialect::Anthropic => anthropic::body,
        };
        write(request, &self.config, self.quirks.takes_sampling(), stream)
            .map_err(|error| self.misconfigured(&format!("the request is no JSON: {error}")))
    }

    async fn read_whole(
        &self,
        mut body: Body,
        request: &ChatRequest,
        on_text: &mut OnText<'_>,
    ) -> Result<ChatReply, LlmError> {
        let bytes = self.read(&mut body).await?;
        // The text is all there before any of it is shown: nothing has to be held back.
        let mut assembly = Assembly::new(true);
        let read = match self.config.dialect {
            Dialect::OpenAi => openai::read_whole,
            Dialect::Anthropic => anthropic::read_whole,
        };
        read(&bytes, &mut assembly, &request.model, on_text)
            .map_err(|fault| self.fault(fault, &request.model, body.received))
    }

    async fn read_stream(
        &self,
        mut body: Body,
        request: &ChatRequest,
        on_text: &mut OnText<'_>,
    ) -> Result<ChatReply, LlmError> {
        let assembly = Assembly::new(self.quirks.opens_thinking_unseen());
        let mut reader = Reader::new(self.config.dialect, assembly);
        let mut decoder = SseDecoder::new(LARGEST_REPLY as usize);
        let mut take = |reader: &mut Reader, event: SseEvent| reader.event(event, on_text);
        while let Some(chunk) = self.next_chunk(&mut body).await? {
            decoder
                .feed(&chunk, &mut |event| take(&mut reader, event))
                .map_err(|fault| self.fault(fault, &request.model, body.received))?;
            if reader.assembly().ended {
                break;
            }
        }
        let received = body.received;
        if reader.assembly().ended {
            body.drain().await;
        } else {
            self.note_empty_stream(request, &body);
            // The stream is over: an event that cannot be read was cut, not miswritten.
            let last = decoder.finish().map(|event| take(&mut reader, event));
            last.transpose()
                .map_err(|fault| self.fault(at_end(fault), &request.model, received))?;
        }
        if reader.assembly().saw_stray_close() {
            self.quirks.saw_stray_close();
        }
        reader
            .assembly()
            .complete(&request.model, on_text)
            .map_err(|fault| self.fault(fault, &request.model, received))
    }

    /// Only a body that the framing says is over can be called empty; without it, it may be cut.
    fn note_empty_stream(&self, request: &ChatRequest, body: &Body) {
        if body.received == 0 && body.end_is_framed() && !request.tools.is_empty() {
            self.quirks.saw_empty_stream_with_tools();
        }
    }

    async fn next_chunk(&self, body: &mut Body) -> Result<Option<bytes::Bytes>, LlmError> {
        let chunk = body.chunk().await;
        chunk.map_err(|error| self.body_error(&error, body.received))
    }

    async fn read(&self, body: &mut Body) -> Result<Vec<u8>, LlmError> {
        let bytes = body.whole().await;
        bytes.map_err(|error| self.body_error(&error, body.received))
    }

    fn teller<'a>(&'a self, model: &'a str) -> Teller<'a> {
        Teller {
            provider: &self.config.name,
            key: self
                .config
                .api_key
                .as_ref()
                .map(ExposeSecret::expose_secret),
            model,
        }
    }

    fn refusal(
        &self,
        status: StatusCode,
        headers: &HeaderMap,
        body: &[u8],
        model: &str,
    ) -> LlmError {
        let report = Report::read(&String::from_utf8_lossy(body));
        let status = status.as_u16();
        self.teller(model)
            .refusal(status, retry_after(headers), &report)
    }

    fn fault(&self, fault: Fault, model: &str, received: u64) -> LlmError {
        let provider = self.config.name.clone();
        let teller = self.teller(model);
        match fault {
            Fault::Truncated => LlmError::Truncated { provider, received },
            Fault::Malformed { problem, snippet } => LlmError::Malformed {
                provider,
                problem: teller.clean(&problem),
                snippet: teller.clean(&snippet),
            },
            Fault::Reported { error } => {
                let report = Report::read(&error);
                teller.refusal(report.inner_status(), None, &report)
            }
        }
    }

    fn body_error(&self, error: &BodyError, received: u64) -> LlmError {
        let provider = self.config.name.clone();
        match error {
            BodyError::TooLate(late) => self.too_late(late),
            BodyError::Cut => LlmError::Truncated { provider, received },
            BodyError::TooLarge => LlmError::TooLarge {
                provider,
                limit: LARGEST_REPLY,
            },
        }
    }

    fn too_late(&self, late: &TooLate) -> LlmError {
        LlmError::Timeout {
            provider: self.config.name.clone(),
            phase: late.phase,
            limit: late.limit,
        }
    }

    fn send_error(&self, error: reqwest::Error) -> LlmError {
        let provider = self.config.name.clone();
        if error.is_timeout() {
            return LlmError::Timeout {
                provider,
                phase: Phase::Connect,
                limit: self.config.connect_timeout,
            };
        }
        if error.is_connect() {
            return LlmError::Unreachable {
                provider,
                server: shown(&self.base),
                cause: self.teller("").clean(&root_cause(error)),
            };
        }
        let cause = self.teller("").clean(&root_cause(error));
        if cause.contains("invalid HTTP") {
            let problem = "not an HTTP server".to_owned();
            return LlmError::Malformed {
                provider,
                problem,
                snippet: cause,
            };
        }
        // Sent, and the connection went before a word came back.
        LlmError::Truncated {
            provider,
            received: 0,
        }
    }

    fn misconfigured(&self, problem: &str) -> LlmError {
        LlmError::Configuration {
            provider: self.config.name.clone(),
            problem: problem.to_owned(),
        }
    }
}
