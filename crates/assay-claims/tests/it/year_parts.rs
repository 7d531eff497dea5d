//! Columns of which one row of the head says the year and another the part of it.

use crate::probe::check_sentences;

#[test]
fn both_rows_of_a_head_count_on_either_side_of_the_rule() {
    let body = "| Takings | £m | 310 | 325 | 290 |\n| Yield | % | 3.10 | 3.04 | 2.95 |";
    let (years, parts) = (
        "| | | 2025 | 2025 | 2024 |",
        "| Item | Unit | Q2 | Q1 | Q2 |",
    );
    let rule = "| --- | --- | --- | --- | --- |";
    for head in [
        format!("{years}\n{rule}\n{parts}"),
        format!("{years}\n{parts}\n{rule}"),
    ] {
        check_sentences(
            &format!("{head}\n{body}"),
            &[
                (
                    "Takings were £310 million in the second quarter of 2025.",
                    true,
                ),
                (
                    "Takings were £325 million in the second quarter of 2025.",
                    false,
                ),
                (
                    "Takings were £310 million in the first quarter of 2025.",
                    false,
                ),
                (
                    "Takings fell to £310 million in Q2 2025 from £325 million in Q1 2025.",
                    true,
                ),
                (
                    "Takings rose to £310 million in Q2 2025 from £325 million in Q1 2025.",
                    false,
                ),
                ("The yield was 3.10% in Q2 2025.", true),
                ("The yield was 3.04% in Q2 2025.", false),
            ],
        );
    }
}

#[test]
fn chinese_quarters_below_their_years_are_heads() {
    check_sentences(
        "| | 单位 | 2025年 | 2025年 | 2024年 |
| --- | --- | --- | --- | --- |
| 项目 | 单位 | 第二季度 | 第一季度 | 第二季度 |
| 营业收入 | 亿元 | 31.0 | 32.5 | 29.0 |",
        &[
            ("2025年第二季度营业收入为31.0亿元。", true),
            ("2025年第二季度营业收入为32.5亿元。", false),
        ],
    );
}

#[test]
fn two_columns_of_one_year_prove_no_part_of_it() {
    check_sentences(
        "| € million | 2025 | 2025 | 2024 |
| --- | --- | --- | --- |
| Takings | 310 | 325 | 290 |",
        &[
            (
                "Takings were €310 million in the second quarter of 2025.",
                false,
            ),
            ("Takings were €325 million in Q2 2025.", false),
            ("Takings were €290 million in 2024.", true),
        ],
    );
}
