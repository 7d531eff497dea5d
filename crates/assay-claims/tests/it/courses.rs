//! Courses, comparisons and flows of cash as people write of them, and what they must not let pass.

use crate::about::{About, check};

const QUARTERS: &str = "Operating profit of the rail unit in the second quarter of 2024 fell $30 million, or 20%, to \
    $120 million compared to the same period in 2023.\n\n\
    | | Quarters ended | |\n| --- | --- | --- |\n| | June 28, 2024 | June 30, 2023 |\n\
    | Sales (in millions) | $ 1,410 | $ 1,395 |\n| Operating profit (in millions) | 120 | 150 |\n";

const CASH: &str = "Cash flows (in millions)\n\n| | 2024 | 2023 | 2022 |\n| --- | --- | --- | --- |\n\
    | Net cash provided by operating activities | 904 | 811 | 640 |\n\
    | Net cash (used in) provided by investing activities | (377) | 58 | (190) |\n\
    | Net cash provided by (used in) financing activities | (264) | 145 | (88) |\n";

const UNIT: &str = "Paper and packaging\n\n| | 2024 | 2023 |\n| --- | --- | --- |\n\
    | Operating income (millions) | $ 1,310 | $ 1,720 |\n| Percent change | (23.8)% | 12.1% |\n\
    | Percent of sales | 17.3% | 21.9% |\n";

#[test]
fn a_figure_may_be_compared_with_another_time() {
    check(
        QUARTERS,
        &[
            "Operating profit of $120 million was 20% lower than in the second quarter of 2023.",
            "The rail unit's operating profit came to $120 million, down 20% from the second quarter of 2023.",
        ],
        &[
            "Operating profit of $150 million was 20% lower than in the second quarter of 2023.",
            "Operating profit was $150 million, down 20% from the second quarter of 2023.",
        ],
    );
}

#[test]
fn cash_comes_in_and_goes_out_by_any_word() {
    check(
        CASH,
        &[
            "Financing activities consumed $264 million in 2024.",
            "Investing turned negative in 2024, with an outflow of $377 million.",
            "Financing swung from an inflow of $145 million in 2023 to an outflow of $264 million in 2024.",
            "Investing activities brought in $58 million in 2023.",
        ],
        &[
            "Financing activities brought in $264 million in 2024.",
            "Investing activities consumed $58 million in 2023.",
            "Financing swung from an outflow of $145 million in 2023 to an inflow of $264 million in 2024.",
            "2024年筹资活动净流入2.64亿美元。",
        ],
    );
}

#[test]
fn a_row_below_another_says_what_share_it_is() {
    check(
        UNIT,
        &[
            "The operating margin narrowed from 21.9% in 2023 to 17.3% in 2024.",
            "The operating margin was 17.3% in 2024.",
            "Operating margin dropped by 4.6 percentage points in 2024.",
        ],
        &[
            "The operating margin was 21.9% in 2024.",
            "The operating margin widened from 17.3% in 2023 to 21.9% in 2024.",
            "The gross margin was 17.3% in 2024.",
        ],
    );
}

#[test]
fn a_course_goes_on_from_where_it_began() {
    const EXPORTS: &str = "The share of sales made abroad was 41% in fiscal 2025, 47% in fiscal 2024 and 58% in \
        fiscal 2023.";
    check(
        EXPORTS,
        &["The share of sales made abroad fell from 58% in fiscal 2023 to 47% and then 41%."],
        &["The share of sales made abroad fell from 58% in fiscal 2023 to 41% and then 47%."],
    );
}

#[test]
fn the_date_of_a_cause_is_its_own() {
    const INCOME: &str = "In 2024, our net income was $410 million, a decrease of $95 million compared to the prior \
        year, primarily due to the sale of a warehouse in the third quarter of 2023.";
    check(
        INCOME,
        &[
            "Net income fell by $95 million to $410 million, mainly because of the sale of a warehouse in the third \
             quarter of 2023.",
        ],
        &[
            "Net income fell by $95 million to $410 million in 2023, mainly because of the sale of a warehouse.",
        ],
    );
}

