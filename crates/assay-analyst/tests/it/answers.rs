//! What the section that answers a question says, over evidence of a few sentences.

use assay_analyst::{PlanRequest, SectionInput, plan, summarise, write_section};
use assay_domain::{Author, Language, Plan, ResearchType, Section, SectionLength, TaskId};

use crate::examine::{Filed, filed};

const LENGTH: SectionLength = SectionLength { min: 250, max: 600 };

fn planned(question: &str, research_type: ResearchType) -> Plan {
    let request = PlanRequest {
        question,
        research_type: Some(research_type),
        language: Language::of_text(question),
    };
    plan(&request).plan
}

/// The first section of the plan, in the language of its question.
fn first_section(plan: &Plan, library: &[Filed]) -> Section {
    let evidence: Vec<_> = library.iter().map(filed).collect();
    let language = Language::of_text(&plan.topic);
    let task = plan.tasks.first().expect("a plan has tasks");
    let written = write_section(&SectionInput {
        plan,
        task,
        evidence: &evidence,
        earlier: &[],
        language,
        length: LENGTH,
    })
    .expect("the evidence answers the task");
    Section {
        task: TaskId(1),
        title: written.title,
        markdown: written.markdown,
        language,
        author: Author::OfflineAnalyst,
        notes: Vec::new(),
        left_out: Vec::new(),
        labels: Vec::new(),
    }
}

const OSTRAND: Filed = (
    "doc_a",
    "Ostrand Inc. 10-K",
    2024,
    "Ostrand's revenue was $400 million in FY2024. Ostrand's gross profit was $100 million in FY2024.",
);
const KELVEN: Filed = (
    "doc_b",
    "Kelven Inc. 10-K",
    2024,
    "Revenue was $900 million in FY2024. Gross profit was $630 million in FY2024.",
);
const NOBODY: Filed = (
    "doc_c",
    "Notes on a company",
    2024,
    "Revenue was $50 million in FY2023. Revenue was $75 million in FY2024.",
);

/// Figures of two companies stand under their names, and those of nobody are not computed with.
#[test]
fn a_comparison_says_whose_figures_it_computes() {
    let plan = planned(
        "Compare the gross margins of Ostrand and Kelven",
        ResearchType::Company,
    );
    let section = first_section(&plan, &[OSTRAND, KELVEN, NOBODY]);
    for stated in [
        "Ostrand's gross profit of $100 million was 25.0 % of revenue of $400 million",
        "Kelven's gross profit of $630 million was 70.0 % of revenue of $900 million",
    ] {
        assert!(section.markdown.contains(stated), "{}", section.markdown);
    }
    assert!(!section.markdown.contains("50.0 %"), "{}", section.markdown);
    let summary = summarise(&plan, &[section]);
    assert!(
        summary
            .iter()
            .take(2)
            .all(|line| line.contains("gross profit of")),
        "{summary:?}"
    );
}

/// Somebody else's figures are told apart from those of the company that was asked about.
#[test]
fn figures_of_another_company_carry_its_name() {
    let plan = planned(
        "What is the gross margin of Ostrand?",
        ResearchType::Company,
    );
    let section = first_section(&plan, &[OSTRAND, KELVEN]);
    let lines: Vec<&str> = section
        .markdown
        .lines()
        .filter(|line| line.contains(" was "))
        .collect();
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("- Gross profit of $100 million")),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("- Kelven's gross profit of $630")),
        "{lines:?}"
    );
}

/// English has no words for 万 and 亿; a Chinese reader counts neither in 十亿 nor in 百万.
#[test]
fn amounts_stand_at_a_scale_that_the_language_counts_in() {
    let wan: Filed = (
        "doc_a",
        "Ostrand Inc. 年报",
        2024,
        "Ostrand 2024年营业收入8300万美元，2023年营业收入7100万美元。",
    );
    let yi: Filed = (
        "doc_a",
        "Ostrand Inc. 年报",
        2024,
        "Ostrand 2024年营业收入8.3亿美元，2023年营业收入7.1亿美元。",
    );
    let billion: Filed = (
        "doc_a",
        "Ostrand Inc. 10-K",
        2024,
        "Ostrand's revenue was $14.90 billion in 2024. Ostrand's revenue was $13.26 billion in 2023.",
    );
    let million: Filed = (
        "doc_a",
        "Ostrand Inc. 10-K",
        2024,
        "Ostrand's revenue was $112 million in 2024. Ostrand's revenue was $96 million in 2023.",
    );
    let rows = [
        (
            "How has the revenue of Ostrand grown?",
            wan,
            "from $71 million (2023) to $83 million (2024): (83 − 71) / 71",
        ),
        (
            "How has the revenue of Ostrand grown?",
            yi,
            "from $710 million (2023) to $830 million (2024): (830 − 710) / 710",
        ),
        (
            "Ostrand的营业收入增长了多少？",
            billion,
            "由132.6亿美元（2023）增至149.0亿美元（2024），增长12.4%：(149.0 − 132.6) / 132.6",
        ),
        (
            "Ostrand的营业收入增长了多少？",
            million,
            "由9,600万美元（2023）增至1.12亿美元（2024），增长16.7%：(11200 − 9600) / 9600",
        ),
    ];
    for (question, library, stated) in rows {
        let plan = planned(question, ResearchType::Company);
        let section = first_section(&plan, &[library]);
        assert!(section.markdown.contains(stated), "{}", section.markdown);
    }
}

/// An event without a name is known by its words: other events have causes and effects too.
#[test]
fn an_event_is_answered_by_what_speaks_of_it() {
    let library: [Filed; 2] = [
        (
            "doc_a",
            "新闻",
            2020,
            "截至今日，新型肺炎确诊病例571例，死亡17例。肺炎疫情的起因仍在调查。",
        ),
        (
            "doc_b",
            "新闻",
            2020,
            "客机坠毁的起因是发动机故障。火山喷发时间为今日上午，影响很大。",
        ),
    ];
    let plan = planned("新型肺炎疫情的确诊病例如何变化？", ResearchType::Event);
    let section = first_section(&plan, &library);
    assert!(section.markdown.contains("571"), "{}", section.markdown);
    for other in ["客机", "火山"] {
        assert!(!section.markdown.contains(other), "{}", section.markdown);
    }
}

/// What a balance sheet shows is compared with the one a year before, a few days off or not.
#[test]
fn a_stock_is_compared_with_the_year_before() {
    let sheet: Filed = (
        "doc_a",
        "Ostrand Inc. 10-K",
        2025,
        "| (in millions) | Jan 26, 2025 | Jan 28, 2024 |\n| --- | --- | --- |\n| Inventories | $10,080 | $5,282 |\n| Total assets | $111,601 | $65,728 |\n",
    );
    let plan = planned(
        "How did the inventory of Ostrand change?",
        ResearchType::Company,
    );
    let section = first_section(&plan, &[sheet]);
    let stated = "Inventories rose 90.8 % from $5,282 million";
    assert!(section.markdown.contains(stated), "{}", section.markdown);
}
