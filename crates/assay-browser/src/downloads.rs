use std::path::PathBuf;

use serde_json::Value;

use crate::fields::told;
use crate::watch::Watch;

/// A file that a page gave to its user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    pub url: String,
    /// The name that the page suggests. It is not the name on the disk.
    pub name: String,
    pub path: PathBuf,
}

#[derive(Clone, Debug)]
pub(crate) struct DownloadRecord {
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) name: String,
    /// As the protocol has it: `inProgress`, `completed`, `canceled`.
    pub(crate) state: String,
}

/// Downloads are told to the browser, not to a page: each page takes those of its own frames.
pub(crate) fn download_event(watch: &Watch, method: &str, params: &Value) {
    let text = |name: &str| told(params, &format!("/{name}"));
    let mut seen = watch.seen();
    if method == "Browser.downloadWillBegin" {
        if text("frameId") == seen.target {
            seen.downloads.push(DownloadRecord {
                id: text("guid"),
                url: text("url"),
                name: text("suggestedFilename"),
                state: "inProgress".to_owned(),
            });
        }
        return;
    }
    let id = text("guid");
    let known = seen.downloads.iter_mut().find(|one| one.id == id);
    let Some(known) = known.filter(|one| one.state == "inProgress") else {
        return;
    };
    known.state = text("state");
    let ended = seen
        .downloads
        .iter()
        .filter(|one| one.state != "inProgress")
        .count();
    drop(seen);
    watch.downloaded().send_replace(ended);
}