#[test]
fn cents_are_parts_of_a_dollar() {
    const SHARE: &str = "(in millions, except per share data)\n\n| | 2024 | 2023 |\n| --- | --- | --- |\n\
        | Total revenue | $ 925 | $ 880 |\n| Total operating expenses | 592 | 570 |\n\
        | Diluted earnings per share | $ 3.41 | $ 3.28 |\n";
    check(
        SHARE,
        &[
            "Diluted earnings per share rose 13 cents in 2024.",
            "Operating expenses took 64 cents of each dollar of revenue in 2024.",
        ],
        &[
            "Diluted earnings per share rose 31 cents in 2024.",
            "Operating expenses took 46 cents of each dollar of revenue in 2024.",
        ],
    );
}

#[test]
fn a_part_of_what_a_total_grew_by() {
    const LINES: &str = "(in millions)\n\n| | 2024 | 2023 |\n| --- | --- | --- |\n| Coatings | 830 | 610 |\n\
        | Adhesives | 1,240 | 1,180 |\n| Films | 2,105 | 1,945 |\n| Total revenue | 4,175 | 3,735 |\n";
    check(
        LINES,
        &[
            "Coatings accounted for 50% of the increase in total revenue in 2024.",
            "Coatings made up half of the year's growth in revenue.",
        ],
        &["Films accounted for 50% of the increase in total revenue in 2024."],
    );
}

#[test]
fn what_was_bought_cost_its_count_at_its_price() {
    const BUYBACKS: &str = "| Period | Total number of shares purchased | Average price paid per share |\n\
        | --- | --- | --- |\n| October 1 - October 31 | 310,000 | $ 52.10 |\n\
        | November 1 - November 30 | 240,000 | $ 50.00 |\n| Total | 550,000 | $ 51.18 |\n";
    check(
        BUYBACKS,
        &["The purchases of the quarter cost about $28.1 million."],
        &["The purchases of the quarter cost about $16.2 million."],
    );
}

#[test]
fn letters_with_dots_are_one_name() {
    const PLACES: &str = "Sales by place (in millions)\n\n| | United States | Europe |\n| --- | --- | --- |\n\
        | Net sales 2024 | $ 640 | $ 415 |\n";
    check(
        PLACES,
        &["U.S. net sales exceeded European net sales by $225 million in 2024."],
        &["European net sales exceeded U.S. net sales by $225 million in 2024."],
    );
}

#[test]
fn what_exceeds_is_named_first_in_running_text_too() {
    const RESULT: &str =
        "Revenue for 2024 was $640 million. Operating income was $82 million in 2024.";
    check(
        RESULT,
        &["Revenue exceeded operating income by $558 million in 2024."],
        &["Operating income exceeded revenue by $558 million in 2024."],
    );
}

#[test]
fn a_word_that_points_back_widens_nothing() {
    const LINES: &str = "The two credit lines were undrawn at December 31, 2024.";
    check(LINES, &["截至2024年底，两项信贷额度均未动用。"], &[]);
}

const SEGMENTS: &str = "Revenue by segment (in millions)\n\n| | 2024 | 2023 |\n| --- | --- | --- |\n\
    | Turbines | $ 6,120 | $ 4,050 |\n| Cables | 1,080 | 1,010 |\n| Total revenue | $ 7,200 | $ 5,060 |\n";

#[test]
fn a_share_moves_by_points_and_stood_elsewhere_before() {
    check(
        SEGMENTS,
        &[
            "The share of Cables in total revenue fell by five percentage points in 2024.",
            "Cables contributed 15% of total revenue in 2024, down from 20% a year earlier.",
            "Turbines brought in $6,120 million in 2024, more than five times the revenue of Cables.",
        ],
        &[
            "The share of Cables in total revenue rose by five percentage points in 2024.",
            "Cables contributed 15% of total revenue in 2024, down from 25% a year earlier.",
        ],
    );
}

#[test]
fn the_sides_of_a_comparison_keep_their_numbers() {
    const MARGINS: &str = "| | 2024 | 2023 |\n| --- | --- | --- |\n| Gross margin, cables | 18.4% | 19.4% |\n\
        | Gross margin, turbines | 26.2% | 18.9% |\n";
    check(
        MARGINS,
        &["In 2024 turbines had a higher gross margin than cables: 26.2% versus 18.4%."],
        &["In 2024 turbines had a higher gross margin than cables: 18.4% versus 26.2%."],
    );
}

