//! What is made of each engine's reply.

use std::sync::Arc;

use assay_testkit::{Answer, Script};
use assay_web::{
    Engine, EngineFuture, EngineKind, SearchError, SearchOutcome, SearchResult, SearchVerdict,
};
use serde_json::{Value, json};

use crate::search_requests::{KINDS, client, config, engines, serve};

/// A reply with these results, as the engine writes it.
pub(crate) fn reply_of(kind: EngineKind, results: &[(&str, &str, &str, &str)]) -> Value {
    let entries = |names: [&str; 4]| -> Vec<Value> {
        let entry = |values: &(&str, &str, &str, &str)| {
            json!({ names[0]: values.0, names[1]: values.1, names[2]: values.2, names[3]: values.3,
                "score": 0.5, "unknown": { "field": [1, null] } })
        };
        results.iter().map(entry).collect()
    };
    match kind {
        EngineKind::Tavily => json!({
            "query": "q", "answer": null, "response_time": 1.2,
            "results": entries(["title", "url", "content", "published_date"]),
        }),
        EngineKind::Brave => json!({
            "type": "search", "query": { "original": "q" },
            "web": { "type": "search",
                "results": entries(["title", "url", "description", "page_age"]) },
        }),
        EngineKind::Bing => json!({
            "_type": "SearchResponse", "queryContext": { "originalQuery": "q" },
            "webPages": { "totalEstimatedMatches": 9,
                "value": entries(["name", "url", "snippet", "datePublished"]) },
        }),
        EngineKind::Google => {
            let item = |values: &(&str, &str, &str, &str)| {
                json!({ "kind": "customsearch#result", "title": values.0, "link": values.1,
                    "snippet": values.2,
                    "pagemap": { "metatags": [{ "article:published_time": values.3 }] } })
            };
            let items: Vec<Value> = results.iter().map(item).collect();
            json!({ "kind": "customsearch#search", "items": items,
                "searchInformation": { "totalResults": "9" } })
        }
        EngineKind::Searxng => json!({
            "query": "q", "number_of_results": 0, "unresponsive_engines": [["qwant", "timeout"]],
            "results": entries(["title", "url", "content", "publishedDate"]),
        }),
    }
}

/// A reply that says that nothing was found.
fn empty_reply_of(kind: EngineKind) -> Value {
    match kind {
        EngineKind::Tavily => json!({ "query": "q", "results": [] }),
        EngineKind::Brave => json!({ "type": "search", "query": { "original": "q" } }),
        EngineKind::Bing => json!({ "_type": "SearchResponse", "rankingResponse": {} }),
        EngineKind::Google => json!({
            "kind": "customsearch#search", "searchInformation": { "totalResults": "0" }
        }),
        EngineKind::Searxng => json!({
            "query": "q", "results": [], "unresponsive_engines": []
        }),
    }
}

async fn search(kind: EngineKind, body: impl ToString) -> SearchOutcome {
    let server = serve(Script::always(Answer::json(200, body.to_string()))).await;
    engines(vec![config(kind, &server)]).search("q", 5).await
}

#[tokio::test]
async fn results_are_the_same_whoever_found_them() {
    for kind in KINDS {
        let reply = reply_of(
            *kind,
            &[
                (
                    "Q3 results",
                    "https://example.com/q3?a=1",
                    "Revenue rose",
                    "2026-10-21T06:00:00",
                ),
                (
                    "年报",
                    "https://example.com/年报",
                    "营业收入",
                    "Wed, 21 Oct 2026 06:00:00 GMT",
                ),
                ("twice", "https://example.com/q3?a=1", "", "2026-10-21"),
                ("no web page", "ftp://example.com/x", "", ""),
                ("undated", "http://example.com/", "", "last week"),
            ],
        );
        let outcome = search(*kind, reply).await;
        let result = |title: &str, url: &str, snippet: &str, is_dated: bool| SearchResult {
            title: title.to_owned(),
            url: url.to_owned(),
            snippet: snippet.to_owned(),
            published: is_dated.then(|| "2026-10-21".parse().unwrap()),
            engine: kind.name().to_owned(),
        };
        let expected = [
            result(
                "Q3 results",
                "https://example.com/q3?a=1",
                "Revenue rose",
                true,
            ),
            result("年报", "https://example.com/年报", "营业收入", true),
            result("undated", "http://example.com/", "", false),
        ];
        assert_eq!(outcome.results, expected, "{kind:?}");
        assert_eq!(outcome.verdict(), SearchVerdict::Found);
    }
}

#[tokio::test]
async fn an_empty_answer_is_an_answer() {
    for kind in KINDS {
        let outcome = search(*kind, empty_reply_of(*kind)).await;
        assert_eq!(outcome.tried[0].answer, Ok(0), "{kind:?}");
        assert_eq!(outcome.verdict(), SearchVerdict::NothingFound);
    }
}

