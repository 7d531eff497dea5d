use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use assay_domain::Timestamp;
use assay_web::{
    AdmittedOrigin, Courtesy, Limits, Lookup, LookupFuture, Page, Policy, Provenance, UrlSource,
    VisitError, Visitor, WebClient,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// The name under which a test's own site is admitted.
pub(crate) const SITE: &str = "site.example.com";

/// The first byte of a client that speaks https, which a site does not.
const TLS_HANDSHAKE: u8 = 0x16;

/// What a site does with a request: the bytes it writes, and then it closes the connection.
type Respond = dyn Fn(&str) -> Vec<u8> + Send + Sync;

/// A site that records where each connection was made to and what was asked for. Stops when dropped.
pub(crate) struct Site {
    pub(crate) port: u16,
    seen: Arc<Mutex<Seen>>,
    accepting: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Seen {
    destinations: Vec<SocketAddr>,
    heads: Vec<String>,
}

impl Site {
    pub(crate) async fn start(respond: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let loopback = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        Self::on(vec![loopback], respond)
    }

    /// On every address of the machine, IPv6 included where there is any.
    pub(crate) async fn everywhere(
        port: u16,
        respond: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        let listener = match TcpListener::bind(("::", port)).await {
            Ok(both) => both,
            Err(_) => TcpListener::bind(("0.0.0.0", port)).await.unwrap(),
        };
        Self::on(vec![listener], respond)
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the site owns its tasks and ends them when dropped"
    )]
    fn on(
        listeners: Vec<TcpListener>,
        respond: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        let port = listeners[0].local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let respond: Arc<Respond> = Arc::new(respond);
        let accepting = listeners.into_iter().map(|listener| {
            let (seen, respond) = (Arc::clone(&seen), Arc::clone(&respond));
            tokio::spawn(async move {
                let mut connections = JoinSet::new();
                while let Ok((socket, _)) = listener.accept().await {
                    let destination = socket.local_addr().unwrap();
                    seen.lock().unwrap().destinations.push(destination);
                    connections.spawn(answer(socket, Arc::clone(&seen), Arc::clone(&respond)));
                }
            })
        });
        Self {
            port,
            accepting: accepting.collect(),
            seen,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{SITE}:{}{path}", self.port)
    }

    /// The addresses that connections were made to, with mapped ones as IPv4.
    pub(crate) fn destinations(&self) -> Vec<IpAddr> {
        let seen = self.seen.lock().unwrap();
        let addresses = seen.destinations.iter();
        addresses.map(|to| to.ip().to_canonical()).collect()
    }

    pub(crate) fn heads(&self) -> Vec<String> {
        self.seen.lock().unwrap().heads.clone()
    }

    /// Paths asked for, without robots.txt.
    pub(crate) fn paths(&self) -> Vec<String> {
        let heads = self.heads();
        let paths = heads.iter().filter_map(|head| head.split(' ').nth(1));
        let pages = paths.filter(|path| *path != "/robots.txt");
        pages.map(str::to_owned).collect()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        for task in &self.accepting {
            task.abort();
        }
    }
}

async fn answer(mut socket: TcpStream, seen: Arc<Mutex<Seen>>, respond: Arc<Respond>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match socket.read_buf(&mut head).await {
            Ok(0) | Err(_) => return,
            Ok(_) if head[0] == TLS_HANDSHAKE => return,
            Ok(_) => {}
        }
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    seen.lock().unwrap().heads.push(head);
    let bytes = respond(&path);
    if bytes.is_empty() {
        // Says nothing until the client goes away.
        let _gone = socket.read_u8().await;
        return;
    }
    // A client that has had enough closes the connection first.
    let _gone = socket.write_all(&bytes).await;
    let _gone = socket.shutdown().await;
}

pub(crate) fn reply(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 {status} scripted\r\nconnection: close\r\n").into_bytes();
    for (name, value) in headers {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    bytes.extend_from_slice(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
    bytes.extend_from_slice(body);
    bytes
}

pub(crate) fn html(body: &str) -> Vec<u8> {
    let content_type = [("content-type", "text/html; charset=utf-8")];
    reply(200, &content_type, body.as_bytes())
}

pub(crate) fn not_found() -> Vec<u8> {
    reply(404, &[], b"")
}

pub(crate) fn redirect(status: u16, location: &str) -> Vec<u8> {
    reply(status, &[("location", location)], b"")
}

/// Names with their answers, one after the other; the last one stays.
#[derive(Default)]
pub(crate) struct Names {
    answers: Mutex<BTreeMap<String, Vec<Vec<IpAddr>>>>,
    asked: Mutex<Vec<String>>,
}

impl Names {
    pub(crate) fn with_site() -> Arc<Self> {
        let names = Arc::new(Self::default());
        names.set(SITE, &[&["127.0.0.1"]]);
        names
    }

    pub(crate) fn set(&self, name: &str, answers: &[&[&str]]) {
        let parse = |answer: &&[&str]| answer.iter().map(|ip| ip.parse().unwrap()).collect();
        let answers = answers.iter().map(parse).collect();
        self.answers
            .lock()
            .unwrap()
            .insert(name.to_owned(), answers);
    }

    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

impl Lookup for Names {
    fn lookup(&self, name: &str) -> LookupFuture {
        self.asked.lock().unwrap().push(name.to_owned());
        let mut answers = self.answers.lock().unwrap();
        let found = match answers.get_mut(name) {
            Some(answers) if answers.len() > 1 => Ok(answers.remove(0)),
            Some(answers) => Ok(answers[0].clone()),
            None => Err(io::Error::new(io::ErrorKind::NotFound, "no such name")),
        };
        Box::pin(async move { found })
    }
}

pub(crate) fn hurried() -> Limits {
    Limits {
        connect: Duration::from_secs(5),
        headers: Duration::from_secs(10),
        total: Duration::from_secs(20),
        ..Limits::default()
    }
}

pub(crate) const NO_COURTESY: Courtesy = Courtesy {
    requests_at_once: 64,
    milliseconds_apart: 0,
    most_milliseconds_apart: 0,
};

/// A policy under which `site` is admitted and nothing else.
pub(crate) fn policy_for(site: &Site) -> Policy {
    Policy {
        limits: hurried(),
        ..Policy::default()
    }
    .admitting(AdmittedOrigin::of(&site.url("/")).unwrap())
}

pub(crate) fn visitor(policy: Policy, names: &Arc<Names>) -> Visitor {
    let lookup = Arc::clone(names);
    let client = WebClient::with_lookup(policy, lookup).unwrap();
    Visitor::new(client, NO_COURTESY)
}

pub(crate) fn visitor_of(site: &Site) -> Visitor {
    visitor(policy_for(site), &Names::with_site())
}

/// Visits a URL that the user gave.
pub(crate) async fn visit(visitor: &Visitor, url: &str) -> Result<Page, VisitError> {
    let mut provenance = Provenance::new();
    provenance.add(url, UrlSource::User).unwrap();
    let permitted = provenance.permit(url).unwrap();
    visitor.visit(&permitted, Timestamp::UNIX_EPOCH).await
}
