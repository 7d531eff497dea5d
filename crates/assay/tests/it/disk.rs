//! A disk that is full, fails or was tampered with: said clearly, nothing lost.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;

use rusqlite::{Connection, OpenFlags};

use crate::home::{Home, Ran, sample_plan};

/// A connection of some other program.
fn outsider(home: &Home) -> Connection {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    Connection::open_with_flags(home.state().join("assay.db"), flags).unwrap()
}

fn finished_run() -> (Home, String) {
    let home = Home::with_samples();
    let report = home.must(&["run", &sample_plan()]).stdout;
    (home, report)
}

#[cfg(target_os = "linux")]
mod faults {
    use xtask::lab::Fault;

    use super::*;
    use crate::fault::{FaultLab, spread};

    /// Goes on with what there is: the open run, or a new one.
    fn go_on(home: &Home) -> Ran {
        match home.runs().first() {
            Some(row) => home.assay(&["resume", row.run.as_str()]),
            None => home.assay(&["run", &sample_plan()]),
        }
    }

    fn reference(lab: &FaultLab) -> (String, String) {
        let trial = lab.run(&Home::with_samples(), &["run", &sample_plan()], Fault::None);
        (trial.calls, Ran::from(trial.output).stdout)
    }

    #[test]
    fn a_full_disk_stops_the_run_which_completes_once_there_is_space() {
        let Some(lab) = FaultLab::open() else { return };
        let (calls, report) = reference(&lab);
        for k in spread(calls.len(), 8) {
            let home = Home::with_samples();
            let ran = Ran::from(
                lab.run(&home, &["run", &sample_plan()], Fault::DiskFullFrom(k))
                    .output,
            );
            // the last calls only tidy up after the run's end
            if ran.code == Some(0) {
                assert!(k > calls.len() as u64 / 2, "{k}: {ran:?}");
                assert_eq!(ran.stdout, report);
                continue;
            }
            assert_eq!(ran.code, Some(1), "{k}: {ran:?}");
            let clear = ran.stderr.contains("is full") || ran.stderr.contains("No space left");
            assert!(clear, "{k}: {}", ran.stderr);
            assert!(ran.stderr.contains("E-030"), "{k}: {}", ran.stderr);
            assert!(!ran.stderr.contains("panicked"), "{k}: {}", ran.stderr);
            let resumed = go_on(&home);
            assert_eq!(
                (resumed.code, &resumed.stdout),
                (Some(0), &report),
                "{k}: {resumed:?}"
            );
            home.assert_sound();
        }
    }

    #[test]
    fn an_export_to_a_full_disk_is_told_with_its_code() {
        let Some(lab) = FaultLab::open() else { return };
        let (home, _) = finished_run();
        let run = home.newest().to_string();
        let file = home.path("out.html").display().to_string();
        let arguments = ["export", &run, "-f", "html", "--out", &file];
        let ran = Ran::from(lab.run(&home, &arguments, Fault::DiskFullFrom(1)).output);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.stderr.contains("E-030"), "{}", ran.stderr);
        assert!(
            ran.stderr.contains("run the command again"),
            "{}",
            ran.stderr
        );
    }

    #[test]
    fn a_failed_sync_stops_the_run_which_completes_later() {
        let Some(lab) = FaultLab::open() else { return };
        let (calls, report) = reference(&lab);
        let syncs = calls
            .chars()
            .filter(|call| matches!(call, 's' | 'd'))
            .count();
        for k in spread(syncs, 6) {
            let home = Home::with_samples();
            let trial = lab.run(&home, &["run", &sample_plan()], Fault::SyncFailsAt(k));
            let ran = Ran::from(trial.output);
            if ran.code == Some(0) {
                assert!(k > syncs as u64 / 2, "{k}: {ran:?}");
                continue;
            }
            assert_eq!(ran.code, Some(1), "{k}: {ran:?}");
            let said = ["failed", "stopped"]
                .iter()
                .any(|word| ran.stderr.contains(word));
            assert!(said && ran.stderr.contains("E-031"), "{k}: {}", ran.stderr);
            let resumed = go_on(&home);
            assert_eq!(
                (resumed.code, &resumed.stdout),
                (Some(0), &report),
                "{k}: {resumed:?}"
            );
            home.assert_sound();
        }
    }

    #[test]
    fn a_full_disk_stops_an_ingest_which_completes_once_there_is_space() {
        let Some(lab) = FaultLab::open() else { return };
        let samples = crate::home::repository().join("samples");
        let arguments = ["ingest", "filings", "ir"];
        let whole = lab.run_in(&Home::empty(), &samples, &arguments, Fault::None);
        for k in spread(whole.calls.len(), 6) {
            let home = Home::empty();
            let ran = Ran::from(
                lab.run_in(&home, &samples, &arguments, Fault::DiskFullFrom(k))
                    .output,
            );
            if ran.code != Some(0) {
                assert_eq!(ran.code, Some(1), "{k}: {ran:?}");
                let clear = ran.stderr.contains("is full") || ran.stderr.contains("No space left");
                assert!(clear, "{k}: {}", ran.stderr);
            }
            let again = lab.run_in(&home, &samples, &arguments, Fault::None);
            assert!(again.output.status.success(), "{k}: {again:?}");
            let documents = home.json(&["search", "revenue", "--json"]);
            assert!(!documents.as_array().unwrap().is_empty());
            home.assert_sound();
        }
    }
}

