//! `cargo xtask lab`: what goes wrong around the program, case by case.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::args::LabArgs;
use crate::process::{cargo, step};

/// A kind of fault: its name, what must hold under it, and the tests of the program that try it.
struct Case {
    name: &'static str,
    holds: &'static str,
    tests: &'static [&'static str],
}

const CASES: [Case; 7] = [
    Case {
        name: "kill",
        holds: "killed at a durable system call, a run resumes to the same report",
        tests: &["crash::"],
    },
    Case {
        name: "disk",
        holds: "a full, failing or damaged disk loses nothing that was told",
        tests: &["disk::"],
    },
    Case {
        name: "config race",
        holds: "settings that are sent at once, or cut in mid-write, are all kept",
        tests: &[
            "serve::settings_and_keys_that_are_sent_at_once_are_all_kept",
            "settings_file::",
        ],
    },
    Case {
        name: "cut-reply ceiling",
        holds: "what reaches a provider stays under the ceiling, whatever comes of it",
        tests: &["spending::"],
    },
    Case {
        name: "report power cut",
        holds: "report files are whole when they are told of, or told and made again",
        tests: &["report_files::", "power_cut::", "--include-ignored"],
    },
    Case {
        name: "outage",
        holds: "sections that are paid for can be read, whenever a provider goes away",
        tests: &["outage::"],
    },
    Case {
        name: "take-over",
        holds: "a run whose process is gone goes on, one whose process stands still is told",
        tests: &["take_over::"],
    },
];

/// Tries the named cases, or all. Every lab must be able to run.
pub(crate) fn run(root: &Path, args: &LabArgs) -> Result<ExitCode> {
    let is_wanted =
        |case: &&Case| args.cases.is_empty() || args.cases.iter().any(|name| name == case.name);
    for name in &args.cases {
        if !CASES.iter().any(|case| case.name == name) {
            let known = CASES.map(|case| case.name).join(", ");
            bail!("there is no case `{name}`; known: {known}");
        }
    }
    let mut broken = Vec::new();
    for case in CASES.iter().filter(is_wanted) {
        let mut tests = cargo(root);
        tests
            .env("ASSAY_REQUIRE_LABS", "1")
            .args(["test", "-p", "assay", "--test", "it", "--"])
            .args(case.tests);
        match step(case.name, &mut tests) {
            Ok(()) => println!("held    {}: {}", case.name, case.holds),
            Err(error) => {
                println!("broken  {}: {}", case.name, case.holds);
                eprintln!("xtask: {error:#}");
                broken.push(case.name);
            }
        }
    }
    Ok(if broken.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
