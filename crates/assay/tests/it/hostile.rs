//! Documents that were made to do harm, through the process that really reads them: the program
//! lives on, each file gets a verdict, and the child stays within its limits.

use std::path::PathBuf;
use std::time::Duration;

use assay_engine::{DocumentLimits, ReadFailure, ReadLimits, Reading};
use tokio::runtime::{Builder, Runtime};

use crate::home::Home;
use crate::hostile_files::{self, Expect, Hostile};

fn reading(limits: ReadLimits) -> Reading {
    Reading::new(PathBuf::from(env!("CARGO_BIN_EXE_assay")), limits)
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

#[test]
fn hostile_documents_get_a_verdict_and_harm_nobody() {
    let files = hostile_files::all();
    assert!(files.len() >= 30, "{}", files.len());
    // files that never end are ended after this, and the rest of the test need not wait longer
    let limits = ReadLimits::default().with_cpu(Duration::from_secs(10));
    let reading = reading(limits);
    let runtime = runtime();
    let mut wrong = Vec::new();
    for Hostile {
        name,
        bytes,
        expect,
    } in files
    {
        let outcome = runtime.block_on(reading.read(name, &bytes));
        let shown = match &outcome {
            Ok(parsed) => format!("read, {} bytes of text", parsed.text.len()),
            Err(failure) => format!("refused: {failure}"),
        };
        let is_verdict = !matches!(
            outcome,
            Err(ReadFailure::Start { .. } | ReadFailure::Pipe(_) | ReadFailure::Reply(_))
        );
        let is_expected = match expect {
            Expect::Any => true,
            Expect::Read => outcome.is_ok(),
            Expect::Refused => outcome.is_err(),
            Expect::Encrypted => shown.contains("is encrypted"),
            Expect::Reason => matches!(outcome, Err(ReadFailure::Document(_))),
        };
        if !is_verdict || !is_expected {
            wrong.push(format!("{name} (expected {expect:?}): {shown}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited_in_the_child() {
    // the limit counts the program itself, which is large where it was built for debugging
    let limits = ReadLimits {
        memory_bytes: 200 << 20,
        document: DocumentLimits {
            text_megabytes: 64,
            ..DocumentLimits::default()
        },
        ..ReadLimits::default()
    };
    let text = "A line of a long text without end.\n".repeat(1_500_000);
    let outcome = runtime().block_on(reading(limits).read("long.md", text.as_bytes()));
    assert!(
        matches!(outcome, Err(ReadFailure::TooMuchMemory { .. })),
        "{outcome:?}"
    );
}

#[test]
fn a_reader_that_hangs_is_ended() {
    let limits = ReadLimits {
        wall: Duration::from_millis(1),
        ..ReadLimits::default()
    };
    let outcome = runtime().block_on(reading(limits).read("a.txt", b"A text."));
    assert!(
        matches!(outcome, Err(ReadFailure::TooSlow { .. })),
        "{outcome:?}"
    );
}

#[test]
fn the_child_keeps_to_the_number_of_pages() {
    let mut files = hostile_files::all().into_iter();
    let whole = files.find(|file| file.name == "whole.pdf").unwrap();
    let limits = ReadLimits {
        document: DocumentLimits {
            pages: 0,
            ..DocumentLimits::default()
        },
        ..ReadLimits::default()
    };
    let outcome = runtime().block_on(reading(limits).read(whole.name, &whole.bytes));
    let refusal = outcome.unwrap_err().to_string();
    assert!(refusal.contains("at most 0 are read"), "{refusal}");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let reading = Reading::new(PathBuf::from("no/such/assay"), ReadLimits::default());
    let failure = runtime()
        .block_on(reading.read("a.txt", b"A text."))
        .unwrap_err();
    assert!(failure.to_string().contains("no/such/assay"), "{failure}");
}

#[test]
fn a_program_that_answers_otherwise_is_not_believed() {
    let other = Reading::new(PathBuf::from("/bin/echo"), ReadLimits::default());
    let failure = runtime()
        .block_on(other.read("a.txt", b"A text."))
        .unwrap_err();
    assert!(matches!(failure, ReadFailure::Reply(_)), "{failure}");
}

#[test]
fn a_document_is_the_same_from_the_child() {
    let text = "# Results\n\nRevenue rose to $12.5 million. 营业收入增长。\n";
    let parsed = runtime()
        .block_on(reading(ReadLimits::default()).read("notes/acme.md", text.as_bytes()))
        .unwrap();
    assert_eq!(parsed.title, "Results");
    assert_eq!(parsed.text, text);
}

/// A small file that unfolds to much text is refused by what the program would have to do with it.
#[test]
fn what_a_document_brings_is_bounded_before_it_is_stored() {
    let home = Home::empty();
    home.configure("[read]\nmax_text_mb = 1\n");
    let words = "Barges are counted again every morning at the harbour office. ";
    home.write("long.txt", words.repeat((3 << 20) / words.len()));
    // every passage below carries these
    let above = |level: usize| format!("{} {}\n\n", "#".repeat(level), "harbour ".repeat(110));
    let mut headed: String = (1..=5).map(above).collect();
    for number in 0..2_000 {
        headed.push_str(&format!("###### Berth {number}\n\nEmpty.\n\n"));
    }
    home.write("headed.md", headed);
    home.write(
        "fine.md",
        "# Harbour\n\nThe harbour office counts barges.\n",
    );
    for (file, said) in [
        ("long.txt", "it has 3 MB of text, and at most 1 are read"),
        ("headed.md", "2000 passages with their headings come to"),
    ] {
        let ran = home.assay(&["ingest", file, "fine.md"]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.stderr.contains(said), "{ran:?}");
        assert!(ran.stderr.contains("raise \"read.max_text_mb\""), "{ran:?}");
    }
    home.assert_sound();
    home.must(&["config", "set", "read.max_text_mb", "4"]);
    home.must(&["ingest", "long.txt", "headed.md"]);
}
