use std::fmt::Write;

use assay_documents::split;
use assay_domain::{Place, PlaceMark};
use proptest::prelude::*;

use crate::library::{document, quarantine};

fn shown(name: &str, source: &str) -> String {
    let (document, text) = document(name, source);
    let mut out = String::new();
    for passage in split(&document, &text) {
        let place = format!("{}-{}", passage.start, passage.end);
        writeln!(out, "== {place} {:?}\n{}", passage.headings, passage.text)
            .expect("a string grows");
    }
    out
}

#[test]
fn markdown_passages_follow_its_structure() {
    let sentence =
        "Deliveries of the new model began in the third quarter and grew in the fourth. ";
    let source = format!(
        "---\ntitle: x\n---\n# Results\n\nIntro line.\n\n## Cars\n\n{}\n\n- first item\n  continued\n- second item\n\n<!-- toc -->\n\nAfter a comment.\n\nOld style\n---------\n\nText below.\n\n# Outlook\n\nWe expect growth.\n",
        sentence.repeat(15)
    );
    insta::assert_snapshot!(shown("a.md", &source));
}

#[test]
fn a_long_table_carries_its_header_row() {
    let mut source =
        "# Prices\n\nIn dollars.\n\n| Month | Open | Close | Remark |\n| --- | --- | --- | --- |\n"
            .to_owned();
    for month in 1..=24 {
        writeln!(
            source,
            "| 2024-{month:02} | {month}.10 | {month}.20 | trading was quiet all month |"
        )
        .expect("a string grows");
    }
    insta::assert_snapshot!(shown("a.md", &source));
}

/// Wherever a passage begins, its rows have the whole head of their table in it or above it.
#[test]
fn no_cut_parts_a_row_from_the_head_of_its_table() {
    for length in 0..60 {
        let lead = "The fleet sailed on. ".repeat(length);
        let source = format!(
            "# Results\n\n{lead}\n\n|  | Year Ended |  |\n|  | Jan 26, 2025 | Jan 28, 2024 |\n\
             | By route: | (In millions) |  |\n| --- | --- | --- |\n| Ferries | 115 | 47 |\n"
        );
        let (document, text) = document("a.md", &source);
        let passages = split(&document, &text);
        let mut with_row = passages.iter().filter(|one| one.text.contains("| Ferries"));
        let passage = with_row.next().expect("the row is in a passage");
        let seen = passage.headings.join("\n") + &passage.text;
        for head in ["Year Ended", "Jan 26, 2025", "(In millions)"] {
            assert!(seen.contains(head), "{length}: {head} is not in {seen}");
        }
    }
}

#[test]
fn chinese_text_is_cut_between_sentences() {
    let source = "第一节 公司概况\n\n".to_owned()
        + &"公司主营动力电池的研发、生产和销售，二零二四年营业收入同比增长百分之十二。".repeat(14)
        + "\n\n一、风险\n\n原材料价格波动。";
    insta::assert_snapshot!(shown("a.txt", &source));
}

#[test]
fn a_text_of_headings_alone_is_read_and_a_formula_makes_none() {
    let cases = [
        (
            "a.txt",
            "TOTAL REVENUE 5 MILLION DOLLARS",
            "TOTAL REVENUE 5 MILLION DOLLARS",
        ),
        ("a.txt", "Item 7", "Item 7"),
        (
            "a.md",
            "# Only a title\n\n<!-- hidden -->\n",
            "# Only a title",
        ),
        (
            "a.txt",
            "화학식 C2H6O를 쓰십시오",
            "화학식 C2H6O를 쓰십시오",
        ),
        ("a.txt", "Q1销售额\n\n增长一成。", "Q1销售额\n\n增长一成。"),
        ("a.txt", "REALLY?\n\nYes.", "REALLY?\n\nYes."),
    ];
    for (name, source, expected) in cases {
        let (document, text) = document(name, source);
        let passages = split(&document, &text);
        let texts: Vec<&str> = passages.iter().map(|p| p.text.as_str()).collect();
        assert_eq!(texts, [expected], "{source}");
    }
}

