use std::collections::BTreeSet;
use std::path::Path;

use assay_gates::{
    Measured, OutputType, QUALITY_RULE_CODES, QualityVerdict, RuleSet, judge_quality,
};
use serde::Deserialize;
use serde_json::Value;

use crate::runs::sound;

const CASES: [(&str, &str); 8] = [
    ("Q-001", include_str!("../cases/q001.json")),
    ("Q-002", include_str!("../cases/q002.json")),
    ("Q-003", include_str!("../cases/q003.json")),
    ("Q-004", include_str!("../cases/q004.json")),
    ("Q-005", include_str!("../cases/q005.json")),
    ("Q-006", include_str!("../cases/q006.json")),
    ("Q-007", include_str!("../cases/q007.json")),
    ("Q-008", include_str!("../cases/q008.json")),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    case: String,
    over_the_sound_run: serde_json::Map<String, Value>,
    verdict: QualityVerdict,
    output_type: OutputType,
    codes: Vec<String>,
    first_instruction: Option<String>,
}

#[test]
fn every_case_is_judged_as_its_file_says() {
    for (rule, file) in CASES {
        let cases: Vec<Case> = serde_json::from_str(file).expect(rule);
        let (mut spoke, mut was_quiet) = (false, false);
        for case in cases {
            let name = format!("{rule}: {}", case.case);
            let mut run = serde_json::to_value(sound()).expect("a run");
            let fields = run.as_object_mut().expect("an object");
            fields.extend(case.over_the_sound_run);
            let run: Measured = serde_json::from_value(run).expect(&name);
            let gate = judge_quality(&run);
            let codes: Vec<&str> = gate.reasons.iter().map(|one| one.code.as_str()).collect();
            assert_eq!(codes, case.codes, "{name}");
            assert_eq!(gate.verdict, case.verdict, "{name}");
            assert_eq!(gate.output_type, case.output_type, "{name}");
            if let Some(expected) = case.first_instruction {
                let first = &gate.actions.first().expect(&name).instruction;
                assert_eq!(first.en, expected, "{name}");
                let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
                assert!(first.zh.contains(is_chinese), "{name}: {}", first.zh);
            }
            spoke |= codes.contains(&rule);
            was_quiet |= !codes.contains(&rule);
        }
        assert!(
            spoke && was_quiet,
            "{rule} must speak in one case and be quiet in another"
        );
    }
}

#[test]
fn every_rule_has_a_code_a_case_file_and_a_page() {
    let codes: BTreeSet<&str> = QUALITY_RULE_CODES.into();
    assert_eq!(codes, CASES.map(|(code, _)| code).into());
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes");
    for code in codes {
        let page = std::fs::read_to_string(pages.join(format!("{code}.md"))).expect(code);
        assert!(page.starts_with(&format!("# {code}: ")), "{code}");
        assert!(page.contains("**中文。**"), "{code}");
        let file = format!("src/quality/rules/{}", code.to_lowercase().replace('-', ""));
        assert!(page.contains(&file), "{code} names its rule");
    }
}

#[test]
fn what_a_rule_found_names_what_to_do_about_each_thing() {
    let rules = RuleSet::defaults().expect("rules");
    let mut run = sound();
    run.critical_claims[3].evidence.clear();
    run.critical_claims[7].evidence.clear();
    let decision = assay_gates::decide(&run, &rules);
    let asked: Vec<&str> = decision
        .gate
        .actions
        .iter()
        .map(|one| one.id.as_str())
        .collect();
    assert_eq!(asked, ["claim_1_4", "claim_1_8"]);
    assert_eq!(decision.gate.reasons[0].ids, asked);
}
