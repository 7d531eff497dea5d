//! Tables as filings lay them out, and what true sentences take from them.

use crate::as_written::check;

/// The change stands between the two years, under a heading of its own that is printed over one column.
const FERRIES: &str = "We carried passengers on three routes.

| | Year Ended March 31, | | | |
| --- | --- | --- | --- | --- |
| | | Percent Change | | |
| (Dollars in millions) | 2024 | Reported | At steady rates | 2023 |
| Island routes (including Sark) | $412 | 3% | 4% | $400 |
| River routes | 96 | -4% | -4% | 100 |
| Charter (loss) | 18 | -10% | -9% | 20 |
| Total revenues | $526 | 1% | 2% | $520 |
";

#[test]
fn a_heading_of_changes_stands_over_no_year() {
    check(
        FERRIES,
        &[
            ("River routes brought in $96 million in fiscal 2024.", true),
            (
                "River routes brought in $100 million in fiscal 2024.",
                false,
            ),
            ("Revenues on river routes fell by $4 million in 2024.", true),
            (
                "Revenues on island routes fell by $12 million in 2024.",
                false,
            ),
            (
                "About 78% of revenues came from island routes in 2024.",
                true,
            ),
            (
                "About 78% of revenues came from river routes in 2024.",
                false,
            ),
        ],
    );
}

const TRADES: &str = "Trades of the desk, and margins of its two lines:

| Window | Lots bought | Average price |
| --- | --- | --- |
| April 8, 2024 - May 5, 2024 | 61,200 | $14.20 |
| May 6, 2024 - June 2, 2024 | 48,700 | $15.05 |

The margin of the grain line was 21.4% in 2024 and 19.1% in 2023. The margin of the oil line was 8.0% in 2024 and 9.5% in 2023.";

#[test]
fn days_of_a_stretch_may_leave_out_the_year() {
    check(
        TRADES,
        &[
            ("2024年5月6日至6月2日期间共买入48,700手。", true),
            (
                "Between April 8 and May 5, 2024 the desk bought 61,200 lots.",
                true,
            ),
            (
                "Between April 9 and May 5, 2024 the desk bought 61,200 lots.",
                false,
            ),
        ],
    );
}

#[test]
fn points_are_percentage_points() {
    check(
        TRADES,
        &[
            ("The grain margin widened by 2.3 points in 2024.", true),
            ("The grain margin widened by 1.5 points in 2024.", false),
            ("The oil margin slipped 1.5 points to 8.0% in 2024.", true),
        ],
    );
}

#[test]
fn since_a_year_gives_no_cause() {
    check(
        TRADES,
        &[(
            "The margin of the grain line was 21.4%, up 2.3 points since 2023.",
            true,
        )],
    );
}

/// Places stand over the columns, and what is measured names the rows.
const REGIONS: &str = "Orders by region for the year (in millions):

| | North | South | Overseas | Worldwide |
| --- | --- | --- | --- | --- |
| Orders | $640 | $410 | $150 | $1,200 |
| Share of orders | 53.3% | 34.2% | 12.5% | 100.0% |
";

#[test]
fn columns_are_held_against_each_other() {
    check(
        REGIONS,
        &[
            (
                "Orders in the North exceeded those in the South by $230 million.",
                true,
            ),
            (
                "Orders in the South exceeded those in the North by $230 million.",
                false,
            ),
            (
                "Orders in the North and the South together came to $1,050 million.",
                true,
            ),
            (
                "Orders in the South and Overseas together came to $1,050 million.",
                false,
            ),
            ("北区订单占全球的53.3%。", true),
        ],
    );
}

/// Each row is a period, and what is measured stands over the columns.
const KILN: &str = "Firings of the kiln:

| Quarter | Bricks (thousands) | Gas (MWh) |
| --- | --- | --- |
| Q1 2024 | 410 | 820 |
| Q2 2024 | 450 | 855 |
| Q3 2024 | 430 | 860 |
| Q4 2024 | 510 | 918 |
";

