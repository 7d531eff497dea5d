//! Lists of filings, and what is read at their word.

use assay_testkit::Answer;
use assay_web::{Filing, FilingList, SourceError};

use super::{
    NOW, OLDER, OLDEST, SUBMISSIONS, edgar_at, filing, page, paths, sample, serve, serve_always,
};

fn lists(path: &str) -> Answer {
    match path {
        "/submissions/CIK0000001234.json" => Answer::json(200, SUBMISSIONS),
        "/submissions/CIK0000001234-submissions-001.json" => Answer::json(200, OLDER),
        "/submissions/CIK0000001234-submissions-002.json" => Answer::json(200, OLDEST),
        _ => Answer::json(404, ""),
    }
}

#[tokio::test]
async fn filings_are_the_newest_of_their_forms() {
    for (forms, limit, accessions, files, unread) in [
        (&["10-K"][..], 1, &["25-000007"][..], 1, 2),
        (&["10-k", "10-Q"], 2, &["25-000007", "24-000003"], 1, 2),
        (&["10-K"], 3, &["25-000007", "24-000002", "23-000001"], 2, 1),
        (&["10-K405"], 5, &["03-000001"], 3, 0),
        (&["10-K/A"], 5, &[], 3, 0),
        (
            &[],
            4,
            &["25-000009", "25-000007", "25-000006", "24-000003"],
            1,
            2,
        ),
    ] {
        let server = serve(lists).await;
        let edgar = edgar_at(&server.base_url());
        let list = edgar.filings(&sample(), forms, limit, NOW).await.unwrap();
        let found: Vec<&str> = list.filings.iter().map(|f| &f.accession[11..]).collect();
        assert_eq!(found, accessions, "{forms:?} {limit}");
        assert_eq!((list.files.len(), list.unread_files), (files, unread));
        assert_eq!(list.files[0].name, "SMPL-submissions.json");
        let stored = list.files[0].clone();
        let again = FilingList::read(stored, &sample(), forms, limit).unwrap();
        if files == 1 {
            assert_eq!(again, list);
        }
        assert_eq!(again.unread_files, 2);
    }
}

#[tokio::test]
async fn a_filing_says_when_it_was_filed_and_on_what() {
    let server = serve(lists).await;
    let edgar = edgar_at(&server.base_url());
    let list = edgar.filings(&sample(), &["10-K", "8-K"], 2, NOW).await;
    let list = list.unwrap();
    assert_eq!(list.filings[0], filing());
    assert_eq!(list.filings[1].primary_document, None);
    for (form, extension, name) in [
        ("10-K", "html", "smpl-10-k-2025-02-26.html"),
        ("20-F", "pdf", "smpl-20-f-2025-02-26.pdf"),
        (
            "10-K/A",
            "html",
            "smpl-10-k-a-2025-02-26-0000001234-25-000007.html",
        ),
        (
            "DEF 14A",
            "txt",
            "smpl-def-14a-2025-02-26-0000001234-25-000007.txt",
        ),
        (
            "8-K",
            "html",
            "smpl-8-k-2025-02-26-0000001234-25-000007.html",
        ),
    ] {
        let filing = Filing {
            form: form.to_owned(),
            ..filing()
        };
        assert_eq!(filing.file_name(extension), name);
    }
}

#[tokio::test]
async fn a_list_that_lies_is_not_believed() {
    for (from, to, problem) in [
        (
            "\"0000001234\", \"name\"",
            "\"99\", \"name\"",
            "another company",
        ),
        (
            "CIK0000001234-submissions-001.json",
            "../../secret.json",
            "not the company's",
        ),
        (
            "CIK0000001234-submissions-001.json",
            "CIK0000000099-submissions-001.json",
            "not the",
        ),
        (
            "\"0000001234-25-000007\"",
            "\"../../../x\"",
            "accession number",
        ),
        ("\"0000001234-25-000007\",", "", "differ in length"),
        (
            "\"2025-02-26\", \"2025-02-26\"",
            "\"yesterday\", \"2025-02-26\"",
            "filing date",
        ),
        ("\"2025-01-26\",", "\"01/26/2025\",", "report date"),
        ("\"form\"", "\"forms\"", "another form"),
    ] {
        let text = SUBMISSIONS.replacen(from, to, 1);
        assert_ne!(text, SUBMISSIONS, "{from}");
        let server = serve_always(Answer::json(200, text)).await;
        let edgar = edgar_at(&server.base_url());
        let error = edgar.filings(&sample(), &[], 1, NOW).await.unwrap_err();
        assert!(matches!(error, SourceError::Malformed { .. }), "{error:?}");
        assert!(error.to_string().contains(problem), "{error}");
        assert!(!error.is_no_data() && !error.is_transient());
        assert_eq!(server.request_count(), 1);
    }
}

