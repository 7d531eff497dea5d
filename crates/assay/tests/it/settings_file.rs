//! The file of settings: no change is lost, none is half done, and nothing runs past a ceiling that
//! cannot be read.

use std::fs;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;

use crate::home::{Home, sample_plan};

const BEFORE: &str = "# mine\n[budget]\nmax_cost_usd = 2\n";

fn settings_of(home: &Home) -> PathBuf {
    home.state().join("config.toml")
}

#[test]
fn changes_of_many_processes_at_once_are_all_kept() {
    let home = Home::empty();
    home.configure(BEFORE);
    let changes = [
        ("budget.max_tokens", "50000"),
        ("language", "zh"),
        ("models.default", "ollama/m"),
        ("models.plan", "offline"),
        ("read.max_pages", "77"),
        ("research.max_rounds", "5"),
        ("run.concurrency", "2"),
        ("run.max_steps", "9"),
        ("run.stream", "false"),
        ("sampling.temperature", "1"),
    ];
    let started = changes.map(|(key, value)| {
        let mut command = home.command(["config", "set", key, value]);
        command.stderr(Stdio::null()).spawn().unwrap()
    });
    for mut child in started {
        assert!(child.wait().unwrap().success());
    }
    let shown = home.json(&["--json", "config"]);
    for (key, value) in changes.into_iter().chain([("budget.max_cost_usd", "2")]) {
        assert_eq!(shown["values"][key]["value"], value, "{key}");
    }
    let text = fs::read_to_string(settings_of(&home)).unwrap();
    assert!(text.contains("# mine\n[budget]\n"), "{text}");
}

#[test]
fn a_change_that_cannot_be_written_leaves_the_file_as_it_was() {
    let home = Home::empty();
    home.configure(BEFORE);
    // the place of the new text is taken by what cannot be removed as a file
    home.write("state/config.toml.new/in-the-way", "");
    let ran = home.assay(&["config", "set", "language", "zh"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("cannot write"), "{ran:?}");
    assert_eq!(fs::read_to_string(settings_of(&home)).unwrap(), BEFORE);
}

/// As on a full disk, where a file can be emptied and not be filled again.
#[cfg(unix)]
#[test]
fn a_write_that_fails_or_kills_leaves_the_file_as_it_was() {
    for (when_refused, code) in [("trap '' XFSZ", Some(1)), ("trap - XFSZ", None)] {
        let home = Home::empty();
        home.configure(BEFORE);
        let change = home.command(["config", "set", "language", "zh"]);
        let ran = Command::new("sh")
            .arg("-c")
            .arg(format!("{when_refused}; ulimit -f 0; exec \"$0\" \"$@\""))
            .arg(change.get_program())
            .args(change.get_args())
            .env("ASSAY_HOME", home.state())
            .output()
            .unwrap();
        assert_eq!(ran.status.code(), code, "{ran:?}");
        let kept = fs::read_to_string(settings_of(&home)).unwrap();
        assert_eq!(kept, BEFORE, "{when_refused}");
        home.must(&["config", "set", "language", "zh"]);
        assert_eq!(home.must(&["config", "get", "language"]).stdout, "zh\n");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_kill_at_any_step_leaves_the_old_text_or_the_new() {
    use xtask::lab::Fault;

    use crate::fault::FaultLab;

    let Some(lab) = FaultLab::open() else { return };
    let change = ["config", "set", "language", "zh"];
    let tried = |fault| {
        let home = Home::empty();
        home.configure(BEFORE);
        let trial = lab.run(&home, &change, fault);
        (fs::read_to_string(settings_of(&home)).unwrap(), trial, home)
    };
    let (after, whole, _) = tried(Fault::None);
    assert_eq!(whole.calls, "srs", "file flushed, renamed, folder flushed");
    let (kept, trial, _) = tried(Fault::SyncFailsAt(1));
    assert_eq!(trial.output.status.code(), Some(1));
    assert_eq!(kept, BEFORE);
    for call in 1..=3 {
        let (found, trial, home) = tried(Fault::KillAt(call));
        assert!(trial.was_killed(), "{call}");
        let expected = if call == 3 { after.as_str() } else { BEFORE };
        assert_eq!(found, expected, "{call}");
        home.must(&change);
        let again = fs::read_to_string(settings_of(&home)).unwrap();
        assert_eq!(again, after, "{call}");
        let aside = home.state().join("config.toml.new");
        assert!(!aside.try_exists().unwrap(), "nothing is left behind");
    }
}

#[test]
fn nothing_runs_while_a_ceiling_cannot_be_read() {
    let home = Home::with_samples();
    for (text, words) in [
        (&b"[budget]\n\nmax_cost_usd = \n"[..], ", line 3"),
        (b"language = \"en\"\n[budget\nmax_tokens = 9\n", ", line 2"),
        (b"[budget]\nmax_tokens = [4]\n", ", line 2"),
        (
            b"[budget]\n# a typing error\nmax_cost_usd = \"2,50\"\n",
            ", line 3",
        ),
        (b"budget.max_token = 9\n", ", line 1"),
        (b"[budget]\nmax_tokens = 9 # \xff\n", "cannot be read"),
    ] {
        home.write("state/config.toml", text);
        let ran = home.assay(&["run", &sample_plan()]);
        assert_eq!(ran.code, Some(1), "{words}: {ran:?}");
        let file = settings_of(&home).display().to_string();
        for words in [&file, words, "ceiling", "move the file away"] {
            assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
        }
        assert_eq!(ran.stderr.trim_end().lines().count(), 1, "{}", ran.stderr);
    }
    assert!(home.runs().is_empty());
}

#[cfg(unix)]
#[test]
fn a_settings_file_behind_a_link_stays_there() {
    let home = Home::with_samples();
    let real = home.path("dotfiles/assay.toml");
    std::os::unix::fs::symlink(&real, settings_of(&home)).unwrap();
    let ran = home.assay(&["run", &sample_plan()]);
    assert_eq!(
        ran.code,
        Some(1),
        "what it led to may hold a ceiling: {ran:?}"
    );
    assert!(ran.stderr.contains("cannot be read"), "{ran:?}");

    home.write("dotfiles/assay.toml", BEFORE);
    home.must(&["config", "set", "language", "zh"]);
    assert!(settings_of(&home).is_symlink());
    let text = fs::read_to_string(real).unwrap();
    assert!(text.contains("language = \"zh\"") && text.contains("max_cost_usd = 2"));
}
