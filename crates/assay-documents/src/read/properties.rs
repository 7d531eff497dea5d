use assay_domain::HiddenKind;

use super::package::Package;
use super::writer::TextWriter;
use super::{ReadError, squeezed};

/// Fields that a program fills in by itself and that no one writes a message into.
const TECHNICAL: [&str; 24] = [
    "AppVersion",
    "Application",
    "Characters",
    "CharactersWithSpaces",
    "DocSecurity",
    "HeadingPairs",
    "HiddenSlides",
    "HyperlinksChanged",
    "Lines",
    "LinksUpToDate",
    "MMClips",
    "Notes",
    "Pages",
    "Paragraphs",
    "PresentationFormat",
    "ScaleCrop",
    "SharedDoc",
    "Slides",
    "TotalTime",
    "Words",
    "created",
    "lastPrinted",
    "modified",
    "revision",
];

/// Hands an office document's own fields over as hidden text, and gives the title that they state.
pub(super) fn hide(
    package: &mut Package<'_>,
    writer: &mut TextWriter,
) -> Result<Option<String>, ReadError> {
    let mut title = None;
    for part in [
        "docProps/core.xml",
        "docProps/app.xml",
        "docProps/custom.xml",
    ] {
        let Some(root) = package.xml(part)? else {
            continue;
        };
        for field in root.elements() {
            let name = field.attribute("name").unwrap_or(&field.name);
            let text = squeezed(&field.text());
            if text.is_empty() || TECHNICAL.contains(&name) {
                continue;
            }
            if name == "title" {
                title = Some(text.clone()).filter(|title| is_title(title));
            }
            writer.hide(HiddenKind::Metadata, &format!("{name}: {text}"));
        }
    }
    Ok(title)
}

/// What programs write where no one stated a title.
pub(super) fn is_title(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_filler = [
        "untitled",
        "powerpoint presentation",
        "word document",
        "microsoft word - ",
        "microsoft powerpoint - ",
        "presentation title",
        "document title",
        "无标题",
        "演示文稿",
        "about:blank",
        "(anonymous)",
        "anonymous",
    ]
    .iter()
    .any(|filler| lower.starts_with(filler));
    let is_file = [
        ".doc", ".docx", ".ppt", ".pptx", ".xls", ".xlsx", ".pdf", ".indd", ".tex", ".html",
        ".txt", ".md",
    ]
    .iter()
    .any(|extension| lower.ends_with(extension));
    !is_filler && !is_file && text.chars().any(char::is_alphabetic)
}
