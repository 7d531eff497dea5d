//! The way to a collector of traces: one POST in plain HTTP, to the address that the installation
//! names and no other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use url::Url;

use crate::log::Log;

/// Of the answer only its first line counts.
const HEAD: usize = 1_024;

#[derive(Debug, thiserror::Error)]
enum CollectorError {
    #[error(
        "otel.endpoint is `{0}`; it takes an address like http://127.0.0.1:4318/v1/traces, without TLS"
    )]
    Address(String),
    #[error("the collector of traces cannot be reached: {0}")]
    Unreachable(#[from] std::io::Error),
    #[error("the collector of traces does not answer")]
    Silent,
    #[error("the collector of traces answered `{0}`")]
    Refused(String),
}

/// The collector, and whether it was away when it was last tried.
pub(crate) struct Collector {
    patience: Duration,
    is_away: AtomicBool,
}

impl Collector {
    pub(crate) fn new(patience: Duration) -> Self {
        Self {
            patience,
            is_away: AtomicBool::new(false),
        }
    }

    /// Sends traces. That the collector is away is told once, and once that it is back.
    pub(crate) async fn send(&self, endpoint: &str, traces: &Value, log: &Log) {
        let sent = tokio::time::timeout(self.patience, posted(endpoint, traces)).await;
        let trouble = sent.unwrap_or(Err(CollectorError::Silent)).err();
        let was_away = self.is_away.swap(trouble.is_some(), Ordering::Relaxed);
        match trouble {
            Some(error) if !was_away => log.say(
                "collector_away",
                &format!("{error}; `assay export RUN --format otlp` has what it misses"),
            ),
            None if was_away => log.say("collector_back", "the collector of traces is back"),
            _ => {}
        }
    }
}

async fn posted(endpoint: &str, traces: &Value) -> Result<(), CollectorError> {
    let wrong = || CollectorError::Address(endpoint.to_owned());
    let url = Url::parse(endpoint).map_err(|_| wrong())?;
    let (Some(host), "http") = (url.host_str(), url.scheme()) else {
        return Err(wrong());
    };
    let port = url.port_or_known_default().unwrap_or(80);
    let body = traces.to_string();
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: {host}:{port}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        url.path(),
        body.len()
    );
    let mut socket = TcpStream::connect((host.trim_matches(['[', ']']), port)).await?;
    socket.write_all(head.as_bytes()).await?;
    socket.write_all(body.as_bytes()).await?;
    let mut answer = [0_u8; HEAD];
    let read = socket.read(&mut answer).await?;
    let answer = String::from_utf8_lossy(answer.get(..read).unwrap_or_default());
    let status = answer.lines().next().unwrap_or_default();
    let code = status.split(' ').nth(1).unwrap_or_default();
    if code.starts_with('2') {
        return Ok(());
    }
    Err(CollectorError::Refused(status.to_owned()))
}
