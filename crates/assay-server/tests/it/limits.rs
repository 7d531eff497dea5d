//! What the server waits for, and how much it takes.

use std::time::Duration;

use assay_server::Limits;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{MissedTickBehavior, interval};

use crate::bench::{Bench, Setup, TOKEN};
use crate::client::begin;

/// Far from any limit that a test waits for.
const LONG: Duration = Duration::from_secs(3_600);
/// The limit that a test waits for.
const SHORT: Duration = Duration::from_millis(150);

fn patient() -> Limits {
    Limits {
        head: LONG,
        json: LONG,
        file_piece: LONG,
        file: LONG,
        write: LONG,
        heartbeat: LONG,
        ..Limits::default()
    }
}

async fn with(limits: Limits) -> Bench {
    let setup = Setup {
        limits,
        ..Setup::default()
    };
    Bench::with(setup).await
}

fn head(bench: &Bench, request: &str, more: &str) -> String {
    let host = bench.authority();
    format!(
        "{request} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {TOKEN}\r\nx-assay: 1\r\nconnection: close\r\n{more}\r\n"
    )
}

/// What comes back to a client that sends a byte now and then for as long as it is let.
async fn dripped(bench: &Bench, head: &str) -> String {
    let mut socket = TcpStream::connect(bench.address).await.unwrap();
    socket.write_all(head.as_bytes()).await.unwrap();
    let (mut reading, mut writing) = socket.into_split();
    let dripping = async {
        let mut pace = interval(SHORT / 20);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            pace.tick().await;
            if writing.write_all(b" ").await.is_err() {
                return std::future::pending().await;
            }
        }
    };
    let mut answer = Vec::new();
    tokio::select! {
        () = dripping => {}
        read = reading.read_to_end(&mut answer) => drop(read),
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// What comes back to a client that sends this and then nothing.
async fn stalled(bench: &Bench, sent: &str) -> String {
    let mut socket = TcpStream::connect(bench.address).await.unwrap();
    socket.write_all(sent.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    drop(socket.read_to_end(&mut answer).await);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_program_has_the_limits_that_its_description_names() {
    let limits = Limits::default();
    assert_eq!(limits.largest_file, 64 * 1024 * 1024);
    let seconds = [
        (limits.head, 20),
        (limits.json, 10),
        (limits.file_piece, 15),
        (limits.file, 900),
        (limits.write, 90),
        (limits.heartbeat, 15),
        (limits.collector, 10),
    ];
    for (limit, expected) in seconds {
        assert_eq!(limit, Duration::from_secs(expected));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_stream_shows_that_it_lives_and_then_goes_on() {
    let bench = with(Limits {
        heartbeat: Duration::from_millis(20),
        ..patient()
    })
    .await;
    let wish = json!({"question": "How healthy is Orlin Pumps?", "hold_plan": true});
    let run = bench.begin(wish).await;
    while bench.state(&run).await != "awaiting_approval" {
        tokio::task::yield_now().await;
    }
    let (host, bearer) = (bench.authority(), format!("Bearer {TOKEN}"));
    let headers = [("host", host.as_str()), ("authorization", &bearer)];
    let path = format!("/api/runs/{run}/events");
    let mut socket = begin(bench.address, "GET", &path, &headers, b"").await;
    let mut text = String::new();
    let mut piece = [0; 4_096];
    while text.matches(": still here\n\n").count() < 3 {
        let read = socket.read(&mut piece).await.unwrap();
        assert!(read > 0, "the stream ended: {text}");
        text.push_str(&String::from_utf8_lossy(&piece[..read]));
    }
    let approve = format!("/api/runs/{run}/approve");
    assert_eq!(bench.ask("POST", &approve, &json!({})).await.status, 200);
    let mut rest = Vec::new();
    socket.read_to_end(&mut rest).await.unwrap();
    text.push_str(&String::from_utf8_lossy(&rest));
    let ids = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("id: "));
        lines.map(str::to_owned).collect()
    };
    assert!(text.ends_with("event: end\ndata: {}\n\n"), "{text}");
    let told_again = bench.get(&path).await.text();
    assert_eq!(ids(&text), ids(&told_again));
    assert!(!told_again.contains("still here"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_drips_is_cut_off_in_time() {
    let json = "content-type: application/json\r\ncontent-length: 100000\r\n";
    let file = "content-type: application/octet-stream\r\ncontent-length: 100000\r\n";
    let upload = "POST /api/library/documents?name=slow.txt";
    for (limits, request, more) in [
        (
            Limits {
                json: SHORT,
                ..patient()
            },
            "POST /api/runs",
            json,
        ),
        (
            Limits {
                file: SHORT,
                ..patient()
            },
            upload,
            file,
        ),
    ] {
        let bench = with(limits).await;
        let answer = dripped(&bench, &head(&bench, request, more)).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{request}: {answer}");
        assert!(answer.contains("too slowly"), "{request}: {answer}");
        let after = bench.get("/api/health").await;
        assert_eq!(after.status, 200);
        let left = std::fs::read_dir(bench.home.path().join("uploads"));
        assert_eq!(left.map_or(0, Iterator::count), 0, "{request}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_still_is_cut_off_in_time() {
    let limits = Limits {
        head: SHORT,
        file_piece: SHORT,
        ..patient()
    };
    let bench = with(limits).await;
    let file = "content-type: application/octet-stream\r\ncontent-length: 100000\r\n";
    let begun = head(&bench, "POST /api/library/documents?name=slow.txt", file);
    let answer = stalled(&bench, &format!("{begun}the first words")).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    // half a head gets no answer but an end
    let answer = stalled(&bench, "GET /api/health HTTP/1.1\r\nhost: ").await;
    assert!(!answer.contains(" 200 "), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_taken_up_to_the_limit() {
    let limits = Limits {
        largest_file: 4_000,
        ..patient()
    };
    let bench = with(limits).await;
    let line = "Orlin Pumps sold 4,100 pumps in 2023.\n";
    let text = |length: usize| line.repeat(200)[..length].to_owned();
    for (length, expected) in [(4_000, 201), (4_001, 413), (7_000, 413)] {
        let reply = bench.upload("pumps.txt", text(length).as_bytes()).await;
        assert_eq!(reply.status, expected, "{length}: {}", reply.text());
    }
    // in pieces, and without a word about how many there will be
    let media = "content-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n";
    for (pieces, expected) in [(3, "HTTP/1.1 201 "), (5, "HTTP/1.1 413 ")] {
        let mut sent = head(&bench, "POST /api/library/documents?name=more.txt", media);
        for _ in 0..pieces {
            sent.push_str(&format!("3e8\r\n{}\r\n", text(1_000)));
        }
        sent.push_str("0\r\n\r\n");
        let answer = stalled(&bench, &sent).await;
        assert!(answer.starts_with(expected), "{pieces}: {answer}");
    }
    let left = std::fs::read_dir(bench.home.path().join("uploads")).unwrap();
    assert_eq!(left.count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_says_it_is_too_large_is_not_even_asked_for() {
    let bench = Bench::new().await;
    let largest = Limits::default().largest_file;
    let upload = "POST /api/library/documents?name=large.pdf";
    let octets = "application/octet-stream";
    for (request, media, length, expected) in [
        (upload, octets, largest + 1, "HTTP/1.1 413 "),
        (upload, octets, u64::MAX / 4, "HTTP/1.1 413 "),
        (upload, octets, largest, "HTTP/1.1 100 "),
        (
            "POST /api/runs",
            "application/json",
            (1 << 20) + 1,
            "HTTP/1.1 413 ",
        ),
        (
            "POST /api/runs",
            "application/json",
            1 << 20,
            "HTTP/1.1 100 ",
        ),
    ] {
        let more = format!(
            "content-type: {media}\r\ncontent-length: {length}\r\nexpect: 100-continue\r\n"
        );
        let mut socket = TcpStream::connect(bench.address).await.unwrap();
        let asked = head(&bench, request, &more);
        socket.write_all(asked.as_bytes()).await.unwrap();
        let mut line = [0; 13];
        socket.read_exact(&mut line).await.unwrap();
        let line = String::from_utf8_lossy(&line).into_owned();
        assert_eq!(line, expected, "{request} of {length}");
    }
}
