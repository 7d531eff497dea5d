//! A folder of a real user holds more than documents; none of it stops an ingest.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

use crate::home::Home;

#[test]
fn everything_that_is_no_document_is_named_and_the_rest_comes_in() {
    let home = Home::empty();
    home.write(
        "in/good.md",
        "# Plant\n\nVelmora opened a plant in Tarnwick.\n",
    );
    home.write("in/zero.txt", "");
    home.write("in/.hidden.md", "# Not looked at\n");
    let deep = format!("in/{}deep.md", "d/".repeat(60));
    home.write(&deep, "# Deep\n\nA note that lies sixty folders down.\n");
    let odd_name = home.path("in").join(OsStr::from_bytes(b"caf\xe9.md"));
    fs::write(odd_name, "# Coffee\n\nA note whose name is not UTF-8.\n").unwrap();
    symlink("nowhere.md", home.path("in/dangling.md")).unwrap();
    symlink(".", home.path("in/loop")).unwrap();
    let _socket = UnixListener::bind(home.path("in/socket")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(home.path("in/pipe.txt"))
        .status();
    let has_pipe = made.is_ok_and(|status| status.success());

    let ran = home.assay(&["--json", "ingest", "missing.md", "in"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let titles: Vec<&str> = told["ingested"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["document"]["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["Coffee", "Deep", "Plant"]);
    let reason = |name: &str| {
        let mut refused = told["refused"].as_array().unwrap().iter();
        let one = refused
            .find(|one| one["path"].as_str().unwrap().ends_with(name))
            .unwrap_or_else(|| panic!("{name}: {told}"));
        assert_eq!(one["code"], "E-007");
        one["reason"].as_str().unwrap().to_owned()
    };
    for (name, why) in [
        ("missing.md", "cannot read"),
        ("zero.txt", "no text in it"),
        ("dangling.md", "leads to nothing"),
        ("loop", "link back"),
        ("socket", "a socket"),
    ] {
        assert!(reason(name).contains(why), "{name}: {}", reason(name));
    }
    if has_pipe {
        assert!(reason("pipe.txt").contains("a pipe"));
    }
    let none = home.assay(&["ingest", "missing.md", "in/zero.txt"]);
    assert_eq!(none.code, Some(1), "{none:?}");
    assert!(
        none.stderr.contains("files not ingested: 2 of 2"),
        "{none:?}"
    );
    home.assert_sound();
}
