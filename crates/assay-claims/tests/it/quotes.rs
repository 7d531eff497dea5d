use assay_claims::{Alteration, QuoteVerdict, check_quotation, check_quote, quotations};

const REPORT: &str = "## Results\n\nRevenue (net of returns) rose 12 % to $4,610 million in FY2024, and \
    the company’s “core” segment did not grow. Customers(1) in Europe — the largest market — \
    paid later than before; management expects no write-\noffs in 2025.\n\n\
    It sells non-GAAP measures to nobody. Our five largest customers accounted for 27 % of \
    revenue, except in China, where the share was 31 %. We expect growth in 2025.\n\n\
    | Segment | FY2024 |\n| --- | --- |\n| Pressure & Flow | 2,090 |\n| Vision | 1,480 |\n";

const CHINESE: &str = "公司2024年营业收入为46.1亿元，同比增长12%。管理层预计2025年不会出现重大减值，\
    但海外市场的需求仍然疲弱。\n\n本公司将继续投入研发。";

fn verdict(quote: &str, source: &str) -> &'static str {
    match check_quote(quote, &[source]) {
        QuoteVerdict::Verbatim { .. } => "verbatim",
        QuoteVerdict::NotFound { .. } => "not found",
        QuoteVerdict::AltersMeaning { change, .. } => match change {
            Alteration::LeavesOut { .. } => "leaves out",
            Alteration::CutsOff { .. } => "cuts off",
            Alteration::InsertsWord { .. } => "inserts a word",
            Alteration::ChangesWord { .. } => "changes a word",
            Alteration::ForeignInsertion { .. } => "foreign insertion",
            Alteration::PartTooShort { .. } => "too short",
        },
    }
}

fn check_all(source: &str, cases: &[(&str, &str)]) {
    for (quote, expected) in cases {
        assert_eq!(verdict(quote, source), *expected, "{quote}");
    }
}

#[test]
fn typography_is_folded_and_nothing_else() {
    check_all(
        REPORT,
        &[
            (
                "Revenue (net of returns) rose 12 % to $4,610 million in FY2024",
                "verbatim",
            ),
            (
                "Revenue (net of returns) rose 12% to $ 4,610 million",
                "verbatim",
            ),
            ("the company's ‘core’ segment did not grow.", "verbatim"),
            ("the com\u{ad}pany\u{2019}s \"core\" segment", "verbatim"),
            (
                "Customers in Europe—the largest market—paid later",
                "verbatim",
            ),
            (
                "Customers(1) in Europe -- the largest market -- paid later",
                "verbatim",
            ),
            (
                "Customers in Europe – the **largest** market – paid",
                "verbatim",
            ),
            ("management expects no write-offs in 2025", "verbatim"),
            ("management expects no writeoffs in 2025", "verbatim"),
            ("Our ﬁve largest customers", "verbatim"),
            ("Our five largest\n> customers accounted", "verbatim"),
            ("Pressure & Flow 2,090", "verbatim"),
            ("| Pressure & Flow | 2,090 |", "verbatim"),
            // a mark that the source does not have
            ("Customers(2) in Europe", "not found"),
            // case, words, numbers, letters
            ("revenue (net of returns) rose 12 %", "not found"),
            ("Revenue (net of returns) rose 13 %", "not found"),
            (
                "Revenue (net of returns) rose 12 % to $4610 million",
                "not found",
            ),
            (
                "Revenue (net of returns) rose 12 % to $4,610 billion",
                "not found",
            ),
            ("Оur five largest customers", "not found"),
            ("Our five largest customer", "not found"),
            ("ur five largest customers", "not found"),
            ("five customers largest accounted", "not found"),
            ("Revenue net of returns rose", "not found"),
            ("Vision 2,090", "not found"),
            ("", "not found"),
            ("…", "not found"),
        ],
    );
}

#[test]
fn a_quotation_does_not_cut_words_numbers_or_paragraphs() {
    check_all(
        REPORT,
        &[
            ("It sells non-GAAP measures", "verbatim"),
            ("GAAP measures to nobody", "not found"),
            ("610 million in FY2024", "not found"),
            ("rose 12", "not found"),
            ("rose 12 % to $4,610", "not found"),
            ("the company", "not found"),
            ("in 2025. It sells", "not found"),
            ("Results Revenue (net", "not found"),
            ("Pressure & Flow 2,090 Vision", "not found"),
        ],
    );
}

#[test]
fn the_last_mark_may_be_the_writers() {
    check_all(
        REPORT,
        &[
            ("rose 12 % to $4,610 million in FY2024.", "verbatim"),
            ("Our five largest customers,", "verbatim"),
            ("Our five largest customers.", "not found"),
            ("We expect growth in 2025?", "not found"),
        ],
    );
    check_all(
        "Will sales grow? Yes.",
        &[
            ("Will sales grow.", "not found"),
            ("Will sales grow,", "not found"),
        ],
    );
}

#[test]
fn an_ellipsis_joins_ordered_parts_of_one_paragraph() {
    check_all(
        REPORT,
        &[
            (
                "Revenue (net of returns) rose 12 % … in FY2024",
                "too short",
            ),
            (
                "Revenue (net of returns) rose 12 % … the largest market",
                "leaves out",
            ),
            ("Customers in Europe … paid later than before", "verbatim"),
            ("… in Europe ... paid later than before ...", "too short"),
            (
                "Customers in Europe [...] paid later than before",
                "verbatim",
            ),
            (
                "Customers in Europe . . . paid later than before",
                "verbatim",
            ),
            ("paid later than before … Customers in Europe", "not found"),
            ("Customers in Europe … We expect growth", "not found"),
            (
                "accounted for 27 % of revenue … We expect growth",
                "leaves out",
            ),
            (
                "the company’s “core” segment did … paid later than before",
                "leaves out",
            ),
            ("… the largest market …", "verbatim"),
        ],
    );
}

