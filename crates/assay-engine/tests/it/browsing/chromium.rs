use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use assay_browser::{BrowserOptions, Installation, VARIABLE};
use assay_domain::{Event, Outcome};
use assay_engine::{BrowserDriver, BrowserPage, Chromium, ClickTarget, ControlKind, FieldEntry};
use assay_web::{AdmittedOrigin, PageRoutes, Policy, Provenance, UrlSource};
use serde_json::json;

use super::lab::{Lab, always, calls, chapter, finish, settings};
use super::site::Site;

const SENTENCE: &str = "Deliveries of pressure sensors rose to 310 units in 2024.";

fn pages(path: &str, port: u16) -> Option<String> {
    let body = match path.split('?').next()? {
        "/start" => format!(
            r#"<h1>Sensors</h1><p id=late></p>
            <a href="/deliveries" target=_blank>Deliveries by year</a>
            <a href="http://localhost:{port}/inside">Inside</a>
            <a href="/robots-only">Closed to robots</a>
            <button id=jump onclick="location.href='/invented?loot=1'">Jump</button>
            <button id=grow onclick="document.getElementById('late').textContent='Prices fell by 4% in 2024.'">Show prices</button>
            <form action="/search"><label>Search <input name=q></label><input type=submit value=Go></form>
            <form action="http://localhost:{port}/steal" method=post><input name=theft placeholder=Theft></form>
            <form action="/login" method=post><input name=user placeholder=User><input type=password name=pass placeholder=Pass><button>Sign in</button></form>
            <a id=unseen href="/deliveries" style="display:none">Unseen</a>
            <iframe src="/frame"></iframe>
            <script>
              setTimeout(() => document.getElementById('late').textContent = {SENTENCE:?}, 50);
              fetch('http://localhost:{port}/beacon', {{method: 'POST', body: 'x', mode: 'no-cors'}}).catch(() => 0);
              new Image().src = 'http://localhost:{port}/pixel';
            </script>"#
        ),
        "/deliveries" => format!("<h1>Deliveries</h1><p>{SENTENCE}</p><a href='/start'>Back</a>"),
        "/search" => "<p>Two hits were found for the query.</p>".to_owned(),
        "/robots.txt" => return Some("User-agent: *\nDisallow: /robots-only\n".to_owned()),
        _ => return None,
    };
    Some(format!(
        "<!doctype html><html lang=en><title>t</title><body>{body}</body></html>"
    ))
}

/// How a Chromium is started here, where there is one. Tests run as root, too.
fn options(scratch: &Path) -> Option<BrowserOptions> {
    let (named, path) = (std::env::var_os(VARIABLE), std::env::var_os("PATH"));
    match Installation::find(named.as_deref(), path.as_deref()) {
        Ok(installation) => {
            let mut options = BrowserOptions::new(installation, scratch).sandbox_unless_root();
            // a busy machine is slow, and only a failure waits this long
            options.limit = Duration::from_secs(60);
            Some(options)
        }
        Err(error) => {
            eprintln!("skipped: {error}");
            let required = std::env::var_os("ASSAY_REQUIRE_LABS");
            assert_ne!(required, Some("1".into()), "the labs are required: {error}");
            None
        }
    }
}

/// The site, and the same under a name, which is another server.
fn admitting(site: &Site) -> Policy {
    let named = site.url("/").replace("127.0.0.1", "localhost");
    Policy::default()
        .admitting(AdmittedOrigin::of(&site.url("/")).unwrap())
        .admitting(AdmittedOrigin::of(&named).unwrap())
}

struct Bench {
    site: Site,
    routes: Arc<PageRoutes>,
    page: Box<dyn BrowserPage>,
}

impl Bench {
    /// The page `/start`, opened; its links are known as if it had been read.
    async fn start(scratch: &Path) -> Option<Self> {
        let options = options(scratch)?;
        let site = Site::start(pages).await;
        let lab = Lab::new(vec![finish()], admitting(&site)).await;
        let routes = Arc::new(PageRoutes::new(admitting(&site)));
        let mut known = Provenance::new();
        for path in [
            "/start",
            "/deliveries",
            "/robots-only",
            "/to/deliveries",
            "/tohttp://10.0.0.1/x",
        ] {
            known.add(&site.url(path), UrlSource::User).unwrap();
        }
        routes.know(known);
        let driver = Chromium::new(options, lab.visitor());
        let page = driver.start(Arc::clone(&routes)).await.unwrap();
        let bench = Self { site, routes, page };
        bench.open("/start").await.unwrap();
        Some(bench)
    }

    async fn open(&self, path: &str) -> Result<(), String> {
        let permitted = self.routes.permit(&self.site.url(path)).unwrap();
        self.page
            .open(&permitted)
            .await
            .map_err(|failure| failure.message)
    }

    async fn click(&self, text: &str) -> Result<(), String> {
        let target = ClickTarget::Text(text.to_owned());
        self.page
            .click(&target)
            .await
            .map_err(|failure| failure.message)
    }

