use std::io;
use std::path::Path;

use crate::folder::{Folder, Kind, Refusal};
use crate::place::{Place, RESERVED};
use crate::stream::Streams;
use crate::{Entry, FileAction, FileReply, Quota, WorkspaceError, WriteMode};

/// One folder, and everything that may be done in it.
#[derive(Debug)]
pub struct Workspace {
    pub(crate) root: Folder,
    pub(crate) quota: Quota,
    pub(crate) streams: Streams,
    /// Bytes and entries that are there.
    bytes: u64,
    entries: u64,
    /// Files put so far: each needs a name beside it.
    puts: u64,
}

impl Workspace {
    /// Opens a folder that exists, with what is in it.
    pub fn open(folder: &Path, quota: Quota) -> Result<Self, WorkspaceError> {
        let name = folder.display().to_string();
        let root = Folder::open(folder).map_err(|cause| disk(&name, cause))?;
        let mut workspace = Self {
            root,
            quota,
            streams: Streams::default(),
            bytes: 0,
            entries: 0,
            puts: 0,
        };
        for (_, kind) in workspace.all(&Place::parse("", &quota)?)? {
            workspace.entries += 1;
            if let Kind::File { bytes } = kind {
                workspace.bytes += bytes;
            }
        }
        Ok(workspace)
    }

    /// Removes everything in the folder.
    pub fn clear(&mut self) -> Result<(), WorkspaceError> {
        self.root.clear().map_err(|cause| disk(".", cause))?;
        self.streams = Streams::default();
        (self.bytes, self.entries) = (0, 0);
        Ok(())
    }

