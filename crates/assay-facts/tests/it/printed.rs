//! Statements of invented companies, as reports print them.

use assay_facts::{PrintedFiling, facts_in_statements};

const LOOM: PrintedFiling<'static> = PrintedFiling {
    entity: "Harrow Loom Inc.",
    form: "10-K",
    period_end: Some(assay_domain::Date::constant(2031, 6, 28)),
};

/// Concept, last day and value of each fact, in whole units.
fn read(text: &str, filing: &PrintedFiling<'_>) -> Vec<String> {
    let facts = facts_in_statements(text, filing);
    facts
        .iter()
        .map(|fact| {
            let name = fact.concept.trim_start_matches("stated:");
            let days = fact.start.map_or(0, |start| {
                fact.end.duration_since(start).as_hours() / 24 + 1
            });
            format!("{name} {} {days} {} {}", fact.end, fact.value, fact.unit)
        })
        .collect()
}

fn has(found: &[String], wanted: &str) {
    assert!(
        found.iter().any(|fact| fact == wanted),
        "{wanted} is not in\n{}",
        found.join("\n")
    );
}

fn has_none(found: &[String], start: &str) {
    let said: Vec<&String> = found
        .iter()
        .filter(|fact| fact.starts_with(start))
        .collect();
    assert!(said.is_empty(), "{said:?}");
}

const OPERATIONS: &str = "HARROW LOOM INC.\n\n## STATEMENTS OF CONSOLIDATED OPERATIONS\n\n\
    | (Dollars in thousands, except share and per share amounts) | Year Ended June 28, 2031 | Year Ended June 29, 2030 | % Change |\n\
    | --- | --- | --- | --- |\n\
    | Net sales: |  |  |  |\n| Looms | $310,200 | $290,100 | 7% |\n| Yarn | 90,300 | 95,000 | (5%) |\n\
    | Total net sales | 400,500 | 385,100 | 4% |\n| Cost of goods sold (Note 4) | (250,100) | (245,000) | 2% |\n\
    | Gross profit | 150,400 | 140,100 | 7% |\n| Research, development and engineering | (20,000) | (18,500) | 8% |\n\
    | Income from operations | 61,000 | 55,300 | 10% |\n| Interest expense | (4,000) | (4,400) | (9%) |\n\
    | Earnings before provision for taxes | 57,000 | 50,900 | 12% |\n| Income tax benefit (provision) | (12,000) | (10,900) | 10% |\n\
    | Net earnings | 45,000 | 40,000 | 13% |\n| Less: Net earnings attributable to non-controlling interests | 1,000 | 900 | 11% |\n\
    | Net earnings attributable to Harrow Loom | $44,000 | $39,100 | 13% |\n| Earnings per share: |  |  |  |\n\
    | Basic | $2.20 | $1.95 | 13% |\n| Diluted | $2.16 | $1.91 | 13% |\n";

#[test]
fn a_title_may_have_its_company_and_its_unit_in_one_line() {
    let heads = "## HARROW LOOM INC. CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS (In thousands, except per share data) (Unaudited)";
    let text = OPERATIONS.replace("## STATEMENTS OF CONSOLIDATED OPERATIONS", heads);
    has(&read(&text, &LOOM), "revenue 2031-06-28 365 400500000 USD");
}

#[test]
fn a_statement_is_read_with_its_periods_units_and_signs() {
    let found = read(OPERATIONS, &LOOM);
    for wanted in [
        "revenue 2031-06-28 365 400500000 USD",
        "revenue 2030-06-29 365 385100000 USD",
        "cost_of_revenue 2031-06-28 365 250100000 USD",
        "rd 2031-06-28 365 20000000 USD",
        "operating_income 2030-06-29 365 55300000 USD",
        "interest_expense 2031-06-28 365 4000000 USD",
        // printed as a benefit, and an expense by what the statement goes on with
        "income_tax 2031-06-28 365 12000000 USD",
        "net_income 2031-06-28 365 44000000 USD",
        "net_income_incl_nci 2031-06-28 365 45000000 USD",
        "eps_diluted 2031-06-28 365 2.16 USD/shares",
    ] {
        has(&found, wanted);
    }
    assert!(!found.iter().any(|fact| fact.contains(" 7 ")), "{found:?}");
}

#[test]
fn each_figure_is_shown_where_it_stands() {
    for fact in facts_in_statements(OPERATIONS, &LOOM) {
        let (start, end) = fact.shown_at.unwrap_or_default();
        let shown = OPERATIONS.get(start..end).unwrap_or_default();
        let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
        let value: String = fact.value.to_string();
        let value: String = value.chars().filter(char::is_ascii_digit).collect();
        let digits = digits.trim_end_matches('0');
        assert!(value.starts_with(digits), "{} is {shown}", fact.value);
    }
}

