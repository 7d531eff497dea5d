//! To whom a sentence gives a figure, of what time and as what: where the evidence says so, a claim must
//! say the same.

use assay_domain::Language;

use crate::about::About;

const MINUTES: &str = "In March 2024 the tribunal issued a ruling that fined Ostrava Glass $3.1 million over the kiln fire. \
The insurers' panel meets in June.

The works council reports that absences have fallen by 9% since the new shifts began. A ratings agency visited the plant.

Under the lease we paid €6.4 million to Brno Estates within a year. Next to the Zlin depot we sublet about 1,900 square \
metres of storage at Harbour Lane.

The apprentice scheme now counts 140 apprentices in 12 workshops. The board approved the purchase of up to 80,000 shares.

From April 2, 2025 through April 24, 2025, we bought back 15,000 shares for $2.2 million. In May 2023, we replaced a $40 million \
credit line expiring in July 2025 with a $30 million credit line expiring in May 2028. Under the $30 million line we keep a \
minimum of cash.

Severance comes to between $7 million and $9 million. Closing costs consist of $9 million to $11 million for the transfer of \
staff; and $2 million to $3 million in exit costs for the leased hall.

Our first safety course ran in 2021 with a pass rate of 74%. Later the fitters took the course as well. About 96% of the fitters \
had a pass rate above the norm.";

const TABLE: &str = "Orders and stock:

| | 13 Weeks | 39 Weeks |
| --- | --- | --- |
| Order growth | 4.2% | 6.8% |

Our outlook for the first half of 2026:

| | First half of 2026 |
| --- | --- |
| Glass sales | $55 million |

Furnaces in use:

| | 2024 | 2023 |
| --- | --- | --- |
| Furnaces at end of year | 31 | 28 |
| Average furnaces | 29 | 27 |
";

fn problems(text: &str, sentence: &str) -> Vec<String> {
    let about = About {
        company: Some("Ostrava Glass"),
        headings: &[],
        text,
    };
    about.proof(sentence).problems(Language::of_text(sentence))
}

fn stands(text: &str, sentence: &str) {
    let found = problems(text, sentence);
    assert!(found.is_empty(), "{sentence}: {found:?}");
}

fn falls(text: &str, sentence: &str) {
    assert!(!problems(text, sentence).is_empty(), "{sentence}");
}

#[test]
fn what_somebody_says_or_does_is_his() {
    stands(
        MINUTES,
        "The works council reports that absences have fallen by 9%.",
    );
    falls(
        MINUTES,
        "Ostrava Glass reports that absences fell by 9%, as the agency had warned.",
    );
    falls(
        MINUTES,
        "Petra Novak reported that absences had fallen by 9%.",
    );
    falls(
        MINUTES,
        "The Harbour Lane authority fined Ostrava Glass $3.1 million.",
    );
}

#[test]
fn who_gets_it_and_where_it_is_are_as_the_sentence_says() {
    stands(MINUTES, "Ostrava Glass paid €6.4 million to Brno Estates.");
    falls(MINUTES, "Brno Estates paid €6.4 million to Ostrava Glass.");
    stands(
        MINUTES,
        "It sublets about 1,900 square metres of storage at Harbour Lane.",
    );
    falls(
        MINUTES,
        "It sublets about 1,900 square metres of storage at Zlin.",
    );
}

#[test]
fn what_is_counted_is_counted_there() {
    stands(
        MINUTES,
        "The apprentice scheme counts 140 apprentices in 12 workshops.",
    );
    falls(
        MINUTES,
        "The apprentice scheme counts 12 apprentices in 140 workshops.",
    );
    falls(
        MINUTES,
        "Ostrava Glass has bought all 80,000 shares that the board approved.",
    );
}

#[test]
fn a_stretch_of_days_is_not_a_year() {
    stands(
        MINUTES,
        "From April 2, 2025 through April 24, 2025, the company bought back 15,000 shares for $2.2 million.",
    );
    falls(
        MINUTES,
        "The company bought back 15,000 shares for $2.2 million in fiscal year 2025.",
    );
}

