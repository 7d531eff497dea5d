#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;

mod provider_settings;

use std::collections::BTreeMap;

use anyhow::bail;

use self::provider_settings::PROVIDER_SETTINGS;
use super::{Source, Value};

/// What a value may be.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Text,
    /// `provider/model`, `offline`, or empty.
    Model,
    OneOf(&'static [&'static str]),
    /// A whole number in a range; an empty text means none where `optional`.
    Whole {
        least: u64,
        most: u64,
        optional: bool,
    },
    /// A decimal number in a range.
    Number {
        least: f64,
        most: f64,
        optional: bool,
    },
    Flag,
}

struct Setting {
    key: &'static str,
    default: &'static str,
    environment: Option<&'static str>,
    kind: Kind,
    about: &'static str,
}

const fn setting(
    key: &'static str,
    default: &'static str,
    kind: Kind,
    about: &'static str,
) -> Setting {
    Setting {
        key,
        default,
        environment: None,
        kind,
        about,
    }
}

impl Setting {
    const fn or_environment(mut self, name: &'static str) -> Self {
        self.environment = Some(name);
        self
    }
}

const fn whole(least: u64, most: u64) -> Kind {
    Kind::Whole {
        least,
        most,
        optional: false,
    }
}

const SETTINGS: &[Setting] = &[
    setting(
        "language",
        "auto",
        Kind::OneOf(&["auto", "en", "zh"]),
        "language of reports; auto: that of the question",
    )
    .or_environment("ASSAY_LANGUAGE"),
    setting(
        "models.default",
        "",
        Kind::Model,
        "model of every role, as provider/model; empty: the offline analyst",
    )
    .or_environment("ASSAY_MODEL"),
    setting(
        "models.plan",
        "",
        Kind::Model,
        "model that plans; empty: models.default",
    ),
    setting(
        "models.search",
        "",
        Kind::Model,
        "model that works tasks; empty: models.default",
    ),
    setting(
        "models.modeling",
        "",
        Kind::Model,
        "model that builds models; empty: models.default",
    ),
    setting(
        "models.report",
        "",
        Kind::Model,
        "model that sums up; empty: models.default",
    ),
    setting(
        "models.verifier",
        "",
        Kind::Model,
        "model that reads each sentence beside what it cites; empty: models.default",
    ),
    setting(
        "sampling.temperature",
        "0.3",
        Kind::Number {
            least: 0.0,
            most: 2.0,
            optional: false,
        },
        "randomness of models",
    ),
    setting(
        "sampling.top_p",
        "0.85",
        Kind::Number {
            least: 0.0,
            most: 1.0,
            optional: false,
        },
        "nucleus sampling of models",
    ),
    setting(
        "effort.default",
        "",
        EFFORT,
        "how hard models that reason think before they answer; empty: as the server does",
    ),
    setting("effort.plan", "", EFFORT, ROLE_EFFORT),
    setting("effort.search", "", EFFORT, ROLE_EFFORT),
    setting("effort.modeling", "", EFFORT, ROLE_EFFORT),
    setting("effort.report", "", EFFORT, ROLE_EFFORT),
    setting("effort.verifier", "", EFFORT, ROLE_EFFORT),
    setting(
        "research.max_rounds",
        "3",
        whole(1, 20),
        "rounds of searching and reading that a deep research may take while something is open",
    ),
    setting(
        "deep.enabled",
        "true",
        Kind::Flag,
        "research questions that are not about one company in four steps: plan, notes, model, report",
    ),
    setting(
        "run.concurrency",
        "6",
        whole(1, 1_000),
        "tasks at work at once",
    )
    .or_environment("ASSAY_CONCURRENCY"),
    setting(
        "read.max_pages",
        "5000",
        whole(1, 1_000_000),
        "pages of a PDF file that is read; a longer one is refused",
    ),
    setting(
        "read.max_text_mb",
        "32",
        whole(1, 64),
        "megabytes of text that one document may bring; one with more is refused",
    ),
    setting(
        "read.cpu_seconds",
        "60",
        whole(1, 86_400),
        "processor time that the reading of one document may take",
    ),
    setting(
        "read.memory_mb",
        "1024",
        whole(128, 1_000_000),
        "memory that the reading of one document may take, in megabytes",
    ),
    setting(
        "read.at_once",
        "",
        Kind::Whole {
            least: 1,
            most: 1_000,
            optional: true,
        },
        "files that an ingest reads at once; empty: as many as the machine has processors",
    ),
    setting(
        "cache.search_minutes",
        "60",
        whole(0, 100_000),
        "how long an answer of a search engine is used again; 0 never",
    ),
    setting(
        "cache.page_minutes",
        "1440",
        whole(0, 1_000_000),
        "how long a page that was read is used again; 0 never",
    ),
    setting(
        "run.stream",
        "true",
        Kind::Flag,
        "read model replies as they are written",
    ),
    setting(
        "run.stand_in",
        "true",
        Kind::Flag,
        "let the offline analyst stand in, labelled, for a model that cannot answer",
    ),
    setting(
        "run.tool_mode",
        "native",
        Kind::OneOf(&["native", "step_object"]),
        "how models are offered tools",
    ),
    setting(
        "run.max_steps",
        "8",
        whole(1, 200),
        "turns an agent may take in one task",
    ),
    setting(
        "run.max_attempts",
        "3",
        whole(1, 10),
        "answers that may be sent back before giving up",
    ),
    setting(
        "run.max_output_tokens",
        "3000",
        whole(64, 200_000),
        "tokens a model may write for a section; other answers in proportion, more where one is cut",
    ),
    setting(
        "section.min_words",
        "400",
        whole(0, 100_000),
        "wanted length of a section in words",
    ),
    setting(
        "section.max_words",
        "900",
        whole(1, 100_000),
        "wanted length of a section in words",
    ),
    setting(
        "section.min_characters",
        "800",
        whole(0, 100_000),
        "wanted length of a Chinese section in characters",
    ),
    setting(
        "section.max_characters",
        "1500",
        whole(1, 100_000),
        "wanted length of a Chinese section in characters",
    ),
    setting(
        "budget.max_tokens",
        "",
        Kind::Whole {
            least: 1,
            most: u64::MAX,
            optional: true,
        },
        "ceiling of a run in tokens; empty: none",
    )
    .or_environment("ASSAY_MAX_TOKENS"),
    setting(
        "budget.max_cost_usd",
        "",
        Kind::Number {
            least: 0.0,
            most: 1e9,
            optional: true,
        },
        "ceiling of a run in US dollars; empty: none",
    )
    .or_environment("ASSAY_MAX_COST_USD"),
    setting(
        "budget.reserve_percent",
        "20",
        whole(0, 100),
        "share of the budget kept for writing",
    ),
    setting("budget.plan_usd", "", ROLE_COST, ABOUT_ROLE_COST),
    setting("budget.search_usd", "", ROLE_COST, ABOUT_ROLE_COST),
    setting("budget.modeling_usd", "", ROLE_COST, ABOUT_ROLE_COST),
    setting("budget.report_usd", "", ROLE_COST, ABOUT_ROLE_COST),
    setting("budget.verifier_usd", "", ROLE_COST, ABOUT_ROLE_COST),
    setting(
        "web.engines",
        "",
        Kind::Text,
        "search engines in the order they are asked, of tavily, brave, bing, google, searxng; empty: no web",
    )
    .or_environment("ASSAY_WEB_ENGINES"),
    setting("web.tavily.api_key_env", "TAVILY_API_KEY", Kind::Text, KEY_VARIABLE),
    setting("web.brave.api_key_env", "BRAVE_API_KEY", Kind::Text, KEY_VARIABLE),
    setting("web.bing.api_key_env", "BING_API_KEY", Kind::Text, KEY_VARIABLE),
    setting("web.bing.base_url", "", Kind::Text, "a server that speaks Bing's search API 7"),
    setting("web.google.api_key_env", "GOOGLE_API_KEY", Kind::Text, KEY_VARIABLE),
    setting("web.google.search_engine_id", "", Kind::Text, "`cx` of Google Programmable Search"),
    setting("web.searxng.base_url", "", Kind::Text, "a SearXNG server that gives out JSON"),
    setting(
        "web.searxng.internal",
        "false",
        Kind::Flag,
        "that server, and nothing else, may be inside the own network",
    ),
    setting(
        "browser.enabled",
        "false",
        Kind::Flag,
        "let `assay auto` open pages in a headless Chromium, where the web is configured",
    ),
    setting(
        "browser.program",
        "",
        Kind::Text,
        "the Chromium or Chrome that opens pages; empty: the one on the path",
    )
    .or_environment("ASSAY_CHROMIUM"),
    setting(
        "browser.sandbox",
        "true",
        Kind::Flag,
        "keep pages in Chromium's sandbox; without it a hostile page is only as contained as the user who runs assay",
    ),
    setting(
        "sec.identification",
        "",
        Kind::Text,
        "name and e-mail address that the SEC asks for before it answers: Jane Doe jane@example.com",
    ),
    setting("fmp.api_key_env", "FMP_API_KEY", Kind::Text, KEY_VARIABLE),
    setting("prices.api_key_env", "PRICES_API_KEY", Kind::Text, KEY_VARIABLE),
    setting(
        "prices.base_url",
        "",
        Kind::Text,
        "a server that answers like Stooq; empty: Stooq",
    ),
    setting(
        "export.browser",
        "",
        Kind::Text,
        "the Chromium or Chrome that prints PDF; empty: the one on the path",
    ),
    setting(
        "otel.endpoint",
        "",
        Kind::Text,
        "collector that `assay serve` sends traces of runs to: http://127.0.0.1:4318/v1/traces; empty: none",
    ),
    setting(
        "serve.origins",
        "",
        Kind::Text,
        "origins of proxies in front of `assay serve`, with commas between: https://assay.example; empty: none",
    ),
    setting(
        "sources.allow",
        "",
        Kind::Text,
        "web hosts whose pages are welcome, with commas between; sec.gov is also www.sec.gov; empty: all",
    ),
    setting(
        "retention.runs_days",
        "",
        DAYS,
        "days after which a run that has ended is removed, with its report; empty: never",
    ),
    setting(
        "retention.uploads_days",
        "",
        DAYS,
        "days after which an uploaded document is removed from the library; empty: never",
    ),
    setting(
        "retention.workspaces_days",
        "",
        DAYS,
        "days after which the files of an autonomous run that has ended are removed; empty: never",
    ),
    setting(
        "sources.deny",
        "",
        Kind::Text,
        "web hosts that are never read, with commas between; goes before sources.allow",
    ),
    setting(
        "sources.unknown",
        "by_list",
        Kind::OneOf(&["by_list", "allow", "flag", "refuse"]),
        "a host on neither list; by_list: flagged where sources.allow is set",
    ),
];

