use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};

use assay_domain::Document;
use assay_evidence::{Filter, Hit, Index};

use crate::library::document;

type Harm = fn(&Path) -> std::io::Result<()>;

const HARMS: [(&str, Harm); 4] = [
    ("deleted", |file| fs::remove_file(file)),
    ("emptied", |file| fs::write(file, b"")),
    ("cut in half", |file| {
        let bytes = fs::read(file)?;
        fs::write(file, &bytes[..bytes.len() / 2])
    }),
    ("garbled", |file| {
        let mut bytes = fs::read(file)?;
        for byte in bytes.iter_mut().take(64) {
            *byte ^= 0x5a;
        }
        fs::write(file, bytes)
    }),
];

fn library() -> Vec<(Document, String)> {
    let sources = [
        ("a.md", "# Acme\n\nRevenue rose to 12.5 million in 2024."),
        ("b.md", "# 贵州茅台\n\n公司营业收入增长。"),
    ];
    sources.map(|(name, source)| document(name, source)).into()
}

fn results(index: &Index) -> Vec<Hit> {
    ["revenue", "营业收入", "acme 2024"]
        .iter()
        .flat_map(|query| {
            index
                .search(query, &Filter::default(), 5)
                .expect("a search")
        })
        .collect()
}

fn filled(folder: &Path) -> Vec<Hit> {
    let opened = Index::open(folder).expect("a new index");
    assert_eq!((opened.index.stamp(), opened.recovered), (0, None));
    let library = library();
    opened.index.add(library.clone(), 3).expect("added");
    // a deletion makes a file of its own
    opened
        .index
        .add(library[..1].to_vec(), 4)
        .expect("added again");
    results(&opened.index)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

/// Files whose loss loses nothing: locks, and the list of files to tidy up.
fn is_harmless(file: &Path) -> bool {
    let name = file
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    name.ends_with(".lock") || name == ".managed.json"
}

#[test]
fn an_index_is_opened_again_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("index");
    let before = filled(&dir);
    let opened = Index::open(&dir).expect("opened");
    assert_eq!((opened.index.stamp(), opened.recovered), (4, None));
    assert_eq!(results(&opened.index), before);
}

#[test]
fn whatever_happens_to_a_file_the_index_opens_and_can_be_rebuilt() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = folder.path().join("sound");
    let before = filled(&sound);
    let count = files(&sound).len();
    assert!(count > 6, "{:?}", files(&sound));
    for (what, harm) in HARMS {
        for place in 0..count {
            let dir = folder.path().join(format!("{what} {place}"));
            fs::create_dir(&dir).expect("a folder");
            for file in files(&sound) {
                fs::copy(&file, dir.join(file.file_name().expect("a name"))).expect("a copy");
            }
            let file = files(&dir)[place].clone();
            harm(&file).expect("harm is done");
            let opened =
                Index::open(&dir).unwrap_or_else(|error| panic!("{what} {file:?}: {error}"));
            match &opened.recovered {
                Some(message) => {
                    assert!(message.contains("set aside as"), "{message}");
                    assert_eq!(
                        (opened.index.stamp(), results(&opened.index)),
                        (0, Vec::new())
                    );
                }
                None => {
                    assert!(is_harmless(&file), "{what} {file:?} went unnoticed");
                    assert_eq!(results(&opened.index), before, "{what} {file:?}");
                }
            }
            if what != "deleted" {
                continue;
            }
            let documents = library().into_iter().map(Ok::<_, Infallible>);
            opened.index.rebuild(documents, 5).expect("rebuilt");
            assert_eq!(
                (opened.index.stamp(), results(&opened.index)),
                (5, before.clone()),
                "{what} {file:?}"
            );
        }
    }
}

#[test]
fn an_index_of_another_version_is_replaced_and_nothing_of_it_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("index");
    filled(&dir);
    let list = dir.join("meta.json");
    let ours = fs::read_to_string(&list).expect("a list");
    let (before, after) = ours.split_once("assay-index ").expect("a note");
    let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
    // an engine of that version may store what ours cannot read
    let other = format!("{before}assay-index 1{after}").replace("\"none\"", "\"its own\"");
    assert!(other.contains("its own"), "{other}");
    fs::write(&list, other).expect("changed");
    let opened = Index::open(&dir).expect("opened");
    let recovered = opened.recovered.expect("told");
    assert_eq!(recovered, "the search index was made by another version");
    assert_eq!(opened.index.stamp(), 0);
    assert_eq!(files(folder.path()), [dir]);
}

#[test]
fn a_folder_that_is_no_index_is_set_aside_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("index");
    for number in 1..=2 {
        if number == 2 {
            fs::remove_dir_all(&dir).expect("removed");
        }
        fs::create_dir(&dir).expect("a folder");
        fs::write(dir.join("notes.txt"), "mine").expect("a file");
        let opened = Index::open(&dir).expect("opened");
        assert!(opened.recovered.is_some());
        let kept = folder
            .path()
            .join(format!("index.damaged-{number}/notes.txt"));
        assert_eq!(fs::read_to_string(kept).expect("kept"), "mine");
    }
}

#[test]
fn many_may_open_a_new_index_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("index");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| Index::open(&dir))).collect();
        for thread in threads {
            let opened = thread.join().expect("no panic").expect("opened");
            assert_eq!(opened.recovered, None);
        }
    });
}
