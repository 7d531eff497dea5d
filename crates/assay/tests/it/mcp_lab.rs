//! The official conformance suite and inspector against the program, from the npm packages
//! `@modelcontextprotocol/conformance` and `inspector`. `cargo xtask test` installs them and names
//! their folder in `ASSAY_MCP_SERVERS`.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::home::{Home, repository};

const TOKEN: &str = "a-token-for-the-suite-only";
const CONFORMANCE: &str = "@modelcontextprotocol/conformance/dist/index.js";
const INSPECTOR: &str = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
/// What the server declares: tools, resources, prompts, and the protocol around them. The others of
/// the suite ask for tools, resources and prompts of its own by name, or for what is not declared
/// (logging, subscriptions, sampling, elicitation).
const SCENARIOS: [&str; 6] = [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
];

/// The folder of packages. `None`, said aloud, where a package is not installed; a failure where the
/// labs are required.
fn packages(needed: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("ASSAY_MCP_SERVERS").map(PathBuf::from);
    let folder = folder.map(|folder| folder.join("node_modules"));
    if let Some(folder) = folder
        && folder.join(needed).is_file()
    {
        return Some(folder);
    }
    let missing = format!("ASSAY_MCP_SERVERS names no folder with {needed}");
    assert_ne!(
        std::env::var_os("ASSAY_REQUIRE_LABS"),
        Some("1".into()),
        "the labs are required: {missing}"
    );
    eprintln!("skipped: {missing}");
    None
}

/// The `node` that was installed with the packages, or the system's.
fn node(packages: &Path) -> Command {
    let folders = std::fs::read_dir(packages).unwrap();
    let mut own = folders
        .map(|folder| folder.unwrap().path())
        .filter(|folder| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("node-")
        })
        .map(|folder| folder.join("bin/node"))
        .filter(|node| node.is_file());
    Command::new(own.next().unwrap_or_else(|| "node".into()))
}

/// A server over HTTP in a process of its own. Killed when dropped.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(home: &Home) -> Self {
        let mut child = home
            .command(["mcp", "serve", "--http", "0"])
            .env("ASSAY_TOKEN", TOKEN)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let output = child.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        Self { child, address }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn the_conformance_suite_passes_for_what_the_server_declares() {
    let Some(packages) = packages(CONFORMANCE) else {
        return;
    };
    let home = Home::with_samples();
    let serving = Serving::start(&home);
    let suite = packages.join(CONFORMANCE);
    let with_token = repository().join("crates/assay/tests/it/suite/with_token.cjs");
    for scenario in SCENARIOS {
        let ran = node(&packages)
            .arg("--require")
            .arg(&with_token)
            .arg(&suite)
            .args(["server", "--url", &serving.address, "--scenario", scenario])
            .current_dir(home.path(""))
            .env("ASSAY_MCP_SUITE", &suite)
            .env("ASSAY_TOKEN", TOKEN)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&ran.stdout);
        assert!(
            ran.status.success() && told.contains(", 0 failed, 0 warnings"),
            "{scenario}: {told}{}",
            String::from_utf8_lossy(&ran.stderr)
        );
    }
}

/// What the inspector prints of one request, and whether it was content.
fn inspected(packages: &Path, home: &Home, target: &[&str], request: &[&str]) -> (bool, Value) {
    let ran = node(packages)
        .arg(packages.join(INSPECTOR))
        .arg("--cli")
        .args(target)
        .args(request)
        .current_dir(home.path(""))
        .env("HOME", home.path(""))
        .env("ASSAY_HOME", home.state())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&ran.stdout);
    let value = serde_json::from_str(&told).unwrap_or_else(|error| {
        let said = String::from_utf8_lossy(&ran.stderr);
        panic!("{error} in {told}{said}")
    });
    (ran.status.success(), value)
}

#[test]
fn the_inspector_lists_and_calls_the_tools() {
    let Some(packages) = packages(INSPECTOR) else {
        return;
    };
    let home = Home::with_samples();
    let state = format!("ASSAY_HOME={}", home.state().display());
    let pipes = [env!("CARGO_BIN_EXE_assay"), "mcp", "-e", &state];
    let serving = Serving::start(&home);
    let bearer = format!("Authorization: Bearer {TOKEN}");
    let http = [serving.address.as_str(), "--header", &bearer];
    for target in [&pipes[..], &http[..]] {
        // schemas that some hosts could not read make it fail
        let list = ["--method", "tools/list", "--strict"];
        let (fine, listed) = inspected(&packages, &home, target, &list);
        assert!(fine, "{listed}");
        let tools = listed["tools"].as_array().unwrap();
        assert!(tools.len() >= 14, "{listed}");

        let search = ["--method", "tools/call", "--tool-name", "library_search"];
        let search = [&search[..], &["--tool-arg", "query=Velmora revenue"]].concat();
        let (fine, found) = inspected(&packages, &home, target, &search);
        assert!(fine, "{found}");
        let hits = &found["structuredContent"]["hits"];
        assert!(!hits.as_array().unwrap().is_empty(), "{found}");

        let prompt = ["--method", "prompts/get", "--prompt-name"];
        let named = [
            "research-event-zh",
            "--prompt-args",
            "question=芯片出口管制",
        ];
        let prompt = [&prompt[..], &named[..]].concat();
        let (fine, made) = inspected(&packages, &home, target, &prompt);
        assert!(fine && made.to_string().contains("芯片出口管制"), "{made}");
    }
}