    pub fn perform(&mut self, action: &FileAction) -> Result<FileReply, WorkspaceError> {
        match action {
            FileAction::ReadFile {
                file_path,
                mode,
                lines,
                heading,
            } => self.read(file_path, *mode, lines.as_deref(), heading.as_deref()),
            FileAction::WriteFile {
                file_path,
                content,
                mode,
                line,
            } => self.write(file_path, content, *mode, *line),
            FileAction::CreateFile {
                file_path,
                initial_content,
            } => self.create(file_path, initial_content),
            FileAction::SearchInFile {
                file_path,
                pattern,
                context_lines,
            } => self.search_in_file(file_path, pattern, *context_lines),
            FileAction::GrepFiles { pattern, directory } => self.grep(pattern, directory),
            FileAction::FileSearch {
                directory,
                name_pattern,
            } => self.find(directory, name_pattern),
            FileAction::StreamReadFile {
                file_path,
                chunk_size,
            } => self.stream(file_path, *chunk_size),
            FileAction::ContinueStreamRead { stream_id } => self.go_on(stream_id),
            FileAction::ListDirectory { directory_path } => self.list(directory_path),
            FileAction::CreateDirectory { directory_path } => self.make_folder(directory_path),
            FileAction::DeleteFile { file_path } => self.delete(file_path),
        }
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Result<String, WorkspaceError> {
        let place = self.place(path)?;
        self.text_at(&place)
    }

    /// Every plain file under a folder, in order.
    pub fn files(&self, folder: &str) -> Result<Vec<String>, WorkspaceError> {
        let files = self.sizes(folder)?.into_iter();
        Ok(files.map(|(path, _)| path).collect())
    }

    /// Every plain file under a folder with its bytes, in order.
    pub fn sizes(&self, folder: &str) -> Result<Vec<(String, u64)>, WorkspaceError> {
        let place = self.place(folder)?;
        let all = self.all(&place)?.into_iter();
        let files = all.filter_map(|(place, kind)| match kind {
            Kind::File { bytes } => Some((place.to_string(), bytes)),
            Kind::Folder | Kind::Other(_) => None,
        });
        Ok(files.collect())
    }

    /// Puts a file that is no text, such as a picture, in its place within the quota.
    pub fn put_bytes(&mut self, path: &str, bytes: &[u8]) -> Result<(), WorkspaceError> {
        let place = self.place(path)?;
        self.put_at(&place, bytes).map(drop)
    }

    /// Bytes that the next new file may have.
    pub fn room(&self) -> u64 {
        let left = self.quota.total_bytes.saturating_sub(self.bytes);
        left.min(self.quota.file_bytes)
    }

    pub(crate) fn place(&self, path: &str) -> Result<Place, WorkspaceError> {
        Place::parse(path, &self.quota)
    }

    pub(crate) fn text_at(&self, place: &Place) -> Result<String, WorkspaceError> {
        let name = place.to_string();
        let Some((folders, file)) = place.split() else {
            return Err(not_plain(&name, "a folder"));
        };
        let folder = self.walk(folders, &name)?;
        let Some(file) = known_name(&folder, file, &name)? else {
            return Err(WorkspaceError::Missing { path: name });
        };
        let limit = self.quota.file_bytes + 1;
        let bytes = folder.read(&file, limit).map_err(|refusal| match refusal {
            Refusal::NotPlain(what) => not_plain(&name, what),
            Refusal::Disk(cause) if cause.kind() == io::ErrorKind::NotFound => {
                WorkspaceError::Missing { path: name.clone() }
            }
            Refusal::Disk(cause) => disk(&name, cause),
        })?;
        self.within(
            "bytes of one file",
            bytes.len() as u64,
            self.quota.file_bytes,
        )?;
        String::from_utf8(bytes).map_err(|_| WorkspaceError::NotText { path: name })
    }

    fn write(
        &mut self,
        path: &str,
        content: &str,
        mode: WriteMode,
        line: Option<usize>,
    ) -> Result<FileReply, WorkspaceError> {
        let place = self.place(path)?;
        let before = match self.text_at(&place) {
            Ok(text) => text,
            Err(WorkspaceError::Missing { .. }) if mode != WriteMode::Insert => String::new(),
            // What is too long or no text can still be replaced.
            Err(WorkspaceError::NotText { .. } | WorkspaceError::Quota { .. })
                if mode == WriteMode::Overwrite =>
            {
                String::new()
            }
            Err(error) => return Err(error),
        };
        let written = mode.applied(&before, content, line);
        let text = written.ok_or_else(|| WorkspaceError::NoSuchLine {
            path: place.to_string(),
            has: before.lines().count(),
            asked: line.unwrap_or(1),
        })?;
        self.put(&place, &text)
    }

    fn create(&mut self, path: &str, content: &str) -> Result<FileReply, WorkspaceError> {
        let place = self.place(path)?;
        match self.kind(&place)? {
            None => self.put(&place, content),
            Some(_) => Err(WorkspaceError::Exists {
                path: place.to_string(),
            }),
        }
    }

    fn put(&mut self, place: &Place, text: &str) -> Result<FileReply, WorkspaceError> {
        let bytes = self.put_at(place, text.as_bytes())?;
        Ok(FileReply::Written {
            path: place.to_string(),
            bytes,
            lines: text.lines().count(),
        })
    }

    /// Puts a whole file in its place, with the folders it needs, and says how long it is.
    fn put_at(&mut self, place: &Place, content: &[u8]) -> Result<u64, WorkspaceError> {
        let path = place.to_string();
        let Some((folders, name)) = place.split() else {
            return Err(not_plain(&path, "a folder"));
        };
        let before = match self.kind(place)? {
            None => None,
            Some(Kind::File { bytes }) => Some(bytes),
            Some(Kind::Folder) => return Err(not_plain(&path, "a folder")),
            Some(Kind::Other(what)) => return Err(not_plain(&path, what)),
        };
        let bytes = content.len() as u64;
        let total = self.bytes.saturating_sub(before.unwrap_or(0)) + bytes;
        self.within("bytes of one file", bytes, self.quota.file_bytes)?;
        self.within("bytes of all files", total, self.quota.total_bytes)?;
        if before.is_none() {
            let needed = self.entries + 1 + folders.len() as u64;
            self.within("files and folders", needed, self.quota.entries)?;
        }
        let folder = self.made(folders, &path)?;
        let name = known_name(&folder, name, &path)?.unwrap_or_else(|| name.to_owned());
        self.puts += 1;
        let beside = format!("{RESERVED}{}-{}", std::process::id(), self.puts);
        folder
            .put(&name, &beside, content)
            .map_err(|cause| disk(&path, cause))?;
        self.bytes = total;
        self.entries += u64::from(before.is_none());
        Ok(bytes)
    }

    fn list(&self, path: &str) -> Result<FileReply, WorkspaceError> {
        let place = self.place(path)?;
        let folder = self.walk(place.names(), &place.to_string())?;
        let all = entries(&folder, &place)?;
        let shown = all
            .iter()
            .take(self.quota.reply_items)
            .map(|(name, kind)| Entry {
                path: name.clone(),
                bytes: match kind {
                    Kind::File { bytes } => Some(*bytes),
                    Kind::Folder | Kind::Other(_) => None,
                },
            });
        Ok(FileReply::Entries {
            path: place.to_string(),
            entries: shown.collect(),
            more: all.len().saturating_sub(self.quota.reply_items),
        })
    }

    fn make_folder(&mut self, path: &str) -> Result<FileReply, WorkspaceError> {
        let place = self.place(path)?;
        let needed = self.entries + place.names().len() as u64;
        self.within("files and folders", needed, self.quota.entries)?;
        self.made(place.names(), &place.to_string())?;
        Ok(FileReply::FolderMade {
            path: place.to_string(),
        })
    }

    fn delete(&mut self, path: &str) -> Result<FileReply, WorkspaceError> {
        let place = self.place(path)?;
        let path = place.to_string();
        let Some((folders, name)) = place.split() else {
            return Err(WorkspaceError::Path {
                path,
                why: "the workspace itself stays",
            });
        };
        let folder = self.walk(folders, &path)?;
        let Some(name) = known_name(&folder, name, &path)? else {
            return Err(WorkspaceError::Missing { path });
        };
        let removed = match folder.kind(&name).map_err(|cause| disk(&path, cause))? {
            None => return Err(WorkspaceError::Missing { path }),
            Some(Kind::Other(what)) => return Err(not_plain(&path, what)),
            Some(Kind::File { bytes }) => {
                self.bytes = self.bytes.saturating_sub(bytes);
                folder.remove_file(&name)
            }
            Some(Kind::Folder) => folder.remove_folder(&name),
        };
        match removed {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                return Err(WorkspaceError::NotEmpty { path });
            }
            Err(cause) => return Err(disk(&path, cause)),
        }
        self.entries = self.entries.saturating_sub(1);
        Ok(FileReply::Deleted { path })
    }

