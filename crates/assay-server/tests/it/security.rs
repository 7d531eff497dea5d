//! Every route of the table against everything that must not get in.

use assay_server::{Route, RouteAccess, Takes, routes};
use serde_json::json;

use crate::bench::{Bench, Setup, TOKEN};
use crate::client::send;

/// A path that a route answers to.
fn path(route: &Route) -> String {
    let parts = route
        .path
        .split('/')
        .map(|part| if part.starts_with('{') { "x" } else { part });
    parts.collect::<Vec<_>>().join("/")
}

fn media(route: &Route) -> &'static str {
    match route.takes {
        Takes::File => "application/octet-stream",
        Takes::Json(_) | Takes::Nothing => "application/json",
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foreign_host_or_origin_gets_in_nowhere() {
    let bench = Bench::new().await;
    let port = bench.address.port();
    let own = bench.authority();
    let hosts = [
        format!("evil.example:{port}"),
        format!("0.0.0.0:{port}"),
        "127.0.0.1".to_owned(),
        "assay.example".to_owned(),
        String::new(),
    ];
    let origins = [
        "http://evil.example".to_owned(),
        "null".to_owned(),
        "https://assay.example".to_owned(),
        format!("https://{own}"),
    ];
    let bearer = format!("Bearer {TOKEN}");
    for route in routes() {
        let (path, media) = (path(&route), media(&route));
        let common = [
            ("authorization", bearer.as_str()),
            ("x-assay", "1"),
            ("content-type", media),
        ];
        for host in &hosts {
            let headers = [&[("host", host.as_str())], &common[..]].concat();
            let reply = send(bench.address, route.method.as_str(), &path, &headers, b"{}").await;
            assert_eq!(
                reply.status, 403,
                "{} {path} with host {host}",
                route.method
            );
        }
        for origin in &origins {
            let headers = [
                &[("host", own.as_str()), ("origin", origin.as_str())],
                &common[..],
            ];
            let headers = headers.concat();
            let reply = send(bench.address, route.method.as_str(), &path, &headers, b"{}").await;
            assert_eq!(reply.status, 403, "{} {path} from {origin}", route.method);
        }
    }
    for (path, host) in [
        ("/nowhere", "evil.example"),
        ("/api/nowhere", "evil.example"),
    ] {
        let reply = send(bench.address, "GET", path, &[("host", host)], b"").await;
        assert_eq!(reply.status, 403, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_origin_that_is_named_gets_in_and_nothing_else_with_it() {
    let bench = Bench::with(Setup {
        origins: &["https://assay.example"],
        ..Setup::default()
    })
    .await;
    let port = bench.address.port();
    let own = bench.authority();
    let with_port = format!("assay.example:{port}");
    let plain = format!("http://{own}");
    let cases = [
        ("assay.example", "https://assay.example", true),
        ("assay.example:443", "https://assay.example", true),
        (own.as_str(), "https://assay.example", true),
        (own.as_str(), plain.as_str(), true),
        ("assay.example", "http://assay.example", false),
        ("assay.example", "https://evil.example", false),
        ("assay.example", "https://assay.example.evil.example", false),
        ("assay.example", "null", false),
        (with_port.as_str(), "https://assay.example", false),
        ("sub.assay.example", "https://assay.example", false),
        ("evil.example", "https://assay.example", false),
    ];
    let bearer = format!("Bearer {TOKEN}");
    for route in routes() {
        let (path, media) = (path(&route), media(&route));
        for (host, origin, expected) in cases {
            let headers = [
                ("host", host),
                ("origin", origin),
                ("authorization", bearer.as_str()),
                ("x-assay", "1"),
                ("content-type", media),
            ];
            let reply = send(bench.address, route.method.as_str(), &path, &headers, b"{}").await;
            let told = format!("{} {path} at {host} from {origin}", route.method);
            // a setting that only the machine may change is 403 by its own
            let own_refusal = reply.text().contains("machine");
            assert_eq!(
                reply.status != 403 || own_refusal,
                expected,
                "{told}: {}",
                reply.text()
            );
            let cors = |(name, _): &&(String, String)| name.starts_with("access-control");
            assert!(reply.headers.iter().find(cors).is_none(), "{told}");
        }
        // the token is asked for there too
        let headers = [("host", "assay.example"), ("content-type", media)];
        let reply = send(bench.address, route.method.as_str(), &path, &headers, b"{}").await;
        let is_public = route.access == RouteAccess::Public;
        assert_eq!(reply.status == 401, !is_public, "{} {path}", route.method);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_token_only_public_routes_answer() {
    let bench = Bench::new().await;
    let own = bench.authority();
    let public: Vec<&str> = routes()
        .iter()
        .filter(|route| route.access == RouteAccess::Public)
        .map(|route| route.path)
        .collect();
    assert_eq!(
        public,
        [
            "/",
            "/assets/{name}",
            "/api/health",
            "/api/openapi.json",
            "/api/session"
        ]
    );
    for route in routes() {
        let (path, media) = (path(&route), media(&route));
        for wrong in [None, Some("Bearer wrong"), Some("Basic YTpi")] {
            let mut headers = vec![
                ("host", own.as_str()),
                ("x-assay", "1"),
                ("content-type", media),
            ];
            headers.extend(wrong.map(|wrong| ("authorization", wrong)));
            let reply = send(bench.address, route.method.as_str(), &path, &headers, b"{}").await;
            let is_refused = reply.status == 401;
            let is_public = route.access == RouteAccess::Public;
            assert_eq!(
                is_refused, !is_public,
                "{} {path}: {}",
                route.method, reply.status
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_policies_and_none_is_shared() {
    let bench = Bench::new().await;
    let own = bench.authority();
    let bearer = format!("Bearer {TOKEN}");
    let mut paths: Vec<(String, String)> = routes()
        .iter()
        .map(|route| (route.method.to_string(), path(route)))
        .collect();
    paths.push(("GET".to_owned(), "/nowhere".to_owned()));
    paths.push(("DELETE".to_owned(), "/api/health".to_owned()));
    let run = bench.finished().await;
    paths.push((
        "GET".to_owned(),
        format!("/api/runs/{run}/report?format=html"),
    ));
    for (method, path) in paths {
        for authorization in [bearer.as_str(), "Bearer wrong"] {
            let headers = [("host", own.as_str()), ("authorization", authorization)];
            let reply = send(bench.address, &method, &path, &headers, b"").await;
            let told = format!("{method} {path} ({})", reply.status);
            let policy = reply.header("content-security-policy").unwrap_or_default();
            assert!(policy.contains("default-src 'none'"), "{told}");
            assert!(!policy.contains("unsafe-eval"), "{told}");
            let is_report = path.contains("format=html") && reply.status == 200;
            assert_eq!(policy.contains("sandbox"), is_report, "{told}");
            assert_eq!(policy.contains("script-src 'self'"), !is_report, "{told}");
            assert_eq!(
                reply.header("x-content-type-options"),
                Some("nosniff"),
                "{told}"
            );
            assert_eq!(
                reply.header("referrer-policy"),
                Some("no-referrer"),
                "{told}"
            );
            let cors = |(name, _): &&(String, String)| name.starts_with("access-control");
            assert!(reply.headers.iter().find(cors).is_none(), "{told}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_needs_its_mark_and_its_media_type() {
    let bench = Bench::new().await;
    let own = bench.authority();
    let bearer = format!("Bearer {TOKEN}");
    for route in routes() {
        if route.method == "GET" {
            continue;
        }
        let path = path(&route);
        let base = [("host", own.as_str()), ("authorization", bearer.as_str())];
        let unmarked = [&base[..], &[("content-type", media(&route))]].concat();
        let reply = send(
            bench.address,
            route.method.as_str(),
            &path,
            &unmarked,
            b"{}",
        )
        .await;
        assert_eq!(reply.status, 403, "{} {path}", route.method);
        if matches!(route.takes, Takes::Nothing) {
            continue;
        }
        // what a form of another site could send
        for simple in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
        ] {
            let headers = [&base[..], &[("x-assay", "1"), ("content-type", simple)]].concat();
            let reply = send(bench.address, route.method.as_str(), &path, &headers, b"{}").await;
            assert_eq!(reply.status, 415, "{} {path} as {simple}", route.method);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_are_bounded_and_compressed_ones_are_not_unpacked() {
    let bench = Bench::new().await;
    let long = json!({"question": "x".repeat(1 << 20)});
    assert_eq!(bench.ask("POST", "/api/runs", &long).await.status, 413);
    let own = bench.authority();
    let bearer = format!("Bearer {TOKEN}");
    let headers = [
        ("host", own.as_str()),
        ("authorization", bearer.as_str()),
        ("x-assay", "1"),
        ("content-type", "application/json"),
        ("content-encoding", "gzip"),
    ];
    // the head of a gzip stream: it is read as the JSON it is not
    let reply = send(
        bench.address,
        "POST",
        "/api/runs",
        &headers,
        &[0x1f, 0x8b, 8, 0],
    )
    .await;
    assert_eq!(reply.status, 400, "{}", reply.text());
    assert_eq!(bench.upload("empty.txt", b"").await.status, 400);
    assert_eq!(bench.upload("", b"text").await.status, 400);
}
