//! A quarter, a half and a year are told apart, and a month must be named by the source.

use crate::probe::{Document, check};

const STATEMENT: Document = Document::of(
    "| in millions | Year Ended December 31, 2024 | Year Ended December 31, 2023 |\n\
     | --- | --- | --- |\n| Total revenues | $ 48,210 | $ 45,077 |\n\
     | Total assets | 61,904 | 58,233 |\n",
);

const QUARTERLY: Document = Document::of(
    "| in millions | Three Months Ended June 30, 2025 | Three Months Ended June 30, 2024 | \
     Six Months Ended June 30, 2025 |\n| --- | --- | --- | --- |\n\
     | Total revenues | $ 11,402 | $ 11,010 | $ 22,715 |\n",
);

const BALANCE: Document = Document::of(
    "| in millions | 2024 | 2023 |\n| --- | --- | --- |\n| Total assets | 61,904 | 58,233 |\n\
     | Trade payables | 4,120 | 3,877 |\n",
);

const PROSE: Document = Document::of(
    "In 2024, we deployed 31.7 GWh of storage. In 2025, we deployed 19.3 GWh of storage through the \
     second quarter. In June 2025, we launched a ferry service with 14 boats. Harbour Rail's revenue \
     was €214 million in the first half of 2024. In 2023, orders were $90 million, of which \
     $31 million in the fourth quarter. 2022年，公司第三季度营业收入为7.2亿元。",
);

#[test]
fn a_year_is_not_its_quarter() {
    check(
        &[STATEMENT],
        &[
            ("Total revenues were $48,210 million in 2024.", "true"),
            (
                "Total revenues were $48,210 million in fiscal 2024.",
                "true",
            ),
            (
                "Total revenues were $48,210 million for the year ended December 31, 2024.",
                "true",
            ),
            (
                "Total revenues were $48,210 million in the year to December 2024.",
                "true",
            ),
            (
                "Total assets were $61,904 million at December 31, 2024.",
                "true",
            ),
            (
                "Total assets were $61,904 million at the end of Q4 2024.",
                "true",
            ),
            (
                "Total revenues were $48,210 million in Q4 2024.",
                "WrongPeriod",
            ),
            (
                "Total revenues were $48,210 million in the fourth quarter of 2024.",
                "WrongPeriod",
            ),
            (
                "In 2024, total revenues were $48,210 million in the fourth quarter.",
                "WrongPeriod",
            ),
            (
                "Total revenues were $48,210 million in H2 2024.",
                "WrongPeriod",
            ),
            ("2024年第四季度总营收为482.1亿美元。", "WrongPeriod"),
            ("2024年总营收为482.1亿美元。", "true"),
        ],
    );
}

#[test]
fn a_quarter_is_not_its_year() {
    check(
        &[QUARTERLY],
        &[
            ("Total revenues were $11,402 million in Q2 2025.", "true"),
            (
                "Total revenues were $22,715 million in the first half of 2025.",
                "true",
            ),
            (
                "In 2025, total revenues in the second quarter were $11,402 million.",
                "true",
            ),
            (
                "Through the second quarter of 2025, total revenues were $22,715 million.",
                "true",
            ),
            ("2025年第二季度总营收为114.02亿美元。", "true"),
            (
                "Total revenues were $11,402 million in 2025.",
                "WrongPeriod",
            ),
            (
                "Total revenues were $22,715 million in Q2 2025.",
                "WrongPeriod",
            ),
            ("2025年总营收为114.02亿美元。", "WrongPeriod"),
        ],
    );
}

const PRICES: Document = Document::of(
    "| Share price | 2024 High | 2024 Low |\n| --- | --- | --- |\n\
     | First Quarter | $ 18.40 | $ 15.99 |\n| Second Quarter | $ 21.06 | $ 17.35 |\n",
);

#[test]
fn a_row_of_a_quarter_under_a_year_is_that_quarter() {
    check(
        &[PRICES],
        &[
            ("In the first quarter of 2024 the high was $18.40.", "true"),
            ("The second quarter's low in 2024 was $17.35.", "true"),
            (
                "In the second quarter of 2024 the high was $18.40.",
                "WrongPeriod",
            ),
            ("The high in 2024 was $18.40.", "WrongPeriod"),
        ],
    );
}

#[test]
fn what_stands_at_a_moment_may_be_dated_by_quarter_or_year() {
    check(
        &[BALANCE],
        &[
            ("Total assets were $61,904 million in 2024.", "true"),
            ("Total assets were $61,904 million in Q4 2024.", "true"),
            (
                "Trade payables were $4,120 million at the end of the fourth quarter of 2024.",
                "true",
            ),
            ("Trade payables were $4,120 million in 2023.", "WrongPeriod"),
        ],
    );
}

#[test]
fn a_sentence_keeps_its_stretch_of_time() {
    check(
        &[PROSE],
        &[
            ("It deployed 31.7 GWh of storage in 2024.", "true"),
            (
                "It deployed 19.3 GWh of storage in the first half of 2025.",
                "true",
            ),
            (
                "In 2025 it deployed 19.3 GWh of storage through the second quarter.",
                "true",
            ),
            (
                "It has deployed 19.3 GWh of storage so far in 2025.",
                "true",
            ),
            (
                "It launched a ferry service with 14 boats in June 2025.",
                "true",
            ),
            ("It launched a ferry service in 2025.", "true"),
            (
                "Harbour Rail's revenue was €214 million in the first half of 2024.",
                "true",
            ),
            (
                "In 2024, Harbour Rail's revenue was €214 million in the first half.",
                "true",
            ),
            ("Orders were $90 million in 2023.", "true"),
            (
                "Orders were $31 million in the fourth quarter of 2023.",
                "true",
            ),
            ("2022年第三季度营业收入为7.2亿元。", "true"),
            (
                "It deployed 31.7 GWh of storage in the fourth quarter of 2024.",
                "WrongPeriod",
            ),
            (
                "It deployed 19.3 GWh of storage in the second quarter of 2025.",
                "WrongPeriod",
            ),
            ("It launched a ferry service in May 2025.", "WrongPeriod"),
            ("公司于2025年5月推出渡轮服务。", "WrongPeriod"),
            (
                "Harbour Rail's revenue was €214 million in 2024.",
                "WrongPeriod",
            ),
            ("2022年营业收入为7.2亿元。", "WrongPeriod"),
        ],
    );
}
