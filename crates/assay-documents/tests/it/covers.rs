//! Whose paper a text is, in whatever format it comes. The companies are made up.

use assay_documents::{Parsed, read_document};

use crate::office::zipped;

/// The same lines as a web page, Markdown, a plain text and a Word file. A line that begins with `|` is a
/// row of a table.
fn formats(lines: &[&str]) -> Vec<(&'static str, Parsed)> {
    let each = |write: fn(&str) -> String| lines.iter().map(|line| write(line)).collect::<String>();
    let html = each(|line| match line.strip_prefix('|') {
        Some(row) => {
            let row = row.trim_end_matches('|').replace('|', "</td><td>");
            format!("<table><tr><td>{row}</td></tr></table>")
        }
        None => format!("<p style=\"text-align:center\"><b>{line}</b></p>\n"),
    });
    let word = each(|line| format!("<w:p><w:r><w:t>{line}</w:t></w:r></w:p>"));
    let word = zipped(&[(
        "word/document.xml",
        &format!("<w:document><w:body>{word}</w:body></w:document>"),
    )]);
    let files: [(&str, Vec<u8>); 4] = [
        (
            "a.html",
            format!("<html><head><title>Document</title></head><body>{html}</body></html>").into(),
        ),
        ("a.md", each(|line| format!("{line}\n\n")).into()),
        ("a.txt", each(|line| format!("{line}\n\n")).into()),
        ("a.docx", word),
    ];
    let read = files.into_iter().map(|(name, bytes)| {
        let parsed = read_document(name, &bytes);
        (
            name,
            parsed.unwrap_or_else(|error| panic!("{name}: {error}")),
        )
    });
    read.collect()
}

fn identity(parsed: &Parsed) -> String {
    let subject = &parsed.subject;
    let end = subject.period_end.map(|day| day.to_string());
    let parts = [&subject.entity, &subject.form, &end, &subject.ticker];
    let parts = parts.map(|part| part.clone().unwrap_or_default());
    parts.join(" | ")
}

#[test]
fn the_cover_of_a_filing_is_read_in_every_format() {
    let cases: [(&[&str], &str, &str); 4] = [
        (
            &[
                "UNITED STATES SECURITIES AND EXCHANGE COMMISSION",
                "FORM 10-K",
                "For the fiscal year ended September 27, 2031",
                "Northwind Mills, Inc.",
                "(Exact name of registrant as specified in its charter)",
                "Common Stock, $0.01 par value Trading symbol: NWML Nasdaq Global Select Market",
            ],
            "Northwind Mills, Inc. 10-K (September 27, 2031)",
            "Northwind Mills, Inc. | 10-K | 2031-09-27 | NWML",
        ),
        (
            &[
                "SECURITIES AND EXCHANGE COMMISSION",
                "Form 10-Q/A",
                "QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d)",
                "For the quarterly period ended March 31, 2032",
                "The Contoso Kiln and Brick Company (Exact name of registrant as specified in its charter)",
                "|Title of each class|Trading Symbol(s)|Name of each exchange on which registered|",
                "|Ordinary shares, no par value|CKB.A|New York Stock Exchange|",
            ],
            "The Contoso Kiln and Brick Company 10-Q/A (March 31, 2032)",
            "The Contoso Kiln and Brick Company | 10-Q/A | 2032-03-31 | CKB.A",
        ),
        (
            &[
                "SECURITIES AND EXCHANGE COMMISSION",
                "FORM 20-F",
                "For the fiscal year ended 30 June 2033",
                "Commission Exact name of registrant State",
                "1-12609 Fabrikam Ferries plc England 94-3234914",
                "1-2348 Fabrikam Harbours Limited England 94-0742640",
            ],
            "Fabrikam Ferries plc 20-F (June 30, 2033)",
            "Fabrikam Ferries plc | 20-F | 2033-06-30 | ",
        ),
        (
            &[
                "SECURITIES AND EXCHANGE COMMISSION",
                "FORM 8-K",
                "Date of Report (date of earliest event reported): May 4, 2033",
                "Tailspin Toys Corporation",
                "(Exact name of registrant as specified in its charter)",
            ],
            "Tailspin Toys Corporation 8-K (May 4, 2033)",
            "Tailspin Toys Corporation | 8-K | 2033-05-04 | ",
        ),
    ];
    for (lines, title, wanted) in cases {
        for (name, parsed) in formats(lines) {
            assert_eq!(identity(&parsed), wanted, "{name}: {}", parsed.text);
            assert_eq!(parsed.title, title, "{name}");
        }
    }
}

