use std::time::Duration;

use assay_web::{SearchCache, SearchResult};
use tokio::time::Instant;

fn results(title: &str) -> Vec<SearchResult> {
    vec![SearchResult {
        title: title.to_owned(),
        url: "https://example.com/".to_owned(),
        snippet: String::new(),
        published: None,
        engine: "e".to_owned(),
    }]
}

#[test]
fn an_answer_is_kept_for_its_engine_query_and_number_alone() {
    let mut cache = SearchCache::new(10, Duration::from_secs(60));
    let now = Instant::now();
    cache.put("e", "q", 5, results("1"), now);
    assert_eq!(cache.get("e", "q", 5, now), Some(results("1")));
    for (engine, query, limit) in [("f", "q", 5), ("e", "Q", 5), ("e", "q", 6)] {
        assert_eq!(cache.get(engine, query, limit, now), None);
    }
    cache.put("e", "nothing", 5, Vec::new(), now);
    assert_eq!(cache.get("e", "nothing", 5, now), Some(Vec::new()));
}

#[test]
fn answers_grow_old_and_the_oldest_makes_room() {
    let mut cache = SearchCache::new(2, Duration::from_secs(60));
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    cache.put("e", "1", 5, results("1"), at(0));
    assert!(cache.get("e", "1", 5, at(59)).is_some());
    assert!(cache.get("e", "1", 5, at(60)).is_none());
    cache.put("e", "2", 5, results("2"), at(1));
    cache.put("e", "1", 5, results("1 again"), at(2));
    cache.put("e", "3", 5, results("3"), at(3));
    assert!(cache.get("e", "2", 5, at(3)).is_none());
    assert_eq!(cache.get("e", "1", 5, at(3)), Some(results("1 again")));
    assert_eq!(cache.get("e", "3", 5, at(3)), Some(results("3")));
}
