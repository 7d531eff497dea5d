use std::collections::{BTreeMap, HashMap, VecDeque};
use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use assay_domain::SseDecoder;
use futures_util::stream::{self, BoxStream, StreamExt as _};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{RequestBuilder, Response, StatusCode, Url};
use rmcp::model::{ClientJsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};
use secrecy::ExposeSecret as _;
use sse_stream::Sse;
use thiserror::Error;

use crate::config::is_loopback;
use crate::fault::{Fault, Faults};
use crate::sse::{SseFault, event_for_sdk};
use crate::template::{Environment, Template};
use crate::wire::{self, LARGEST_MESSAGE};

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";
/// A server may ask to be asked again soon, but not to be asked without pause, nor never.
const SHORTEST_PAUSE_MS: u64 = 500;
const LONGEST_PAUSE_MS: u64 = 30_000;

/// The only way to a server over HTTP: no redirects, bounded bodies, and each failure stays what it
/// was.
#[derive(Clone)]
pub(crate) struct HttpDoor {
    client: reqwest::Client,
    faults: Faults,
}

/// Travels through the SDK to whoever sent the request.
#[derive(Debug, Error)]
#[error("the request failed")]
pub(crate) struct HttpFault(Fault);

type HttpResult<T> = Result<T, StreamableHttpError<HttpFault>>;

/// What the error was when it left here.
pub(crate) fn fault_in(error: &DynamicTransportError) -> Option<Fault> {
    match error
        .error
        .downcast_ref::<StreamableHttpError<HttpFault>>()?
    {
        StreamableHttpError::Client(HttpFault(fault)) => Some(fault.clone()),
        StreamableHttpError::SessionExpired => Some(Fault::SessionLost),
        _ => None,
    }
}

fn failed(fault: Fault) -> StreamableHttpError<HttpFault> {
    StreamableHttpError::Client(HttpFault(fault))
}

pub(crate) enum BuildError {
    Variable(String),
    Other(String),
}

impl HttpDoor {
    pub(crate) fn new(
        url: &Url,
        headers: &BTreeMap<String, Template>,
        environment: &Environment,
        connect_timeout: Duration,
        faults: Faults,
    ) -> Result<Self, BuildError> {
        // Someone else in the process may have installed a provider first: that one serves as well.
        let _already_installed = rustls::crypto::ring::default_provider().install_default();
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("assay/", env!("CARGO_PKG_VERSION")))
            .default_headers(filled(headers, environment)?)
            .http1_only()
            .connect_timeout(connect_timeout)
            // servers drop idle connections after 5 s or more; a request must not meet that moment
            .pool_idle_timeout(Duration::from_secs(4))
            // A redirect would carry keys and arguments to a server nobody configured.
            .redirect(reqwest::redirect::Policy::none());
        if is_loopback(url) {
            builder = builder.no_proxy();
        }
        if url.scheme() == "http" {
            // No certificate will be looked at, so a machine without any must do.
            builder = builder.tls_certs_only(std::iter::empty());
        }
        let client = builder
            .build()
            .map_err(|error| BuildError::Other(root_cause(error)))?;
        Ok(Self { client, faults })
    }

    async fn answer(
        &self,
        mut response: Response,
        request: Option<RequestId>,
        has_session: bool,
    ) -> HttpResult<StreamableHttpPostResponse> {
        let status = response.status();
        if status.is_redirection() {
            return Err(failed(Fault::Redirected(status.as_u16())));
        }
        if status == StatusCode::NOT_FOUND && has_session {
            return Err(StreamableHttpError::SessionExpired);
        }
        let Some(request) = request else {
            // Notifications and replies get no answer; a server may say so in several ways.
            return match status.is_success() {
                true => Ok(StreamableHttpPostResponse::Accepted),
                false => Err(failed(Fault::Status(status.as_u16()))),
            };
        };
        let content_type = media_type(&response);
        if !status.is_success() {
            return refusal(response, status, request).await;
        }
        let header = response.headers().get(SESSION);
        let session = header
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned);
        match content_type.as_str() {
            EVENTS => {
                let events = event_stream(response, Some(self.faults.clone()));
                Ok(StreamableHttpPostResponse::Sse(events, session))
            }
            JSON => {
                let body = body(&mut response).await?;
                let message = wire::parse(&body).map_err(|_| {
                    failed(Fault::BadReply("it is no message of the protocol".into()))
                })?;
                if !answers(&message, &request) {
                    let problem = "it answers another request than the one that was sent";
                    return Err(failed(Fault::BadReply(problem.into())));
                }
                Ok(StreamableHttpPostResponse::Json(message, session))
            }
            _ => {
                let problem =
                    "its answer is neither JSON nor an event stream; check \"url\" in mcp.json";
                Err(failed(Fault::NotMcp(problem.into())))
            }
        }
    }
}

