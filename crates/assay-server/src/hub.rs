//! The stream of a run: one reading of its journal, shared by all who watch.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};

use assay_domain::RunId;
use assay_steps::{EventId, Numbered, Projector};
use assay_store::{Store, StoreError};
use bytes::Bytes;
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::sync::{broadcast, watch};

use crate::Host;
use crate::masks::{Look, is_clean, mask};
use crate::scrub::without_secrets;

/// Passing talk that a client may fall behind before it misses some.
const TALK: usize = 64;
/// Runs whose frames are kept after the last client has left.
const KEPT: usize = 8;

/// Every run that somebody watches.
pub(crate) struct Hubs {
    host: Arc<dyn Host>,
    known: Mutex<BTreeMap<RunId, Weak<Hub>>>,
    /// Hubs that are kept for who comes back, the last opened at the end.
    recent: Mutex<VecDeque<Arc<Hub>>>,
}

impl Hubs {
    pub(crate) fn new(host: Arc<dyn Host>) -> Self {
        Self {
            host,
            known: Mutex::default(),
            recent: Mutex::default(),
        }
    }

    /// Lets a hub read what its journal has gained. Blocks on the disk.
    pub(crate) fn advance(&self, hub: &Hub) {
        hub.advance(self.host.store(), &self.host.secrets());
    }

    /// Tells everybody who watches a run now; nobody waits for a slow one.
    pub(crate) fn tell(&self, hub: &Hub, kind: &str, mut data: Value) {
        mask(&mut data, Look::Whole(&self.host.secrets()));
        let text = format!("event: {kind}\ndata: {data}\n\n");
        // without a watcher there is nobody to tell
        drop(hub.talk.send(Bytes::from(text)));
    }

    /// The hub of a run, caught up with its journal. Blocks on the disk.
    pub(crate) fn open(&self, run: &RunId) -> Arc<Hub> {
        let hub = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.retain(|_, hub| hub.strong_count() > 0);
            match known.get(run).and_then(Weak::upgrade) {
                Some(hub) => hub,
                None => {
                    let hub = Arc::new(Hub::new(run.clone()));
                    known.insert(run.clone(), Arc::downgrade(&hub));
                    hub
                }
            }
        };
        self.keep(&hub);
        self.advance(&hub);
        hub
    }

    /// A client that comes back does not have the whole journal told again.
    fn keep(&self, hub: &Arc<Hub>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|kept| !Arc::ptr_eq(kept, hub));
        recent.push_back(Arc::clone(hub));
        if recent.len() > KEPT {
            recent.pop_front();
        }
    }

    /// The hub of a run, if somebody watches it.
    pub(crate) fn watched(&self, run: &RunId) -> Option<Arc<Hub>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(run).and_then(Weak::upgrade)
    }

    pub(crate) fn watchers(&self) -> usize {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let hubs = known.values().filter_map(Weak::upgrade);
        hubs.map(|hub| hub.talk.receiver_count()).sum()
    }
}

/// One step event, ready for the wire.
#[derive(Clone)]
struct Frame {
    id: EventId,
    /// Bytes of the JSON, which stands before the last two.
    data: usize,
    bytes: Bytes,
}

/// How far a hub has read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) frames: usize,
    /// The run is over and every frame is there.
    pub(crate) ended: bool,
    /// The journal cannot be told any further, and why.
    pub(crate) trouble: Option<String>,
}

pub(crate) struct Hub {
    run: RunId,
    reader: Mutex<Reader>,
    frames: RwLock<Vec<Frame>>,
    mark: watch::Sender<Mark>,
    talk: broadcast::Sender<Bytes>,
}

#[derive(Default)]
struct Reader {
    projector: Projector,
    /// The last journal event that was read.
    last: u64,
}

impl Hub {
    fn new(run: RunId) -> Self {
        Self {
            run,
            reader: Mutex::default(),
            frames: RwLock::default(),
            mark: watch::Sender::default(),
            talk: broadcast::channel(TALK).0,
        }
    }