#[test]
fn rows_and_records_stay_whole() {
    let mut csv = "Segment,2024,2023\n".to_owned();
    for row in 1..=30 {
        writeln!(csv, "Segment number {row},{row}.5,{row}.25").expect("a string grows");
    }
    insta::assert_snapshot!(shown("a.csv", &csv));
    insta::assert_snapshot!(shown(
        "a.jsonl",
        "{\"year\": 2023, \"sales\": 8}\n{\"year\": 2024, \"sales\": 9}"
    ));
}

#[test]
fn quarantined_text_is_in_no_passage_and_no_heading() {
    let source = "# Good\n\nBefore. EVIL order. After.\n\n# EVIL heading\n\nText under it.\n\n| EVIL | b |\n| --- | --- |\n| 1 | 2 |\n";
    let (mut document, text) = document("a.md", source);
    for (start, part) in text.match_indices("EVIL") {
        let end = text[start..]
            .find(['.', '\n'])
            .map_or(text.len(), |at| start + at);
        quarantine(&mut document, start, end.max(start + part.len()));
    }
    let passages = split(&document, &text);
    let texts: Vec<&str> = passages
        .iter()
        .map(|passage| passage.text.as_str())
        .collect();
    assert_eq!(
        texts,
        ["Before.", ". After.", "Text under it.", "| 1 | 2 |"]
    );
    assert_eq!(passages[2].headings, Vec::<String>::new());
    assert!(!format!("{passages:?}").contains("EVIL"));
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Z0-9 ,.%$]{0,120}",
        4 => "[一-龥，。；0-9]{0,80}",
        1 => "#{1,4} [a-z一-龥]{1,12}",
        1 => "- [a-z]{1,30}",
        1 => Just("| a | 数 |\n| --- | --- |".to_owned()),
        2 => "\\| [a-z0-9]{1,30} \\| [0-9]{1,8} \\|",
        1 => Just("```".to_owned()),
        1 => Just("<!-- x".to_owned()),
        1 => Just("-->".to_owned()),
        1 => Just("---".to_owned()),
        3 => Just(String::new()),
        1 => "\\PC{0,30}",
    ]
}

#[test]
fn page_numbers_and_links_of_a_filing_are_in_no_passage() {
    let pages: String = (1..=6)
        .map(|page| {
            format!("<p>Sales of line {page} rose.</p><table><tr><th>Line</th><th>2024</th><th>2023</th></tr><tr><td>Line {page}</td><td>{page}</td><td>{page}</td></tr></table><p>{page}</p><p><a href='#t'>Table of Contents</a></p>")
        })
        .collect();
    let (document, text) = document("a.htm", &format!("<html><body>{pages}</body></html>"));
    let passages = split(&document, &text);
    let lines = passages.iter().flat_map(|passage| passage.text.lines());
    let lines: Vec<&str> = lines.map(str::trim).collect();
    assert!(
        lines
            .iter()
            .filter(|line| **line == "Table of Contents")
            .count()
            <= 1,
        "{lines:?}"
    );
    assert!(
        !lines.iter().any(|line| line.parse::<u32>().is_ok()),
        "{lines:?}"
    );
    for page in 1..=6 {
        let row = format!("| Line {page} | {page} | {page} |");
        assert!(lines.contains(&row.as_str()), "{lines:?}");
    }
}

