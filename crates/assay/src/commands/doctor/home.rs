use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use rustix::fs::{Access, StatVfs, StatVfsMountFlags, access, statvfs};

use super::{Finding, State};

/// Below this a run or an ingest is likely to stop half-way.
const LITTLE_SPACE: u64 = 500 << 20;

/// The disk that the home lies on, who may use it, and how much room it has left.
pub(super) fn findings(home: &Path) -> Vec<Finding> {
    // a home that is not there yet will be made on the disk of the folder above it
    let is_there = |folder: &&Path| folder.try_exists().unwrap_or(true);
    let Some(folder) = home.ancestors().find(is_there) else {
        return Vec::new();
    };
    match statvfs(folder) {
        Ok(found) => vec![disk(folder, &found), permissions(folder), space(&found)],
        Err(error) => vec![finding(
            "disk",
            State::Note,
            format!("not known: {error}"),
            None,
        )],
    }
}

fn finding(what: &str, state: State, detail: String, fix: Option<&str>) -> Finding {
    Finding {
        what: what.to_owned(),
        state,
        detail,
        fix: fix.map(str::to_owned),
    }
}

fn disk(folder: &Path, found: &StatVfs) -> Finding {
    let name = mounted(folder).unwrap_or_else(|| "that of the home".to_owned());
    if found.f_flag.contains(StatVfsMountFlags::RDONLY) {
        let fix = "mount it for writing, or use another home: --home DIR";
        let detail = format!("{name}, read-only: what is there can be read, and nothing added");
        return finding("disk", State::Problem, detail, Some(fix));
    }
    finding("disk", State::Ok, name, None)
}

/// Device, kind and place of the disk that a folder is on, where the system tells.
fn mounted(folder: &Path) -> Option<String> {
    let folder = fs::canonicalize(folder).ok()?;
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let of_line = |line: &str| {
        let mut words = line.split(' ');
        let (device, place, kind) = (words.next()?, words.next()?, words.next()?);
        // the system writes a space in a name as its number
        let place = place.replace("\\040", " ");
        let length = place.len();
        folder
            .starts_with(&place)
            .then(|| (length, format!("{device} ({kind}) at {place}")))
    };
    // of two on the same place the later one is seen
    let longest = mounts
        .lines()
        .filter_map(of_line)
        .max_by_key(|(length, _)| *length);
    longest.map(|(_, name)| name)
}

fn permissions(folder: &Path) -> Finding {
    let mode = match fs::metadata(folder) {
        Ok(found) => found.mode() & 0o7777,
        Err(error) => {
            let detail = format!("not known: {error}");
            return finding("permissions", State::Note, detail, None);
        }
    };
    match access(folder, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK) {
        Ok(()) => {
            let detail = format!("{mode:04o}: you may read and write");
            finding("permissions", State::Ok, detail, None)
        }
        Err(rustix::io::Errno::ROFS) => {
            let detail = format!("{mode:04o}, on a disk that cannot be written");
            finding("permissions", State::Note, detail, None)
        }
        Err(_) => {
            let detail = format!("{mode:04o}: you may not write there, or not read it");
            let fix = format!(
                "chmod u+rwx {}, or use another home: --home DIR",
                folder.display()
            );
            finding("permissions", State::Problem, detail, Some(&fix))
        }
    }
}

fn space(found: &StatVfs) -> Finding {
    let left = found.f_bavail.saturating_mul(found.f_frsize);
    let megabytes = left >> 20;
    if left < LITTLE_SPACE {
        let fix = "free some space, or move the home: --home DIR";
        let detail = format!("{megabytes} MB left on the disk of the home, which is little");
        return finding("free space", State::Note, detail, Some(fix));
    }
    finding("free space", State::Ok, format!("{megabytes} MB"), None)
}
