//! A planner that asks back, at a terminal and where nobody is.

use assay_domain::{Event, Outcome};

use crate::home::Home;
use crate::provider::Provider;
use crate::scribe::{self, Kind, RIVALS};
use crate::setting::outcome;

const QUESTION: &str = "Velmora Sensing and its rivals, FY2022 to FY2024";

/// `with_plan`: it plans for what it assumes while it asks.
fn setting(with_plan: bool) -> (Home, Provider) {
    let provider = Provider::start(move |request| scribe::asking_back(request, with_plan));
    let home = Home::with_samples();
    home.configure(&provider.config());
    (home, provider)
}

fn events(home: &Home) -> Vec<Event> {
    home.assert_sound();
    let journal = home.journal().into_iter();
    journal.map(|envelope| envelope.event).collect()
}

fn plans(provider: &Provider) -> usize {
    let chats = provider.chats();
    let plans = chats.iter().filter(|chat| scribe::kind(chat) == Kind::Plan);
    plans.count()
}

fn topic(home: &Home) -> String {
    let mut topics = events(home).into_iter().filter_map(|event| match event {
        Event::PlanAccepted { plan, .. } => Some(plan.topic),
        _ => None,
    });
    topics.next_back().expect("a plan")
}

#[test]
fn where_nobody_is_the_assumption_stands_and_is_told() {
    for (with_plan, asked) in [(true, 1), (false, 2)] {
        let (home, provider) = setting(with_plan);
        let ran = home.assay(&["research", QUESTION, "--profile", "plain"]);
        assert_eq!(outcome(&events(&home)), Outcome::Completed, "{ran:?}");
        assert!(ran.stdout.contains("Which rivals are meant?"), "{ran:?}");
        assert!(ran.stdout.contains("rivals everywhere (assumed"), "{ran:?}");
        assert_eq!(plans(&provider), asked);
        let waited = |event: &Event| matches!(event, Event::PlannerAsked { .. });
        assert!(!events(&home).iter().any(waited));
    }
}

/// Runs a command at a terminal and types a line; whether there was a terminal.
#[cfg(target_os = "linux")]
fn type_at_terminal(home: &Home, arguments: &str, line: &str) -> bool {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let assay = home.command([""; 0]);
    let program = assay.get_program().display();
    let typed = format!("{program} {arguments} >/dev/null");
    let mut command = Command::new("script");
    command.args(["-qec", &typed, "/dev/null"]);
    command.current_dir(home.path("."));
    command
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::null());
    for (name, value) in assay.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let required = std::env::var_os("ASSAY_REQUIRE_LABS");
            assert_ne!(required, Some("1".into()), "the labs are required: {error}");
            eprintln!("skipped: no terminal can be made: {error}");
            return false;
        }
    };
    // kept open: the end of the input would end the terminal
    let mut input = child.stdin.take().unwrap();
    input.write_all(line.as_bytes()).unwrap();
    child.wait().unwrap();
    true
}

#[cfg(target_os = "linux")]
#[test]
fn a_person_at_a_terminal_is_asked_and_heard() {
    for (line, expected, said) in [
        ("2\n", "Velmora Sensing and its Asian rivals", Some(RIVALS)),
        ("\n", "Velmora Sensing, FY2022 to FY2024", None),
    ] {
        let (home, provider) = setting(true);
        let arguments = format!("research '{QUESTION}' --profile plain");
        if !type_at_terminal(&home, &arguments, line) {
            return;
        }
        assert_eq!(topic(&home), expected);
        let answers = events(&home).into_iter().filter_map(|event| match event {
            Event::PlannerAnswered { answer } => Some(answer),
            _ => None,
        });
        let answers: Vec<Option<String>> = answers.collect();
        assert_eq!(answers, [said.map(str::to_owned)]);
        assert_eq!(plans(&provider), 1 + usize::from(said.is_some()));
    }
}
