use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode};
use futures_util::StreamExt as _;

use crate::call::{announced, aside, cut_off};
use crate::desk::Desk;
use crate::{Limits, Problem};

const LONGEST_NAME: usize = 200;

/// A file that came in, on the disk until it is dropped.
pub(super) struct Received {
    path: PathBuf,
    /// Locked as long as somebody works with it: the system gives the lock back when a process dies.
    _lock: fs::File,
}

impl Received {
    pub(super) fn read(&self) -> Result<Vec<u8>, Problem> {
        fs::read(&self.path).map_err(|error| trouble(&self.path, &error))
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        // left behind, it is in a folder that holds nothing else
        drop(fs::remove_file(&self.path));
    }
}

/// Deletes the files that no process works with any more: a kill left them.
pub(crate) fn delete_left(home: &Path) -> io::Result<usize> {
    let entries = match fs::read_dir(home.join("uploads")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        entries => entries?,
    };
    let mut deleted = 0;
    for entry in entries {
        let path = entry?.path();
        let file = match fs::File::open(&path) {
            // another process deletes them at the same time
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            file => file?,
        };
        if file.metadata()?.is_file() && file.try_lock().is_ok() {
            fs::remove_file(&path)?;
            deleted += 1;
        }
    }
    Ok(deleted)
}

/// The name of a file without the folders around it: an address or path in it gives a document no
/// standing.
pub(super) fn file_name(given: &str) -> Result<String, Problem> {
    let name = given.rsplit(['/', '\\', ':']).next().unwrap_or_default();
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    let name = name.trim().trim_start_matches('.');
    if name.is_empty() || name.len() > LONGEST_NAME {
        return Err(Problem::bad_request(format!(
            "`name` has to be a file name of 1 to {LONGEST_NAME} bytes, for instance ?name=report.pdf"
        )));
    }
    Ok(name.to_owned())
}

/// Writes a body to the disk as it comes in. One that says that it is too large is not read.
pub(super) async fn received(
    desk: &Desk,
    headers: &HeaderMap,
    body: Body,
) -> Result<Received, Problem> {
    let limits = &desk.limits;
    if announced(headers).is_some_and(|length| length > limits.largest_file) {
        return Err(too_large(limits));
    }
    let folder = desk.store().home().join("uploads");
    let number = desk.uploads.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!("{}-{number}", std::process::id()));
    let made = path.clone();
    let file = aside(move || {
        fs::create_dir_all(&folder).map_err(|error| trouble(&folder, &error))?;
        let file = fs::File::create(&made).map_err(|error| trouble(&made, &error))?;
        file.lock().map_err(|error| trouble(&made, &error))?;
        let lock = file.try_clone();
        let lock = lock.map_err(|error| trouble(&made, &error))?;
        Ok((file, lock))
    });
    let (file, lock) = file.await?;
    let received = Received { path, _lock: lock };
    match tokio::time::timeout(limits.file, written(body, file, &received, limits)).await {
        Ok(written) => written?,
        Err(_) => return Err(too_slow()),
    }
    Ok(received)
}

async fn written(
    body: Body,
    mut file: fs::File,
    to: &Received,
    limits: &Limits,
) -> Result<(), Problem> {
    let mut stream = body.into_data_stream();
    let mut length = 0;
    loop {
        let piece = tokio::time::timeout(limits.file_piece, stream.next()).await;
        let Some(piece) = piece.map_err(|_| too_slow())? else {
            break;
        };
        let piece = piece.map_err(|error| cut_off(&error))?;
        length += u64::try_from(piece.len()).unwrap_or(u64::MAX);
        if length > limits.largest_file {
            return Err(too_large(limits));
        }
        // pieces are small, and the page cache takes them without waiting for the disk
        file.write_all(&piece)
            .map_err(|error| trouble(&to.path, &error))?;
    }
    if length == 0 {
        return Err(Problem::bad_request("the file is empty; choose another"));
    }
    Ok(())
}

fn too_large(limits: &Limits) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!(
            "the file is larger than {} MB; split it",
            limits.largest_file >> 20
        ),
    )
}

fn too_slow() -> Problem {
    Problem::new(
        StatusCode::REQUEST_TIMEOUT,
        "the file came in too slowly; send it again",
    )
}

fn trouble(path: &std::path::Path, error: &std::io::Error) -> Problem {
    Problem::internal(format!(
        "cannot keep the file at {}: {error}",
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_name_is_a_name_and_nothing_more() {
        for (given, expected) in [
            ("report.pdf", Some("report.pdf")),
            ("C:\\files\\report.pdf", Some("report.pdf")),
            ("../../etc/passwd", Some("passwd")),
            ("https://www.sec.gov/10-k.htm", Some("10-k.htm")),
            ("年报.pdf", Some("年报.pdf")),
            (".hidden", Some("hidden")),
            ("a\nb.txt", Some("ab.txt")),
            ("", None),
            ("folder/", None),
        ] {
            assert_eq!(file_name(given).ok().as_deref(), expected, "{given}");
        }
        assert!(file_name(&"x".repeat(201)).is_err());
    }
}
