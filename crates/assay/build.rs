//! Compiles the pages of `docs/codes` in, so that `assay explain E-013` works anywhere.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from("../../docs/codes");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut pages: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    let mut code = String::from("pub(super) const PAGES: &[(&str, &str)] = &[\n");
    for page in pages {
        let name = page
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let path = fs::canonicalize(&page)?;
        writeln!(code, "    ({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    let out = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .ok_or(io::ErrorKind::NotFound)?;
    fs::write(out.join("code_pages.rs"), code)
}
