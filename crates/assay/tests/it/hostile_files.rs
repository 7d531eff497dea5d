//! Files that were made to do harm, each built here.

#![expect(clippy::too_many_lines, reason = "tables of files, a row each")]

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) expect: Expect,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Expect {
    /// Either way is right.
    Any,
    Read,
    /// By the reader, or by the end of its process.
    Refused,
    Encrypted,
    /// By the reader itself, with a reason.
    Reason,
}

pub(crate) fn all() -> Vec<Hostile> {
    let mut files = Vec::new();
    let mut add = |name, bytes, expect| {
        files.push(Hostile {
            name,
            bytes,
            expect,
        })
    };
    for (name, bytes, expect) in pdfs() {
        add(name, bytes, expect);
    }
    for (name, bytes, expect) in archives() {
        add(name, bytes, expect);
    }
    for (name, bytes, expect) in sheets_and_slides() {
        add(name, bytes, expect);
    }
    for (name, bytes, expect) in texts() {
        add(name, bytes, expect);
    }
    for name in [
        "noise.pdf",
        "noise.docx",
        "noise.pptx",
        "noise.xlsx",
        "noise.eml",
        "noise.json",
        "noise.csv",
        "noise.html",
        "noise.txt",
    ] {
        add(name, noise(64 << 10), Expect::Any);
    }
    for name in [
        "none.pdf",
        "none.docx",
        "none.xlsx",
        "none.eml",
        "none.json",
        "none.csv",
    ] {
        add(name, Vec::new(), Expect::Reason);
    }
    files
}

