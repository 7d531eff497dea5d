//! Reads back what was packed, without the crate that packed it having a say in it.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

pub(crate) fn parts(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
    (0..archive.len())
        .map(|at| {
            let mut file = archive.by_index(at).expect("a file");
            let mut body = Vec::new();
            file.read_to_end(&mut body).expect("its bytes");
            (file.name().expect("a name").into_owned(), body)
        })
        .collect()
}

pub(crate) fn text(parts: &BTreeMap<String, Vec<u8>>, name: &str) -> String {
    String::from_utf8(parts.get(name).expect(name).clone()).expect("UTF-8")
}

/// Every XML part parses, and every target of a relationship is there.
pub(crate) fn check(bytes: &[u8]) {
    let parts = parts(bytes);
    for (name, body) in &parts {
        if !name.ends_with(".xml") && !name.ends_with(".rels") {
            continue;
        }
        let body = std::str::from_utf8(body).expect(name);
        let mut reader = quick_xml::Reader::from_str(body);
        loop {
            let event = reader
                .read_event()
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            if matches!(event, quick_xml::events::Event::Eof) {
                break;
            }
        }
        if !name.ends_with(".rels") {
            continue;
        }
        let folder = name.replace("_rels/", "");
        let folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
        for entry in body.split("<Relationship ").skip(1) {
            if entry.contains("TargetMode=\"External\"") {
                continue;
            }
            let target = entry.split("Target=\"").nth(1).expect("a target");
            let target = target.split('"').next().expect("its end");
            let path = format!("{folder}/{target}");
            assert!(
                parts.contains_key(path.trim_start_matches('/')),
                "{name}: {path}"
            );
        }
    }
    let types = text(&parts, "[Content_Types].xml");
    for name in parts
        .keys()
        .filter(|name| name.as_str() != "[Content_Types].xml")
    {
        let extension = name.rsplit('.').next().expect("an extension");
        let is_named = types.contains(&format!("PartName=\"/{name}\""))
            || (types.contains(&format!("Extension=\"{extension}\"")) && extension != "xml");
        assert!(is_named, "{name} has no content type");
    }
}
