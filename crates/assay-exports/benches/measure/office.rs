use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use assay_domain::Language;
use assay_exports::{SheetCell, xlsx};
use assay_measure::{Figure, Measured, Scratch};

use crate::sample_model::model;

/// How far a result computed in binary may lie from ours.
const NEAR: f64 = 1e-9;

/// The results are taken out of the file before the program opens it, so what it shows it computed.
pub(crate) fn measure() -> Result<Measured> {
    if Command::new("soffice").arg("--version").output().is_err() {
        return Ok(Measured::Skipped("soffice is not installed".to_owned()));
    }
    let (mut formulas, mut equal) = (0, 0);
    for language in [Language::En, Language::Zh] {
        let book = model(language);
        let shown = recomputed(&without_results(&xlsx(&book)?)?)?;
        let sheet = book.sheets.get(1).context("the model's sheet")?;
        for (cells, line) in sheet.rows.iter().zip(shown.lines()) {
            for (cell, text) in cells.iter().zip(line.split(',')) {
                let SheetCell::Formula { result, .. } = cell else {
                    continue;
                };
                let given: f64 = result.to_string().parse()?;
                let found: f64 = text.parse().with_context(|| format!("{line}: {text}"))?;
                formulas += 1;
                equal += usize::from((found - given).abs() <= given.abs() * NEAR);
            }
        }
    }
    anyhow::ensure!(formulas > 0, "the model has no formula");
    let name = "office: formulas computed by LibreOffice to the result given";
    Ok(Measured::Figures(vec![
        Figure::share(name, equal, formulas).at_least(100.0),
    ]))
}

/// The file with every stored result taken out. A program that finds none must compute.
fn without_results(file: &[u8]) -> Result<Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(file))?;
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let mut part = archive.by_index(at)?;
        let mut text = String::new();
        part.read_to_string(&mut text)?;
        let mut pieces = text.split("</f><v>");
        let mut kept = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (_, rest) = piece.split_once("</v>").context("the end of a result")?;
            kept.push_str("</f>");
            kept.push_str(rest);
        }
        out.start_file(part.name()?, zip::write::SimpleFileOptions::default())?;
        out.write_all(kept.as_bytes())?;
    }
    Ok(out.finish()?.into_inner())
}

/// The second sheet as the program writes it to CSV, in full precision.
fn recomputed(workbook: &[u8]) -> Result<String> {
    let scratch = Scratch::new("office")?;
    let file = scratch.path().join("model.xlsx");
    fs::write(&file, workbook)?;
    let filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,2";
    let status = Command::new("soffice")
        .arg(format!(
            "-env:UserInstallation=file://{}",
            scratch.path().join("profile").display()
        ))
        .args(["--headless", "--convert-to", filter, "--outdir"])
        .arg(scratch.path())
        .arg(&file)
        .output()?;
    anyhow::ensure!(
        status.status.success(),
        "soffice: {}",
        String::from_utf8_lossy(&status.stderr)
    );
    read_csv(scratch.path())
}

fn read_csv(folder: &Path) -> Result<String> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "csv") {
            return Ok(fs::read_to_string(path)?);
        }
    }
    anyhow::bail!("soffice wrote no CSV file")
}
