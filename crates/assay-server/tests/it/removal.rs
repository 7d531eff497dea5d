//! What is removed over HTTP is gone for everybody.

use serde_json::json;

use crate::bench::Bench;

#[tokio::test(flavor = "multi_thread")]
async fn a_document_is_removed_its_report_says_so_and_it_can_come_again() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let cited = bench.get(&format!("/api/runs/{run}/evidence")).await.json();
    let evidence = cited["evidence"][0]["id"].as_str().unwrap().to_owned();
    let id = cited["evidence"][0]["document"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/api/library/documents/{id}");
    let before = bench.get(&path).await.json();
    let text = before["text"].as_str().unwrap().to_owned();

    let removed = bench.ask("DELETE", &path, &json!({})).await;
    assert_eq!(removed.status, 200, "{}", removed.text());
    let told = removed.json();
    assert_eq!(told["removed"]["cited_by"], json!([run]));
    assert_eq!(bench.get(&path).await.status, 404);
    assert_eq!(bench.ask("DELETE", &path, &json!({})).await.status, 404);
    let listed = bench.get("/api/library/documents").await.json();
    assert!(!listed.to_string().contains(&id));
    let word = text.split_whitespace().find(|word| word.len() > 4).unwrap();
    let found = bench
        .get(&format!("/api/library/search?q={word}"))
        .await
        .json();
    assert_eq!(found["hits"], json!([]));

    let shown = bench
        .get(&format!("/api/runs/{run}/evidence/{evidence}"))
        .await;
    assert_eq!(shown.status, 200, "{}", shown.text());
    assert_eq!(shown.json()["removed"], true);
    for format in ["md", "html"] {
        let report = bench
            .get(&format!("/api/runs/{run}/report?format={format}"))
            .await;
        assert_eq!(report.status, 200);
        assert!(
            report.text().contains("Removed from the library"),
            "{}",
            report.text()
        );
    }
    let file = bench
        .home
        .path()
        .join("reports")
        .join(&run)
        .join("report.md");
    let file = std::fs::read_to_string(file).unwrap();
    assert!(file.contains("Removed from the library"), "{file}");

    let again = bench.upload("again.md", text.as_bytes()).await;
    assert_eq!(again.status, 201, "{}", again.text());
    let found = bench
        .get(&format!("/api/library/search?q={word}"))
        .await
        .json();
    assert_ne!(found["hits"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_removed_unless_it_is_at_work() {
    let bench = Bench::new().await;
    let run = bench.finished().await;
    let path = format!("/api/runs/{run}");
    let folder = bench.home.path().join("reports").join(&run);
    assert!(folder.is_dir());
    let held = {
        let store = assay_store::Store::open(bench.home.path()).unwrap();
        store
            .lock_run(&assay_domain::RunId::new(run.as_str()))
            .unwrap()
    };
    let refused = bench.ask("DELETE", &path, &json!({})).await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    drop(held);
    let removed = bench.ask("DELETE", &path, &json!({})).await;
    assert_eq!(removed.status, 200, "{}", removed.text());
    assert_eq!(removed.json()["removed"]["runs"], json!([run]));
    for gone in ["", "/report", "/journal", "/board", "/steps", "/events"] {
        assert_eq!(
            bench.get(&format!("{path}{gone}")).await.status,
            404,
            "{gone}"
        );
    }
    assert!(!folder.is_dir());
    assert_eq!(bench.get("/api/runs").await.json()["runs"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_that_a_kill_left_are_deleted_when_the_next_server_starts() {
    let home = tempfile::tempdir().unwrap();
    let uploads = home.path().join("uploads");
    std::fs::create_dir(&uploads).unwrap();
    std::fs::write(uploads.join("4711-0"), "half of a board paper").unwrap();
    // one that another process works with
    let held = std::fs::File::create(uploads.join("4712-0")).unwrap();
    held.lock().unwrap();
    let bench = Bench::over(home, None).await;
    assert!(!bench.home.path().join("uploads/4711-0").is_file());
    assert!(bench.home.path().join("uploads/4712-0").is_file());
}
