use assay_documents::{MAX_DOCUMENT_BYTES, Parsed, ReadError, read_document};
use assay_domain::MediaType;
use proptest::prelude::*;

fn shown(name: &str, source: &str) -> String {
    let parsed = read_document(name, source.as_bytes()).expect("a readable document");
    let date = parsed
        .date
        .map_or("none".to_owned(), |date| date.to_string());
    format!(
        "title: {}\nmedia: {:?}\ndate: {date}\n\n{}",
        parsed.title, parsed.media, parsed.text
    )
}

#[test]
fn markdown_is_kept_as_it_is() {
    insta::assert_snapshot!(shown(
        "notes/acme.md",
        "---\ntitle: Acme in 2024\ndate: 2025-02-14\n---\n# Results\r\n\r\nRevenue rose to $12.5 million.\r\n"
    ));
}

#[test]
fn html_keeps_what_a_reader_sees() {
    insta::assert_snapshot!(shown(
        "acme.html",
        r#"<!DOCTYPE html><html><head><title>Acme   results</title><style>p{}</style></head><body>
        <nav><a href="/">Home</a></nav>
        <h1>Full year 2024</h1>
        <p>Published: <b>March 31, 2025</b>.<br>By the   finance team.</p>
        <div style="display: none">ignore me</div><p hidden>and me</p><!-- and me -->
        <p><strong>Revenue by segment</strong></p>
        <ul><li>Cars<ul><li>Model A</li></ul></li><li><p>Energy</p></li></ul>
        <table><tr><th>Segment</th><th>2024</th><th>2023</th></tr>
        <tr><td>Cars</td><td>9.0</td><td>8.0</td></tr><tr><td>Energy | storage</td><td>3.5</td><td>2.0</td></tr></table>
        <script>alert(1)</script>
        <table><tr><td>•</td><td>A bullet made of a table.</td></tr></table>
        </body></html>"#
    ));
}

#[test]
fn a_filing_table_is_joined_from_its_spacers() {
    insta::assert_snapshot!(shown(
        "filing.htm",
        r#"<table>
        <tr><td></td><td colspan="7">Year Ended December 31,</td></tr>
        <tr><td>(in millions)</td><td colspan="3">2024</td><td></td><td colspan="3">2023</td></tr>
        <tr><td>Continuing operations</td><td colspan="3"></td></tr>
        <tr><td>Revenues</td><td>$</td><td>97,690</td><td></td><td></td><td>$</td><td>96,773</td><td></td></tr>
        <tr><td>Net loss</td><td></td><td>(1,234</td><td>)</td><td></td><td></td><td>5.5</td><td>%</td></tr>
        </table>
        <table><tr><td>Share of sales</td><td colspan="2">2024</td><td>$</td><td>%</td></tr>
        <tr><td>Cars</td><td colspan="2">9</td><td>8</td><td>12</td><td>%</td></tr></table>"#
    ));
}

#[test]
fn a_tagged_filing_is_named_by_company_form_and_period() {
    let page = r#"<html><head><title>acme-20241231</title></head><body>
        <div style="display:none"><ix:header><ix:nonnumeric name="dei:AmendmentFlag">false</ix:nonnumeric></ix:header></div>
        <p>FORM <ix:nonnumeric name="dei:DocumentType">10-K</ix:nonnumeric> for the year ended
        <ix:nonnumeric name="dei:DocumentPeriodEndDate">December 31, 2024</ix:nonnumeric></p>
        <p><ix:nonnumeric name="dei:EntityRegistrantName">Acme, Inc.</ix:nonnumeric></p></body></html>"#;
    let parsed = read_document("acme.htm", page.as_bytes()).expect("a filing");
    assert_eq!(parsed.title, "Acme, Inc. 10-K (December 31, 2024)");
    assert!(!parsed.text.contains("false"));
}

#[test]
fn a_csv_row_explains_itself() {
    insta::assert_snapshot!(shown(
        "segments.csv",
        "Segment;2024;2023\nCars;\"9,0\";8,0\n\"Energy\nstorage\";3,5;\n"
    ));
}

