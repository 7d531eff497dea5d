//! True sentences whose numbers follow from the evidence or name it in other words.

use crate::held::check;

const REGIONS: &str = "The following table shows net sales by reportable segment for 2024, 2023 and 2022 (dollars in millions):\n\n\
    | | 2024 | Change | 2023 | Change | 2022 |\n| --- | --- | --- | --- | --- | --- |\n\
    | Americas | $ 83,523 | 3 % | $ 81,280 | (4)% | $ 84,829 |\n\
    | Greater China | 33,476 | (8)% | 36,280 | (2)% | 37,100 |\n\
    | Rest of Asia Pacific | 15,329 | 4 % | 14,807 | 1 % | 14,687 |\n\
    | Total net sales | $ 132,328 | — % | $ 132,367 | (3)% | $ 136,616 |\n";

const PRODUCTS: &str = "Net sales by category (dollars in millions):\n\n\
    | | 2024 | Change | 2023 | Change | 2022 |\n| --- | --- | --- | --- | --- | --- |\n\
    | Phones | $ 100,591 | — % | $ 100,291 | (2)% | $ 102,744 |\n\
    | Desktops | 14,994 | 2 % | 14,678 | (27)% | 20,088 |\n\
    | Services (1) | 48,084 | 13 % | 42,600 | 9 % | 39,064 |\n\
    | Total net sales | $ 163,669 | 4 % | $ 157,569 | (3)% | $ 161,896 |\n";

const MARGINS: &str = "Gross margin and gross margin percentage for 2024, 2023 and 2022 were as follows (dollars in millions):\n\n\
    | | 2024 | 2023 | 2022 |\n| --- | --- | --- | --- |\n\
    | Gross margin: |\n| Products | $ 54,816 | $ 54,402 | $ 57,364 |\n\
    | Services | 35,525 | 30,172 | 28,027 |\n| Total gross margin | $ 90,341 | $ 84,574 | $ 85,391 |\n\n\
    | Gross margin percentage: |\n| --- | --- | --- | --- |\n\
    | Products | 37.2 % | 36.5 % | 36.3 % |\n| Services | 73.9 % | 70.8 % | 71.7 % |\n\
    | Total gross margin percentage | 46.2 % | 44.1 % | 43.3 % |\n";

const INCOME: &str = "Consolidated statements of income (in millions, except per share data)\n\n\
    | | 2025 | 2024 |\n| --- | --- | --- |\n| Revenue | $ 65,248 | $ 30,461 |\n\
    | Cost of revenue | 16,319 | 8,310 |\n| Gross profit | 48,929 | 22,151 |\n\
    | Operating income | 40,726 | 16,486 |\n| Income before income taxes | 42,013 | 16,909 |\n\
    | Provision for income taxes | 5,573 | 2,029 |\n| Net income | $ 36,440 | $ 14,880 |\n\
    | Diluted net income per share | $ 2.94 | $ 1.19 |\n";

const SUMMARY: &str = "Summary (in millions):\n\n\
    | | Fiscal 2025 | Fiscal 2024 | Change |\n| --- | --- | --- | --- |\n\
    | Gross margin | 75.0 % | 72.7 % | 2.3 pts |\n\
    | Operating income | $ 40,726 | $ 16,486 | Up 147% |\n";

const OWNERS: &str = "(in millions)\n\n\
    | | Year Ended December 31, 2024 | Year Ended December 31, 2023 |\n| --- | --- | --- |\n\
    | Net income | $ 3,577 | $ 7,472 |\n\
    | Net income attributable to common stockholders | $ 3,545 | $ 7,498 |\n";

const STAFF: &str = "As of December 31, 2024, our employee headcount worldwide was 62,832.";

#[test]
fn a_chinese_name_of_a_row_is_a_word_in_common() {
    check(
        &[REGIONS],
        &[
            "2024年大中华区净销售额为334.8亿美元。",
            "2024年大中华区净销售额为335亿美元。",
            "2024年美洲净销售额为835亿美元。",
        ],
        &[
            "2024年大中华区净销售额为835.2亿美元。",
            "2024年大中华区净销售额为334.6亿美元。",
        ],
    );
    check(
        &[STAFF],
        &["2024年末全球员工约6.3万人。"],
        &["2024年末全球员工约6.2万人。"],
    );
    check(
        &[OWNERS],
        &[
            "2024年归母净利润为35.5亿美元。",
            "2024年净利润为35.8亿美元。",
        ],
        &["2024年归母净利润为75亿美元。"],
    );
}

#[test]
fn a_rate_that_is_named_follows_from_its_two_rows() {
    check(
        &[INCOME],
        &[
            "The net margin was 55.8% in 2025.",
            "Net profit margin was 48.8% in 2024.",
            "The effective tax rate was 13.3% in 2025.",
            "The operating margin was 62.4% in 2025.",
            "2025年毛利率为75.0%。",
            "2025年净利率为55.8%。",
            "2024年有效税率为12.0%。",
        ],
        &[
            "The net margin was 55.8% in 2024.",
            "The net margin was 62.4% in 2025.",
            "The effective tax rate was 15.3% in 2025.",
            "2025年毛利率为55.8%。",
        ],
    );
}

#[test]
fn points_follow_from_two_rates() {
    check(
        &[MARGINS],
        &[
            "Products gross margin percentage improved by 70 basis points to 37.2% in 2024.",
            "Total gross margin percentage widened 2.1 percentage points in 2024.",
            "2024年Total gross margin percentage提升210个基点。",
        ],
        &[
            "Products gross margin percentage improved by 90 basis points to 37.2% in 2024.",
            "Total gross margin percentage narrowed 2.1 percentage points in 2024.",
        ],
    );
    check(
        &[SUMMARY],
        &[
            "2025财年毛利率提高2.3个百分点。",
            "Gross margin rose 2.3 percentage points in fiscal 2025.",
            "Gross margin rose 230 basis points in fiscal 2025.",
        ],
        &["2025财年毛利率下降2.3个百分点。"],
    );
}

#[test]
fn a_change_may_span_years_and_a_sum_may_span_rows() {
    check(
        &[PRODUCTS],
        &[
            "Desktops net sales were 25% lower in 2024 than in 2022.",
            "Phones and Services together brought in $148.7 billion in 2024.",
            "Services grew at a CAGR of 10.9% from 2022 to 2024.",
            "Services net sales were 3.2 times those of Desktops in 2024.",
        ],
        &[
            "Desktops net sales were 25% higher in 2024 than in 2022.",
            "Phones and Desktops together brought in $148.7 billion in 2024.",
            "Services grew at a CAGR of 12.9% from 2022 to 2024.",
        ],
    );
}

#[test]
fn what_a_number_came_up_from_is_of_the_period_before() {
    check(
        &[INCOME],
        &[
            "Diluted net income per share was $2.94 in 2025, up from $1.19.",
            "2025年营业利润为407.3亿美元，上一财年为164.9亿美元。",
        ],
        &[
            "Diluted net income per share was $1.19 in 2025.",
            "Diluted net income per share was $2.94 in 2025, down from $1.19.",
        ],
    );
    check(
        &[SUMMARY],
        &["2025财年营业利润为407.3亿美元，上一财年为164.9亿美元。"],
        &["2025财年营业利润为164.9亿美元，上一财年为407.3亿美元。"],
    );
}
