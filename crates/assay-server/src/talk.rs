//! Passing talk about a run: what a model is writing, what a worker is doing. No part of the record.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use assay_domain::{CallKind, Event, RunId, TaskId};
use assay_engine::Notice;
use serde_json::json;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::Instant;

use crate::hub::{Hub, Hubs};

/// The shortest time between two tellings of the same.
const PACE: Duration = Duration::from_millis(150);
/// With many who listen each telling costs more, so there are fewer.
const PACE_PER_CLIENT: Duration = Duration::from_millis(2);
/// Of a long text its end is told: bytes.
const LONGEST_DRAFT: usize = 8_000;

/// What was said of each task and not told yet.
#[derive(Default)]
struct Talk {
    drafts: BTreeMap<Option<TaskId>, Draft>,
    doing: BTreeMap<Option<TaskId>, String>,
}

#[derive(Default)]
struct Draft {
    text: String,
    is_new: bool,
}

impl Draft {
    /// The text as far as its words are whole: half a key would not be known for one.
    fn without_its_last_word(&self) -> &str {
        self.text.trim_end_matches(|c: char| c.is_ascii_graphic())
    }
}

impl Talk {
    fn hear(&mut self, notice: Notice) {
        match notice {
            Notice::Text { task, piece } => {
                let draft = self.drafts.entry(task).or_default();
                draft.text.push_str(&piece);
                draft.is_new = true;
            }
            Notice::Doing { task, what } => {
                self.doing.insert(task, what);
            }
            // a new call is a new text
            Notice::Event(envelope) => {
                if let Event::CallStarted {
                    task,
                    call: CallKind::Model { .. },
                    ..
                } = &envelope.event
                {
                    self.drafts.remove(task);
                }
            }
        }
    }

    fn has_news(&self) -> bool {
        !self.doing.is_empty() || self.drafts.values().any(|draft| draft.is_new)
    }

    fn tell(&mut self, hubs: &Hubs, hub: Option<&Hub>) {
        for (task, draft) in &mut self.drafts {
            if std::mem::take(&mut draft.is_new)
                && let Some(hub) = hub
            {
                let text = draft.without_its_last_word();
                let from = text.ceil_char_boundary(text.len().saturating_sub(LONGEST_DRAFT));
                let text = text.get(from..);
                hubs.tell(hub, "draft", json!({"task": task, "text": text}));
            }
        }
        for (task, what) in std::mem::take(&mut self.doing) {
            if let Some(hub) = hub {
                hubs.tell(hub, "doing", json!({"task": task, "what": what}));
            }
        }
    }
}

/// Passes on what is said about a run until its driver falls silent.
pub(crate) async fn pass_on(mut told: UnboundedReceiver<Notice>, hubs: Arc<Hubs>, run: RunId) {
    let mut talk = Talk::default();
    let mut due = Instant::now();
    loop {
        let has_news = talk.has_news();
        tokio::select! {
            notice = told.recv() => match notice {
                Some(notice) => talk.hear(notice),
                None => return,
            },
            () = tokio::time::sleep_until(due), if has_news => {
                let hub = hubs.watched(&run);
                talk.tell(&hubs, hub.as_deref());
                let clients = hub.map_or(0, |hub| hub.clients());
                let clients = u32::try_from(clients).unwrap_or(u32::MAX);
                due = Instant::now() + PACE.max(PACE_PER_CLIENT.saturating_mul(clients));
            }
        }
    }
}
