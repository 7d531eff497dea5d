//! Everything that is seen of a page, and the answers to what it waits for.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::watch::{Receiver, Sender};

use crate::connection::Connection;
use crate::downloads::DownloadRecord;
use crate::fields::{at, text_at, told};
use crate::record::{ConsoleMessage, Exchange, Level, Outcome};
use crate::tunnel::server_of;
use crate::{Decision, Filter, PageRequest};

/// A page that talks without end is cut short rather than kept.
const MOST_RECORDS: usize = 50_000;

pub(crate) struct Watch {
    filter: Option<Filter>,
    seen: Mutex<Seen>,
    /// The session of the page itself, once it is attached to.
    session: Sender<Option<String>>,
    /// How many documents have been loaded.
    loads: Sender<u64>,
    /// How many downloads have ended.
    downloaded: Sender<usize>,
}

#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) target: String,
    pub(crate) console: Vec<ConsoleMessage>,
    pub(crate) exchanges: Vec<Exchange>,
    /// The place in `exchanges` of a request that is under way.
    open: BTreeMap<String, usize>,
    refused: Vec<String>,
    /// How often the page itself was not let go elsewhere.
    pub(crate) refused_pages: u64,
    /// Servers that an allowed request goes to, as `host:port`.
    granted: BTreeSet<String>,
    pub(crate) downloads: Vec<DownloadRecord>,
}

impl Watch {
    pub(crate) fn new(filter: Option<Filter>) -> Self {
        Self {
            filter,
            seen: Mutex::default(),
            session: Sender::new(None),
            loads: Sender::new(0),
            downloaded: Sender::new(0),
        }
    }

    pub(crate) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn session(&self) -> Receiver<Option<String>> {
        self.session.subscribe()
    }

    pub(crate) fn set_session(&self, session: &str) {
        self.session.send_replace(Some(session.to_owned()));
    }

    pub(crate) fn loads(&self) -> Receiver<u64> {
        self.loads.subscribe()
    }

    pub(crate) fn downloaded(&self) -> &Sender<usize> {
        &self.downloaded
    }

    /// The first page of its context is the one that was asked for; others were opened by it.
    pub(crate) fn is_own(&self, target: &str) -> bool {
        let mut seen = self.seen();
        if seen.target.is_empty() {
            target.clone_into(&mut seen.target);
        }
        seen.target == target
    }

    pub(crate) fn is_granted(&self, server: &str) -> bool {
        self.seen().granted.contains(&server.to_ascii_lowercase())
    }

    pub(crate) fn may_dial(&self, address: IpAddr) -> bool {
        let decision = self.filter.as_ref().map(|filter| filter.dial(address));
        decision != Some(Decision::Refuse)
    }

    pub(crate) fn refused_window(&self, url: &str) {
        self.say(ConsoleMessage {
            level: Level::Warning,
            source: "window".to_owned(),
            text: "a window that the page opened was closed".to_owned(),
            url: Some(url.to_owned()),
        });
    }