#[test]
fn periods_may_stand_one_below_the_other() {
    check(
        KILN,
        &[
            ("The kiln used 918 MWh of gas in Q4 2024.", true),
            ("Gas use averaged 863.25 MWh a quarter in 2024.", true),
            ("Gas use averaged 902.25 MWh a quarter in 2024.", false),
            ("2024年第四季度燃气用量环比增长6.7%。", true),
            ("2024年第四季度燃气用量环比增长9.7%。", false),
        ],
    );
}

const ESTATE: &str = "Buildings of the estate by town:

| Town | Houses | Rooms | Yearly rent ($ thousands) |
| --- | --- | --- | --- |
| Aldmoor | 12 | 480 | 1,920 |
| Brayford | 20 | 600 | 1,500 |
| Caldbeck | 8 | 120 | 480 |
| Total | 40 | 1,200 | 3,900 |

Brayford and Aldmoor each made up 30% or more of the houses. Repairs were $84 million in fiscal 2024, compared with $96 million \
in fiscal 2023. Write-downs of timber and binding orders totaled $31 million in fiscal 2024.";

#[test]
fn what_absorbs_an_amount_has_it() {
    check(
        ESTATE,
        &[
            (
                "Write-downs of timber and binding orders absorbed $31 million in fiscal 2024.",
                true,
            ),
            (
                "Write-downs of timber and binding orders absorbed $96 million in fiscal 2024.",
                false,
            ),
        ],
    );
}

#[test]
fn parts_are_put_to_the_whole_of_their_column() {
    check(
        ESTATE,
        &[
            ("Half of the houses are in Brayford.", true),
            ("Half of the houses are in Aldmoor.", false),
            (
                "Aldmoor and Brayford together make up 80% of the total.",
                true,
            ),
            (
                "Aldmoor and Caldbeck together make up 80% of the total.",
                false,
            ),
            (
                "Brayford and Aldmoor each made up 30% or more of the houses.",
                true,
            ),
        ],
    );
}

#[test]
fn a_year_that_is_compared_with_is_not_that_of_the_figure_before_it() {
    check(
        ESTATE,
        &[
            (
                "Repairs came to $84 million, $12 million less than in fiscal 2023.",
                true,
            ),
            (
                "Repairs came to $96 million, $12 million less than in fiscal 2023.",
                false,
            ),
            ("Repairs were cut by $12 million in fiscal 2024.", true),
            ("Repairs rose by $12 million in fiscal 2024.", false),
        ],
    );
}

const FIGURES: &str = "Selected figures (dollars in thousands):

| | 2024 | 2023 | 2022 |
| --- | --- | --- | --- |
| Premiums written | 81,200 | 77,300 | 70,000 |
| Claims paid | 52,000 | 49,900 | 46,100 |
| Total expenses | 69,400 | 66,000 | 60,900 |
| Employees | 312 | 318 | 301 |
";

#[test]
fn years_further_back_are_compared_where_the_words_say_so() {
    check(
        FIGURES,
        &[
            (
                "Premiums written were $11.2 million higher than two years earlier.",
                true,
            ),
            (
                "Premiums written were $3.9 million higher than two years earlier.",
                false,
            ),
            ("The number of employees fell by 6 in 2024.", true),
            ("The number of employees fell by 17 in 2024.", false),
        ],
    );
}

const LEVIES: &str = "What makes up the levies of the port:

| October 31, |  |  |
| --- | --- | --- |
|  | 2031 | 2030 |
| (In thousands) |  |  |
| Levies payable: |  |  |
| Quays and cranes | $148,505 | $88,351 |
| Levies receivable: |  |  |
| Carried forward | 54,461 | 6,481 |
";

#[test]
fn a_row_that_only_says_the_unit_counts_for_all_below_it() {
    check(
        LEVIES,
        &[
            (
                "Levies receivable carried forward rose from about $6.5 million to $54.5 million in 2031.",
                true,
            ),
            (
                "Levies receivable carried forward rose from about $6.5 billion to $54.5 billion in 2031.",
                false,
            ),
            (
                "Levies payable on quays and cranes were $148.5 million in 2031.",
                true,
            ),
        ],
    );
}
