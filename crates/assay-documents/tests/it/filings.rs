//! Filings with inline XBRL: what they are about, their items, their tagged figures.

use assay_documents::{Parsed, read_document, split};
use assay_domain::{Decimal, Place, TaggedFact};
use proptest::prelude::*;

use crate::library::document;

const HEAD: &str = r#"<?xml version="1.0"?><html><body><div style="display:none"><ix:header><ix:hidden>
    <ix:nonNumeric contextRef="y" name="dei:AmendmentFlag">false</ix:nonNumeric>
    <ix:nonFraction contextRef="y" unitRef="usd" name="a:Kept" scale="0" decimals="INF">7</ix:nonFraction></ix:hidden>
    <ix:resources><xbrli:context id="y"><xbrli:entity><xbrli:identifier>1</xbrli:identifier></xbrli:entity>
    <xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate><xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>
    <xbrli:context id="i"><xbrli:entity><xbrli:segment>
    <xbrldi:typedMember dimension="a:ZAxis"><a:Z>2025-01-01</a:Z></xbrldi:typedMember>
    <xbrldi:explicitMember dimension="a:Axis">a:CarsMember</xbrldi:explicitMember></xbrli:segment></xbrli:entity>
    <xbrli:period><xbrli:instant>2024-12-31</xbrli:instant></xbrli:period></xbrli:context>
    <xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
    <xbrli:unit id="per"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>
    <xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
    </ix:resources></ix:header></div>"#;

fn filing(body: &str) -> Parsed {
    read_document("a.htm", format!("{HEAD}{body}</body></html>").as_bytes()).expect("a filing")
}

fn fact<'a>(parsed: &'a Parsed, concept: &str) -> &'a TaggedFact {
    let mut facts = parsed.facts.iter();
    facts.find(|fact| fact.concept == concept).expect(concept)
}

#[test]
fn a_tagged_figure_is_exact_and_in_its_place() {
    let parsed = filing(
        r#"<p>FORM <ix:nonNumeric contextRef="y" name="dei:DocumentType">10-K</ix:nonNumeric>, year ended
        <ix:nonNumeric contextRef="y" name="dei:DocumentPeriodEndDate">December 31</ix:nonNumeric></p>
        <p><ix:nonNumeric contextRef="y" name="dei:EntityRegistrantName">Acme, Inc.</ix:nonNumeric></p>
        <p>Sales were $<ix:nonFraction contextRef="y" unitRef="usd" name="a:Sales" scale="6" decimals="-6" format="ixt:num-dot-decimal"> 1,234.5 </ix:nonFraction> million.</p>
        <table><tr><td></td><td colspan="3">2024</td></tr>
        <tr><td>Loss | net</td><td>$</td><td>(<ix:nonFraction contextRef="i" unitRef="usd" name="a:Loss" sign="-" scale="3" decimals="-3">1,050</ix:nonFraction></td><td>)</td></tr>
        <tr><td>Per share</td><td>$</td><td><ix:nonFraction contextRef="y" unitRef="per" name="a:PerShare" decimals="2" scale="0">2.04</ix:nonFraction></td><td></td></tr>
        <tr><td>None</td><td></td><td><ix:nonFraction contextRef="y" unitRef="usd" name="a:Zero" format="ixt:fixed-zero" scale="6" decimals="-6">—</ix:nonFraction></td></tr>
        <tr><td>Nil</td><td></td><td><ix:nonFraction contextRef="y" unitRef="usd" name="a:Nil" xsi:nil="true"/></td></tr></table>"#,
    );
    assert_eq!(parsed.title, "Acme, Inc. 10-K (December 31)");
    assert_eq!(parsed.subject.entity.as_deref(), Some("Acme, Inc."));
    assert_eq!(parsed.subject.form.as_deref(), Some("10-K"));
    let end = parsed.subject.period_end.map(|date| date.to_string());
    assert_eq!(end.as_deref(), Some("2024-12-31"));
    let shown = |concept: &str| {
        let (start, end) = fact(&parsed, concept).shown_at?;
        parsed.text.get(start..end)
    };
    let cases = [
        ("a:Sales", "1234500000", "USD", Some("1,234.5")),
        ("a:Loss", "-1050000", "USD", Some("1,050")),
        ("a:PerShare", "2.04", "USD/shares", Some("2.04")),
        ("a:Zero", "0", "USD", Some("—")),
        ("a:Kept", "7", "USD", None),
    ];
    for (concept, value, unit, printed) in cases {
        let found = fact(&parsed, concept);
        assert_eq!(
            found.value,
            value.parse::<Decimal>().expect(value),
            "{concept}"
        );
        assert_eq!(found.unit, unit);
        assert_eq!(shown(concept), printed, "{}", parsed.text);
    }
    assert!(
        parsed.text.contains("| Loss \\| net | $(1,050) |"),
        "{}",
        parsed.text
    );
    assert_eq!(parsed.facts.len(), cases.len(), "nil is no figure");
    let loss = fact(&parsed, "a:Loss");
    assert_eq!((loss.start, loss.decimals), (None, Some(-3)));
    let member = |axis: &str, member: &str| (axis.to_owned(), member.to_owned());
    let members = [
        member("a:Axis", "a:CarsMember"),
        member("a:ZAxis", "2025-01-01"),
    ];
    assert_eq!(loss.dimensions, members);
    assert_eq!(fact(&parsed, "a:Kept").decimals, None);
    assert!(parsed.hidden.is_empty(), "{:?}", parsed.hidden);
    assert!(!parsed.text.contains("false"));
}

