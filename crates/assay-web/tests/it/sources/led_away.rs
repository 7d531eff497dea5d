//! A source that points elsewhere is not followed there.

use assay_web::{SourceError, WebError};

use super::faults::Call;
use crate::support::{Site, html, redirect};

fn base(site: &Site) -> String {
    format!("http://127.0.0.1:{}", site.port)
}

#[tokio::test]
async fn no_source_leads_to_another_server() {
    let inside = Site::start(|_| html("secret")).await;
    let other_port = format!("{}/secret", base(&inside));
    for target in [
        other_port.as_str(),
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://localhost/",
        "http://printer.local/",
        "https://example.com/companyfacts.json",
        "http://jane:secret@example.com/",
        "file:///etc/passwd",
        "gopher://example.com/",
    ] {
        for call in Call::ALL {
            let location = target.to_owned();
            let site = Site::start(move |_| redirect(302, &location)).await;
            let error = call.make(&base(&site)).await.unwrap_err();
            let is_turned_away = match &error {
                SourceError::LedElsewhere { .. } => true,
                SourceError::Web { cause, .. } => cause.refusal().is_some(),
                _ => false,
            };
            assert!(is_turned_away, "{target}: {error:?}");
            assert!(!error.is_no_data() && !error.is_transient());
            assert_eq!(site.heads().len(), 1, "nothing is asked again");
        }
    }
    assert!(inside.heads().is_empty());
}

#[tokio::test]
async fn edgar_may_move_a_file_on_its_own_server() {
    let site = Site::start(|path| match path {
        "/moved" => crate::support::reply(
            200,
            &[("content-type", "application/json")],
            super::FACTS.as_bytes(),
        ),
        _ => redirect(301, "/moved"),
    })
    .await;
    let edgar = super::edgar_at(&base(&site));
    let facts = edgar.companyfacts(&super::sample(), super::NOW).await;
    assert_eq!(facts.unwrap().url, format!("{}/moved", base(&site)));
    for head in site.heads() {
        assert!(head.contains("jane@example.com"), "{head}");
    }
}

#[tokio::test]
async fn edgar_is_not_followed_in_circles() {
    let site = Site::start(|_| redirect(302, "/again")).await;
    let edgar = super::edgar_at(&base(&site));
    let error = edgar.companyfacts(&super::sample(), super::NOW).await;
    let Err(SourceError::Web { cause, .. }) = error else {
        panic!("{error:?}");
    };
    assert!(matches!(cause, WebError::TooManyRedirects { limit: 3, .. }));
    assert_eq!(site.heads().len(), 4);
}
