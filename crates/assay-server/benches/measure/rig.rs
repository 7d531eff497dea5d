//! A server as `assay serve` sets it up: drivers and requests on runtimes of their own.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use assay_domain::{Language, Role, RunSettings, SectionLength};
use assay_engine::Brains;
use assay_llm::{Client, Dialect, ProviderConfig};
use assay_measure::Scratch;
use assay_server::{Access, Host as _, RunWish, Server, ServerOptions};
use assay_store::Store;
use assay_testkit::run_settings;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::host::{Made, StandIn};

pub(crate) const TOKEN: &str = "a-token-for-measurements";
/// Clients connect all at once.
const BACKLOG: u32 = 4_096;

/// What the simulated model's sentence is true of.
const DOCUMENTS: [(&str, &str); 3] = [
    (
        "年度报告摘要.md",
        include_str!("../../../assay-bench/documents/annual_report.md"),
    ),
    (
        "行业观察.md",
        include_str!("../../../assay-bench/documents/industry_note.md"),
    ),
    (
        "投资者问答.md",
        include_str!("../../../assay-bench/documents/investor_questions.md"),
    ),
];

fn settings(_: &RunWish) -> RunSettings {
    let model = "simulated/model".to_owned();
    RunSettings {
        language: Language::Zh,
        models: [Role::Search, Role::Report]
            .map(|role| (role, model.clone()))
            .into(),
        concurrency: 16,
        section_length: SectionLength {
            min: 200,
            max: 1_500,
        },
        max_steps: 8,
        max_attempts: 2,
        stream: true,
        max_output_tokens: 4_000,
        ..run_settings()
    }
}

pub(crate) struct Rig {
    pub(crate) address: SocketAddr,
    pub(crate) store: Store,
    drivers: Runtime,
    answering: Runtime,
    stop: CancellationToken,
    _home: Scratch,
}

impl Rig {
    pub(crate) fn new(name: &str, model_url: &str) -> Result<Self> {
        Self::with_send_buffer(name, model_url, None)
    }

    /// As [`Self::new`], with sockets that hold this many bytes for a client that does not read.
    pub(crate) fn with_send_buffer(
        name: &str,
        model_url: &str,
        send_buffer: Option<u32>,
    ) -> Result<Self> {
        let home = Scratch::new(name)?;
        let drivers = Builder::new_multi_thread().enable_all().build()?;
        let answering = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        let mut config = ProviderConfig::new("simulated", Dialect::OpenAi, model_url);
        config.max_concurrency = 8_000;
        let made = Made {
            brains: Brains::new([Client::new(config)?]),
            documents: &DOCUMENTS,
            secrets: &[("KEY", "never-in-any-answer")],
            run_settings: settings,
            settings: &[("sampling.temperature", "0.3"), ("sampling.top_p", "0.9")],
            trace_endpoint: None,
        };
        let host = Arc::new(drivers.block_on(StandIn::new(home.path(), made))?);
        let store = host.store().clone();
        let listener = answering.block_on(async { listener(send_buffer) })?;
        let address = listener.local_addr()?;
        let access = Access::new("127.0.0.1", address.port(), TOKEN);
        let options = ServerOptions {
            most_connections: 8_192,
            ..ServerOptions::new(access, drivers.handle().clone())
        };
        let server = Server::new(host, options);
        let stop = CancellationToken::new();
        let stopping = stop.clone();
        answering
            .handle()
            .spawn(async move { server.serve(listener, stopping).await });
        Ok(Self {
            address,
            store,
            drivers,
            answering,
            stop,
            _home: home,
        })
    }

    /// Work beside the server's own.
    pub(crate) fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.drivers.block_on(work)
    }

    pub(crate) async fn begin(&self) -> Result<String> {
        let wish = json!({"question": "远岸储能科技的经营状况与竞争地位"}).to_string();
        let reply = request(self.address, "POST", "/api/runs", &wish).await?;
        let reply: Value = serde_json::from_str(&reply)?;
        let run = reply.get("run").and_then(Value::as_str);
        Ok(run
            .with_context(|| format!("no run was begun: {reply}"))?
            .to_owned())
    }

    pub(crate) fn end(self) {
        self.stop.cancel();
        self.answering
            .shutdown_timeout(std::time::Duration::from_secs(1));
        self.drivers
            .shutdown_timeout(std::time::Duration::from_secs(1));
    }
}

/// Its connections inherit the buffer.
fn listener(send_buffer: Option<u32>) -> Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    if let Some(bytes) = send_buffer {
        socket.set_send_buffer_size(bytes)?;
    }
    socket.bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
    Ok(socket.listen(BACKLOG)?)
}

/// One request on a connection of its own; the body of the answer.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: &str,
) -> Result<String> {
    let mut socket = TcpStream::connect(address).await?;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.0\r\nhost: {address}\r\nauthorization: Bearer {TOKEN}\r\nx-assay: 1\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    socket.write_all(head.as_bytes()).await?;
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await?;
    let answer = String::from_utf8(answer)?;
    let (head, body) = answer
        .split_once("\r\n\r\n")
        .context("the answer has no head")?;
    if !head.contains(" 200 ") && !head.contains(" 201 ") {
        bail!("{method} {path}: {head}\n{body}");
    }
    Ok(body.to_owned())
}

/// Memory of this process that is in use now, in bytes.
pub(crate) fn resident() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kilobytes: f64 = kilobytes.context("no VmRSS in /proc")?.trim().parse()?;
    Ok(kilobytes * 1024.0)
}
