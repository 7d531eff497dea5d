use std::time::Duration;

use reqwest::StatusCode;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::http::LARGEST_REPLY;
use crate::{Client, LlmError, Phase};

const PATIENCE: Duration = Duration::from_secs(5);

/// What a server says about itself. Some list their models to anyone, so an answer does not always
/// prove that the key is good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// `None` where the server does not list its models.
    pub models: Option<Vec<String>>,
    /// `None` where no model was asked for or the server cannot tell.
    pub model_known: Option<bool>,
}

#[derive(Deserialize)]
struct Listing {
    data: Vec<Entry>,
    #[serde(default)]
    has_more: bool,
}

#[derive(Deserialize)]
struct Entry {
    id: String,
}

impl Client {
    /// Is the server there, is the key accepted, is the model known? For `doctor` and before a run.
    pub async fn probe(&self, model: Option<&str>) -> Result<Probe, LlmError> {
        let asked = model.unwrap_or_default();
        let patience = PATIENCE.min(self.config().total_timeout);
        let mut response = self
            .get("models", patience)
            .send()
            .await
            .map_err(|error| self.probe_error(error))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let mut body = Vec::new();
        while let Some(chunk) = response
            .chunk()
            .await
            .map_err(|error| self.probe_error(error))?
        {
            body.extend_from_slice(&chunk);
            if body.len() as u64 > LARGEST_REPLY {
                let provider = self.config().name.clone();
                let limit = LARGEST_REPLY;
                return Err(LlmError::TooLarge { provider, limit });
            }
        }
        match status {
            StatusCode::OK => self.read_listing(&body, model),
            StatusCode::NOT_FOUND
            | StatusCode::METHOD_NOT_ALLOWED
            | StatusCode::NOT_IMPLEMENTED => Ok(NO_LISTING),
            _ => Err(self.refusal(status, &headers, &body, asked)),
        }
    }

    fn read_listing(&self, body: &[u8], model: Option<&str>) -> Result<Probe, LlmError> {
        if let Err(error) = serde_json::from_slice::<IgnoredAny>(body) {
            return Err(self.unreadable(&error, body));
        }
        // A server may answer this route with JSON of its own; it is reachable all the same.
        let Ok(listing) = serde_json::from_slice::<Listing>(body) else {
            return Ok(NO_LISTING);
        };
        let models: Vec<String> = listing.data.into_iter().map(|entry| entry.id).collect();
        let model_known = model.and_then(|model| {
            let listed = models.iter().any(|id| names_same_model(id, model));
            let may_be_unlisted = listing.has_more || model.ends_with("-latest");
            (listed || !may_be_unlisted).then_some(listed)
        });
        Ok(Probe {
            models: Some(models),
            model_known,
        })
    }

    fn probe_error(&self, error: reqwest::Error) -> LlmError {
        if error.is_timeout() && !error.is_connect() {
            return LlmError::Timeout {
                provider: self.config().name.clone(),
                phase: Phase::FirstByte,
                limit: PATIENCE.min(self.config().total_timeout),
            };
        }
        self.send_error(error)
    }
}

const NO_LISTING: Probe = Probe {
    models: None,
    model_known: None,
};

/// Ollama lists `name:latest` for `name`, Anthropic lists dated names for undated ones.
fn names_same_model(id: &str, model: &str) -> bool {
    let Some(rest) = id.strip_prefix(model) else {
        return false;
    };
    let is_date = |rest: &str| rest.len() == 8 && rest.bytes().all(|byte| byte.is_ascii_digit());
    rest.is_empty() || rest == ":latest" || rest.strip_prefix('-').is_some_and(is_date)
}