const DAYS: Kind = Kind::Whole {
    least: 1,
    most: 36_500,
    optional: true,
};
const EFFORT: Kind = Kind::OneOf(&["", "minimal", "low", "medium", "high"]);
const ROLE_EFFORT: &str = "the same for this role alone; empty: effort.default";
const ROLE_COST: Kind = Kind::Number {
    least: 0.0,
    most: 1e9,
    optional: true,
};
const ABOUT_ROLE_COST: &str =
    "ceiling of what this role costs in a run, in US dollars; empty: that of the run";

const KEY_VARIABLE: &str = "environment variable that holds the key";

pub(super) fn defaults() -> BTreeMap<String, Value> {
    let value = |setting: &Setting| {
        (
            setting.key.to_owned(),
            Value {
                text: setting.default.to_owned(),
                source: Source::Default,
            },
        )
    };
    SETTINGS.iter().map(value).collect()
}

pub(super) fn provider_defaults() -> impl Iterator<Item = (&'static str, &'static str)> {
    PROVIDER_SETTINGS
        .iter()
        .map(|setting| (setting.key, setting.default))
}

pub(super) fn environment_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    SETTINGS
        .iter()
        .filter_map(|setting| Some((setting.key, setting.environment?)))
}

pub(super) fn is_for_the_machine(key: &str) -> bool {
    const NAMES: [&str; 7] = [
        "browser.enabled",
        "browser.program",
        "browser.sandbox",
        "export.browser",
        "otel.endpoint",
        "serve.origins",
        "web.searxng.internal",
    ];
    const ENDINGS: [&str; 2] = [".base_url", ".api_key_env"];
    NAMES.contains(&key) || ENDINGS.iter().any(|ending| key.ends_with(ending))
}

