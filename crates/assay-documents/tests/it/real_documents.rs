//! Real documents lie beside the repository and are not part of it: where they are absent, this
//! test says so and passes, unless the labs are required.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use assay_documents::read_document;
use assay_measure::data_folder;

#[test]
fn every_file_of_a_research_task_is_read() {
    let folder = match data_folder("drbench") {
        Ok(folder) => folder,
        Err(reason) => {
            writeln!(std::io::stderr(), "skipped: {reason}").expect("standard error takes a line");
            let is_required = std::env::var_os("ASSAY_REQUIRE_LABS") == Some("1".into());
            assert!(!is_required, "the labs are required");
            return;
        }
    };
    let mut files = Vec::new();
    collect(&folder, &mut files);
    let office = |path: &PathBuf| {
        let extension = path.extension().map(|e| e.to_string_lossy().into_owned());
        matches!(
            extension.as_deref(),
            Some("pdf" | "docx" | "pptx" | "xlsx" | "jsonl")
        )
    };
    files.retain(office);
    assert!(!files.is_empty());
    for path in files {
        let bytes = fs::read(&path).expect("a file");
        let parsed = read_document(&path.to_string_lossy(), &bytes);
        let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            parsed.gaps.is_empty(),
            "{}: {:?}",
            path.display(),
            parsed.gaps
        );
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
