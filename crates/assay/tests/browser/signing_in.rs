//! Who has no token sees nothing but the question for it; who has one keeps the language he chose.

use assay_browser::{Condition, Selector};

use crate::workbench::{Tongue, on_workbench, sample_company};

#[test]
fn without_the_token_the_page_asks_for_it_and_shows_nothing() {
    on_workbench(sample_company(), None, async |bench| {
        let stranger = bench.stranger(Tongue::English).await;
        stranger.wait_for("#token").await.unwrap();
        assert_eq!(stranger.count("#question").await.unwrap(), 0);
        let token = bench.token();
        stranger
            .type_text("#token", "a token that is wrong")
            .await
            .unwrap();
        stranger.click("form button.primary").await.unwrap();
        stranger.wait_for("form .box.bad").await.unwrap();
        stranger.replace_text("#token", &token).await.unwrap();
        stranger.click("form button.primary").await.unwrap();
        stranger.wait_for("#question").await.unwrap();
        // a cookie that scripts cannot read, and an address without the token
        let kept = stranger.evaluate("document.cookie + location.href").await;
        assert!(!kept.unwrap().to_string().contains(&token));
        stranger.assert_unbroken();
    });
}

#[test]
fn the_language_is_switched_in_place_and_kept() {
    on_workbench(sample_company(), None, async |bench| {
        let reader = bench.reader(Tongue::English).await;
        reader.show("/library").await;
        reader
            .click(Selector::css("#header button").with_text("中文"))
            .await
            .unwrap();
        reader
            .wait_for(Condition::holds(
                "document.documentElement.lang === 'zh-CN'",
            ))
            .await
            .unwrap();
        reader.wait_for_text("#main h1", "资料库").await;
        reader.reload().await.unwrap();
        reader.wait_for_text("#main h1", "资料库").await;
        reader.assert_clean();
    });
}
