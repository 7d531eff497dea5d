use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::http::{RawRequest, read_request};
use crate::script::{Plan, Script};
use crate::{Answer, RecordedRequest, verdicts};

/// A model server on a loopback port of its own. Stops, with all its connections, when dropped.
pub struct FakeProvider {
    address: SocketAddr,
    state: Arc<State>,
    accepting: JoinHandle<()>,
}

/// A benchmark's clients connect all at once; those beyond the backlog would wait for seconds.
const BACKLOG: u32 = 4096;

struct State {
    plan: Plan,
    requests: Mutex<Vec<RecordedRequest>>,
    calls: watch::Sender<usize>,
    connections: AtomicUsize,
    /// Connections the client closed while an answer was under way.
    gone: watch::Sender<usize>,
}

impl FakeProvider {
    pub async fn start(script: Script) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
        let listener = socket.listen(BACKLOG)?;
        let address = listener.local_addr()?;
        let state = Arc::new(State {
            plan: script.0,
            requests: Mutex::new(Vec::new()),
            calls: watch::Sender::new(0),
            connections: AtomicUsize::new(0),
            gone: watch::Sender::new(0),
        });
        #[expect(
            clippy::disallowed_methods,
            reason = "the server owns its one task and ends it when dropped"
        )]
        let accepting = tokio::spawn(accept(listener, Arc::clone(&state)));
        Ok(Self {
            address,
            state,
            accepting,
        })
    }

    /// `http://127.0.0.1:PORT/v1`
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The requests so far, in the order of their arrival. A simulation keeps none.
    pub fn requests(&self) -> Vec<RecordedRequest> {
        let requests = self.state.requests.lock();
        requests.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn request_count(&self) -> usize {
        *self.state.calls.borrow()
    }

    pub fn connection_count(&self) -> usize {
        self.state.connections.load(Ordering::Relaxed)
    }

    /// Returns once `count` requests have come in.
    pub async fn arrived(&self, count: usize) {
        // The sender lives in `self.state`, so waiting cannot fail.
        let mut calls = self.state.calls.subscribe();
        let _sender_lives = calls.wait_for(|calls| *calls >= count).await;
    }

    /// Returns once a client has gone away from an unfinished answer.
    pub async fn client_gone(&self) {
        // The sender lives in `self.state`, so waiting cannot fail.
        let mut gone = self.state.gone.subscribe();
        let _sender_lives = gone.wait_for(|gone| *gone > 0).await;
    }
}

impl Drop for FakeProvider {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// The URL of a port on which nothing listens.
pub async fn closed_base_url() -> io::Result<String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    Ok(format!("http://{}/v1", listener.local_addr()?))
}

async fn accept(listener: TcpListener, state: Arc<State>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // A client that went away before it was accepted is nothing to a test server.
                if let Ok((socket, _)) = accepted {
                    state.connections.fetch_add(1, Ordering::Relaxed);
                    connections.spawn(serve(socket, Arc::clone(&state)));
                }
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve(mut socket: TcpStream, state: Arc<State>) {
    let mut buffer = Vec::new();
    let served = async {
        socket.set_nodelay(true)?;
        while let Some(request) = read_request(&mut socket, &mut buffer).await? {
            if state.respond(&mut socket, &request).await? == Next::Close {
                break;
            }
        }
        socket.shutdown().await
    };
    // A write fails when the client has gone, which a server lives with.
    let result: io::Result<()> = served.await;
    if result.is_err() {
        state.gone.send_modify(|gone| *gone += 1);
    }
}

#[derive(PartialEq, Eq)]
enum Next {
    KeepAlive,
    Close,
}

impl State {
    async fn respond(&self, socket: &mut TcpStream, request: &RawRequest) -> io::Result<Next> {
        if let Some(answer) = self.unscripted(request) {
            return self.play(socket, answer).await;
        }
        let mut call = 0;
        self.calls.send_modify(|calls| {
            call = *calls;
            *calls += 1;
        });
        match &self.plan {
            Plan::Simulated(simulation) => {
                simulation.respond(socket, request).await?;
                Ok(Next::KeepAlive)
            }
            Plan::Scripted(decide)
            | Plan::Judging(decide)
            | Plan::Reading(decide)
            | Plan::Everything(decide) => {
                let recorded = request.record();
                let answer = decide(&recorded, call).for_request(&recorded);
                self.requests
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(recorded);
                self.play(socket, answer).await
            }
        }
    }

    /// The answer to a request that the script does not want to see.
    fn unscripted(&self, request: &RawRequest) -> Option<Answer> {
        let (judges, reads) = match &self.plan {
            Plan::Scripted(_) => (true, true),
            Plan::Judging(_) => (false, true),
            Plan::Reading(_) => (true, false),
            Plan::Simulated(_) | Plan::Everything(_) => return None,
        };
        let recorded = request.record();
        let verdicts = judges.then(|| verdicts::kindly(&recorded)).flatten();
        let answer = verdicts.or_else(|| reads.then(|| verdicts::content(&recorded)).flatten())?;
        Some(answer.for_request(&recorded))
    }

    async fn play(&self, socket: &mut TcpStream, answer: Answer) -> io::Result<Next> {
        match answer {
            Answer::Close => Ok(Next::Close),
            Answer::Hang => self.hang(socket).await,
            Answer::CutAfter { answer, bytes } => {
                write_up_to(socket, &answer.wire(), bytes).await?;
                Ok(Next::Close)
            }
            Answer::CutShort { answer, bytes } => {
                let wire = answer.wire();
                write_up_to(socket, &wire, wire.len().saturating_sub(bytes)).await?;
                Ok(Next::Close)
            }
            Answer::StallAfter { answer, bytes } => {
                write_up_to(socket, &answer.wire(), bytes).await?;
                self.hang(socket).await
            }
            Answer::Drip {
                answer,
                bytes,
                pause,
            } => {
                for drop in answer.wire().chunks(bytes.max(1)) {
                    socket.write_all(drop).await?;
                    tokio::time::sleep(pause).await;
                }
                Ok(next_after(&answer))
            }
            whole_or_stream => {
                for bytes in whole_or_stream.writes() {
                    socket.write_all(&bytes).await?;
                }
                Ok(next_after(&whole_or_stream))
            }
        }
    }

    /// Waits until the client goes away.
    async fn hang(&self, socket: &mut TcpStream) -> io::Result<Next> {
        let mut ignored = [0u8; 256];
        while socket.read(&mut ignored).await? > 0 {}
        self.gone.send_modify(|gone| *gone += 1);
        Ok(Next::Close)
    }
}

fn next_after(answer: &Answer) -> Next {
    if answer.closes_connection() {
        return Next::Close;
    }
    Next::KeepAlive
}

async fn write_up_to(socket: &mut TcpStream, wire: &[u8], bytes: usize) -> io::Result<()> {
    let part = wire.get(..bytes).unwrap_or(wire);
    socket.write_all(part).await
}
