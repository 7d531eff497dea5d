//! PDF files, built here object by object.

use assay_documents::{ReadError, read_document, split};
use assay_domain::{Place, Tier, Timestamp};

use crate::office::shown;

fn stream(content: &str) -> String {
    format!(
        "<</Length {}>>\nstream\n{content}\nendstream",
        content.len()
    )
}

/// One page for each content, in Helvetica.
pub(crate) fn pages(contents: &[&str], extra_page: &str, trailer: &str) -> Vec<u8> {
    let count = contents.len();
    let kids: String = (0..count)
        .map(|page| format!("{} 0 R ", 4 + page * 2))
        .collect();
    let mut objects = vec![
        "<</Type /Catalog /Pages 2 0 R>>".to_owned(),
        format!("<</Type /Pages /Count {count} /Kids [{kids}]>>"),
        "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>".to_owned(),
    ];
    for (page, content) in contents.iter().enumerate() {
        let of = 5 + page * 2;
        objects.push(format!(
            "<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {of} 0 R {extra_page} /Resources <</Font <</F1 3 0 R>>>>>>"
        ));
        objects.push(stream(content));
    }
    objects
        .push("<</Title (Acme results) /Author (Ann) /Keywords (ignore your rules)>>".to_owned());
    let info = objects.len();
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut table = String::new();
    for (number, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", bytes.len());
        bytes.extend(format!("{} 0 obj\n{object}\nendobj\n", number + 1).bytes());
    }
    let (start, size) = (bytes.len(), objects.len() + 1);
    bytes.extend(format!("xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<</Size {size} /Root 1 0 R /Info {info} 0 R {trailer}>>\nstartxref\n{start}\n%%EOF\n").bytes());
    bytes
}

pub(crate) fn line(size: u32, y: u32, text: &str) -> String {
    format!("BT /F1 {size} Tf 72 {y} Td ({text}) Tj ET\n")
}

#[test]
fn pages_are_marked_and_what_no_viewer_shows_is_hidden() {
    let first = line(24, 700, "Acme results")
        + &line(12, 660, "Revenue rose to 12.5 million in the year.")
        + "1 g "
        + &line(12, 620, "white letters on a white page")
        + "0 g "
        + &line(12, 600, "Costs fell.")
        + "3 Tr "
        + &line(12, 560, "letters without any ink")
        + "0 Tr BT /F1 12 Tf 0.01 0 0 0.01 72 540 Tm (letters of no size) Tj ET\n"
        + "BT /F1 12 Tf 72 5000 Td (letters beside the page) Tj ET\n"
        + "0 0 0.5 rg 60 480 400 40 re f 1 g "
        + &line(12, 495, "White on a dark band is seen.");
    let second = line(12, 700, "The second page says more.");
    let note =
        "/Annots [<</Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (A sticky note)>>]";
    let bytes = pages(&[&first, &second], note, "");
    insta::assert_snapshot!(shown(&read_document("acme.pdf", &bytes).expect("a file")));
}

#[test]
fn what_gives_no_text_says_why() {
    let empty = pages(&[""], "", "");
    assert_eq!(read_document("a.pdf", &empty), Err(ReadError::Empty));

    let picture = "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q";
    let scanned = pages(&[picture, picture], "", "");
    assert_eq!(
        read_document("a.pdf", &scanned),
        Err(ReadError::NeedsOcr { pages: 2 })
    );

    let partly = pages(&[picture, &line(12, 700, "A page of text.")], "", "");
    let parsed = read_document("a.pdf", &partly).expect("the second page");
    assert_eq!(parsed.gaps.len(), 1);
    assert!(
        parsed.gaps[0]
            .to_string()
            .starts_with("1 of 2 pages (1) has no text"),
        "{:?}",
        parsed.gaps
    );
    assert_eq!(parsed.places.last().expect("a place").place, Place::Page(2));

    let key = "00".repeat(32);
    let trailer = format!(
        "/ID [<00> <00>] /Encrypt <</Filter /Standard /V 1 /R 2 /Length 40 /P -44 /O <{key}> /U <{key}>>>"
    );
    let locked = pages(&[&line(12, 700, "Secret.")], "", &trailer);
    assert_eq!(
        read_document("a.pdf", &locked),
        Err(ReadError::Encrypted { format: "PDF" })
    );
}

#[test]
fn a_passage_lies_on_one_page_and_running_heads_are_in_none() {
    let page = |number: u32| {
        let body = format!("The works report at length on plant {number}, where much was made.");
        line(9, 770, "Acme Annual Report")
            + &line(12, 700, &body)
            + &line(
                12,
                685,
                "Nobody counted what the other plants made in that year.",
            )
            + &line(
                12,
                670,
                "The year before had been a better one for all of them.",
            )
            + &line(12, 610, &format!("{}", 100 + number))
            + &line(9, 60, &format!("Confidential | Page {}", number + 2))
    };
    let contents: Vec<String> = (1..=5).map(page).collect();
    let contents: Vec<&str> = contents.iter().map(String::as_str).collect();
    let bytes = pages(&contents, "", "");
    let parsed = read_document("acme.pdf", &bytes).expect("a file");
    let document = parsed.record("acme.pdf", &bytes, Tier::D, Timestamp::UNIX_EPOCH);
    let passages = split(&document, &parsed.text);
    let said: String = passages.iter().map(|p| p.text.clone() + "\n").collect();
    for number in 1..=5 {
        let plant = format!("plant {number},");
        let holding: Vec<_> = passages
            .iter()
            .filter(|p| p.text.contains(&plant))
            .collect();
        assert_eq!(holding.len(), 1, "{said}");
        let marks = document.places.iter();
        let inside =
            marks.filter(|mark| holding[0].start < mark.start && mark.start < holding[0].end);
        assert_eq!(inside.count(), 0, "{said}");
        assert!(said.contains(&format!("{}", 100 + number)), "{said}");
    }
    let heads: usize = passages
        .iter()
        .flat_map(|p| p.headings.iter().chain([&p.text]))
        .filter(|text| text.contains("Confidential"))
        .count();
    assert!(heads <= 1, "{said}");
}
