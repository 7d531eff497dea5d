use assay_claims::{
    FormulaError, FormulaVerdict, evaluate, evaluate_over, recompute, recompute_over, recount,
};
use assay_domain::Decimal;

fn decimal(text: &str) -> Decimal {
    text.parse().expect("a decimal")
}

#[test]
fn formulas_have_the_values_that_people_give_them() {
    for (formula, expected) in [
        ("44.1-56.7", "-12.6"),
        ("1,496.5 + 1,202.9 × 2", "3902.3"),
        (
            "(4610 − 4100) / 4100 * 1000",
            "124.39024390243902439024390244",
        ),
        ("[(166+178)/2] - [(57+44)/2]", "121.5"),
        ("[(-18,668) - (-9,166)] / -9,166 * 0 + 2", "2"),
        ("34% + 11%", "0.45"),
        ("1,027/11% - 9336", "0.3636363636363636363636364"),
        ("2^10", "1024"),
        ("2 ** -2", "0.25"),
        ("-2^2", "-4"),
        ("10 - 4 - 3", "3"),
        ("24 / 4 / 3", "2"),
        ("60.3 million + 32,137 thousand", "92437000"),
        ("3.5亿元 - 5,000万元", "300000000"),
        ("（1，200＋300）／3", "500"),
        ("growth(4100, 4510)", "0.1"),
        ("增长率(4100, 4510)", "0.1"),
        ("cagr(100, 121, 2)", "0.1"),
        ("average(1, 2, 6)", "3"),
        ("sum(1,234, 5,678)", "6912"),
        ("min(3, -4, 5) + max(3, -4, 5)", "1"),
        ("ratio(3, 4) + share(1, 4)", "1"),
        ("abs(-3)", "3"),
        ("subtract(5829, 5735), divide(#0, const_100)", "0.94"),
        ("add(const_m1, const_1000), multiply(#0, 50%)", "499.5"),
        ("$(290.2 + 239.6) - US$1", "528.8"),
        ("4 x 5", "20"),
        ("(25)%", "0.25"),
        ("150 bps", "0.015"),
    ] {
        let value = evaluate(formula).unwrap_or_else(|error| panic!("{formula}: {error}"));
        let difference = (value - decimal(expected)).abs();
        assert!(
            difference < decimal("0.00000000000000000001"),
            "{formula}: {value}"
        );
    }
}

