use crate::clean::escaped;
use crate::error::ExportError;
use crate::package::{Package, core_properties};
use crate::workbook::Workbook;
use crate::xlsx_notes::notes_sheet;
use crate::xlsx_sheet::sheet_xml;
use crate::xlsx_styles::Looks;

/// The model as an XLSX file: live formulas with the results given, each cell's origin beside it and
/// on a sheet of its own. Programs compute the formulas again when they open it.
pub fn xlsx(workbook: &Workbook) -> Result<Vec<u8>, ExportError> {
    workbook.check()?;
    let mut whole = workbook.clone();
    let mut jumps = Vec::new();
    if let Some((sheet, found)) = notes_sheet(workbook) {
        whole.sheets.push(sheet);
        jumps = found;
    }
    let looks = Looks::of(&whole);
    let mut package = Package::new("the XLSX workbook");
    package.xml("[Content_Types].xml", &content_types(whole.sheets.len()));
    package.xml("_rels/.rels", PACKAGE_LINKS);
    let language = whole.language.pick("en-US", "zh-CN");
    package.xml(
        "docProps/core.xml",
        &core_properties(&whole.title, language),
    );
    package.xml("xl/workbook.xml", &workbook_xml(&whole));
    package.xml("xl/_rels/workbook.xml.rels", &links(whole.sheets.len()));
    package.xml("xl/styles.xml", &looks.xml());
    let last = whole.sheets.len();
    for (sheet, number) in whole.sheets.iter().zip(1..) {
        let jumps = if number == last {
            jumps.as_slice()
        } else {
            &[]
        };
        let body = sheet_xml(sheet, &looks, jumps);
        package.xml(format!("xl/worksheets/sheet{number}.xml"), &body);
    }
    package.pack()
}

const PACKAGE_LINKS: &str = concat!(
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">",
    "<Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/>",
    "<Relationship Id=\"rId2\" Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties\" Target=\"docProps/core.xml\"/>",
    "</Relationships>"
);

fn content_types(sheets: usize) -> String {
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let sheets = (1..=sheets).map(|number| {
        format!("<Override PartName=\"/xl/worksheets/sheet{number}.xml\" ContentType=\"{kind}.worksheet+xml\"/>")
    });
    format!(
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{kind}.sheet.main+xml\"/>\
         <Override PartName=\"/xl/styles.xml\" ContentType=\"{kind}.styles+xml\"/>\
         <Override PartName=\"/docProps/core.xml\" ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/>{}</Types>",
        sheets.collect::<String>()
    )
}

fn links(sheets: usize) -> String {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let entries = (1..=sheets).map(|number| {
        format!("<Relationship Id=\"rId{number}\" Type=\"{office}/worksheet\" Target=\"worksheets/sheet{number}.xml\"/>")
    });
    format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{}\
         <Relationship Id=\"rId{}\" Type=\"{office}/styles\" Target=\"styles.xml\"/></Relationships>",
        entries.collect::<String>(),
        sheets + 1
    )
}

fn workbook_xml(workbook: &Workbook) -> String {
    let sheets = workbook.sheets.iter().zip(1..).map(|(sheet, number)| {
        let name = escaped(&sheet.name);
        format!("<sheet name=\"{name}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>")
    });
    let names = workbook.names.iter().map(|name| {
        let cell = escaped(&name.cell.absolute());
        format!("<definedName name=\"{}\">{cell}</definedName>", name.name)
    });
    let names: String = names.collect();
    let names = if names.is_empty() {
        names
    } else {
        format!("<definedNames>{names}</definedNames>")
    };
    format!(
        "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
         xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">\
         <bookViews><workbookView activeTab=\"0\"/></bookViews><sheets>{}</sheets>{names}\
         <calcPr calcId=\"191029\" fullCalcOnLoad=\"1\"/></workbook>",
        sheets.collect::<String>()
    )
}
