//! Which way a figure went, or which of two is more, in a sentence that states the figures.

use crate::probe::check_sentences;

#[test]
fn a_sentence_with_a_level_says_which_way_its_row_went() {
    check_sentences(
        "| £ million | 2025 | 2024 | 2023 |
| --- | --- | --- | --- |
| Ticket sales | 61 | 55 | 50 |
| Upkeep | 33 | 36 | 40 |",
        &[
            ("Ticket sales rose, reaching £61 million in 2025.", true),
            ("Ticket sales fell, reaching £61 million in 2025.", false),
            (
                "Ticket sales were £61 million in 2025, more than the £55 million of the year before.",
                true,
            ),
            (
                "Ticket sales were £61 million in 2025, less than the £55 million of the year before.",
                false,
            ),
            (
                "Upkeep was £33 million in 2025, less than the £36 million of the year before.",
                true,
            ),
            (
                "Upkeep was £33 million in 2025, more than the £36 million of the year before.",
                false,
            ),
        ],
    );
}

#[test]
fn chinese_sentences_say_so_as_well() {
    check_sentences(
        "单位：亿元

| 项目 | 2025年 | 2024年 | 2023年 |
| --- | --- | --- | --- |
| 门票收入 | 6.10 | 5.50 | 5.00 |
| 维护费用 | 3.30 | 3.60 | 4.00 |",
        &[
            ("门票收入连续两年增长，2025年为6.10亿元。", true),
            ("门票收入连续两年下降，2025年为6.10亿元。", false),
            ("门票收入同比下降，2025年为6.10亿元。", false),
            ("维护费用同比下降，2025年为3.30亿元。", true),
            ("维护费用同比增长，2025年为3.30亿元。", false),
        ],
    );
}