#[test]
fn what_has_no_value_says_why() {
    let deep = format!("{}1{}", "(".repeat(70), ")".repeat(70));
    let large = "9".repeat(28);
    let product = format!("{large} * {large}");
    let cases = [
        "",
        "  ",
        "1 +",
        "(1 + 2",
        "1 2",
        "1 / 0",
        "5 / (3 - 3)",
        "12,34 + 1",
        "1, 234 + 5",
        "revenue / 2",
        "grow(1, 2)",
        "subtract(100,200)",
        "divide(#1, 2)",
        "growth(-5, 3)",
        "$5 + €3",
        "60 million + 32",
        "918 > 914",
        "(-8)^0.5",
        "0^-1",
        "@",
        "locate and analyze Interest income in row 5",
        "table_sum(sales, none)",
        deep.as_str(),
        product.as_str(),
        large.as_str(),
    ];
    let lines: Vec<String> = cases
        .iter()
        .map(|formula| match evaluate(formula) {
            Ok(value) => format!("{formula:.40} = {value}"),
            Err(error) => format!("{formula:.40} → {error}"),
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

fn agreement(formula: &str, printed: &str) -> String {
    match recompute(formula, printed) {
        FormulaVerdict::Agrees => "agrees".to_owned(),
        FormulaVerdict::AgreesInSize => "in size".to_owned(),
        FormulaVerdict::Differs { expected } => expected,
        FormulaVerdict::Unreadable(error) => format!("{error}"),
    }
}

#[test]
fn a_result_is_judged_at_the_precision_and_unit_it_is_printed_with() {
    for (formula, printed, expected) in [
        ("(44.1-56.7)/56.7", "-22.22 %", "agrees"),
        ("(44.1-56.7)/56.7", "-22.2 percent", "agrees"),
        ("(44.1-56.7)/56.7", "22.2 %", "in size"),
        ("(44.1-56.7)/56.7", "-22.23 %", "-22.22"),
        ("(44.1-56.7)/56.7", "-0.2222", "agrees"),
        ("(44.1-56.7)/56.7", "-0.22 %", "-22.22"),
        ("(44.1-56.7)/56.7", "-2222 bps", "agrees"),
        ("(44.1-56.7)/56.7 * 100", "-22.22 %", "agrees"),
        ("126 / 67 - 1", "88.06 %", "agrees"),
        ("(1.7%+1.5%+1.5%)/3", "1.57 %", "agrees"),
        // a mean or difference of percentages that are written without their sign
        ("(12.1 + 13.4 + 14.4) / 3", "13.3 %", "agrees"),
        (
            "(12.1 + 13.4 + 14.4) / (2024 - 2022 + 1)",
            "13.3 %",
            "agrees",
        ),
        ("45.3 - 44.1", "1.2 pp", "agrees"),
        ("45.3 - 44.1", "120 bps", "agrees"),
        ("45.3 − 44.1", "1.2个百分点", "agrees"),
        // halves go to the even digit or away from zero
        ("5 / 2", "2", "agrees"),
        ("5 / 2", "3", "agrees"),
        ("7 / 2", "4", "agrees"),
        ("7 / 2", "3", "4"),
        ("-5 / 2", "-3", "agrees"),
        // scales
        ("243,424+221,233", "464,657 million", "agrees"),
        ("60.3 million + 32,137 thousand", "92437 thousand", "agrees"),
        ("60.3 million + 32,137 thousand", "$92.4 million", "agrees"),
        ("60.3 million + 32,137 thousand", "92437", "92437000"),
        ("3.5亿元 − 5,000万元", "3亿元", "agrees"),
        (
            "$5 + $3",
            "€8",
            "`USD` and `EUR` are different currencies; convert one of them first",
        ),
        // a bare number in brackets may be a negative one
        ("-114 - (71)", "-43 million", "agrees"),
        ("3 + (13) + 26", "16", "agrees"),
        ("3 + (13) + 26", "42", "agrees"),
        ("3 + (13) + 26", "17", "42"),
        ("5 - 8", "$(3) million", "agrees"),
        ("5 - 8", "-$3 million", "agrees"),
        // comparisons
        ("918>914>814", "yes", "agrees"),
        ("918>914>914", "yes", "no"),
        ("1,079>230 , 1,079>68", "是", "agrees"),
        ("1,079>230 , 68>1,079", "yes", "no"),
        ("greater(14, 19)", "no", "agrees"),
        ("5 + 3", "yes", "the formula is a number, not a comparison"),
        ("918>914", "4", "the formula is a comparison, not a number"),
        (
            "5 + 3",
            "eight",
            "the printed result `eight` is not a number; print one number with its unit",
        ),
        // a formula that states its own result
        ("2090 / 4610 = 45.3 %", "45.34 %", "agrees"),
        ("2090 / 4610 ≈ 0.45", "45 %", "agrees"),
        (
            "2090 / 4610 = 46 %",
            "45.3 %",
            "the formula says it gives 46, but it gives 45",
        ),
        ("5 - 8 = -3", "-3", "agrees"),
        ("6 / 4", "1.5x", "agrees"),
        ("6 / 4", "1.5倍", "agrees"),
    ] {
        assert_eq!(
            agreement(formula, printed),
            expected,
            "{formula} = {printed}"
        );
    }
}

#[test]
fn what_the_offline_analyst_prints_is_read() {
    for (formula, printed) in [
        ("(4610 − 4100) / 4100", "12.4 %"),
        ("2090 / 4610", "45.3 %"),
        ("1120 + 1130 + 1150 + 1210", "$4,610 million"),
        ("812.5 − 190.25", "$622.25 million"),
        ("(21.4 + 22.0 + 23.1) / 3", "22.2 %"),
    ] {
        assert_eq!(
            agreement(formula, printed),
            "agrees",
            "{formula} = {printed}"
        );
    }
}

#[test]
fn programs_read_rows_of_a_table() {
    let rows = [
        ["", "2017", "2016", "2015"],
        ["Net income ( loss ), basic", "$ 19", "$ -3 ( 3 )", "(1)"],
        ["operating margin", "11.4% ( 11.4 % )", "7.8%", "7.5 %"],
        ["notes", "see page 4", "", "-"],
    ];
    let table: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(ToString::to_string).collect())
        .collect();
    for (program, expected) in [
        ("table_sum(net income ( loss ), basic, none)", Ok("15")),
        ("table_average(net income ( loss ), basic, none)", Ok("5")),
        (
            "table_max(operating margin, none), table_min(operating margin, none), subtract(#0, #1)",
            Ok("0.039"),
        ),
        (
            "table_sum(gross margin, none)",
            Err(FormulaError::UnknownRow {
                row: "gross margin".to_owned(),
            }),
        ),
        (
            "table_sum(notes, none)",
            Err(FormulaError::BadCell {
                row: "notes".to_owned(),
                cell: "see page 4".to_owned(),
            }),
        ),
    ] {
        let expected = expected.map(decimal);
        assert_eq!(evaluate_over(program, &table), expected, "{program}");
    }
    let verdict = recompute_over("table_average(operating margin, none)", "8.9 %", &table);
    assert_eq!(verdict, FormulaVerdict::Agrees);
}

#[test]
fn lists_are_counted() {
    for (list, printed, expected) in [
        ("2019##2018", "2", FormulaVerdict::Agrees),
        ("Impairment charges", "1", FormulaVerdict::Agrees),
        (
            "a## ##b",
            "3",
            FormulaVerdict::Differs {
                expected: "2".to_owned(),
            },
        ),
    ] {
        assert_eq!(recount(list, printed), expected, "{list}");
    }
    let verdict = recount("a##b", "two");
    assert!(
        matches!(verdict, FormulaVerdict::Unreadable(_)),
        "{verdict:?}"
    );
}
