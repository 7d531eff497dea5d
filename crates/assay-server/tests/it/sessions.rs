//! A session is a cookie and a key; whoever has one of them has nothing.

use serde_json::{Value, json};

use crate::bench::{Bench, TOKEN};
use crate::client::{Reply, send};

/// What a browser and its page hold after signing in.
struct Signed {
    /// `name=value`, as it is sent to every port of the address.
    cookie: String,
    key: String,
}

async fn sign_in(bench: &Bench) -> Signed {
    let opened = bench
        .ask("POST", "/api/session", &json!({"token": TOKEN}))
        .await;
    assert_eq!(opened.status, 200, "{}", opened.text());
    let cookie = opened.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/api;"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let key = opened.json()["key"].as_str().unwrap().to_owned();
    assert!(
        !cookie.contains(TOKEN) && !cookie.contains(&key),
        "{cookie}"
    );
    assert!(!key.contains(TOKEN));
    Signed {
        cookie: cookie.split(';').next().unwrap().to_owned(),
        key,
    }
}

async fn ask(bench: &Bench, method: &str, path: &str, cookie: &str, key: Option<&str>) -> Reply {
    let own = bench.authority();
    let mut headers = vec![("host", own.as_str()), ("cookie", cookie), ("x-assay", "1")];
    headers.extend(key.map(|key| ("x-assay-session", key)));
    send(bench.address, method, path, &headers, b"").await
}

async fn status(bench: &Bench, cookie: &str, key: Option<&str>) -> u16 {
    ask(bench, "GET", "/api/runs", cookie, key).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_that_another_port_saw_lets_nobody_in() {
    let bench = Bench::new().await;
    let wrong = bench
        .ask("POST", "/api/session", &json!({"token": "wrong"}))
        .await;
    assert_eq!((wrong.status, wrong.header("set-cookie")), (401, None));
    let (one, other) = (sign_in(&bench).await, sign_in(&bench).await);
    assert_eq!(status(&bench, &one.cookie, Some(&one.key)).await, 200);
    // what a listener on another port of this address is sent
    assert_eq!(status(&bench, &one.cookie, None).await, 401);
    assert_eq!(status(&bench, &one.cookie, Some("guessed")).await, 401);
    // halves of two sessions are no whole
    assert_eq!(status(&bench, &one.cookie, Some(&other.key)).await, 401);
    assert_eq!(status(&bench, "theme=dark", Some(&one.key)).await, 401);
    // another server may have set a cookie of the same name: ours counts beside it
    let (name, _) = one.cookie.split_once('=').unwrap();
    let both = format!("{name}=planted; {}", one.cookie);
    assert_eq!(status(&bench, &both, Some(&one.key)).await, 200);
    // nothing on the disk opens a session
    let kept = std::fs::read_to_string(bench.home.path().join("sessions.json")).unwrap();
    let (_, secret) = one.cookie.split_once('=').unwrap();
    assert!(!kept.contains(secret) && !kept.contains(&one.key), "{kept}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_ended_and_outlive_the_server_only_at_its_own_port() {
    let bench = Bench::new().await;
    let (one, other) = (sign_in(&bench).await, sign_in(&bench).await);
    let listed = ask(&bench, "GET", "/api/sessions", &one.cookie, Some(&one.key)).await;
    let listed = listed.json();
    let sessions = listed["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 2);
    let current = |session: &&Value| session["current"] == true;
    assert_eq!(sessions.iter().filter(current).count(), 1);
    let foreign = sessions.iter().find(|one| !current(one)).unwrap();
    let id = foreign["id"].as_str().unwrap();
    let path = format!("/api/sessions/{id}");
    let ended = ask(&bench, "DELETE", &path, &one.cookie, Some(&one.key)).await;
    assert_eq!(ended.status, 200, "{}", ended.text());
    assert_eq!(status(&bench, &other.cookie, Some(&other.key)).await, 401);
    assert_eq!(status(&bench, &one.cookie, Some(&one.key)).await, 200);
    let again = ask(&bench, "DELETE", &path, &one.cookie, Some(&one.key)).await;
    assert_eq!(again.status, 404);

    // another process ends it, as `assay sessions end` does
    let third = sign_in(&bench).await;
    let sessions = assay_server::Sessions::of_home(bench.home.path());
    assert_eq!(sessions.end_all().unwrap(), 2);
    assert_eq!(status(&bench, &third.cookie, Some(&third.key)).await, 401);

    let last = sign_in(&bench).await;
    let out = ask(
        &bench,
        "DELETE",
        "/api/session",
        &last.cookie,
        Some(&last.key),
    )
    .await;
    assert_eq!(out.status, 200, "{}", out.text());
    assert_eq!(status(&bench, &last.cookie, Some(&last.key)).await, 401);

    // at another port of the same home it is another server's
    let kept = sign_in(&bench).await;
    let home = bench.end().await;
    let next = Bench::over(home, None).await;
    let (_, secret) = kept.cookie.split_once('=').unwrap();
    let renamed = format!("assay_{}={secret}", next.address.port());
    assert_eq!(status(&next, &renamed, Some(&kept.key)).await, 401);
}
