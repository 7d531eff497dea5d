use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::error::ExportError;

pub(crate) const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// The files of an Office document, packed in the order given and all of the same day, so that the
/// same tree gives the same bytes.
pub(crate) struct Package {
    what: &'static str,
    files: Vec<(String, Vec<u8>)>,
}

impl Package {
    pub(crate) fn new(what: &'static str) -> Self {
        Self {
            what,
            files: Vec::new(),
        }
    }

    pub(crate) fn xml(&mut self, name: impl Into<String>, body: &str) {
        self.bytes(name, format!("{XML}{body}").into_bytes());
    }

    pub(crate) fn bytes(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.files.push((name.into(), bytes));
    }

    pub(crate) fn pack(self) -> Result<Vec<u8>, ExportError> {
        let failed = |source| ExportError::Package {
            what: self.what.to_owned(),
            source,
        };
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in &self.files {
            zip.start_file(name.as_str(), options).map_err(failed)?;
            zip.write_all(bytes).map_err(|error| failed(error.into()))?;
        }
        Ok(zip.finish().map_err(failed)?.into_inner())
    }
}

/// The properties that a file manager shows. No time: the tree has none.
pub(crate) fn core_properties(title: &str, language: &str) -> String {
    format!(
        "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>{}</dc:title><dc:creator>Assay</dc:creator>\
         <dc:language>{language}</dc:language></cp:coreProperties>",
        crate::clean::escaped(title)
    )
}