    fn kind(&self, place: &Place) -> Result<Option<Kind>, WorkspaceError> {
        let path = place.to_string();
        let Some((folders, name)) = place.split() else {
            return Ok(Some(Kind::Folder));
        };
        let folder = match self.walk(folders, &path) {
            Ok(folder) => folder,
            Err(WorkspaceError::Missing { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        match known_name(&folder, name, &path)? {
            Some(name) => folder.kind(&name).map_err(|cause| disk(&path, cause)),
            None => Ok(None),
        }
    }

    /// The folder at the end of these names.
    pub(crate) fn walk(&self, names: &[String], path: &str) -> Result<Folder, WorkspaceError> {
        let mut folder = self.root.child(".").map_err(|cause| disk(path, cause))?;
        for name in names {
            folder = step(&folder, name, path)?.ok_or_else(|| WorkspaceError::Missing {
                path: path.to_owned(),
            })?;
        }
        Ok(folder)
    }

    /// As [`Self::walk`], making folders that are not there.
    fn made(&mut self, names: &[String], path: &str) -> Result<Folder, WorkspaceError> {
        let mut folder = self.root.child(".").map_err(|cause| disk(path, cause))?;
        for name in names {
            folder = match step(&folder, name, path)? {
                Some(child) => child,
                None => {
                    folder.make(name).map_err(|cause| disk(path, cause))?;
                    self.entries += 1;
                    folder.child(name).map_err(|cause| disk(path, cause))?
                }
            };
        }
        Ok(folder)
    }

    /// Everything under a folder, in order, itself not included.
    pub(crate) fn all(&self, place: &Place) -> Result<Vec<(Place, Kind)>, WorkspaceError> {
        let mut found = Vec::new();
        let mut open = vec![place.clone()];
        while let Some(place) = open.pop() {
            let folder = match self.walk(place.names(), &place.to_string()) {
                Ok(folder) => folder,
                // A folder that went away, or became something else, while this was looking.
                Err(WorkspaceError::Missing { .. } | WorkspaceError::NotPlain { .. })
                    if !found.is_empty() =>
                {
                    continue;
                }
                Err(error) => return Err(error),
            };
            for (name, kind) in entries(&folder, &place)? {
                let child = place.join(&name);
                if kind == Kind::Folder && child.names().len() <= self.quota.depth {
                    open.push(child.clone());
                }
                found.push((child, kind));
            }
        }
        found.sort_by(|left, right| left.0.cmp(&right.0));
        Ok(found)
    }

    fn within(&self, what: &'static str, asked: u64, limit: u64) -> Result<(), WorkspaceError> {
        if asked > limit {
            return Err(WorkspaceError::Quota { what, asked, limit });
        }
        Ok(())
    }
}

fn entries(folder: &Folder, place: &Place) -> Result<Vec<(String, Kind)>, WorkspaceError> {
    let found = folder.entries();
    let mut found = found.map_err(|cause| disk(&place.to_string(), cause))?;
    found.retain(|(name, _)| !name.starts_with(RESERVED));
    Ok(found)
}

/// The folder that a name leads to; `None` where there is nothing of that name.
fn step(folder: &Folder, name: &str, path: &str) -> Result<Option<Folder>, WorkspaceError> {
    let Some(name) = known_name(folder, name, path)? else {
        return Ok(None);
    };
    match folder.child(&name) {
        Ok(child) => Ok(Some(child)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => match folder.kind(&name).map_err(|cause| disk(path, cause))? {
            Some(Kind::Folder) => Err(disk(path, cause)),
            Some(Kind::File { .. }) => Err(not_plain(path, "a file where a folder is needed")),
            Some(Kind::Other(what)) => Err(not_plain(path, what)),
            None => Ok(None),
        },
    }
}

/// The name as the folder has it: the same, or the only one that differs in case alone. A chapter is
/// not written twice because its name was typed in two ways.
fn known_name(folder: &Folder, name: &str, path: &str) -> Result<Option<String>, WorkspaceError> {
    let failed = |cause| disk(path, cause);
    if folder.kind(name).map_err(failed)?.is_some() {
        return Ok(Some(name.to_owned()));
    }
    let wanted = name.to_lowercase();
    let mut alike = folder.entries().map_err(failed)?;
    alike.retain(|(other, _)| other.to_lowercase() == wanted);
    Ok(match alike.pop() {
        Some((other, _)) if alike.is_empty() => Some(other),
        _ => None,
    })
}

fn not_plain(path: &str, what: &'static str) -> WorkspaceError {
    WorkspaceError::NotPlain {
        path: path.to_owned(),
        what,
    }
}

pub(crate) fn disk(path: &str, cause: io::Error) -> WorkspaceError {
    WorkspaceError::Disk {
        path: path.to_owned(),
        cause,
    }
}
