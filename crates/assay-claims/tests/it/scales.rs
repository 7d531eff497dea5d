//! Scale and currency hold under every header that tables of accounts have.

use crate::probe::{Document, check};

const CASES: [(&str, &str); 15] = [
    ("Total revenues were $48,210 million in 2024.", "true"),
    ("Total revenues were $48.2 billion in 2024.", "true"),
    ("2024年总营收为482.1亿美元。", "true"),
    ("Shareholders' equity was $9,312 million in 2024.", "true"),
    (
        "Revenues of the United States were $20,114 million in 2024.",
        "true",
    ),
    ("Diluted income per share was $2.41 in 2024.", "true"),
    (
        "Diluted income per share was $2.41 million in 2024.",
        "WrongScale",
    ),
    ("Total revenues were $48,210 in 2024.", "WrongScale"),
    (
        "Total revenues were £48,210 million in 2024.",
        "WrongCurrency",
    ),
    (
        "Total revenues were 48,210 million yen in 2024.",
        "WrongCurrency",
    ),
    (
        "Total revenues were C$48,210 million in 2024.",
        "WrongCurrency",
    ),
    ("2024年总营收为人民币482.1亿元。", "WrongCurrency"),
    ("2024年总营收为482.1亿欧元。", "WrongCurrency"),
    ("The company sold 48,210 cars in 2024.", "WrongScale"),
    ("Shareholders' equity was $9,312 in 2024.", "WrongScale"),
];

macro_rules! statement {
    ($corner:literal, $new:literal, $old:literal) => {
        Document::of(concat!(
            "| ",
            $corner,
            " | ",
            $new,
            " | ",
            $old,
            " |\n| --- | --- | --- |\n",
            "| Total revenues | $ 48,210 | $ 45,077 |\n",
            "| Revenues of the United States | 20,114 | 19,406 |\n",
            "| Diluted income per share | $ 2.41 | $ 2.30 |\n",
            "| Shareholders' equity | 9,312 | 8,740 |\n"
        ))
    };
}

#[test]
fn scale_and_currency_are_compared_under_any_header() {
    let statements = [
        statement!("in millions, except per share data", "2024", "2023"),
        statement!(
            "in millions, except per share data",
            "Year Ended December 31, 2024",
            "Year Ended December 31, 2023"
        ),
        statement!(
            "in millions, except per share data",
            "Twelve Months Ended December 31, 2024",
            "Twelve Months Ended December 31, 2023"
        ),
        statement!(
            "in millions, except per share data",
            "Twelve months to December 2024",
            "Twelve months to December 2023"
        ),
        statement!(
            "in millions, except per share data",
            "Fiscal year 2024",
            "Fiscal year 2023"
        ),
        statement!(
            "in millions, except per share data",
            "366 days to 31 December 2024",
            "365 days to 31 December 2023"
        ),
    ];
    for statement in statements {
        check(&[statement], &CASES);
    }
}
