//! The browser of `assay auto` as a user meets it: off, on, and held to the rules of the web.

use assay_browser::{Installation, VARIABLE};
use assay_domain::{Event, FailureCode};
use serde_json::json;

use crate::autonomous::{agent, call, cited, create, finish, search, step};
use crate::home::Home;
use crate::provider::Provider;

const WEB: &str = "[web]\nengines = \"searxng\"\n[web.searxng]\nbase_url = \"http://127.0.0.1:9\"\ninternal = true\n";

fn chromium() -> Option<String> {
    let (named, path) = (std::env::var_os(VARIABLE), std::env::var_os("PATH"));
    match Installation::find(named.as_deref(), path.as_deref()) {
        Ok(found) => Some(found.program.display().to_string()),
        Err(error) => {
            eprintln!("skipped: {error}");
            let required = std::env::var_os("ASSAY_REQUIRE_LABS");
            assert_ne!(required, Some("1".into()), "the labs are required: {error}");
            None
        }
    }
}

/// Opens an address of the user's, then does its work without it.
fn opening(url: String) -> Provider {
    agent(move |request| match step(request) {
        0 => call("browser_open", &json!({"url": url})),
        1 => search("pressure sensors demand"),
        2 => create(
            "Notebook/01 Demand.md",
            &format!("# Demand\n\n{}", cited(request).unwrap()),
        ),
        _ => finish(),
    })
}

fn why_not(home: &Home) -> (FailureCode, String) {
    let journal = home.journal();
    let failures = journal.iter().filter_map(|envelope| match &envelope.event {
        Event::CallFailed { failure, .. } => Some((failure.code, failure.message.clone())),
        _ => None,
    });
    failures.collect::<Vec<_>>().into_iter().next().unwrap()
}

fn offered(provider: &Provider) -> String {
    provider.chats()[0].body["tools"].to_string()
}

#[test]
fn it_is_off_until_the_user_says_otherwise() {
    let provider = opening("https://maker.example.com/".to_owned());
    let home = Home::with_samples();
    home.configure(&format!("{}{WEB}", provider.config()));
    home.assay(&["auto", "What does https://maker.example.com/ sell?"]);
    assert!(!offered(&provider).contains("browser_"));
    let (code, message) = why_not(&home);
    assert_eq!(code, FailureCode::ToolRefused);
    assert!(message.contains("no such action"), "{message}");
    let doctor = home.assay(&["doctor"]).stdout;
    assert!(doctor.contains("browser of assay auto: off"), "{doctor}");
}

#[test]
fn switched_on_it_is_offered_and_reaches_no_internal_address() {
    let Some(program) = chromium() else { return };
    let inside = "http://127.0.0.1:8080/admin";
    let provider = opening(inside.to_owned());
    let home = Home::with_samples();
    let on = format!(
        "{}{WEB}[browser]\nenabled = true\nprogram = \"{program}\"\nsandbox = false\n",
        provider.config()
    );
    home.configure(&on);
    let ran = home.assay(&["auto", &format!("What does {inside} say about sensors?")]);
    assert!(offered(&provider).contains("browser_screenshot"), "{ran:?}");
    let (code, message) = why_not(&home);
    assert_eq!(code, FailureCode::ToolRefused);
    assert!(
        message.contains("127.0.0.1 is no public address"),
        "{message}"
    );
    let doctor = home.assay(&["doctor"]).stdout;
    assert!(doctor.contains("without a sandbox"), "{doctor}");
    let shown = home.must(&["config"]).stdout;
    assert!(shown.contains("browser.sandbox"), "{shown}");
}

#[test]
fn without_the_web_or_a_chromium_it_is_not_there_and_the_doctor_says_why() {
    let provider = opening("https://maker.example.com/".to_owned());
    let home = Home::with_samples();
    let on = "[browser]\nenabled = true\n";
    home.configure(&format!("{}{WEB}{on}", provider.config()));
    let ran = home.assay(&["auto", "What does https://maker.example.com/ sell?"]);
    assert!(ran.stderr.contains("browser: on, but not there"), "{ran:?}");
    assert!(!offered(&provider).contains("browser_"));
    let doctor = home.assay(&["doctor"]).stdout;
    assert!(
        doctor.contains("on, but no Chromium is installed"),
        "{doctor}"
    );
    home.configure(&format!(
        "{}{on}program = \"/no/such/chromium\"\n",
        provider.config()
    ));
    let doctor = home.assay(&["doctor"]).stdout;
    assert!(doctor.contains("there is no such program"), "{doctor}");
    let Some(program) = chromium() else { return };
    home.configure(&format!(
        "{}{on}program = \"{program}\"\n",
        provider.config()
    ));
    let doctor = home.assay(&["doctor"]).stdout;
    assert!(
        doctor.contains("no search engine is configured"),
        "{doctor}"
    );
}