#[test]
fn a_sentence_that_names_no_time_proves_none() {
    falls(MINUTES, "The $30 million credit line expires in July 2025.");
    stands(MINUTES, "The 2021 safety course had a pass rate of 74%.");
    falls(MINUTES, "The 2021 safety course had a pass rate of 96%.");
}

#[test]
fn both_ends_of_a_range_are_of_one_range() {
    stands(
        MINUTES,
        "The transfer of staff costs $9 million to $11 million.",
    );
    falls(
        MINUTES,
        "Exit costs for the leased hall come to $9 million to $11 million.",
    );
}

#[test]
fn a_column_is_of_its_own_length_and_kind() {
    stands(TABLE, "Orders grew 4.2% in the quarter.");
    falls(TABLE, "Orders grew 6.8% in the quarter.");
    stands(TABLE, "The average number of furnaces was 29 in 2024.");
    stands(TABLE, "There were 31 furnaces at the end of 2024.");
    falls(TABLE, "There were 29 furnaces at the end of 2024.");
    stands(
        TABLE,
        "Ostrava Glass expects glass sales of $55 million in the first half of 2026.",
    );
    falls(
        TABLE,
        "Ostrava Glass achieved glass sales of $55 million in the first half of 2026.",
    );
}

#[test]
fn digits_of_a_name_are_no_number() {
    let text = "Parliament is drafting Act 41, which would tighten the limits on furnace smoke. The Kiln 7 line is closed.";
    stands(text, "Act 41 would tighten the limits on furnace smoke.");
    falls(text, "Act 41 loosens the limits on furnace smoke.");
}

const MILLS: &str = "The Vltava mill spun 640 tons of yarn. Its looms are old.

The roof was mended in May. The canteen reopened. Visitors came from Graz.

The Elbe mill closed in spring. Guided tours of our mills have a satisfaction rate that improved to 88%, up from 80%. In 2024, \
carpet orders accounted for 18% of the yarn market of the region. The new looms helped us cut waste by 12%.

We spun 910 tons and sold 870 tons of yarn. Provisions for claims totaled $3.4 million and $2.6 million for 2024 and 2023, \
respectively. The yield was 41.5% and 39.2% for 2024 and 2023, respectively.";

const YARN: &str = "Sales of yarn (in millions):

| | 2024 | As a % of total sales | 2023 | As a % of total sales |
| --- | --- | --- | --- | --- |
| Wool | $320 | 40% | $294 | 42% |
| Dyed wool for carpets | 80 | 10 | 63 | 9 |
| Total sales | $800 | 100% | $700 | 100% |
";

#[test]
fn a_name_stands_with_the_figure_that_it_is_of() {
    stands(MILLS, "The Vltava mill spun 640 tons of yarn.");
    falls(MILLS, "The Elbe mill spun 640 tons of yarn.");
    stands(YARN, "Wool sales came to $320 million in 2024.");
    falls(YARN, "Wool sales came to $80 million in 2024.");
}

#[test]
fn what_the_number_is_of_stands_in_its_sentence() {
    falls(
        MILLS,
        "88% of the guests were hurt in accidents on the stairs.",
    );
    stands(MILLS, "The looms helped to cut waste by 12%.");
    falls(MILLS, "新织机使能源成本降低了12%。");
    stands(MILLS, "Carpet orders were 18% of the yarn market in 2024.");
    falls(
        MILLS,
        "Ostrava Glass's share of carpet orders reached 18% in 2024.",
    );
}

#[test]
fn a_column_of_shares_is_of_the_year_beside_it() {
    stands(YARN, "Wool was 42% of total sales in 2023.");
    falls(YARN, "Wool was 42% of total sales in 2024.");
    falls(YARN, "Wool's share of total sales rose from 42% in 2023.");
}

#[test]
fn a_difference_is_no_level_and_a_course_ends_at_its_end() {
    falls(MILLS, "It spun 910 tons more yarn than it sold.");
    falls(
        MILLS,
        "Provisions for claims increased by $2.6 million in 2024.",
    );
    stands(MILLS, "The yield rose by 2.3 percentage points to 41.5%.");
    falls(MILLS, "The yield rose by 2.3 percentage points to 39.2%.");
    falls(
        YARN,
        "Without wool, total sales would have been $800 million in 2024.",
    );
}
