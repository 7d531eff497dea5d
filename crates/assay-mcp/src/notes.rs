use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::ServerText;
use crate::text::shortened;

/// What a server did beside answering. Bounded, however much it does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServerNotes {
    /// The end of what it wrote to standard error.
    pub stderr: Option<ServerText>,
    /// Its latest log messages.
    pub log: Vec<ServerText>,
    /// What it asked Assay to do and was refused, with how often.
    pub refused: Vec<(&'static str, u64)>,
    /// Lines on standard output that were not of the protocol.
    pub stray_lines: u64,
    /// Answers to questions that nobody asked.
    pub stray_replies: u64,
}

#[derive(Default)]
pub(crate) struct Notes {
    stderr: Mutex<Vec<u8>>,
    log: Mutex<VecDeque<ServerText>>,
    refused: Mutex<BTreeMap<&'static str, u64>>,
    pub(crate) stray_lines: AtomicU64,
    pub(crate) stray_replies: AtomicU64,
    list_changed: AtomicBool,
}

const LONGEST_STDERR: usize = 8 * 1024;
const MOST_LOG_MESSAGES: usize = 50;
const LONGEST_LOG_MESSAGE: usize = 1024;

impl Notes {
    pub(crate) fn add_stderr(&self, bytes: &[u8]) {
        let mut kept = lock(&self.stderr);
        kept.extend_from_slice(bytes);
        let excess = kept.len().saturating_sub(LONGEST_STDERR);
        kept.drain(..excess);
    }

    pub(crate) fn stderr(&self) -> ServerText {
        ServerText::new(String::from_utf8_lossy(&lock(&self.stderr)))
    }

    pub(crate) fn add_log(&self, message: &str) {
        let mut log = lock(&self.log);
        if log.len() == MOST_LOG_MESSAGES {
            log.pop_front();
        }
        log.push_back(shortened(message, LONGEST_LOG_MESSAGE));
    }

    pub(crate) fn add_refusal(&self, request: &'static str) {
        let mut refused = lock(&self.refused);
        let count = refused.entry(request).or_default();
        *count = count.saturating_add(1);
    }

    pub(crate) fn tools_changed(&self) {
        self.list_changed.store(true, Ordering::Release);
    }

    /// Whether the server said since the last look that its tools are not what they were.
    pub(crate) fn take_tools_changed(&self) -> bool {
        self.list_changed.swap(false, Ordering::AcqRel)
    }

    pub(crate) fn shown(&self) -> ServerNotes {
        let stderr = self.stderr();
        ServerNotes {
            stderr: (!stderr.is_empty()).then_some(stderr),
            log: lock(&self.log).iter().cloned().collect(),
            refused: lock(&self.refused).iter().map(|(k, n)| (*k, *n)).collect(),
            stray_lines: self.stray_lines.load(Ordering::Relaxed),
            stray_replies: self.stray_replies.load(Ordering::Relaxed),
        }
    }
}

/// The values behind these locks are whole at every moment, so a panic elsewhere spoils nothing.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
