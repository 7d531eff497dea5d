use std::collections::BTreeSet;

use assay_analyst::{SectionDraft, SectionInput, examine, figures, write_section};
use assay_domain::{
    ClaimKind, Date, Decimal, DocumentId, Evidence, EvidenceId, Language, PassageId, SectionLength,
    Tier, cited_evidence,
};
use proptest::prelude::*;

use crate::arithmetic::{evaluate, stated};
use crate::library;

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn evidence(number: usize, quote: String, day: i8) -> Evidence {
    let document = DocumentId::new(format!("doc_{number}"));
    let passage = PassageId::from_range(&document, 0, quote.len());
    Evidence {
        id: EvidenceId::of_passage(&passage),
        passage,
        document,
        source: format!("Report (no. {number})"),
        origin: format!("reports/{number}.md"),
        headings: vec!["Results".to_owned()],
        place: None,
        quote,
        tier: Tier::B,
        as_of: Date::new(2025, 1, day).ok(),
    }
}

/// Sentences and tables with arbitrary figures, and words that only look like text.
fn any_quote() -> impl Strategy<Value = String> {
    let amount = (1_i64..99_999, 0_u32..3).prop_map(|(digits, scale)| Decimal::new(digits, scale));
    let sentence = (amount.clone(), amount, 2019_i16..2025, 0_usize..6).prop_map(
        |(a, b, year, form)| match form {
            0 => format!("Revenue was ${a} million in FY{year} and ${b} million in FY{}.", year + 1),
            1 => format!("Gross profit was ${a} million in FY{year}. Revenue was ${b} million in FY{year}."),
            2 => format!("公司{year}年营业收入为{a}亿元，{}年营业收入为{b}亿元。", year + 1),
            3 => format!("| USD million | FY{year} | FY{} |\n| --- | --- | --- |\n| Operating cash flow | {a} | {b} |\n| Capital expenditure | {b} | {a} |", year + 1),
            4 => format!("period: {year} Q1; revenue: {a}; unit: USD million\nperiod: {} Q1; revenue: {b}; unit: USD million", year + 1),
            _ => format!("Net income fell from ${a} million in FY{year} to ${b} million in FY{}.", year + 1),
        },
    );
    prop_oneof![4 => sentence, 1 => "[a-zA-Z0-9 .,;:%$|“”()\\[\\]年亿元。\n-]{0,160}"]
}

fn any_library() -> impl Strategy<Value = Vec<Evidence>> {
    let made = prop::collection::vec((any_quote(), 1_i8..4), 1..8).prop_map(|quotes| {
        quotes
            .into_iter()
            .enumerate()
            .map(|(number, (quote, day))| evidence(number, quote, day))
            .collect::<Vec<_>>()
    });
    let samples = library::library();
    let picked = prop::sample::subsequence(samples.clone(), 1..=samples.len()).prop_shuffle();
    prop_oneof![2 => made, 1 => picked]
}

fn check(draft: &SectionDraft, evidence: &[Evidence]) -> Result<(), TestCaseError> {
    let known: BTreeSet<&EvidenceId> = evidence.iter().map(|item| &item.id).collect();
    let mut header = false;
    for line in draft.markdown.lines() {
        let is_row = line.starts_with('|');
        let starts_table = is_row && !header;
        header = is_row;
        if line.is_empty() || line.starts_with("###") || starts_table || line.starts_with("| ---") {
            continue;
        }
        let cited = cited_evidence(line);
        prop_assert!(!cited.is_empty(), "uncited: {line}");
        prop_assert!(cited.iter().all(|id| known.contains(id)), "unknown: {line}");
    }
    for claim in &draft.claims {
        match &claim.kind {
            ClaimKind::Quoted => {
                let sources = evidence
                    .iter()
                    .filter(|item| claim.evidence_ids.contains(&item.id));
                let mut texts = sources.map(|item| squeezed(&item.quote));
                prop_assert!(
                    texts.any(|text| text.contains(&squeezed(&claim.text))),
                    "{}",
                    claim.text
                );
                prop_assert!(squeezed(&draft.markdown).contains(&squeezed(&claim.text)));
            }
            ClaimKind::Computed { formula } => {
                let result = evaluate(formula).expect(formula);
                prop_assert_eq!(stated(&claim.text, result), Some(true), "{}", &claim.text);
            }
            ClaimKind::Written | ClaimKind::Derived { .. } => {
                prop_assert!(false, "the analyst wrote {}", claim.text);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_sentence_is_quoted_or_computed_and_cites(
        evidence in any_library(),
        chinese in any::<bool>(),
        place in 0_usize..4,
        max in 40_usize..800,
    ) {
        let plan = library::plan();
        let language = if chinese { Language::Zh } else { Language::En };
        let input = SectionInput {
            plan: &plan,
            task: &plan.tasks[place],
            evidence: &evidence,
            earlier: &[],
            language,
            length: SectionLength { min: 0, max },
        };
        let draft = write_section(&input);
        prop_assert_eq!(&draft, &write_section(&input));
        prop_assert_eq!(examine(&evidence, language), examine(&evidence, language));
        if let Ok(draft) = draft {
            check(&draft, &evidence)?;
        }
    }

    #[test]
    fn figures_lie_where_they_say(text in any_quote()) {
        for figure in figures(&text) {
            prop_assert_eq!(text.get(figure.range.clone()), Some(figure.raw.as_str()));
        }
    }

    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,200}") {
        figures(&text);
        assay_analyst::claims_of(&text);
        assay_analyst::quality_notes(&text);
    }
}