    /// Reads what the journal has gained. Blocks on the disk; only one reads at a time.
    fn advance(&self, store: &Store, secrets: &[(String, SecretString)]) {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        if self.mark.borrow().trouble.is_some() {
            return;
        }
        let (new, trouble) = match reader.read(store, &self.run, secrets) {
            Ok(new) => (new, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        let ended = reader.projector.is_ended();
        let frames = {
            let mut frames = self.frames.write().unwrap_or_else(PoisonError::into_inner);
            frames.extend(new);
            frames.len()
        };
        let mark = Mark {
            frames,
            ended,
            trouble,
        };
        self.mark.send_if_modified(|old| {
            let changed = *old != mark;
            *old = mark;
            changed
        });
    }

    pub(crate) fn marks(&self) -> watch::Receiver<Mark> {
        self.mark.subscribe()
    }

    pub(crate) fn talk(&self) -> broadcast::Receiver<Bytes> {
        self.talk.subscribe()
    }

    pub(crate) fn clients(&self) -> usize {
        self.talk.receiver_count()
    }

    /// The number of frames up to and including `after`.
    pub(crate) fn place_after(&self, after: EventId) -> usize {
        let frames = self.frames.read().unwrap_or_else(PoisonError::into_inner);
        frames.partition_point(|frame| frame.id <= after)
    }

    /// Every step event so far, as a JSON list.
    pub(crate) fn list(&self) -> Vec<u8> {
        let frames = self.frames.read().unwrap_or_else(PoisonError::into_inner);
        let mut list = Vec::from(b"{\"steps\":[");
        for (at, frame) in frames.iter().enumerate() {
            if at > 0 {
                list.push(b',');
            }
            let end = frame.bytes.len().saturating_sub(2);
            let data = frame.bytes.get(end.saturating_sub(frame.data)..end);
            list.extend_from_slice(format!("{{\"id\":\"{}\",\"event\":", frame.id).as_bytes());
            list.extend_from_slice(data.unwrap_or(b"null"));
            list.push(b'}');
        }
        list.extend_from_slice(b"]}");
        list
    }

    pub(crate) fn frame(&self, at: usize) -> Option<Bytes> {
        let frames = self.frames.read().unwrap_or_else(PoisonError::into_inner);
        frames.get(at).map(|frame| frame.bytes.clone())
    }
}

impl Reader {
    fn read(
        &mut self,
        store: &Store,
        run: &RunId,
        secrets: &[(String, SecretString)],
    ) -> Result<Vec<Frame>, String> {
        let mut told = Vec::new();
        let journal = store.load(run, self.last);
        for envelope in journal.map_err(|error| error.to_string())? {
            self.last = envelope.run_seq;
            let text_of =
                |body: &assay_domain::Body| -> Result<String, StoreError> { store.text_of(body) };
            let steps = self.projector.apply(&envelope, &text_of);
            told.extend(steps.map_err(|error| error.to_string())?);
        }
        framed(&told, secrets).map_err(|error| error.to_string())
    }
}

/// Step events for the wire, without the secrets that a run wrote.
fn framed(
    told: &[Numbered],
    secrets: &[(String, SecretString)],
) -> Result<Vec<Frame>, serde_json::Error> {
    let look = Look::Whole(secrets);
    let values = told.iter().map(|one| serde_json::to_value(&one.event));
    let mut values: Vec<Value> = values.collect::<Result<_, _>>()?;
    let is_clean = is_clean(&values, look);
    let mut frames = Vec::with_capacity(told.len());
    for (Numbered { id, event }, value) in told.iter().zip(&mut values) {
        // JSON has no line breaks of its own, so one data line holds it
        let data = if is_clean || !mask(value, look) {
            serde_json::to_string(event)?
        } else {
            value.to_string()
        };
        let data = without_secrets(&data, secrets).unwrap_or(data);
        frames.push(Frame {
            id: *id,
            data: data.len(),
            bytes: Bytes::from(format!("id: {id}\ndata: {data}\n\n")),
        });
    }
    Ok(frames)
}

/// What a client is told once, after the last frame.
pub(crate) fn closing(mark: &Mark) -> Bytes {
    match &mark.trouble {
        Some(trouble) => Bytes::from(format!(
            "event: trouble\ndata: {}\n\n",
            json!({"error": trouble})
        )),
        None => Bytes::from_static(b"event: end\ndata: {}\n\n"),
    }
}
