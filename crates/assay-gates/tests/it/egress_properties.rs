use assay_domain::Language;
use assay_gates::{
    ConfiguredSecret, EgressPolicy, EgressVerdict, OfRun, Outgoing, OutputKind, PersonalKind,
    csv_cell, egress, personal_data, secrets,
};
use proptest::prelude::*;

/// Pieces that make rules fire, alone or against each other.
fn piece() -> impl Strategy<Value = String> {
    let fixed = |text: &str| Just(text.to_owned());
    prop_oneof![
        "\\PC{0,20}",
        "[0-9 .()+-]{0,24}",
        "[\\[\\]()!<>`*_\\\\&#:/a-z]{0,12}",
        "[a-z年é\u{200b}\n]{0,12}",
        fixed("4111 1111 1111 1111"),
        fixed("手机13800138000"),
        fixed("jane\\_doe@example.com"),
        fixed("[x](https://evil.example)"),
        fixed("![x][y]"),
        fixed("\n\n[y]: https://evil.example\n\n"),
        fixed("<img src=x onerror=alert(1)>"),
        fixed("https://evil.example/a_b"),
        fixed("<!--"),
        fixed("&#64;"),
        fixed("phone "),
        fixed("\n\n"),
    ]
}

fn judged(text: &str) -> assay_gates::EgressDecision {
    let output = Outgoing {
        kind: OutputKind::ToolReply,
        text,
        language: Language::En,
        disclaimer_required: false,
        run: OfRun::NONE,
        configured_secrets: &[],
    };
    egress(&output, &EgressPolicy::default())
}

fn luhn_check(first: &str) -> u32 {
    let sum: u32 = first
        .chars()
        .rev()
        .enumerate()
        .map(|(at, c)| {
            let digit = c.to_digit(10).expect("a digit");
            match at % 2 {
                0 => digit * 2 / 10 + digit * 2 % 10,
                _ => digit,
            }
        })
        .sum();
    (10 - sum % 10) % 10
}

fn resident_check(first: &str) -> char {
    let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    let digits = first.chars().map(|c| c.to_digit(10).expect("a digit"));
    let sum: u32 = digits.zip(weights).map(|(d, w)| d * w).sum();
    ['1', '0', 'X', '9', '8', '7', '6', '5', '4', '3', '2'][(sum % 11) as usize]
}

fn iban_check(country: &str, account: &str) -> u32 {
    let moved = format!("{account}{country}00");
    let rest = moved.chars().fold(0_u32, |rest, c| {
        let value = c.to_digit(36).expect("a letter or digit");
        (rest * if value > 9 { 100 } else { 10 } + value) % 97
    });
    98 - rest
}

fn base64(bytes: &[u8]) -> String {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters = bytes.chunks(3).flat_map(|chunk| {
        let byte = |at: usize| chunk.get(at).map_or(0, |b| usize::from(*b));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let letter = move |shift: usize| char::from(alphabet[bits >> shift & 63]);
        [letter(18), letter(12), letter(6), letter(0)]
            .into_iter()
            .take(chunk.len() + 1)
    });
    letters.collect()
}

fn kinds(text: &str) -> Vec<PersonalKind> {
    personal_data(text).iter().map(|one| one.kind).collect()
}

