//! True sentences in the forms in which analysts write them, and their false twins.

use assay_domain::Language;

use crate::about::About;

const ROPEWAYS: &str = "Revenue by line (in thousands of euros):

| | 2024 | 2023 | 2022 |
| --- | --- | --- | --- |
| Ropeway construction | 114,000 | 100,000 | 92,000 |
| Service and spare parts | 55,000 | 50,000 | 49,000 |
| Snow guns | 9,000 | 12,000 | 11,500 |
| Total revenue | 178,000 | 162,000 | 152,500 |

Revenue from construction increased in 2024 because of two large orders in Tyrol. Demand for snow guns weakened after a mild \
winter.";

const CASH: &str = "Statements of cash flows (in millions)

| | 2025 | 2024 |
| --- | --- | --- |
| Net income | $812 | $640 |
| Accounts receivable | (85) | (31) |
| Accounts payable | 22 | 40 |
| Net cash from operations | 1,010 | 902 |
| Additions to property and equipment | (580) | (400) |
| Dividends paid | (118) | (80) |
";

const SHARES: &str = "Results as a percentage of revenue:

| | 2024 | 2023 |
| --- | --- | --- |
| Revenue | 100.0% | 100.0% |
| Cost of revenue | 41.3 | 44.0 |
| Research and development | 19.8 | 20.5 |
| Operating income | 38.9% | 35.5% |
";

const MATURITIES: &str = "Payments under our loans as of December 31, 2024 (in millions):

| Year ending December 31, | Term loans |
| --- | --- |
| 2025 | $210 |
| 2026 | 190 |
| 2027 | 160 |
| 2028 | 130 |
| 2029 | 110 |
| Thereafter | 250 |
| Total | $1,050 |
";

const PROSE: &str = "Kestrel and Marlow accounted for 17% and 12% of our revenue in fiscal 2024, respectively. Revenue was \
$1,204 million in fiscal 2025 and $562 million in fiscal 2024. In fiscal 2025 we bought back 2.5 million shares for $90 million. \
We paid dividends of $45 million in fiscal 2025. Gross margin for pumps decreased from 19.4% to 18.4% in fiscal 2025. Gross margin \
for valves increased from 30.1% to 33.0% in fiscal 2025. These customers made up 43% of receivables as of June 30, 2025 (39% as \
of June 30, 2024). In May 2025 a former employee filed a complaint over unpaid wages. Orders fell to 310 units in fiscal 2025. Our \
net loss was $9 million in fiscal 2025, representing a decrease of $4 million compared to the prior year.";

fn passes(text: &str, sentence: &str) -> Result<(), Vec<String>> {
    let about = About {
        company: None,
        headings: &[],
        text,
    };
    let proof = about.proof(sentence);
    match proof.passes() {
        true => Ok(()),
        false => Err(proof.problems(Language::En)),
    }
}

