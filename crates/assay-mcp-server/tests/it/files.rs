use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::support::Desk;

#[tokio::test]
async fn only_files_of_allowed_folders_come_in() {
    let place = TempDir::new().unwrap();
    let root = place.path().canonicalize().unwrap();
    let open = root.join("open");
    fs::create_dir_all(open.join("sub")).unwrap();
    fs::write(
        open.join("sub/a.md"),
        "Haldric Flow sold 77 pumps in 2024.\n",
    )
    .unwrap();
    fs::write(root.join("secret.txt"), "not for you, 88 of them in 2024\n").unwrap();
    symlink(root.join("secret.txt"), open.join("link.txt")).unwrap();
    symlink(&root, open.join("up")).unwrap();
    fs::hard_link(root.join("secret.txt"), open.join("hard.txt")).unwrap();
    let fifo = Command::new("mkfifo").arg(open.join("pipe.txt")).status();
    assert!(fifo.unwrap().success());

    let desk = Desk::allowing(vec![open.clone()]).await;
    let paths = [
        open.join("sub/a.md"),
        "sub/a.md".into(),
        "./sub/a.md".into(),
    ];
    for (before, path) in paths.into_iter().enumerate() {
        let told = desk.call("ingest_file", json!({"path": path})).await;
        assert_eq!(told["known_before"], before > 0, "{told}");
    }
    let found = desk.call("library_search", json!({"query": "Haldric pumps sold"}));
    let found = found.await.to_string();
    assert!(found.contains("77 pumps"), "{found}");
    for (path, why) in [
        (
            root.join("secret.txt"),
            "in no folder that the user allowed",
        ),
        (open.join("../secret.txt"), "leads out"),
        ("../secret.txt".into(), "leads out"),
        ("sub/../../secret.txt".into(), "leads out"),
        ("link.txt".into(), "cannot open"),
        ("up/secret.txt".into(), "cannot open"),
        ("hard.txt".into(), "second name"),
        ("pipe.txt".into(), "no regular file"),
        ("sub".into(), "no regular file"),
        ("none.txt".into(), "cannot open"),
        ("/etc/passwd".into(), "in no folder that the user allowed"),
    ] {
        let told = desk.refusal("ingest_file", json!({"path": path})).await;
        assert!(told.contains(why), "{}: {told}", path.display());
        assert!(!told.contains("88 of them"), "{told}");
    }

    let closed = Desk::new().await;
    let told = closed
        .refusal("ingest_file", json!({"path": open.join("sub/a.md")}))
        .await;
    assert!(told.contains("no folder is allowed"), "{told}");
}
