//! A question that is answered as of a day.

use serde_json::{Value, json};

use crate::fictional::operating;
use crate::home::Home;

/// The reports of two years and a page without a date, about the same company.
fn home() -> Home {
    let home = Home::empty();
    home.write(
        "old.md",
        "---\ntitle: Acme report 2023\ndate: 2024-02-10\n---\n\nAcme's revenue was $80 million in 2023.\n",
    );
    home.write(
        "new.md",
        "---\ntitle: Acme report 2024\ndate: 2025-02-10\n---\n\nAcme's revenue was $96 million in 2024.\n",
    );
    home.write("undated.md", "# Acme\n\nAcme's revenue was $70 million.\n");
    home.must(&["ingest", "old.md", "new.md", "undated.md"]);
    home
}

#[test]
fn what_became_known_later_is_not_used() {
    let cases = [
        (
            None,
            "How did Acme's revenue develop?",
            vec!["80", "96"],
            vec!["only documents dated"],
        ),
        (
            Some("2024-12-31"),
            "How did Acme's revenue develop?",
            vec!["$80 million", "only documents dated 2024-12-31 or earlier"],
            vec!["96", "$70 million"],
        ),
        (
            Some("2024-12-31"),
            "Acme 的营业收入如何变化？",
            vec!["80", "只采用日期不晚于 2024-12-31 的文档"],
            vec!["96", "$70 million"],
        ),
    ];
    for (day, question, said, unsaid) in cases {
        let home = home();
        let mut command = vec!["research", question, "--plain"];
        command.extend(day.into_iter().flat_map(|day| ["--as-of", day]));
        // the sides of a company that three pages do not tell of are missing
        let ran = home.assay(&command);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let report = ran.stdout;
        for words in said {
            assert!(
                report.contains(words),
                "{day:?} {question}: no {words} in\n{report}"
            );
        }
        for words in unsaid {
            assert!(
                !report.contains(words),
                "{day:?} {question}: {words} in\n{report}"
            );
        }
    }
}

#[test]
fn a_day_before_all_documents_leaves_nothing_to_say() {
    let home = home();
    let ran = home.assay(&[
        "research",
        "How did Acme's revenue develop?",
        "--plain",
        "--as-of",
        "2020-01-01",
    ]);
    assert_ne!(ran.code, Some(0), "{ran:?}");
    assert!(!ran.stdout.contains("$80 million"), "{ran:?}");
}

/// Words that stand in documents from after the day alone.
const PLANTED: &[&str] = &["zanthium", "Quorbital", "Brixelmoor", "2026-02-20"];

/// Press about `name`: one report from before the day, one from after it and one of no day, the last two with
/// the [`PLANTED`] words.
fn plant_news(home: &Home, name: &str) {
    let planted = |date: &str| {
        format!(
            "---\ntitle: {name} and its zanthium plant\n{date}---\n\n{name} buys zanthium from Quorbital Foundries. \
             The revenue and the margins of {name} rest on zanthium. {name}’s competitors include Brixelmoor Inc. \
             The main risk of {name} is that zanthium gets scarce.\n"
        )
    };
    home.write("news/later.md", planted("date: 2025-06-14\n"));
    home.write("news/undated.md", planted(""));
    home.write(
        "news/before.md",
        format!("---\ntitle: {name} and its presses\ndate: 2025-03-02\n---\n\n{name} buys castings from Rusk & Lathe Company. The revenue of {name} rests on castings.\n"),
    );
}

/// What the market said three days before the day.
fn market_of_march() -> Value {
    let figure =
        |value: &str| json!({"value": value, "as_of": "2025-03-28", "source": "fictional"});
    json!({"all": {
        "risk_free": figure("0.04"), "equity_risk_premium": figure("0.045"), "marginal_tax": figure("0.25"),
        "cost_of_debt": figure("0.05"), "beta": figure("1.0"), "exit_multiple": figure("9"),
    }})
}

#[test]
fn a_judgement_as_of_a_day_has_no_word_of_what_came_later() {
    let home = Home::empty();
    let mut company = operating();
    company.years = (2018..=2025).collect();
    company.quarters = Vec::new();
    company.ingest(&home);
    let name = company.name;
    plant_news(&home, name);
    home.must(&["ingest", "news"]);
    home.write("market.json", market_of_march().to_string());
    let day = ["--as-of", "2025-03-31"];
    // a run of today leaves its relations behind
    home.must(&["graph", "refresh", company.ticker]);
    let question = format!("What does the revenue of {name} rest on?");
    let asked: [&[&str]; 5] = [
        &[
            "research",
            company.ticker,
            "--offline",
            "-y",
            "--market",
            "market.json",
            "--out",
            "memo",
        ],
        &["research", &question, "--offline", "-y", "--out", "answer"],
        &["ask", &question],
        &["graph", "show", company.ticker],
        &["data", company.ticker, "revenue"],
    ];
    for command in asked {
        let ran = home.assay(&[command, &day].concat());
        assert_ne!(ran.code, Some(1), "{ran:?}");
        let run = home.newest().to_string();
        let told = match command {
            ["research", ..] => home.must(&["show", &run, "--json"]).stdout,
            _ => String::new(),
        };
        for words in PLANTED {
            assert!(
                !ran.stdout.contains(words),
                "{command:?}: {words}\n{}",
                ran.stdout
            );
            assert!(!told.contains(words), "{command:?}: {words}\n{told}");
        }
    }
    let graph = home.must(&["graph", "show", company.ticker, "--as-of", "2025-03-31"]);
    assert!(
        graph.stdout.contains("Rusk & Lathe Company"),
        "{}",
        graph.stdout
    );
    let today = home.must(&["graph", "show", company.ticker, "--as-of", "2025-06-20"]);
    assert!(
        today.stdout.contains("Quorbital Foundries"),
        "{}",
        today.stdout
    );
}