/// All of them at once, so that one run shows every difference.
pub(crate) fn check(text: &str, sentences: &[(&str, bool)]) {
    let wrong = sentences.iter().filter_map(|(sentence, is_true)| {
        let found = passes(text, sentence);
        (found.is_ok() != *is_true).then(|| format!("{sentence}\n  {found:?}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lines_are_held_against_each_other() {
    check(
        ROPEWAYS,
        &[
            (
                "Ropeway construction grew 14%, service and spare parts 10%.",
                true,
            ),
            (
                "Ropeway construction grew 10%, service and spare parts 14%.",
                false,
            ),
            (
                "Service revenue grew more slowly than construction revenue.",
                true,
            ),
            ("Service revenue outpaced construction revenue.", false),
            (
                "Construction revenue was higher than service revenue.",
                true,
            ),
            ("Snow gun revenue exceeded service revenue.", false),
            ("2024年服务收入增速低于建设收入。", true),
            (
                "Construction profit grew faster than service profit.",
                false,
            ),
        ],
    );
}

#[test]
fn each_of_a_list_is_its_own() {
    check(
        ROPEWAYS,
        &[
            (
                "Snow guns and ropeway construction brought in €9 million and €114 million, respectively.",
                true,
            ),
            (
                "Snow guns and ropeway construction brought in €114 million and €9 million, respectively.",
                false,
            ),
            (
                "Total revenue increased by €16 million in 2024, after €9.5 million in 2023.",
                true,
            ),
            (
                "Total revenue increased by €16 million in 2024, after €16 million in 2023.",
                false,
            ),
            ("Snow gun revenue fell by a quarter.", true),
            ("Snow gun revenue fell by almost half.", false),
        ],
    );
    check(
        PROSE,
        &[
            ("Kestrel和Marlow分别占收入的17%和12%。", true),
            ("Kestrel和Marlow分别占收入的12%和17%。", false),
        ],
    );
}

#[test]
fn what_is_paid_grows_as_it_gets_larger() {
    check(
        CASH,
        &[
            ("Dividends paid rose by almost half in 2025.", true),
            ("Dividends paid fell by almost half in 2025.", false),
            ("Capital spending jumped 45% to $580 million in 2025.", true),
            (
                "Accounts receivable increased by $85 million in 2025.",
                true,
            ),
            (
                "Accounts receivable decreased by $85 million in 2025.",
                false,
            ),
            ("Receivables absorbed $85 million of cash in 2025.", true),
        ],
    );
}

#[test]
fn a_column_of_shares_prints_its_sign_twice() {
    check(
        SHARES,
        &[
            (
                "Research and development took 19.8% of revenue in 2024, down from 20.5% in 2023.",
                true,
            ),
            (
                "Research and development took 20.5% of revenue in 2024.",
                false,
            ),
            ("2024年研发费用占收入的19.8%。", true),
        ],
    );
}

#[test]
fn years_of_a_table_are_added_up() {
    check(
        MATURITIES,
        &[
            (
                "Term loans of $800 million fall due over the five years to 2029.",
                true,
            ),
            (
                "Term loans of $850 million fall due over the five years to 2029.",
                false,
            ),
            (
                "Term loan payments of $250 million fall due after 2029.",
                true,
            ),
            (
                "Term loan payments of $250 million fall due after 2028.",
                false,
            ),
            (
                "About a fifth of the term loan payments is due in 2025.",
                true,
            ),
        ],
    );
}

#[test]
fn figures_of_two_ends_and_of_two_sentences() {
    check(
        PROSE,
        &[
            (
                "Gross margin for pumps slipped one percentage point to 18.4%.",
                true,
            ),
            (
                "Gross margin for pumps slipped two percentage points to 18.4%.",
                false,
            ),
            ("Gross margin for valves went from 30.1% to 33.0%.", true),
            ("Gross margin for valves went from 33.0% to 30.1%.", false),
            (
                "Revenue rose 114% to $1,204 million from $562 million in fiscal 2024.",
                true,
            ),
            (
                "Revenue rose 114% to $1,204 million from $562 million in fiscal 2023.",
                false,
            ),
            ("Revenue more than doubled in fiscal 2025.", true),
            ("收入增长了一倍多。", true),
            (
                "Buybacks and dividends together came to $135 million in fiscal 2025.",
                true,
            ),
            (
                "Buybacks and dividends together came to $145 million in fiscal 2025.",
                false,
            ),
            ("The average price paid per share was $36.", true),
            ("The average price paid per share was $63.", false),
            (
                "The customers held 43% of receivables at the end of June 2025, up from 39% a year earlier.",
                true,
            ),
            ("The net loss in fiscal 2024 was about $13 million.", true),
            ("The net loss in fiscal 2024 was about $5 million.", false),
            ("Orders declined to 310 units.", true),
        ],
    );
}

#[test]
fn a_month_doubts_nothing_and_a_document_speaks_of_itself() {
    check(
        PROSE,
        &[
            (
                "A former employee filed a complaint over wages in May 2025.",
                true,
            ),
            (
                "The company paid dividends of $45 million in fiscal 2025.",
                true,
            ),
            ("We received fees of $45 million in fiscal 2025.", false),
        ],
    );
}

#[test]
fn a_number_that_is_used_otherwise_is_told_so() {
    let told = passes(PROSE, "Gross margin for valves went from 33.0% to 30.1%.");
    let told = told.expect_err("the margin went the other way").join(" ");
    assert!(told.contains("gives “33.0%” otherwise"), "{told}");
}

const KILN: &str = "In line with our commitment to meet the 2026 dust limits, Orlev has been fitting new filters to both kilns. \
Fuel for the kilns cost $310,000 in the third quarter of 2024, up from $260,000 in the second quarter, because the gas contract of \
December 2023 had ended. A settlement of $4.2 million that is related to the quarry was paid in 2024.";

#[test]
fn what_joins_a_figure_to_something_names_nothing() {
    check(
        KILN,
        &[
            (
                "Kiln fuel costs increased by $50,000 quarter over quarter.",
                true,
            ),
            (
                "Kiln fuel costs increased by $90,000 quarter over quarter.",
                false,
            ),
            (
                "A settlement of $4.2 million tied to the quarry was paid in 2024.",
                true,
            ),
            (
                "A settlement of $4.2 million tied to the harbour was paid in 2024.",
                false,
            ),
            ("Orlev is fitting new filters to meet dust limits.", true),
        ],
    );
}

#[test]
fn the_date_of_a_cause_is_not_that_of_its_effect() {
    check(
        KILN,
        &[
            (
                "Kiln fuel cost $310,000 in the third quarter of 2024, because the gas contract of December 2023 had ended.",
                true,
            ),
            (
                "Kiln fuel cost $310,000 in the third quarter of 2023, because the gas contract had ended.",
                false,
            ),
        ],
    );
}
