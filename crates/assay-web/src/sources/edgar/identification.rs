use std::fmt;

use reqwest::header::HeaderValue;

use crate::sources::SourceError;

/// Who reads: a name and an e-mail address, which the SEC asks every automatic reader for. It is
/// sent to the SEC with each request and shown to nobody else.
#[derive(Clone, PartialEq, Eq)]
pub struct Identification {
    header: HeaderValue,
}

impl Identification {
    /// `text` as it is sent: `Jane Doe jane@example.com`.
    pub fn new(text: &str) -> Result<Self, SourceError> {
        let wrong = |problem| Err(SourceError::Identification { problem });
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return wrong("there is no identification");
        }
        if !words.iter().any(|word| is_address(word)) {
            return wrong("the identification has no e-mail address");
        }
        if words.iter().all(|word| is_address(word)) {
            return wrong("the identification has no name");
        }
        let text = words.join(" ");
        match HeaderValue::from_str(&text) {
            Ok(header) if text.is_ascii() => Ok(Self { header }),
            _ => wrong("the identification has characters beyond plain English letters"),
        }
    }

    pub(super) fn header(&self) -> HeaderValue {
        self.header.clone()
    }
}

fn is_address(word: &str) -> bool {
    let word = word.trim_matches(['<', '>', '(', ')', ',', ';']);
    let Some((user, host)) = word.split_once('@') else {
        return false;
    };
    let labels: Vec<&str> = host.split('.').collect();
    !user.is_empty()
        && labels.len() >= 2
        && labels.iter().all(|label| !label.is_empty())
        && !host.contains('@')
}

impl fmt::Debug for Identification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identification").finish_non_exhaustive()
    }
}
