//! The skill in a host that reads folders with a `SKILL.md`: opencode, from npm. Its model is a script
//! on loopback. `cargo xtask test` installs the host and names its folder in `ASSAY_SKILL_HOST`.

use std::path::{Path, PathBuf};
use std::process::Command;

use assay_domain::ToolCall;
use assay_testkit::{Answer, RecordedRequest, Reply};
use serde_json::{Value, json};

use crate::home::Home;
use crate::provider::Provider;

/// Whatever the host sends anywhere but to this machine ends here: nobody listens.
const NOWHERE: &str = "http://127.0.0.1:9";

/// Programs of the packages for this machine: the host, and what it lists files with.
fn programs() -> Option<(PathBuf, PathBuf)> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let machine = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let folder = std::env::var_os("ASSAY_SKILL_HOST").map(PathBuf::from);
    let packages = folder.map(|folder| folder.join("node_modules"));
    let found = packages.map(|packages| {
        let host = packages.join(format!("opencode-{system}-{machine}/bin/opencode"));
        let lister = packages.join(format!("@vscode/ripgrep-{system}-{machine}/bin/rg"));
        (host, lister)
    });
    if let Some((host, lister)) = found
        && host.is_file()
        && lister.is_file()
    {
        return Some((host, lister));
    }
    let missing = "ASSAY_SKILL_HOST names no folder with opencode and ripgrep for this machine";
    assert_ne!(
        std::env::var_os("ASSAY_REQUIRE_LABS"),
        Some("1".into()),
        "the labs are required: {missing}"
    );
    eprintln!("skipped: {missing}");
    None
}

/// What tools answered so far in a conversation, the last at the end.
fn answers(body: &Value) -> Vec<&str> {
    let messages = body["messages"].as_array().unwrap().iter();
    messages
        .filter(|message| message["role"] == "tool")
        .map(|message| message["content"].as_str().unwrap())
        .collect()
}

fn has_tools(request: &RecordedRequest) -> bool {
    request.body["tools"].is_array()
}

/// A model that takes up the skill, reads on, searches, and is done.
fn model(skill: &Path) -> impl Fn(&RecordedRequest) -> Answer + use<> {
    let guide = skill.join("references/tools.md");
    move |request| {
        let calls = [
            ("skill", json!({"name": "assay"})),
            ("read", json!({"filePath": guide})),
            ("assay_library_search", json!({"query": "Velmora revenue"})),
        ];
        let turn = answers(&request.body).len();
        match calls.get(turn) {
            Some((name, arguments)) if has_tools(request) => {
                let call = ToolCall {
                    id: format!("call_{turn}"),
                    name: (*name).to_owned(),
                    arguments: arguments.to_string(),
                };
                Answer::Reply(Reply::tool_calls([call]))
            }
            _ => Answer::text("Done."),
        }
    }
}

fn configuration(home: &Home, provider: &Provider) -> Value {
    json!({
        "share": "disabled",
        "autoupdate": false,
        "model": "local/scripted",
        "small_model": "local/scripted",
        "permission": {"*": "allow"},
        "provider": {"local": {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": provider.base_url(), "apiKey": "none"},
            "models": {"scripted": {"name": "scripted", "tool_call": true}},
        }},
        "mcp": {"assay": {
            "type": "local",
            "command": [env!("CARGO_BIN_EXE_assay"), "mcp"],
            "environment": {"ASSAY_HOME": home.state()},
        }},
    })
}

fn hosted(host: &Path, lister: &Path, home: &Home) -> String {
    let tools = lister.parent().unwrap().display();
    let ran = Command::new(host)
        .args([
            "run",
            "--model",
            "local/scripted",
            "Check a claim about Velmora",
        ])
        .current_dir(home.path("project"))
        .env_clear()
        .env("PATH", format!("{tools}:/usr/bin:/bin"))
        .env("HOME", home.path(""))
        .envs(
            ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map(|name| (name, NOWHERE)),
        )
        .envs(["NO_PROXY", "no_proxy"].map(|name| (name, "127.0.0.1,localhost")))
        .envs(
            [
                "AUTOUPDATE",
                "MODELS_FETCH",
                "SHARE",
                "LSP_DOWNLOAD",
                "DEFAULT_PLUGINS",
            ]
            .map(|name| (format!("OPENCODE_DISABLE_{name}"), "1")),
        )
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.success(), "{said}");
    said
}

#[test]
fn a_host_lists_the_skill_gives_its_text_and_uses_the_tools_it_names() {
    let Some((host, lister)) = programs() else {
        return;
    };
    let home = Home::with_samples();
    let installed = home
        .command(["skill", "install", "--host", "generic"])
        .env("HOME", home.path(""))
        .output()
        .unwrap();
    assert!(installed.status.success(), "{installed:?}");
    let skill = home.path(".agents/skills/assay");
    let provider = Provider::start(model(&skill));
    let configuration = configuration(&home, &provider).to_string();
    home.write("project/opencode.json", configuration);
    let said = hosted(&host, &lister, &home);

    let chats = provider.chats();
    let last = chats.iter().rfind(|request| has_tools(request)).unwrap();
    let text = std::fs::read_to_string(skill.join("SKILL.md")).unwrap();
    let (front, text) = text.split_once("\n---\n").unwrap();
    let description = front.split_once("description: ").unwrap().1;
    let system = last.body["messages"][0]["content"].as_str().unwrap();
    assert!(system.contains("<name>assay</name>"), "{system}");
    assert!(system.contains(description), "{system}");

    let answers = answers(&last.body);
    assert_eq!(answers.len(), 3, "{said}{answers:?}");
    assert!(answers[0].contains(text.trim()), "{}", answers[0]);
    assert!(
        answers[0].contains(&skill.display().to_string()),
        "{}",
        answers[0]
    );
    assert!(answers[1].contains("## `check_claims`"), "{}", answers[1]);
    assert!(answers[2].contains("evidence_id"), "{}", answers[2]);
}
