use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use assay_domain::MicroUsd;
use assay_llm::{Client, Dialect, ProviderConfig, StructuredOutput};
use secrecy::SecretString;

use super::{Settings, table};

/// A provider that needs no configuration but a key.
pub(crate) struct BuiltIn {
    pub(crate) name: &'static str,
    pub(crate) dialect: &'static str,
    pub(crate) base_url: &'static str,
    /// Empty for servers of one's own.
    pub(crate) api_key_env: &'static str,
}

const fn built_in(
    name: &'static str,
    dialect: &'static str,
    base_url: &'static str,
    api_key_env: &'static str,
) -> BuiltIn {
    BuiltIn {
        name,
        dialect,
        base_url,
        api_key_env,
    }
}

pub(crate) const BUILT_IN: &[BuiltIn] = &[
    built_in(
        "openai",
        "openai",
        "https://api.openai.com/v1",
        "OPENAI_API_KEY",
    ),
    built_in(
        "anthropic",
        "anthropic",
        "https://api.anthropic.com/v1",
        "ANTHROPIC_API_KEY",
    ),
    built_in(
        "deepseek",
        "openai",
        "https://api.deepseek.com/v1",
        "DEEPSEEK_API_KEY",
    ),
    built_in(
        "qwen",
        "openai",
        "https://dashscope.aliyuncs.com/compatible-mode/v1",
        "DASHSCOPE_API_KEY",
    ),
    built_in(
        "openrouter",
        "openai",
        "https://openrouter.ai/api/v1",
        "OPENROUTER_API_KEY",
    ),
    built_in("ollama", "openai", "http://127.0.0.1:11434/v1", ""),
    built_in("llamacpp", "openai", "http://127.0.0.1:8080/v1", ""),
    built_in("vllm", "openai", "http://127.0.0.1:8000/v1", ""),
    built_in("lmstudio", "openai", "http://127.0.0.1:1234/v1", ""),
];

impl Settings {
    /// Every provider that is built in or has an address in the configuration.
    pub(crate) fn providers(&self) -> anyhow::Result<Vec<ProviderConfig>> {
        let mut names: BTreeSet<&str> = BUILT_IN.iter().map(|built_in| built_in.name).collect();
        for key in self.values.keys() {
            let configured = key
                .strip_prefix("providers.")
                .and_then(|rest| rest.split_once('.'));
            names.extend(configured.map(|(name, _)| name));
        }
        // one without an address cannot be meant by any model; the rest must not suffer for it
        names.retain(|name| {
            !self
                .provider_values(name)
                .get("base_url")
                .is_none_or(String::is_empty)
        });
        names.into_iter().map(|name| self.provider(name)).collect()
    }

    /// The environment variable that holds the key of a provider, and whether it is set.
    pub(crate) fn key_of(&self, provider: &str) -> Option<(String, bool)> {
        let name = self.provider_values(provider).remove("api_key_env")?;
        let set = self.environment.get(&name).is_some();
        (!name.is_empty()).then_some((name, set))
    }

    /// The key in the environment variable that a setting names.
    pub(crate) fn secret(&self, key: &str) -> Option<SecretString> {
        self.environment.get(self.text(key)).map(Into::into)
    }

    /// Every key that some setting names and somebody gave, by the name of its variable.
    pub(crate) fn secrets(&self) -> Vec<(String, SecretString)> {
        let known = self.secret_names().into_iter().filter_map(|name| {
            let value = self.environment.get(&name)?;
            let value = SecretString::from(value);
            Some((name, value))
        });
        known.collect()
    }

    /// The variables that settings name for keys.
    pub(crate) fn secret_names(&self) -> BTreeSet<String> {
        let built_in = BUILT_IN.iter().map(|provider| provider.api_key_env);
        let configured = self
            .values
            .iter()
            .filter(|(key, _)| key.ends_with(".api_key_env"))
            .map(|(_, value)| value.text.as_str());
        let names = built_in.chain(configured).filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    }

