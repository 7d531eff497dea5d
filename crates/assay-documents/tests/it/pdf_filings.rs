//! Filings as PDF: rows, heads, sentences and identity from where letters stand. The companies and
//! their figures are made up.

use assay_documents::{DocumentLimits, Parsed, read_document, read_document_within, split};
use assay_domain::{HiddenKind, Passage, Place, Tier, Timestamp};

use crate::portable::pages;

/// A text whose first letter stands there, in points from the lower left corner.
pub(crate) fn at(x: u32, y: u32, text: &str) -> String {
    let text = text.replace('(', "\\(").replace(')', "\\)");
    format!("BT /F1 10 Tf {x} {y} Td ({text}) Tj ET\n")
}

pub(crate) fn read(name: &str, contents: &[String]) -> Parsed {
    let contents: Vec<&str> = contents.iter().map(String::as_str).collect();
    read_document(name, &pages(&contents, "", "")).expect("a file")
}

fn passages(parsed: &Parsed) -> Vec<Passage> {
    let document = parsed.record("a.pdf", b"", Tier::D, Timestamp::UNIX_EPOCH);
    split(&document, &parsed.text)
}

/// Six lines of text above and below which no table is sought.
fn prose(from: u32) -> String {
    let line = "The works made more than in any year before and sold what they made at once.";
    (0..3).map(|n| at(72, from - 12 * n, line)).collect()
}

#[test]
fn a_figure_stands_in_the_row_of_its_label() {
    // all labels first, then column by column, signs apart from their figures
    let mut page = at(150, 740, "CONSOLIDATED STATEMENTS OF INCOME")
        + &at(190, 726, "(in millions, except per share data)");
    for (row, label) in [
        "Revenue",
        "Cost of goods sold",
        "Income from mills that were",
        "held for sale, net of tax",
        "Other loss",
        "Margin",
    ]
    .iter()
    .enumerate()
    {
        page += &at(72, 680 - 14 * row as u32, label);
    }
    page += &(at(355, 710, "Year ended June 30,") + &at(350, 696, "2031") + &at(450, 696, "2030"));
    let columns = [
        (340, ["4,120", "2,980", "", "77", "12", "27.7"]),
        (440, ["3,905", "2,844", "", "5", "140", "27.2"]),
    ];
    for (x, cells) in columns {
        for (row, cell) in cells.iter().enumerate() {
            let y = 680 - 14 * row as u32;
            page += &match row {
                0 => at(x - 20, y, "$") + &at(x, y, cell),
                2 => String::new(),
                4 => at(x + 4, y, "(") + &at(x + 8, y, cell) + &at(x + 26, y, ")"),
                5 => at(x, y, cell) + &at(x + 22, y, "%"),
                _ => at(x, y, cell),
            };
        }
    }
    let parsed = read("a.pdf", &[page]);
    let expected = "## CONSOLIDATED STATEMENTS OF INCOME

| (in millions, except per share data) | Year ended June 30, 2031 | Year ended June 30, 2030 |
| --- | --- | --- |
| Revenue | $4,120 | $3,905 |
| Cost of goods sold | 2,980 | 2,844 |
| Income from mills that were held for sale, net of tax | 77 | 5 |
| Other loss | (12) | (140) |
| Margin | 27.7% | 27.2% |";
    assert_eq!(parsed.text, expected);
}

/// A balance sheet of so many rows, from a height down.
fn rows(from: u32, first: usize, count: usize) -> String {
    let row = |n: usize| {
        let y = from - 14 * n as u32;
        let (now, before) = (1_000 + 37 * n, 1_900 + 11 * n);
        at(
            72,
            y,
            &format!("Inventories of works number {} at cost", first + n),
        ) + &at(400, y, &format!("{},{:03}", now / 1000, now % 1000))
            + &at(480, y, &format!("{},{:03}", before / 1000, before % 1000))
    };
    (0..count).map(row).collect()
}

#[test]
fn every_piece_of_a_statement_says_its_title_unit_and_years() {
    let head = at(180, 750, "Consolidated Balance Sheets")
        + &at(200, 736, "(in thousands)")
        + &at(400, 716, "2031")
        + &at(480, 716, "2030");
    let first = head + &at(72, 702, "Assets") + &rows(688, 1, 40) + &at(300, 40, "41");
    // goes on without a head of its own
    let second = rows(740, 41, 30) + &at(72, 300, "The notes are part of it.") + &at(300, 40, "42");
    let third = prose(700) + &at(300, 40, "43");
    let parsed = read("a.pdf", &[first, second, third]);
    let pieces = passages(&parsed);
    let of_table: Vec<&Passage> = pieces
        .iter()
        .filter(|p| p.text.contains("works number"))
        .collect();
    assert!(of_table.len() > 4, "{}", parsed.text);
    for piece in &of_table {
        let said = piece.headings.join("\n") + "\n" + &piece.text;
        for wanted in ["Consolidated Balance Sheets", "in thousands", "2031 | 2030"] {
            assert!(said.contains(wanted), "{wanted} is not in {said}");
        }
    }
    for number in ["41", "42", "43"] {
        let is_number = |line: &str| line.trim_matches(['|', ' ']) == number;
        assert!(!parsed.text.lines().any(is_number), "{}", parsed.text);
    }
    let second = parsed
        .places
        .iter()
        .find(|mark| mark.place == Place::Page(2));
    let below = parsed
        .text
        .get(second.expect("a page").start..)
        .expect("text");
    assert!(
        below.starts_with("| Inventories of works number 41 "),
        "{below}"
    );
}

