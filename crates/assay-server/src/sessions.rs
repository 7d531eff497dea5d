//! Who is signed in with a browser.
//!
//! A session is two secrets. The cookie goes with every request to this address by itself, to every
//! port, so that another server on the machine may come to see it. The key is kept by the page, which
//! a browser lets nobody read from another port, and sent in a header. Only both together let in. The
//! home keeps hashes of them, so that a page outlives a restart and a session can be ended.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use assay_domain::Timestamp;
use assay_store::DurableFolder;
use axum::http::HeaderMap;
use axum::http::header::{COOKIE, USER_AGENT};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Access;

const FILE: &str = "sessions.json";
const KEY_HEADER: &str = "x-assay-session";
/// How long a session lasts, in seconds.
pub(crate) const LIFETIME: u64 = 30 * 24 * 60 * 60;
/// How exactly it is kept when a session was last used.
const SEEN_EVERY: Duration = Duration::from_secs(10 * 60);
/// Sessions that are kept; the oldest go first.
const MOST: usize = 200;
const LONGEST_AGENT: usize = 200;

/// One session as its owner may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Session {
    pub id: String,
    pub opened_at: Timestamp,
    pub seen_at: Timestamp,
    /// What the browser calls itself.
    pub agent: String,
    /// The server that it was opened at, by its port.
    pub server: String,
}

/// The sessions of a home, for whichever process asks.
pub struct Sessions {
    home: PathBuf,
    read: Mutex<Read>,
}

/// What was last read, and by what it is known to be still that.
#[derive(Default)]
struct Read {
    mark: Option<(SystemTime, u64)>,
    kept: Vec<Kept>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    id: String,
    /// Hashes of the two secrets.
    cookie: String,
    key: String,
    /// What the token was: with another one the session is over.
    token: String,
    server: String,
    opened_at: Timestamp,
    seen_at: Timestamp,
    agent: String,
}

/// The secrets of a new session.
pub(crate) struct Opened {
    pub(crate) cookie: String,
    pub(crate) key: String,
}

impl Sessions {
    pub fn of_home(home: &Path) -> Self {
        Self {
            home: home.to_owned(),
            read: Mutex::default(),
        }
    }

    /// Every session that is not over, the one that was used last first.
    pub fn list(&self, now: Timestamp) -> io::Result<Vec<Session>> {
        let mut kept = self.kept()?;
        kept.retain(|one| one.is_young(now));
        kept.sort_by(|one, other| (other.seen_at, &other.id).cmp(&(one.seen_at, &one.id)));
        let shown = |one: Kept| Session {
            id: one.id,
            opened_at: one.opened_at,
            seen_at: one.seen_at,
            agent: one.agent,
            server: one.server,
        };
        Ok(kept.into_iter().map(shown).collect())
    }

    /// Ends the session; whether there was one.
    pub fn end(&self, id: &str) -> io::Result<bool> {
        self.change(|kept| {
            let before = kept.len();
            kept.retain(|one| one.id != id);
            kept.len() < before
        })
    }

    /// Ends all; how many there were.
    pub fn end_all(&self) -> io::Result<usize> {
        self.change(|kept| std::mem::take(kept).len())
    }

    pub(crate) fn open(
        &self,
        access: &Access,
        headers: &HeaderMap,
        now: Timestamp,
    ) -> io::Result<Opened> {
        let opened = Opened {
            cookie: random()?,
            key: random()?,
        };
        let agent = headers
            .get(USER_AGENT)
            .and_then(|agent| agent.to_str().ok());
        let mut agent = agent.unwrap_or_default().to_owned();
        agent.truncate(agent.floor_char_boundary(LONGEST_AGENT));
        let new = Kept {
            id: random()?.get(..12).unwrap_or_default().to_owned(),
            cookie: hash(&opened.cookie),
            key: hash(&opened.key),
            token: access.token_mark().to_owned(),
            server: access.cookie_name().to_owned(),
            opened_at: now,
            seen_at: now,
            agent,
        };
        self.change(|kept| {
            kept.retain(|one| one.is_young(now));
            kept.push(new);
            let over = kept.len().saturating_sub(MOST);
            kept.drain(..over);
        })?;
        Ok(opened)
    }

    /// The session that a request belongs to: its cookie and its key are of one, opened at this server
    /// with its token.
    pub(crate) fn of_request(
        &self,
        access: &Access,
        headers: &HeaderMap,
        now: Timestamp,
    ) -> io::Result<Option<String>> {
        let Some(key) = headers.get(KEY_HEADER).and_then(|key| key.to_str().ok()) else {
            return Ok(None);
        };
        let key = hash(key);
        let cookies: Vec<String> = cookies(headers, access.cookie_name()).map(hash).collect();
        let found = self.kept()?.into_iter().find(|one| {
            // all of them are hashes: how long a comparison takes tells nothing of the secrets
            cookies.contains(&one.cookie)
                && one.key == key
                && one.token == access.token_mark()
                && one.server == access.cookie_name()
                && one.is_young(now)
        });
        let Some(found) = found else {
            return Ok(None);
        };
        if now.duration_since(found.seen_at).unsigned_abs() >= SEEN_EVERY {
            self.change(|kept| {
                let same = kept.iter_mut().find(|one| one.id == found.id);
                if let Some(one) = same {
                    one.seen_at = now;
                }
            })?;
        }
        Ok(Some(found.id))
    }

    fn kept(&self) -> io::Result<Vec<Kept>> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let mark = self.mark()?;
        if read.mark != mark {
            *read = Read {
                kept: self.on_disk()?,
                mark,
            };
        }
        Ok(read.kept.clone())
    }

    /// Changes with each change of the file; `None` where there is none.
    fn mark(&self) -> io::Result<Option<(SystemTime, u64)>> {
        match fs::metadata(self.home.join(FILE)) {
            Ok(file) => Ok(Some((file.modified()?, file.len()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn on_disk(&self) -> io::Result<Vec<Kept>> {
        match fs::read(self.home.join(FILE)) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Changes the file while no other process does.
    fn change<T>(&self, action: impl FnOnce(&mut Vec<Kept>) -> T) -> io::Result<T> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let locks = self.home.join("locks");
        fs::create_dir_all(&locks)?;
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(locks.join("sessions.lock"))?;
        lock.lock()?;
        let mut kept = self.on_disk()?;
        let done = action(&mut kept);
        let folder = DurableFolder::create(&self.home)?;
        folder.write(FILE, &serde_json::to_vec_pretty(&kept)?)?;
        folder.flush()?;
        *read = Read {
            mark: self.mark()?,
            kept,
        };
        Ok(done)
    }
}

impl Kept {
    fn is_young(&self, now: Timestamp) -> bool {
        let age = now.duration_since(self.opened_at);
        age.unsigned_abs() < Duration::from_secs(LIFETIME)
    }
}

/// Each value that the request gives a cookie: another server may have set one of the same name.
fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let all = headers.get_all(COOKIE).iter();
    all.filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(move |(known, _)| *known == name)
        .map(|(_, value)| value)
}

fn random() -> io::Result<String> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn hash(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}