/// A status that is no success may carry an error of the protocol, which says more.
async fn refusal(
    mut response: Response,
    status: StatusCode,
    request: RequestId,
) -> HttpResult<StreamableHttpPostResponse> {
    let says_enough = matches!(status.as_u16(), 401 | 403 | 404 | 429 | 502..=504);
    if !says_enough && media_type(&response) == JSON {
        let body = body(&mut response).await?;
        if let Ok(ServerJsonRpcMessage::Error(error)) = wire::parse(&body) {
            // Its id may be missing; this is the answer all the same.
            let message = ServerJsonRpcMessage::error(error.error, Some(request));
            return Ok(StreamableHttpPostResponse::Json(message, None));
        }
    }
    Err(failed(Fault::Status(status.as_u16())))
}

async fn body(response: &mut Response) -> HttpResult<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() > LARGEST_MESSAGE => {
                return Err(failed(Fault::TooLarge));
            }
            Ok(Some(chunk)) => body.extend_from_slice(&chunk),
            Ok(None) => return Ok(body),
            Err(error) => return Err(failed(Fault::Unreachable(root_cause(error)))),
        }
    }
}

fn filled(
    headers: &BTreeMap<String, Template>,
    environment: &Environment,
) -> Result<HeaderMap, BuildError> {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        let text = value.fill(environment).map_err(BuildError::Variable)?;
        let unusable = || BuildError::Other(format!("header `{name}` cannot be sent"));
        let mut value = HeaderValue::from_str(text.expose_secret()).map_err(|_| unusable())?;
        value.set_sensitive(true);
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| unusable())?;
        map.insert(name, value);
    }
    Ok(map)
}

fn with_headers(
    request: RequestBuilder,
    session: Option<Arc<str>>,
    headers: HashMap<HeaderName, HeaderValue>,
) -> RequestBuilder {
    let mut map: HeaderMap = headers.into_iter().collect();
    if let Some(value) = session.and_then(|id| HeaderValue::from_str(&id).ok()) {
        map.insert(HeaderName::from_static(SESSION), value);
    }
    request.headers(map)
}

fn media_type(response: &Response) -> String {
    let header = response.headers().get(CONTENT_TYPE);
    let text = header
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = text.split(';').next().unwrap_or_default();
    kind.trim().to_ascii_lowercase()
}

fn answers(message: &ServerJsonRpcMessage, request: &RequestId) -> bool {
    match message {
        ServerJsonRpcMessage::Response(response) => response.id == *request,
        ServerJsonRpcMessage::Error(error) => error.id.as_ref() == Some(request),
        _ => false,
    }
}

/// The innermost reason, without the address that the outer ones print.
fn root_cause(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut cause = error.source();
    while let Some(next) = cause.and_then(std::error::Error::source) {
        cause = Some(next);
    }
    cause.map_or_else(|| error.to_string(), ToString::to_string)
}

struct Events {
    response: Response,
    decoder: SseDecoder,
    ready: VecDeque<Sse>,
    /// `None` for a stream that answers no request.
    faults: Option<Faults>,
    over: bool,
}