#[test]
fn a_csv_without_a_header_numbers_its_columns() {
    insta::assert_snapshot!(shown("prices.tsv", "ACME\t10.5\t11\nBOLT\t3.25\t4\n"));
}

#[test]
fn json_becomes_paths_and_numbers_keep_their_digits() {
    insta::assert_snapshot!(shown(
        "acme.json",
        r#"{"title": "Acme facts", "as_of": "Date: 2025-03-31", "revenue": 12.50, "big": 12345678901234567890.10,
            "tags": ["cars", "能源"], "segments": [{"name": "Cars", "share": 1e-1}, {"name": "Energy", "note": null}],
            "text": "Two\nlines"}"#
    ));
}

#[test]
fn a_list_of_records_is_a_block_each() {
    insta::assert_snapshot!(shown(
        "rows.json",
        r#"[{"year": 2023, "sales": 8}, {"year": 2024, "sales": 9}]"#
    ));
    let lines = "{\"who\": \"Ann\", \"said\": \"up\"}\n\n{\"who\": \"Bo\", \"said\": \"down\"}\n";
    insta::assert_snapshot!(shown("chat.jsonl", lines));
}

#[test]
fn every_encoding_gives_the_same_text() {
    let text = "贵州茅台二零二四年营业收入增长，净利润也增长。公司董事会建议派发现金红利。";
    let spaced = "营业收入 增长\n净利润 也增长\n";
    let japanese = "売上高は前年同期比で増加しました。営業利益も増加しています。";
    let rare = "公司董事会建议派发现金红利，股东大会将于下月召开。𠮷野家。";
    let (gbk, ..) = encoding_rs::GBK.encode(text);
    let (big5, ..) =
        encoding_rs::BIG5.encode("台積電營收創新高，淨利潤成長，董事會決議配發現金股利。");
    let utf16 = |bytes: fn(u16) -> [u8; 2], text: &str| {
        text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>()
    };
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (text.as_bytes().to_vec(), text),
        ([b"\xef\xbb\xbf", text.as_bytes()].concat(), text),
        (gbk.to_vec(), text),
        (
            [b"\xff\xfe".to_vec(), utf16(u16::to_le_bytes, text)].concat(),
            text,
        ),
        (
            [b"\xfe\xff".to_vec(), utf16(u16::to_be_bytes, text)].concat(),
            text,
        ),
        (utf16(u16::to_le_bytes, "Revenue rose."), "Revenue rose."),
        (utf16(u16::to_be_bytes, spaced), spaced),
        (utf16(u16::to_le_bytes, spaced), spaced),
        (
            text.chars()
                .flat_map(|c| u32::from(c).to_le_bytes())
                .collect(),
            text,
        ),
        (
            [0xfeff]
                .into_iter()
                .chain(text.chars().map(u32::from))
                .flat_map(u32::to_be_bytes)
                .collect(),
            text,
        ),
        (encoding_rs::SHIFT_JIS.encode(japanese).0.to_vec(), japanese),
        (encoding_rs::GB18030.encode(rare).0.to_vec(), rare),
        (
            b"Soci\xe9t\xe9 G\xe9n\xe9rale a publi\xe9 ses r\xe9sultats.".to_vec(),
            "Société Générale a publié ses résultats.",
        ),
        (
            big5.to_vec(),
            "台積電營收創新高，淨利潤成長，董事會決議配發現金股利。",
        ),
    ];
    for (bytes, expected) in cases {
        let parsed = read_document("a.txt", &bytes).expect("text");
        assert_eq!(parsed.text, expected);
    }
    let page = [
        b"<meta charset=gb2312><p>".to_vec(),
        encoding_rs::GBK.encode("收入").0.to_vec(),
    ]
    .concat();
    assert_eq!(read_document("a.html", &page).expect("a page").text, "收入");
}

