use std::time::Duration;

use anyhow::Context as _;
use assay_engine::{DocumentLimits, ReadLimits, serve_child};

use crate::args::ReadDocumentArgs;
use crate::exit::Exit;

/// Looks at no setting and no folder: what it reads may be hostile.
pub(crate) fn run(args: &ReadDocumentArgs) -> anyhow::Result<Exit> {
    let limits = ReadLimits {
        document: DocumentLimits {
            pages: args.max_pages,
            text_megabytes: args.max_text_mb,
        },
        memory_bytes: args.memory_bytes,
        ..ReadLimits::default()
    };
    let limits = limits.with_cpu(Duration::from_secs(args.cpu_seconds));
    serve_child(limits).context("cannot serve as the reader of a document")?;
    Ok(Exit::Fine)
}
