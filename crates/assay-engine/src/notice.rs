use assay_domain::{Envelope, TaskId};
use tokio::sync::mpsc;

/// What a watcher of a run is told. Events are facts from the journal; the rest is passing talk.
#[derive(Clone, Debug)]
pub enum Notice {
    Event(Box<Envelope>),
    /// Text arrives from a model.
    Text {
        task: Option<TaskId>,
        piece: String,
    },
    /// What a worker is doing right now.
    Doing {
        task: Option<TaskId>,
        what: String,
    },
}

/// A line to whoever watches. A run never waits for its watcher, and runs the same without one.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    line: Option<mpsc::UnboundedSender<Notice>>,
}

impl Notices {
    pub fn nobody() -> Self {
        Self::default()
    }

    pub fn channel() -> (Self, mpsc::UnboundedReceiver<Notice>) {
        let (line, receiver) = mpsc::unbounded_channel();
        (Self { line: Some(line) }, receiver)
    }

    /// `make` runs only if somebody listens.
    pub fn send(&self, make: impl FnOnce() -> Notice) {
        if let Some(line) = &self.line {
            // A watcher that went away is no reason to stop.
            drop(line.send(make()));
        }
    }
}
