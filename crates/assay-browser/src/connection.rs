//! The one wire to the browser: commands out, replies to whoever waits, events to their page.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use crate::BrowserError;
use crate::downloads::download_event;
use crate::fields::{at, text_at, told};
use crate::message::{Message, Messages};
use crate::process::Pipes;
use crate::watch::Watch;

/// The last words of a browser that ended are all that is kept of what it said.
const LAST_WORDS: usize = 2_000;

pub(crate) struct Connection {
    commands: mpsc::UnboundedSender<Vec<u8>>,
    next_id: AtomicU64,
    state: Mutex<State>,
    limit: Duration,
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<u64, oneshot::Sender<Message>>,
    /// The page of a session: its own, or that of a frame or worker of it.
    sessions: BTreeMap<String, Arc<Watch>>,
    /// The page of a browser context.
    contexts: BTreeMap<String, Arc<Watch>>,
    last_words: String,
    /// Why nothing will be answered any more.
    ended: Option<String>,
}

impl Connection {
    /// The connection, and the tasks that keep it going, which end with the set.
    pub(crate) fn start(pipes: Pipes, limit: Duration) -> (Arc<Self>, JoinSet<()>) {
        let (commands, outgoing) = mpsc::unbounded_channel();
        let connection = Arc::new(Self {
            commands,
            next_id: AtomicU64::new(1),
            state: Mutex::default(),
            limit,
        });
        let mut tasks = JoinSet::new();
        tasks.spawn(write(pipes.commands, outgoing));
        tasks.spawn(read(pipes.answers, Arc::clone(&connection)));
        tasks.spawn(listen(pipes.talk, Arc::clone(&connection)));
        (connection, tasks)
    }

    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    /// A command and its reply, within the browser's limit.
    pub(crate) async fn call(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value, BrowserError> {
        self.call_within(self.limit, session, method, params).await
    }

    pub(crate) async fn call_within(
        &self,
        limit: Duration,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value, BrowserError> {
        let (sender, receiver) = oneshot::channel();
        let id = self.next_id();
        {
            let mut state = self.state();
            if let Some(why) = &state.ended {
                return Err(BrowserError::Ended(why.clone()));
            }
            state.waiting.insert(id, sender);
        }
        self.write(id, session, method, &params);
        let answered = tokio::time::timeout(limit, receiver).await;
        let Ok(answered) = answered else {
            self.state().waiting.remove(&id);
            return Err(BrowserError::TooSlow {
                what: method.to_owned(),
                limit,
            });
        };
        let Ok(message) = answered else {
            return Err(BrowserError::Ended(self.why_ended()));
        };
        match message.error {
            Some(refusal) => Err(BrowserError::Refused {
                method: method.to_owned(),
                message: refusal.message,
            }),
            None => Ok(message.result),
        }
    }

    /// A command whose reply nobody needs: the answer to an event.
    pub(crate) fn tell(&self, session: Option<&str>, method: &str, params: &Value) {
        let id = self.next_id();
        self.write(id, session, method, params);
    }

    pub(crate) fn add_context(&self, context: &str, watch: &Arc<Watch>) {
        let mut state = self.state();
        state.contexts.insert(context.to_owned(), Arc::clone(watch));
    }

    fn add_session(&self, session: &str, watch: &Arc<Watch>) {
        let mut state = self.state();
        state.sessions.insert(session.to_owned(), Arc::clone(watch));
    }

    fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    fn write(&self, id: u64, session: Option<&str>, method: &str, params: &Value) {
        let mut message = json!({"id": id, "method": method, "params": params});
        if let (Some(session), Some(fields)) = (session, message.as_object_mut()) {
            fields.insert("sessionId".to_owned(), session.into());
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        // The writer is gone when the browser is, which whoever waits is told by the reader.
        let _browser_is_gone = self.commands.send(bytes);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn why_ended(&self) -> String {
        let state = self.state();
        state.ended.clone().unwrap_or_else(|| "closed".to_owned())
    }

    fn receive(&self, message: Message) {
        if let Some(id) = message.id {
            let waiting = self.state().waiting.remove(&id);
            if let Some(sender) = waiting {
                // Whoever asked may have stopped waiting.
                let _nobody_waits = sender.send(message);
            }
            return;
        }
        let Some(method) = &message.method else {
            return;
        };
        match method.as_str() {
            "Target.attachedToTarget" => self.attached(&message.params),
            "Target.detachedFromTarget" => {
                if let Some(session) = text_at(&message.params, "/sessionId") {
                    self.state().sessions.remove(session);
                }
            }
            "Browser.downloadWillBegin" | "Browser.downloadProgress" => {
                let watches: Vec<_> = self.state().contexts.values().cloned().collect();
                for watch in watches {
                    download_event(&watch, method, &message.params);
                }
            }
            _ => {
                let Some(session) = message.session_id else {
                    return;
                };
                let watch = self.state().sessions.get(&session).cloned();
                if let Some(watch) = watch {
                    watch.event(self, &session, method, &message.params);
                }
            }
        }
    }

    /// A target that came into being: a page that was asked for, a frame or worker of one, or a
    /// window that a page opened. It waits until it is told to go on, so that nothing of it
    /// escapes the record or the filter.
    fn attached(&self, params: &Value) {
        let info = at(params, "/targetInfo");
        let (session, target) = (told(params, "/sessionId"), told(info, "/targetId"));
        let watch = self
            .state()
            .contexts
            .get(&told(info, "/browserContextId"))
            .cloned();
        // the browser's own windows, such as the one that shows downloads, are no business of a page
        let is_its_own = told(info, "/url").starts_with("chrome:");
        let Some(watch) = watch.filter(|_| !is_its_own) else {
            self.tell(
                Some(&session),
                "Runtime.runIfWaitingForDebugger",
                &json!({}),
            );
            return;
        };
        if at(info, "/type") == "page" && !watch.is_own(&target) {
            watch.refused_window(&told(info, "/url"));
            self.tell(None, "Target.closeTarget", &json!({"targetId": target}));
            return;
        }
        self.add_session(&session, &watch);
        if at(info, "/type") == "page" {
            watch.set_session(&session);
        }
        watch.enable(self, &session);
        self.tell(
            Some(&session),
            "Runtime.runIfWaitingForDebugger",
            &json!({}),
        );
    }

    /// Whoever waits, and whoever asks from now on, is told that there will be no answer.
    pub(crate) fn end(&self, why: &str) {
        let mut state = self.state();
        let words = state.last_words.trim();
        let why = if words.is_empty() {
            why.to_owned()
        } else {
            format!("{why}; its last words: {words}")
        };
        state.ended.get_or_insert(why);
        state.waiting.clear();
    }
}

async fn write(mut pipe: ChildStdin, mut outgoing: mpsc::UnboundedReceiver<Vec<u8>>) {
    while let Some(bytes) = outgoing.recv().await {
        if pipe.write_all(&bytes).await.is_err() || pipe.flush().await.is_err() {
            return;
        }
    }
}

async fn read(mut pipe: ChildStdout, connection: Arc<Connection>) {
    let mut messages = Messages::default();
    let mut buffer = vec![0; 64 * 1024];
    let why = loop {
        let bytes = match pipe.read(&mut buffer).await {
            Ok(0) => break "it closed its pipe".to_owned(),
            Ok(length) => buffer.get(..length).unwrap_or_default(),
            Err(error) => break error.to_string(),
        };
        match messages.take(bytes) {
            Ok(messages) => messages
                .into_iter()
                .for_each(|message| connection.receive(message)),
            Err(why) => break why,
        }
    };
    connection.end(&why);
}

async fn listen(mut talk: ChildStderr, connection: Arc<Connection>) {
    let mut buffer = [0; 4096];
    while let Ok(length) = talk.read(&mut buffer).await {
        if length == 0 {
            return;
        }
        let words = String::from_utf8_lossy(buffer.get(..length).unwrap_or_default());
        let mut state = connection.state();
        state.last_words.push_str(&words);
        let over = state.last_words.len().saturating_sub(LAST_WORDS);
        let cut = (over..=state.last_words.len())
            .find(|at| state.last_words.is_char_boundary(*at))
            .unwrap_or_default();
        state.last_words.drain(..cut);
    }
}
