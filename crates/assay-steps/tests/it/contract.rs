//! Each payload has the protocol's fields and no other, written as the protocol writes them.

use assay_steps::{
    ModelBlueprint, ModelingAgentPayload, ReportAgentPayload, ResearchReport, SearchAgentPayload,
    SearchAgentResult, StepEvent,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::journal::{plain_run, told};

/// Reads the value and writes it again: nothing may be lost, added or renamed.
fn holds<T: DeserializeOwned + Serialize>(value: &Value) {
    let read: T = serde_json::from_value(value.clone()).expect("the protocol's own example");
    assert_eq!(serde_json::to_value(&read).expect("json"), *value);
}

fn note() -> Value {
    json!({
        "summary": "string",
        "evidence": [{"quote": "string", "source": "https://example.org/a", "confidence": 0.0}],
        "topic": "string",
        "sourceUrl": "https://example.org/a",
        "engine": "bing",
    })
}

fn strategy() -> Value {
    json!({"primaryQuery": "string", "queries": ["string"], "engines": ["bing"], "notes": "原文"})
}

fn blueprint() -> Value {
    json!({
        "modelType": "causal_graph",
        "coreDrivers": [{"name": "string", "description": "string", "evidenceRefs": [0, 2]}],
        "relationships": [{"from": "Driver A", "to": "Driver B", "type": "influence", "confidence": 0.7}],
        "scenarios": [{"name": "Optimistic", "assumptions": ["string"], "outcomes": ["string"], "confidence": 0.5}],
        "metrics": [{"name": "MarketShare", "estimate": 0.24, "unit": "%", "confidence": 0.6}],
        "metadata": {"durationMs": 0, "tokens": 0, "warnings": []},
    })
}

#[test]
fn what_agents_are_asked() {
    holds::<SearchAgentPayload>(&json!({
        "query": "string",
        "config": {"engines": ["bing", "google"], "maxResults": 20, "timeoutMs": 20000},
        "previous": {"plan": {"content": "..."}},
    }));
    holds::<ModelingAgentPayload>(&json!({
        "query": "string", "evidence": [note()], "strategy": strategy(),
        "options": {"targetModel": "string"},
    }));
    holds::<ReportAgentPayload>(&json!({
        "query": "string", "model": blueprint(), "evidence": [note()],
        "options": {"format": "markdown", "audience": "executive"},
    }));
}

#[test]
fn what_agents_answer() {
    holds::<SearchAgentResult>(&json!({
        "strategy": strategy(),
        "notes": [note()],
        "rawResults": [{"title": "string", "url": "https://example.org/a", "snippet": "string", "engine": "bing"}],
        "metadata": {"durationMs": 0, "tokens": 0, "isFallback": false},
    }));
    holds::<ModelBlueprint>(&blueprint());
    holds::<ResearchReport>(&json!({
        "markdown": "# 标题...",
        "outline": [{"heading": "执行摘要", "bullets": ["string"]}],
        "sources": [{"title": "string", "url": "https://example.org/a", "noteIndex": 3}],
        "metadata": {"durationMs": 0, "tokens": 0, "streamed": true},
    }));
}

#[test]
fn what_a_watcher_is_told() {
    holds::<StepEvent>(&json!({
        "stepId": "search", "stepType": "deep_search", "status": "progress", "progress": 0.35,
        "label": "多源深度搜索",
        "payload": {"chunk": "增量文本", "result": {}, "metadata": {"tokens": 1024, "durationMs": 12650}},
    }));
}

#[test]
fn the_search_of_a_run_is_told_as_the_protocol_names_it() {
    let told = told(&plain_run());
    let found = told
        .iter()
        .find(|one| one.event.step_id == "search" && one.event.payload.result.is_some())
        .expect("the search ends");
    insta::assert_json_snapshot!(found.event);
}