type Case = (&'static str, Vec<u8>, Expect);

fn pdfs() -> Vec<Case> {
    let text = "BT /F1 12 Tf 72 700 Td (Hello, this is a page of text.) Tj ET";
    let whole = pdf(&page_objects(text));
    let half = whole.get(..whole.len() / 2).unwrap().to_vec();
    let with = |extra: String| {
        let mut objects = page_objects(text);
        objects.push(extra);
        pdf(&objects)
    };
    let content = |content: String| pdf(&page_objects(&content));
    let bomb = {
        let packed = deflated(&vec![b' '; 100 << 20]);
        let mut objects = page_objects(text);
        objects[3] = stream("/Filter /FlateDecode", &packed);
        pdf_of_bytes(&objects.iter().map(|o| latin(o)).collect::<Vec<_>>())
    };
    let twice = {
        let packed = deflated(&deflated(&vec![b' '; 64 << 20]));
        let mut objects = page_objects(text);
        objects[3] = stream("/Filter [/FlateDecode /FlateDecode]", &packed);
        pdf_of_bytes(&objects.iter().map(|o| latin(o)).collect::<Vec<_>>())
    };
    vec![
        ("whole.pdf", whole, Expect::Read),
        ("nested-arrays.pdf", with("[".repeat(100_000)), Expect::Any),
        (
            "nested-closed-arrays.pdf",
            with("[".repeat(100_000) + &"]".repeat(100_000)),
            Expect::Any,
        ),
        (
            "nested-dictionaries.pdf",
            with("<</A ".repeat(100_000)),
            Expect::Any,
        ),
        (
            "nested-content.pdf",
            content("[".repeat(100_000) + " TJ"),
            Expect::Any,
        ),
        (
            "saved-states.pdf",
            content("q ".repeat(1_000_000) + text),
            Expect::Any,
        ),
        ("cross-reference-of-no-width.pdf", no_width(), Expect::Any),
        ("cross-reference-loop.pdf", reference_loop(), Expect::Any),
        (
            "object-stream-in-itself.pdf",
            with(stream(
                "/Type /ObjStm /N 1 /First 4 /Extends 6 0 R",
                b"6 0 <</Type /ObjStm>>",
            )),
            Expect::Any,
        ),
        (
            "reference-to-itself.pdf",
            with("6 0 R".to_owned()),
            Expect::Any,
        ),
        ("bomb.pdf", bomb, Expect::Any),
        ("bomb-in-bomb.pdf", twice, Expect::Any),
        ("pages-100000.pdf", many_pages(100_000), Expect::Refused),
        (
            "page-tree-loop.pdf",
            pdf(&[
                "<</Type /Catalog /Pages 2 0 R>>".to_owned(),
                "<</Type /Pages /Count 1 /Kids [2 0 R]>>".to_owned(),
            ]),
            Expect::Refused,
        ),
        ("truncated.pdf", half, Expect::Any),
        ("encrypted.pdf", encrypted(), Expect::Encrypted),
        ("form-in-itself.pdf", form_in_itself(), Expect::Any),
        (
            "huge-box.pdf",
            {
                let mut objects = page_objects(text);
                objects[2] = objects[2].replace("612 792", "1e38 -1e38");
                pdf(&objects)
            },
            Expect::Any,
        ),
        (
            "outline-loop.pdf",
            {
                let mut objects = page_objects(text);
                objects[0] = "<</Type /Catalog /Pages 2 0 R /Outlines 6 0 R>>".to_owned();
                objects.push("<</First 6 0 R /Next 6 0 R /Last 6 0 R /Title (x)>>".to_owned());
                pdf(&objects)
            },
            Expect::Any,
        ),
        (
            "character-map.pdf",
            {
                let mut objects = page_objects(text);
                objects[4] = "<</Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /ToUnicode 6 0 R>>".to_owned();
                objects.push(stream(
                    "",
                    b"1 beginbfrange <0000> <ffffffff> <0041> endbfrange",
                ));
                pdf(&objects)
            },
            Expect::Any,
        ),
        ("header-only.pdf", b"%PDF-1.7\n".to_vec(), Expect::Refused),
        (
            "numbers.pdf",
            content("9".repeat(1_000_000) + " 0 Td " + text),
            Expect::Any,
        ),
    ]
}

fn archives() -> Vec<Case> {
    let body = "<w:p><w:r><w:t>Revenue rose.</w:t></w:r></w:p>";
    let whole = docx(&document(body), &[]);
    let half = whole.get(..whole.len() / 2).unwrap().to_vec();
    let mut padded = document(body).into_bytes();
    padded.extend(vec![b' '; 100 << 20]);
    let lied = {
        let mut bytes = docx(&document(&body.repeat(1_000)), &[]);
        lie_about_sizes(&mut bytes, 1_000_000_000);
        bytes
    };
    let entities = {
        let mut entities = "<!ENTITY a \"lol\">".to_owned();
        for (name, before) in "bcdefghij".chars().zip("abcdefghi".chars()) {
            let uses = format!("&{before};").repeat(10);
            write!(entities, "<!ENTITY {name} \"{uses}\">").unwrap();
        }
        let text = document("<w:p><w:r><w:t>&j;</w:t></w:r></w:p>");
        format!("<!DOCTYPE d [{entities}]>{text}")
    };
    let outside = document("<w:p><w:r><w:t>&x;</w:t></w:r></w:p>");
    let outside = format!("<!DOCTYPE d [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>{outside}");
    let deep = "<w:sdt>".repeat(100_000) + &"</w:sdt>".repeat(100_000);
    let tables = "<w:tbl><w:tr><w:tc>".repeat(80) + body + &"</w:tc></w:tr></w:tbl>".repeat(80);
    let slips = [
        "../../../../etc/cron.d/x",
        "/etc/passwd",
        "C:\\x.txt",
        "word/../../y",
    ];
    let many: Vec<String> = (0..20_000).map(|number| format!("x/{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    vec![
        ("whole.docx", whole, Expect::Read),
        ("truncated.docx", half, Expect::Reason),
        ("bomb.docx", zipped(&[("word/document.xml", &padded)]), Expect::Reason),
        ("lying-sizes.docx", lied, Expect::Refused),
        ("entities.docx", docx(&entities, &[]), Expect::Reason),
        ("outside-entity.docx", docx(&outside, &[]), Expect::Reason),
        ("undefined-entity.docx", docx(&document("<w:p>&nosuch;</w:p>"), &[]), Expect::Reason),
        ("deep.docx", docx(&document(&deep), &[]), Expect::Reason),
        ("tables-in-tables.docx", docx(&document(&tables), &[]), Expect::Any),
        ("slip.docx", docx(&document(body), &slips), Expect::Read),
        ("entries.docx", docx(&document(body), &many), Expect::Reason),
        ("no-document.docx", zipped(&[("hello.txt", b"hello")]), Expect::Reason),
        ("wrapped.docx", wrapped(), Expect::Encrypted),
        ("old.doc", wrapped(), Expect::Reason),
        ("style-loop.docx", zipped(&[
            ("word/document.xml", document("<w:p><w:pPr><w:pStyle w:val=\"A\"/></w:pPr><w:r><w:t>Text.</w:t></w:r></w:p>").as_bytes()),
            ("word/_rels/document.xml.rels", br#"<Relationships><Relationship Id="1" Type="x/styles" Target="styles.xml"/></Relationships>"#),
            ("word/styles.xml", br#"<w:styles><w:style w:styleId="A"><w:basedOn w:val="A"/></w:style></w:styles>"#),
        ]), Expect::Read),
    ]
}

fn sheets_and_slides() -> Vec<Case> {
    let far = r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>"#;
    let mut diagonal = String::new();
    for number in 1..=16_000_u32 {
        let column = column_name(number);
        write!(
            diagonal,
            r#"<row r="{number}"><c r="{column}{number}"><v>{number}</v></c></row>"#
        )
        .unwrap();
    }
    let strings =
        r#"<row r="1"><c r="A1" t="s"><v>99999999999</v></c><c r="B1"><v>1e999999</v></c></row>"#;
    let merged = format!(
        r#"{far}</sheetData><mergeCells>{}</mergeCells><sheetData>"#,
        r#"<mergeCell ref="A1:XFD1048576"/>"#.repeat(10_000)
    );
    let whole = xlsx(far);
    let half = whole.get(..whole.len() / 2).unwrap().to_vec();
    let groups = "<p:grpSp>".repeat(10_000) + &"</p:grpSp>".repeat(10_000);
    vec![
        ("far.xlsx", whole, Expect::Read),
        ("truncated.xlsx", half, Expect::Reason),
        ("diagonal.xlsx", xlsx(&diagonal), Expect::Any),
        ("strings.xlsx", xlsx(strings), Expect::Any),
        ("merged.xlsx", xlsx(&merged), Expect::Any),
        (
            "cut-sheet.xlsx",
            xlsx("<row r=\"1\"><c r=\"A1\">"),
            Expect::Reason,
        ),
        ("groups.pptx", pptx(&groups), Expect::Reason),
        (
            "whole.pptx",
            pptx("<p:sp><p:txBody><a:p><a:r><a:t>Text.</a:t></a:r></a:p></p:txBody></p:sp>"),
            Expect::Read,
        ),
    ]
}

fn texts() -> Vec<Case> {
    let mut mail = String::from("From: a@example.org\r\nSubject: x\r\n");
    for level in 0..10_000 {
        write!(
            mail,
            "Content-Type: multipart/mixed; boundary=\"b{level}\"\r\n\r\n--b{level}\r\n"
        )
        .unwrap();
    }
    let parts = "--b\r\n\r\nx\r\n".repeat(100_000);
    let parts =
        format!("From: a@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{parts}");
    let headers = format!(
        "From: a@example.org\r\n{}\r\nText.",
        "X-A: b\r\n".repeat(300_000)
    );
    let boxed = "From a@example.org\nFrom: a@example.org\nSubject: s\n\nText.\n\n".repeat(20_000);
    let mut wide = b"\xff\xfe".to_vec();
    wide.extend(noise(100_001));
    vec![
        (
            "nested.json",
            "[".repeat(1_000_000).into_bytes(),
            Expect::Reason,
        ),
        (
            "nested-closed.json",
            ("[".repeat(100_000) + &"]".repeat(100_000)).into_bytes(),
            Expect::Reason,
        ),
        (
            "nested-objects.jsonl",
            ("{\"a\":".repeat(100_000) + "1" + &"}".repeat(100_000)).into_bytes(),
            Expect::Reason,
        ),
        (
            "columns.csv",
            ",".repeat(1_000_000).into_bytes(),
            Expect::Any,
        ),
        (
            "columns-and-rows.csv",
            (",".repeat(100_000) + "\n" + &"a,b\n".repeat(1_000)).into_bytes(),
            Expect::Any,
        ),
        (
            "quotes.csv",
            "\"".repeat(1_000_001).into_bytes(),
            Expect::Any,
        ),
        ("nested.eml", mail.into_bytes(), Expect::Reason),
        ("parts.eml", parts.into_bytes(), Expect::Reason),
        ("headers.eml", headers.into_bytes(), Expect::Any),
        ("many.mbox", boxed.into_bytes(), Expect::Reason),
        (
            "nested.html",
            "<div>".repeat(100_000).into_bytes(),
            Expect::Any,
        ),
        (
            "tables.html",
            "<table><tr><td>".repeat(20_000).into_bytes(),
            Expect::Any,
        ),
        ("wide.txt", wide, Expect::Any),
        (
            "marks.txt",
            b"\xff\xfe\x00\x00\xff\xff\xff\xff".to_vec(),
            Expect::Any,
        ),
        (
            "one-line.md",
            "#".repeat(5_000_000).into_bytes(),
            Expect::Any,
        ),
        (
            "fences.md",
            "```\n".repeat(500_000).into_bytes(),
            Expect::Any,
        ),
        ("name-of-a-device.txt", b"A text.".to_vec(), Expect::Read),
    ]
}

/// Catalog, pages, one page, its content and its font.
fn page_objects(content: &str) -> Vec<String> {
    vec![
        "<</Type /Catalog /Pages 2 0 R>>".to_owned(),
        "<</Type /Pages /Count 1 /Kids [3 0 R]>>".to_owned(),
        "<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>".to_owned(),
        stream("", content.as_bytes()),
        "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>".to_owned(),
    ]
}

/// Bytes as characters of the same number, so that objects can be kept as text.
fn stream(entries: &str, content: &[u8]) -> String {
    let body: String = content.iter().map(|byte| char::from(*byte)).collect();
    format!(
        "<<{entries} /Length {}>>\nstream\n{body}\nendstream",
        content.len()
    )
}

fn latin(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))
        .collect()
}

fn pdf(objects: &[String]) -> Vec<u8> {
    pdf_of_bytes(
        &objects
            .iter()
            .map(|object| latin(object))
            .collect::<Vec<_>>(),
    )
}

fn pdf_of_bytes(objects: &[Vec<u8>]) -> Vec<u8> {
    with_trailer(objects, "")
}

fn with_trailer(objects: &[Vec<u8>], entries: &str) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", bytes.len()).unwrap();
        bytes.extend(format!("{} 0 obj\n", number + 1).bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let start = bytes.len();
    let size = objects.len() + 1;
    bytes.extend(
        format!(
            "{table}trailer\n<</Size {size} /Root 1 0 R {entries}>>\nstartxref\n{start}\n%%EOF\n"
        )
        .bytes(),
    );
    bytes
}

fn no_width() -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let start = bytes.len();
    bytes.extend(latin(&format!(
        "1 0 obj\n{}\nendobj\nstartxref\n{start}\n%%EOF\n",
        stream(
            "/Type /XRef /W [0 0 0] /Size 1000000000 /Index [0 1000000000] /Root 1 0 R",
            b""
        )
    )));
    bytes
}

fn reference_loop() -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let start = bytes.len();
    bytes.extend(format!("xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1 /Root 1 0 R /Prev {start}>>\nstartxref\n{start}\n%%EOF\n").bytes());
    bytes
}

