use assay_domain::{Decimal, Language};
use assay_exports::{
    CellRef, CellRole, DefinedName, NumberFormat, Sheet, SheetCell, Workbook, column_name, xlsx,
};
use proptest::prelude::*;

use crate::sample_model::model;
use crate::zip_parts::{check, parts, text};

#[test]
fn the_file_is_whole_and_the_same_each_time() {
    for language in [Language::En, Language::Zh] {
        let bytes = xlsx(&model(language)).expect("a file");
        check(&bytes);
        assert_eq!(bytes, xlsx(&model(language)).expect("a file"));
    }
}

#[test]
fn a_formula_is_live_and_carries_its_result() {
    let parts = parts(&xlsx(&model(Language::En)).expect("a file"));
    let sheet = text(&parts, "xl/worksheets/sheet2.xml");
    assert!(
        sheet.contains("<f>&#39;Inputs&#39;!$B$2*(1+&#39;Inputs&#39;!$B$3)</f><v>4838.4</v>"),
        "{sheet}"
    );
    let workbook = text(&parts, "xl/workbook.xml");
    assert!(
        workbook
            .contains("<definedName name=\"discount_rate\">&#39;Inputs&#39;!$B$6</definedName>")
    );
    assert!(workbook.contains("fullCalcOnLoad=\"1\""));
    let notes = text(&parts, "xl/worksheets/sheet3.xml");
    assert!(
        notes.contains("revenue_ttm") && notes.contains("location=\"&#39;Inputs&#39;!B2\""),
        "{notes}"
    );
    let inputs = text(&parts, "xl/worksheets/sheet1.xml");
    assert!(inputs.contains("promptTitle=\"revenue_ttm\""));
}

fn one_sheet(rows: Vec<Vec<SheetCell>>) -> Workbook {
    Workbook {
        title: "t".to_owned(),
        language: Language::En,
        sheets: vec![Sheet {
            name: "S".to_owned(),
            widths: Vec::new(),
            frozen: (0, 0),
            rows,
        }],
        names: Vec::new(),
    }
}

fn formula(text: &str) -> SheetCell {
    SheetCell::formula(text, Decimal::ONE, NumberFormat::General)
}

fn one() -> SheetCell {
    SheetCell::value(Decimal::ONE, NumberFormat::General, CellRole::Plain)
}

#[test]
fn a_formula_that_reads_outside_the_model_is_refused() {
    for (text, expected) in [
        ("=A1", "it starts with `=`; leave that out"),
        ("", "it is empty"),
        ("A9", "'S'!$A$9 is empty"),
        ("B1:C1+D1", "'S'!$C$1 is empty"),
        ("SUM(A1", "a `)` is missing"),
        ("A1)", "a `)` too many"),
        (
            "WEBSERVICE(\"http://x.example\")",
            "WEBSERVICE is not among the functions of a model",
        ),
        (
            "HYPERLINK(\"http://x.example\")",
            "HYPERLINK is not among the functions of a model",
        ),
        ("NOW()", "NOW is not among the functions of a model"),
        ("cmd|' /C calc'!A0", "`|` has no place in a formula"),
        ("[1]Sheet!A1", "`[` has no place in a formula"),
        ("'Other'!A1", "there is no sheet Other"),
        ("Other!A1", "there is no sheet Other"),
        ("S!", "no cell stands after the sheet S"),
        ("rate*A1", "the name rate is not defined"),
        ("A1;A1", "`;` has no place in a formula"),
        ("\"open", "\" is not closed"),
        ("1.2.3", "`1.2.3` is no number"),
        ("A1{1}", "`{` has no place in a formula"),
        ("$A$$1", "`$A$$1` is no cell"),
    ] {
        let workbook = one_sheet(vec![vec![one(), formula(text)]]);
        let error = xlsx(&workbook).expect_err(text).to_string();
        assert_eq!(error, format!("'S'!$B$1: formula `{text}`: {expected}"));
    }
    for good in [
        "A1*2",
        "SUM($A$1:A1)",
        "S!A1+'S'!$A$1",
        "IF(A1>=1,A1,0)%",
        "ROUND(A1,2)^2",
        "IF(A1=1,\"a \"\"b\",TRUE)",
    ] {
        let workbook = one_sheet(vec![vec![one(), formula(good)]]);
        xlsx(&workbook).expect(good);
    }
}

