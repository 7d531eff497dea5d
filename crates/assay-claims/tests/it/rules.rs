use assay_claims::{ClaimText, check_claim};
use assay_domain::EvidenceId;
use proptest::prelude::*;

use crate::held::bare;

fn is_supported(claim: &str, text: &str) -> bool {
    let evidence = EvidenceId::new("ev_1");
    let claim = ClaimText {
        text: claim,
        formula: None,
    };
    check_claim(&claim, &[&bare(&evidence, text)]).is_supported()
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn sentence() -> impl Strategy<Value = String> {
    let metric = prop_oneof![
        Just("Revenue"),
        Just("Net income"),
        Just("The backlog of the Vision unit"),
        Just("营业收入"),
        Just("Cash used in investing activities")
    ];
    let verb = prop_oneof![
        Just("was"),
        Just("rose to"),
        Just("fell by"),
        Just("为"),
        Just("decreased")
    ];
    let unit = prop_oneof![
        Just(" million"),
        Just(" billion"),
        Just("亿元"),
        Just("%"),
        Just(""),
        Just(" bps")
    ];
    let sign = prop_oneof![Just("$"), Just("€"), Just(""), Just("-")];
    (metric, verb, sign, 0_u64..9_999_999, unit, 1990..2035).prop_map(
        |(metric, verb, sign, number, unit, year)| {
            format!("{metric} {verb} {sign}{}{unit} in {year}.", grouped(number))
        },
    )
}

proptest! {
    #[test]
    fn a_sentence_of_the_source_is_never_flagged(list in prop::collection::vec(sentence(), 1..6), pick in 0_usize..6) {
        let text = list.join(" ");
        let quoted = &list[pick % list.len()];
        prop_assert!(is_supported(quoted, &text), "{quoted}\n{text}");
    }

    #[test]
    fn the_same_amount_in_another_form_is_the_same(number in 1_u64..99_999) {
        let text = format!("Revenue was ${} million in 2024.", grouped(number * 1_000));
        let claims = [
            format!("Revenue was ${number} billion in 2024."),
            format!("Revenue was ${}.0 billion in 2024.", grouped(number)),
            format!("2024年营业收入为{}亿美元。", number * 10),
            format!("2024年营业收入为{}万美元。", grouped(number * 100_000)),
            format!("Revenue was USD {} in 2024.", grouped(number * 1_000_000_000)),
        ];
        for claim in claims {
            prop_assert!(is_supported(&claim, &text), "{claim}\n{text}");
        }
    }

    #[test]
    fn another_amount_is_flagged(number in 1_000_u64..99_999, step in 1_u64..900) {
        let text = format!("Revenue was ${} million in 2024.", grouped(number));
        let claim = format!("Revenue was ${} million in 2024.", grouped(number + step));
        prop_assert!(!is_supported(&claim, &text), "{claim}\n{text}");
    }

    #[test]
    fn a_correct_rounding_is_accepted_and_a_wrong_one_is_not(number in 1_001_u64..999_999) {
        prop_assume!(!number.is_multiple_of(1_000));
        let text = format!("Revenue was ${} million in 2024.", grouped(number));
        let down = number / 1_000;
        let rest = number % 1_000;
        let (right, wrong) = if rest < 500 { (down, down + 1) } else { (down + 1, down) };
        let claim = |billions: u64| format!("Revenue was ${billions} billion in 2024.");
        prop_assume!(right > 0 && wrong > 0 && rest != 500);
        prop_assert!(is_supported(&claim(right), &text), "{}\n{text}", claim(right));
        prop_assert!(!is_supported(&claim(wrong), &text), "{}\n{text}", claim(wrong));
    }

    #[test]
    fn no_text_breaks_the_check(claim in "\\PC{0,120}", text in "\\PC{0,240}") {
        let _verdict = is_supported(&claim, &text);
    }
}