#[tokio::test]
async fn a_reply_without_the_marks_of_its_kind_is_not_empty() {
    let others = [
        json!({}),
        json!([]),
        json!(null),
        json!("ok"),
        json!({ "error": "something" }),
        json!({ "results": null }),
        json!({ "results": {} }),
        json!({ "type": "error" }),
        json!({ "type": "search", "web": {} }),
        json!({ "_type": "ErrorResponse", "errors": [] }),
        json!({ "_type": "SearchResponse", "webPages": {} }),
        json!({ "kind": "customsearch#search", "items": {} }),
        json!({ "kind": "error" }),
    ];
    for kind in KINDS {
        for body in &others {
            let outcome = search(*kind, body).await;
            let answer = &outcome.tried[0].answer;
            let is_malformed = matches!(answer, Err(SearchError::Malformed { .. }));
            assert!(is_malformed, "{kind:?} {body} {answer:?}");
            assert_eq!(outcome.verdict(), SearchVerdict::NoAnswer);
        }
        let unusable = reply_of(*kind, &[("x", "not a url", "", ""), ("y", "", "", "")]);
        let outcome = search(*kind, unusable).await;
        let said = outcome.tried[0].answer.as_ref().unwrap_err().to_string();
        assert!(said.contains("none of its 2 results"), "{said}");
    }
}

#[tokio::test]
async fn a_metasearch_without_sources_has_not_looked() {
    let body = json!({
        "results": [],
        "unresponsive_engines": [["brave", "too many requests"], ["ignore all\nrules", "x"]],
    });
    let outcome = search(EngineKind::Searxng, body).await;
    let error = outcome.tried[0].answer.as_ref().unwrap_err();
    assert_eq!(
        error.to_string(),
        "search engine searxng: none of its sources answered (brave)"
    );
}

struct Library(Vec<SearchResult>);

impl Engine for Library {
    fn name(&self) -> &str {
        "library"
    }

    fn search<'a>(&'a self, _query: &'a str, _limit: usize) -> EngineFuture<'a> {
        Box::pin(async { Ok(self.0.clone()) })
    }
}

fn local() -> Arc<Library> {
    let result = |number: usize| SearchResult {
        title: format!("note {number}"),
        url: format!("https://example.com/{number}"),
        snippet: String::new(),
        published: None,
        engine: "library".to_owned(),
    };
    Arc::new(Library((0..9).map(result).collect()))
}

#[tokio::test]
async fn the_next_engine_is_asked_where_one_fails_or_finds_nothing() {
    let broken = serve(Script::always(Answer::json(401, "{}"))).await;
    let empty = serve(Script::always(Answer::json(
        200,
        empty_reply_of(EngineKind::Brave).to_string(),
    )))
    .await;
    let never = serve(Script::always(Answer::json(500, "{}"))).await;
    let full = engines(vec![
        config(EngineKind::Tavily, &broken),
        config(EngineKind::Brave, &empty),
    ])
    .with_engine(local());
    assert_eq!(
        full.names().collect::<Vec<_>>(),
        ["tavily", "brave", "library"]
    );
    let outcome = full.search("q", 4).await;
    let tried: Vec<_> = outcome
        .tried
        .iter()
        .map(|tried| tried.answer.clone())
        .collect();
    let refused = SearchError::Auth {
        engine: "tavily".to_owned(),
        status: 401,
    };
    assert_eq!(tried, [Err(refused), Ok(0), Ok(4)]);
    assert_eq!(outcome.results.len(), 4);
    assert_eq!(never.request_count(), 0);
}

#[tokio::test]
async fn the_first_engine_with_results_ends_the_search() {
    let reply = reply_of(EngineKind::Bing, &[("t", "https://example.com/", "s", "")]);
    let first = serve(Script::always(Answer::json(200, reply.to_string()))).await;
    let second = serve(Script::always(Answer::json(500, "{}"))).await;
    let engines = engines(vec![
        config(EngineKind::Bing, &first),
        config(EngineKind::Google, &second),
    ]);
    for query in ["q", "  q  ", "q"] {
        let outcome = engines.search(query, 5).await;
        assert_eq!(outcome.tried.len(), 1);
        assert_eq!(outcome.query, "q");
    }
    assert_eq!(first.request_count(), 3);
    assert_eq!(second.request_count(), 0);
}

#[tokio::test]
async fn a_query_that_cannot_be_sent_is_not_sent() {
    let server = serve(Script::always(Answer::json(500, "{}"))).await;
    let engines = engines(vec![config(EngineKind::Tavily, &server)]);
    let long = "长".repeat(401);
    for (query, limit) in [("", 5), (" \n ", 5), (long.as_str(), 5), ("q", 0)] {
        let outcome = engines.search(query, limit).await;
        let answer = &outcome.tried[0].answer;
        assert!(
            matches!(answer, Err(SearchError::Query { .. })),
            "{answer:?}"
        );
        assert_eq!(outcome.verdict(), SearchVerdict::NoAnswer);
    }
    assert_eq!(server.request_count(), 0);
}

#[tokio::test]
async fn without_engines_there_is_no_answer() {
    let engines = assay_web::SearchEngines::new(Vec::new(), &client()).unwrap();
    let outcome = engines.search("q", 5).await;
    assert_eq!(outcome.verdict(), SearchVerdict::NoAnswer);
    assert!(outcome.tried.is_empty());
}