#[test]
fn statements_of_others_and_of_parts_are_left_out() {
    let table = "| (in millions) | Year Ended June 28, 2031 |\n| --- | --- |\n| Net sales | $9 |\n| Cost of sales | 4 |\n\
        | Operating income | 2 |\n| Net income | 1 |\n";
    for above in [
        // a subsidiary in the same report
        "HARROW FINANCE LLC\n\n## CONSOLIDATED STATEMENTS OF INCOME\n\n",
        "## CONSOLIDATED STATEMENTS OF INCOME\n\nHarrow Loom Limited Partnership\n\n",
        "## Harrow Loom Inc. (Parent Company Only) Condensed Statements of Income\n\n",
        "## Unaudited Pro Forma Condensed Combined Statement of Operations\n\n",
        "## Summarized statements of operations of our joint ventures\n\n",
        "## Segment results\n\n",
        "## Consolidated Statements of Changes in Equity\n\n",
    ] {
        let found = read(&format!("{above}{table}"), &LOOM);
        assert!(found.is_empty(), "{above}: {found:?}");
    }
    let own = read(
        &format!("Harrow Loom, Inc. and Subsidiaries\n\n## Income Statements\n\n{table}"),
        &LOOM,
    );
    has(&own, "revenue 2031-06-28 365 9000000 USD");
}

#[test]
fn what_is_not_printed_is_not_told() {
    let rows = "| --- | --- | --- |\n| Net sales | $9 | $8 |\n| Cost of sales | 4 | 3 |\n| Operating income | 2 | 2 |\n| Net income | 1 | 1 |\n";
    // no unit, no period, one period twice
    for head in [
        "| | Year Ended June 28, 2031 | Year Ended June 29, 2030 |\n",
        "| (in millions) | Actual | Budget |\n",
        "| (in millions) | Year Ended June 28, 2031 As reported | Year Ended June 28, 2031 As revised |\n",
    ] {
        let text = format!("## Consolidated Statements of Operations\n\n{head}{rows}");
        let found = read(&text, &LOOM);
        assert!(found.is_empty(), "{head}: {found:?}");
    }
}

#[test]
fn debts_are_told_only_where_all_of_them_are_known() {
    let sheet = |rows: &str| {
        format!(
            "## Consolidated Balance Sheets\n\n| (in millions) | June 28, 2031 |\n| --- | --- |\n| Current liabilities: | |\n\
             | Accounts payable | $5 |\n| Notes payable | 7 |\n| Total current liabilities | 12 |\n| Non-current liabilities: | |\n\
             {rows}| Total liabilities | 90 |\n"
        )
    };
    let found = read(&sheet("| Senior notes | 40 |\n"), &LOOM);
    has(&found, "short_term_debt 2031-06-28 0 7000000 USD");
    has(&found, "long_term_debt 2031-06-28 0 40000000 USD");
    // two rows of long debts: which is all of it is not said
    let found = read(
        &sheet("| Senior notes | 40 |\n| Long-term borrowings | 9 |\n"),
        &LOOM,
    );
    has_none(&found, "short_term_debt");
    has_none(&found, "long_term_debt");
    has(&found, "total_liabilities 2031-06-28 0 90000000 USD");
}

#[test]
fn years_without_a_day_end_on_the_day_that_the_report_names() {
    let text = "Fiscal 2031 and 2030 ended on June 28, 2031 and June 29, 2030.\n\n## Consolidated Statements of Cash Flows\n\n\
        | (in millions of euros) | Fiscal 2031 | Fiscal 2030 |\n| --- | --- | --- |\n| Net income | 45 | 40 |\n\
        | Net cash provided by operating activities | 70 | 66 |\n| Additions to property, plant and equipment | (30) | (28) |\n\
        | Cash dividends paid | (10) | (9) |\n";
    let found = read(text, &LOOM);
    has(&found, "ocf 2031-06-28 365 70000000 EUR");
    has(&found, "ocf 2030-06-29 365 66000000 EUR");
    has(&found, "capex 2030-06-29 365 28000000 EUR");
    has(&found, "dividends 2031-06-28 365 10000000 EUR");
}

#[test]
fn quarters_and_weeks_keep_their_length() {
    let release = PrintedFiling {
        form: "Earnings release",
        ..LOOM
    };
    let text = "## Condensed Consolidated Statements of Earnings (Unaudited)\n\n(In millions, except per share amounts)\n\n\
        | | Thirteen Weeks Ended March 29, 2031 | Thirty-nine Weeks Ended March 29, 2031 |\n| --- | --- | --- |\n\
        | Revenues | $100 | $290 |\n| Cost of revenues | 60 | 170 |\n| Operating profit | 15 | 44 |\n| Net income | 9 | 30 |\n";
    let found = read(text, &release);
    has(&found, "revenue 2031-03-29 91 100000000 USD");
    has(&found, "revenue 2031-03-29 273 290000000 USD");
    // a release does not say by itself that a column is a year
    let bare = text
        .replace("Thirteen Weeks Ended ", "")
        .replace("Thirty-nine Weeks Ended ", "9 months to ");
    has_none(&read(&bare, &release), "revenue 2031-03-29 365");
}

#[test]
fn days_may_stand_before_their_month() {
    let text = "## Consolidated income statement\n\n| (£ in millions) | Year ended 30 September 2033 | Year ended 30 September 2032 |\n\
        | --- | --- | --- |\n| Revenue | £412.6 | £371.0 |\n| Cost of sales | (268.1) | (255.9) |\n| Operating profit | 83.3 | 56.3 |\n\
        | Profit for the year | 55.0 | 33.0 |\n";
    let found = read(text, &LOOM);
    has(&found, "revenue 2033-09-30 365 412600000 GBP");
    has(&found, "net_income 2032-09-30 366 33000000 GBP");
}