fn many_pages(count: usize) -> Vec<u8> {
    let mut objects = vec!["<</Type /Catalog /Pages 2 0 R>>".to_owned(), String::new()];
    let mut kids = String::new();
    for page in 0..count {
        write!(kids, "{} 0 R ", page + 3).unwrap();
        objects.push("<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>".to_owned());
    }
    objects[1] = format!("<</Type /Pages /Count {count} /Kids [{kids}]>>");
    pdf(&objects)
}

fn form_in_itself() -> Vec<u8> {
    let mut objects = page_objects("/X1 Do BT /F1 12 Tf 72 700 Td (Hello, this is a page.) Tj ET");
    objects[2] = objects[2].replace("/Resources <<", "/Resources <</XObject <</X1 6 0 R>> ");
    objects.push(stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X1 6 0 R>>>>",
        "/X1 Do ".repeat(1_000).as_bytes(),
    ));
    pdf(&objects)
}

fn encrypted() -> Vec<u8> {
    let objects: Vec<Vec<u8>> = page_objects("")
        .iter()
        .map(|object| latin(object))
        .collect();
    let key = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    with_trailer(
        &objects,
        &format!(
            "/ID [<00> <00>] /Encrypt <</Filter /Standard /V 1 /R 2 /Length 40 /P -44 /O <{key}> /U <{key}>>>"
        ),
    )
}

