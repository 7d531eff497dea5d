//! Keys that a model states, and words of a server that look like one.

use assay_domain::Outcome;
use assay_testkit::Answer;
use serde_json::{Value, json};

use crate::scribe::{self, Kind};
use crate::serve::Serving;
use crate::setting::{Setting, outcome};

/// Of a published form, and nobody's.
fn token() -> String {
    format!("ghp_{}", "z9Y8x7W6v5U4t3S2r1Q0p9O8n7M6l5K4j3I2")
}

const OWN: &str = "harbour-5527-cobalt-lattice";

#[test]
fn a_key_that_a_reply_states_is_masked_in_every_view() {
    let told = format!("The key is {} and the other one {OWN}", token());
    let setting = Setting::new(
        "api_key_env = \"FAKE_KEY\"\n",
        move |request| match scribe::kind(request) {
            Kind::Section => {
                let section = scribe::section(request);
                scribe::say(request, section.replace("The first source says so", &told))
            }
            _ => scribe::answer(request),
        },
    );
    let home = &setting.home;
    let with_key = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        let ran = command.env("FAKE_KEY", OWN).output().unwrap();
        let text = [ran.stdout, ran.stderr].concat();
        String::from_utf8(text).unwrap()
    };
    let ran = with_key(&["run", "plan.json"]);
    let run = home.newest().to_string();
    let journal = serde_json::to_string(&home.journal()).unwrap();
    assert!(journal.contains(&token()), "the journal keeps it: {ran}");
    let views: [&[&str]; 12] = [
        &["show"],
        &["show", "--json"],
        &["show", "--events"],
        &["show", "--board"],
        &["show", "--sections"],
        &["list"],
        &["list", "--json"],
        &["explain", &run],
        &["explain", &run, "1"],
        &["explain", &run, "1", "--json"],
        &["explain", &run, "claim_1_1"],
        &["gate", "explain", &run],
    ];
    for view in views {
        let text = with_key(view);
        assert!(!text.contains(&token()), "{view:?}: {text}");
        assert!(!text.contains(OWN), "{view:?}: {text}");
    }
    let events = with_key(&["show", "--events"]);
    for line in events.lines() {
        let event: Result<Value, _> = serde_json::from_str(line);
        assert!(event.is_ok(), "{line}");
    }
    assert!(events.contains("████████"), "{events}");

    let server = Serving::start_in(home, &[], &[("FAKE_KEY", OWN)]);
    for path in ["", "/events", "/board", "/claims", "/steps", "/log"] {
        let (_, told) = server.ask("GET", &format!("/api/runs/{run}{path}"), &json!({}));
        let told = told.to_string();
        assert!(
            !told.contains(&token()) && !told.contains(OWN),
            "{path}: {told}"
        );
    }
}

#[test]
fn what_a_servers_error_says_of_a_password_does_not_keep_the_report_in() {
    let said = "upstream login failed: password=Tr0ub4dor-93xK!q user=svc";
    let setting = Setting::new("[run]\nstand_in = false\n", move |request| {
        if scribe::task(request) == Some(3) && scribe::kind(request) != Kind::Summary {
            return Answer::error(500, "server_error", said);
        }
        scribe::answer(request)
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert_eq!(outcome(&setting.events()), Outcome::Partial);
    assert!(!ran.stdout.contains("Tr0ub4dor"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("upstream login failed"),
        "{}",
        ran.stdout
    );
}