#[test]
fn every_notation_of_filings_is_understood() {
    let cases = [
        ("ixt:num-dot-decimal", "1,234.50", "0", Some("1234.5")),
        ("ixt:numdotdecimal", "1 234", "3", Some("1234000")),
        ("ixt:num-comma-decimal", "1.234,5", "0", Some("1234.5")),
        ("ixt:zerodash", "-", "6", Some("0")),
        ("ixt-sec:numwordsen", "twenty-five", "0", Some("25")),
        (
            "ixt-sec:numwordsen",
            "one hundred and two thousand",
            "0",
            Some("102000"),
        ),
        ("ixt-sec:numwordsen", "No", "0", Some("0")),
        ("", "21.0", "-2", Some("0.21")),
        ("", "12", "", Some("12")),
        ("", "n/a", "0", None),
        ("", "79228162514264337593543950335", "6", None),
    ];
    for (format, printed, scale, expected) in cases {
        let parsed = filing(&format!(
            r#"<p>x <ix:nonFraction contextRef="y" unitRef="usd" name="a:X" format="{format}" scale="{scale}">{printed}</ix:nonFraction></p>"#
        ));
        let found = parsed.facts.iter().find(|fact| fact.concept == "a:X");
        let expected = expected.map(|value| value.parse::<Decimal>().expect(value));
        assert_eq!(found.map(|fact| fact.value), expected, "{format} {printed}");
    }
}

