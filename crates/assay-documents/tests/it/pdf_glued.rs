//! Tables of PDF files whose heads and labels are set without a gap. The figures are made up.

use crate::pdf_filings::{at, read};

/// Rows of two columns from a height down: a label, and figures at 300 and 380.
fn rows(rows: &[(&str, &str, &str)]) -> String {
    let row = |(place, (label, now, before)): (usize, &(&str, &str, &str))| {
        let y = 680 - 14 * place as u32;
        let figure = |x: u32, text: &str| match text.is_empty() {
            true => String::new(),
            false => at(x, y, text),
        };
        at(72, y, label) + &figure(300, now) + &figure(380, before)
    };
    rows.iter().enumerate().map(row).collect()
}

const BODY: [(&str, &str, &str); 3] = [
    ("Ferries", "412.5", "398.1"),
    ("Harbours", "120.7", "118.2"),
    ("Total revenue", "533.2", "516.3"),
];

#[test]
fn periods_that_are_set_as_one_head_their_own_columns() {
    for (head, now, before) in [
        ("Fiscal 2032 Fiscal 2031", "Fiscal 2032", "Fiscal 2031"),
        ("May 29, 2032May 31, 2031", "May 29, 2032", "May 31, 2031"),
        ("Q2 2032Q2 2031", "Q2 2032", "Q2 2031"),
    ] {
        let page = at(290, 700, head) + &rows(&BODY);
        let text = read("a.pdf", &[page]).text;
        let wanted = format!("| {now} | {before} |");
        assert!(text.contains(&wanted), "{head}: {text}");
    }
}

#[test]
fn what_compares_two_years_is_one_head() {
    let page = at(300, 700, "2032") + &at(370, 700, "2032 vs. 2031") + &rows(&BODY);
    let text = read("a.pdf", &[page]).text;
    assert!(text.contains("| 2032 | 2032 vs. 2031 |"), "{text}");
}

#[test]
fn a_wide_head_left_of_its_figures_is_no_label() {
    let page = at(238, 700, "Fiscal 2032")
        + &at(318, 700, "Fiscal 2031")
        + &at(398, 700, "Fiscal 2030")
        + &rows(&BODY)
        + &[0, 1, 2]
            .map(|row| at(460, 680 - 14 * row, "99.9"))
            .concat();
    let text = read("a.pdf", &[page]).text;
    assert!(
        text.contains("|  | Fiscal 2032 | Fiscal 2031 | Fiscal 2030 |"),
        "{text}"
    );
}

#[test]
fn a_figure_that_its_label_runs_into_stands_in_its_column() {
    let label = "Income from the leasing of berths and of warehouses";
    // letters of Helvetica are half as wide as high: the figure ends at 325
    for (glued, figure, x) in [
        (format!("{label} $88.4"), "$88.4", 66),
        (format!("{label}88.4"), "88.4", 72),
    ] {
        let page = at(300, 700, "2032")
            + &at(380, 700, "2031")
            + &rows(&BODY)
            + &at(x, 638, &glued)
            + &at(380, 638, "71.0");
        let text = read("a.pdf", &[page]).text;
        let wanted = format!("| {label} | {figure} | 71.0 |");
        assert!(text.contains(&wanted), "{glued}: {text}");
    }
}

#[test]
fn a_number_of_a_label_stays_with_it() {
    let page = at(300, 700, "2032")
        + &at(380, 700, "2031")
        + &rows(&[
            BODY[0],
            ("Senior notes of tranche 12", "", "31.0"),
            ("Notes due 2041", "7.0", "8.0"),
            BODY[2],
        ]);
    let text = read("a.pdf", &[page]).text;
    assert!(
        text.contains("| Senior notes of tranche 12 |  | 31.0 |"),
        "{text}"
    );
    assert!(text.contains("| Notes due 2041 | 7.0 | 8.0 |"), "{text}");
}
