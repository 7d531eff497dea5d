//! What the web answered before, kept on disk as long as it is fresh.
//!
//! A cache and nothing more: whoever deletes the folder loses time, no result. What a run was told
//! is in its journal, with whether it came from here and how old it was.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use assay_domain::{BlobId, Timestamp};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// For how many seconds what is kept may be used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freshness {
    pub searches: u64,
    pub pages: u64,
}

/// Answers of search engines and pages that were read, by question and address.
#[derive(Clone, Debug)]
pub struct WebCache {
    folder: PathBuf,
    freshness: Freshness,
}

/// Where an answer came from, as the journal tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FromCache {
    pub(crate) hit: bool,
    /// How old the answer was, in milliseconds.
    pub(crate) age_ms: u64,
}

impl FromCache {
    pub(crate) const MISS: Self = Self {
        hit: false,
        age_ms: 0,
    };
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Search,
    Page,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Search => "searches",
            Self::Page => "pages",
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Kept<T> {
    asked: String,
    at: Timestamp,
    answer: T,
}

impl WebCache {
    pub fn new(folder: PathBuf, freshness: Freshness) -> Self {
        Self { folder, freshness }
    }

    /// What was answered to `asked`, if it is still fresh. A file that cannot be read answers
    /// nothing: the web is asked again and the file replaced.
    pub(crate) fn get<T: DeserializeOwned>(
        &self,
        kind: Kind,
        asked: &str,
        now: Timestamp,
    ) -> Option<(T, FromCache)> {
        let bytes = fs::read(self.file(kind, asked)).ok()?;
        let kept: Kept<T> = serde_json::from_slice(&bytes).ok()?;
        let age = now.duration_since(kept.at);
        let age_ms = u64::try_from(age.as_millis()).ok()?;
        let lifetime = match kind {
            Kind::Search => self.freshness.searches,
            Kind::Page => self.freshness.pages,
        };
        let is_fresh = age_ms < lifetime.saturating_mul(1_000);
        let from = FromCache { hit: true, age_ms };
        (is_fresh && kept.asked == asked).then_some((kept.answer, from))
    }

    /// Keeps an answer. Another process may do the same at the same time; either file is whole.
    pub(crate) fn put<T: Serialize>(
        &self,
        kind: Kind,
        asked: &str,
        answer: &T,
        now: Timestamp,
    ) -> io::Result<()> {
        let file = self.file(kind, asked);
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let kept = Kept {
            asked: asked.to_owned(),
            at: now,
            answer,
        };
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let aside = folder.join(format!(".{}-{number}", std::process::id()));
        fs::write(&aside, serde_json::to_vec(&kept)?)?;
        fs::rename(aside, file)
    }

    fn file(&self, kind: Kind, asked: &str) -> PathBuf {
        let name = BlobId::of_bytes(asked.as_bytes());
        self.folder.join(kind.name()).join(format!("{name}.json"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_790_000_000 + second).expect("a time")
    }

    #[test]
    fn an_answer_is_used_again_while_it_is_fresh_and_tells_its_age() {
        let folder = tempfile::tempdir().expect("a folder");
        let freshness = Freshness {
            searches: 60,
            pages: 600,
        };
        let cache = WebCache::new(folder.path().to_owned(), freshness);
        let get = |kind, asked: &str, now| cache.get::<String>(kind, asked, now);
        assert_eq!(get(Kind::Search, "q", at(0)), None);
        let answer = "found".to_owned();
        cache.put(Kind::Search, "q", &answer, at(0)).expect("kept");
        let from = FromCache {
            hit: true,
            age_ms: 59_000,
        };
        assert_eq!(get(Kind::Search, "q", at(59)), Some((answer, from)));
        assert_eq!(get(Kind::Search, "q", at(60)), None, "too old");
        assert_eq!(get(Kind::Search, "q", at(-1)), None, "from the future");
        assert_eq!(get(Kind::Page, "q", at(1)), None, "another kind");
        cache
            .put(Kind::Search, "q", &"again", at(70))
            .expect("kept");
        assert!(get(Kind::Search, "q", at(71)).is_some_and(|(text, _)| text == "again"));
        fs::write(cache.file(Kind::Search, "q"), "{half").expect("damaged");
        assert_eq!(get(Kind::Search, "q", at(71)), None, "damaged");
    }
}
