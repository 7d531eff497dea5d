use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::error::{SAVE_AGAIN, SPLIT_IT};
use super::xml::{self, Element};
use super::{ReadError, decode};

/// Entries of an archive; an office document has some hundreds.
const MAX_ENTRIES: usize = 10_000;
/// One part, unpacked.
const MAX_PART_BYTES: u64 = 128 << 20;
/// All parts together that are read, unpacked.
const MAX_TOTAL_BYTES: u64 = 256 << 20;
/// Real XML packs to about a twentieth; from this size on a part that was packed a thousandfold is
/// a bomb.
const MAX_RATIO: u64 = 1_000;
const RATIO_FROM_BYTES: u64 = 1 << 20;

/// An office document: an archive whose parts are named, typed and related by other parts. Names
/// are keys, never paths on a disk.
pub(super) struct Package<'a> {
    format: &'static str,
    archive: ZipArchive<Cursor<&'a [u8]>>,
    read_bytes: u64,
}

impl<'a> Package<'a> {
    pub(super) fn open(format: &'static str, bytes: &'a [u8]) -> Result<Self, ReadError> {
        if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
            // An encrypted office document is wrapped in the old compound format; so is a .doc.
            return Err(wrapped(format, bytes));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|e| zip_error(format, &e))?;
        if archive.len() > MAX_ENTRIES {
            return Err(ReadError::Exceeds {
                format,
                what: format!("the archive has {} entries", archive.len()),
                limit: MAX_ENTRIES as u64,
                hint: SAVE_AGAIN,
            });
        }
        Ok(Self {
            format,
            archive,
            read_bytes: 0,
        })
    }

    /// Names of the parts that begin and end so, in order.
    pub(super) fn parts_like(&self, start: &str, end: &str) -> Vec<String> {
        let names = self.archive.file_names().filter_map(Result::ok);
        let mut names: Vec<String> = names
            .filter(|name| name.starts_with(start) && name.ends_with(end))
            .map(std::borrow::Cow::into_owned)
            .collect();
        names.sort();
        names
    }

    /// The text of a part, or `None` if there is no such part.
    pub(super) fn text(&mut self, part: &str) -> Result<Option<String>, ReadError> {
        let Some(index) = self.archive.index_for_name(part) else {
            return Ok(None);
        };
        let format = self.format;
        let mut entry = self
            .archive
            .by_index(index)
            .map_err(|error| zip_error(format, &error))?;
        let (packed, stated) = (entry.compressed_size(), entry.size());
        let is_bomb = |unpacked: u64| {
            unpacked > MAX_PART_BYTES
                || (unpacked > RATIO_FROM_BYTES && unpacked / packed.max(1) > MAX_RATIO)
        };
        let bomb = |what: String, limit: u64| ReadError::Exceeds {
            format,
            what,
            limit,
            hint: SPLIT_IT,
        };
        if is_bomb(stated) {
            let what = format!("its part {part} unpacks from {packed} to {stated} bytes");
            return Err(bomb(what, MAX_PART_BYTES));
        }
        let mut bytes = Vec::new();
        // The stated size may be a lie: what is read is what counts.
        let read = (&mut entry)
            .take(MAX_PART_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| ReadError::Malformed {
                format,
                reason: format!("{part}: {error}"),
            })? as u64;
        if is_bomb(read) {
            let what = format!("its part {part} unpacks from {packed} to over {read} bytes");
            return Err(bomb(what, MAX_PART_BYTES));
        }
        self.read_bytes += read;
        if self.read_bytes > MAX_TOTAL_BYTES {
            let what = "its parts unpack to more bytes than that".to_owned();
            return Err(bomb(what, MAX_TOTAL_BYTES));
        }
        match decode::decode(&bytes, false) {
            Some(text) => Ok(Some(text)),
            None => Err(ReadError::Malformed {
                format,
                reason: format!("{part} is not text"),
            }),
        }
    }

    pub(super) fn xml(&mut self, part: &str) -> Result<Option<Element>, ReadError> {
        let format = self.format;
        let text = self.text(part)?;
        text.map(|text| xml::parse(format, part, &text)).transpose()
    }

    pub(super) fn required_xml(&mut self, part: &str) -> Result<Element, ReadError> {
        let format = self.format;
        self.xml(part)?.ok_or_else(|| ReadError::Malformed {
            format,
            reason: format!("the archive has no part {part}"),
        })
    }

    /// What a part points to: relation id to kind (the last word of its type) and part.
    pub(super) fn relations(
        &mut self,
        part: &str,
    ) -> Result<BTreeMap<String, Relation>, ReadError> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let rels = if folder.is_empty() {
            format!("_rels/{file}.rels")
        } else {
            format!("{folder}/_rels/{file}.rels")
        };
        let Some(root) = self.xml(&rels)? else {
            return Ok(BTreeMap::new());
        };
        let relations = root.elements().filter_map(|relation| {
            let is_outside = relation.attribute("TargetMode") == Some("External");
            let kind = relation.attribute("Type")?.rsplit('/').next()?;
            let target = relation.attribute("Target")?;
            let relation_to = Relation {
                kind: kind.to_owned(),
                part: resolved(folder, target),
            };
            let id = relation.attribute("Id")?.to_owned();
            (!is_outside).then_some((id, relation_to))
        });
        Ok(relations.collect())
    }

    /// The main part, as the package itself says.
    pub(super) fn main_part(&mut self, usual: &str) -> Result<String, ReadError> {
        let relations = self.relations("")?;
        let main = relations.into_values().find(|r| r.kind == "officeDocument");
        Ok(main.map_or_else(|| usual.to_owned(), |relation| relation.part))
    }
}

pub(super) struct Relation {
    pub(super) kind: String,
    pub(super) part: String,
}

/// The name of a part that `target` means, seen from `folder`.
fn resolved(folder: &str, target: &str) -> String {
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            "." | "" => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}

fn wrapped(format: &'static str, bytes: &[u8]) -> ReadError {
    let name: Vec<u8> = "EncryptedPackage"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    if bytes.windows(name.len()).any(|window| window == name) {
        ReadError::Encrypted { format }
    } else {
        ReadError::Malformed {
            format,
            reason: "it is in an older format of the same program; save it in today's".to_owned(),
        }
    }
}

fn zip_error(format: &'static str, error: &ZipError) -> ReadError {
    match error {
        ZipError::UnsupportedArchive(reason) if *reason == ZipError::PASSWORD_REQUIRED => {
            ReadError::Encrypted { format }
        }
        error => ReadError::Malformed {
            format,
            reason: error.to_string(),
        },
    }
}