#[tokio::test]
async fn a_missing_older_list_is_an_error_and_not_a_short_list() {
    let server = serve(|path| match path {
        "/submissions/CIK0000001234.json" => lists(path),
        _ => Answer::json(503, ""),
    })
    .await;
    let edgar = edgar_at(&server.base_url());
    let error = edgar.filings(&sample(), &["10-K"], 3, NOW).await;
    let error = error.unwrap_err();
    assert!(error.is_transient() && !error.is_no_data(), "{error:?}");
}

#[tokio::test]
async fn a_document_is_looked_for_in_its_filing_and_nowhere_else() {
    let server = serve_always(page("<html></html>")).await;
    let edgar = edgar_at(&server.base_url());
    for (document, accession) in [
        ("../../../etc/passwd", None),
        ("a/../b.htm", None),
        ("/x.htm", None),
        ("//evil.example/x.htm", None),
        ("http://evil.example/x.htm", None),
        ("x.htm?y=1", None),
        ("x.htm#y", None),
        ("%2e%2e/x.htm", None),
        ("a\\b.htm", None),
        (".htaccess", None),
        ("x.htm", Some("../../x")),
        ("x.htm", Some("0000001234-25-00000７")),
    ] {
        let mut filing = Filing {
            primary_document: Some(document.to_owned()),
            ..filing()
        };
        if let Some(accession) = accession {
            filing.accession = accession.to_owned();
        }
        let error = edgar.document(&filing, NOW).await.unwrap_err();
        assert!(
            matches!(error, SourceError::Malformed { .. }),
            "{document} {error:?}"
        );
    }
    for document in [None, Some(""), Some("9999999997-24-000001.paper")] {
        let filing = Filing {
            primary_document: document.map(str::to_owned),
            ..filing()
        };
        let error = edgar.document(&filing, NOW).await.unwrap_err();
        assert!(matches!(error, SourceError::NoDocument { .. }), "{error:?}");
        assert!(error.is_no_data());
    }
    assert_eq!(server.request_count(), 0);
    let odd = Filing {
        primary_document: Some("form 10-k(1),a&b.txt".to_owned()),
        ..filing()
    };
    edgar.document(&odd, NOW).await.unwrap();
    let filing = Filing {
        form: "4".to_owned(),
        primary_document: Some("xslF345X05/wk-form4_1.xml".to_owned()),
        ..filing()
    };
    let fetched = edgar.document(&filing, NOW).await.unwrap();
    let folder = "/Archives/edgar/data/1234/000000123425000007";
    let expected = ["form%2010-k(1),a&b.txt", "xslF345X05/wk-form4_1.xml"];
    let expected = expected.map(|file| format!("{folder}/{file}"));
    assert_eq!(paths(&server), expected);
    assert_eq!(fetched.name, "smpl-4-2025-02-26-0000001234-25-000007.html");
}

#[tokio::test]
async fn a_document_is_named_by_what_it_is() {
    for (content_type, extension) in [
        ("text/html", Some("html")),
        ("application/xhtml+xml", Some("html")),
        ("text/plain", Some("txt")),
        ("application/pdf", Some("pdf")),
        ("image/png", None),
        ("application/zip", None),
        ("video/mp4", None),
    ] {
        let answer = Answer::json(200, "x").with_header("content-type", content_type);
        let server = serve_always(answer).await;
        let fetched = edgar_at(&server.base_url()).document(&filing(), NOW).await;
        let name = fetched.map(|fetched| fetched.name).ok();
        let expected = extension.map(|extension| format!("smpl-10-k-2025-02-26.{extension}"));
        assert_eq!(name, expected, "{content_type}");
    }
}

#[tokio::test]
async fn a_page_without_a_stated_end_must_have_one() {
    for (body, is_whole) in [
        ("<html>10-K</html>\n", true),
        ("<HTML>10-K</HTML>", true),
        ("<html>10-K", false),
    ] {
        let body = body.to_owned();
        let site = crate::support::Site::start(move |_| {
            let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/html\r\n\r\n";
            format!("{head}{body}").into_bytes()
        })
        .await;
        let edgar = edgar_at(&format!("http://127.0.0.1:{}", site.port));
        let fetched = edgar.document(&filing(), NOW).await;
        assert_eq!(fetched.is_ok(), is_whole, "{fetched:?}");
    }
}
