use assay_domain::MediaType;

/// How far into a file the signature of a PDF is looked for, as its readers do.
const PDF_WINDOW: usize = 1024;

/// What a document's reader is chosen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Markdown,
    Text,
    Html,
    Delimited,
    Json,
    JsonLines,
    Pdf,
    Docx,
    Pptx,
    Xlsx,
    Email,
}

impl Kind {
    /// By what the bytes are, and where they do not say, by the file's name.
    pub(super) fn of(extension: &str, bytes: &[u8]) -> Option<Self> {
        let of_name = Self::of_extension(extension);
        let head = bytes.get(..PDF_WINDOW).unwrap_or(bytes);
        if head.starts_with(b"%PDF-") || (of_name != Some(Self::Text) && contains(head, b"%PDF-")) {
            return Some(Self::Pdf);
        }
        if bytes.starts_with(b"PK\x03\x04") {
            return of_name
                .filter(|kind| kind.is_office())
                .or_else(|| office_kind(bytes));
        }
        of_name
    }

    fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "md" | "markdown" | "mdown" => Self::Markdown,
            "txt" | "text" | "log" => Self::Text,
            "html" | "htm" | "xhtml" => Self::Html,
            "csv" | "tsv" => Self::Delimited,
            "json" => Self::Json,
            "jsonl" | "ndjson" => Self::JsonLines,
            "pdf" => Self::Pdf,
            "docx" | "docm" | "dotx" => Self::Docx,
            "pptx" | "pptm" | "ppsx" => Self::Pptx,
            "xlsx" | "xlsm" | "xltx" => Self::Xlsx,
            "eml" | "mbox" | "mbx" => Self::Email,
            _ => return None,
        })
    }

    pub(super) fn of_text(source: &str) -> Self {
        let start = source.trim_start();
        let start = start.get(..start.floor_char_boundary(512)).unwrap_or(start);
        let start = start.to_ascii_lowercase();
        let is_html = start.starts_with("<!doctype html") || start.contains("<html");
        if is_html { Self::Html } else { Self::Text }
    }

    fn is_office(self) -> bool {
        matches!(self, Self::Docx | Self::Pptx | Self::Xlsx)
    }

    pub(super) fn media(self) -> MediaType {
        match self {
            Self::Markdown => MediaType::Markdown,
            Self::Text => MediaType::Text,
            Self::Html => MediaType::Html,
            Self::Delimited => MediaType::Csv,
            Self::Json | Self::JsonLines => MediaType::Json,
            Self::Pdf => MediaType::Pdf,
            Self::Docx => MediaType::Docx,
            Self::Pptx => MediaType::Pptx,
            Self::Xlsx => MediaType::Xlsx,
            Self::Email => MediaType::Email,
        }
    }
}

/// The names of an archive's entries lie open in it.
fn office_kind(bytes: &[u8]) -> Option<Kind> {
    let mains: [(&[u8], Kind); 3] = [
        (b"word/document.xml", Kind::Docx),
        (b"ppt/presentation.xml", Kind::Pptx),
        (b"xl/workbook.xml", Kind::Xlsx),
    ];
    let mut mains = mains.into_iter();
    mains.find_map(|(name, kind)| contains(bytes, name).then_some(kind))
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}