#[test]
fn a_sentence_that_goes_over_the_end_of_a_page_is_whole() {
    let page = |number: u32, body: &str| prose(700) + body + &at(300, 40, &number.to_string());
    let first = page(
        7,
        &at(
            72,
            100,
            "In the spring of that year the board of the mills resolved, after a long debate",
        ),
    );
    let second = at(
        72,
        700,
        "about its cost, to build a third kiln. The kiln was lit in May.",
    ) + &at(300, 40, "8");
    let third = page(9, "");
    let parsed = read("a.pdf", &[first, second, third]);
    let whole = "after a long debate about its cost, to build a third kiln.";
    assert!(parsed.text.contains(whole), "{}", parsed.text);
    let pieces = passages(&parsed);
    assert!(pieces.iter().any(|piece| piece.text.contains(whole)));
    let second = parsed
        .places
        .iter()
        .find(|mark| mark.place == Place::Page(2));
    let below = parsed
        .text
        .get(second.expect("a page").start..)
        .expect("text");
    assert!(below.starts_with("The kiln was lit in May."), "{below}");
}

#[test]
fn an_item_of_a_list_goes_over_the_end_of_a_page_too() {
    let first = prose(700)
        + &at(
            72,
            100,
            "- A kiln was bought from the works in the north that",
        );
    let second = at(72, 700, "had been closed. It is lit. More will follow.");
    let parsed = read("a.pdf", &[first, second]);
    let whole = "- A kiln was bought from the works in the north that had been closed.";
    assert!(parsed.text.contains(whole), "{}", parsed.text);
}

fn cover(form: &str, lines: &[&str]) -> String {
    let mut page = at(250, 760, "UNITED STATES")
        + &at(180, 746, "SECURITIES AND EXCHANGE COMMISSION")
        + &at(250, 720, form);
    for (row, line) in lines.iter().enumerate() {
        page += &at(150, 690 - 20 * row as u32, line);
    }
    page
}

#[test]
fn the_cover_says_whose_filing_it_is() {
    let annual = cover(
        "FORM 10-K",
        &[
            "For the fiscal year ended September 27, 2031",
            "Commission File Number 001-99999",
            "NORTHWIND MILLS, INC.",
            "(Exact name of registrant as specified in its charter)",
        ],
    );
    let quarterly = cover(
        "Form 10-Q",
        &[
            "For the quarterly period ended",
            "March 31, 2032",
            "The Contoso Kiln and",
            "Brick Company",
            "(Exact name of registrant as specified in its charter)",
        ],
    );
    let of_two = cover(
        "FORM 10-K/A",
        &[
            "For the year ended December 31, 2030",
            "United States Quarry Corporation",
            "Quarry Operating Partnership, L.P.",
            "(Exact names of registrants as specified in their charters)",
        ],
    );
    let current = cover(
        "FORM 8-K",
        &[
            "May 4, 2033",
            "Date of Report (date of earliest event reported)",
            "Fabrikam plc",
            "(Exact name of registrant as specified in its charter)",
        ],
    );
    let cases = [
        (
            annual,
            "NORTHWIND MILLS, INC.",
            "10-K",
            "2031-09-27",
            "September 27, 2031",
        ),
        (
            quarterly,
            "The Contoso Kiln and Brick Company",
            "10-Q",
            "2032-03-31",
            "March 31, 2032",
        ),
        (
            of_two,
            "United States Quarry Corporation",
            "10-K/A",
            "2030-12-31",
            "December 31, 2030",
        ),
        (current, "Fabrikam plc", "8-K", "2033-05-04", "May 4, 2033"),
    ];
    for (page, entity, form, period, day) in cases {
        let parsed = read("scan.pdf", &[page]);
        assert_eq!(parsed.title, format!("{entity} {form} ({day})"));
        assert_eq!(parsed.subject.entity.as_deref(), Some(entity));
        assert_eq!(parsed.subject.form.as_deref(), Some(form));
        let end = parsed.subject.period_end.expect("a period");
        assert_eq!(end.to_string(), period);
    }
}

