//! A question that is answered as of a day.

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
