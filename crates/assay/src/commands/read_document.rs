use std::time::Duration;

use anyhow::Context as _;
use assay_engine::{ReadLimits, serve_child};

use crate::args::ReadDocumentArgs;
use crate::exit::Exit;

/// Looks at no setting and no folder: what it reads may be hostile.
pub(crate) fn run(args: &ReadDocumentArgs) -> anyhow::Result<Exit> {
    let limits = ReadLimits {
        cpu: Duration::from_secs(args.cpu_seconds),
        memory_bytes: args.memory_bytes,
        ..ReadLimits::default()
    };
    serve_child(limits).context("cannot serve as the reader of a document")?;
    Ok(Exit::Fine)
}