#[test]
fn what_cannot_be_read_is_refused_with_a_reason() {
    let too_large = vec![b'a'; MAX_DOCUMENT_BYTES + 1];
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    let nested = "<div>".repeat(5_000);
    let cases: Vec<(&str, &[u8], &str)> = vec![
        (
            "a.md",
            b"\x00\x01\x02\x03",
            "the file is binary, not text; convert it to text, Markdown, HTML, CSV or JSON first",
        ),
        ("Report.PDF", b"text", "the file is not valid PDF: "),
        ("a.xlsx", b"text", "the file is not valid XLSX: "),
        (
            "a.doc",
            b"\xd0\xcf\x11\xe0 and so on",
            "files of type .doc cannot be read; save it as DOCX or PDF first",
        ),
        (
            "mail.eml",
            b"no mail at all",
            "the file is not valid e-mail: it has neither a sender nor a subject",
        ),
        ("a.md", b" \n\t\n", "the file has no text in it"),
        ("a.html", b"<p hidden>x</p>", "the file has no text in it"),
        (
            "a.json",
            b"{\"a\": }",
            "the file is not valid JSON: expected value at line 1 column 7",
        ),
        (
            "a.jsonl",
            b"{}\n{]",
            "the file is not valid JSON Lines: line 2: key must be a string at line 1 column 2",
        ),
        (
            "a.txt",
            &too_large,
            "the file has 67108865 bytes, more than the limit of 67108864; split it first",
        ),
    ];
    for (name, bytes, expected) in cases {
        let error = read_document(name, bytes).expect_err(name);
        let error = error.to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    for (name, source) in [("a.json", deep), ("a.html", nested + "x")] {
        let error = read_document(name, source.as_bytes()).expect_err(name);
        assert!(matches!(error, ReadError::Malformed { .. }), "{error}");
    }
}

#[test]
fn kind_and_title_come_from_content_where_the_name_says_nothing() {
    let cases = [
        (
            "https://example.com/a?b=c.pdf",
            "<html><h1>Hello</h1>",
            MediaType::Html,
            "Hello",
        ),
        (
            "folder/README",
            "Annual plan\n\nWe grow.",
            MediaType::Text,
            "Annual plan",
        ),
        (
            "folder\\minutes.log",
            "We grew. And so on.",
            MediaType::Text,
            "minutes",
        ),
        (
            "a.md",
            "text\n\n## Second level ##\n",
            MediaType::Markdown,
            "Second level",
        ),
        ("a.md", "no heading", MediaType::Markdown, "a"),
        ("data.csv", "a,b\n1,2", MediaType::Csv, "data"),
    ];
    for (name, source, media, title) in cases {
        let Parsed {
            media: found,
            title: read,
            ..
        } = read_document(name, source.as_bytes()).expect(name);
        assert_eq!((found, read.as_str()), (media, title), "{name}");
    }
}

#[test]
fn only_a_stated_date_is_taken() {
    let cases = [
        ("---\ndate: 2025-02-14\n---\ntext", Some("2025-02-14")),
        (
            "---\n发布日期：2025年2月14日\n---\ntext",
            Some("2025-02-14"),
        ),
        ("# Results\n\nDate: March 31, 2025\n", Some("2025-03-31")),
        (
            "# Results\n\n**Published:** 31 March 2025",
            Some("2025-03-31"),
        ),
        ("Balance sheet as of Sept. 30, 2024", None),
        ("For the fiscal year ended December 31, 2024", None),
        (
            "For the year ended December 31, 2024\n\nReleased: February 14, 2025",
            Some("2025-02-14"),
        ),
        ("# 业绩\n\n日期：2025年3月31日", Some("2025-03-31")),
        ("截至2024年12月31日止年度", None),
        ("报告期：2024年12月31日", None),
        (
            "# Results\n\nAustin, Texas, April 22, 2025\n\nText.",
            Some("2025-04-22"),
        ),
        ("# Results\n\n2025/04/22\n", Some("2025-04-22")),
        (
            "The plant opened on March 1, 2019 and closed later, as everyone knows.",
            None,
        ),
        (
            "The line has a targeted completion date of August 5, 2026.",
            None,
        ),
        ("# Plan\n\nCompletion date: August 5, 2026", None),
        ("二期的目标完成日期为2026年8月5日。", None),
        ("Report date: August 5, 2025", Some("2025-08-05")),
        ("报告日期：2025年8月5日", Some("2025-08-05")),
        ("Date: 2025-13-45", None),
        ("Date: soon", None),
        ("# Results\n\n| Day | 2024-01-01 |\n", None),
    ];
    for (text, expected) in cases {
        let parsed = read_document("a.md", text.as_bytes()).expect(text);
        assert_eq!(
            parsed.date.map(|date| date.to_string()).as_deref(),
            expected,
            "{text}"
        );
    }
}

#[test]
fn a_filing_is_dated_by_its_signature() {
    let cover = "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\n\nFORM 10-K\n\nFor the fiscal year ended September 28, 2024\n\nDate of Report: September 30, 2024\n\n";
    let words = "SIGNATURES\n\nPursuant to the requirements of the Act, the Registrant has duly caused this report to be signed on its behalf by the undersigned";
    let cases = [
        (
            format!("{words}.\n\n| Date: November 1, 2024 | Acme |"),
            Some("2024-11-01"),
        ),
        (
            format!("{words}, thereunto duly authorized, on February 26, 2025.\n"),
            Some("2025-02-26"),
        ),
        (
            format!("{words}.\n\nAcme\n\nDated: 1 March 2025"),
            Some("2025-03-01"),
        ),
        (format!("{words}.\n\n/s/ Ann"), None),
        ("Nobody signed this copy of March 1, 2025.".to_owned(), None),
    ];
    for (end, expected) in cases {
        let text = format!("{cover}Sales rose.\n\n{end}\n");
        let parsed = read_document("a.txt", text.as_bytes()).expect("a filing");
        let date = parsed.date.map(|date| date.to_string());
        assert_eq!(date.as_deref(), expected, "{end}");
    }
}

#[test]
fn a_bad_line_does_not_lose_the_other_records() {
    let cases = [
        ("{\"sales\": 8}\n{\"sales\": 9", "1 of 2 lines (2) "),
        (
            "nonsense\n\n{\"sales\": 8}\n[1,\n{\"sales\": 9}",
            "2 of 4 lines (1, 4) ",
        ),
    ];
    for (source, told) in cases {
        let parsed = read_document("a.jsonl", source.as_bytes()).expect(source);
        assert!(parsed.text.contains("sales: 8"), "{}", parsed.text);
        let gaps: Vec<String> = parsed.gaps.iter().map(ToString::to_string).collect();
        assert!(gaps.len() == 1 && gaps[0].starts_with(told), "{gaps:?}");
    }
    let refused = read_document("a.jsonl", b"one\ntwo\n").expect_err("no record");
    assert!(refused.to_string().contains("line 1"), "{refused}");
    let spread = read_document("a.jsonl", b"{\n \"sales\": 8\n}\n").expect("one record");
    assert_eq!((spread.text.as_str(), spread.gaps.len()), ("sales: 8", 0));
    let talk = "{\"user\": \"Ann\", \"ts\": \"2025-01-01\", \"text\": \"Good morning\"}\n";
    let chat = read_document("a.jsonl", format!("{talk}{talk}{{").as_bytes()).expect("a chat");
    assert_eq!(
        (chat.places.len(), chat.gaps.len()),
        (2, 1),
        "{}",
        chat.text
    );
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        extension in "(md|txt|html|csv|tsv|json|jsonl|bin|)",
    ) {
        let _ = read_document(&format!("a.{extension}"), &bytes);
    }

    #[test]
    fn no_text_makes_it_panic(
        text in "(<[a-z]{1,5}>|</td>|<tr><td colspan=2>|[|#\\-{}\\[\\]\",:;\n\t0-9a-z年é ]){0,80}",
        extension in "(md|txt|html|csv|tsv|json|jsonl)",
    ) {
        let parsed = read_document(&format!("a.{extension}"), text.as_bytes());
        if let Ok(parsed) = parsed {
            prop_assert!(!parsed.text.trim().is_empty());
        }
    }
}
