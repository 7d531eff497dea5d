//! The right number under the name of another measure is not borne out.

use crate::probe::{Document, check};

const STATEMENT: Document = Document::of(
    "| in millions | Year Ended December 31, 2024 | Year Ended December 31, 2023 |\n\
     | --- | --- | --- |\n| Automotive sales | $ 36,480 | $ 34,112 |\n\
     | Total revenues | 48,210 | 45,077 |\n| Gross profit | 9,105 | 8,611 |\n\
     | Income from operations | 3,520 | 3,104 |\n| Net income | 2,806 | 2,511 |\n\
     | Operating margin | 7.3% | 6.9% |\n",
);

const SEGMENTS: Document = Document::of(
    "Operating Income by Reportable Segments\n\n\
     | in millions | 2024 | 2023 |\n| --- | --- | --- |\n| Graphics | $ 5,085 | $ 5,846 |\n\
     | Networking | 8,287 | 3,201 |\n",
);

const DOLLAR_MARGIN: Document = Document::of(
    "| in millions | 2024 | 2023 |\n| --- | --- | --- |\n| Gross margin | $ 18,068 | $ 16,914 |\n",
);

#[test]
fn a_known_metric_is_not_another_one() {
    check(
        &[STATEMENT],
        &[
            ("Total revenues were $48,210 million in 2024.", "true"),
            ("Turnover was $48.2 billion in 2024.", "true"),
            ("Operating profit was $3,520 million in 2024.", "true"),
            ("Net profit came to $2,806 million in 2024.", "true"),
            (
                "Revenue and net income were $48,210 million and $2,806 million in 2024.",
                "true",
            ),
            (
                "On revenue of $48,210 million it earned $2,806 million in 2024.",
                "true",
            ),
            ("2024年净利润为28.06亿美元。", "true"),
            ("2024年营业利润为35.2亿美元。", "true"),
            ("EBITDA was $48,210 million in 2024.", "WrongSubject"),
            (
                "Market capitalisation was $48,210 million in 2024.",
                "WrongSubject",
            ),
            (
                "Total gross profit was $48,210 million in 2024.",
                "WrongSubject",
            ),
            (
                "Net income fell 3% to $9,105 million in 2024.",
                "NotFound WrongSubject",
            ),
            (
                "Free cash flow reached $3,520 million in 2024.",
                "WrongSubject",
            ),
            (
                "It had $48,210 million of net debt in 2024.",
                "WrongSubject",
            ),
            ("2024年净利润为482.1亿美元。", "WrongSubject"),
            ("2024年自由现金流达35.2亿美元。", "WrongSubject"),
            ("Gross margin was 7.3% in 2024.", "WrongSubject"),
        ],
    );
}

#[test]
fn the_title_of_a_table_names_the_metric_of_its_rows() {
    check(
        &[SEGMENTS],
        &[
            (
                "Graphics operating income was $5,085 million in 2024.",
                "true",
            ),
            ("Graphics earned $5,085 million in 2024.", "true"),
            ("2024年Graphics营业利润为50.85亿美元。", "true"),
            (
                "Graphics revenue was $5,085 million in 2024.",
                "WrongSubject",
            ),
            ("2024年Graphics营业收入为50.85亿美元。", "WrongSubject"),
        ],
    );
    check(
        &[DOLLAR_MARGIN],
        &[
            ("Gross margin was $18,068 million in 2024.", "true"),
            ("Gross profit was $18,068 million in 2024.", "true"),
        ],
    );
}

#[test]
fn an_exact_number_needs_a_word_in_common() {
    check(
        &[STATEMENT],
        &[
            ("Automotive brought in $36,480 million in 2024.", "true"),
            ("Sales of cars were $36,480 million in 2024.", "true"),
            ("The company earned $2,806 million in 2024.", "true"),
            (
                "It took in $36,480 million from selling cars in 2024.",
                "true",
            ),
            (
                "The wagon brought in $36,480 million in 2024.",
                "WrongSubject",
            ),
            ("汽车业务2024年收入364.8亿美元。", "true"),
        ],
    );
}

const PARTS: Document = Document::of(
    "Information by reportable segment (in millions):\n\n\
     |  | 2024 | 2023 |\n| --- | --- | --- |\n| North: |\n\
     | Net sales | $ 16,704 | $ 16,256 |\n| Operating income | $ 6,765 | $ 6,050 |\n\
     | South: |\n| Net sales | $ 10,132 | $ 9,429 |\n| Operating income | $ 4,179 | $ 3,609 |\n",
);

const WHOLE: Document = Document::of(
    "Net sales by reportable segment (dollars in millions):\n\n\
     |  | 2024 | 2023 |\n| --- | --- | --- |\n| North | $ 16,704 | $ 16,256 |\n\
     | South | 10,132 | 9,429 |\n| Total net sales | $ 26,836 | $ 25,685 |\n",
);

/// Sales of which no part is named are those of all parts, whatever else is cited beside them.
#[test]
fn a_whole_is_not_one_of_its_parts() {
    check(
        &[PARTS, WHOLE],
        &[
            (
                "Revenue (North) of $16,704 million was 62.2 % of revenue of $26,836 million (2024).",
                "true",
            ),
            (
                "营业收入（North）16,704百万美元占营业收入26,836百万美元的62.2%（2024）。",
                "true",
            ),
            ("Net sales were $26,836 million in 2024.", "true"),
            (
                "Net sales in the South were $26,836 million in 2024.",
                "WrongSubject",
            ),
            (
                "Operating income was $26,836 million in 2024.",
                "WrongSubject",
            ),
        ],
    );
}
