//! What is recorded of a page.

use assay_browser::{
    BrowserError, Condition, ConsoleMessage, Exchange, Level, Outcome, PageOptions,
};

use crate::lab::with_browser;
use crate::site::{Answers, Site, html};

#[test]
fn messages_errors_and_refusals_of_the_policy_are_kept() {
    with_browser(|lab| async move {
        let (_, body) = html(
            "<script src=/talk.js></script><script>window.inline = 1</script><p id=end>end</p>",
        );
        let policy =
            "200 OK\r\ncontent-type: text/html\r\ncontent-security-policy: script-src 'self'"
                .to_owned();
        let script = (
            "200 OK\r\ncontent-type: text/javascript".to_owned(),
            "console.log('a', {b: 1}); console.error('bad', 2); alert('hello'); window.open('/popup'); throw new Error('thrown');".to_owned(),
        );
        let site = Site::start(Answers::from([("/", (policy, body)), ("/talk.js", script)])).await;
        let page = lab.browser.new_page(PageOptions::default()).await.unwrap();
        page.open(&site.url("/")).await.unwrap();
        page.wait_for("#end").await.unwrap();
        let console = page.console();
        let has = |level: Level, source: &str, text: &str| {
            console
                .iter()
                .any(|one| one.level == level && one.source == source && one.text.contains(text))
        };
        assert!(has(Level::Talk, "console", "a"), "{console:#?}");
        assert!(has(Level::Error, "console", "bad 2"), "{console:#?}");
        assert!(has(Level::Error, "exception", "thrown"), "{console:#?}");
        assert!(has(Level::Warning, "dialog", "hello"), "{console:#?}");
        assert!(
            console.iter().any(ConsoleMessage::is_policy_violation),
            "{console:#?}"
        );
        assert_eq!(
            page.evaluate("window.inline ?? null").await.unwrap(),
            serde_json::Value::Null
        );
        lab
    });
}

#[test]
fn every_request_is_listed_with_its_bytes_and_its_end() {
    with_browser(|lab| async move {
        let body = html(
            "<img src=/missing.png><img src='http://127.0.0.1:9/closed.png'><script>fetch('/moved').then((one) => one.text()).then((text) => { document.title = text; })</script>",
        );
        let size = body.1.len() as u64;
        let site = Site::start(Answers::from([
            ("/", body),
            (
                "/moved",
                ("302 Found\r\nlocation: /here".to_owned(), String::new()),
            ),
            (
                "/here",
                (
                    "200 OK\r\ncontent-type: text/plain".to_owned(),
                    "arrived".to_owned(),
                ),
            ),
        ]))
        .await;
        let page = lab.browser.new_page(PageOptions::default()).await.unwrap();
        page.open(&site.url("/")).await.unwrap();
        page.wait_for(Condition::holds("document.title === 'arrived'"))
            .await
            .unwrap();
        let exchanges = page.exchanges();
        let of = |path: &str| {
            let found = exchanges.iter().find(|one| one.url.ends_with(path));
            found
                .unwrap_or_else(|| panic!("{path}: {exchanges:#?}"))
                .clone()
        };
        let document = exchanges
            .iter()
            .find(|one| one.kind == "Document")
            .unwrap()
            .clone();
        assert_eq!(
            (document.status, &document.outcome),
            (Some(200), &Outcome::Done)
        );
        assert!(
            document.bytes > size && document.bytes < size + 500,
            "{document:?}"
        );
        assert_eq!(of("/missing.png").status, Some(404));
        assert!(matches!(of("/closed.png").outcome, Outcome::Failed(_)));
        assert_eq!(of("/moved").status, Some(302));
        assert_eq!(of("/here").status, Some(200));
        assert!(exchanges.iter().all(Exchange::is_remote));
        assert!(page.transferred() >= document.bytes);
        assert!(!page.load_time().await.unwrap().is_zero());
        lab
    });
}

#[test]
fn an_address_that_nobody_serves_is_an_error() {
    with_browser(|lab| async move {
        let page = lab.browser.new_page(PageOptions::default()).await.unwrap();
        let error = page.open("http://127.0.0.1:9/").await.unwrap_err();
        assert!(matches!(error, BrowserError::Navigation { .. }), "{error}");
        lab
    });
}
