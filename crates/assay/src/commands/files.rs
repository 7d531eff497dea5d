//! The files of an autonomous run as its journal has them: also what was removed or overwritten.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use assay_domain::{Language, RunId};
use assay_engine::{FileChange, FileRecord, file_history, workspace_folder};
use assay_plan::DashboardKind;
use assay_store::Store;
use serde_json::{Value, json};

use crate::app::App;
use crate::table::table;
use crate::users_file;

/// Every file with its newest version and those that were lost, and how to get one back.
pub(super) fn list(app: &App, store: &Store, run: &RunId) -> anyhow::Result<()> {
    let language = language_of(store, run)?;
    let files = file_history(store, run)?;
    let folder = workspace_folder(store, run);
    if app.output.json {
        let files: Vec<Value> = files.iter().map(|file| as_json(file, &folder)).collect();
        return app
            .output
            .value(&json!({"run": run, "folder": folder, "files": files}));
    }
    if files.is_empty() {
        app.output.say(language.pick(
            "this run has no files; `assay auto` makes some",
            "该研究没有文件；`assay auto` 的研究才有",
        ));
        return Ok(());
    }
    let rows: Vec<Vec<String>> = files
        .iter()
        .flat_map(|file| rows(file, &folder, language))
        .collect();
    let header = language.pick(
        ["FILE", "VERSION", "BYTES", "STATE"],
        ["文件", "版本", "字节", "状态"],
    );
    app.output.data(&table(&header, &rows))?;
    let get = app.command(&format!("show {run} --file"));
    app.output.say(language.pick(
        format!("files: {}\nhint: to get one back, whichever its version: {get} \"PATH@VERSION\" --out FILE", folder.display()),
        format!("文件：{}\nhint: 取回任一版本：{get} \"路径@版本\" --out 文件", folder.display()),
    ));
    Ok(())
}

/// Prints one version of a file, or writes it where the user says.
pub(super) fn print(
    app: &App,
    store: &Store,
    run: &RunId,
    wanted: &str,
    (out, force): (Option<&Path>, bool),
) -> anyhow::Result<()> {
    let files = file_history(store, run)?;
    let (path, number, content) = find(&files, wanted).map_err(|error| {
        let list = app.command(&format!("show {run} --files"));
        anyhow!("{error}; `{list}` lists what there is")
    })?;
    if let Some(out) = out {
        users_file::write_unless_foreign(app, out, content, force)?;
        return app.output.done(
            out.display().to_string(),
            &json!({"run": run, "path": path, "version": number, "file": out}),
        );
    }
    let Ok(text) = std::str::from_utf8(content) else {
        bail!("{path} is no text: say where to with --out FILE");
    };
    app.output.text(
        text,
        &json!({"run": run, "path": path, "version": number, "text": text}),
    )
}

/// `PATH` or `PATH@VERSION`. A path that ends like a version is taken as a path first.
fn find<'a>(files: &'a [FileRecord], wanted: &str) -> anyhow::Result<(&'a str, usize, &'a [u8])> {
    let named = |path: &str| {
        let path = path.trim_start_matches("./").to_lowercase();
        files.iter().find(|file| file.path.to_lowercase() == path)
    };
    let (file, number) = match (named(wanted), wanted.rsplit_once('@')) {
        (Some(file), _) => (file, file.newest()),
        (None, Some((path, number))) => {
            let file = named(path).ok_or_else(|| anyhow!("the run has no file {path}"))?;
            let number = number.parse();
            (file, Some(number.context("a version is a number")?))
        }
        (None, None) => bail!("the run has no file {wanted}"),
    };
    let path = file.path.as_str();
    let last = file.versions.len();
    let number = number.ok_or_else(|| anyhow!("{path} has no version with a content"))?;
    let version = file
        .version(number)
        .ok_or_else(|| anyhow!("{path} has versions 1 to {last}, not {number}"))?;
    let content = version.content.as_deref();
    let content = content.ok_or_else(|| {
        anyhow!("{path}@{number} is its removal; the version before has its text")
    })?;
    Ok((path, number, content))
}

/// A file's rows, newest version first. Of a dashboard, which is replaced again and again, the earlier
/// versions are one row.
fn rows(file: &FileRecord, folder: &Path, language: Language) -> Vec<Vec<String>> {
    let row = |version: String, bytes: String, state: &str| {
        vec![file.path.clone(), version, bytes, state.to_owned()]
    };
    let bytes = |number: usize| {
        let content = file.version(number)?.content.as_ref()?;
        Some(content.len().to_string())
    };
    let numbered = |number: usize, state: &str| {
        row(number.to_string(), bytes(number).unwrap_or_default(), state)
    };
    let mut rows = Vec::new();
    if let Some(now) = now(file) {
        let state = if folder.join(&file.path).is_file() {
            language.pick("in the folder", "在目录中")
        } else {
            language.pick("no longer in the folder", "已不在目录中")
        };
        rows.push(numbered(now, state));
    }
    let overwritten = language.pick("overwritten", "已被覆盖");
    let is_dashboard = DashboardKind::ALL
        .iter()
        .any(|kind| kind.file() == file.path);
    let lost = file.lost();
    if let (true, Some((last, _))) = (is_dashboard && lost.len() > 1, lost.last()) {
        rows.push(row(format!("1-{last}"), String::new(), overwritten));
        return rows;
    }
    rows.extend(lost.into_iter().rev().map(|(number, change)| match change {
        FileChange::Removed => numbered(number, language.pick("removed", "已删除")),
        _ => numbered(number, overwritten),
    }));
    rows
}

/// The version that the run ended with; none if that was a removal.
fn now(file: &FileRecord) -> Option<usize> {
    file.newest()
        .filter(|number| *number == file.versions.len())
}

fn as_json(file: &FileRecord, folder: &Path) -> Value {
    let lost = file.lost();
    let versions = file.versions.iter().zip(1..).map(|(version, number)| {
        let fate = lost.iter().find(|(lost, _)| *lost == number);
        json!({
            "version": number,
            "change": word(version.change),
            "bytes": version.content.as_ref().map(Vec::len),
            "lost": fate.map(|(_, change)| word(*change)),
        })
    });
    json!({
        "path": file.path,
        "in_folder": folder.join(&file.path).is_file(),
        "versions": versions.collect::<Vec<_>>(),
    })
}

fn word(change: FileChange) -> &'static str {
    match change {
        FileChange::Created => "created",
        FileChange::Extended => "extended",
        FileChange::Overwritten => "overwritten",
        FileChange::Removed => "removed",
    }
}

fn language_of(store: &Store, run: &RunId) -> anyhow::Result<Language> {
    let row = store.run(run)?;
    Ok(row.map_or(Language::En, |row| row.language))
}