/// The packed bytes of one entry of an archive, without its frame.
fn deflated(bytes: &[u8]) -> Vec<u8> {
    let archive = zipped(&[("x", bytes)]);
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut entry = archive.by_index_raw(0).unwrap();
    let mut packed = Vec::new();
    std::io::Read::read_to_end(&mut entry, &mut packed).unwrap();
    packed
}

fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in parts {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn document(body: &str) -> String {
    format!(r#"<w:document xmlns:w="w"><w:body>{body}</w:body></w:document>"#)
}

fn docx(document: &str, others: &[&str]) -> Vec<u8> {
    let mut parts = vec![("word/document.xml", document.as_bytes())];
    parts.extend(others.iter().map(|name| (*name, b"x".as_slice())));
    zipped(&parts)
}

fn xlsx(rows: &str) -> Vec<u8> {
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    zipped(&[
        ("xl/workbook.xml", br#"<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>"#),
        ("xl/_rels/workbook.xml.rels", br#"<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

fn pptx(shapes: &str) -> Vec<u8> {
    let slide = format!(
        r#"<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"#
    );
    zipped(&[
        ("ppt/presentation.xml", br#"<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>"#),
        ("ppt/_rels/presentation.xml.rels", br#"<Relationships><Relationship Id="rId1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>"#),
        ("ppt/slides/slide1.xml", slide.as_bytes()),
    ])
}

/// The old compound format, as it wraps an encrypted document.
fn wrapped() -> Vec<u8> {
    let mut bytes = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    bytes.extend([0; 504]);
    bytes.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    bytes
}

/// Writes another unpacked size wherever the archive states one.
fn lie_about_sizes(bytes: &mut [u8], size: u32) {
    let places: Vec<usize> = bytes
        .windows(4)
        .enumerate()
        .filter_map(|(at, window)| match window {
            b"PK\x03\x04" => Some(at + 22),
            b"PK\x01\x02" => Some(at + 24),
            _ => None,
        })
        .collect();
    for at in places {
        bytes[at..at + 4].copy_from_slice(&size.to_le_bytes());
    }
}

fn column_name(mut number: u32) -> String {
    let mut name = Vec::new();
    while number > 0 {
        let letter = (number - 1) % 26;
        name.push(char::from(b'A' + u8::try_from(letter).unwrap()));
        number = (number - 1) / 26;
    }
    name.into_iter().rev().collect()
}

/// The same bytes each time, without order.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    std::iter::repeat_with(next).take(count).collect()
}