#[test]
fn brackets_are_read_as_scholars_write_them() {
    check_all(
        REPORT,
        &[
            ("[r]evenue (net of returns) rose", "verbatim"),
            ("[O]ur five largest customers", "verbatim"),
            ("[S]evenue (net of returns) rose", "not found"),
            ("[The company] sells non-GAAP measures", "verbatim"),
            (
                "[The company’s] five largest customers accounted",
                "verbatim",
            ),
            (
                "[Tessaro’s] five largest customers accounted",
                "foreign insertion",
            ),
            ("Our five largest [European] customers", "foreign insertion"),
            ("Our five largest [Europe] customers", "verbatim"),
            ("Our five largest customers [sic] accounted", "verbatim"),
            (
                "Our five largest customers [1] accounted for 27 % [2].",
                "not found",
            ),
            (
                "Our five largest customers [1] accounted for 27 % [2]",
                "verbatim",
            ),
            ("accounted for 27 % of [the company] revenue", "verbatim"),
            (
                "Our five largest customers accounted for 27 [the company]",
                "not found",
            ),
            (
                "Our five largest customers accounted for 27 % of revenue [emphasis added]",
                "verbatim",
            ),
            ("We [do not] expect growth", "inserts a word"),
            ("We [may] expect growth", "inserts a word"),
            ("We expect growth [of 9 %] in 2025", "inserts a word"),
            ("We expect[ed] growth", "changes a word"),
            ("We [the company] growth in 2025", "not found"),
        ],
    );
}

#[test]
fn chinese_is_quoted_with_either_width_and_spacing() {
    check_all(
        CHINESE,
        &[
            ("公司2024年营业收入为46.1亿元，同比增长12%。", "verbatim"),
            (
                "公司 2024 年营业收入为 46.1 亿元, 同比增长 12%.",
                "verbatim",
            ),
            ("管理层预计2025年\n不会出现重大减值", "verbatim"),
            ("管理层预计2025年不会出现重大减值……需求仍然疲弱", "verbatim"),
            ("管理层预计2025年……需求仍然疲弱", "leaves out"),
            ("[公司]将继续投入研发", "verbatim"),
            ("公司2024年营业收入为46.1万元", "not found"),
            ("公司2024年营业收入为46.1", "not found"),
            ("管理层预计2025年会出现重大减值", "not found"),
            ("需求仍然疲弱……本公司将继续投入研发", "not found"),
            ("海外市埸的需求", "not found"),
        ],
    );
}

#[test]
fn superscripts_and_fractions_keep_their_meaning() {
    let source =
        "The site has 102 rooms, 10² towers, 40 km² of land, 1½ docks and profit² of 5″ pipes.";
    check_all(
        source,
        &[
            ("has 102 rooms", "verbatim"),
            ("has 10² rooms", "not found"),
            ("102 towers", "not found"),
            ("40 km of land", "not found"),
            ("and profit of 5″", "verbatim"),
            ("11⁄2 docks", "not found"),
        ],
    );
}

#[test]
fn a_hostile_source_costs_no_more_than_its_length() {
    let source = format!("sales{} rose", "†".repeat(300));
    let quote = format!("sales{} fell", "†".repeat(150));
    check_all(
        &source,
        &[(&quote, "not found"), ("sales rose", "verbatim")],
    );
}

#[test]
fn the_range_names_the_bytes_of_the_source() {
    let source = "Intro. The “core” seg-\nment grew 5\u{a0}%. End.";
    let verdict = check_quote("The 'core' segment grew 5 %", &["other", source]);
    let QuoteVerdict::Verbatim {
        source: 1,
        range,
        parts,
    } = verdict
    else {
        panic!("{verdict:?}");
    };
    assert_eq!(
        &source[range.clone()],
        "The “core” seg-\nment grew 5\u{a0}%"
    );
    assert_eq!(parts, [range]);
}

#[test]
fn what_is_not_found_comes_with_the_nearest_sentence() {
    let verdict = check_quote("We expect strong growth in 2025.", &[REPORT]);
    let nearest = Some("We expect growth in 2025.".to_owned());
    assert_eq!(verdict, QuoteVerdict::NotFound { nearest });
    let verdict = check_quote("Bananas are yellow.", &[REPORT]);
    assert_eq!(verdict, QuoteVerdict::NotFound { nearest: None });
}

#[test]
fn a_quotation_right_after_a_negation_needs_one_before_it() {
    let source = "Sales are not expected to grow in 2025. 需求不会出现重大变化。";
    for (prose, expected) in [
        ("Sales are “expected to grow in 2025”.", false),
        ("Sales are not “expected to grow in 2025”.", true),
        ("Sales are “not expected to grow in 2025”.", true),
        ("需求「会出现重大变化」。", false),
        ("需求不「会出现重大变化」。", true),
    ] {
        let found = quotations(prose);
        let [quotation] = found.as_slice() else {
            panic!("{prose}: {found:?}");
        };
        let verdict = check_quotation(quotation, &[source]);
        let verbatim = matches!(verdict, QuoteVerdict::Verbatim { .. });
        assert_eq!(verbatim, expected, "{prose}: {verdict:?}");
    }
}
