use assay_domain::Language;
use assay_exports::{docx, html, markdown, xlsx};

use crate::sample_model::model;
use crate::samples::memo;
use crate::zip_parts::{parts, text};

#[test]
fn markdown_reads_well() {
    insta::assert_snapshot!(
        "markdown_en",
        markdown(&memo(Language::En)).expect("a text")
    );
    insta::assert_snapshot!(
        "markdown_zh",
        markdown(&memo(Language::Zh)).expect("a text")
    );
}

#[test]
fn the_page_keeps_its_form() {
    let page = html(&memo(Language::En)).expect("a page");
    let (head, rest) = page.split_once("<style>").expect("a style");
    let (_, body) = rest.split_once("</style>").expect("its end");
    insta::assert_snapshot!("html_en", format!("{head}<style></style>{body}"));
}

#[test]
fn office_parts_keep_their_form() {
    let document = parts(&docx(&memo(Language::En)).expect("a file"));
    let body = text(&document, "word/document.xml").replace("<w:p>", "\n<w:p>");
    insta::assert_snapshot!("docx_body", body);
    let book = parts(&xlsx(&model(Language::En)).expect("a file"));
    let sheet = text(&book, "xl/worksheets/sheet2.xml").replace("<c ", "\n<c ");
    insta::assert_snapshot!("xlsx_sheet", sheet);
    insta::assert_snapshot!(
        "xlsx_styles",
        text(&book, "xl/styles.xml").replace("><", ">\n<")
    );
}
