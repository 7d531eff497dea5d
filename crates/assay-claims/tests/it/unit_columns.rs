//! A column that says what the numbers of each row are counted in.

use crate::probe::check_sentences;

#[test]
fn a_column_of_units_gives_each_row_its_scale() {
    check_sentences(
        "| Item | Unit | 2025 | 2024 |
| --- | --- | --- | --- |
| Loans | £bn | 86.2 | 81.7 |
| Spending on plants | $ million | 14.5 | 12.0 |
| Cement | thousand tonnes | 7.5 | 6.9 |
| Water used | million litres | 420 | 415 |
| People | thousand | 3.4 | 3.2 |
| Share of coal | % | 12.5 | 14.0 |",
        &[
            ("Loans were £86.2 billion in 2025.", true),
            ("Loans were £86.2 million in 2025.", false),
            ("Spending on plants was $14.5 million in 2025.", true),
            ("Spending on plants was $14.5 billion in 2025.", false),
            ("Cement came to 7,500 tonnes in 2025.", true),
            ("Cement came to 7.5 tonnes in 2025.", false),
            ("Cement came to 7.5 million tonnes in 2025.", false),
            ("Water used was 420 million litres in 2025.", true),
            ("Water used was 420 litres in 2025.", false),
            ("People numbered 3,400 in 2025.", true),
            ("People numbered 3.4 million in 2025.", false),
            ("The share of coal was 12.5% in 2025.", true),
            ("The share of coal was 14.0% in 2025.", false),
        ],
    );
}

#[test]
fn a_chinese_column_of_units_does_so_too() {
    check_sentences(
        "| 项目 | 单位 | 2025年 | 2024年 |
| --- | --- | --- | --- |
| 营业收入 | 亿元 | 23.4 | 21.0 |
| 水泥产量 | 万吨 | 75.0 | 69.0 |
| 煤炭占比 | % | 12.5 | 14.0 |",
        &[
            ("2025年营业收入为23.4亿元。", true),
            ("2025年营业收入为23.4万元。", false),
            ("2025年水泥产量为75.0万吨。", true),
            ("2025年水泥产量为75.0吨。", false),
            ("2025年煤炭占比为12.5%。", true),
        ],
    );
}