#[test]
fn more_than_a_round_number_is_computed() {
    const PLACES: &str = "| | North | South | Total |\n| --- | --- | --- | --- |\n\
        | Net sales 2024 (millions) | $ 415 | $ 310 | $ 1,000 |\n";
    check(
        PLACES,
        &["North and South together made up more than 70% of net sales in 2024."],
        &[
            "North and South together made up more than 80% of net sales in 2024.",
            "North and South together made up nearly 80% of net sales in 2024.",
        ],
    );
}

#[test]
fn what_is_left_of_a_programme_is_available() {
    const PROGRAMME: &str = "The board approved a share buyback programme of up to $500 million, of which $180 million \
        had been used as of December 31, 2024.";
    check(
        PROGRAMME,
        &["Some $320 million of the buyback programme remained available at the end of 2024."],
        &["Some $230 million of the buyback programme remained available at the end of 2024."],
    );
}

#[test]
fn the_sentence_before_qualifies_a_thing() {
    const VENDORS: &str = "We reviewed our outside contractors this year. As of June 2024, only 38% of contractors met \
        the new standard.";
    check(
        VENDORS,
        &["Only 38% of outside contractors met the new standard as of June 2024."],
        &["Only 38% of domestic contractors met the new standard as of June 2024."],
    );
}

#[test]
fn what_is_sought_beside_a_charge_is_not_alleged() {
    const SUITS: &str = "Several suits have been filed alleging breach of the charter and seeking monetary damages.";
    check(
        SUITS,
        &["Several suits seek monetary damages."],
        &["The charter was breached."],
    );
}

#[test]
fn an_amount_for_several_years_is_so_much_a_year() {
    const PLAN: &str = "The utility is planning to invest $84 million in new substations over the next four years.";
    check(
        PLAN,
        &["The planned $84 million corresponds to an average of $21 million a year."],
        &["The planned $84 million corresponds to an average of $28 million a year."],
    );
}

#[test]
fn what_was_not_used_of_a_limit_is_left() {
    const LIMIT: &str = "As of June 29, 2024, the board had authorized the purchase of up to $90 billion of common stock \
        under a program announced on May 4, 2024, of which $12.5 billion had been utilized.";
    check(
        LIMIT,
        &["About $77.5 billion of the authorization remained unused at June 29, 2024."],
        &["About $75.7 billion of the authorization remained unused at June 29, 2024."],
    );
}

#[test]
fn what_somebody_claims_may_be_a_thing() {
    const DISPUTE: &str = "The Company firmly believes that the agency's claims are without merit.";
    check(
        DISPUTE,
        &["The company maintains that the agency claims lack merit."],
        &["The agency maintains that the company's claims lack merit."],
    );
}

#[test]
fn the_first_word_may_begin_the_name_of_the_owner() {
    let about = |sentence: &str| {
        let passage = About {
            company: Some("Standard Quarries"),
            headings: &[],
            text: "We purchased 41,300 tons of gravel in 2024.",
        };
        passage.proof(sentence).passes()
    };
    assert!(about(
        "Standard Quarries purchased 41,300 tons of gravel in 2024."
    ));
    assert!(!about(
        "Standard Quarries purchased 43,100 tons of gravel in 2024."
    ));
}

#[test]
fn what_falls_due_after_the_last_year_is_not_of_it() {
    const DEBT: &str = "The maturities of long-term debt are as follows (in millions):\n\n\
        | 2025 | 2026 | 2027 | After 2027 | Total |\n| --- | --- | --- | --- | --- |\n\
        | $ 410 | $ 325 | $ 290 | $ 1,900 | $ 2,925 |\n";
    check(
        DEBT,
        &["Between 2025 and 2027, $1,025 million of long-term debt matures."],
        &["Between 2025 and 2027, $1,205 million of long-term debt matures."],
    );
}

#[test]
fn a_little_over_is_a_bound_and_says_nothing_else() {
    const RATE: &str = "The renewal rate was 91.4% in 2024.";
    check(
        RATE,
        &["The renewal rate was a little over 91% in 2024."],
        &["The renewal rate was a little over 92% in 2024."],
    );
}
