use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};
use tokio_util::sync::CancellationToken;

use crate::answer;
use crate::hub::{Hub, Mark, closing};

const BEAT: Bytes = Bytes::from_static(b": still here\n\n");

/// One client's place in a run. All it holds is a number: the frames are everybody's.
struct Client {
    hub: Arc<Hub>,
    /// Frames that it was given.
    place: usize,
    marks: watch::Receiver<Mark>,
    /// Gone once there is nothing more to hear.
    talk: Option<broadcast::Receiver<Bytes>>,
    heartbeat: Interval,
    closing: CancellationToken,
    closed: bool,
}

impl Client {
    async fn next(&mut self) -> Option<Bytes> {
        if self.closed {
            return None;
        }
        loop {
            if let Some(frame) = self.hub.frame(self.place) {
                self.place += 1;
                self.heartbeat.reset();
                return Some(frame);
            }
            let mark = self.marks.borrow_and_update().clone();
            if mark.frames > self.place {
                continue;
            }
            if mark.ended || mark.trouble.is_some() {
                self.closed = true;
                return Some(closing(&mark));
            }
            tokio::select! {
                biased;
                () = self.closing.cancelled() => return None,
                changed = self.marks.changed() => {
                    if changed.is_err() {
                        return None;
                    }
                }
                said = heard(self.talk.as_mut()) => match said {
                    Some(said) => return Some(said),
                    None => self.talk = None,
                },
                _ = self.heartbeat.tick() => return Some(BEAT),
            }
        }
    }
}

/// What is said next. Words that were missed are gone; `None` once nobody will speak again.
async fn heard(talk: Option<&mut broadcast::Receiver<Bytes>>) -> Option<Bytes> {
    let Some(talk) = talk else {
        return std::future::pending().await;
    };
    loop {
        match talk.recv().await {
            Ok(said) => return Some(said),
            Err(broadcast::error::RecvError::Lagged(_)) => {}
            Err(broadcast::error::RecvError::Closed) => return None,
        }
    }
}

/// The answer that follows a run from `place` to its end, with a comment after each `pause` in which
/// there is nothing to tell.
pub(crate) fn follow(
    hub: Arc<Hub>,
    place: usize,
    pause: Duration,
    closing: CancellationToken,
) -> Response {
    let mut heartbeat = interval_at(Instant::now() + pause, pause);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let client = Client {
        place,
        marks: hub.marks(),
        talk: Some(hub.talk()),
        hub,
        heartbeat,
        closing,
        closed: false,
    };
    let frames = stream::unfold(client, async |mut client| {
        let frame = client.next().await?;
        Some((Ok::<_, std::convert::Infallible>(frame), client))
    });
    let body = Body::from_stream(frames);
    let mut response = answer::whole(StatusCode::OK, "text/event-stream", body);
    // a proxy that collects answers would hold the events back
    let headers = response.headers_mut();
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
