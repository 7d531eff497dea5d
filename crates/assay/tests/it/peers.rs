//! Companies of one industry, each with a price, are compared in the memo.

use serde_json::json;

use crate::fictional::{Fictional, operating};
use crate::home::Home;

const DAY: &str = "2025-03-31";
/// Ticker, name, and the last close before the day.
const COMPANIES: &[(&str, &str, &str)] = &[
    ("ORLA", "Orla Gearing Corporation", "61.50"),
    ("PIKE", "Pikestaff Presses, Inc.", "48.20"),
    ("RUSK", "Rusk & Lathe Company", "77.00"),
    ("TARN", "Tarn Bearings, Inc.", "55.25"),
];

fn of_industry(at: usize, ticker: &'static str, name: &'static str) -> Fictional {
    let mut company = Fictional {
        ticker,
        name,
        cik: 9_700_001 + u32::try_from(at).unwrap(),
        // metalworking machinery, each another trade of it
        sic: 3541 + u32::try_from(at).unwrap(),
        ..operating()
    };
    for line in &mut company.lines {
        line.growth += i64::try_from(at).unwrap();
    }
    company
}

#[test]
fn three_peers_with_prices_stand_in_the_memo() {
    let home = Home::empty();
    for (at, (ticker, name, close)) in COMPANIES.iter().enumerate() {
        of_industry(at, ticker, name).ingest(&home);
        let table =
            format!("date,close,currency\n2025-03-27,{close},USD\n2025-03-28,{close},USD\n");
        let prices = home.write(&format!("prices/{ticker}-prices.csv"), table);
        home.must(&["ingest", &prices.display().to_string()]);
    }
    let figure =
        |value: &str| json!({"value": value, "as_of": "2025-03-28", "source": "fictional"});
    let market = json!({
        "all": {
            "risk_free": figure("0.04"), "equity_risk_premium": figure("0.045"),
            "marginal_tax": figure("0.25"), "cost_of_debt": figure("0.05"),
            "beta": figure("1.0"), "exit_multiple": figure("9"),
        },
    });
    let market = home.write("market.json", market.to_string());
    let ran = home.assay(&[
        "research",
        "ORLA",
        "--offline",
        "-y",
        "--as-of",
        DAY,
        "--market",
        &market.display().to_string(),
    ]);
    // no text of the library answers the plan: the figures carry the memo
    assert_eq!(ran.code, Some(3), "{}", ran.stderr);
    for (_, name, _) in COMPANIES {
        assert!(ran.stdout.contains(name), "{name}: {}", ran.stdout);
    }
    // a peer's price leads to its table, as every figure does
    assert!(ran.stdout.contains("PIKE-prices"), "{}", ran.stdout);
    let run = home.newest().to_string();
    home.must(&["audit", &run]);
    let book = home.path("memo.xlsx");
    home.must(&[
        "export",
        &run,
        "-f",
        "xlsx",
        "-o",
        &book.display().to_string(),
    ]);
    home.assert_sound();
}
