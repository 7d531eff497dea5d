//! Numbers that a claim writes in words.

use crate::held::{check, problems};

const SUMMARY: &str = "Summary for fiscal years 2025 and 2024 (in millions):\n\n\
    | | Fiscal 2025 | Fiscal 2024 | Change |\n| --- | --- | --- | --- |\n\
    | Revenue | $ 65,248 | $ 30,461 | Up 114% |\n\
    | Net income | $ 3,546 | $ 7,498 | Down 53% |\n\
    | Cost of revenue | 16,319 | 8,310 | Up 96% |\n";

const PRODUCTS: &str = "Net sales by product (dollars in millions):\n\n\
    | | 2024 | 2023 |\n| --- | --- | --- |\n\
    | Phones | $ 100,591 | $ 100,291 |\n| Services | 48,084 | 42,600 |\n\
    | Total net sales | $ 195,517 | $ 191,642 |\n";

const STAFF: &str = "As of December 31, 2024, our employee headcount worldwide was 62,832.";

#[test]
fn a_chinese_numeral_is_a_number() {
    check(
        &[SUMMARY],
        &[
            "2025财年营业收入达六百五十二亿美元。",
            "2025财年营业收入达六百五十二亿四千八百万美元。",
            "2025财年营业收入突破六百亿美元。",
        ],
        &[
            "2025财年营业收入达六百二十五亿美元。",
            "2025财年营业收入突破七百亿美元。",
            "2025财年营业收入达六十五亿美元。",
        ],
    );
    check(
        &[STAFF],
        &["2024年末员工为六万二千八百三十二人。"],
        &["2024年末员工为六万三千八百三十二人。"],
    );
}

#[test]
fn an_english_numeral_is_a_number() {
    check(
        &[SUMMARY],
        &[
            "Revenue was sixty-five billion dollars in fiscal 2025.",
            "Revenue was thirty billion four hundred sixty-one million dollars in fiscal 2024.",
            "Net income was nearly four billion dollars in fiscal 2025.",
        ],
        &[
            "Revenue was sixty-five million dollars in fiscal 2025.",
            "Revenue was nearly a trillion dollars in fiscal 2025.",
            "Revenue was fifty-six billion dollars in fiscal 2025.",
        ],
    );
}

#[test]
fn a_multiple_follows_from_the_two_ends() {
    check(
        &[SUMMARY],
        &[
            "Revenue more than doubled in fiscal 2025.",
            "Revenue more than doubled to $65.2 billion in fiscal 2025.",
            "Cost of revenue nearly doubled in fiscal 2025.",
            "Net income more than halved in fiscal 2025.",
            "2025财年营业收入翻了一番以上，超过翻倍。",
            "2025财年营业收入增长超一倍。",
        ],
        &[
            "Revenue more than tripled in fiscal 2025.",
            "Revenue halved in fiscal 2025.",
            "Net income more than doubled, from $7,498 million in fiscal 2024 to $3,546 million in \
             fiscal 2025.",
            "2025财年营业收入增长两倍。",
            "2025财年净利润翻倍。",
        ],
    );
}

#[test]
fn a_fraction_follows_from_part_and_whole() {
    check(
        &[PRODUCTS],
        &[
            "Phones accounted for about half of total net sales in 2024.",
            "Phones accounted for more than half of total net sales in 2024.",
            "Services were a quarter of total net sales in 2024.",
            "2024年Phones占total net sales的一半。",
            "2024年Services占total net sales的四分之一。",
        ],
        &[
            "Phones accounted for three quarters of total net sales in 2024.",
            "Services were a third of total net sales in 2024.",
            "2024年Phones占total net sales的七成。",
            "2024年Services占total net sales的三分之一。",
        ],
    );
}

#[test]
fn words_that_count_nothing_are_no_numbers() {
    for claim in [
        "It is one of the largest makers, and the second half was better than the first.",
        "A third party runs one of the two plants.",
        "In the third quarter of the year everybody was busy.",
        "一些客户统一采购，第一季度成立了三家公司。",
        "公司成为第一，成本与成员结构都有变化。",
    ] {
        assert_eq!(problems(claim, &[STAFF]), "", "{claim}");
    }
}
