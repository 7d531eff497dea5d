use assay_domain::{Decimal, EvidenceId, Language};
use assay_exports::{Block, Cell, Cite, Doc, FigureId, Inline, Picture, docx, html, markdown};

use crate::samples::memo;

fn refused(change: impl FnOnce(&mut Doc), expected: &str) {
    let mut doc = memo(Language::En);
    change(&mut doc);
    let error = html(&doc).expect_err(expected).to_string();
    assert_eq!(error, expected);
    assert_eq!(markdown(&doc).expect_err(expected).to_string(), expected);
    assert_eq!(docx(&doc).expect_err(expected).to_string(), expected);
}

fn paragraph(inline: Inline) -> Block {
    Block::Paragraph { text: vec![inline] }
}

#[test]
fn what_leads_nowhere_is_refused() {
    refused(
        |doc| {
            doc.blocks
                .push(paragraph(Inline::figure(FigureId::new("made_up"), "7")))
        },
        "a paragraph names figure `made_up`, which has no entry in `figures`; add its note",
    );
    refused(
        |doc| doc.figures[0].inputs.push(FigureId::new("made_up")),
        "figure `revenue_ttm` names figure `made_up`, which has no entry in `figures`; add its note",
    );
    refused(
        |doc| doc.figures.push(doc.figures[0].clone()),
        "figure `revenue_ttm` has two entries in `figures`; keep one",
    );
    refused(
        |doc| doc.figures[0].id = FigureId::new(""),
        "a figure has an empty id; name what it came from",
    );
    let cite = |evidence: &str, number| {
        paragraph(Inline::Cite(Cite {
            evidence: EvidenceId::new(evidence),
            number,
        }))
    };
    refused(
        |doc| doc.blocks.push(cite("ev_0000000001", 9)),
        "a paragraph cites source 9 as `ev_0000000001`, which `sources` does not hold",
    );
    refused(
        |doc| doc.blocks.push(cite("ev_0000000002", 1)),
        "a paragraph cites source 1 as `ev_0000000002`, which `sources` does not hold",
    );
    refused(
        |doc| doc.sources.push(doc.sources[0].clone()),
        "source 1 stands twice in `sources`; keep one",
    );
}

#[test]
fn links_lead_to_the_web_or_nowhere() {
    for address in [
        "javascript:alert(1)",
        "JAVASCRIPT://x.example/%0aalert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "//x.example",
        "https:x.example",
        "http://",
        "https:// x",
        "mailto:a@x.example",
        "",
    ] {
        refused(
            |doc| {
                doc.blocks.push(paragraph(Inline::Link {
                    to: address.to_owned(),
                    text: "x".to_owned(),
                }));
            },
            &format!("a paragraph: `{address}` is no http or https address; leave the link out"),
        );
        refused(
            |doc| doc.sources[0].url = Some(address.to_owned()),
            &format!("source 1: `{address}` is no http or https address; leave the link out"),
        );
    }
}

#[test]
fn a_table_is_whole_and_its_numbers_have_an_origin() {
    let table = |doc: &mut Doc, change: &dyn Fn(&mut assay_exports::Table)| {
        for block in &mut doc.blocks {
            if let Block::Table(table) = block {
                change(table);
            }
        }
    };
    refused(
        |doc| table(doc, &|table| drop(table.rows[1].cells.pop())),
        "table `Income statement, as filed`: row 2 has 8 cells for 9 columns",
    );
    refused(
        |doc| {
            table(doc, &|table| {
                table.rows[1].cells[3] = Cell {
                    text: "4,210".to_owned(),
                    value: Some(Decimal::from(4210)),
                    ..Cell::default()
                };
            });
        },
        "table `Income statement, as filed`: the cell `4,210` has a value and no figure it came from",
    );
}

#[test]
fn headings_have_their_place() {
    refused(
        |doc| doc.blocks.push(Block::heading(1, "x", "X")),
        "heading `X` has level 1; use 2 to 4, the title is level 1",
    );
    refused(
        |doc| doc.blocks.push(Block::heading(2, "risks", "X")),
        "anchor `risks` stands twice; give one heading another",
    );
    for anchor in ["", "1a", "a b", "a\"b", "fig-x", "src-1", "at-x", "风险"] {
        refused(
            |doc| doc.blocks.push(Block::heading(2, anchor, "X")),
            &format!("anchor `{anchor}` is no anchor; use letters, digits, `-` and `_`"),
        );
    }
}

#[test]
fn a_picture_that_could_load_or_run_is_refused() {
    let svg = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">{inside}</svg>")
    };
    let picture = |svg: String| {
        let mut doc = memo(Language::En);
        doc.blocks.push(Block::Picture(Picture {
            svg,
            caption: "c".to_owned(),
            description: "d".to_owned(),
            data: None,
        }));
        html(&doc)
    };
    for bad in [
        svg("<script>alert(1)</script>"),
        svg("<foreignObject><p>x</p></foreignObject>"),
        svg("<image href=\"https://x.example/p.png\"/>"),
        svg("<rect onload=\"alert(1)\"/>"),
        svg("<a href=\"javascript:alert(1)\"><rect/></a>"),
        svg("<a href=\"https://x.example\"><rect/></a>"),
        svg("<use xlink:href=\"https://x.example#a\"/>"),
        svg("<rect fill=\"url(https://x.example#a)\"/>"),
        svg("<rect style=\"fill: u\\72l(https://x.example)\"/>"),
        svg("<rect style=\"fill: &#117;rl(https://x.example)\"/>"),
        svg("<style>@import 'https://x.example';</style>"),
        svg("<style>rect{background:URL( \"x\" )}</style>"),
        svg("<set attributeName=\"href\" to=\"x\"/>"),
        svg("<animate attributeName=\"x\"/>"),
        svg("<rect xmlns=\"http://www.w3.org/1999/xhtml\"/>"),
        svg("<![CDATA[<script>]]>"),
        svg("<g>"),
        format!("<!DOCTYPE svg [<!ENTITY a \"b\">]>{}", svg("")),
        format!("<?xml version=\"1.0\"?>{}", svg("")),
        format!("{}<script>alert(1)</script>", svg("")),
        format!("{}{}", svg(""), svg("")),
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_owned(),
        "<svg viewBox=\"0 0 0 0\"/>".to_owned(),
        "<g/>".to_owned(),
        "text".to_owned(),
        String::new(),
    ] {
        assert!(picture(bad.clone()).is_err(), "{bad}");
    }
    for good in [
        svg(
            "<defs><linearGradient id=\"g\"><stop offset=\"0\"/></linearGradient></defs><rect fill=\"url(#g)\"/>",
        ),
        svg("<title>a &amp; b</title><text>x &lt; y</text>"),
        svg(
            "<style>.a{fill:var(--ink);} @media (prefers-color-scheme: dark){.a{fill:#fff}}</style>",
        ),
    ] {
        picture(good.clone()).unwrap_or_else(|error| panic!("{good}: {error}"));
    }
}