pub(super) fn about(key: &str) -> &'static str {
    find(key).map_or("", |setting| setting.about)
}

fn find(key: &str) -> Option<&'static Setting> {
    let provider = key
        .strip_prefix("providers.")
        .and_then(|rest| rest.split_once('.'));
    match provider {
        Some((_, name)) => PROVIDER_SETTINGS.iter().find(|setting| setting.key == name),
        None => SETTINGS.iter().find(|setting| setting.key == key),
    }
}

/// Whether `key` exists and may be `text`.
pub(super) fn check(key: &str, text: &str) -> anyhow::Result<()> {
    let Some(setting) = find(key) else {
        bail!("{}", unknown(key))
    };
    let wanted = match setting.kind {
        Kind::Text => return Ok(()),
        Kind::Model if text.is_empty() || text == "offline" => return Ok(()),
        Kind::Model => match text.split_once('/') {
            Some((provider, model)) if !provider.is_empty() && !model.is_empty() => return Ok(()),
            _ => "provider/model, for instance ollama/llama3:8b, or offline".to_owned(),
        },
        Kind::Whole { optional: true, .. } | Kind::Number { optional: true, .. }
            if text.is_empty() =>
        {
            return Ok(());
        }
        Kind::OneOf(choices) if choices.contains(&text) => return Ok(()),
        Kind::OneOf(choices) => format!("one of {}", choices.join(", ")),
        Kind::Whole { least, most, .. } => match text.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => return Ok(()),
            _ if most == u64::MAX => format!("a whole number of at least {least}"),
            _ => format!("a whole number from {least} to {most}"),
        },
        Kind::Number { least, most, .. } => match text.parse::<f64>() {
            Ok(number) if (least..=most).contains(&number) => return Ok(()),
            _ => format!("a number from {least} to {most}"),
        },
        Kind::Flag if matches!(text, "true" | "false") => return Ok(()),
        Kind::Flag => "true or false".to_owned(),
    };
    bail!("the setting {key} cannot be `{text}`; it takes {wanted}")
}

/// The message for a key that does not exist, with the nearest one that does.
pub(super) fn unknown(key: &str) -> String {
    let nearest = SETTINGS
        .iter()
        .map(|setting| setting.key)
        .min_by_key(|known| distance(known, key))
        .filter(|known| distance(known, key) <= 5);
    let hint = nearest.map_or_else(String::new, |known| format!("did you mean `{known}`? "));
    format!("there is no setting `{key}`; {hint}`assay config` lists them all")
}

/// Edits from one word to the other (Levenshtein).
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, a) in left.chars().enumerate() {
        let mut diagonal = at;
        let mut before = at + 1;
        let mut next = vec![before];
        for (b, above) in right.iter().zip(row.iter().skip(1)) {
            let cost = diagonal + usize::from(a != *b);
            diagonal = *above;
            before = cost.min(above + 1).min(before + 1);
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