    async fn fill(&self, field: &str, submit: bool) -> Result<(), String> {
        let entry = FieldEntry {
            field: field.to_owned(),
            text: "pressure sensors".to_owned(),
            submit,
        };
        self.page
            .fill(&entry)
            .await
            .map_err(|failure| failure.message)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_held_to_its_routes() {
    let scratch = tempfile::tempdir().unwrap();
    let Some(bench) = Bench::start(scratch.path()).await else {
        return;
    };
    let told = |result: Result<(), String>, why: &str| {
        let message = result.expect_err(why);
        assert!(message.contains(why), "{message}");
    };
    // what may not be done, each for its reason
    told(bench.click("Jump").await, "neither given by the user");
    told(bench.click("Inside").await, "neither given by the user");
    told(bench.click("Closed to robots").await, "robots.txt");
    told(bench.click("Sign in").await, "password");
    told(bench.fill("Pass", false).await, "asks for a secret");
    told(bench.fill("User", true).await, "password");
    told(bench.fill("Theft", true).await, "server of its own page");
    told(bench.fill("Nowhere", false).await, "no such element");
    let unseen = ClickTarget::Selector("#unseen".to_owned());
    let unseen = bench.page.click(&unseen).await;
    told(unseen.map_err(|failure| failure.message), "cannot be seen");
    told(
        bench.open("/tohttp://10.0.0.1/x").await,
        "no public address",
    );
    // the page is still there after all of it
    bench.click("Show prices").await.unwrap();
    let asked = bench.site.asked();
    for path in [
        "invented",
        "steal",
        "login",
        "beacon",
        "frame",
        "robots-only",
        "inside",
    ] {
        assert!(
            asked.iter().all(|one| !one.contains(path)),
            "{path}: {asked:?}"
        );
    }
    // what is loaded from elsewhere comes, what is sent elsewhere does not go
    assert!(asked.contains(&"GET /pixel".to_owned()), "{asked:?}");
    // nothing that was typed without being sent has left
    assert!(
        asked.iter().all(|one| !one.starts_with("POST")),
        "{asked:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_read_and_operated() {
    let scratch = tempfile::tempdir().unwrap();
    let Some(bench) = Bench::start(scratch.path()).await else {
        return;
    };
    bench.click("Show prices").await.unwrap();
    let shown = bench.page.shown().await.unwrap();
    assert!(
        shown.html.contains("Prices fell by 4% in 2024."),
        "{}",
        shown.html
    );
    let names: Vec<&str> = shown.controls.iter().map(|one| one.name.as_str()).collect();
    assert!(
        names.contains(&"Search") && names.contains(&"Show prices"),
        "{names:?}"
    );
    assert!(!names.contains(&"Pass"), "{names:?}");
    let fields = shown
        .controls
        .iter()
        .filter(|one| one.kind == ControlKind::Field);
    assert_eq!(fields.count(), 3);
    let picture = bench.page.screenshot().await.unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    // a link that would open a window opens here
    bench.click("deliveries by year").await.unwrap();
    let shown = bench.page.shown().await.unwrap();
    assert_eq!(shown.url, bench.site.url("/deliveries"));
    bench.open("/to/deliveries").await.unwrap();
    assert_eq!(
        bench.page.address().await.unwrap(),
        bench.site.url("/deliveries")
    );
    bench.open("/start").await.unwrap();
    bench.fill("Search", true).await.unwrap();
    let address = bench.page.address().await.unwrap();
    assert_eq!(address, bench.site.url("/search?q=pressure+sensors"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_cites_what_only_a_browser_shows() {
    let scratch = tempfile::tempdir().unwrap();
    let Some(options) = options(scratch.path()) else {
        return;
    };
    let site = Site::start(pages).await;
    let start = site.url("/start");
    let turns = vec![
        always("browser_open", json!({"url": start})),
        always("browser_read", json!({})),
        always("browser_screenshot", json!({})),
        always("browser_click", json!({"text": "Deliveries by year"})),
        always("browser_read", json!({"page": "deliveries"})),
        chapter(SENTENCE),
        finish(),
    ];
    let lab = Lab::new(turns, admitting(&site)).await;
    let browser = Arc::new(Chromium::new(options, lab.visitor()));
    let question = format!("What does {start} say about sensors?");
    let events = lab.drive(&question, browser, settings(true)).await;
    let ended = events.iter().find_map(|event| match event {
        Event::RunFinished { outcome, reasons } => Some((*outcome, reasons.clone())),
        _ => None,
    });
    let failures: Vec<_> = calls(&events).into_iter().filter_map(|one| one.2).collect();
    assert_eq!(
        ended,
        Some((Outcome::Completed, Vec::new())),
        "{failures:?}"
    );
    let report = lab.report(&events);
    assert!(
        report.contains("310 units") && report.contains(&start),
        "{report}"
    );
    assert!(lab.bytes("Screenshots/01.png").starts_with(b"\x89PNG"));
    assert_eq!(lab.library.documents().unwrap().len(), 2);
    // the browser ended with the run, and took its profile along
    let left: Vec<_> = std::fs::read_dir(scratch.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Command lines of processes that name a folder.
fn processes(folder: &Path) -> Vec<String> {
    let wanted = folder.display().to_string();
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    let lines = entries.flatten().filter_map(|entry| {
        // a process may end while it is looked at
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).replace('\0', " "))
    });
    lines.filter(|line| line.contains(&wanted)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_that_is_put_down_takes_its_browser_along() {
    let scratch = tempfile::tempdir().unwrap();
    let Some(options) = options(scratch.path()) else {
        return;
    };
    let site = Site::start(pages).await;
    let start = site.url("/start");
    let turns = vec![always("browser_open", json!({"url": start})), finish()];
    let lab = Lab::new(turns, admitting(&site)).await;
    lab.silent_at.store(1, std::sync::atomic::Ordering::Relaxed);
    let browser = Arc::new(Chromium::new(options, lab.visitor()));
    let question = format!("What does {start} say about sensors?");
    let events = lab.drive(&question, browser, settings(true)).await;
    assert!(site.asked().contains(&"GET /start".to_owned()));
    assert!(
        events
            .iter()
            .all(|event| !matches!(event, Event::RunFinished { .. }))
    );
    // what is killed is gone when the kernel has seen to it
    let begun = std::time::Instant::now();
    while !processes(scratch.path()).is_empty() && begun.elapsed() < Duration::from_secs(20) {
        tokio::task::yield_now().await;
    }
    assert_eq!(processes(scratch.path()), Vec::<String>::new());
}
