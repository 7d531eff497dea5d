use anyhow::Context as _;
use assay_gates::{SourcePolicy, UnknownSource};
use assay_web::{EngineConfig, EngineKind};

use super::Settings;

const KINDS: [EngineKind; 5] = [
    EngineKind::Tavily,
    EngineKind::Brave,
    EngineKind::Bing,
    EngineKind::Google,
    EngineKind::Searxng,
];

impl Settings {
    /// The search engines of `web.engines`, in the order in which they are asked.
    pub(crate) fn search_engines(&self) -> anyhow::Result<Vec<EngineConfig>> {
        let names = self.text("web.engines").split(',').map(str::trim);
        names
            .filter(|name| !name.is_empty())
            .map(|name| self.search_engine(name))
            .collect()
    }

    /// Whose pages are welcome: `sources.allow`, `sources.deny` and `sources.unknown`.
    pub(crate) fn source_policy(&self) -> SourcePolicy {
        let hosts = |key: &str| -> Vec<String> {
            let names = self.text(key).split(',').map(str::trim);
            let names = names.filter(|name| !name.is_empty());
            names.map(str::to_owned).collect()
        };
        SourcePolicy {
            allow: hosts("sources.allow"),
            deny: hosts("sources.deny"),
            unknown: match self.text("sources.unknown") {
                "allow" => UnknownSource::Allow,
                "flag" => UnknownSource::Flag,
                "refuse" => UnknownSource::Refuse,
                _ => UnknownSource::ByList,
            },
        }
    }

    fn search_engine(&self, name: &str) -> anyhow::Result<EngineConfig> {
        let kind = KINDS.into_iter().find(|kind| kind.name() == name);
        let kind = kind.with_context(|| {
            let known: Vec<&str> = KINDS.iter().map(|kind| kind.name()).collect();
            format!(
                "web.engines names `{name}`, which is none of {}",
                known.join(", ")
            )
        })?;
        let text = |key: &str| {
            let value = self.text(&format!("web.{name}.{key}"));
            (!value.is_empty()).then(|| value.to_owned())
        };
        let mut config = EngineConfig::new(kind);
        if let Some(variable) = text("api_key_env") {
            config.api_key = self.environment.get(&variable).map(Into::into);
        }
        config.base_url = text("base_url");
        config.search_engine_id = text("search_engine_id");
        config.internal = text("internal").as_deref() == Some("true");
        Ok(config)
    }
}