#[test]
fn a_release_is_known_by_who_speaks_after_place_and_day() {
    let cases: [(&[&str], &str, &str); 5] = [
        // the year before stands first, and the outlook is of a quarter to come
        (
            &[
                "Kelpwick Optics Announces First Quarter Fiscal 2033 Results",
                "TACOMA, Wash., April 29, 2033 — Kelpwick Optics, Inc. announced results today.",
                "For the quarter ending July 2, 2033 it expects more.",
                "Three months ended April 3, 2032 April 2, 2033",
            ],
            "Kelpwick Optics, Inc. | Earnings release | 2033-04-02 | ",
            "2033-04-29",
        ),
        (
            &[
                "Lakehead Ore Docks Reports Third Quarter 2031 Results",
                "DULUTH, Minn., November 4, 2031 — Lakehead Ore Docks Corp. (NYSE: LOD), which loads ships, today reported results for the quarter ended September 30, 2031.",
            ],
            "Lakehead Ore Docks Corp. | Earnings release | 2031-09-30 | LOD",
            "2031-11-04",
        ),
        (
            &[
                "PRESS RELEASE",
                "Fjordlaks posts record second quarter results",
                "Bergen, 17 August 2032 – Fjordlaks ASA (publ) grew in the three months ended 30 June 2032.",
            ],
            "Fjordlaks ASA | Earnings release | 2032-06-30 | ",
            "2032-08-17",
        ),
        (
            &[
                "Brightwater announces a new chief executive",
                "LEEDS, England, March 2, 2033 (GLOBE NEWSWIRE) -- Brightwater Pumps, Inc. announced today that it has a new chief.",
            ],
            "Brightwater Pumps, Inc. | News release |  | ",
            "2033-03-02",
        ),
        (
            &[
                "Quarterly financial results: Oakum reports growth",
                "Malmö, Sweden, 4 November 2031",
                "Oakum today published its report for the period ended 30 September 2031.",
            ],
            "Oakum | Earnings release | 2031-09-30 | ",
            "2031-11-04",
        ),
    ];
    for (lines, wanted, day) in cases {
        for (name, parsed) in formats(lines) {
            assert_eq!(identity(&parsed), wanted, "{name}: {}", parsed.text);
            let date = parsed.date.map(|date| date.to_string());
            assert_eq!(date.as_deref(), Some(day), "{name}");
        }
    }
}

#[test]
fn what_is_written_about_filings_and_releases_is_neither() {
    let cases: [&[&str]; 5] = [
        // an agency's report
        &[
            "Lakehead reports higher third quarter results",
            "DULUTH, Minn., November 4, 2031 (Associated Press) — Lakehead Ore Docks Corp. reported more.",
        ],
        &[
            "How to read a Form 10-K",
            "The Securities and Exchange Commission asks every company for one each year.",
        ],
        &[
            "Minutes",
            "Anna said that Lakehead Ore Docks Corp. today announced a press release on results.",
        ],
        &[
            "The team reports progress",
            "We shipped on November 4, 2031 - a day early.",
        ],
        // a code of something else
        &["Order book", "Trading symbol and names are in the list."],
    ];
    for lines in cases {
        for (name, parsed) in formats(lines) {
            assert!(parsed.subject.is_unknown(), "{name}: {:?}", parsed.subject);
        }
    }
}
