//! What runs in processes of its own: the model server, the subscribers, the slow clients, and one
//! that asks how runs stand.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use assay_testkit::{FakeProvider, Script, Simulation};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use crate::rig::{TOKEN, request};

/// A child that says something on its standard output and ends when its input closes.
pub(crate) struct Part {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Part {
    pub(crate) fn start(part: &str, words: &[&str]) -> Result<Self> {
        let program = std::env::current_exe().context("this program has no path")?;
        let mut child = Command::new(program)
            .arg(format!("child={part}"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = BufReader::new(child.stdout.take().context("no output")?);
        let input = child.stdin.take();
        Ok(Self {
            child,
            input,
            output,
        })
    }

    /// The next line that it says.
    pub(crate) fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        if line.is_empty() {
            bail!("a part of the measurement ended early");
        }
        Ok(line.trim().to_owned())
    }

    /// Asks it to end, and hears its last words.
    pub(crate) fn last_line(mut self) -> Result<String> {
        self.input = None;
        self.line()
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.input = None;
        // it may have ended already, which is what is wanted
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

pub(crate) fn act(part: &str, words: &[String]) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let done = match part {
        "provider" => runtime.block_on(provider(word(0).parse()?, word(1).parse()?)),
        "subscribers" => runtime.block_on(subscribers(word(0).parse()?, word(1), word(2).parse()?)),
        "slow" => runtime.block_on(slow(word(0).parse()?, word(1).parse()?)),
        "poller" => runtime.block_on(poller(word(0).parse()?, word(1))),
        other => bail!("there is no part {other}"),
    };
    runtime.shutdown_background();
    done
}

fn say(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

async fn until_told_to_end() -> Result<()> {
    let read =
        tokio::task::spawn_blocking(|| std::io::copy(&mut std::io::stdin(), &mut std::io::sink()));
    read.await??;
    Ok(())
}

async fn provider(tokens: u32, per_second: u32) -> Result<()> {
    let server = FakeProvider::start(Script::simulated(Simulation {
        first_token: Duration::from_millis(300),
        tokens_per_second: per_second,
        reply_tokens: tokens,
    }))
    .await?;
    say(&server.base_url())?;
    until_told_to_end().await
}

/// Follows a run with many clients: of ten, one does not read until the others have heard the end,
/// and one comes and goes.
async fn subscribers(address: SocketAddr, run: &str, count: usize) -> Result<()> {
    let mut clients = JoinSet::new();
    let mut stalled = Vec::new();
    for number in 0..count {
        if number % 10 == 0 {
            stalled.push(subscribe(stalling(address).await?, address, run, None).await?);
        } else {
            let (run, comes_back) = (run.to_owned(), number % 10 == 1);
            clients.spawn(follow(address, run, comes_back));
        }
    }
    say("connected")?;
    let mut heard: Vec<Vec<String>> = Vec::new();
    let mut whole = 0;
    while let Some(followed) = clients.join_next().await {
        let followed = followed??;
        whole = whole.max(followed.bytes);
        heard.push(followed.ids);
    }
    // what has not reached a stalled one by now waits at the server
    let mut behind = usize::MAX;
    for socket in &stalled {
        let mut buffer = vec![0_u8; 1 << 20];
        let here = socket.peek(&mut buffer).await?;
        behind = behind.min(whole.saturating_sub(here));
    }
    // they read at last: what they missed is all there
    for socket in stalled {
        heard.push(rest(socket, usize::MAX).await?.ids);
    }
    let most = heard.iter().map(Vec::len).max().unwrap_or_default();
    let same = heard
        .iter()
        .filter(|ids| heard.first() == Some(ids))
        .count();
    say(&format!("{same} {} {most} {whole} {behind}", heard.len()))
}

/// A connection whose receiving side takes next to nothing in.
async fn stalling(address: SocketAddr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(2_048)?;
    Ok(socket.connect(address).await?)
}

async fn subscribe(
    mut socket: TcpStream,
    address: SocketAddr,
    run: &str,
    after: Option<&str>,
) -> Result<TcpStream> {
    let after = after.map_or_else(String::new, |id| format!("last-event-id: {id}\r\n"));
    let head = format!(
        "GET /api/runs/{run}/events HTTP/1.0\r\nhost: {address}\r\nauthorization: Bearer {TOKEN}\r\n{after}\r\n"
    );
    socket.write_all(head.as_bytes()).await?;
    Ok(socket)
}

/// What a client has heard.
#[derive(Default)]
struct Heard {
    ids: Vec<String>,
    /// Of numbered events alone: what is said in passing may be missed.
    bytes: usize,
    ended: bool,
}

async fn follow(address: SocketAddr, run: String, comes_back: bool) -> Result<Heard> {
    let mut all = Heard::default();
    while !all.ended {
        let last = all.ids.last().cloned();
        let socket = TcpStream::connect(address).await?;
        let socket = subscribe(socket, address, &run, last.as_deref()).await?;
        let most = if comes_back { 7 } else { usize::MAX };
        let heard = rest(socket, most).await?;
        all.ids.extend(heard.ids);
        all.bytes += heard.bytes;
        all.ended = heard.ended;
    }
    Ok(all)
}

/// Up to `most` events.
async fn rest(mut socket: TcpStream, most: usize) -> Result<Heard> {
    let mut heard = Heard::default();
    let mut is_numbered = false;
    let mut buffer = Vec::new();
    let mut piece = vec![0_u8; 16 * 1024];
    loop {
        let read = socket.read(&mut piece).await?;
        if read == 0 {
            return Ok(heard);
        }
        buffer.extend_from_slice(piece.get(..read).unwrap_or_default());
        while let Some(at) = buffer.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = buffer.drain(..=at).collect();
            if let Some(id) = line.strip_prefix(b"id: ") {
                heard
                    .ids
                    .push(String::from_utf8_lossy(id).trim().to_owned());
                is_numbered = true;
            }
            if is_numbered {
                heard.bytes += line.len();
                is_numbered = line != b"\n";
            }
            if line.starts_with(b"event: end") {
                heard.ended = true;
                return Ok(heard);
            }
        }
        if heard.ids.len() >= most {
            // what came after the last whole event is asked for again
            return Ok(heard);
        }
    }
}

/// As many clients that send a head byte by byte as ones that send a body so.
async fn slow(address: SocketAddr, count: usize) -> Result<()> {
    let mut sockets = Vec::new();
    for number in 0..2 * count {
        let mut socket = TcpStream::connect(address).await?;
        let begun = if number % 2 == 0 {
            "GET /api/runs HTTP/1.1\r\nhost: ".to_owned()
        } else {
            format!(
                "POST /api/runs HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {TOKEN}\r\nx-assay: 1\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{{"
            )
        };
        socket.write_all(begun.as_bytes()).await?;
        sockets.push(socket);
    }
    say("connected")?;
    let dripping = async {
        loop {
            for socket in &mut sockets {
                // a server that has had enough has closed it
                drop(socket.write_all(b"x").await);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    };
    tokio::select! {
        () = dripping => Ok(()),
        told = until_told_to_end() => { told?; say("done") }
    }
}

/// Asks how runs stand, one after the other, until it is told to end.
async fn poller(address: SocketAddr, runs: &str) -> Result<()> {
    let runs: Vec<&str> = runs.split(',').collect();
    let mut millis: Vec<f64> = Vec::new();
    let asking = async {
        for run in runs.iter().cycle() {
            let begun = Instant::now();
            request(address, "GET", &format!("/api/runs/{run}"), "").await?;
            millis.push(begun.elapsed().as_secs_f64() * 1_000.0);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        anyhow::Ok(())
    };
    tokio::select! {
        asked = asking => asked?,
        told = until_told_to_end() => told?,
    }
    millis.sort_by(f64::total_cmp);
    let at = |share| assay_measure::percentile(&millis, share).unwrap_or_default();
    say(&format!("{} {} {}", at(0.5), at(0.99), millis.len()))
}
