//! A planted false figure is always found, and a sound thesis never rejected.

use std::sync::OnceLock;

use assay_appraisal::{
    Dossier, Ground, Part, Problem, Style, Thesis, is_printed, printed, thesis, verify,
    without_unsound,
};
use assay_domain::{Date, Decimal, DocumentId, Evidence, EvidenceId, Language, PassageId, Tier};
use proptest::prelude::*;

use crate::lab::{book, day, dec, dossier_on, real, sample};
use crate::plant::plant;

fn sound() -> &'static Vec<(Dossier, Thesis)> {
    static ALL: OnceLock<Vec<(Dossier, Thesis)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let made_up = book(sample(&[2019, 2020, 2021, 2022, 2023, 2024], "CNY", false));
        let mut books = vec![(made_up, day("2025-02-21"))];
        books.extend(
            ["SNOW", "JPM_trimmed", "WMT_trimmed"]
                .into_iter()
                .filter_map(|name| {
                    let book = real(name)?;
                    let on: Date = book.last_filed()?;
                    Some((book, on))
                }),
        );
        let mut all = Vec::new();
        for (book, on) in &books {
            for language in [Language::En, Language::Zh] {
                let dossier = dossier_on(book, *on, language);
                let written = thesis(&dossier, &risks(), &[], None);
                all.push((dossier, written));
            }
        }
        all
    })
}

fn risks() -> Vec<Evidence> {
    let passage = |at: usize, quote: &str| Evidence {
        id: EvidenceId::new(format!("ev_risk{at}")),
        passage: PassageId::new(format!("doc_1:{at}-{}", at + 1)),
        document: DocumentId::new("doc_1"),
        source: "10-K".to_owned(),
        origin: "10-K.html".to_owned(),
        headings: vec!["Item 1A. Risk Factors".to_owned()],
        place: None,
        quote: quote.to_owned(),
        tier: Tier::A,
        as_of: None,
    };
    vec![
        passage(
            1,
            "We compete widely. Weak demand for our products could materially affect 2 of our 3 regions. More follows.",
        ),
        passage(
            2,
            "One customer accounted for 13% of our total revenue in the last year, and may leave.",
        ),
    ]
}

#[test]
fn sound_theses_are_never_rejected() {
    let passages = risks();
    for (dossier, written) in sound() {
        let ground = Ground {
            package: dossier.package(),
            outcome: None,
            passages: &passages,
            findings: &[],
        };
        assert_eq!(
            verify(written, &ground),
            Vec::new(),
            "{}",
            dossier.company()
        );
    }
}

#[test]
fn risks_are_quoted_with_a_tripwire_where_a_metric_exists() {
    let (_, written) = sound().first().unwrap();
    let claim = |id: &str| written.claims.iter().find(|claim| claim.id == id).unwrap();
    let risk = claim("claim_risk_1");
    assert!(matches!(&risk.text[0], Part::Text { text }
        if text == "“Weak demand for our products could materially affect 2 of our 3 regions.”"));
    assert_eq!(risk.wrong_if.as_ref().unwrap().metric, "revenue_growth");
    assert_eq!(claim("claim_concentration").evidence.len(), 1);
}

#[test]
fn a_changed_quotation_is_found() {
    let passages = risks();
    let (dossier, written) = sound().first().unwrap();
    let mut changed = written.clone();
    let claim = changed
        .claims
        .iter_mut()
        .find(|claim| claim.id == "claim_risk_1")
        .unwrap();
    let Part::Text { text } = &mut claim.text[0] else {
        panic!("a quotation");
    };
    *text = text.replace("Weak", "Strong");
    let ground = Ground {
        package: dossier.package(),
        outcome: None,
        passages: &passages,
        findings: &[],
    };
    let problems = verify(&changed, &ground);
    assert!(
        matches!(problems.as_slice(), [Problem::WrongQuotation { .. }]),
        "{problems:?}"
    );
}

/// The name of another period of the same sentence is as false as one of no period.
#[test]
fn a_period_in_the_place_of_another_is_found() {
    let passages = risks();
    let (dossier, written) = sound().first().unwrap();
    let mut changed = written.clone();
    let mut claims = changed.claims.iter_mut();
    let claim = claims
        .find(|claim| claim.id == "claim_growth_history")
        .unwrap();
    let Some(Part::Text { text }) = claim.text.first_mut() else {
        panic!("words");
    };
    *text = text.replace("FY2019", "FY2024");
    let ground = Ground {
        package: dossier.package(),
        outcome: None,
        passages: &passages,
        findings: &[],
    };
    let problems = verify(&changed, &ground);
    assert!(
        matches!(problems.as_slice(), [Problem::MisplacedPeriod { .. }]),
        "{problems:?}"
    );
}

