//! A research against a model server that nobody here wrote: llama.cpp with a very small model.
//!
//! The model is too small to cite, so most sections end with the labelled stand-in; what is checked
//! is the mechanics: transport, streaming, usage, budget, resume, and a report that holds together.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::process::{cargo, step};

/// The server loads its model in a few seconds; a busy machine may need longer.
const PATIENCE: Duration = Duration::from_secs(120);

const PLAN: &str = r#"{"research_type":"company","topic":"Velmora Sensing, FY2024","objectives":["See the mechanics work"],
"tasks":[{"id":1,"description":"Revenue and margins","dependencies":[]},{"id":2,"description":"Outlook","dependencies":[1]}]}"#;

pub(crate) fn run(root: &Path) -> Result<ExitCode> {
    let kit = root.join("../shared/tools/real-llm/setup.sh");
    ensure!(
        kit.try_exists()?,
        "there is no {}: this command needs the model server kit beside the repository",
        kit.display()
    );
    let folder = root.join("target/real-llm");
    if !folder.join("start.sh").try_exists()? {
        fs::create_dir_all(&folder)?;
        step(
            "lay out the model server",
            Command::new("bash").arg(&kit).arg(&folder),
        )?;
    }
    step("build", cargo(root).args(["build", "--package", "assay"]))?;
    let server = Server::start(&folder)?;
    let home = folder.join("home");
    if home.try_exists()? {
        fs::remove_dir_all(&home)?;
    }
    let user = User {
        assay: root.join("target/debug/assay"),
        home,
    };
    user.prepare(root, server.port)?;
    user.research(&folder)?;
    Ok(ExitCode::SUCCESS)
}

/// The server as a child of this process; it ends with it.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(folder: &Path) -> Result<Self> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
            .local_addr()?
            .port();
        let log = fs::File::create(folder.join("server.log"))?;
        let child = Command::new("bash")
            .arg(folder.join("start.sh"))
            .arg(port.to_string())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()
            .context("cannot start the model server")?;
        let mut server = Self { child, port };
        let begun = Instant::now();
        while !server.is_healthy() {
            if let Some(status) = server.child.try_wait()? {
                bail!(
                    "the model server ended ({status}); see {}",
                    folder.join("server.log").display()
                );
            }
            ensure!(
                begun.elapsed() < PATIENCE,
                "the model server is not ready after {PATIENCE:?}"
            );
            std::thread::sleep(Duration::from_millis(200));
        }
        eprintln!(
            "xtask: model server on port {port} after {:.1} s",
            begun.elapsed().as_secs_f64()
        );
        Ok(server)
    }

    fn is_healthy(&self) -> bool {
        let ask = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
            stream.set_read_timeout(Some(Duration::from_secs(5)))?;
            stream.write_all(
                b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            )?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer)
        };
        ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only if the child is gone already, which is what they are for.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Somebody who types commands.
struct User {
    assay: PathBuf,
    home: PathBuf,
}

impl User {
    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.assay);
        command
            .arg("--home")
            .arg(&self.home)
            .args(args)
            .stdin(Stdio::null());
        command
    }

    fn prepare(&self, root: &Path, port: u16) -> Result<()> {
        let address = format!("http://127.0.0.1:{port}/v1");
        for (key, value) in [
            ("models.default", "local/smollm2-135m-instruct"),
            ("providers.local.base_url", address.as_str()),
            ("providers.local.max_concurrency", "1"),
            ("run.max_output_tokens", "160"),
            ("run.max_attempts", "2"),
        ] {
            step(
                "configure",
                &mut self.command(&["config", "set", key, value]),
            )?;
        }
        step("look", &mut self.command(&["doctor"]))?;
        step(
            "ingest",
            self.command(&["ingest"]).arg(root.join("samples/filings")),
        )
    }

    /// Runs the plan and checks what it left. Completed and degraded are both good ends here.
    fn research(&self, folder: &Path) -> Result<()> {
        let plan = folder.join("plan.json");
        fs::write(&plan, PLAN)?;
        let begun = Instant::now();
        let output = self
            .command(&["--json", "run"])
            .arg(&plan)
            .stderr(Stdio::inherit())
            .output()?;
        let code = output.status.code().unwrap_or(-1);
        ensure!(
            code == 0 || code == 4,
            "the run ended with exit code {code}"
        );
        let end: Value =
            serde_json::from_slice(&output.stdout).context("the run printed no JSON")?;
        let report = end
            .get("report")
            .and_then(Value::as_str)
            .unwrap_or_default();
        ensure!(report.contains("## "), "there is no report");
        let run = end.get("run").and_then(Value::as_str).unwrap_or_default();
        let shown = self.command(&["--json", "show", run]).output()?;
        let shown: Value = serde_json::from_slice(&shown.stdout)?;
        let figure = |name: &str| {
            shown
                .pointer(&format!("/run/{name}"))
                .and_then(Value::as_u64)
                .unwrap_or(0)
        };
        let (calls, tokens) = (figure("calls"), figure("tokens"));
        ensure!(tokens > 0, "no model call was paid for");
        step("store check", &mut self.command(&["store", "check"]))?;
        let outcome = end
            .get("outcome")
            .and_then(Value::as_str)
            .unwrap_or_default();
        println!(
            "real-llm: {outcome}, {calls} calls, {tokens} tokens, {:.1} s",
            begun.elapsed().as_secs_f64()
        );
        Ok(())
    }
}
