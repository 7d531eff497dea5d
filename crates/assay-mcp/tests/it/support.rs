use std::fs;
use std::path::{Path, PathBuf};

use assay_mcp::{Environment, McpError, Servers, ToolOutput};
use serde_json::{Value, json};
use tempfile::TempDir;

/// An Assay home with one server named `fake`.
pub(crate) struct Home {
    pub(crate) folder: TempDir,
    config: Value,
}

impl Home {
    pub(crate) fn with(config: Value) -> Self {
        let folder = TempDir::new().unwrap();
        let home = Self { folder, config };
        home.write();
        home
    }

    /// The server is this program, started as [`crate::fake_stdio`].
    pub(crate) fn stdio(script: Value) -> Self {
        let folder = TempDir::new().unwrap();
        let state = folder.path().join("state");
        fs::create_dir(&state).unwrap();
        let config = json!({
            "command": std::env::current_exe().unwrap(),
            "args": ["fake_stdio::serves", "--exact", "--ignored", "--nocapture"],
            "env": { "FAKE_SCRIPT": script.to_string(), "FAKE_STATE": state },
            "timeout_seconds": 20,
        });
        let home = Self { folder, config };
        home.write();
        home
    }

    pub(crate) fn set(mut self, key: &str, value: Value) -> Self {
        self.config[key] = value;
        self.write();
        self
    }

    fn write(&self) {
        let file = json!({ "servers": { "fake": self.config } });
        fs::write(self.path().join("mcp.json"), file.to_string()).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn pins(&self) -> PathBuf {
        self.path().join("mcp-pins.json")
    }

    pub(crate) fn servers(&self) -> Servers {
        Servers::load(self.path(), Environment::new(std::env::vars())).unwrap()
    }

    /// With every tool that the server lists at first approved.
    pub(crate) async fn approved(&self) -> Servers {
        let servers = self.servers();
        let listing = servers.tools("fake").await.unwrap();
        servers.approve(&listing).unwrap();
        servers
    }

    /// How often the stdio server was started.
    pub(crate) fn starts(&self) -> usize {
        self.state("pids").lines().count()
    }

    pub(crate) fn state(&self, name: &str) -> String {
        fs::read_to_string(self.path().join("state").join(name)).unwrap_or_default()
    }
}

pub(crate) async fn call(
    servers: &Servers,
    tool: &str,
    arguments: Value,
) -> Result<ToolOutput, McpError> {
    servers.call("fake", tool, arguments).await
}

/// The text of an answer.
pub(crate) fn text(output: &ToolOutput) -> String {
    let texts: Vec<&str> = output.texts().iter().map(|text| text.untrusted()).collect();
    texts.join("\n")
}

/// Error, and what the server said about it.
pub(crate) fn told(error: &McpError) -> String {
    match error.server_text() {
        Some(text) => format!("{error} | {}", text.printable()),
        None => error.to_string(),
    }
}
