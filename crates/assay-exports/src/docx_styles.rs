use assay_domain::Language;

/// The styles of the document, each with a font for East Asian text.
pub(crate) fn styles(language: Language) -> String {
    let fonts = "<w:rFonts w:ascii=\"Calibri\" w:hAnsi=\"Calibri\" w:cs=\"Calibri\" w:eastAsia=\"Microsoft YaHei\"/>";
    let lang = language.pick("en-US", "zh-CN");
    let mut out = format!(
        "<w:styles xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\
         <w:docDefaults><w:rPrDefault><w:rPr>{fonts}<w:sz w:val=\"21\"/><w:szCs w:val=\"21\"/>\
         <w:lang w:val=\"{lang}\" w:eastAsia=\"zh-CN\"/></w:rPr></w:rPrDefault>\
         <w:pPrDefault><w:pPr><w:spacing w:after=\"120\" w:line=\"288\" w:lineRule=\"auto\"/></w:pPr></w:pPrDefault></w:docDefaults>\
         <w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/><w:qFormat/></w:style>\
         <w:style w:type=\"character\" w:default=\"1\" w:styleId=\"DefaultParagraphFont\"><w:name w:val=\"Default Paragraph Font\"/></w:style>\
         <w:style w:type=\"table\" w:default=\"1\" w:styleId=\"TableNormal\"><w:name w:val=\"Normal Table\"/>\
         <w:tblPr><w:tblCellMar><w:left w:w=\"60\" w:type=\"dxa\"/><w:right w:w=\"60\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr></w:style>"
    );
    for (id, name, paragraph, run) in PARAGRAPHS {
        out.push_str(&format!(
            "<w:style w:type=\"paragraph\" w:styleId=\"{id}\"><w:name w:val=\"{name}\"/>\
             <w:basedOn w:val=\"Normal\"/><w:next w:val=\"Normal\"/><w:qFormat/>\
             <w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
        ));
    }
    for (id, name, run) in CHARACTERS {
        out.push_str(&format!(
            "<w:style w:type=\"character\" w:styleId=\"{id}\"><w:name w:val=\"{name}\"/>\
             <w:basedOn w:val=\"DefaultParagraphFont\"/><w:rPr>{run}</w:rPr></w:style>"
        ));
    }
    out.push_str("</w:styles>");
    out
}

/// Id, name, paragraph and run properties. The names are those that Word knows, so that its
/// navigation and table of contents find the headings.
const PARAGRAPHS: [(&str, &str, &str, &str); 13] = [
    (
        "Title",
        "Title",
        "<w:spacing w:before=\"0\" w:after=\"160\"/>",
        "<w:b/><w:sz w:val=\"40\"/>",
    ),
    (
        "Subtitle",
        "Subtitle",
        "<w:spacing w:before=\"0\" w:after=\"40\"/>",
        "<w:b/><w:color w:val=\"5B636D\"/><w:sz w:val=\"18\"/>",
    ),
    (
        "Heading1",
        "heading 1",
        "<w:keepNext/><w:spacing w:before=\"360\" w:after=\"120\"/><w:outlineLvl w:val=\"0\"/>",
        "<w:b/><w:color w:val=\"14538A\"/><w:sz w:val=\"28\"/>",
    ),
    (
        "Heading2",
        "heading 2",
        "<w:keepNext/><w:spacing w:before=\"240\" w:after=\"80\"/><w:outlineLvl w:val=\"1\"/>",
        "<w:b/><w:sz w:val=\"24\"/>",
    ),
    (
        "Heading3",
        "heading 3",
        "<w:keepNext/><w:spacing w:before=\"200\" w:after=\"60\"/><w:outlineLvl w:val=\"2\"/>",
        "<w:b/><w:sz w:val=\"22\"/>",
    ),
    (
        "Caption",
        "caption",
        "<w:keepNext/><w:spacing w:before=\"120\" w:after=\"60\"/>",
        "<w:b/><w:sz w:val=\"19\"/>",
    ),
    (
        "TableText",
        "Table Text",
        "<w:spacing w:before=\"20\" w:after=\"20\" w:line=\"240\" w:lineRule=\"auto\"/>",
        "<w:sz w:val=\"17\"/>",
    ),
    (
        "Callout",
        "Callout",
        "<w:pBdr><w:left w:val=\"single\" w:sz=\"24\" w:space=\"8\" w:color=\"855400\"/></w:pBdr><w:ind w:left=\"240\"/>",
        "<w:sz w:val=\"20\"/>",
    ),
    (
        "ListParagraph",
        "List Paragraph",
        "<w:spacing w:after=\"60\"/><w:ind w:left=\"360\"/>",
        "",
    ),
    (
        "FigureEntry",
        "Figure Entry",
        "<w:keepNext/><w:spacing w:before=\"140\" w:after=\"20\"/>",
        "<w:b/><w:sz w:val=\"19\"/>",
    ),
    (
        "FigureDetail",
        "Figure Detail",
        "<w:spacing w:after=\"20\"/><w:ind w:left=\"240\"/>",
        "<w:sz w:val=\"18\"/>",
    ),
    (
        "Footer",
        "footer",
        "<w:spacing w:after=\"0\"/>",
        "<w:color w:val=\"5B636D\"/><w:sz w:val=\"15\"/>",
    ),
    (
        "Quote",
        "Quote",
        "<w:ind w:left=\"480\"/>",
        "<w:color w:val=\"444444\"/><w:sz w:val=\"18\"/>",
    ),
];

const CHARACTERS: [(&str, &str, &str); 2] = [
    (
        "Hyperlink",
        "Hyperlink",
        "<w:color w:val=\"14538A\"/><w:u w:val=\"single\"/>",
    ),
    (
        "FigureLink",
        "Figure Link",
        "<w:u w:val=\"dotted\" w:color=\"14538A\"/>",
    ),
];

/// The bullet. Numbers of numbered lists are written out.
pub(crate) const NUMBERING: &str = concat!(
    "<w:numbering xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">",
    "<w:abstractNum w:abstractNumId=\"0\"><w:multiLevelType w:val=\"singleLevel\"/><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/>",
    "<w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"•\"/><w:lvlJc w:val=\"left\"/>",
    "<w:pPr><w:ind w:left=\"360\" w:hanging=\"240\"/></w:pPr></w:lvl></w:abstractNum>",
    "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>",
    "</w:numbering>"
);