#[test]
fn items_are_marked_where_they_begin() {
    let toc = "<table><tr><td>Item 1.</td><td>Business</td><td>4</td></tr><tr><td>Item 1A.</td><td>Risk Factors</td><td>9</td></tr></table>\
        <p>Item 1. Business</p><p>Item 1A. Risk Factors</p>";
    let body = "<p>PART I</p><p><b>Item&#160;1. Business</b></p><p>We make cars and much else besides.</p>\
        <p>Item 7 of this report says more.</p><p>ITEM 1A. RISK FACTORS</p><p>Cars may rust, and do so often.</p>\
        <p>PART II</p><table><tr><td><b>Item 1.</b></td><td><b>Legal Proceedings</b></td></tr></table><p>None of any weight.</p>";
    let marks = |form: &str| -> Vec<(String, String)> {
        let tag = format!(
            r#"<p><ix:nonNumeric contextRef="y" name="dei:DocumentType">{form}</ix:nonNumeric></p>"#
        );
        let parsed = filing(&format!("{tag}{toc}{body}"));
        let line = |at: usize| {
            parsed.text[at..]
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        let mark = |mark: &assay_domain::PlaceMark| match &mark.place {
            Place::Item(item) => (item.clone(), line(mark.start)),
            other => panic!("{other:?}"),
        };
        parsed.places.iter().map(mark).collect()
    };
    let pair = |item: &str, line: &str| (item.to_owned(), line.to_owned());
    assert_eq!(
        marks("10-Q"),
        [
            pair("Part I, Item 1", "#### Item 1. Business"),
            pair("Part I, Item 1A", "ITEM 1A. RISK FACTORS"),
            pair("Part II, Item 1", "Item 1. Legal Proceedings"),
        ]
    );
}

#[test]
fn a_table_carries_its_units_into_every_passage() {
    let rows: String = (1..60)
        .map(|row| {
            format!("<tr><td>Line item number {row}</td><td>{row}00</td><td>{row}50</td></tr>")
        })
        .collect();
    let table = format!("<table><tr><th></th><th>2024</th><th>2023</th></tr>{rows}</table>");
    let leads = [
        (
            "<p><b>Balance Sheets</b></p><p><b>(in millions)</b></p><p><b>(unaudited)</b></p>",
            "Balance Sheets (in millions) (unaudited)",
        ),
        (
            "<p><b>Balance Sheets</b></p><p>(in millions)</p><p>(unaudited)</p>",
            "(in millions) (unaudited)",
        ),
        (
            "<p>We hold stock. Inventory was as follows (in millions):</p>",
            "Inventory was as follows (in millions):",
        ),
        (
            "<table><caption>Inventory in millions</caption></table><p>单位：百万元</p>",
            "单位：百万元",
        ),
    ];
    for (lead, expected) in leads {
        let (filing, text) = document("a.htm", &format!("<body>{lead}{table}</body>"));
        let passages = split(&filing, &text);
        let with_rows = passages
            .iter()
            .filter(|passage| passage.text.contains("| Line item"));
        let mut count = 0;
        for passage in with_rows {
            let above = passage.headings.join(" / ");
            let says =
                above.contains(expected) || passage.text.replace("\n\n", " ").contains(expected);
            assert!(says, "{expected}: {above}\n{}", passage.text);
            count += 1;
        }
        assert!(count > 2);
    }
}

proptest! {
    #[test]
    fn a_value_is_its_printed_cell_times_its_scale(
        digits in 0_i64..1_000_000_000_000,
        places in 0_u32..4,
        scale in -4_i32..10,
        is_negative in any::<bool>(),
    ) {
        let printed = Decimal::new(digits, places);
        let sign = if is_negative { r#"sign="-""# } else { "" };
        let parsed = filing(&format!(
            r#"<p>x <ix:nonFraction contextRef="y" unitRef="usd" name="a:X" {sign} format="ixt:num-dot-decimal" scale="{scale}">{}</ix:nonFraction></p>"#,
            grouped(&printed)
        ));
        let found = fact(&parsed, "a:X");
        let (start, end) = found.shown_at.expect("a place");
        let shown: Decimal = parsed.text[start..end].replace(',', "").parse().expect("a number");
        let ten = Decimal::from(10);
        let power = (0..scale.unsigned_abs()).fold(Decimal::ONE, |power, _| power * ten);
        let worth = if scale < 0 { shown / power } else { shown * power };
        prop_assert_eq!(found.value, if is_negative { -worth } else { worth });
    }
}

/// `1,234.5`.
fn grouped(number: &Decimal) -> String {
    let text = number.to_string();
    let (whole, rest) = text
        .split_once('.')
        .map_or((text.as_str(), None), |(w, r)| (w, Some(r)));
    let mut out = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    rest.map_or(out.clone(), |rest| format!("{out}.{rest}"))
}
