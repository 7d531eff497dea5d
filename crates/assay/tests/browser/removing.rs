//! A document is removed after a second word, and whoever else is signed in is signed out.

use assay_browser::Selector;

use crate::home::Home;
use crate::workbench::{Tongue, on_workbench};

/// Asks with the cookie alone, as a listener that was sent it could.
const COOKIE_ALONE: &str =
    "fetch('/api/runs', { credentials: 'same-origin' }).then((reply) => reply.status)";

#[test]
fn a_document_is_removed_after_a_second_word() {
    let home = Home::empty();
    home.write(
        "notes/reed.md",
        "# Reeds\n\nThe reed bed at Tarnwick grew to 12 hectares in 2024.\n",
    );
    home.must(&["ingest", "notes"]);
    on_workbench(home, None, async |bench| {
        let reader = bench.reader(Tongue::English).await;
        reader.show("/library").await;
        reader
            .click(Selector::css("#main table a").with_text("Reeds"))
            .await
            .unwrap();
        let remove = Selector::css("#main .removal button").with_text("Remove");
        reader.click(&remove).await.unwrap();
        let keep = Selector::css("#main .removal button").with_text("Keep");
        reader.click(&keep).await.unwrap();
        reader.click(&remove).await.unwrap();
        reader
            .click(Selector::css("#main .removal button.danger"))
            .await
            .unwrap();
        reader.wait_for_text("#main h1", "Document removed").await;
        let listed = bench.home.json(&["--json", "library", "list"]);
        assert_eq!(listed.as_array().unwrap().len(), 0, "{listed}");
        reader.assert_clean();
        bench.home.assert_sound();
    });
}

#[test]
fn a_browser_is_signed_out_from_another_one_and_its_cookie_alone_never_counted() {
    on_workbench(Home::empty(), None, async |bench| {
        let reader = bench.reader(Tongue::English).await;
        let other = bench.reader(Tongue::English).await;
        assert_eq!(other.evaluate(COOKIE_ALONE).await.unwrap(), 401);
        reader.show("/settings").await;
        reader.wait_for("#sessions").await.unwrap();
        let rows = "section[aria-labelledby=sessions] tbody tr";
        assert_eq!(reader.count(rows).await.unwrap(), 2);
        let foreign = format!("{rows}:not(:has(strong)) button");
        reader.click(Selector::css(&foreign)).await.unwrap();
        reader
            .wait_for(assay_browser::Condition::holds(
                "document.querySelectorAll('section[aria-labelledby=sessions] tbody tr').length === 1",
            ))
            .await
            .unwrap();
        other.reload().await.unwrap();
        other.wait_for("#token").await.unwrap();
        reader.reload().await.unwrap();
        reader.wait_for("#sessions").await.unwrap();
    });
}
