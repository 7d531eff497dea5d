//! Arithmetic that was recorded with a sentence: its figures are those that the sentence names.

use assay_claims::ClaimText;
use assay_domain::Language;

use crate::probe::proven;

/// A sentence, the formula that was recorded with it, and whether it stands.
fn check(text: &str, cases: &[(&str, &str, bool)]) {
    let wrong = cases.iter().filter_map(|(sentence, formula, stands)| {
        let claim = ClaimText {
            text: sentence,
            formula: Some(formula),
        };
        let proof = proven(claim, text, None);
        let told = proof.problems(Language::En);
        (proof.passes() != *stands)
            .then(|| format!("{sentence} {formula}\n  is {:?} {told:?}", proof.standing))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const ORCHARDS: &str = "| $ million | 2025 | 2024 |
| --- | --- | --- |
| Cider | 46.0 | 40.0 |
| Juice | 84.0 | 75.0 |
| Sales | 230.0 | 200.0 |

Wages were $50 million in 2024 and $60 million in 2025. The orchards have 12 presses.";

#[test]
fn a_formula_reckons_with_the_rows_that_the_sentence_names() {
    check(
        ORCHARDS,
        &[
            ("Cider grew 15%.", "(46-40)/40", true),
            ("Juice grew 15%.", "(46-40)/40", false),
            ("Cider grew 15% in 2025.", "46 / 40 - 1", true),
            ("Cider rose by $6 million in 2025.", "46 - 40", true),
            ("Juice rose by $6 million in 2025.", "46 - 40", false),
            (
                "Cider and juice together brought in $130 million in 2025.",
                "46 + 84",
                true,
            ),
            (
                "Cider and presses together brought in $130 million in 2025.",
                "46 + 84",
                false,
            ),
            ("Wages rose 20% in 2025.", "(60-50)/50", true),
            ("Sales rose 20% in 2025.", "(60-50)/50", false),
        ],
    );
}

#[test]
fn a_formula_does_what_the_words_say() {
    check(
        ORCHARDS,
        &[
            ("Cider was 20% of sales in 2025.", "46 / 230", true),
            (
                "Cider made up 20% of sales in 2025.",
                "46 / 230 * 100",
                true,
            ),
            ("Juice was 20% of sales in 2025.", "46 / 230", false),
            // a share is no growth, a growth no share, and neither mixes two years
            ("Cider grew 20% in 2025.", "46 / 230", false),
            ("Cider was 15% of sales in 2025.", "(46-40)/40", false),
            ("Cider was 23% of sales in 2025.", "46 / 200", false),
        ],
    );
}

#[test]
fn a_chinese_sentence_names_its_rows_as_well() {
    let text = "单位：万元

| 项目 | 2025年 | 2024年 |
| --- | --- | --- |
| 果汁收入 | 8,400 | 7,500 |
| 苹果酒收入 | 4,600 | 4,000 |
| 营业收入 | 23,000 | 20,000 |";
    check(
        text,
        &[
            ("2025年苹果酒收入同比增长15%。", "(4600-4000)/4000", true),
            ("2025年果汁收入同比增长15%。", "(4600-4000)/4000", false),
            ("2025年苹果酒收入占营业收入的20%。", "4600/23000", true),
            ("2025年苹果酒收入同比增长20%。", "4600/23000", false),
        ],
    );
}

#[test]
fn a_formula_may_be_told_in_words_of_its_own() {
    check(
        "Orvane Pumps had revenue of $812 million in 2024, up from $700 million in 2023. Operating income was $97 million in 2024.",
        &[
            (
                "Orvane Pumps had operating income of $11.9 per hundred dollars of revenue in 2024.",
                "97 / 812 * 100",
                true,
            ),
            (
                "Orvane Pumps had operating income of $11.9 per hundred dollars of revenue in 2024.",
                "97 / 700 * 100",
                false,
            ),
        ],
    );
}
