use anyhow::{Context as _, Result, bail};
use tokio::task::JoinSet;

/// A request body of about the size that a section's has.
const PROMPT_CHARACTERS: usize = 3_000;

/// The least that a Rust program can do to get the same replies: reqwest, and the lines of a stream
/// counted. No JSON is parsed, no text kept; no journal, no prompts, no evidence.
#[derive(Clone)]
pub(super) struct BareClient {
    http: reqwest::Client,
    url: String,
    body: String,
}

impl BareClient {
    pub(super) fn new(base_url: &str, stream: bool) -> Result<Self> {
        // Another client of this process may have installed one before: that one serves as well.
        let _already_installed = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .http1_only()
            .no_proxy()
            .tls_certs_only(std::iter::empty())
            .build()
            .context("cannot build a bare client")?;
        let prompt = "营".repeat(PROMPT_CHARACTERS);
        let body = format!(
            r#"{{"model":"model","messages":[{{"role":"user","content":"{prompt}"}}],"stream":{stream}}}"#
        );
        Ok(Self {
            http,
            url: format!("{base_url}/chat/completions"),
            body,
        })
    }

    /// The calls of one run in the order that a run makes them: all but two at once, then one, then
    /// another.
    pub(super) async fn run(&self, calls: usize) -> Result<()> {
        let mut first = JoinSet::new();
        for _ in 2..calls {
            let client = self.clone();
            first.spawn(async move { client.call().await });
        }
        while let Some(ended) = first.join_next().await {
            ended??;
        }
        self.call().await?;
        self.call().await
    }

    async fn call(&self) -> Result<()> {
        let request = self.http.post(&self.url).body(self.body.clone());
        let mut response = request.send().await?.error_for_status()?;
        let mut lines = 0;
        let mut bytes = 0;
        while let Some(chunk) = response.chunk().await? {
            lines += chunk.iter().filter(|&&byte| byte == b'\n').count();
            bytes += chunk.len();
        }
        if lines + bytes == 0 {
            bail!("the simulated provider said nothing");
        }
        Ok(())
    }
}
