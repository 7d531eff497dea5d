//! Reading a page and working it as a person does.

use std::time::Duration;

use assay_browser::{
    BrowserError, Condition, Key, Modifiers, Page, PageOptions, Scheme, Screen, Selector,
};

use crate::lab::{Lab, with_browser};
use crate::site::{Answers, Site, html};

const FORM: &str = r#"
<h1>Form</h1>
<label>Name <input id=name></label>
<textarea id=note>one</textarea>
<button id=go onclick="document.querySelector('#out').textContent = document.querySelector('#name').value + '|' + document.querySelector('#note').value">Go</button>
<button id=late disabled onclick="document.querySelector('#out').textContent = 'late'">Later</button>
<p id=out></p>
<div style="height: 3000px"></div>
<button id=far onclick="document.querySelector('#out').textContent = 'far'">Far</button>
<p id=keys></p>
<script>
  document.addEventListener('keydown', (event) => {
    document.querySelector('#keys').textContent += `${event.ctrlKey ? 'C-' : ''}${event.key};`;
  });
  setTimeout(() => { document.querySelector('#late').disabled = false; }, 120);
  localStorage.setItem('seen', Number(localStorage.getItem('seen') ?? 0) + 1);
</script>"#;

async fn form(lab: &Lab) -> (Site, Page) {
    let site = Site::start(Answers::from([("/", html(FORM))])).await;
    let page = lab.browser.new_page(PageOptions::default()).await.unwrap();
    page.open(&site.url("/")).await.unwrap();
    (site, page)
}

#[test]
fn a_form_is_filled_in_and_sent_with_mouse_and_keyboard() {
    with_browser(|lab| async move {
        let (_site, page) = form(&lab).await;
        assert_eq!(page.text("h1").await.unwrap(), "Form");
        page.type_text("#name", "晶圆 Ltd").await.unwrap();
        page.type_text("#note", " two").await.unwrap();
        page.click(Selector::css("button").with_text("Go"))
            .await
            .unwrap();
        assert_eq!(page.text("#out").await.unwrap(), "晶圆 Ltd|one two");
        page.replace_text("#note", "new").await.unwrap();
        page.press(Key::Tab, Modifiers::NONE).await.unwrap();
        let focused = page.evaluate("document.activeElement.id").await.unwrap();
        assert_eq!(focused, "go");
        page.press(Key::Enter, Modifiers::NONE).await.unwrap();
        assert_eq!(page.text("#out").await.unwrap(), "晶圆 Ltd|new");
        page.press(Key::Character('k'), Modifiers::CONTROL)
            .await
            .unwrap();
        assert!(page.text("#keys").await.unwrap().ends_with("C-k;"));
        lab
    });
}

#[test]
fn a_click_waits_for_its_element_and_brings_it_into_view() {
    with_browser(|lab| async move {
        let (_site, page) = form(&lab).await;
        page.click("#late").await.unwrap();
        assert_eq!(page.text("#out").await.unwrap(), "late");
        page.click("#far").await.unwrap();
        assert_eq!(page.text("#out").await.unwrap(), "far");
        lab
    });
}

#[test]
fn what_does_not_come_is_an_error_that_shows_the_page() {
    with_browser(|lab| async move {
        let (_site, page) = form(&lab).await;
        let short = Duration::from_millis(200);
        let error = page.wait_within(short, "#nowhere").await.unwrap_err();
        let told = error.to_string();
        assert!(matches!(error, BrowserError::WaitedInVain { .. }), "{told}");
        assert!(
            told.contains("`#nowhere`") && told.contains("Form"),
            "{told}"
        );
        let error = page.text("#nowhere").await.unwrap_err();
        assert!(matches!(error, BrowserError::NoElement(_)), "{error}");
        let error = page.evaluate("nowhere()").await.unwrap_err();
        assert!(matches!(error, BrowserError::Script(_)), "{error}");
        assert!(error.to_string().contains("nowhere is not defined"));
        let error = page
            .wait_for(Condition::holds("nowhere()"))
            .await
            .unwrap_err();
        assert!(matches!(error, BrowserError::Script(_)), "{error}");
        lab
    });
}

#[test]
fn a_wait_outlives_the_document_it_began_in() {
    with_browser(|lab| async move {
        let second = html("<h1>Second</h1>");
        let first = html(
            "<h1>First</h1><script>setTimeout(() => { location.href = '/second'; }, 150)</script>",
        );
        let site = Site::start(Answers::from([("/", first), ("/second", second)])).await;
        let page = lab.browser.new_page(PageOptions::default()).await.unwrap();
        page.open(&site.url("/")).await.unwrap();
        let second = Selector::css("h1").with_text("Second");
        page.wait_for(second).await.unwrap();
        lab
    });
}

#[test]
fn pages_share_no_storage_and_a_reload_keeps_it() {
    with_browser(|lab| async move {
        let (site, page) = form(&lab).await;
        page.reload().await.unwrap();
        let seen = "localStorage.getItem('seen')";
        assert_eq!(page.evaluate(seen).await.unwrap(), "2");
        let other = lab.browser.new_page(PageOptions::default()).await.unwrap();
        other.open(&site.url("/")).await.unwrap();
        assert_eq!(other.evaluate(seen).await.unwrap(), "1");
        lab
    });
}

#[test]
fn a_page_is_shown_on_other_screens_in_other_languages() {
    with_browser(|lab| async move {
        let options = PageOptions {
            languages: Some("zh-CN,zh".to_owned()),
            ..PageOptions::default()
        };
        let page = lab.browser.new_page(options).await.unwrap();
        page.emulate(Screen::PHONE.dark()).await.unwrap();
        assert_eq!(Screen::PHONE.dark().scheme, Scheme::Dark);
        let seen = page
            .evaluate("[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, navigator.language]")
            .await
            .unwrap();
        assert_eq!(seen, serde_json::json!([390, true, "zh-CN"]));
        let picture = page.screenshot().await.unwrap();
        assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
        lab
    });
}

#[test]
fn a_download_is_kept_where_it_was_allowed_and_refused_elsewhere() {
    with_browser(|lab| async move {
        let link = html("<a id=get href=/file download>get</a>");
        let file = (
            "200 OK\r\ncontent-type: text/plain\r\ncontent-disposition: attachment; filename=\"memo.md\"".to_owned(),
            "# Memo".to_owned(),
        );
        let site = Site::start(Answers::from([("/", link), ("/file", file)])).await;
        let options = PageOptions {
            downloads: Some(lab.folder.path().to_owned()),
            ..PageOptions::default()
        };
        let page = lab.browser.new_page(options).await.unwrap();
        page.open(&site.url("/")).await.unwrap();
        page.click("#get").await.unwrap();
        let download = page.download(1).await.unwrap();
        assert_eq!(download.name, "memo.md");
        assert_eq!(std::fs::read_to_string(&download.path).unwrap(), "# Memo");
        lab
    });
}