#[test]
fn the_name_of_the_file_is_a_second_witness() {
    // the name is a picture on the cover, and only the text below it says it
    let page = cover(
        "FORM 10-K",
        &[
            "For the fiscal year ended December 31, 2031",
            "(Exact name of registrant as specified in its charter)",
            "shares of common stock of The Wood-Grove Company outstanding",
        ],
    );
    let parsed = read(
        "filings/WOODGROVE_2031_10K.pdf",
        std::slice::from_ref(&page),
    );
    assert_eq!(parsed.subject.entity.as_deref(), Some("Wood-Grove Company"));
    let parsed = read("filings/scan-17.pdf", &[page]);
    assert_eq!(parsed.subject.entity, None);
}

#[test]
fn a_release_is_dated_and_named_by_what_it_says() {
    let page = at(72, 760, "NEWS RELEASE")
        + &at(72, 730, "Tailspin Reports Second Quarter 2031 Results")
        + &at(
            72,
            700,
            "OSLO, July 30, 2031 -- Tailspin Toys Ltd. (OSE: TAIL) today reported results",
        )
        + &at(
            72,
            688,
            "for its second quarter ended June 28, 2031, which were better than those before.",
        );
    let parsed = read("news.pdf", &[page]);
    assert_eq!(parsed.title, "Tailspin Reports Second Quarter 2031 Results");
    assert_eq!(parsed.subject.entity.as_deref(), Some("Tailspin Toys Ltd."));
    assert_eq!(parsed.subject.form.as_deref(), Some("Earnings release"));
    assert_eq!(
        parsed.subject.period_end.expect("a period").to_string(),
        "2031-06-28"
    );
    assert_eq!(parsed.date.expect("a date").to_string(), "2031-07-30");
}

#[test]
fn letters_drawn_twice_are_one_and_cut_off_ones_are_hidden() {
    let twice = "BT /F1 10 Tf 72 700 Td (FORM) Tj ET\nBT /F1 10 Tf 72.4 700 Td (FORM) Tj ET\n";
    let cut = "q 60 400 400 100 re W n\n".to_owned()
        + &at(72, 450, "Inside of the frame.")
        + &at(72, 300, "Below the frame and never seen.")
        + "Q\n";
    let parsed = read("a.pdf", &[twice.to_owned() + &cut]);
    assert!(parsed.text.contains("FORM"), "{}", parsed.text);
    assert!(!parsed.text.contains("FFORM"), "{}", parsed.text);
    assert!(parsed.text.contains("Inside of the frame."));
    assert!(!parsed.text.contains("never seen"), "{}", parsed.text);
    let hidden = parsed
        .hidden
        .iter()
        .find(|hidden| hidden.kind == HiddenKind::Style);
    assert!(hidden.expect("hidden text").text.contains("never seen"));
}

#[test]
fn the_mark_of_a_footnote_is_no_digit_of_its_number() {
    let page = at(72, 700, "Balance as of June 30, 2031")
        + "BT /F1 6 Tf 199 704 Td (1) Tj ET\n"
        + &at(300, 700, "4,120");
    let parsed = read("a.pdf", &[page]);
    assert!(!parsed.text.contains("20311"), "{}", parsed.text);
    assert!(parsed.text.contains("2031"), "{}", parsed.text);
}

#[test]
fn columns_of_text_are_read_one_after_the_other() {
    let mut page = String::new();
    for line in 0..12 {
        let y = 700 - 12 * line;
        page += &at(50, y, &format!("left line {line} of the first column goes"));
        page += &at(
            320,
            y,
            &format!("right line {line} of the second column goes"),
        );
    }
    let parsed = read("a.pdf", &[page]);
    let last_left = parsed.text.find("left line 11").expect("text");
    let first_right = parsed.text.find("right line 0").expect("text");
    assert!(last_left < first_right, "{}", parsed.text);
}

#[test]
fn a_table_on_its_side_is_read_as_it_is_held() {
    let turned =
        |x: u32, y: u32, text: &str| format!("BT /F1 10 Tf 0 1 -1 0 {x} {y} Tm ({text}) Tj ET\n");
    let mut page = turned(100, 300, "2031") + &turned(100, 400, "2030");
    for (row, label) in ["Coal", "Clay", "Lime"].iter().enumerate() {
        let x = 120 + 14 * row as u32;
        page += &(turned(x, 72, label) + &turned(x, 300, "1,200") + &turned(x, 400, "1,100"));
    }
    let parsed = read("a.pdf", &[page]);
    assert!(
        parsed.text.contains("|  | 2031 | 2030 |"),
        "{}",
        parsed.text
    );
    assert!(
        parsed.text.contains("| Clay | 1,200 | 1,100 |"),
        "{}",
        parsed.text
    );
}

#[test]
fn a_file_of_too_many_pages_is_refused_with_the_limit() {
    let page = prose(700);
    let bytes = pages(&[&page, &page, &page], "", "");
    let within = |pages: u32| {
        let limits = DocumentLimits {
            pages,
            ..DocumentLimits::default()
        };
        read_document_within("a.pdf", &bytes, limits)
    };
    assert!(within(3).is_ok());
    let refusal = within(2).expect_err("too many pages").to_string();
    assert!(
        refusal.contains("it has 3 pages, and at most 2 are read"),
        "{refusal}"
    );
}
