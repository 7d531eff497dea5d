//! What is counted and measured is compared, and a hope is not a fact.

use crate::probe::{Document, check};

const PROSE: Document = Document::of(
    "As of December 31, 2024, our headcount was 125,480. In 2024, we deployed 31.7 GWh of storage. \
     We delivered 412,300 vehicles in 2024 and ran 64 stores. \
     In 2024, the union had 9,140 employees as members. \
     截至2024年末，公司有门店318家。公司2024年新增用户1,250名。",
);

const FORECAST: Document = Document::of(
    "We expect revenue of between €430 million and €450 million in 2024. Order intake was better than \
     expected at €512 million in 2023. 公司预计2025年营业收入为9.6亿欧元。",
);

#[test]
fn nouns_and_units_behind_a_number_are_compared() {
    check(
        &[PROSE],
        &[
            ("It had 125,480 employees at the end of 2024.", "true"),
            ("It had 125,480 people at December 31, 2024.", "true"),
            ("Headcount was 125,480 in 2024.", "true"),
            ("It deployed 31.7 GWh of storage in 2024.", "true"),
            ("2024年部署储能31.7吉瓦时。", "true"),
            ("It delivered 412,300 cars in 2024.", "true"),
            ("It delivered 412,300 units in 2024.", "true"),
            ("It has 64 shops.", "true"),
            ("公司2024年新增客户1,250名。", "true"),
            ("It had 125,480 factories in 2024.", "WrongUnit"),
            ("It had $125,480 employees in 2024.", "WrongUnit"),
            (
                "It paid each of its headcount $125,480 in 2024.",
                "WrongUnit",
            ),
            ("It deployed 31.7 MWh of storage in 2024.", "WrongUnit"),
            ("2024年部署储能31.7兆瓦时。", "WrongUnit"),
            ("It deployed 31.7 tonnes of storage in 2024.", "WrongUnit"),
            ("It delivered 412,300 tonnes in 2024.", "WrongUnit"),
            ("It ran 64 factories in 2024.", "WrongUnit"),
        ],
    );
}

#[test]
fn what_is_expected_is_not_stated_as_a_fact() {
    check(
        &[FORECAST],
        &[
            (
                "Revenue of up to €450 million was expected for 2024.",
                "true",
            ),
            (
                "It guided for revenue of €430 million to €450 million in 2024.",
                "true",
            ),
            ("Order intake was €512 million in 2023.", "true"),
            ("公司预计2025年营业收入为9.6亿欧元。", "true"),
            (
                "Harbour Rail achieved revenue of €450 million in 2024.",
                "OnlyExpected",
            ),
            ("Revenue was €450 million in 2024.", "OnlyExpected"),
            ("2025年公司实现营业收入9.6亿欧元。", "OnlyExpected"),
        ],
    );
}
