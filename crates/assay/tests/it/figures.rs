//! What `data` says of a company's figures, and what a memo refuses to be computed with.

use serde_json::json;

use crate::fictional::{Fictional, operating};
use crate::home::Home;

/// A figure that arithmetic could give and soundness forbids is told with its reason.
#[test]
fn what_is_not_derived_is_told_in_words() {
    let home = Home::empty();
    let company = Fictional {
        // the report of the second quarter is missing
        quarters: vec![1, 3],
        ..operating()
    };
    company.ingest(&home);
    let asked = |more: &[&str]| {
        let all = [&["data", company.ticker, "--as-of", "2025-12-01"], more].concat();
        home.must(&all).stderr
    };
    let of_one = asked(&["revenue", "--basis", "TTM"]);
    let expected = "revenue TTM 2025-09-30: the quarter to 2025-06-30 is missing; not summed";
    assert!(of_one.contains(expected), "{of_one}");
    let of_all = asked(&[]);
    assert!(of_all.contains(expected), "{of_all}");
    let told = of_all.lines().filter(|line| line.starts_with("revenue "));
    assert_eq!(told.count(), 1, "{of_all}");
    let years = asked(&["revenue", "--basis", "FY"]);
    assert!(!years.contains("not summed"), "{years}");
}

/// A filing with tagged figures of a company whose list of filings writes its name in another way.
fn filing(cik: &str) -> String {
    let tag = |name: &str, value: &str| {
        format!(
            r#"<p>{name} <ix:nonFraction contextRef="y" unitRef="usd" name="us-gaap:{name}"
            scale="6" decimals="-6">{value}</ix:nonFraction></p>"#
        )
    };
    format!(
        r#"<?xml version="1.0"?><html><body><div style="display:none"><ix:header><ix:resources>
        <xbrli:context id="y"><xbrli:entity>
        <xbrli:identifier scheme="http://www.sec.gov/CIK">{cik}</xbrli:identifier></xbrli:entity>
        <xbrli:period><xbrli:startDate>2024-01-01</xbrli:startDate>
        <xbrli:endDate>2024-12-31</xbrli:endDate></xbrli:period></xbrli:context>
        <xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
        </ix:resources></ix:header></div>
        <p><ix:nonNumeric contextRef="y" name="dei:DocumentType">10-K</ix:nonNumeric></p>
        <p><ix:nonNumeric contextRef="y" name="dei:EntityRegistrantName">Brantle Valves</ix:nonNumeric></p>
        {}{}</body></html>"#,
        tag("Revenues", "4,212"),
        tag("NetIncomeLoss", "377"),
    )
}

#[test]
fn a_list_of_filings_and_a_filing_meet_by_the_number_of_their_company() {
    let listed = Fictional {
        ticker: "BRVL",
        name: "BRV Fluid Control Group PLC",
        cik: 9_700_321,
        ..operating()
    };
    for order in [[0, 1], [1, 0]] {
        let home = Home::empty();
        let files = [
            home.write("annual report 2025-02-20.html", filing("0009700321")),
            home.write("listed.json", listed.submissions().to_string()),
        ];
        for at in order {
            home.must(&["ingest", &files[at].display().to_string()]);
        }
        for name in ["BRVL", "9700321", "Brantle Valves"] {
            let told = home.must(&["data", name, "revenue", "--basis", "FY"]);
            assert!(told.stdout.contains("4,212,000,000"), "{name}: {told:?}");
        }
    }
}

/// A price of long ago and a rate in percent are refused and named; no value rests on them.
#[test]
fn a_price_of_long_ago_and_a_rate_in_percent_are_refused() {
    let figure = |value: &str, day: &str| json!({"value": value, "as_of": day, "source": "typed"});
    let near = "2025-03-28";
    let cases: &[(&str, &str, &str, &str, &[&str])] = &[
        (
            "2024-03-20",
            "0.042",
            "1.1",
            "an old price",
            &["376 days before the day of the valuation", "last 365 days"],
        ),
        (near, "4.2", "1.1", "a rate in percent", &["4.2 % is 0.042"]),
        (
            near,
            "0.042",
            "115",
            "a beta",
            &["115 is not above 0 and up to 5"],
        ),
    ];
    for (priced, rate, beta, name, says) in cases {
        let home = Home::empty();
        let company = operating();
        company.ingest(&home);
        let mut price = figure("60", priced);
        price["currency"] = json!("USD");
        let market = json!({
            "all": {
                "risk_free": figure(rate, near), "equity_risk_premium": figure("0.045", near),
                "marginal_tax": figure("0.25", near), "cost_of_debt": figure("0.05", near),
            },
            "companies": {company.ticker: {
                "price": price,
                "figures": {"beta": figure(beta, near), "exit_multiple": figure("9", near)},
            }},
        });
        let market = home.write("market.json", market.to_string());
        let ran = home.assay(&[
            "research",
            company.ticker,
            "--offline",
            "-y",
            "--as-of",
            "2025-03-31",
            "--market",
            &market.display().to_string(),
        ]);
        assert!(ran.stdout.contains("*Watchlist card*"), "{name}: {ran:?}");
        for expected in *says {
            assert!(ran.stdout.contains(expected), "{name}: {}", ran.stdout);
        }
    }
}
