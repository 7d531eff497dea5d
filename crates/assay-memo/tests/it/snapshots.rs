use assay_domain::Language;
use assay_exports::markdown;
use assay_gates::OutputType;
use assay_memo::compose;

use crate::case;

#[test]
fn lesser_documents_read_as_they_should() {
    for language in [Language::En, Language::Zh] {
        for output in OutputType::LADDER.into_iter().skip(1) {
            let case = case::lesser(output, language);
            let doc = compose(&case.dossier()).expect("a document");
            let name = format!("{}_{}", output.name(), language.code());
            insta::assert_snapshot!(name, markdown(&doc).expect("markdown"));
        }
    }
}

#[test]
fn a_memo_reads_as_it_should() {
    for language in [Language::En, Language::Zh] {
        let case = case::memo(language);
        let mut doc = compose(&case.dossier()).expect("a document");
        // The appendix has an entry for each figure; the body is what a reader reads.
        for block in &mut doc.blocks {
            if let assay_exports::Block::Picture(picture) = block {
                picture.data = None;
            }
        }
        let text = markdown(&doc).expect("markdown");
        let appendix = language.pick("## Where each figure comes from", "## 数据出处");
        let body = text.split(appendix).next().expect("a body");
        insta::assert_snapshot!(format!("memo_{}", language.code()), body);
    }
}
