//! An autonomous research: how it is asked for, its dashboards and its files.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::bench::Bench;

impl Bench {
    /// An autonomous run that went to its end.
    async fn explored(&self) -> String {
        let wish = json!({
            "question": "Orlin Pumps", "profile": "autonomous",
            "purpose": "decide whether to supply it", "max_steps": 50,
        });
        let run = self.begin(wish).await;
        self.follow(&run, None).await.rest().await;
        run
    }
}

/// `(wish beside the question, status, code, words of the sentence)`
const REFUSED: &[(&str, u16, Option<&str>, &str)] = &[
    (
        r#"{"profile": "autonomous", "max_steps": 0}"#,
        422,
        Some("beyond_limits"),
        "1 to 10000 steps, not 0",
    ),
    (
        r#"{"profile": "autonomous", "max_steps": -5}"#,
        422,
        Some("beyond_limits"),
        "not -5",
    ),
    (
        r#"{"profile": "autonomous", "max_steps": 10001}"#,
        422,
        Some("beyond_limits"),
        "not 10001",
    ),
    (
        r#"{"profile": "autonomous", "context_tokens": 3999}"#,
        422,
        Some("beyond_limits"),
        "4000 to 10000000 tokens, not 3999",
    ),
    (
        r#"{"profile": "autonomous", "context_tokens": 10000001}"#,
        422,
        Some("beyond_limits"),
        "not 10000001",
    ),
    (
        r#"{"profile": "autonomous", "max_steps": "many"}"#,
        400,
        None,
        "many",
    ),
    (
        r#"{"profile": "autonomous", "max_steps": 2.5}"#,
        400,
        None,
        "2.5",
    ),
    (
        r#"{"profile": "autonomous", "hold_plan": true}"#,
        422,
        Some("not_for_autonomous"),
        "hold_plan",
    ),
    (
        r#"{"profile": "deep", "company": "ACME"}"#,
        422,
        Some("only_autonomous"),
        "company",
    ),
    (
        r#"{"profile": "autonomous", "as_of": "2024-12-31"}"#,
        422,
        Some("not_for_autonomous"),
        "as_of",
    ),
    (
        r#"{"profile": "autonomous", "market": {}}"#,
        422,
        Some("not_for_autonomous"),
        "market",
    ),
    (
        r#"{"profile": "autonomous", "question": " "}"#,
        422,
        Some("empty_question"),
        "empty",
    ),
    (
        r#"{"question": "?!\u200b…"}"#,
        422,
        Some("empty_question"),
        "no letter and no digit",
    ),
    (
        r#"{"profile": "autonomous", "sources": []}"#,
        422,
        Some("no_source"),
        "source",
    ),
    (
        r#"{"purpose": "to know"}"#,
        422,
        Some("only_autonomous"),
        "purpose",
    ),
    (
        r#"{"profile": "deep", "max_steps": 5}"#,
        422,
        Some("only_autonomous"),
        "max_steps",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_meant_is_refused_with_a_sentence() {
    let bench = Bench::new().await;
    let long = json!({"profile": "autonomous", "purpose": "x".repeat(20_001)}).to_string();
    let refused = REFUSED.iter().copied();
    for (wish, status, code, words) in
        refused.chain([(long.as_str(), 422, Some("long_question"), "longer")])
    {
        let mut body = json!({"question": "q"});
        let wished: Value = serde_json::from_str(wish).unwrap();
        for (name, value) in wished.as_object().unwrap() {
            body[name] = value.clone();
        }
        let reply = bench.ask("POST", "/api/runs", &body).await;
        let told = reply.json();
        assert_eq!(
            (reply.status, &told["code"]),
            (status, &json!(code)),
            "{wish}: {told}"
        );
        let error = told["error"].as_str().unwrap();
        assert!(error.contains(words), "{wish}: {error}");
    }
    assert_eq!(bench.get("/api/runs").await.json()["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn dashboards_and_files_tell_what_was_done() {
    let bench = Bench::new().await;
    let run = bench.explored().await;
    let of = |rest: &str| format!("/api/runs/{run}{rest}");
    let shown = bench.get(&of("")).await.json();
    assert_eq!(shown["profile"], "autonomous");
    assert_eq!(
        shown["autonomy"],
        json!({"max_steps": 50, "context_tokens": 32_000})
    );
    assert_eq!(
        shown["plan"]["objectives"],
        json!(["decide whether to supply it"])
    );
    let dashboards = bench.get(&of("/dashboards")).await.json();
    let (overall, current) = (&dashboards["overall"], &dashboards["current"]);
    assert_eq!(shown["chapters"], dashboards["chapters"]);
    let ticked = overall["chapters"].as_array().unwrap();
    let done = ticked.iter().filter(|one| one["done"] == true).count();
    assert_eq!(
        dashboards["chapters"],
        json!({"done": done, "total": ticked.len()})
    );
    assert!(done > 0, "{dashboards}");
    let headings = |dashboard: &Value| -> Vec<String> {
        let sections = dashboard["sections"].as_array().unwrap();
        let headings = sections.iter().map(|one| one["heading"].as_str().unwrap());
        headings.map(str::to_owned).collect()
    };
    assert_eq!(
        headings(overall),
        [
            "Title",
            "Purpose",
            "Blueprint",
            "Findings",
            "Open questions"
        ]
    );
    assert_eq!(
        headings(current),
        ["Current task", "Progress", "Next steps", "Notes"]
    );
    assert_eq!(overall["sections"][0]["text"], "Orlin Pumps");
    assert!(overall["version"].as_u64().unwrap() > 1, "{overall}");
    let files = bench.get(&of("/files")).await.json();
    let files = files["files"].as_array().unwrap();
    let read = async |path: &str| {
        let path = path.replace(' ', "%20");
        bench.get(&of(&format!("/files/{path}"))).await.json()
    };
    let mut chapters = 0;
    for file in files {
        let path = file["path"].as_str().unwrap();
        let text = read(path).await;
        assert_eq!(text["path"], path);
        assert_eq!(text["bytes"], file["bytes"], "{path}");
        assert_eq!(text["cut"], false);
        chapters += usize::from(path.starts_with("Notebook/"));
    }
    assert_eq!(chapters, done, "{files:#?}");
    let kept = read("overall_dashboard.md").await;
    assert_eq!(kept["text"], overall["markdown"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn its_answers_are_what_the_description_says() {
    let bench = Bench::new().await;
    let run = bench.explored().await;
    for rest in ["/dashboards", "/files", "/files/overall_dashboard.md", ""] {
        // the client holds it against the description
        let reply = bench.get(&format!("/api/runs/{run}{rest}")).await;
        assert_eq!(reply.status, 200, "{rest}: {}", reply.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_tells_of_every_dashboard_and_how_far_the_work_is() {
    let bench = Bench::new().await;
    let run = bench.explored().await;
    let events = bench.follow(&run, None).await.rest().await;
    let told: Vec<Value> = events
        .iter()
        .filter_map(|event| serde_json::from_str::<Value>(&event.data).ok())
        .filter(|event| event["payload"]["metadata"]["state"] == "dashboard")
        .collect();
    let last = &told.last().unwrap()["payload"]["metadata"];
    let dashboards = bench
        .get(&format!("/api/runs/{run}/dashboards"))
        .await
        .json();
    assert_eq!(last["chapters"], dashboards["chapters"]);
    for name in ["overall", "current"] {
        let of_kind = told
            .iter()
            .map(|event| &event["payload"]["metadata"])
            .filter(|metadata| metadata["dashboard"] == name);
        let versions: Vec<u64> = of_kind
            .map(|metadata| metadata["version"].as_u64().unwrap())
            .collect();
        let newest = dashboards[name]["version"].as_u64().unwrap();
        assert_eq!(versions, (1..=newest).collect::<Vec<u64>>(), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_runs_have_neither_dashboards_nor_files() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    for rest in ["/dashboards", "/files", "/files/overall_dashboard.md"] {
        let reply = bench.get(&format!("/api/runs/{run}{rest}")).await;
        assert_eq!(reply.status, 404, "{rest}");
        let told = reply.json();
        assert_eq!(told["code"], "no_autonomous_run");
        assert!(told["error"].as_str().unwrap().contains("autonomous"));
        let unknown = bench.get(&format!("/api/runs/r-nothing{rest}")).await;
        assert_eq!(
            (unknown.status, &unknown.json()["code"]),
            (404, &json!("unknown_run"))
        );
    }
}

/// Words that stand in files outside the workspace, and must never come out.
const OUTSIDE: &str = "amber lantern under the quay";

#[tokio::test(flavor = "multi_thread")]
async fn no_path_leads_out_of_the_workspace() {
    let bench = Bench::new().await;
    let run = bench.explored().await;
    let home = bench.home.path();
    let folder = home.join("workspaces").join(&run);
    let beside = home.join("workspaces").join("r-other");
    fs::create_dir_all(&beside).unwrap();
    for file in [home.join("outside.md"), beside.join("outside.md")] {
        fs::write(file, OUTSIDE).unwrap();
    }
    symlink(home.join("outside.md"), folder.join("link.md")).unwrap();
    symlink(home, folder.join("Notebook/up")).unwrap();
    fs::hard_link(home.join("outside.md"), folder.join("twin.md")).unwrap();
    fs::write(folder.join("picture.md"), [0xff, 0xfe, 0x00]).unwrap();
    let absolute = home.join("outside.md").display().to_string();
    let encoded = absolute.replace('/', "%2F");
    let paths = [
        "../r-other/outside.md",
        "../../outside.md",
        "..%2F..%2Foutside.md",
        "%2e%2e/%2e%2e/outside.md",
        "%2e%2e%2f%2e%2e%2foutside.md",
        "..%5C..%5Coutside.md",
        "%252e%252e/%252e%252e/outside.md",
        "..%c0%af..%c0%afoutside.md",
        "Notebook/../../../outside.md",
        "Notebook%2F..%2F..%2F..%2Foutside.md",
        "./../../outside.md",
        "%E2%80%8B../../outside.md",
        "..%00/outside.md",
        "~/outside.md",
        "C:%5Coutside.md",
        "link.md",
        "LINK.md",
        "twin.md",
        "Notebook/up/outside.md",
        "Notebook%2Fup%2Foutside.md",
        "picture.md",
        "Notebook",
        ".",
        "..",
        "%2F",
        ".assay-1",
        "no such file.md",
        &format!("/{absolute}"),
        &absolute,
        &encoded,
    ];
    for path in paths {
        let path = path.replace(' ', "%20");
        let reply = bench.get(&format!("/api/runs/{run}/files/{path}")).await;
        assert!(
            [400, 403, 404, 422].contains(&reply.status),
            "{path}: {} {}",
            reply.status,
            reply.text()
        );
        assert!(!reply.text().contains(OUTSIDE), "{path}");
        assert!(!reply.json()["error"].as_str().unwrap().is_empty());
    }
    for run in ["..", "%2e%2e", "..%2F..", "r-other", "workspaces"] {
        let reply = bench
            .get(&format!("/api/runs/{run}/files/outside.md"))
            .await;
        assert_eq!(reply.status, 404, "{run}");
    }
    let listed = bench.get(&format!("/api/runs/{run}/files")).await.text();
    for name in ["link.md", "twin.md", "up/"] {
        assert!(!listed.contains(name), "{name}: {listed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_file_is_cut_and_a_removed_folder_is_said_to_be_gone() {
    let bench = Bench::new().await;
    let run = bench.explored().await;
    let folder = bench.home.path().join("workspaces").join(&run);
    let long = "钢".repeat(400_000);
    fs::write(folder.join("long.md"), &long).unwrap();
    let path = format!("/api/runs/{run}/files/long.md");
    let shown = bench.get(&path).await.json();
    assert_eq!(
        (&shown["cut"], &shown["bytes"]),
        (&json!(true), &json!(1_200_000))
    );
    let text = shown["text"].as_str().unwrap();
    assert!(text.len() <= 1 << 20 && long.starts_with(text));
    fs::remove_dir_all(&folder).unwrap();
    let reply = bench.get(&path).await;
    assert_eq!(
        (reply.status, &reply.json()["code"]),
        (404, &json!("no_files"))
    );
    let kept = bench.get(&format!("/api/runs/{run}/dashboards")).await;
    assert_eq!(kept.status, 200, "the journal has them still");
}