proptest! {
    #[test]
    fn no_passage_crosses_into_another_place(
        lines in prop::collection::vec(line(), 1..40),
        starts in prop::collection::btree_set(0_usize..3000, 0..6),
    ) {
        let (mut document, text) = document("a.md", &format!("start\n\n{}", lines.join("\n")));
        let marks = starts.iter().filter(|start| text.is_char_boundary(**start));
        document.places = marks
            .zip(1..)
            .map(|(start, page)| PlaceMark { start: *start, place: Place::Page(page) })
            .collect();
        for passage in split(&document, &text) {
            prop_assert_eq!(text.get(passage.start..passage.end), Some(passage.text.as_str()));
            for mark in &document.places {
                prop_assert!(mark.start <= passage.start || passage.end <= mark.start);
            }
        }
    }

    #[test]
    fn passages_name_their_bytes_and_lose_no_word(
        lines in prop::collection::vec(line(), 1..40),
        extension in "(md|txt)",
        spans in prop::collection::vec((0_usize..3000, 0_usize..200), 0..4),
    ) {
        let source = format!("start\n\n{}", lines.join("\n"));
        let (mut document, text) = document(&format!("a.{extension}"), &source);
        for (start, length) in spans {
            quarantine(&mut document, start, start + length);
        }
        let mut end = 0;
        for passage in split(&document, &text) {
            prop_assert!(passage.start >= end);
            end = passage.end;
            prop_assert_eq!(text.get(passage.start..passage.end), Some(passage.text.as_str()));
            prop_assert_eq!(passage.id.parts(), Some((document.id.clone(), passage.start..passage.end)));
            for span in &document.quarantined {
                let is_apart = span.end <= passage.start || passage.end <= span.start;
                prop_assert!(is_apart || span.start == span.end, "{:?} {:?}", span, passage);
            }
        }
    }

    #[test]
    fn every_word_of_plain_prose_is_in_a_passage(words in prop::collection::vec("[a-z]{1,12}|[一-龥]{1,6}", 1..150)) {
        let source = words.join(" ");
        let (document, text) = document("a.txt", &format!("{source}."));
        let joined: String = split(&document, &text).iter().map(|passage| passage.text.clone() + " ").collect();
        let found: Vec<&str> = joined.split_whitespace().collect();
        let expected = format!("{source}.");
        prop_assert_eq!(found, expected.split_whitespace().collect::<Vec<_>>());
    }
}

#[test]
fn a_piece_of_a_table_whose_years_go_down_says_which_it_is_of() {
    let mut text =
        "## Changes in equity\n\n| | Shares | Retained |\n| --- | --- | --- |\n".to_owned();
    for year in 2028..2031 {
        text += &format!("| Balance at June 30, {year} | 1,000 | 5,000 |\n");
        for n in 0..14 {
            text += &format!("| Movement number {n} of the period, net of tax | 1{n} | 2{n} |\n");
        }
    }
    let pieces = |text: &str| {
        let (document, text) = document("a.md", text);
        split(&document, &text)
    };
    let passages = pieces(&text);
    assert!(passages.len() > 3);
    for passage in &passages {
        let said = passage.headings.join("\n") + &passage.text;
        assert!(said.contains("Balance at June 30, 20"), "{said}");
    }
    // a table whose head names the years needs no row for it
    let headed = text.replace("| | Shares | Retained |", "| | 2031 | 2030 |");
    let mut carried = pieces(&headed).into_iter().flat_map(|p| p.headings);
    assert!(!carried.any(|heading| heading.starts_with("Balance")));
}

#[test]
fn a_piece_of_a_table_names_its_unit_and_its_part() {
    let rows: String = (0..40).fold(String::new(), |mut rows, number| {
        let _ = writeln!(
            rows,
            "| Warehouse number {number} of the port | {number}1 | {number}2 |"
        );
        rows
    });
    let text = format!(
        "| October 31, | | |\n| --- | --- | --- |\n| | 2031 | 2030 |\n| (In thousands) | | |\n| Quays: | | |\n{rows}\
         | Sheds: | | |\n{rows}"
    );
    let (document, text) = document("levies.md", &text);
    let found = split(&document, &text);
    assert!(found.len() > 3, "{found:?}");
    for piece in found.iter().skip(1) {
        let above = piece.headings.join("\n");
        assert!(above.contains("(In thousands)"), "{above}");
        let part = piece.headings.last().map(String::as_str);
        assert!(matches!(part, Some("| Quays: |" | "| Sheds: |")), "{above}");
    }
}
