use assay_answer::{Before, Known, KnownCompany, follow_up};
use assay_figures::{Period, Span};

fn known() -> Known {
    let company = |name: &str, ticker: &str, also: &str| KnownCompany {
        key: ticker.to_owned(),
        name: name.to_owned(),
        tickers: vec![ticker.to_owned()],
        other_names: vec![also.to_owned()],
    };
    Known::new(vec![
        company("HALDEN FERRIES PLC", "HLDF", "海顿渡轮"),
        company("Orsund Towage Inc.", "ORSD", "奥松拖航"),
        company("Kelvik Salt Group", "KLVK", "凯维盐业"),
    ])
}

fn check(question: &str, told: Option<Period>, rows: &[(&str, &str)]) {
    let before = Before {
        question,
        told,
        this_year: 2026,
    };
    for (asked, expected) in rows {
        let full = follow_up(asked, &before, &known());
        assert_eq!(full, *expected, "{asked} after {question}");
    }
}

#[test]
fn a_follow_up_takes_what_it_leaves_out_from_the_question_before() {
    check(
        "What was Halden's capex in fiscal 2024?",
        None,
        &[
            (
                "and the year before?",
                "What was Halden's capex in fiscal 2023?",
            ),
            (
                "And the following year",
                "What was Halden's capex in fiscal 2025?",
            ),
            ("what about 2021?", "What was Halden's capex in 2021?"),
            ("and Orsund?", "What was Orsund's capex in fiscal 2024?"),
            (
                "how about orsd the year before",
                "What was orsd's capex in fiscal 2023?",
            ),
            ("why?", "Why: Halden's capex in fiscal 2024"),
            (
                "compared with Kelvik?",
                "What was Halden and Kelvik's capex in fiscal 2024?",
            ),
            (
                "as a share of revenue?",
                "What was Halden's capex in fiscal 2024 as a share of revenue",
            ),
            (
                "and in Norway?",
                "What was Halden's capex in fiscal 2024 in Norway",
            ),
            ("and the net income?", "Halden, fiscal 2024: the net income"),
            ("and Brakstad?", "What was Brakstad's capex in fiscal 2024?"),
            (
                "who audits the accounts?",
                "Halden, fiscal 2024: who audits the accounts",
            ),
            ("and Orsund's dividends?", "fiscal 2024: Orsund's dividends"),
            (
                "What were Orsund's dividends in 2022?",
                "What were Orsund's dividends in 2022?",
            ),
        ],
    );
}

#[test]
fn a_chinese_follow_up_is_completed_in_chinese() {
    check(
        "海顿渡轮2024年研发投入是多少？",
        None,
        &[
            ("那上一年呢？", "海顿渡轮2023年研发投入是多少？"),
            ("2022年呢？", "海顿渡轮2022年研发投入是多少？"),
            ("奥松拖航呢？", "奥松拖航2024年研发投入是多少？"),
            ("为什么？", "为什么：海顿渡轮2024年研发投入是多少？"),
            (
                "占营业收入的比例呢？",
                "海顿渡轮2024年研发投入占营业收入的比例",
            ),
            ("毛利率呢？", "海顿渡轮，2024年：毛利率"),
            ("那去年的净利润呢？", "海顿渡轮，2025年：净利润"),
        ],
    );
}

#[test]
fn a_period_that_no_question_named_is_the_one_that_was_told() {
    let told = |year, span| {
        let fiscal = true;
        Some(Period { year, span, fiscal })
    };
    check(
        "orsund net profit",
        told(2025, Span::Year),
        &[
            ("and the year before?", "orsund net profit in FY2024?"),
            ("and last year?", "orsund net profit in FY2024?"),
            ("and Q3?", "orsund net profit in Q3 FY2025?"),
        ],
    );
    check(
        "奥松拖航的净利润",
        told(2025, Span::Quarter(1)),
        &[
            ("上一季度呢？", "2024财年第4季度奥松拖航的净利润"),
            ("上年同期呢？", "2024财年第1季度奥松拖航的净利润"),
        ],
    );
    check(
        "orsund net profit",
        None,
        &[
            ("and Halden?", "Halden net profit"),
            ("and the year before?", "orsund net profit"),
        ],
    );
}

#[test]
fn of_several_that_were_compared_another_is_told_by_itself() {
    check(
        "HLDF vs ORSD: buybacks in 2024",
        None,
        &[
            ("and Kelvik?", "Kelvik, 2024: buybacks"),
            ("and the year before?", "HLDF vs ORSD: buybacks in 2023"),
            ("and dividends?", "HLDF and ORSD, 2024: dividends"),
        ],
    );
}

#[test]
fn nothing_that_is_typed_breaks_it() {
    check(
        "buybacks 2023 HLDF against 2024 ORSD",
        None,
        &[(
            "and the year before?",
            "HLDF and ORSD, 2022: buybacks against",
        )],
    );
    let pieces = [
        "2024",
        "HLDF",
        "and",
        "的",
        "İ",
        "Q3",
        "去年",
        "vs",
        "？",
        "ﬁ",
        "海顿渡轮",
        "FY24",
        "/",
    ];
    for (place, first) in pieces.iter().enumerate() {
        for second in pieces {
            for third in pieces {
                let question = format!("{first}{second} {third}{first}");
                let before = Before {
                    question: pieces.get(place).copied().unwrap_or_default(),
                    told: None,
                    this_year: 2026,
                };
                let full = follow_up(&question, &before, &known());
                let back = Before {
                    question: &question,
                    ..before
                };
                assert!(!follow_up(&full, &back, &known()).is_empty(), "{question}");
            }
        }
    }
}
