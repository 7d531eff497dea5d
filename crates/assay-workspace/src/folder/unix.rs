//! A folder as an open handle. Names are looked up in it one at a time and links are not followed.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, fstat, mkdirat, openat, renameat, statat,
    unlinkat,
};
use rustix::io::Errno;

use super::{Kind, Refusal};

impl From<Errno> for Refusal {
    fn from(error: Errno) -> Self {
        Self::Disk(error.into())
    }
}

#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

/// Opening must not block on a pipe, become a terminal's owner or follow a link.
const CAREFUL: OFlags = OFlags::CLOEXEC
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY);

impl Folder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | CAREFUL;
        Ok(Self(openat(CWD, path, flags, Mode::empty())?))
    }

    pub(crate) fn child(&self, name: &str) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | CAREFUL;
        Ok(Self(openat(&self.0, name, flags, Mode::empty())?))
    }

    /// What `name` is; `None` where there is nothing.
    pub(crate) fn kind(&self, name: &str) -> io::Result<Option<Kind>> {
        match statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(kind(&stat))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The bytes of a plain file, at most `limit` of them. What was opened is looked at, not what
    /// the name stood for a moment before.
    pub(crate) fn read(&self, name: &str, limit: u64) -> Result<Vec<u8>, Refusal> {
        if let Some(Kind::Other(what)) = self.kind(name)? {
            return Err(Refusal::NotPlain(what));
        }
        let opened = openat(&self.0, name, OFlags::RDONLY | CAREFUL, Mode::empty());
        let opened = match opened {
            Ok(opened) => opened,
            Err(Errno::LOOP) => return Err(Refusal::NotPlain(LINK)),
            Err(error) => return Err(error.into()),
        };
        match kind(&fstat(&opened)?) {
            Kind::File { .. } => {}
            Kind::Folder => return Err(Refusal::NotPlain("a folder")),
            Kind::Other(what) => return Err(Refusal::NotPlain(what)),
        }
        let mut bytes = Vec::new();
        File::from(opened).take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Puts a file of these bytes under `name`: a new file beside it that takes its place, so that
    /// nothing is ever written through a name that somebody else made.
    pub(crate) fn put(&self, name: &str, beside: &str, bytes: &[u8]) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | CAREFUL;
        let mode = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::ROTH;
        let file = openat(&self.0, beside, flags, mode)?;
        let put = File::from(file)
            .write_all(bytes)
            .and_then(|()| Ok(renameat(&self.0, beside, &self.0, name)?));
        if put.is_err() {
            // The first error is the one to tell; a file left beside is removed with the folder.
            unlinkat(&self.0, beside, AtFlags::empty()).ok();
        }
        put
    }

    pub(crate) fn make(&self, name: &str) -> io::Result<()> {
        Ok(mkdirat(
            &self.0,
            name,
            Mode::RWXU | Mode::RGRP | Mode::XGRP | Mode::ROTH | Mode::XOTH,
        )?)
    }

    pub(crate) fn remove_file(&self, name: &str) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub(crate) fn remove_folder(&self, name: &str) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    /// Every name with what it stands for, in order. Names that are no UTF-8 are nobody's: nothing
    /// can ask for them.
    pub(crate) fn entries(&self) -> io::Result<Vec<(String, Kind)>> {
        let mut found = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().to_str() else {
                continue;
            };
            if name == "." || name == ".." {
                continue;
            }
            // One that went away in the meantime is not there.
            if let Some(kind) = self.kind(name)? {
                found.push((name.to_owned(), kind));
            }
        }
        found.sort_by(|left, right| left.0.cmp(&right.0));
        Ok(found)
    }

    /// Removes all that is in the folder. A link is removed, what it leads to is not.
    pub(crate) fn clear(&self) -> io::Result<()> {
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.to_bytes() == b"." || name.to_bytes() == b".." {
                continue;
            }
            let stat = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
            if FileType::from_raw_mode(stat.st_mode) == FileType::Directory {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | CAREFUL;
                Self(openat(&self.0, name, flags, Mode::empty())?).clear()?;
                unlinkat(&self.0, name, AtFlags::REMOVEDIR)?;
            } else {
                unlinkat(&self.0, name, AtFlags::empty())?;
            }
        }
        Ok(())
    }
}

const LINK: &str = "a symbolic link";

fn kind(stat: &Stat) -> Kind {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile if stat.st_nlink > 1 => Kind::Other("a file with several hard links"),
        FileType::RegularFile => Kind::File {
            bytes: u64::try_from(stat.st_size).unwrap_or(0),
        },
        FileType::Directory => Kind::Folder,
        FileType::Symlink => Kind::Other(LINK),
        FileType::Fifo => Kind::Other("a pipe"),
        FileType::Socket => Kind::Other("a socket"),
        FileType::CharacterDevice | FileType::BlockDevice => Kind::Other("a device"),
        FileType::Unknown => Kind::Other("of an unknown kind"),
    }
}
