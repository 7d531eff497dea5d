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

#[test]
fn links_out_of_a_folder_are_followed_only_when_asked_for() {
    let home = Home::empty();
    home.write("in/own.md", "# Own\n\nThe mill at Tarnwick grinds rye.\n");
    home.write(
        "in/sub/deep.md",
        "# Deep\n\nThe weir was rebuilt in 2023.\n",
    );
    home.write(
        "away/key.txt",
        "The private ledger of the harbour office.\n",
    );
    home.write(
        "away/more/page.md",
        "# Page\n\nA page that lies elsewhere.\n",
    );
    // a folder whose name begins like the one that is read is another folder
    home.write(
        "inner/beside.md",
        "# Beside\n\nA neighbour's note on barley.\n",
    );
    symlink("../away/key.txt", home.path("in/notes.txt")).unwrap();
    symlink("../../away/more", home.path("in/sub/appendix")).unwrap();
    symlink("../inner/beside.md", home.path("in/near.md")).unwrap();
    symlink("sub/deep.md", home.path("in/again.md")).unwrap();
    let count = |told: &serde_json::Value, which: &str| told[which].as_array().unwrap().len();

    let ran = home.assay(&["ingest", "in", "--json"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let refused = told["refused"].as_array().unwrap().iter();
    let named: Vec<_> = refused
        .map(|one| {
            let reason = one["reason"].as_str().unwrap();
            assert!(reason.contains("leads out of the folder"), "{reason}");
            assert!(reason.contains("--follow-links"), "{reason}");
            one["path"].as_str().unwrap()
        })
        .collect();
    assert_eq!(named, ["in/near.md", "in/notes.txt", "in/sub/appendix"]);
    assert_eq!(count(&told, "ingested"), 3, "the link within is followed");

    // what is named is meant, a link or not
    let told = home.json(&["ingest", "in", "inner", "away", "--json"]);
    assert_eq!(count(&told, "refused"), 0, "{told}");
    let other = Home::empty();
    let folder = home.path("in").display().to_string();
    let told = other.json(&["ingest", "--follow-links", &folder, "--json"]);
    assert_eq!((count(&told, "ingested"), count(&told, "refused")), (6, 0));
    let link = home.path("in/notes.txt").display().to_string();
    let told = Home::empty().json(&["ingest", &link, "--json"]);
    assert_eq!(count(&told, "ingested"), 1);
}
