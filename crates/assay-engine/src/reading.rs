//! Documents are read in a process of their own, because a parser can run out of stack, memory or
//! time on a hostile file and nothing in the same process could stop it.
//!
//! [`Reading`] is the engine's half: it starts the program again with the hidden command
//! `read-document`, hands the document over and takes a reply of the agreed form or an end of the
//! process for what it is. [`serve_child`] is the other half: it takes limits upon itself before it
//! looks at the first byte.

use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use assay_documents::{
    DocumentLimits, MAX_DOCUMENT_BYTES, MAX_REPLY_BYTES, Parsed, ProtocolError, ReadError,
    decode_reply, decode_request, encode_reply, encode_request, read_document_within,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};

use crate::confinement;

/// The command of the program that calls [`serve_child`].
pub const READ_COMMAND: &str = "read-document";
/// The child's last words that are looked at.
const MAX_LAST_WORDS: u64 = 16 << 10;

/// What the reading of one document may take. A document that is long takes long, and on a busy
/// machine longer: so its pages and the processor's time are limited. The clock on the wall only ends
/// a child that does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    pub document: DocumentLimits,
    pub cpu: Duration,
    /// From the start of the child to its last byte.
    pub wall: Duration,
    /// Of address space.
    pub memory_bytes: u64,
}

impl ReadLimits {
    /// How often the processor's time may pass on the wall: a machine may be that busy.
    const BUSY: u32 = 30;

    /// These limits with so much of the processor's time.
    #[must_use]
    pub fn with_cpu(self, cpu: Duration) -> Self {
        Self {
            cpu,
            wall: cpu * Self::BUSY,
            ..self
        }
    }
}

impl Default for ReadLimits {
    fn default() -> Self {
        let limits = Self {
            document: DocumentLimits::default(),
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            memory_bytes: 1 << 30,
        };
        limits.with_cpu(Duration::from_secs(60))
    }
}

/// Why a document was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadFailure {
    /// The reader looked at it and says why.
    #[error(transparent)]
    Document(#[from] ReadError),
    #[error(
        "reading it took more than {} s of processor time; split it, or raise \"read.cpu_seconds\"",
        .limit.as_secs()
    )]
    TooMuchWork { limit: Duration },
    #[error("its reader did not answer within {} s; add it again, or split it", .limit.as_secs())]
    TooSlow { limit: Duration },
    #[error(
        "reading it took more than {} MB of memory; split it, or raise \"read.memory_mb\"",
        .limit >> 20
    )]
    TooMuchMemory { limit: u64 },
    #[error(
        "its {passages} passages with their headings come to {megabytes} MB for the index, and at most {limit} are taken; split it, or raise \"read.max_text_mb\""
    )]
    TooMuchToIndex {
        passages: usize,
        megabytes: usize,
        limit: usize,
    },
    #[error("its reader gave up: {how}; the file may be damaged or made to do harm")]
    Crashed { how: String },
    #[error("its reader did not answer as agreed: {0}")]
    Reply(#[from] ProtocolError),
    #[error("cannot start {program} to read it: {cause}")]
    Start { program: String, cause: io::Error },
    #[error("cannot talk to the process that reads it: {0}")]
    Pipe(io::Error),
}

/// Reads documents, each in a process of its own.
#[derive(Clone, Debug)]
pub struct Reading {
    program: PathBuf,
    limits: ReadLimits,
    at_once: usize,
}

impl Reading {
    /// `program` is this program, or another one with the command [`READ_COMMAND`].
    pub fn new(program: PathBuf, limits: ReadLimits) -> Self {
        Self {
            program,
            limits,
            at_once: 1,
        }
    }

    /// The same, for so many documents at a time where several are to be read.
    #[must_use]
    pub fn with_at_once(mut self, documents: usize) -> Self {
        self.at_once = documents.max(1);
        self
    }

    pub(crate) fn limits(&self) -> ReadLimits {
        self.limits
    }

    pub(crate) fn at_once(&self) -> usize {
        self.at_once
    }

    pub async fn read(&self, name: &str, bytes: &[u8]) -> Result<Parsed, ReadFailure> {
        if bytes.len() > MAX_DOCUMENT_BYTES {
            return Err(ReadFailure::Document(ReadError::TooLarge {
                bytes: bytes.len(),
                limit: MAX_DOCUMENT_BYTES,
            }));
        }
        let request = encode_request(name, bytes);
        let mut child = self.start()?;
        let ended = tokio::time::timeout(self.limits.wall, converse(&mut child, request)).await;
        match ended {
            Ok(ended) => self.verdict(&ended.map_err(ReadFailure::Pipe)?),
            Err(_) => {
                child.kill().await.map_err(ReadFailure::Pipe)?;
                Err(ReadFailure::TooSlow {
                    limit: self.limits.wall,
                })
            }
        }
    }