#[test]
fn a_circle_is_found_however_long() {
    let circle = one_sheet(vec![vec![
        formula("B1"),
        formula("C1+1"),
        formula("SUM(A1:A1)"),
    ]]);
    let error = xlsx(&circle).expect_err("a circle").to_string();
    assert_eq!(error, "'S'!$A$1: the formula depends on itself");
    let own = one_sheet(vec![vec![one(), formula("SUM(A1:B1)")]]);
    assert!(xlsx(&own).is_err());
    let chain =
        std::iter::once(vec![one()]).chain((1..5_000).map(|row| vec![formula(&format!("A{row}"))]));
    xlsx(&one_sheet(chain.collect())).expect("a chain");
}

#[test]
fn names_that_a_program_would_misread_are_refused() {
    for name in [
        "",
        "a/b",
        "[x]",
        "'x",
        "x'",
        "a:b",
        &"x".repeat(32),
        "\u{1}",
    ] {
        let mut workbook = one_sheet(vec![vec![one()]]);
        workbook.sheets[0].name = name.to_owned();
        assert!(xlsx(&workbook).is_err(), "{name}");
    }
    let mut twice = one_sheet(vec![vec![one()]]);
    twice.sheets.push(twice.sheets[0].clone());
    twice.sheets[1].name = "s".to_owned();
    assert!(xlsx(&twice).is_err());
    for (name, row) in [("B2", 0), ("R", 0), ("1x", 0), ("a b", 0), ("fine", 7)] {
        let mut workbook = one_sheet(vec![vec![one()]]);
        workbook.names = vec![DefinedName {
            name: name.to_owned(),
            cell: CellRef::new("S", row, 0),
        }];
        assert!(xlsx(&workbook).is_err(), "{name}");
    }
}

#[test]
fn columns_are_named_as_spreadsheets_name_them() {
    for (column, name) in [
        (0, "A"),
        (25, "Z"),
        (26, "AA"),
        (701, "ZZ"),
        (702, "AAA"),
        (16_383, "XFD"),
    ] {
        assert_eq!(column_name(column), name);
    }
}

proptest! {
    /// Whatever a text holds, its cell is a text cell with exactly that text but for what no cell
    /// can hold, and no formula appears in the sheet.
    #[test]
    fn a_text_never_becomes_a_formula(text in "[=+@|%'\\-]?\\PC{0,40}") {
        let cell = SheetCell::text(text.clone(), CellRole::Plain);
        let bytes = xlsx(&one_sheet(vec![vec![cell]])).expect("a file");
        check(&bytes);
        let sheet = self::text(&parts(&bytes), "xl/worksheets/sheet1.xml");
        prop_assert!(!sheet.contains("<f>"));
        let is_text_cell = sheet.contains("t=\"inlineStr\"");
        prop_assert!(is_text_cell);
        if text.starts_with(['=', '+', '-', '@']) {
            let styles = self::text(&parts(&bytes), "xl/styles.xml");
            prop_assert!(styles.contains("quotePrefix=\"1\""));
        }
    }

    #[test]
    fn a_value_is_written_digit_for_digit(digits in any::<i64>(), scale in 0..12_u32) {
        let value = Decimal::new(digits, scale);
        let cell = SheetCell::value(value, NumberFormat::Number(2), CellRole::Input);
        let bytes = xlsx(&one_sheet(vec![vec![cell]])).expect("a file");
        let sheet = text(&parts(&bytes), "xl/worksheets/sheet1.xml");
        let written = sheet.split("<v>").nth(1).expect("a value").split('<').next().expect("an end");
        prop_assert_eq!(written.parse::<Decimal>().expect("a number"), value);
    }

    #[test]
    fn no_formula_makes_the_check_panic(formula in "\\PC{0,40}") {
        let workbook = one_sheet(vec![vec![one(), self::formula(&formula)]]);
        let _ = xlsx(&workbook);
    }
}
