use assay_domain::Language;
use assay_exports::docx;

use crate::samples::memo;
use crate::zip_parts::{check, parts, text};

#[test]
fn the_file_is_whole_and_the_same_each_time() {
    for language in [Language::En, Language::Zh] {
        let bytes = docx(&memo(language)).expect("a file");
        check(&bytes);
        assert_eq!(bytes, docx(&memo(language)).expect("a file"));
    }
}

#[test]
fn headings_tables_links_and_fonts_are_words_own() {
    let parts = parts(&docx(&memo(Language::Zh)).expect("a file"));
    let body = text(&parts, "word/document.xml");
    for wanted in [
        "<w:pStyle w:val=\"Heading1\"/>",
        "<w:pStyle w:val=\"Heading2\"/>",
        "<w:tblHeader/>",
        "<w:br w:type=\"page\"/>",
        "<w:hyperlink w:anchor=\"fig_1\">",
        "<w:hyperlink w:anchor=\"src_1\">",
        "w:name=\"fig_1\"",
        "w:name=\"src_1\"",
        "asvg:svgBlip",
        "核心观点",
    ] {
        assert!(body.contains(wanted), "{wanted}");
    }
    assert!(text(&parts, "word/styles.xml").contains("w:eastAsia=\"Microsoft YaHei\""));
    assert!(text(&parts, "word/footer1.xml").contains("不构成投资建议"));
    let anchors = body.split("w:anchor=\"").skip(1);
    for anchor in anchors.map(|rest| rest.split('"').next().expect("an end")) {
        assert!(body.contains(&format!("w:name=\"{anchor}\"")), "{anchor}");
    }
}