    /// Switches on what is recorded and filtered, for a page, a frame or a worker.
    pub(crate) fn enable(&self, connection: &Connection, session: &str) {
        let tell = |method: &str, params: Value| connection.tell(Some(session), method, &params);
        tell("Network.enable", json!({}));
        if self.filter.is_some() {
            tell("Fetch.enable", json!({"patterns": [{"urlPattern": "*"}]}));
        }
        tell(
            "Target.setAutoAttach",
            json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true}),
        );
        tell("Runtime.enable", json!({}));
        tell("Log.enable", json!({}));
        tell("Page.enable", json!({}));
    }

    pub(crate) fn event(
        &self,
        connection: &Connection,
        session: &str,
        method: &str,
        params: &Value,
    ) {
        match method {
            "Fetch.requestPaused" => self.paused(connection, session, params),
            "Network.requestWillBeSent" => self.sent(params),
            "Network.responseReceived" => self.responded(params),
            "Network.dataReceived" | "Network.loadingFinished" | "Network.loadingFailed" => {
                self.progressed(method, params);
            }
            "Network.webSocketCreated" => self.socket(params),
            "Runtime.consoleAPICalled" => self.say(called(params)),
            "Runtime.exceptionThrown" => self.say(thrown(at(params, "/exceptionDetails"))),
            "Log.entryAdded" => self.say(logged(at(params, "/entry"))),
            "Page.loadEventFired" => self.loads.send_modify(|loads| *loads += 1),
            "Page.javascriptDialogOpening" => {
                self.say(ConsoleMessage {
                    level: Level::Warning,
                    source: "dialog".to_owned(),
                    text: told(params, "/message"),
                    url: None,
                });
                let answer = json!({"accept": at(params, "/type") == "beforeunload"});
                connection.tell(Some(session), "Page.handleJavaScriptDialog", &answer);
            }
            _ => {}
        }
    }

    fn say(&self, message: ConsoleMessage) {
        let mut seen = self.seen();
        if seen.console.len() < MOST_RECORDS {
            seen.console.push(message);
        }
    }

    fn paused(&self, connection: &Connection, session: &str, params: &Value) {
        let request = PageRequest {
            url: told(params, "/request/url"),
            method: told(params, "/request/method"),
            kind: told(params, "/resourceType"),
            // the frame of a page has the number of its target
            is_page: at(params, "/resourceType") == "Document"
                && told(params, "/frameId") == self.seen().target,
            is_redirect: text_at(params, "/redirectedRequestId").is_some(),
        };
        let id = at(params, "/requestId");
        let decision = self.filter.as_ref().map(|filter| filter.decide(&request));
        let (method, answer) = match decision {
            None | Some(Decision::Allow) => {
                self.seen().granted.extend(server_of(&request.url));
                ("Fetch.continueRequest", json!({"requestId": id}))
            }
            Some(Decision::Refuse) => {
                let mut seen = self.seen();
                seen.refused.push(told(params, "/networkId"));
                seen.refused_pages += u64::from(request.is_page);
                // a page that does not get away stays as it is, instead of telling an error
                let reason = if request.is_page {
                    "Aborted"
                } else {
                    "BlockedByClient"
                };
                (
                    "Fetch.failRequest",
                    json!({"requestId": id, "errorReason": reason}),
                )
            }
        };
        connection.tell(Some(session), method, &answer);
    }

    fn sent(&self, params: &Value) {
        let mut seen = self.seen();
        let id = told(params, "/requestId");
        // a redirect is told as a second request with the id of the first
        if let Some(place) = seen.open.remove(&id)
            && let Some(first) = seen.exchanges.get_mut(place)
        {
            first.status = status(at(params, "/redirectResponse"));
            first.outcome = Outcome::Done;
        }
        let request = at(params, "/request");
        seen.begin(
            id,
            at(request, "/url"),
            at(request, "/method"),
            at(params, "/type"),
        );
    }

    fn socket(&self, params: &Value) {
        let mut seen = self.seen();
        let id = told(params, "/requestId");
        seen.begin(id, at(params, "/url"), &json!("GET"), &json!("WebSocket"));
    }

    fn responded(&self, params: &Value) {
        let mut seen = self.seen();
        if let Some(exchange) = seen.under_way(at(params, "/requestId")) {
            exchange.status = status(at(params, "/response"));
        }
    }

    fn progressed(&self, method: &str, params: &Value) {
        let mut seen = self.seen();
        let id = told(params, "/requestId");
        let is_refused = seen.refused.contains(&id);
        let Some(exchange) = seen.under_way(at(params, "/requestId")) else {
            return;
        };
        let bytes = at(params, "/encodedDataLength")
            .as_f64()
            .unwrap_or_default();
        match method {
            "Network.dataReceived" => {
                exchange.bytes += whole(bytes);
                return;
            }
            "Network.loadingFinished" => {
                exchange.bytes = exchange.bytes.max(whole(bytes));
                exchange.outcome = Outcome::Done;
            }
            _ if is_refused => exchange.outcome = Outcome::Refused,
            _ if at(params, "/canceled") == true => exchange.outcome = Outcome::Abandoned,
            _ => exchange.outcome = Outcome::Failed(told(params, "/errorText")),
        }
        seen.open.remove(&id);
    }
}

impl Seen {
    fn begin(&mut self, id: String, url: &Value, method: &Value, kind: &Value) {
        if self.exchanges.len() >= MOST_RECORDS {
            return;
        }
        self.open.insert(id, self.exchanges.len());
        self.exchanges.push(Exchange {
            url: text(url),
            method: text(method),
            kind: text(kind),
            status: None,
            bytes: 0,
            outcome: Outcome::UnderWay,
        });
    }

    fn under_way(&mut self, id: &Value) -> Option<&mut Exchange> {
        let at = *self.open.get(id.as_str()?)?;
        self.exchanges.get_mut(at)
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn status(response: &Value) -> Option<u16> {
    u16::try_from(at(response, "/status").as_u64()?).ok()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths are whole and not negative, and the protocol writes them as floating numbers"
)]
fn whole(bytes: f64) -> u64 {
    bytes.max(0.0) as u64
}

fn called(params: &Value) -> ConsoleMessage {
    let level = match text_at(params, "/type") {
        Some("error" | "assert") => Level::Error,
        Some("warning") => Level::Warning,
        _ => Level::Talk,
    };
    let arguments = at(params, "/args").as_array().map(Vec::as_slice);
    let words = arguments.unwrap_or_default().iter().map(shown);
    ConsoleMessage {
        level,
        source: "console".to_owned(),
        text: words.collect::<Vec<_>>().join(" "),
        url: text_at(params, "/stackTrace/callFrames/0/url").map(str::to_owned),
    }
}

fn shown(argument: &Value) -> String {
    match (at(argument, "/value"), text_at(argument, "/description")) {
        (Value::String(text), _) => text.clone(),
        (Value::Null, Some(description)) => description.to_owned(),
        (value, _) => value.to_string(),
    }
}

fn thrown(details: &Value) -> ConsoleMessage {
    let description = text_at(details, "/exception/description");
    ConsoleMessage {
        level: Level::Error,
        source: "exception".to_owned(),
        text: description.map_or_else(|| told(details, "/text"), str::to_owned),
        url: text_at(details, "/url").map(str::to_owned),
    }
}

fn logged(entry: &Value) -> ConsoleMessage {
    let level = match text_at(entry, "/level") {
        Some("error") => Level::Error,
        Some("warning") => Level::Warning,
        _ => Level::Talk,
    };
    ConsoleMessage {
        level,
        source: told(entry, "/source"),
        text: told(entry, "/text"),
        url: text_at(entry, "/url").map(str::to_owned),
    }
}
