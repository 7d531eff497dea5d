//! A section from the parts of an invented annual report that looks like real ones: statements cut
//! into passages, legal language, and sentences about nothing in particular.

use assay_analyst::{SectionInput, examine, summarise, write_section};
use assay_domain::{
    Author, Date, DocumentId, Evidence, EvidenceId, Language, PassageId, Plan, Section,
    SectionLength, Tier,
};

const HEADER: &str = "|  | Year Ended December 31, | |  | 2024 | 2023 |";

/// Passages of one document, one after the other, with the headings above each.
const REPORT: &[(&[&str], &str)] = &[
    (
        &["(in millions, except per share data)"],
        "|  | Year Ended December 31, |\n|  | 2024 | 2023 |\n| --- | --- | --- |\n| Revenues |\n| Lamp sales | $7,248 | $7,850 |\n| Storage | 1,008 | 603 |\n| Total revenues | 8,256 | 8,453 |\n| Cost of revenues |\n| Lamp sales | 6,187 | 6,512 |",
    ),
    (
        &["(in millions, except per share data)", HEADER],
        "| Storage | 744 | 489 |\n| Total cost of revenues | 6,931 | 7,001 |\n| Gross profit | 1,325 | 1,452 |\n| Operating expenses |\n| Research and development | 454 | 396 |\n| Income from operations | 371 | 556 |\n| Net income | 215 | 497 |",
    ),
    (
        &["Segment Reporting"],
        "The following table presents revenues by reportable segment (in millions):\n\n|  | Year Ended December 31, |\n|  | 2024 | 2023 |\n| --- | --- | --- |\n| Lamp segment |\n| Revenues | $7,248 | $7,850 |\n| Gross profit | $1,061 | $1,338 |",
    ),
    (
        &["Cash Flows (in millions)"],
        "|  | Year Ended December 31, |\n|  | 2024 | 2023 |\n| --- | --- | --- |\n| Cash Flows from Investing Activities |\n| Purchases of property and equipment excluding finance leases, net of sales | $(1,134) | $(890) |",
    ),
    (
        &["Liquidity"],
        "Net cash provided by operating activities was $1,492 million in the year ended December 31, 2024. Capital expenditures were $1,134 million and $890 million for the years ended December 31, 2024 and 2023, respectively. As of December 31, 2024, we were in material compliance with all financial debt covenants.",
    ),
    (
        &["Risk Factors"],
        "Our revenue may fluctuate and our margins could decline if demand weakens. Forward-looking statements involve certain risks and uncertainties and are not guarantees. See Note 12, Revenue, for details of our revenue and margins. Our factory in Brevik made 61% of all lamps in 2024, and a fire there would stop deliveries.",
    ),
];

fn report() -> Vec<Evidence> {
    let document = DocumentId::new("doc_ostrand");
    let mut start = 0;
    let mut found = Vec::new();
    for (headings, quote) in REPORT {
        let passage = PassageId::from_range(&document, start, start + quote.len());
        start += quote.len() + 1;
        found.push(Evidence {
            id: EvidenceId::of_passage(&passage),
            passage,
            document: document.clone(),
            source: "Ostrand, Inc. 10-K (December 31, 2024)".to_owned(),
            origin: "ostrand-10-k.html".to_owned(),
            headings: headings.iter().map(|&heading| heading.to_owned()).collect(),
            place: None,
            quote: (*quote).to_owned(),
            tier: Tier::A,
            as_of: Date::new(2024, 12, 31).ok(),
        });
    }
    found
}

fn company_plan() -> Plan {
    let request = assay_analyst::PlanRequest {
        question: "How healthy are Ostrand's finances, 2023 to 2024?",
        research_type: None,
        language: Language::En,
    };
    assay_analyst::plan(&request).plan
}

#[test]
fn a_filing_becomes_figures_and_readable_tables() {
    let plan = company_plan();
    let evidence = report();
    let mut sections = Vec::new();
    for place in [1, 4] {
        let task = &plan.tasks[place];
        let draft = write_section(&SectionInput {
            plan: &plan,
            task,
            evidence: &evidence,
            earlier: &[],
            language: Language::En,
            length: SectionLength { min: 250, max: 600 },
        })
        .expect("the report answers");
        sections.push(Section {
            task: task.id,
            title: draft.title,
            markdown: draft.markdown,
            language: Language::En,
            author: Author::OfflineAnalyst,
            notes: Vec::new(),
            left_out: Vec::new(),
            labels: Vec::new(),
        });
    }
    let text: Vec<String> = sections
        .iter()
        .map(|section| format!("## {}\n\n{}", section.title, section.markdown))
        .collect();
    let summary = summarise(&plan, &sections);
    insta::assert_snapshot!(format!("{}\n\n{}", summary.join("\n"), text.join("\n")));
    assert_eq!(examine(&evidence, Language::En), []);
}

#[test]
fn a_subject_that_no_document_names_is_told() {
    let plan = company_plan();
    let input = SectionInput {
        plan: &plan,
        task: &plan.tasks[0],
        evidence: &[],
        earlier: &[],
        language: Language::En,
        length: SectionLength { min: 250, max: 600 },
    };
    let failure = write_section(&input).expect_err("there is no evidence");
    assert_eq!(
        failure.message,
        "nothing in the library speaks of Ostrand; add documents about it, or ask with the name that the documents use"
    );
}
