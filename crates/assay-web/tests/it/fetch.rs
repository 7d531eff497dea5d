//! Limits of size, time, type and coding.

use std::io::Write as _;
use std::time::Duration;

use assay_web::{AdmittedOrigin, Phase, Policy, VisitError, WebError};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::support::{Names, Site, html, not_found, policy_for, reply, visit, visitor};

async fn fetched(bytes: Vec<u8>, change: impl Fn(&mut Policy)) -> Result<Vec<u8>, WebError> {
    let site = Site::start(move |path| match path {
        "/robots.txt" => not_found(),
        _ => bytes.clone(),
    })
    .await;
    let mut policy = policy_for(&site);
    change(&mut policy);
    let visitor = visitor(policy, &Names::with_site());
    match visit(&visitor, &site.url("/page?q=QUERY-CANARY")).await {
        Ok(page) => Ok(page.bytes),
        Err(VisitError::Web(error)) => {
            assert!(!format!("{error} {error:?}").contains("CANARY"));
            Err(error)
        }
        Err(error) => panic!("{error:?}"),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zipped(coding: &str, body: &[u8]) -> Vec<u8> {
    let headers = [("content-type", "text/html"), ("content-encoding", coding)];
    reply(200, &headers, body)
}

fn of_size(size: usize) -> impl Fn(&mut Policy) {
    move |policy| policy.limits.body_bytes = size
}

#[tokio::test]
async fn a_body_is_read_up_to_its_limit() {
    let body = "x".repeat(1_000);
    assert_eq!(
        fetched(html(&body), of_size(1_000)).await.unwrap().len(),
        1_000
    );
    let error = fetched(html(&body), of_size(999)).await.unwrap_err();
    assert!(matches!(error, WebError::TooLarge { limit: 999, .. }));
    // without a stated length
    let head = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n";
    let endless = [head.as_slice(), &vec![b'x'; 1 << 20]].concat();
    let error = fetched(endless, of_size(10_000)).await.unwrap_err();
    assert!(matches!(error, WebError::TooLarge { limit: 10_000, .. }));
}

#[tokio::test]
async fn a_compressed_body_is_measured_as_it_unfolds() {
    let body = vec![b'x'; 100_000];
    let packed = gzip(&body);
    let read = fetched(zipped("gzip", &packed), of_size(100_000)).await;
    assert_eq!(read.unwrap(), body);
    let two_members = [gzip(b"one "), gzip(b"two")].concat();
    let read = fetched(zipped("x-gzip", &two_members), of_size(100)).await;
    assert_eq!(read.unwrap(), b"one two");
    // ten megabytes in ten kilobytes
    let bomb = gzip(&vec![0; 10 << 20]);
    assert!(bomb.len() < 20_000);
    let error = fetched(zipped("gzip", &bomb), of_size(1 << 20)).await;
    assert!(matches!(error.unwrap_err(), WebError::TooLarge { .. }));
}

#[tokio::test]
async fn a_damaged_or_unknown_coding_is_an_error() {
    let packed = gzip(b"a page that is cut somewhere in its middle");
    for cut in 0..packed.len() {
        let read = fetched(zipped("gzip", &packed[..cut]), of_size(1_000)).await;
        assert!(read.is_err(), "cut after {cut} of {}", packed.len());
    }
    let mut spoilt = packed.clone();
    spoilt[20] ^= 0xff;
    assert!(
        fetched(zipped("gzip", &spoilt), of_size(1_000))
            .await
            .is_err()
    );
    for coding in ["br", "deflate", "zstd", "gzip, gzip", "nonsense"] {
        let error = fetched(zipped(coding, &packed), of_size(1_000)).await;
        assert!(
            matches!(error.unwrap_err(), WebError::Encoding { .. }),
            "{coding}"
        );
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_is_not_a_page() {
    let whole = html("<p>revenue was 1,234 million</p>");
    let head = whole
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap()
        + 4;
    for cut in head..whole.len() {
        let error = fetched(whole[..cut].to_vec(), |_| {}).await.unwrap_err();
        assert!(
            matches!(error, WebError::Truncated { .. }),
            "{cut} {error:?}"
        );
    }
    for cut in 1..head {
        let error = fetched(whole[..cut].to_vec(), |_| {}).await.unwrap_err();
        assert!(
            matches!(error, WebError::Unreachable { .. }),
            "{cut} {error:?}"
        );
    }
    let chunked = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\
        transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwor";
    let error = fetched(chunked.to_vec(), |_| {}).await.unwrap_err();
    assert!(matches!(error, WebError::Truncated { .. }), "{error:?}");
}

#[tokio::test]
async fn a_server_that_says_nothing_is_left() {
    let quickly = |policy: &mut Policy| policy.limits.headers = Duration::from_secs(1);
    let error = fetched(Vec::new(), quickly).await.unwrap_err();
    let WebError::Timeout { phase, limit, .. } = &error else {
        panic!("{error:?}");
    };
    assert_eq!((*phase, *limit), (Phase::Headers, Duration::from_secs(1)));
    assert!(error.is_transient());
}

#[tokio::test]
async fn only_types_that_can_be_read_are_fetched() {
    for media in [
        "image/png",
        "video/mp4",
        "application/zip",
        "application/x-sh",
    ] {
        let answer = reply(200, &[("content-type", media)], b"....");
        let error = fetched(answer, |_| {}).await.unwrap_err();
        assert!(error.to_string().contains(media), "{error}");
    }
    let error = fetched(reply(200, &[], b"...."), |_| {}).await.unwrap_err();
    assert!(error.to_string().contains("(not stated)"), "{error}");
}

#[tokio::test]
async fn a_server_without_a_certificate_is_not_read() {
    let site = Site::start(|_| html("hello")).await;
    let url = site.url("/").replace("http:", "https:");
    let mut policy = policy_for(&site);
    policy.admitted = vec![AdmittedOrigin::of(&url).unwrap()];
    let visitor = visitor(policy, &Names::with_site());
    let error = visit(&visitor, &url).await.unwrap_err();
    let VisitError::RobotsUnavailable { cause, .. } = &error else {
        panic!("{error:?}");
    };
    // A machine without any root certificates cannot make the client at all.
    let is_expected = matches!(cause, WebError::Unreachable { .. } | WebError::Client(_));
    assert!(is_expected, "{cause:?}");
    assert_eq!(site.heads().len(), 0);
}