/// What is wrong goes, and with it nothing else.
#[test]
fn only_what_is_wrong_is_taken_out() {
    let passages = risks();
    let (dossier, written) = sound().first().unwrap();
    let ground = Ground {
        package: dossier.package(),
        outcome: None,
        passages: &passages,
        findings: &[],
    };
    let mut changed = written.clone();
    changed.hypotheses[0].statement.push_str(" 17.3%");
    changed.mechanisms[0].text.push(Part::Text {
        text: "17.3%".to_owned(),
    });
    let wire = changed.claims[0].wrong_if.as_mut().unwrap();
    wire.threshold += Decimal::ONE;
    let problems = verify(&changed, &ground);
    assert_eq!(problems.len(), 3, "{problems:?}");
    let mut expected = written.clone();
    expected.hypotheses.remove(0);
    expected.mechanisms.remove(0);
    expected.claims[0].wrong_if = None;
    assert_eq!(without_unsound(changed, &problems), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_planted_figure_is_always_found(seed: u64, which: prop::sample::Index) {
        let passages = risks();
        let (dossier, written) = which.get(sound());
        if let Some((planted, what)) = plant(written, dossier.package(), seed) {
            let ground = Ground { package: dossier.package(), outcome: None, passages: &passages, findings: &[] };
            prop_assert!(!verify(&planted, &ground).is_empty(), "{what}");
        }
    }

    /// What is printed reads back as itself, and not as a value that is off by what is printed.
    #[test]
    fn a_printed_figure_is_its_own_and_no_other(
        mantissa in 1_000_i64..999_999_999_999,
        scale in 0_u32..8,
        is_negative: bool,
    ) {
        let value = Decimal::new(if is_negative { -mantissa } else { mantissa }, scale);
        let styles = [
            Style::Money("USD".to_owned()),
            Style::Money("CNY".to_owned()),
            Style::PerShare("USD".to_owned()),
            Style::Shares,
            Style::Percent,
            Style::Points,
            Style::Times,
        ];
        for style in styles {
            for language in [Language::En, Language::Zh] {
                let text = printed(value, &style, language);
                prop_assert!(is_printed(&text, value, &style), "{text}");
                let far = value * dec("1.2") + Decimal::ONE_HUNDRED;
                prop_assert!(!is_printed(&text, far, &style), "{text} for {far}");
            }
        }
    }
}

#[test]
fn figures_read_as_professionals_write_them() {
    let usd = Style::Money("USD".to_owned());
    let cny = Style::Money("CNY".to_owned());
    let cases: &[(&str, &Style, &str, &str)] = &[
        ("391035000000", &usd, "$391.0 billion", "3,910.4亿美元"),
        ("-1554695000", &usd, "-$1.55 billion", "-15.5亿美元"),
        ("688000000", &usd, "$688.0 million", "6.88亿美元"),
        ("74700000", &usd, "$74.7 million", "74.7百万美元"),
        ("174144069958.25", &cny, "CNY 174.1 billion", "1,741.4亿元"),
        ("1480000000000", &cny, "CNY 1.48 trillion", "1.48万亿元"),
        ("950", &usd, "$950", "950美元"),
        (
            "6.08",
            &Style::PerShare("USD".to_owned()),
            "$6.08",
            "6.08美元",
        ),
        (
            "15408095000",
            &Style::Shares,
            "15.4 billion shares",
            "154.1亿股",
        ),
        ("0.315102", &Style::Percent, "31.5%", "31.5%"),
        ("0.0202", &Style::SignedPercent, "+2.0%", "+2.0%"),
        (
            "-0.0165",
            &Style::Points,
            "-1.7 percentage points",
            "-1.7个百分点",
        ),
        ("-0.00004", &Style::SignedPercent, "0.0%", "0.0%"),
        ("1.2616", &Style::Times, "1.26 times", "1.26倍"),
    ];
    for (value, style, english, chinese) in cases {
        assert_eq!(printed(dec(value), style, Language::En), *english);
        assert_eq!(printed(dec(value), style, Language::Zh), *chinese);
    }
    // Fewer or more places are roundings too; one digit, another scale or a wrong sign is not.
    let value = dec("391035000000");
    for (text, is_right) in [
        ("$391 billion", true),
        ("$391.04 billion", true),
        ("$391,035 million", true),
        ("$0.39 trillion", true),
        ("$391.1 billion", false),
        ("$391.0 million", false),
        ("-$391.0 billion", false),
        ("391.0 billion", false),
        ("$0.4 trillion", false),
    ] {
        assert_eq!(is_printed(text, value, &usd), is_right, "{text}");
    }
}
