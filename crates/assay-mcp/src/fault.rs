use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::notes::lock;
use crate::wire::LARGEST_MESSAGE;
use crate::{McpError, ServerText};

/// What went wrong on the way to a server. The SDK would hand on no more than "closed".
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    Ended { status: String, stderr: ServerText },
    Unreachable(String),
    Status(u16),
    Redirected(u16),
    SessionLost,
    TooLarge,
    NotMcp(String),
    BadReply(String),
}

impl Fault {
    pub(crate) fn into_error(self, server: &str) -> McpError {
        let server = server.to_owned();
        match self {
            Self::Ended { status, stderr } => McpError::Ended {
                server,
                status,
                stderr,
            },
            Self::Unreachable(reason) => McpError::Unreachable { server, reason },
            Self::Status(status) => McpError::Status {
                server,
                status,
                advice: advice(status),
            },
            Self::Redirected(status) => McpError::Redirected { server, status },
            Self::SessionLost => McpError::SessionLost { server },
            Self::TooLarge => McpError::TooLarge {
                server,
                limit: LARGEST_MESSAGE,
            },
            Self::NotMcp(problem) => McpError::NotMcp { server, problem },
            Self::BadReply(problem) => McpError::BadReply { server, problem },
        }
    }
}

fn advice(status: u16) -> &'static str {
    match status {
        401 | 403 => "check the key in \"headers\" of mcp.json",
        404 | 405 => "check \"url\" in mcp.json",
        429 => "it limits the rate; wait a while",
        500.. => "its own log may say why",
        _ => "check \"url\" and \"headers\" in mcp.json",
    }
}

/// What ended a connection, shared by it and its transport.
#[derive(Clone, Default)]
pub(crate) struct Faults(Arc<Shared>);

#[derive(Default)]
struct Shared {
    first: Mutex<Option<Fault>>,
    hopeless: AtomicBool,
}

impl Faults {
    /// The first fault is the cause, what follows are its consequences.
    pub(crate) fn record(&self, fault: Fault) {
        lock(&self.0.first).get_or_insert(fault);
    }

    /// It has ended the connection, so it is the answer to every request on its way.
    pub(crate) fn first(&self) -> Option<Fault> {
        lock(&self.0.first).clone()
    }

    /// The server gets no more time to end by itself, and no stream of it is opened again.
    pub(crate) fn give_up(&self) {
        self.0.hopeless.store(true, Ordering::Release);
    }

    pub(crate) fn is_hopeless(&self) -> bool {
        self.0.hopeless.load(Ordering::Acquire)
    }
}
