use std::sync::Arc;

use assay_domain::Timestamp;
use assay_web::{Courtesy, VisitError, Visitor, WebClient};

use crate::support::{
    Names, Site, html, not_found, policy_for, redirect, reply, visit, visitor_of,
};

#[tokio::test]
async fn a_page_comes_with_its_links() {
    let site = Site::start(|path| match path {
        "/robots.txt" => not_found(),
        "/old" => redirect(301, "/reports/q3?lang=en#top"),
        _ => html("<title>Q3</title><a href='q2'>Q2</a> <a href='https://example.com/x'>x</a>"),
    })
    .await;
    let page = visit(&visitor_of(&site), &site.url("/old")).await.unwrap();
    assert_eq!(page.url, site.url("/old"));
    assert_eq!(page.final_url, site.url("/reports/q3?lang=en"));
    assert_eq!(page.name, "q3.html");
    let content_type = page.content_type.as_deref();
    assert_eq!(content_type, Some("text/html; charset=utf-8"));
    assert!(page.bytes.starts_with(b"<title>Q3"));
    let links = [site.url("/reports/q2"), "https://example.com/x".to_owned()];
    assert_eq!(page.links, links);
    assert!(page.end_is_known);
    assert_eq!(page.fetched_at, Timestamp::UNIX_EPOCH);
}

#[tokio::test]
async fn the_reader_says_what_it_is_and_keeps_nothing() {
    let site = Site::start(|path| match path {
        "/robots.txt" => not_found(),
        _ => reply(
            200,
            &[("content-type", "text/plain"), ("set-cookie", "id=7")],
            b"hello",
        ),
    })
    .await;
    let mut policy = policy_for(&site);
    policy.contact = Some("someone@example.com".to_owned());
    let visitor = crate::support::visitor(policy, &Names::with_site());
    for path in ["/1", "/2"] {
        visit(&visitor, &site.url(path)).await.unwrap();
    }
    for head in site.heads() {
        let head = head.to_ascii_lowercase();
        let agent = format!("user-agent: assay/{} (", env!("CARGO_PKG_VERSION"));
        assert!(head.contains(&agent), "{head}");
        assert!(head.contains("someone@example.com"), "{head}");
        assert!(
            !head.contains("cookie") && !head.contains("referer"),
            "{head}"
        );
    }
}

#[tokio::test]
async fn robots_txt_is_asked_for_once_and_obeyed() {
    let site = Site::start(|path| match path {
        "/robots.txt" => reply(
            200,
            &[],
            b"User-agent: *\nDisallow: /private\nAllow: /private/ir",
        ),
        _ => html("hello"),
    })
    .await;
    let visitor = visitor_of(&site);
    for (path, is_allowed) in [
        ("/", true),
        ("/private", false),
        ("/private?x=1", false),
        ("/private/ir/q3", true),
        ("/%70rivate", false),
    ] {
        let visited = visit(&visitor, &site.url(path)).await;
        match visited {
            Ok(_) => assert!(is_allowed, "{path}"),
            Err(VisitError::RobotsForbid { .. }) => assert!(!is_allowed, "{path}"),
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(site.paths(), ["/", "/private/ir/q3"]);
    assert_eq!(site.heads().len(), 3, "robots.txt is asked for once");
}

#[tokio::test]
async fn a_chain_of_redirects_asks_for_robots_txt_once() {
    let site = Site::start(|path| match path {
        "/robots.txt" => reply(200, &[], b"User-agent: assay\nDisallow: /no"),
        "/1" => redirect(302, "/2"),
        "/2" => redirect(302, "/3"),
        "/3" => redirect(302, "/no"),
        _ => html("hello"),
    })
    .await;
    let error = visit(&visitor_of(&site), &site.url("/1"))
        .await
        .unwrap_err();
    assert!(matches!(error, VisitError::RobotsForbid { .. }));
    assert_eq!(site.paths(), ["/1", "/2", "/3"]);
    assert_eq!(site.heads().len(), 4);
}

#[tokio::test]
async fn what_the_status_of_robots_txt_means() {
    for (status, is_read) in [
        (200, true),
        (404, true),
        (401, true),
        (403, true),
        (410, true),
        (429, false),
        (500, false),
        (503, false),
    ] {
        let site = Site::start(move |path| match path {
            "/robots.txt" => reply(status, &[], b""),
            _ => html("hello"),
        })
        .await;
        let visited = visit(&visitor_of(&site), &site.url("/")).await;
        match visited {
            Ok(_) => assert!(is_read, "{status}"),
            Err(error @ VisitError::RobotsUnavailable { .. }) => {
                assert!(!is_read, "{status}");
                assert!(error.is_transient());
                assert_eq!(site.paths().len(), 0);
            }
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[tokio::test]
async fn a_robots_txt_of_any_length_is_read_from_its_start() {
    let mut file = b"User-agent: *\nDisallow: /private\n".to_vec();
    file.resize(2 << 20, b'#');
    let site = Site::start(move |path| match path {
        "/robots.txt" => reply(200, &[], &file),
        _ => html("hello"),
    })
    .await;
    let visitor = visitor_of(&site);
    assert!(visit(&visitor, &site.url("/")).await.is_ok());
    let error = visit(&visitor, &site.url("/private")).await.unwrap_err();
    assert!(matches!(error, VisitError::RobotsForbid { .. }));
}

#[tokio::test]
async fn requests_to_one_server_keep_their_distance() {
    let site = Site::start(|path| match path {
        "/robots.txt" => reply(200, &[], b"User-agent: *\nCrawl-delay: 3600"),
        _ => html("hello"),
    })
    .await;
    let client = WebClient::with_lookup(policy_for(&site), Names::with_site()).unwrap();
    let courtesy = Courtesy {
        requests_at_once: 2,
        milliseconds_apart: 20,
        most_milliseconds_apart: 60,
    };
    let visitor = Visitor::new(client, courtesy);
    let started = std::time::Instant::now();
    let urls: Vec<String> = (0..5).map(|n| site.url(&format!("/{n}"))).collect();
    let mut visits = tokio::task::JoinSet::new();
    let visitor = Arc::new(visitor);
    for url in urls {
        let visitor = Arc::clone(&visitor);
        visits.spawn(async move { visit(&visitor, &url).await.map(|page| page.url) });
    }
    while let Some(done) = visits.join_next().await {
        done.unwrap().unwrap();
    }
    let least = std::time::Duration::from_millis(4 * 60);
    assert!(started.elapsed() >= least, "five requests have four gaps");
}

#[tokio::test]
async fn statuses_are_errors_with_what_the_server_asks_for() {
    let site = Site::start(|path| match path {
        "/robots.txt" => not_found(),
        "/busy" => reply(503, &[("retry-after", "7")], b"<html>busy"),
        _ => reply(410, &[], b"gone"),
    })
    .await;
    let visitor = visitor_of(&site);
    let busy = visit(&visitor, &site.url("/busy")).await.unwrap_err();
    assert!(busy.is_transient());
    let VisitError::Web(error) = busy else {
        panic!("{busy:?}");
    };
    assert_eq!(error.retry_after(), Some(std::time::Duration::from_secs(7)));
    let gone = visit(&visitor, &site.url("/gone?key=1")).await.unwrap_err();
    assert!(!gone.is_transient());
    assert_eq!(
        gone.to_string(),
        format!("http://site.example.com:{}: HTTP 410", site.port)
    );
}
