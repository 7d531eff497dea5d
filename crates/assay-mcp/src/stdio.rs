use std::collections::BTreeSet;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use crate::fault::{Fault, Faults};
use crate::lines::{Lines, NextLine};
use crate::notes::Notes;
use crate::process::{Pipes, Process};
use crate::wire::{self, LARGEST_MESSAGE};

/// Lines beside the protocol that are put up with: many programs greet on standard output.
const MOST_STRAY_LINES: u64 = 1000;
/// How long a server may take to end after its standard input is closed, and again after it was
/// asked to end.
const GRACE: Duration = Duration::from_secs(1);

/// One JSON message a line over the standard streams of a child process.
pub(crate) struct StdioTransport {
    process: Process,
    lines: Lines<ChildStdout>,
    outgoing: Option<mpsc::Sender<Outgoing>>,
    asked: BTreeSet<String>,
    faults: Faults,
    notes: Arc<Notes>,
    _writer: JoinSet<()>,
    stderr_reader: JoinSet<()>,
}

struct Outgoing {
    line: Vec<u8>,
    written: oneshot::Sender<io::Result<()>>,
}

impl StdioTransport {
    pub(crate) fn new(process: Process, pipes: Pipes, faults: Faults, notes: Arc<Notes>) -> Self {
        let (outgoing, queue) = mpsc::channel(16);
        let mut writer = JoinSet::new();
        writer.spawn(write_lines(pipes.stdin, queue));
        let mut stderr_reader = JoinSet::new();
        stderr_reader.spawn(keep_stderr(pipes.stderr, Arc::clone(&notes)));
        Self {
            process,
            lines: Lines::new(pipes.stdout, LARGEST_MESSAGE),
            outgoing: Some(outgoing),
            asked: BTreeSet::new(),
            faults,
            notes,
            _writer: writer,
            stderr_reader,
        }
    }

    /// `None` for a line that is not of the protocol.
    fn read(&mut self, line: &[u8]) -> Option<ServerJsonRpcMessage> {
        if line.trim_ascii().is_empty() {
            return None;
        }
        let Ok(message) = wire::parse(line) else {
            self.notes.stray_lines.fetch_add(1, Ordering::Relaxed);
            return None;
        };
        let answered = match &message {
            ServerJsonRpcMessage::Response(response) => Some(&response.id),
            ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        if let Some(id) = answered
            && !self.asked.remove(&key(id))
        {
            self.notes.stray_replies.fetch_add(1, Ordering::Relaxed);
        }
        Some(message)
    }

    async fn note_end(&mut self) {
        let status = self.process.end().await;
        // A process that left the group may keep the pipe open.
        let _kept_open = tokio::time::timeout(GRACE, self.stderr_reader.join_next()).await;
        let stderr = self.notes.stderr();
        self.faults.record(Fault::Ended { status, stderr });
    }
}

fn key(id: &RequestId) -> String {
    id.to_string()
}

async fn write_lines(mut stdin: ChildStdin, mut queue: mpsc::Receiver<Outgoing>) {
    while let Some(outgoing) = queue.recv().await {
        let result = match stdin.write_all(&outgoing.line).await {
            Ok(()) => stdin.flush().await,
            error => error,
        };
        // Whoever sent it may have stopped waiting.
        let _nobody_waits = outgoing.written.send(result);
    }
}

async fn keep_stderr(mut stderr: ChildStderr, notes: Arc<Notes>) {
    let mut buffer = vec![0; 4096];
    while let Ok(length @ 1..) = stderr.read(&mut buffer).await {
        notes.add_stderr(buffer.get(..length).unwrap_or_default());
    }
}

impl Transport<RoleClient> for StdioTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        if let ClientJsonRpcMessage::Request(request) = &message {
            self.asked.insert(key(&request.id));
        }
        let outgoing = self.outgoing.clone();
        async move {
            let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let (written, result) = oneshot::channel();
            let outgoing = outgoing.ok_or_else(closed)?;
            let sent = outgoing.send(Outgoing { line, written }).await;
            sent.map_err(|_| closed())?;
            result.await.map_err(|_| closed())?
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            match self.lines.next().await {
                Ok(NextLine::Line(line)) => {
                    if let Some(message) = self.read(&line) {
                        return Some(message);
                    }
                    if self.notes.stray_lines.load(Ordering::Relaxed) > MOST_STRAY_LINES {
                        let problem = format!(
                            "more than {MOST_STRAY_LINES} lines of its standard output are no messages; it must keep standard output for the protocol"
                        );
                        self.faults.record(Fault::NotMcp(problem));
                        self.faults.give_up();
                        return None;
                    }
                }
                Ok(NextLine::TooLong) => {
                    self.faults.record(Fault::TooLarge);
                    self.faults.give_up();
                    return None;
                }
                Ok(NextLine::End) | Err(_) => {
                    self.note_end().await;
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.outgoing = None;
        if !self.faults.is_hopeless() {
            let ended = tokio::time::timeout(GRACE, self.lines.skip_to_end()).await;
            if ended.is_err() {
                self.process.ask_to_end();
                let _still_there = tokio::time::timeout(GRACE, self.lines.skip_to_end()).await;
            }
        }
        self.process.end().await;
        Ok(())
    }
}
