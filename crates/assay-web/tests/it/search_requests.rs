//! What goes over the wire, per engine.

use assay_testkit::{Answer, FakeProvider, RecordedRequest, Script};
use assay_web::{EngineConfig, EngineKind, Policy, SearchEngines, SearchError, WebClient};
use secrecy::SecretString;

pub(crate) const KINDS: &[EngineKind] = &[
    EngineKind::Tavily,
    EngineKind::Brave,
    EngineKind::Bing,
    EngineKind::Google,
    EngineKind::Searxng,
];

pub(crate) const KEY: &str = "KEY-CANARY-42";

pub(crate) async fn serve(script: Script) -> FakeProvider {
    FakeProvider::start(script).await.unwrap()
}

/// An engine on loopback that does not wait.
pub(crate) fn config(kind: EngineKind, server: &FakeProvider) -> EngineConfig {
    EngineConfig {
        api_key: Some(SecretString::from(KEY)),
        search_engine_id: Some("cx-7".to_owned()),
        base_url: Some(server.base_url()),
        internal: true,
        requests_per_minute: Some(60_000_000),
        retry_milliseconds: 1,
        longest_wait_milliseconds: 50,
        timeout_milliseconds: 10_000,
        ..EngineConfig::new(kind)
    }
}

pub(crate) fn client() -> WebClient {
    WebClient::new(Policy::default()).unwrap()
}

pub(crate) fn engines(configs: Vec<EngineConfig>) -> SearchEngines {
    SearchEngines::new(configs, &client()).unwrap()
}

fn shown(request: &RecordedRequest) -> String {
    let names = [
        "authorization",
        "x-subscription-token",
        "ocp-apim-subscription-key",
    ];
    let names = names
        .iter()
        .chain(&["x-goog-api-key", "accept", "content-type", "cookie"]);
    let headers = names.filter_map(|name| Some(format!("{name}: {}\n", request.header(name)?)));
    let headers: String = headers.collect();
    format!(
        "{} {}\n{headers}\n{}",
        request.method, request.path, request.raw
    )
}

#[tokio::test]
async fn each_engine_is_asked_in_its_own_way() {
    for kind in KINDS {
        let server = serve(Script::always(Answer::json(400, "{}"))).await;
        let engines = engines(vec![config(*kind, &server)]);
        engines.search("特斯拉 gross margin & \"2025\"", 7).await;
        insta::assert_snapshot!(kind.name(), shown(&server.requests()[0]));
    }
}

#[tokio::test]
async fn no_engine_is_asked_for_more_than_it_gives() {
    for (kind, most) in [
        (EngineKind::Tavily, "\"max_results\":20"),
        (EngineKind::Brave, "count=20"),
        (EngineKind::Bing, "count=50"),
        (EngineKind::Google, "num=10"),
    ] {
        let server = serve(Script::always(Answer::json(400, "{}"))).await;
        engines(vec![config(kind, &server)]).search("q", 500).await;
        assert!(shown(&server.requests()[0]).contains(most), "{kind:?}");
    }
}

fn configured(text: &str) -> Result<(), SearchError> {
    let config: EngineConfig = serde_json::from_str(text).unwrap();
    SearchEngines::new(vec![config], &client()).map(|_| ())
}

#[test]
fn a_configuration_that_cannot_work_is_refused_at_once() {
    for (text, said) in [
        (r#"{"kind":"brave"}"#, "api_key is missing"),
        (r#"{"kind":"tavily","api_key":" "}"#, "api_key is missing"),
        (r#"{"kind":"tavily","api_key":"a\nb"}"#, "no key has"),
        (
            r#"{"kind":"google","api_key":"k"}"#,
            "search_engine_id is missing",
        ),
        (r#"{"kind":"bing","api_key":"k"}"#, "base_url is missing"),
        (r#"{"kind":"searxng"}"#, "base_url is missing"),
    ] {
        let error = configured(text).unwrap_err();
        assert!(matches!(error, SearchError::Configuration { .. }));
        assert!(error.to_string().contains(said), "{error}");
    }
    for (base_url, said) in [
        ("searx", "base_url is no URL"),
        ("http://127.0.0.1:8888", "set internal = true"),
        ("http://searx.internal", "set internal = true"),
        ("http://[::ffff:10.0.0.1]/", "set internal = true"),
        ("https://u:p@searx.example.com", "user name or password"),
        ("https://searx.example.com/?token=1", "query or fragment"),
        ("file:///etc", "only http and https"),
    ] {
        let text = format!(r#"{{"kind":"searxng","base_url":"{base_url}"}}"#);
        let error = configured(&text).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
    let other_port = r#"{"kind":"searxng","base_url":"https://searx.example.com:4443/x/"}"#;
    assert_eq!(configured(other_port), Ok(()));
}

#[test]
fn a_configuration_is_read_from_a_file() {
    let text = r#"{"kind":"searxng","base_url":"http://127.0.0.1:8888","internal":true}"#;
    let config: EngineConfig = serde_json::from_str(text).unwrap();
    assert!(config.internal && config.api_key.is_none());
    assert_eq!(config.max_retries, 2);
    let text = r#"{"kind":"brave","api_key":"KEY-CANARY"}"#;
    let config: EngineConfig = serde_json::from_str(text).unwrap();
    assert!(!format!("{config:?}").contains("CANARY"));
    let text = r#"{"kind":"brave","api_kee":"x"}"#;
    assert!(serde_json::from_str::<EngineConfig>(text).is_err());
}

#[tokio::test]
async fn an_engine_inside_is_reached_by_its_own_client_alone() {
    let server = serve(Script::always(Answer::json(200, r#"{"results":[]}"#))).await;
    let client = client();
    let engines = SearchEngines::new(vec![config(EngineKind::Searxng, &server)], &client);
    let outcome = engines.unwrap().search("q", 5).await;
    assert_eq!(outcome.tried[0].answer, Ok(0));
    assert!(client.policy().admitted.is_empty());
}
