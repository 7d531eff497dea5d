//! Every kind of company, and every kind of gap in its figures, ends in a document that is defined
//! and says what is missing.

use serde_json::{Value, json};

use crate::fictional::{
    Counts, Fictional, Line, balance, bare_of_cash_flow, insurer_of_ifrs, life_insurer, of_china,
    of_europe, operating, property_insurer,
};
use crate::home::{Home, Ran};

const DAY: &str = "2025-03-31";

/// What a document calls itself, in English and in Chinese.
type Document = (&'static str, &'static str);

const MEMO: Document = ("Investment memo", "研究备忘");
const CARD: Document = ("Watchlist card", "观察名单");
const CONFLICT: Document = ("Conflict report", "冲突报告");
const ERROR: Document = ("Error report", "错误报告");

/// Words of a bank that no other company's document may have.
const OF_BANKS: &[&str] = &[
    "et interest income",
    "eposits",
    "Loans",
    "redit losses",
    "利息净收入",
    "贷款",
];

/// What the market says of a company on the day.
fn market(case: &Case) -> Value {
    let (company, price) = (&case.company, case.price);
    let figure =
        |value: &str| json!({"value": value, "as_of": "2025-03-28", "source": "fictional"});
    let mut of_company = json!({"figures": {"beta": figure("1.0"), "exit_multiple": figure("9")}});
    for (name, value) in case.further {
        of_company["figures"][name] = figure(value);
    }
    if let Some((value, currency)) = price {
        let mut quoted = figure(value);
        quoted["currency"] = json!(currency);
        of_company["price"] = quoted;
    }
    json!({
        "all": {
            "risk_free": figure("0.04"), "equity_risk_premium": figure("0.045"),
            "marginal_tax": figure("0.25"), "cost_of_debt": figure("0.05"),
        },
        "companies": {company.ticker: of_company},
    })
}

struct Case {
    company: Fictional,
    day: &'static str,
    price: Option<(&'static str, &'static str)>,
    /// Further figures that the user states of the company.
    further: &'static [(&'static str, &'static str)],
    document: Document,
    code: i32,
    says: &'static [&'static str],
    never_says: &'static [&'static str],
}

impl Case {
    fn of(company: Fictional) -> Self {
        Self {
            company,
            day: DAY,
            price: Some(("60", "USD")),
            further: &[],
            document: MEMO,
            // no text of the library answers the plan: the figures carry the memo
            code: 3,
            says: &[],
            never_says: &[],
        }
    }

    fn research(&self, home: &Home, language: &str) -> Ran {
        let market = home.write("market.json", market(self).to_string());
        let market = market.display().to_string();
        home.assay(&[
            "research",
            self.company.ticker,
            "--offline",
            "-y",
            "--as-of",
            self.day,
            "--market",
            &market,
            "--lang",
            language,
        ])
    }
}

fn check(cases: &[(&str, Case)]) {
    for (name, case) in cases {
        let home = Home::empty();
        case.company.ingest(&home);
        let ran = case.research(&home, "en");
        let told = format!("{name}: {}\n{}", ran.stderr, head(&ran.stdout));
        assert_eq!(ran.code, Some(case.code), "{told}");
        assert!(
            ran.stdout.contains(&format!("*{}*", case.document.0)),
            "{told}"
        );
        for expected in case.says {
            assert!(ran.stdout.contains(expected), "{expected} is not in {told}");
        }
        for unwanted in case.never_says.iter().chain(OF_BANKS) {
            assert!(!ran.stdout.contains(unwanted), "{unwanted} is in {told}");
        }
        let is_redacted = ran.stdout.contains("[redacted: ");
        assert_eq!(is_redacted, case.company.name.contains('@'), "{told}");
        home.must(&["audit", home.newest().as_str()]);
        home.must(&["gate", "explain", home.newest().as_str()]);
        let chinese = case.research(&home, "zh");
        let told = format!("{name}: {}\n{}", chinese.stderr, head(&chinese.stdout));
        assert_eq!(chinese.code, Some(case.code), "{told}");
        assert!(chinese.stdout.contains(case.document.1), "{told}");
        home.assert_sound();
    }
}