    fn start(&self) -> Result<Child, ReadFailure> {
        let mut command = Command::new(&self.program);
        command
            .args(arguments(self.limits))
            .env_clear()
            // memory that the allocator reserved before would be under no limit
            .env("MIMALLOC_ARENA_RESERVE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command.spawn().map_err(|cause| ReadFailure::Start {
            program: self.program.display().to_string(),
            cause,
        })
    }

    fn verdict(&self, ended: &Ended) -> Result<Parsed, ReadFailure> {
        if ended.status.success() {
            return Ok(decode_reply(&ended.reply)??);
        }
        let words = String::from_utf8_lossy(&ended.last_words);
        // What the child says at its end, which no document can change the meaning of: a wrong guess
        // would only name another reason for the same refusal.
        if OUT_OF_MEMORY.iter().any(|said| words.contains(said)) {
            return Err(ReadFailure::TooMuchMemory {
                limit: self.limits.memory_bytes,
            });
        }
        if words.contains("has overflowed its stack") {
            return Err(ReadFailure::Crashed {
                how: "it is nested too deeply".to_owned(),
            });
        }
        Err(self.end_of(ended.status))
    }

    #[cfg(unix)]
    fn end_of(&self, status: ExitStatus) -> ReadFailure {
        use std::os::unix::process::ExitStatusExt as _;

        use rustix::process::Signal;

        match (status.signal(), status.code()) {
            (Some(signal), _)
                if signal == Signal::XCPU.as_raw() || signal == Signal::KILL.as_raw() =>
            {
                ReadFailure::TooMuchWork {
                    limit: self.limits.cpu,
                }
            }
            (Some(signal), _) => ReadFailure::Crashed {
                how: format!("signal {signal}"),
            },
            (None, code) => ended_with(code),
        }
    }

    #[cfg(not(unix))]
    fn end_of(&self, status: ExitStatus) -> ReadFailure {
        ended_with(status.code())
    }
}

fn ended_with(code: Option<i32>) -> ReadFailure {
    ReadFailure::Crashed {
        how: code.map_or_else(
            || "no exit code".to_owned(),
            |code| format!("exit code {code}"),
        ),
    }
}

struct Ended {
    status: ExitStatus,
    reply: Vec<u8>,
    last_words: Vec<u8>,
}

/// Writes and reads at the same time: neither pipe can fill up and stop the other.
async fn converse(child: &mut Child, request: Vec<u8>) -> io::Result<Ended> {
    let stdin = child.stdin.take();
    let stdout = child.stdout.take();
    let stderr = child.stderr.take();
    let write = async {
        let Some(mut stdin) = stdin else {
            return Ok(());
        };
        match stdin.write_all(&request).await {
            // It died while it was listening; how it died says why.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written,
        }
    };
    let read_reply = async {
        let mut reply = Vec::new();
        if let Some(stdout) = stdout {
            let most = MAX_REPLY_BYTES as u64 + 64;
            stdout.take(most).read_to_end(&mut reply).await?;
        }
        Ok(reply)
    };
    let read_words = async {
        let mut words = Vec::new();
        if let Some(stderr) = stderr {
            stderr.take(MAX_LAST_WORDS).read_to_end(&mut words).await?;
        }
        Ok(words)
    };
    let ((), reply, last_words) = tokio::try_join!(write, read_reply, read_words)?;
    let status = child.wait().await?;
    Ok(Ended {
        status,
        reply,
        last_words,
    })
}

/// How the standard library says that memory is at its limit: where it ends the process, and where
/// it gives the error back.
const OUT_OF_MEMORY: [&str; 3] = [
    "memory allocation of",
    "out of memory",
    "Cannot allocate memory",
];

/// The limits on the child's command line; [`serve_child`] takes them upon itself.
fn arguments(limits: ReadLimits) -> [OsString; 9] {
    [
        READ_COMMAND.into(),
        "--max-pages".into(),
        limits.document.pages.to_string().into(),
        "--max-text-mb".into(),
        limits.document.text_megabytes.to_string().into(),
        "--memory-bytes".into(),
        limits.memory_bytes.to_string().into(),
        "--cpu-seconds".into(),
        limits.cpu.as_secs().max(1).to_string().into(),
    ]
}

/// The child's half: takes its limits, reads one request from standard input and writes the reply
/// to standard output.
pub fn serve_child(limits: ReadLimits) -> io::Result<()> {
    confinement::before_input(limits)?;
    let mut request = Vec::new();
    // Longer requests are cut, and a cut request is none.
    let most = MAX_DOCUMENT_BYTES as u64 + (1 << 20);
    io::stdin().lock().take(most).read_to_end(&mut request)?;
    confinement::after_input()?;
    let (name, bytes) = decode_request(&request).map_err(io::Error::other)?;
    let read = read_document_within(name, bytes, limits.document);
    drop(request);
    let reply = encode_reply(read).map_err(io::Error::other)?;
    let mut out = io::stdout().lock();
    out.write_all(&reply)?;
    out.flush()
}
