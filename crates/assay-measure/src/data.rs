use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");

/// A folder of the real data that lies beside the project; `Err` is the line that says it is not
/// there.
pub fn data_folder(name: &str) -> Result<PathBuf, String> {
    existing(name, Path::is_dir)
}

/// A file of the real data that lies beside the project.
pub fn data_file(name: &str) -> Result<PathBuf, String> {
    existing(name, Path::is_file)
}

fn existing(name: &str, is_there: impl Fn(&Path) -> bool) -> Result<PathBuf, String> {
    let path = Path::new(FOLDER).join(name);
    if is_there(&path) {
        Ok(path)
    } else {
        Err(format!("../shared/data/{name} is not on this machine"))
    }
}
