/// Types of content that are read, with the extension that names each.
const READ: &[(&str, &[&str])] = &[
    ("text/html", &["html", "htm", "xhtml"]),
    ("application/xhtml+xml", &["html", "htm", "xhtml"]),
    ("text/plain", &["txt", "md", "csv", "tsv", "json", "jsonl"]),
    ("text/markdown", &["md", "markdown"]),
    ("text/csv", &["csv"]),
    ("text/tab-separated-values", &["tsv"]),
    ("application/json", &["json"]),
    ("application/x-ndjson", &["jsonl"]),
    ("application/pdf", &["pdf"]),
    (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        &["docx"],
    ),
    (
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        &["pptx"],
    ),
    (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        &["xlsx"],
    ),
    ("message/rfc822", &["eml"]),
];

/// Says nothing about the content, so the name has to.
const UNSPECIFIC: &[&str] = &["", "application/octet-stream", "binary/octet-stream"];

/// What a page is, by its stated type and its name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// A file name whose extension says what the content is.
    pub(crate) name: String,
    pub(crate) is_html: bool,
}

/// The type without parameters, in lower case.
pub(crate) fn essence(content_type: Option<&str>) -> String {
    let content_type = content_type.unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// `None` for a type that is not read.
pub(crate) fn named(content_type: Option<&str>, path: &str) -> Option<Named> {
    let essence = essence(content_type);
    let last = path.rsplit('/').find(|part| !part.is_empty());
    let last = last.unwrap_or("index");
    let (_, extension) = last.rsplit_once('.').unwrap_or((last, ""));
    let extension = extension.to_ascii_lowercase();
    let has = |extensions: &[&str]| extensions.contains(&extension.as_str());
    let found = match UNSPECIFIC.contains(&essence.as_str()) {
        true => READ.iter().find(|(_, extensions)| has(extensions)),
        false => READ.iter().find(|(media, _)| *media == essence),
    };
    let (_, extensions) = found?;
    let first = extensions.first()?;
    let name = match has(extensions) {
        true => last.to_owned(),
        false => format!("{last}.{first}"),
    };
    Some(Named {
        name,
        is_html: *first == "html",
    })
}

/// For the `Accept` header of a page.
pub(crate) const ACCEPT_PAGES: &str = "text/html,application/xhtml+xml,application/pdf;q=0.9,\
                                       text/plain;q=0.9,text/markdown;q=0.9,*/*;q=0.5";

#[cfg(test)]
mod tests {
    use super::{Named, named};

    #[test]
    fn a_page_is_named_by_its_type_or_else_by_its_own_name() {
        for (content_type, path, expected) in [
            (Some("text/html; charset=utf-8"), "/", Some("index.html")),
            (Some("TEXT/HTML"), "/a/b.htm", Some("b.htm")),
            (Some("text/html"), "/a/b.php", Some("b.php.html")),
            (Some("text/html"), "/a/10-k.pdf", Some("10-k.pdf.html")),
            (Some("application/pdf"), "/download", Some("download.pdf")),
            (Some("application/pdf"), "/a/R.PDF", Some("R.PDF")),
            (Some("text/plain"), "/notes.md", Some("notes.md")),
            (Some("text/plain"), "/setup.sh", Some("setup.sh.txt")),
            (Some("application/octet-stream"), "/r.pdf", Some("r.pdf")),
            (Some("application/octet-stream"), "/r.exe", None),
            (None, "/r.html", Some("r.html")),
            (None, "/r", None),
            (Some("image/png"), "/r.html", None),
            (Some("application/zip"), "/r.zip", None),
            (Some("video/mp4"), "/", None),
        ] {
            let found = named(content_type, path).map(|Named { name, .. }| name);
            assert_eq!(found.as_deref(), expected, "{content_type:?} {path}");
        }
    }
}
