use assay_claims::{FormulaError, FormulaVerdict, QuoteVerdict, check_quote, evaluate, recompute};
use assay_domain::Decimal;
use proptest::prelude::*;

/// An expression and its exact value as a fraction; `None` where it divides by zero.
#[derive(Clone, Debug)]
struct Reference {
    text: String,
    value: Option<(i128, i128)>,
}

fn reduced(numerator: i128, denominator: i128) -> Option<(i128, i128)> {
    if denominator == 0 {
        return None;
    }
    let (mut a, mut b) = (numerator.unsigned_abs(), denominator.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let common = i128::try_from(a.max(1)).expect("a small number");
    let sign = denominator.signum();
    Some((sign * numerator / common, sign * denominator / common))
}

fn number() -> impl Strategy<Value = Reference> {
    (0_i128..10_000, 0_u32..3, any::<bool>()).prop_map(|(digits, places, percent)| {
        let unit = 10_i128.pow(places);
        let whole = digits / unit;
        let grouped = if whole >= 1_000 {
            format!("{},{:03}", whole / 1_000, whole % 1_000)
        } else {
            whole.to_string()
        };
        let mut text = grouped;
        if places > 0 {
            text = format!("{text}.{:0width$}", digits % unit, width = places as usize);
        }
        if percent {
            text.push('%');
        }
        let denominator = unit * if percent { 100 } else { 1 };
        Reference {
            text,
            value: reduced(digits, denominator),
        }
    })
}

fn expression() -> impl Strategy<Value = Reference> {
    number().prop_recursive(3, 8, 2, |inner| {
        (inner.clone(), inner, 0..5_usize).prop_map(|(left, right, operator)| {
            let (a, b) = (left.value, right.value);
            let value = a.zip(b).and_then(|((a, x), (b, y))| match operator {
                0 => reduced(a * y + b * x, x * y),
                1 | 4 => reduced(a * y - b * x, x * y),
                2 => reduced(a * b, x * y),
                _ => reduced(a * y, x * b),
            });
            let text = match operator {
                0 => format!("({} + {})", left.text, right.text),
                1 => format!("({}-{})", left.text, right.text),
                2 => format!("{} * ({})", bracketed(&left.text), right.text),
                3 => format!("({}) / ({})", left.text, right.text),
                _ => format!("subtract({}, {})", left.text, right.text),
            };
            Reference { text, value }
        })
    })
}

fn bracketed(text: &str) -> String {
    format!("({text})")
}

/// Letters that spell no scale, no negation and no bound: a piece that parts `1` from `mn` or `growth`
/// from `no` is rightly not taken for verbatim.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[acdefghjk]{2,9}",
        1 => "[A-Z][acdefghjk]{2,9}",
        1 => "[1-9][0-9]{0,2}(,[0-9]{3})?",
        // None of these counts or scales a number before it.
        1 => "[\u{5b50}-\u{5b80}]{2,6}",
        1 => "[acdefghjk]{2,6}-[acdefghjk]{2,6}",
        1 => "[acdefghjk]{3,8}’s",
    ]
}

fn words() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(
        (
            word(),
            prop_oneof![8 => Just(""), 1 => Just(","), 1 => Just(";")],
        )
            .prop_map(|(word, mark)| format!("{word}{mark}")),
        12..40,
    )
}

proptest! {
    #[test]
    fn formulas_agree_with_exact_fractions(reference in expression()) {
        match (evaluate(&reference.text), reference.value) {
            (Ok(value), Some((numerator, denominator))) => {
                let exact = Decimal::from_i128_with_scale(numerator, 0)
                    / Decimal::from_i128_with_scale(denominator, 0);
                let room = (exact.abs() + Decimal::ONE) * Decimal::new(1, 15);
                prop_assert!((value - exact).abs() <= room, "{} is {exact}, not {value}", reference.text);
            }
            (Err(FormulaError::DivisionByZero), None) => {}
            (Err(FormulaError::Overflow), _) => {}
            (result, value) => prop_assert!(false, "{}: {result:?}, {value:?}", reference.text),
        }
    }

    #[test]
    fn a_formula_agrees_with_its_own_rounded_value(reference in expression(), places in 0_u32..4) {
        if let Ok(value) = evaluate(&reference.text) {
            let mut printed = value.round_dp(places);
            printed.rescale(places);
            let verdict = recompute(&reference.text, &printed.to_string());
            prop_assert_eq!(verdict, FormulaVerdict::Agrees, "{} = {}", reference.text, printed);
        }
    }

    #[test]
    fn no_text_breaks_the_parser(text in "\\PC{0,60}", printed in "\\PC{0,12}") {
        let _ = recompute(&text, &printed);
        let _ = check_quote(&text, &[&printed, &text]);
        let _ = assay_claims::quotations(&text);
    }

    #[test]
    fn a_verbatim_piece_is_found_with_its_range(words in words(), from in 0..6_usize, length in 4..20_usize) {
        let source = format!("{}.", words.join(" "));
        let piece = words[from..(from + length).min(words.len())].join(" ");
        let piece = piece.trim_end_matches([',', ';']);
        match check_quote(piece, &[&source]) {
            QuoteVerdict::Verbatim { source: 0, range, .. } => {
                prop_assert_eq!(&source[range], piece);
            }
            other => prop_assert!(false, "{piece}: {other:?}"),
        }
    }

    #[test]
    fn any_changed_letter_is_caught(words in words(), at in any::<proptest::sample::Index>(), shift in 1_u8..25) {
        let source = words.join(" ");
        let letters: Vec<usize> = source
            .char_indices()
            .filter(|(_, c)| c.is_ascii_alphanumeric())
            .map(|(at, _)| at)
            .collect();
        prop_assume!(!letters.is_empty());
        let place = letters[at.index(letters.len())];
        let old = source.as_bytes()[place];
        let new = match old {
            b'0'..=b'9' => b'0' + (old - b'0' + shift % 9 + 1) % 10,
            b'a'..=b'z' => b'a' + (old - b'a' + shift) % 26,
            _ => b'A' + (old - b'A' + shift) % 26,
        };
        prop_assume!(new != old);
        let mut quote = source.clone();
        quote.replace_range(place..=place, &char::from(new).to_string());
        let verdict = check_quote(&quote, &[&source]);
        prop_assert!(!matches!(verdict, QuoteVerdict::Verbatim { .. }), "{quote}");
    }
}
