use assay_workspace::{FileAction, Quota, WorkspaceError, WriteMode};

use crate::{Lab, read, write};

fn small() -> Quota {
    Quota {
        total_bytes: 1_000,
        file_bytes: 400,
        entries: 6,
        depth: 3,
        name_bytes: 20,
        reply_characters: 100,
        reply_items: 5,
    }
}

fn limit(result: Result<assay_workspace::FileReply, WorkspaceError>) -> &'static str {
    match result {
        Err(WorkspaceError::Quota { what, .. }) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_too_much_is_refused_and_the_files_stay_as_they_were() {
    let mut lab = Lab::with(small());
    assert_eq!(
        limit(lab.put("a.md", &"x".repeat(401))),
        "bytes of one file"
    );
    assert_eq!(
        limit(lab.put("gigabyte.md", &"x".repeat(1 << 20))),
        "bytes of one file"
    );
    lab.put("a.md", &"a".repeat(400)).unwrap();
    assert_eq!(
        limit(lab.do_it(write("a.md", "b", WriteMode::Append))),
        "bytes of one file"
    );
    lab.put("b.md", &"b".repeat(400)).unwrap();
    assert_eq!(
        limit(lab.put("c.md", &"c".repeat(201))),
        "bytes of all files"
    );
    lab.put("c.md", &"c".repeat(200)).unwrap();
    assert_eq!(lab.workspace.text("a.md").unwrap(), "a".repeat(400));
    // A file that is replaced makes room for itself, and one that is deleted for others.
    lab.put("a.md", &"d".repeat(400)).unwrap();
    lab.do_it(FileAction::DeleteFile {
        file_path: "b.md".to_owned(),
    })
    .unwrap();
    lab.put("d.md", &"d".repeat(300)).unwrap();
}

#[test]
fn a_picture_is_kept_within_the_same_limits_and_walls() {
    let mut lab = Lab::with(small());
    let picture = [0x89, 0x50, 0x4e, 0x47, 0xff];
    assert_eq!(lab.workspace.room(), 400, "one file");
    lab.workspace
        .put_bytes("Pictures/01.png", &picture)
        .unwrap();
    assert_eq!(
        std::fs::read(lab.inside("Pictures/01.png")).unwrap(),
        picture
    );
    lab.put("a.md", &"a".repeat(400)).unwrap();
    lab.put("b.md", &"b".repeat(400)).unwrap();
    assert_eq!(lab.workspace.room(), 195, "what is left");
    let too_much = lab.workspace.put_bytes("Pictures/02.png", &[0; 196]);
    assert!(matches!(too_much, Err(WorkspaceError::Quota { .. })));
    for outside in ["../outside/canary.md", "/etc/canary", "Pictures/../../x"] {
        let refused = lab.workspace.put_bytes(outside, &picture);
        assert!(
            matches!(refused, Err(WorkspaceError::Path { .. })),
            "{outside}"
        );
    }
    lab.assert_canary_is_whole();
}

#[test]
fn entries_depth_and_names_have_limits() {
    let mut lab = Lab::with(small());
    lab.put("1/2/3.md", "x").unwrap();
    lab.put("4.md", "x").unwrap();
    lab.put("5.md", "x").unwrap();
    lab.put("6.md", "x").unwrap();
    assert_eq!(limit(lab.put("7.md", "x")), "files and folders");
    let folder = FileAction::CreateDirectory {
        directory_path: "f".to_owned(),
    };
    assert_eq!(limit(lab.do_it(folder)), "files and folders");
    for path in ["1/2/3/4.md", "123456789012345678901.md"] {
        assert!(
            matches!(lab.put(path, "x"), Err(WorkspaceError::Path { .. })),
            "{path}"
        );
    }
}

#[test]
fn what_was_there_counts_when_a_workspace_is_opened_again() {
    let mut lab = Lab::with(small());
    lab.put("a.md", &"a".repeat(400)).unwrap();
    lab.put("b.md", &"b".repeat(400)).unwrap();
    let folder = lab.inside("");
    lab.workspace = assay_workspace::Workspace::open(&folder, small()).unwrap();
    assert_eq!(
        limit(lab.put("c.md", &"c".repeat(201))),
        "bytes of all files"
    );
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(48))]

    /// Whatever is written in whatever order, the folder never holds more than it may, and the
    /// workspace knows what it holds.
    #[test]
    fn the_folder_never_holds_more_than_it_may(
        writes in proptest::collection::vec((0u8..6, 0usize..500, 0u8..4), 0..40),
    ) {
        let mut lab = Lab::with(small());
        for (name, length, what) in writes {
            let path = format!("{}/{name}.md", name % 2);
            let text = "x".repeat(length);
            // A refusal is the point.
            drop(match what {
                0 => lab.do_it(FileAction::DeleteFile { file_path: path }),
                1 => lab.do_it(write(&path, &text, WriteMode::Append)),
                2 => lab.do_it(read(&path)),
                _ => lab.put(&path, &text),
            });
            let mut bytes = 0;
            let files = lab.workspace.files("").unwrap();
            for file in &files {
                bytes += lab.workspace.text(file).unwrap().len();
            }
            proptest::prop_assert!(bytes <= 1_000 && files.len() <= 6, "{bytes} bytes, {} files", files.len());
        }
    }
}