/// As much of a document as tells what it is.
fn head(document: &str) -> String {
    document.lines().take(80).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_bank_is_no_insurer_and_an_insurer_no_bank() {
    check(&[
        (
            "a property insurer",
            Case {
                says: &[
                    "insurer",
                    "excess return on equity",
                    "a combined ratio of",
                    "Premiums earned",
                    "Reserves for losses",
                    "P/B",
                    "which does not suit this kind of company",
                ],
                ..Case::of(property_insurer())
            },
        ),
        (
            "a life insurer",
            Case {
                says: &[
                    "insurer",
                    "excess return on equity",
                    "owed to policyholders",
                ],
                never_says: &["ombined ratio", "Loss ratio"],
                ..Case::of(life_insurer())
            },
        ),
        (
            "an insurer under IFRS, in euros",
            Case {
                price: Some(("22", "EUR")),
                says: &[
                    "insurer",
                    "Insurance revenue",
                    "excess return on equity",
                    "EUR",
                ],
                never_says: &["ombined ratio", "Premiums earned"],
                ..Case::of(insurer_of_ifrs())
            },
        ),
        (
            "an insurer that pays no dividend",
            Case {
                says: &["have no dividends"],
                ..Case::of(property_insurer().without(&["PaymentsOfDividends"]))
            },
        ),
        (
            "an insurer without a price",
            Case {
                price: None,
                says: &["Value a share", "excess return on equity"],
                never_says: &["**Twelve-month target**"],
                ..Case::of(property_insurer())
            },
        ),
    ]);
}

#[test]
fn an_insurer_whose_equity_is_unknown_is_not_valued() {
    let without = property_insurer().without(&["StockholdersEquity", "Liabilities"]);
    check(&[(
        "an insurer without equity",
        Case {
            document: ERROR,
            code: 5,
            says: &["Q-002", "Equity attributable to the parent"],
            ..Case::of(without)
        },
    )]);
}

#[test]
fn what_makes_no_sense_is_refused_with_its_reason() {
    let negative = operating()
        .with(balance("StockholdersEquity", -500, 5))
        .with(balance("Liabilities", 6_500, 5));
    let two_years = Fictional {
        years: vec![2023, 2024],
        ..operating()
    };
    check(&[
        (
            "negative equity",
            Case {
                document: CARD,
                code: 4,
                says: &[
                    "book equity is",
                    "claims before the shareholders exceed the assets",
                ],
                never_says: &["Return on average equity"],
                ..Case::of(negative)
            },
        ),
        (
            "no cash flow statement",
            Case {
                document: ERROR,
                code: 5,
                says: &["Q-002", "Operating cash flow", "Capital expenditure"],
                ..Case::of(bare_of_cash_flow())
            },
        ),
        (
            "two years of history",
            Case {
                document: CARD,
                code: 4,
                says: &[
                    "fiscal years at hand",
                    "operating margin at the horizon (margin.terminal): missing",
                ],
                ..Case::of(two_years)
            },
        ),
        (
            "no price",
            Case {
                price: None,
                document: CARD,
                code: 4,
                says: &["price: missing"],
                ..Case::of(operating())
            },
        ),
    ]);
}

#[test]
fn other_standards_and_currencies_are_kept_apart() {
    check(&[
        (
            "IFRS in euros",
            Case {
                price: Some(("40", "EUR")),
                says: &["EUR", "IFRS", "discounted cash flow"],
                never_says: &["USD"],
                ..Case::of(of_europe())
            },
        ),
        (
            "statements in renminbi, a price in dollars",
            Case {
                document: CARD,
                code: 4,
                says: &[
                    "amounts in CNY, USD and no rate between them",
                    "(fx.price): missing",
                    "(adr.ratio): missing",
                ],
                ..Case::of(of_china())
            },
        ),
        (
            "the same with the rate and the shares behind a receipt",
            Case {
                further: &[("fx_price", "7.2"), ("adr_ratio", "2")],
                says: &["CNY", "discounted cash flow"],
                ..Case::of(of_china())
            },
        ),
    ]);
}

#[test]
fn holes_and_errors_in_the_figures_are_told() {
    let quarters = |quarters: &[i8]| Fictional {
        quarters: quarters.to_vec(),
        ..operating()
    };
    let misfiled = Fictional {
        misfiled: Some(("Revenues", 2024, 5_200_000)),
        ..operating()
    };
    check(&[
        (
            "quarters",
            Case {
                day: "2025-11-30",
                says: &["the twelve months to 2025-09-30"],
                ..Case::of(quarters(&[1, 2, 3]))
            },
        ),
        (
            "a missing quarter",
            Case {
                day: "2025-11-30",
                says: &[
                    "the twelve months to 2025-03-31",
                    "2025-06-30",
                    "is missing; not summed",
                ],
                never_says: &["the twelve months to 2025-09-30"],
                ..Case::of(quarters(&[1, 3]))
            },
        ),
        (
            "stale data",
            Case {
                day: "2026-11-15",
                document: ERROR,
                code: 5,
                says: &["Q-004", "for a period after"],
                ..Case::of(operating())
            },
        ),
        (
            "a filing with the wrong scale",
            Case {
                document: CONFLICT,
                code: 5,
                says: &["Q-001", "order_of_magnitude"],
                never_says: &["operating margin of"],
                ..Case::of(misfiled)
            },
        ),
    ]);
}

/// Amounts of eleven digits look like telephone numbers, and a name may hold an address: only the
/// second is taken out, and the audit knows what was.
#[test]
fn what_the_last_gate_takes_out_is_no_figure_and_no_reason_to_doubt_the_document() {
    let large = |mut line: Line| {
        line.first *= if line.counts == Counts::Money { 37 } else { 1 };
        line
    };
    let operating = operating();
    check(&[
        (
            "amounts of eleven digits",
            Case::of(Fictional {
                lines: operating.lines.iter().cloned().map(large).collect(),
                ..operating.clone()
            }),
        ),
        (
            "an address in a name",
            Case::of(Fictional {
                name: "Orrin Tools ir@orrintools.com Inc.",
                ..operating.clone()
            }),
        ),
    ]);
}
