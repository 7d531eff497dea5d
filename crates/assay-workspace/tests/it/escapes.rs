//! Every way out that is known, and none of them leads anywhere.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

use assay_workspace::{FileAction, FileReply, WriteMode};

use crate::{CANARY, Lab, read, write};

/// Every action that takes a path, with this one.
fn actions(path: &str) -> Vec<FileAction> {
    let path = || path.to_owned();
    vec![
        read(&path()),
        write(&path(), "overwritten", WriteMode::Overwrite),
        write(&path(), "appended", WriteMode::Append),
        FileAction::WriteFile {
            file_path: path(),
            content: "inserted".to_owned(),
            mode: WriteMode::Insert,
            line: Some(1),
        },
        FileAction::CreateFile {
            file_path: path(),
            initial_content: "created".to_owned(),
        },
        FileAction::SearchInFile {
            file_path: path(),
            pattern: "canary".to_owned(),
            context_lines: 1,
        },
        FileAction::GrepFiles {
            pattern: "canary".to_owned(),
            directory: path(),
        },
        FileAction::FileSearch {
            directory: path(),
            name_pattern: "*".to_owned(),
        },
        FileAction::StreamReadFile {
            file_path: path(),
            chunk_size: 10,
        },
        FileAction::ListDirectory {
            directory_path: path(),
        },
        FileAction::CreateDirectory {
            directory_path: path(),
        },
        FileAction::DeleteFile { file_path: path() },
    ]
}

fn assert_refused(lab: &mut Lab, path: &str) {
    for action in actions(path) {
        match lab.do_it(action.clone()) {
            Err(error) => assert!(!error.to_string().contains(CANARY), "{action:?}: {error}"),
            Ok(reply) => panic!("{action:?} gave {reply:?}"),
        }
    }
    lab.assert_canary_is_whole();
}

#[test]
fn no_spelling_of_a_path_leads_out() {
    let mut lab = Lab::new();
    lab.put("a/b.md", "here").unwrap();
    let absolute = lab.canary().display().to_string();
    let long = "x".repeat(300);
    let deep = "a/".repeat(50) + "b.md";
    let table = [
        "..",
        "../outside/canary.md",
        "a/../../outside/canary.md",
        "./../outside/canary.md",
        "a/./../../outside/canary.md",
        "a/b/../../../outside/canary.md",
        " ../outside/canary.md",
        "a/ .. / .. /outside/canary.md",
        "/etc/passwd",
        "//etc/passwd",
        "/proc/self/cwd/../etc/passwd",
        "/proc/self/cwd",
        "/dev/zero",
        "~/canary.md",
        "~root",
        "..\\outside\\canary.md",
        "a\\..\\..\\outside",
        "C:\\Windows",
        "C:/Windows",
        "c:canary.md",
        "canary.md\0.txt",
        "a\n/etc/passwd",
        "\u{202e}dm.yranac",
        "a\u{200b}.md",
        ".assay-1-1",
        ".ASSAY-x",
        &absolute,
        &long,
        &deep,
    ];
    for path in table {
        assert_refused(&mut lab, path);
    }
}

#[test]
fn links_pipes_and_sockets_are_not_touched() {
    let mut lab = Lab::new();
    symlink(lab.canary(), lab.inside("link.md")).unwrap();
    symlink("../outside/canary.md", lab.inside("relative.md")).unwrap();
    symlink(lab.folder.path().join("outside"), lab.inside("way")).unwrap();
    symlink("/proc/self/root", lab.inside("magic")).unwrap();
    symlink("nowhere", lab.inside("dangling.md")).unwrap();
    symlink("loop.md", lab.inside("loop.md")).unwrap();
    fs::hard_link(lab.canary(), lab.inside("hard.md")).unwrap();
    let pipe = lab.inside("pipe.md");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &pipe,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .unwrap();
    let _socket = UnixListener::bind(lab.inside("socket.md")).unwrap();
    for path in [
        "link.md",
        "relative.md",
        "way",
        "way/canary.md",
        "way/new.md",
        "magic/etc/passwd",
        "dangling.md",
        "loop.md",
        "loop.md/x",
        "hard.md",
        "pipe.md",
        "socket.md",
    ] {
        assert_refused(&mut lab, path);
    }
    // What looks through whole folders passes them by.
    let grep = FileAction::GrepFiles {
        pattern: "canary".to_owned(),
        directory: String::new(),
    };
    let found = lab.do_it(grep).unwrap();
    assert!(
        matches!(&found, FileReply::Matches { found, .. } if found.is_empty()),
        "{found:?}"
    );
}

#[test]
fn clearing_removes_links_and_leaves_what_they_lead_to() {
    let mut lab = Lab::new();
    symlink(lab.folder.path().join("outside"), lab.inside("way")).unwrap();
    fs::hard_link(lab.canary(), lab.inside("hard.md")).unwrap();
    lab.put("a/b/c.md", "text").unwrap();
    lab.workspace.clear().unwrap();
    assert_eq!(fs::read_dir(lab.inside("")).unwrap().count(), 0);
    lab.assert_canary_is_whole();
}

#[test]
fn two_spellings_of_a_name_are_one_file() {
    let mut lab = Lab::new();
    lab.put("Notebook/caf\u{e9}.md", "composed").unwrap();
    lab.put("Notebook/cafe\u{301}.md", "decomposed").unwrap();
    lab.put("notebook/CAF\u{c9}.md", "upper").unwrap();
    assert_eq!(lab.workspace.files("").unwrap(), ["Notebook/café.md"]);
    assert_eq!(lab.workspace.text("Notebook/café.md").unwrap(), "upper");
}
