//! Words beside a number that the very clause or cell of the figure must have.

use assay_domain::Language;

use crate::about::About;

const REPORT: &str = "Results by line, in millions of dollars:

| | Year Ended December 31, | | 2024 vs. 2023 Change | Year Ended December 31, | Second quarter |
| --- | --- | --- | --- | --- | --- |
| | 2024 | 2023 | % | 2022 | 2024 |
| Passenger fares | $640 | $600 | 7% | $500 | $150 |
| Freight | 330 | 300 | 10% | 310 | 80 |
| Total ferry revenue | $970 | $900 | 8% | $810 | $230 |
| % of group revenue | 81% | 80% | | 79% | 78% |

At year end the fleet had 42 vessels. The group employed approximately 5,300 crew members and 900 office workers. \
During 2024 we carried 18 million passengers and chartered out 7 vessels. We paid dividends of $55 million. \
We repurchased 4 million shares for $120 million. We also have $250 million of undrawn credit lines.

Day trips and overnight crossings accounted for 35% and 65% of tickets, respectively. In a survey, 48% of travellers chose \
a cabin. The terminal handles an average of 900 lorries per day. A fine of up to 4% of turnover may be imposed by the port \
authority. We plan to invest $90 million in two electric ferries. Currency had an unfavorable impact of 1.5% on fares.

Bunker costs were $72 million in Q2, down from $80 million in Q1. Halcyon has 450 captains, 317 of them licensed for the open \
sea.";

/// Quarters that end on a Saturday, and a unit that has digits.
const WEEKS: &str = "| | Quarters Ended | |
| --- | --- | --- |
| | June 27, 2026 | June 28, 2025 |
| | RMB'000 | RMB'000 |
| Ticket sales | 512,400 | 480,000 |
| Cabin margin | 21.4% | 20.1% |
";

fn problems(sentence: &str) -> Vec<String> {
    problems_in(REPORT, sentence)
}

fn problems_in(text: &str, sentence: &str) -> Vec<String> {
    problems_below(&[], text, sentence)
}

/// What is wrong with a sentence about a passage that begins in the middle of a table's head.
fn problems_below(headings: &[String], text: &str, sentence: &str) -> Vec<String> {
    let about = About {
        company: Some("Halcyon Ferries plc"),
        headings,
        text,
    };
    about.proof(sentence).problems(Language::of_text(sentence))
}

#[test]
fn a_figure_of_the_same_thing_stands() {
    let cases = [
        "The fleet had 42 vessels.",
        "Halcyon paid dividends of $55 million.",
        "Halcyon repurchased 4 million shares for $120 million.",
        "Freight revenue rose 10% in 2024.",
        "Total ferry revenue was 81% of group revenue in 2024.",
        "Overnight crossings made up 65% of tickets.",
        "Day trips accounted for 35% of tickets and overnight crossings for 65%.",
        "The port authority may impose a fine of up to 4% of turnover.",
        "Halcyon plans to invest $90 million in electric ferries.",
        "Halcyon paid $30 per share for the shares that it repurchased.",
        "Passenger fares of $640 million and freight of $330 million add up to $970 million.",
        "Bunker costs fell from $80 million in Q1 to $72 million in Q2, a decrease of 10%.",
        "317 of the captains are licensed for the open sea.",
        "Halcyon has 450 captains.",
    ];
    let wrong: Vec<(&str, Vec<String>)> = cases
        .into_iter()
        .map(|sentence| (sentence, problems(sentence)))
        .filter(|(_, problems)| !problems.is_empty())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_year_that_ends_on_another_day_is_compared_all_the_same() {
    for sentence in [
        "The cabin margin rose by 1.3 percentage points.",
        "Ticket sales rose 6.75% to RMB512.4 million.",
        "Ticket sales were RMB32.4 million higher than a year earlier.",
    ] {
        let problems = problems_in(WEEKS, sentence);
        assert!(problems.is_empty(), "{sentence}: {problems:?}");
    }
    for sentence in [
        "The cabin margin fell by 1.3 percentage points.",
        "Ticket sales rose 8.2% to RMB512.4 million.",
        "Ticket sales were RMB512.4 thousand.",
    ] {
        assert!(!problems_in(WEEKS, sentence).is_empty(), "{sentence}");
    }
}

#[test]
fn a_head_that_a_passage_begins_in_is_read_with_the_rows_above() {
    let above = ["| | Year Ended |", "| | Jan 26, 2025 | Jan 28, 2024 |"].map(str::to_owned);
    let text = "| Sales by route: | (In millions) |\n| --- | --- | --- |\n\
        | Island ferries | $115 | $47 |\n| River boats | 12 | 9 |\n";
    let problems = |sentence| problems_below(&above, text, sentence);
    for sentence in [
        "Sales of island ferries were $115 million in fiscal 2025.",
        "Sales of island ferries rose by $68 million in fiscal 2025.",
    ] {
        assert!(
            problems(sentence).is_empty(),
            "{sentence}: {:?}",
            problems(sentence)
        );
    }
    for sentence in [
        "Sales of island ferries were $47 million in fiscal 2025.",
        "Sales of island ferries were $115 thousand in fiscal 2025.",
    ] {
        assert!(!problems(sentence).is_empty(), "{sentence}");
    }
}

#[test]
fn a_figure_of_another_thing_does_not() {
    let cases = [
        // what is counted, or what the money is for
        "The fleet had 42 lighthouses.",
        "Halcyon paid dividends of $120 million.",
        "Halcyon spent $250 million on lighthouses.",
        "Halcyon drew $250 million under its credit lines.",
        "In a survey, 48% of employees chose a cabin.",
        // another row or column
        "Passenger fares rose 10% in 2024.",
        "Freight revenue rose 10% in 2023.",
        "Freight revenue fell 10% in 2024.",
        // two figures the other way round
        "Day trips accounted for 65% of tickets and overnight crossings for 35%.",
        "The group employed 5,300 office workers.",
        // certainty, limits, pace
        "Halcyon has invested $90 million in electric ferries.",
        "The port authority imposed a fine of 4% of turnover.",
        "The group employed exactly 5,300 crew members.",
        "The terminal handles an average of 900 lorries per month.",
        // a share is no change, and what hurts does not help
        "Cabin bookings of travellers rose 48%.",
        "Currency improved fares by 1.5%.",
        // one for all is not one for each
        "Day trips and overnight crossings each accounted for 65% of tickets.",
        // it went the other way
        "Freight revenue fell from $300 million in 2023.",
        // another quarter
        "Bunker costs were $80 million in Q2.",
        // the other one of a list, or the whole for a part
        "Overnight crossings accounted for 35% of tickets.",
        "Halcyon has 317 captains.",
    ];
    let passed: Vec<&str> = cases
        .into_iter()
        .filter(|sentence| problems(sentence).is_empty())
        .collect();
    assert!(passed.is_empty(), "{passed:#?}");
}

#[test]
fn the_words_that_are_of_another_figure_are_told() {
    for (sentence, told) in [
        ("Halcyon spent $250 million on lighthouses.", "lighthouses"),
        ("The fleet had 42 lighthouses.", "lighthouses"),
    ] {
        let problems = problems(sentence);
        assert!(
            problems.iter().any(|problem| problem.contains(told)),
            "{sentence}: {problems:?}"
        );
    }
}