fn event_stream(
    response: Response,
    faults: Option<Faults>,
) -> BoxStream<'static, Result<Sse, SseError>> {
    let events = Events {
        response,
        decoder: SseDecoder::new(LARGEST_MESSAGE),
        ready: VecDeque::new(),
        faults,
        over: false,
    };
    stream::unfold(events, |mut events| async {
        let next = events.next().await?;
        Some((next, events))
    })
    .boxed()
}

impl Events {
    async fn next(&mut self) -> Option<Result<Sse, SseError>> {
        while !self.over {
            if let Some(event) = self.ready.pop_front() {
                return Some(Ok(tamed(event)));
            }
            let decoded = match self.response.chunk().await {
                Ok(Some(chunk)) => self.decoder.feed(&chunk, &mut |event| {
                    // one with a field that only servers of models send says nothing here
                    if event.data.is_some() || event.id.is_some() || event.retry.is_some() {
                        self.ready.push_back(event_for_sdk(event)?);
                    }
                    Ok(())
                }),
                Ok(None) => break,
                Err(error) => {
                    self.over = true;
                    return Some(Err(SseError::Body(Box::new(error.without_url()))));
                }
            };
            if let Err(fault) = decoded {
                self.over = true;
                return Some(Err(self.spoilt(&fault)));
            }
        }
        None
    }

    fn spoilt(&self, fault: &SseFault) -> SseError {
        let fault = match fault {
            SseFault::TooLarge => Fault::TooLarge,
            SseFault::NotText => Fault::BadReply("it is not UTF-8".into()),
        };
        if let Some(faults) = &self.faults {
            faults.give_up();
            faults.record(fault.clone());
        }
        SseError::Body(Box::new(HttpFault(fault)))
    }
}

/// The event as the SDK gets it: numbers of structured replies safe from rounding, and no say over
/// how often this client comes back.
fn tamed(mut event: Sse) -> Sse {
    event.retry = event
        .retry
        .map(|pause| pause.clamp(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS));
    let data = event.data.as_deref().unwrap_or_default();
    if let Ok(Some(rewritten)) = wire::with_structured_as_text(data.as_bytes()) {
        event.data = Some(rewritten);
    }
    event
}

impl StreamableHttpClient for HttpDoor {
    type Error = HttpFault;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> HttpResult<StreamableHttpPostResponse> {
        let request = match &message {
            ClientJsonRpcMessage::Request(request) => Some(request.id.clone()),
            _ => None,
        };
        let has_session = session_id.is_some();
        let post = self.client.post(uri.as_ref());
        let post = with_headers(post, session_id, custom_headers)
            .header(ACCEPT, format!("{JSON}, {EVENTS}"))
            .json(&message);
        let response = match post.send().await {
            Ok(response) => response,
            Err(error) => return Err(failed(Fault::Unreachable(root_cause(error)))),
        };
        self.answer(response, request, has_session).await
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> HttpResult<()> {
        let delete = self.client.delete(uri.as_ref());
        let delete = with_headers(delete, Some(session_id), custom_headers);
        match delete.send().await {
            Ok(_) => Ok(()),
            Err(error) => Err(failed(Fault::Unreachable(root_cause(error)))),
        }
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> HttpResult<BoxStream<'static, Result<Sse, SseError>>> {
        if self.faults.is_hopeless() {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        let mut get = with_headers(self.client.get(uri.as_ref()), session_id, custom_headers)
            .header(ACCEPT, EVENTS);
        let is_resumed = last_event_id.is_some();
        if let Some(id) = last_event_id {
            get = get.header(LAST_EVENT, id);
        }
        let response = get
            .send()
            .await
            .map_err(|error| failed(Fault::Unreachable(root_cause(error))))?;
        if !response.status().is_success() || media_type(&response) != EVENTS {
            // Asking again would change nothing, and a request in flight is told that it failed.
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        Ok(event_stream(
            response,
            is_resumed.then(|| self.faults.clone()),
        ))
    }
}