#[test]
fn a_locked_database_is_waited_for_and_drops_nothing() {
    let (home, report) = finished_run();
    let lock = outsider(&home);
    lock.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let mut child = home
        .command(["run", &sample_plan()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    let waits = |line: &String| line.contains("another process is writing to the database");
    let said = told.by_ref().map(Result::unwrap).find(waits);
    assert!(said.is_some(), "it says that it waits");
    assert!(child.try_wait().unwrap().is_none(), "it waits");
    lock.execute_batch("ROLLBACK").unwrap();
    drop(lock);
    let rest = thread::spawn(move || told.for_each(drop));
    let ran = Ran::from(child.wait_with_output().unwrap());
    rest.join().unwrap();
    assert_eq!((ran.code, ran.stdout), (Some(0), report));
    home.assert_sound();
}

#[test]
fn a_damaged_or_newer_database_is_refused_and_left_alone() {
    let garbage = |file: &Path| {
        let mut bytes = fs::read(file).unwrap();
        bytes[..100].fill(b'x');
        fs::write(file, bytes).unwrap();
    };
    let truncated = |file: &Path| {
        let bytes = fs::read(file).unwrap();
        fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
    };
    let emptied = |file: &Path| fs::write(file, "").unwrap();
    let newer = |file: &Path| {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        let database = Connection::open_with_flags(file, flags).unwrap();
        database
            .execute_batch("UPDATE meta SET value = '99' WHERE key = 'format'")
            .unwrap();
    };
    type Damage<'a> = (&'a dyn Fn(&Path), &'a str, &'a str);
    let cases: [Damage<'_>; 4] = [
        (&garbage, "not a readable Assay database", "E-032"),
        (&truncated, "not a readable Assay database", "E-032"),
        (&emptied, "it is empty, but the folder blobs", "E-032"),
        (&newer, "written by a newer Assay (format 99", "E-034"),
    ];
    for (damage, message, code) in cases {
        let home = Home::with_samples();
        let file = home.state().join("assay.db");
        damage(&file);
        let before = fs::read(&file).unwrap();
        for arguments in [
            &["list"][..],
            &["resume"],
            &["store", "check"],
            &["run", &sample_plan()],
        ] {
            let ran = home.assay(arguments);
            assert_eq!(ran.code, Some(1), "{message}: {arguments:?}: {ran:?}");
            assert!(
                ran.stderr.contains(message),
                "{arguments:?}: {}",
                ran.stderr
            );
            assert!(ran.stderr.contains(code), "{arguments:?}: {}", ran.stderr);
        }
        assert!(
            fs::read(&file).unwrap() == before,
            "{message}: the file was written to"
        );
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn a_damaged_or_missing_body_is_found_by_the_check() {
    let (home, _) = finished_run();
    let body = files_below(&home.state().join("blobs")).remove(0);
    let good = fs::read(&body).unwrap();
    let mut bad = good.clone();
    bad[0] ^= 1;
    fs::write(&body, bad).unwrap();
    let check = home.assay(&["store", "check"]);
    assert_eq!(check.code, Some(1), "{check:?}");
    assert!(
        check.stdout.contains("missing or does not match its hash"),
        "{}",
        check.stdout
    );
    assert!(check.stdout.ends_with("not sound\n"), "{}", check.stdout);

    fs::remove_file(&body).unwrap();
    assert_eq!(home.assay(&["store", "check"]).code, Some(1));
    fs::write(&body, good).unwrap();
    assert!(home.must(&["store", "check"]).stdout.ends_with("sound\n"));
}

/// A page that tags a figure: its figures are a body of their own.
const FILING: &str = r#"<?xml version="1.0"?><html><body><div style="display:none"><ix:header><ix:resources>
    <xbrli:context id="y"><xbrli:entity><xbrli:identifier>1</xbrli:identifier></xbrli:entity><xbrli:period>
    <xbrli:startDate>2024-01-01</xbrli:startDate><xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>
    <xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header></div>
    <p>Sales were $<ix:nonFraction contextRef="y" unitRef="usd" name="a:Sales" scale="6">1,234.5</ix:nonFraction>
    million.</p></body></html>"#;

/// The file that a document was made of makes its bodies again, whatever kind of file it is.
#[test]
fn lost_bodies_come_back_with_the_files_they_were_made_of() {
    let files = [
        ("notes.md", "# Acme\n\nRevenue was $10 million in 2024.\n"),
        ("page.html", "<h1>Acme</h1><p>Margin was 12% in 2024.</p>"),
        ("filing.htm", FILING),
    ];
    let home = Home::empty();
    let names = files.map(|(name, _)| name);
    let ingest = [&["--json", "ingest"][..], &names].concat();
    for (name, text) in files {
        home.write(name, text);
    }
    let verdicts = || {
        let told = home.json(&ingest);
        let each = told["ingested"].as_array().unwrap().clone();
        each.iter()
            .map(|one| (one["known"] == true, one["mended"] == true))
            .collect::<Vec<_>>()
    };
    assert_eq!(verdicts(), [(false, false); 3]);
    assert_eq!(
        verdicts(),
        [(true, false); 3],
        "what is whole is left alone"
    );

    let blobs = home.state().join("blobs");
    let bodies = files_below(&blobs);
    assert_eq!(bodies.len(), 1 + 2 + 3, "originals, texts and figures");
    fs::remove_dir_all(&blobs).unwrap();
    let check = home.assay(&["store", "check"]).stdout;
    assert!(
        check.contains("of the document notes.md is missing")
            && check.contains("bring the same file in again with `assay ingest`")
            && !check.contains("assay store check"),
        "{check}"
    );
    assert_eq!(verdicts(), [(true, true); 3], "all are lost");
    assert_eq!(files_below(&blobs), bodies);
    home.assert_sound();

    for body in &bodies {
        fs::write(body, "something else").unwrap();
        let said = home.must(&ingest[1..]).stderr;
        assert!(
            said.contains("its stored copy was missing or damaged and has been written anew"),
            "{said}"
        );
        home.assert_sound();
    }
}

/// Evidence points into a text by place: no other text may take its place.
#[test]
fn a_lost_text_is_not_replaced_by_another() {
    let home = Home::empty();
    let page = "<h1>Acme</h1><p>Margin was 12% in 2024.</p>";
    home.write("page.html", page);
    home.write("page.txt", page);
    home.must(&["ingest", "page.html"]);
    fs::remove_dir_all(home.state().join("blobs")).unwrap();
    let ran = home.assay(&["ingest", "page.txt"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("it came in as page.html"), "{ran:?}");
    home.must(&["ingest", "page.html"]);
    home.assert_sound();
}

#[test]
fn a_damaged_index_is_rebuilt_and_told_of_and_finds_the_same() {
    let queries = ["revenue gross margin", "single source wafers", "苏州"];
    let search = |home: &Home| queries.map(|query| home.must(&["search", "--json", query]).stdout);
    let home = Home::with_samples();
    let expected = search(&home);
    let index = home.state().join("index");
    let files = files_below(&index);
    for file in &files {
        let whole = fs::read(file).unwrap();
        fs::write(file, &whole[..whole.len() / 2]).unwrap();
        let ran = home.must(&["search", "--json", queries[0]]);
        assert_eq!(ran.stdout, expected[0], "{} cut in half", file.display());
        let holds_passages = file
            .extension()
            .is_some_and(|kind| kind == "idx" || kind == "store");
        if holds_passages || !ran.stderr.is_empty() {
            let told = ran.stderr.contains("the search index was damaged")
                && ran.stderr.contains("built anew from the library");
            assert!(told, "{} cut in half: {ran:?}", file.display());
        }
        fs::remove_dir_all(&index).unwrap();
        let copy = Home::with_samples();
        crate::home::copy_folder(&copy.state().join("index"), &index);
    }
    fs::remove_dir_all(&index).unwrap();
    assert_eq!(search(&home), expected, "removed");
}

#[test]
fn lost_projections_are_found_and_rebuilt() {
    let (home, _) = finished_run();
    let list = home.must(&["list"]).stdout;
    for loss in [
        "DELETE FROM runs",
        "DELETE FROM documents",
        "UPDATE runs SET row = replace(row, 'completed', 'failed')",
    ] {
        outsider(&home).execute_batch(loss).unwrap();
        let check = home.assay(&["store", "check"]);
        assert_eq!(check.code, Some(1), "{loss}: {check:?}");
        assert!(
            check.stdout.contains("assay store rebuild"),
            "{loss}: {check:?}"
        );
        home.must(&["store", "rebuild"]);
        home.must(&["store", "check"]);
        assert_eq!(home.must(&["list"]).stdout, list, "{loss}");
    }
}
