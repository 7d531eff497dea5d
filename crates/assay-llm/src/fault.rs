use std::borrow::Cow;

use assay_domain::SseTooLarge;

/// What is wrong with a reply, before anyone knows whose reply it was.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The reply ended before its own end.
    Truncated,
    Malformed {
        problem: Cow<'static, str>,
        snippet: String,
    },
    /// The server reported an error inside a reply that began well; the raw JSON of the report.
    Reported { error: String },
}

impl Fault {
    pub(crate) fn malformed(problem: impl Into<Cow<'static, str>>, body: &[u8]) -> Self {
        Self::Malformed {
            problem: problem.into(),
            snippet: String::from_utf8_lossy(body).into_owned(),
        }
    }

    /// A JSON error that only means "there should be more" is a cut reply.
    pub(crate) fn from_json(error: &serde_json::Error, body: &[u8]) -> Self {
        if error.is_eof() {
            return Self::Truncated;
        }
        Self::malformed(error.to_string(), body)
    }
}

impl From<SseTooLarge> for Fault {
    fn from(_: SseTooLarge) -> Self {
        Self::malformed("one of its events is larger than a whole reply may be", b"")
    }
}