    fn provider_values(&self, name: &str) -> BTreeMap<String, String> {
        let mut values: BTreeMap<String, String> = table::provider_defaults()
            .map(|(key, text)| (key.to_owned(), text.to_owned()))
            .collect();
        if let Some(known) = BUILT_IN.iter().find(|known| known.name == name) {
            values.insert("dialect".to_owned(), known.dialect.to_owned());
            values.insert("base_url".to_owned(), known.base_url.to_owned());
            values.insert("api_key_env".to_owned(), known.api_key_env.to_owned());
        }
        let prefix = format!("providers.{name}.");
        for (key, value) in &self.values {
            if let Some(key) = key.strip_prefix(&prefix) {
                values.insert(key.to_owned(), value.text.clone());
            }
        }
        values
    }

    fn provider(&self, name: &str) -> anyhow::Result<ProviderConfig> {
        let values = self.provider_values(name);
        let text = |key: &str| values.get(key).map_or("", String::as_str);
        let number = |key: &str| -> anyhow::Result<u64> {
            let value = text(key);
            value
                .parse()
                .with_context(|| format!("the setting providers.{name}.{key} cannot be `{value}`"))
        };
        let dialect = if text("dialect") == "anthropic" {
            Dialect::Anthropic
        } else {
            Dialect::OpenAi
        };
        let mut config = ProviderConfig::new(name, dialect, text("base_url"));
        config.api_key = self.environment.get(text("api_key_env")).map(Into::into);
        config.max_concurrency = usize::try_from(number("max_concurrency")?)?;
        config.requests_per_minute = match text("requests_per_minute") {
            "" => None,
            _ => Some(u32::try_from(number("requests_per_minute")?)?),
        };
        config.connect_timeout = Duration::from_secs(number("connect_timeout_s")?);
        config.first_byte_timeout = Duration::from_secs(number("first_byte_timeout_s")?);
        config.idle_timeout = Duration::from_secs(number("idle_timeout_s")?);
        config.total_timeout = Duration::from_secs(number("total_timeout_s")?);
        config.max_retries = u32::try_from(number("max_retries")?)?;
        config.max_output_tokens = match text("max_output_tokens") {
            "" => None,
            _ => Some(u32::try_from(number("max_output_tokens")?)?),
        };
        config.structured = match text("structured") {
            "json_schema" => StructuredOutput::JsonSchema,
            "json_object" => StructuredOutput::JsonObject,
            "prompt_only" => StructuredOutput::PromptOnly,
            _ => config.structured,
        };
        config.input_price = dollars(text("input_price"))?;
        config.cached_input_price = dollars(text("cached_input_price"))?;
        config.output_price = dollars(text("output_price"))?;
        Ok(config)
    }
}

/// Whether a provider may be given this value. Asked where one is set and not where the file is
/// read: there a provider that nobody uses must not stop the program.
pub(super) fn check(key: &str, text: &str) -> anyhow::Result<()> {
    let provider = key.strip_prefix("providers.");
    let Some((name, setting)) = provider.and_then(|rest| rest.split_once('.')) else {
        return Ok(());
    };
    if name.trim().is_empty() {
        bail!("the setting {key} names no provider; write it as providers.NAME.{setting}");
    }
    if setting == "base_url" && !text.is_empty() {
        let made = Client::new(ProviderConfig::new(name, Dialect::OpenAi, text));
        // as text: no server was asked, so the code of a model's failure would mislead
        made.map_err(|error| anyhow!("the setting {key} cannot be `{text}`; {error}"))?;
    }
    Ok(())
}

/// US dollars as a person writes them, without passing through a float.
pub(super) fn dollars(text: &str) -> anyhow::Result<MicroUsd> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = fraction.get(..6).unwrap_or(fraction);
    let micros: u64 = format!("{}{digits:0<6}", if whole.is_empty() { "0" } else { whole })
        .parse()
        .ok()
        .with_context(|| format!("`{text}` is not an amount in US dollars"))?;
    Ok(MicroUsd(micros))
}

#[cfg(test)]
mod tests {
    use super::dollars;

    #[test]
    fn dollars_are_read_exactly() {
        for (text, micros) in [
            ("0", 0),
            ("0.15", 150_000),
            ("3", 3_000_000),
            (".5", 500_000),
            ("1.0000019", 1_000_001),
        ] {
            assert_eq!(dollars(text).unwrap().0, micros, "{text}");
        }
        assert!(dollars("a lot").is_err());
        assert!(dollars("-1").is_err());
    }
}
