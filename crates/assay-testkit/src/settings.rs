use std::collections::BTreeMap;

use assay_domain::{Budget, Language, Profile, RunSettings, Sampling, SectionLength, ToolMode};

/// Settings of a run without a model, a ceiling or the web. A test names what it needs otherwise:
/// `RunSettings { stream: true, ..run_settings() }`.
pub fn run_settings() -> RunSettings {
    RunSettings {
        language: Language::En,
        models: BTreeMap::new(),
        sampling: Sampling {
            temperature: 0.3,
            top_p: 0.9,
            effort: None,
        },
        concurrency: 4,
        section_length: SectionLength { min: 10, max: 900 },
        budget: Budget {
            max_tokens: None,
            max_cost: None,
            reserve_percent: 20,
        },
        max_steps: 4,
        max_attempts: 1,
        stream: false,
        tool_mode: ToolMode::Native,
        max_output_tokens: 1_000,
        stand_in: true,
        investment: None,
        profile: Profile::default(),
        hold_plan: false,
        may_ask: false,
        web: false,
        browser: false,
        as_of: None,
        kill_switch: None,
        graph_policy: None,
        max_rounds: 1,
        efforts: BTreeMap::new(),
        role_ceilings: BTreeMap::new(),
    }
}
