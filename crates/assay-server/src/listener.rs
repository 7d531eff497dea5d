//! The accept loop: a cap on connections, a time limit on request heads and on writes that do not
//! move, and an orderly end.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service as _;

use crate::Limits;
use crate::patient::Patient;

/// Memory for what is read ahead and waits to be written, of each connection.
const BUFFER: usize = 16 * 1024;
/// How long answers under way may take when the server ends.
const LAST_ANSWERS: Duration = Duration::from_secs(5);
/// After a failed accept, usually for want of file descriptors.
const BREATH: Duration = Duration::from_millis(20);

/// Connections, and which of them have never sent a whole request.
struct Room {
    most: usize,
    next: AtomicU64,
    guests: Mutex<BTreeMap<u64, Guest>>,
}

struct Guest {
    leave: CancellationToken,
    /// Whether it has sent a whole request head.
    asked: Arc<AtomicBool>,
}

impl Room {
    /// Makes room where there is none: the one that has waited longest without asking anything
    /// leaves. `None`: everybody has asked something.
    fn enter(&self) -> Option<(u64, CancellationToken, Arc<AtomicBool>)> {
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        if guests.len() >= self.most {
            let mut idle = guests
                .iter()
                .filter(|(_, guest)| !guest.asked.load(Ordering::Relaxed));
            let oldest = idle.next().map(|(number, _)| *number)?;
            if let Some(guest) = guests.remove(&oldest) {
                guest.leave.cancel();
            }
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (leave, asked) = (CancellationToken::new(), Arc::new(AtomicBool::new(false)));
        let guest = Guest {
            leave: leave.clone(),
            asked: Arc::clone(&asked),
        };
        guests.insert(number, guest);
        Some((number, leave, asked))
    }

    fn left(&self, number: u64) {
        let mut guests = self.guests.lock().unwrap_or_else(PoisonError::into_inner);
        guests.remove(&number);
    }
}

/// Answers requests until `closing`, then lets answers under way come to their end.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    most: usize,
    limits: &Limits,
    closing: CancellationToken,
) {
    let room = Arc::new(Room {
        most,
        next: AtomicU64::new(0),
        guests: Mutex::default(),
    });
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = closing.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((socket, _)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        // one for whom there is no room is turned away by closing its connection
        if let Some((number, leave, asked)) = room.enter() {
            let (router, room, closing) = (router.clone(), Arc::clone(&room), closing.clone());
            let patience = (limits.head, limits.write);
            connections.spawn(async move {
                let answered = answer(socket, router, patience, asked, &leave, &closing).await;
                room.left(number);
                // a client that goes away or talks nonsense is nothing to tell
                drop(answered);
            });
        }
    }
    drop(listener);
    connections.close();
    // a client that does not take its answer is left behind
    drop(tokio::time::timeout(LAST_ANSWERS, connections.wait()).await);
}

async fn answer(
    socket: TcpStream,
    router: Router,
    (head, write): (Duration, Duration),
    asked: Arc<AtomicBool>,
    leave: &CancellationToken,
    closing: &CancellationToken,
) -> io::Result<()> {
    socket.set_nodelay(true)?;
    let service = service_fn(move |request: Request<Incoming>| {
        asked.store(true, Ordering::Relaxed);
        router.clone().call(request.map(Body::new))
    });
    let io = TokioIo::new(Patient::new(socket, write));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(BUFFER)
        .serve_connection(io, service);
    tokio::pin!(connection);
    tokio::select! {
        done = connection.as_mut() => return done.map_err(io::Error::other),
        () = leave.cancelled() => return Ok(()),
        () = closing.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    connection.await.map_err(io::Error::other)
}
