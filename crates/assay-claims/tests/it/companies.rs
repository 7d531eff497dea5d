//! A number belongs to the company of its document.

use crate::probe::{Document, check};

macro_rules! tesla {
    () => {
        Document {
            entity: Some("Tesla, Inc."),
            title: "Annual report",
            text: "| in millions | 2024 | 2023 |\n| --- | --- | --- |\n\
                   | Total revenues | $ 48,210 | $ 45,077 |\n\
                   | Automotive sales | 36,480 | 34,112 |\n\n\
                   In 2024, we deployed 31.7 GWh of storage, some of it with Panasonic cells \
                   worth $640 million.",
        }
    };
}

macro_rules! apple {
    () => {
        Document {
            entity: Some("Apple Inc."),
            title: "Annual report",
            text: "| in millions | 2024 | 2023 |\n| --- | --- | --- |\n\
                   | Total net sales | $ 391,035 | $ 383,285 |\n",
        }
    };
}

const MAKER: Document = Document {
    entity: Some("Haldric Machine Works Corp."),
    title: "",
    text: "| in millions | 2024 | 2023 |\n| --- | --- | --- |\n| Revenue | $ 812 | $ 740 |\n\
           | Europe | 214 | 198 |\n",
};

#[test]
fn a_number_is_not_another_companys() {
    check(
        &[tesla!()],
        &[
            (
                "Tesla's total revenues were $48,210 million in 2024.",
                "true",
            ),
            ("Total revenues were $48,210 million in 2024.", "true"),
            (
                "The carmaker's total revenues were $48,210 million in 2024.",
                "true",
            ),
            (
                "Unlike Ford, it had total revenues of $48,210 million in 2024.",
                "true",
            ),
            ("Panasonic's cells were worth $640 million.", "true"),
            ("特斯拉2024年总营收为482.1亿美元。", "true"),
            ("Tesla deployed 31.7 GWh in 2024.", "true"),
            (
                "Apple's total revenues were $48,210 million in 2024.",
                "WrongSubject",
            ),
            (
                "Ford's total revenues were $48,210 million in 2024.",
                "WrongSubject",
            ),
            (
                "In 2024, Ford had total revenues of $48.2 billion.",
                "WrongSubject",
            ),
            ("Rivian deployed 31.7 GWh in 2024.", "WrongSubject"),
            ("福特汽车2024年总营收为482.1亿美元。", "WrongSubject"),
            ("比亚迪2024年总营收为482.1亿美元。", "WrongSubject"),
            ("Ford's total revenues rose 7.0 % in 2024.", "NotFound"),
            ("Tesla's total revenues rose 7.0 % in 2024.", "true"),
        ],
    );
}

#[test]
fn two_companies_keep_their_numbers_apart() {
    check(
        &[tesla!(), apple!()],
        &[
            (
                "Apple's net sales were $391.0 billion in 2024, Tesla's revenues $48.2 billion.",
                "true",
            ),
            (
                "Tesla's 2024 revenues of $48.2 billion were an eighth of Apple's $391.0 billion of net sales.",
                "true",
            ),
            ("Apple's 2024 revenue was $48.2 billion.", "WrongSubject"),
            (
                "Apple's 2024 revenue of $48.2 billion was an eighth of Tesla's $391.0 billion of net sales.",
                "WrongSubject NotFound WrongSubject",
            ),
        ],
    );
}

#[test]
fn a_name_that_no_list_has_is_told_by_the_document() {
    check(
        &[MAKER],
        &[
            ("Haldric's revenue was $812 million in 2024.", "true"),
            ("HMW's revenue was $812 million in 2024.", "true"),
            ("Europe's revenue was $214 million in 2024.", "true"),
            (
                "Velmora's revenue was $812 million in 2024.",
                "WrongSubject",
            ),
            (
                "Velmora reported revenue of $812 million in 2024.",
                "WrongSubject",
            ),
        ],
    );
}
