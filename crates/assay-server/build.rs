//! Compiles the files of the page in, each with a mark that changes with its bytes.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from("page");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    let mut code = String::from("pub(super) const FILES: &[(&str, &str, &[u8])] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let hash = blake3::hash(&fs::read(&file)?).to_hex();
        let mark = format!("\"{}\"", hash.get(..16).unwrap_or_default());
        let path = fs::canonicalize(&file)?;
        writeln!(code, "    ({name:?}, {mark:?}, include_bytes!({path:?})),")
            .map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    let out = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .ok_or(io::ErrorKind::NotFound)?;
    fs::write(out.join("page_files.rs"), code)
}
