use crate::clean::escaped;
use crate::doc::Doc;

/// A relationship of the main part: what it is, where it leads, and whether outside the file.
pub(crate) enum Target {
    Outside(String),
    Media(String),
}

pub(crate) const PACKAGE_LINKS: &str = concat!(
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">",
    "<Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/>",
    "<Relationship Id=\"rId2\" Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties\" Target=\"docProps/core.xml\"/>",
    "</Relationships>"
);

/// Ids 1 to 3 are styles, numbering and footer; the others follow.
pub(crate) const FIRST_LINK: usize = 4;

pub(crate) fn content_types(has_pictures: bool) -> String {
    let pictures = if has_pictures {
        "<Default Extension=\"svg\" ContentType=\"image/svg+xml\"/>"
    } else {
        ""
    };
    let word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
    format!(
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>{pictures}\
         <Override PartName=\"/word/document.xml\" ContentType=\"{word}.document.main+xml\"/>\
         <Override PartName=\"/word/styles.xml\" ContentType=\"{word}.styles+xml\"/>\
         <Override PartName=\"/word/numbering.xml\" ContentType=\"{word}.numbering+xml\"/>\
         <Override PartName=\"/word/footer1.xml\" ContentType=\"{word}.footer+xml\"/>\
         <Override PartName=\"/docProps/core.xml\" ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/>\
         </Types>"
    )
}

pub(crate) fn links(links: &[Target]) -> String {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let mut out = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
         <Relationship Id=\"rId1\" Type=\"{office}/styles\" Target=\"styles.xml\"/>\
         <Relationship Id=\"rId2\" Type=\"{office}/numbering\" Target=\"numbering.xml\"/>\
         <Relationship Id=\"rId3\" Type=\"{office}/footer\" Target=\"footer1.xml\"/>"
    );
    for (link, number) in links.iter().zip(FIRST_LINK..) {
        out.push_str(&match link {
            Target::Outside(address) => format!(
                "<Relationship Id=\"rId{number}\" Type=\"{office}/hyperlink\" Target=\"{}\" TargetMode=\"External\"/>",
                escaped(address)
            ),
            Target::Media(name) => format!(
                "<Relationship Id=\"rId{number}\" Type=\"{office}/image\" Target=\"media/{name}\"/>"
            ),
        });
    }
    out.push_str("</Relationships>");
    out
}

pub(crate) fn document(body: &str) -> String {
    // A4, in twentieths of a point.
    format!(
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
         xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
         xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" \
         xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
         xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\">\
         <w:body>{body}<w:sectPr><w:footerReference w:type=\"default\" r:id=\"rId3\"/>\
         <w:pgSz w:w=\"11906\" w:h=\"16838\"/>\
         <w:pgMar w:top=\"1247\" w:right=\"1134\" w:bottom=\"1247\" w:left=\"1134\" w:header=\"567\" w:footer=\"567\" w:gutter=\"0\"/>\
         </w:sectPr></w:body></w:document>"
    )
}

pub(crate) fn footer(doc: &Doc) -> String {
    let field = |name: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r>\
             <w:r><w:instrText xml:space=\"preserve\"> {name} </w:instrText></w:r>\
             <w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>1</w:t></w:r>\
             <w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
        )
    };
    let run = |text: &str| {
        let text = escaped(&text.replace(['\n', '\t'], " "));
        format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
    };
    format!(
        "<w:ftr xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\
         <w:p><w:pPr><w:pStyle w:val=\"Footer\"/></w:pPr>{}</w:p>\
         <w:p><w:pPr><w:pStyle w:val=\"Footer\"/><w:jc w:val=\"right\"/></w:pPr>{}{}{}{}</w:p></w:ftr>",
        run(&doc.disclaimer),
        run(&format!("{} · ", doc.title)),
        field("PAGE"),
        run(" / "),
        field("NUMPAGES"),
    )
}
