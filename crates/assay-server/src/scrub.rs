//! The last look at what leaves: no configured key is in it, whatever brought it there.

use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::Response;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;

use crate::Problem;
use crate::call::aside;
use crate::masks::{Look, mask, masked_lines};

/// Shorter values are words; taking them out would tear texts apart.
const SHORTEST: usize = 8;
/// Longer answers are looked through where requests do not wait for it: bytes.
const LONGEST_AT_ONCE: usize = 32 * 1024;

/// An answer without the value of any secret. Streams are scrubbed where they are made.
pub(crate) async fn scrubbed(
    response: Response,
    secrets: &[(String, SecretString)],
) -> Result<Response, Problem> {
    let media = response.headers().get(CONTENT_TYPE);
    let media = media
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let is_text = media.starts_with("text/") || media.starts_with("application/json");
    if secrets.is_empty() || !is_text || media.starts_with("text/event-stream") {
        return Ok(response);
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await;
    let bytes = bytes.map_err(|error| Problem::internal(error.to_string()))?;
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return Ok(Response::from_parts(parts, Body::from(bytes)));
    };
    Ok(match without_secrets(text, secrets) {
        None => Response::from_parts(parts, Body::from(bytes)),
        Some(text) => {
            parts.headers.remove(CONTENT_LENGTH);
            Response::from_parts(parts, Body::from(text))
        }
    })
}

/// An answer about runs without what looks like a secret, and where it can quote what a run wrote
/// without `disguised` keys either.
pub(crate) async fn without_keys(
    response: Response,
    disguised: Option<Vec<(String, SecretString)>>,
) -> Result<Response, Problem> {
    let media = response.headers().get(CONTENT_TYPE);
    let media = media.and_then(|value| value.to_str().ok());
    let is_json = media.is_some_and(|media| media.starts_with("application/json"));
    let is_text = media.is_some_and(|media| media.starts_with("text/markdown"));
    if !is_json && !is_text {
        return Ok(response);
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await;
    let bytes = bytes.map_err(|error| Problem::internal(error.to_string()))?;
    let shown = bytes.clone();
    let look = move || -> Result<Option<String>, Problem> {
        let look = disguised.as_deref().map_or(Look::Form, Look::Whole);
        if is_text {
            return Ok(masked_lines(&String::from_utf8_lossy(&shown), look));
        }
        let mut value: Value = serde_json::from_slice(&shown)?;
        Ok(mask(&mut value, look).then(|| value.to_string()))
    };
    let clean = if bytes.len() < LONGEST_AT_ONCE {
        look()?
    } else {
        aside(look).await?
    };
    Ok(match clean {
        None => Response::from_parts(parts, Body::from(bytes)),
        Some(text) => {
            parts.headers.remove(CONTENT_LENGTH);
            Response::from_parts(parts, Body::from(text))
        }
    })
}

/// The text with a mark in the place of each secret; `None` where there is none in it.
pub fn without_secrets(text: &str, secrets: &[(String, SecretString)]) -> Option<String> {
    let mut clean: Option<String> = None;
    for (name, secret) in secrets {
        let secret = secret.expose_secret();
        if secret.len() < SHORTEST {
            continue;
        }
        let escaped = serde_json::to_string(secret).unwrap_or_default();
        let escaped = escaped.trim_matches('"').to_owned();
        for form in [secret, escaped.as_str()] {
            let current = clean.as_deref().unwrap_or(text);
            if current.contains(form) {
                clean = Some(current.replace(form, &format!("[{name}]")));
            }
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_secret_becomes_a_mark() {
        let secrets = [
            ("KEY".to_owned(), SecretString::from("zebra-9931-quartz")),
            ("ODD".to_owned(), SecretString::from("a\"quoted\\key")),
            ("SHORT".to_owned(), SecretString::from("abc")),
        ];
        let check = |text: &str| without_secrets(text, &secrets);
        assert_eq!(check("nothing of abc"), None);
        assert_eq!(
            check("x zebra-9931-quartz y zebra-9931-quartz").as_deref(),
            Some("x [KEY] y [KEY]")
        );
        let json = serde_json::to_string("a\"quoted\\key").unwrap();
        assert_eq!(check(&json).as_deref(), Some("\"[ODD]\""));
    }
}
