//! The MCP server as a host starts it: two pipes, and nothing but the protocol on the one it reads.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::home::{Home, repository};

struct Hosted {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Hosted {
    fn start(home: &Home, arguments: &[&str]) -> Self {
        let mut child = home
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut hosted = Self {
            child,
            input,
            output,
            asked: 0,
        };
        let hello = hosted.ask(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "a host", "version": "1"},
            }),
        );
        assert_eq!(hello["result"]["serverInfo"]["name"], "assay", "{hello}");
        hosted.tell(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        hosted
    }

    fn tell(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
        input.flush().unwrap();
    }

    /// Every line that comes back has to be a message of the protocol.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.tell(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "it closed");
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["jsonrpc"], "2.0", "{line}");
        assert_eq!(answer["id"], id, "{line}");
        answer
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        assert_eq!(result["isError"], false, "{tool}: {answer}");
        result["structuredContent"].clone()
    }

    /// The host leaves; the program has to end by itself.
    /// What is told of a run when it has ended.
    fn follow(&mut self, run: &str) -> Value {
        loop {
            let told = self.call("run_status", json!({"run": run}));
            if !["planning", "running"].contains(&told["state"].as_str().unwrap()) {
                return told;
            }
            std::thread::yield_now();
        }
    }

    fn leave(mut self) {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_line(&mut rest).unwrap();
        assert_eq!(rest, "", "nothing is said after the last answer");
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Hosted {
    fn drop(&mut self) {
        // it may have ended, which is what is wanted
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn a_host_uses_the_library_over_pipes() {
    let home = Home::with_samples();
    for arguments in [&["mcp"][..], &["mcp", "serve"]] {
        let mut hosted = Hosted::start(&home, arguments);
        let query = json!({"query": "Velmora revenue"});
        let found = hosted.call("library_search", query);
        let hit = &found["hits"][0];
        let data = hit["untrusted_data"].as_str().unwrap();
        assert!(data.starts_with("<data id="), "{data}");
        let read = hosted.call("read_passage", json!({"id": hit["evidence_id"]}));
        assert_eq!(read["passage"]["untrusted_data"], hit["untrusted_data"]);
        hosted.leave();
    }
}

#[test]
fn a_host_researches_a_company_and_values_it() {
    let home = Home::with_sample_company();
    let market = repository().join("samples/market.json");
    std::fs::copy(market, home.state().join("market.json")).unwrap();
    let mut hosted = Hosted::start(&home, &["mcp"]);
    let figures = json!({
        "company": "VLSS", "metric": "revenue", "basis": "FY", "as_of": "2025-03-31",
    });
    let figures = hosted.call("data_points", figures);
    let points = figures["data_points"].as_array().unwrap();
    assert!(!points.is_empty(), "{figures}");
    assert!(points.iter().all(|point| point["metric"] == "revenue"));

    let wish = json!({
        "question": "What is VLSS worth?", "profile": "investment", "as_of": "2025-03-31",
        "offline": true,
    });
    let begun = hosted.call("start_research", wish);
    let run = begun["run"].as_str().unwrap().to_owned();
    hosted.follow(&run);
    let value = |told: &Value| told["outcome"]["results"][0]["value_per_share"]["value"].clone();
    let stored = hosted.call("value_company", json!({"company": "VLSS"}));
    assert_eq!(stored["run"], run);
    assert_eq!(stored["outcome"]["outcome"], "valued", "{stored}");
    let other = json!({"run": run, "assumptions": {"growth.terminal": "0.01"}});
    let other = hosted.call("value_company", other);
    assert_ne!(value(&other), value(&stored));
    let filed = json!({"run": run, "assumptions": {"revenue.base": "1"}});
    let refused = hosted.ask(
        "tools/call",
        json!({"name": "value_company", "arguments": filed}),
    );
    let why = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(why.contains("only assumptions can be changed"), "{why}");

    let uri = format!("assay://runs/{run}/report.md");
    let report = hosted.ask("resources/read", json!({"uri": uri}));
    let text = &report["result"]["contents"][0]["text"];
    assert!(text.as_str().unwrap().contains("Velmora"), "{report}");
    hosted.leave();
}

#[test]
fn a_host_lets_an_agent_research_on_its_own() {
    let home = Home::with_sample_company();
    let mut hosted = Hosted::start(&home, &["mcp"]);
    let wish = json!({
        "question": "Cash of VLSS", "profile": "autonomous", "offline": true, "max_steps": 200,
        "purpose": "Does the cash flow of Velmora Storage Systems cover its plans?",
    });
    let begun = hosted.call("start_research", wish);
    let run = begun["run"].as_str().unwrap().to_owned();
    let told = hosted.follow(&run);
    assert_eq!(told["state"], "completed", "{told}");
    let uri = format!("assay://runs/{run}/report.md");
    let report = hosted.ask("resources/read", json!({"uri": uri}));
    let text = report["result"]["contents"][0]["text"].as_str();
    assert!(text.unwrap().contains("# Cash of VLSS"), "{report}");
    hosted.leave();
}

#[test]
fn a_folder_that_is_not_there_cannot_be_allowed() {
    let home = Home::empty();
    let ran = home.assay(&["mcp", "serve", "--allow", "nowhere"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("cannot open nowhere"), "{}", ran.stderr);
    assert_eq!(ran.stdout, "");
}
