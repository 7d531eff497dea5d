use assay_gates::{csv_cell, xlsx_cell};

#[test]
fn a_formula_becomes_text_and_a_number_stays_a_number() {
    let kept = [
        "",
        "Revenue",
        "-3.2",
        "+5",
        "-1,234.50",
        "+12.5%",
        "-3.2e-5",
        "1.5E+10",
        "-0",
        "2024-01-31",
        "a=b",
        "50%",
        "'=1+1",
        "（3.2）",
    ];
    for text in kept {
        assert_eq!(csv_cell(text), text);
        assert_eq!(xlsx_cell(text), text);
    }
    let guarded = [
        "=1+1",
        "=HYPERLINK(\"http://evil.example\",\"x\")",
        "=cmd|' /C calc'!A0",
        "+1+1",
        "-1+1",
        "-3.2.1",
        "-1,23",
        "-(3)",
        "-",
        "+",
        "@SUM(A1:A2)",
        "\t=1+1",
        "\r=1+1",
        "\n=1+1",
        " =1+1",
        "\u{a0}=1+1",
        "\u{200b}=1+1",
        "＝1+1",
        "＋1＋1",
        "－cmd",
        "＠SUM(A1)",
        "|calc",
        "%0A=1",
        "-2+3+cmd|' /C calc'!A0",
        "=-3.2",
        "+e5",
        "-1e",
    ];
    for text in guarded {
        assert_eq!(csv_cell(text), format!("'{text}"), "{text:?}");
        assert!(xlsx_cell(text).starts_with('\''), "{text:?}");
    }
}

#[test]
fn a_workbook_cell_holds_no_control_characters() {
    for (text, expected) in [
        ("a\u{0}b\u{1f}c", "abc"),
        ("\u{1}=1+1", "'=1+1"),
        ("line\nbreak\tand tab", "line\nbreak\tand tab"),
    ] {
        assert_eq!(xlsx_cell(text), expected);
    }
}