proptest! {
    #[test]
    fn a_card_is_found_and_with_another_check_digit_it_is_not(
        first in "4[0-9]{14}", wrong in 1_u32..10,
    ) {
        let check = luhn_check(&first);
        let good = format!("card {first}{check} expires");
        prop_assert_eq!(kinds(&good), [PersonalKind::PaymentCard]);
        let bad = format!("card {first}{} expires", (check + wrong) % 10);
        prop_assert_eq!(kinds(&bad), []);
    }

    #[test]
    fn a_resident_id_is_found_and_with_another_check_digit_it_is_not(
        area in "(11|31|44|51|62|65)[0-9]{4}", year in 1940_u32..2020, month in 1_u32..13,
        day in 1_u32..29, order in "[0-9]{3}", wrong in 1_usize..11,
    ) {
        let first = format!("{area}{year}{month:02}{day:02}{order}");
        let check = resident_check(&first);
        let good = format!("身份证号码{first}{check}，请保密");
        prop_assert_eq!(kinds(&good), [PersonalKind::ChineseResident]);
        let all = "0123456789X";
        let at = all.find(check).expect("a check digit");
        let other = all.chars().nth((at + wrong) % 11).expect("another");
        let bad = format!("身份证号码{first}{other}，请保密");
        prop_assert_eq!(kinds(&bad), []);
    }

    #[test]
    fn an_iban_is_found_and_with_other_check_digits_it_is_not(
        account in "[A-Z]{4}[0-9]{14}", wrong in 1_u32..97,
    ) {
        let check = iban_check("GB", &account);
        let good = format!("pay to GB{check:02}{account} today");
        prop_assert_eq!(kinds(&good), [PersonalKind::Iban]);
        let other = (check + wrong - 2) % 97 + 2;
        let bad = format!("pay to GB{other:02}{account} today");
        prop_assert_eq!(kinds(&bad), []);
    }

    #[test]
    fn cleaning_twice_is_cleaning_once(pieces in prop::collection::vec(piece(), 0..10)) {
        let text = pieces.concat();
        let decision = judged(&text);
        for span in &decision.removed {
            prop_assert!(text.get(span.start..span.end).is_some(), "{:?}", span);
        }
        if let Some(clean) = decision.text {
            prop_assert_eq!(decision.verdict, EgressVerdict::Safe);
            let again = judged(&clean);
            prop_assert_eq!(again.removed, []);
            prop_assert_eq!(again.text, Some(clean));
        }
    }

    #[test]
    fn finds_are_on_boundaries_in_order_and_apart(pieces in prop::collection::vec(piece(), 0..10)) {
        let text = pieces.concat();
        let mut end = 0;
        for one in personal_data(&text) {
            prop_assert!(one.start >= end && one.start < one.end);
            prop_assert!(text.get(one.start..one.end).is_some());
            end = one.end;
        }
        for one in secrets(&text) {
            prop_assert!(text.get(one.start..one.end).is_some());
        }
    }

    #[test]
    fn a_configured_secret_leaves_in_no_disguise(
        value in "[A-Za-z][A-Za-z0-9_-]{18,30}[A-Za-z0-9]", before in "[a-z ,.]{0,7}",
        after in "[a-z ,.]{0,7}", disguise in 0_usize..9,
    ) {
        let disguised = match disguise {
            0 => value.clone(),
            1 => value.chars().rev().collect(),
            2 => value.bytes().map(|b| format!("{b:02X} ")).collect(),
            3 => value.bytes().map(|b| format!("%{b:02x}")).collect(),
            4 => value.chars().flat_map(|c| [c, '·']).collect(),
            5 => value.chars().map(|c| format!("{c}\n\n")).collect(),
            6 => value.chars().map(|c| format!("{c}<i></i>")).collect(),
            7 => value.to_uppercase(),
            _ => base64(format!("{before}{value}{after}").as_bytes()),
        };
        let text = format!("{before} {disguised} {after}");
        let secrets = [ConfiguredSecret { name: "KEY", value: &value }];
        let output = Outgoing {
            kind: OutputKind::ToolReply,
            text: &text,
            language: Language::En,
            disclaimer_required: false,
            run: OfRun::NONE,
            configured_secrets: &secrets,
        };
        let decision = egress(&output, &EgressPolicy::default());
        prop_assert!(decision.blocked.iter().any(|one| one.rule == "G-103"), "{}", text);
        prop_assert!(decision.text.is_none());
    }

    #[test]
    fn no_cell_opens_a_formula(text in "\\PC{0,12}|[-=+@\\t 0-9.,e%|]{0,8}") {
        let cell = csv_cell(&text);
        let opens = cell.trim_start().starts_with(['=', '+', '-', '@']);
        let number = cell.trim_end_matches('%').replace(',', "");
        prop_assert!(!opens || number.parse::<f64>().is_ok(), "{:?}", cell);
    }
}
