use crate::doc::{Block, Doc};
use crate::docx_body::Body;
use crate::docx_parts;
use crate::docx_styles::{NUMBERING, styles};
use crate::error::ExportError;
use crate::package::{Package, core_properties};

/// The document as a DOCX file. Figures, citations and inputs are links inside the file; a picture
/// is drawn where the program can, and its numbers stand under it in any case.
pub fn docx(doc: &Doc) -> Result<Vec<u8>, ExportError> {
    doc.check()?;
    let mut body = Body::new(doc);
    body.write()?;
    let has_pictures = doc
        .blocks
        .iter()
        .any(|one| matches!(one, Block::Picture(_)));
    let mut package = Package::new("the DOCX document");
    package.xml(
        "[Content_Types].xml",
        &docx_parts::content_types(has_pictures),
    );
    package.xml("_rels/.rels", docx_parts::PACKAGE_LINKS);
    let language = doc.language.pick("en-US", "zh-CN");
    package.xml("docProps/core.xml", &core_properties(&doc.title, language));
    package.xml("word/document.xml", &docx_parts::document(&body.xml));
    package.xml("word/styles.xml", &styles(doc.language));
    package.xml("word/numbering.xml", NUMBERING);
    package.xml("word/footer1.xml", &docx_parts::footer(doc));
    package.xml(
        "word/_rels/document.xml.rels",
        &docx_parts::links(&body.links),
    );
    for (name, bytes) in body.pictures {
        package.bytes(format!("word/media/{name}"), bytes);
    }
    package.pack()
}
