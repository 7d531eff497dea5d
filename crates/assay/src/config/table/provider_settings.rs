use super::{Kind, Setting, setting, whole};

/// Settings of each provider, as `providers.NAME.KEY`.
pub(super) const PROVIDER_SETTINGS: &[Setting] = &[
    setting(
        "dialect",
        "openai",
        Kind::OneOf(&["openai", "anthropic"]),
        "what the server speaks",
    ),
    setting(
        "base_url",
        "",
        Kind::Text,
        "address with version, for instance http://127.0.0.1:8080/v1",
    ),
    setting(
        "api_key_env",
        "",
        Kind::Text,
        "environment variable that holds the key",
    ),
    setting("max_concurrency", "8", whole(1, 10_000), "calls at once"),
    setting(
        "requests_per_minute",
        "",
        Kind::Whole {
            least: 1,
            most: 1_000_000,
            optional: true,
        },
        "rate limit",
    ),
    setting(
        "connect_timeout_s",
        "10",
        whole(1, 600),
        "seconds to connect",
    ),
    setting(
        "first_byte_timeout_s",
        "120",
        whole(1, 3_600),
        "seconds to the first byte of a stream",
    ),
    setting(
        "idle_timeout_s",
        "60",
        whole(1, 3_600),
        "seconds between two bytes",
    ),
    setting(
        "total_timeout_s",
        "600",
        whole(1, 86_400),
        "seconds for a whole call",
    ),
    setting("max_retries", "3", whole(0, 20), "tries after the first"),
    setting(
        "max_output_tokens",
        "",
        Kind::Whole {
            least: 64,
            most: 10_000_000,
            optional: true,
        },
        "most tokens its models can write in one reply; empty: not known",
    ),
    setting(
        "structured",
        "auto",
        Kind::OneOf(&["auto", "json_schema", "json_object", "prompt_only"]),
        "how JSON is asked for; auto: what the dialect takes",
    ),
    setting(
        "input_price",
        "0",
        Kind::Number {
            least: 0.0,
            most: 1e6,
            optional: false,
        },
        "US dollars per million input tokens",
    ),
    setting(
        "cached_input_price",
        "0",
        Kind::Number {
            least: 0.0,
            most: 1e6,
            optional: false,
        },
        "US dollars per million cached input tokens",
    ),
    setting(
        "output_price",
        "0",
        Kind::Number {
            least: 0.0,
            most: 1e6,
            optional: false,
        },
        "US dollars per million output tokens",
    ),
];
