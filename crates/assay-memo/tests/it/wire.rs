use assay_domain::Language;
use assay_gates::OutputType;
use assay_memo::{conflict_list, error_list, hypothesis_list, watchlist_card};
use serde_json::json;

use crate::case;

/// The example of the specification, word for word.
#[test]
fn hypotheses_have_the_form_of_the_specification() {
    let case = case::lesser(OutputType::HypothesisList, Language::Zh);
    let list = serde_json::to_value(hypothesis_list(&case.dossier())).expect("json");
    let expected = json!({
        "output_type": "hypothesis_list",
        "disclaimer": "以下为待验证假设，非投资建议",
        "hypotheses": [{
            "id": "hyp_001",
            "statement": "FSD可能在2026年实现L4商业化",
            "confidence": "LOW",
            "verification_needed": ["2026 Q1 干预率数据", "监管审批进展"],
            "monitoring_triggers": [
                {"event": "干预率降至<2次/万英里", "action": "升级为中置信度"},
                {"event": "任一城市获Robotaxi许可", "action": "启动估值分析"}
            ]
        }]
    });
    assert_eq!(list, expected);
}

#[test]
fn each_kind_names_itself() {
    for language in [Language::En, Language::Zh] {
        let card = case::lesser(OutputType::WatchlistCard, language);
        let card = watchlist_card(&card.dossier());
        assert_eq!(card.output_type, "watchlist_card");
        assert_eq!(card.open, ["claim_9"]);
        assert!(!card.upgrade_needs.is_empty());
        let conflicts = case::lesser(OutputType::ConflictReport, language);
        let conflicts = conflict_list(&conflicts.dossier());
        assert_eq!(conflicts.output_type, "conflict_report");
        assert_eq!(conflicts.conflicts[0].values.len(), 2);
        let errors = case::lesser(OutputType::ErrorReport, language);
        let errors = error_list(&errors.dossier());
        assert_eq!(errors.output_type, "error_report");
        let states: Vec<&str> = errors
            .missing
            .iter()
            .map(|one| one.state.as_str())
            .collect();
        assert_eq!(states, ["MISSING", "UNREACHABLE"]);
    }
}
