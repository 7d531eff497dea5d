use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::args::TestArgs;
use crate::process::{answers, cargo, in_ci, step};
use crate::tidy;

/// Set for the tests where a lab that cannot run is a failure, not a skip.
const REQUIRE_LABS: &str = "ASSAY_REQUIRE_LABS";
/// Names the folder with the reference MCP servers and tools.
const MCP_SERVERS: &str = "ASSAY_MCP_SERVERS";
/// Reference servers for the client; conformance suite and inspector for the server.
const MCP_PACKAGES: [&str; 4] = [
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server-filesystem@2026.8.31",
    "@modelcontextprotocol/conformance@0.1.16",
    "@modelcontextprotocol/inspector@2.12.0",
];
/// Names the folder with a host that reads skills.
const SKILL_HOST: &str = "ASSAY_SKILL_HOST";
/// Programs for this machine: a host, and what it lists files with. `(package, version, program)`
const SKILL_PACKAGES: [(&str, &str, &str); 2] = [
    ("opencode", "1.18.33", "opencode"),
    ("@vscode/ripgrep", "1.18.0", "rg"),
];
/// What conformance suite and inspector run on. Installed beside them, because a system's own may be
/// older than they need.
const NODE: &str = "22.23.3";

/// Names a Chromium that is not on `PATH`.
const CHROMIUM: &str = "ASSAY_CHROMIUM";
/// As `assay-browser` looks for it.
const CHROMIUM_NAMES: [&str; 7] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "headless_shell",
    "chrome-headless-shell",
];
const GET_CHROMIUM: &str = "to run the browser tests install Chromium (Debian: apt-get install chromium; macOS: brew install --cask chromium), or name one in ASSAY_CHROMIUM";

/// House rules, then every test of the workspace, doc tests included.
pub(crate) fn run(root: &Path, args: &TestArgs) -> Result<ExitCode> {
    let tidy = tidy::run(root)?;
    if tidy != ExitCode::SUCCESS {
        return Ok(tidy);
    }
    let labs = Labs::prepare(root)?;
    labs.report();

    let runner: &[&str] = if answers("cargo-nextest", &["--version"]) {
        // nextest runs no doc tests. They go first: its summary is what a log should end with.
        if args.filter.is_empty() {
            let doc = ["test", "--workspace", "--doc"];
            step("doc tests", labs.cargo(root).args(doc))?;
        }
        &["nextest", "run", "--workspace"]
    } else {
        &["test", "--workspace"]
    };
    step(
        "build the tests",
        labs.cargo(root).args(runner).arg("--no-run"),
    )?;
    step("tests", labs.cargo(root).args(runner).args(&args.filter))?;
    Ok(ExitCode::SUCCESS)
}

/// What some tests need beyond Rust.
struct Labs {
    /// Each tool or folder that is missing, and what is skipped without it.
    missing: Vec<(&'static str, &'static str)>,
    mcp_servers: Option<PathBuf>,
    skill_host: Option<PathBuf>,
    required: bool,
}

impl Labs {
    fn prepare(root: &Path) -> Result<Self> {
        let mut missing = Vec::new();
        if !answers("strace", &["--version"]) && !installed("strace") {
            missing.push(("strace", "the fault lab is not compared with the kernel"));
        }
        let has_browser = has_chromium() || (installed("chromium") && has_chromium());
        if !has_browser {
            eprintln!("xtask: {GET_CHROMIUM}");
            missing.push(("Chromium", "the browser tests of the page are skipped"));
        }
        if !root.join("../shared/data").try_exists()? {
            missing.push((
                "../shared/data",
                "tests on real task graphs and filings are skipped",
            ));
        }
        let mcp_servers = mcp_servers(root)?;
        if mcp_servers.is_none() {
            missing.push((
                "npm, or what it installs",
                "the reference MCP servers, conformance suite and inspector are not tried",
            ));
        }
        let skill_host = skill_host(root)?;
        if skill_host.is_none() {
            missing.push((
                "npm, or a host of skills for this machine",
                "the skill is not tried in a host",
            ));
        }
        Ok(Self {
            missing,
            mcp_servers,
            skill_host,
            required: in_ci(),
        })
    }

    fn report(&self) {
        for (what, skipped) in &self.missing {
            let verdict = if self.required {
                ", which fails in CI"
            } else {
                ""
            };
            eprintln!("xtask: {what} is missing: {skipped}{verdict}");
        }
    }

    fn cargo(&self, root: &Path) -> Command {
        let mut command = cargo(root);
        if self.required {
            command.env(REQUIRE_LABS, "1");
        }
        if let Some(folder) = &self.mcp_servers {
            command.env(MCP_SERVERS, folder);
        }
        if let Some(folder) = &self.skill_host {
            command.env(SKILL_HOST, folder);
        }
        command
    }
}

/// The folder with the reference MCP servers and tools, installed once. `None` where npm cannot do that.
fn mcp_servers(root: &Path) -> Result<Option<PathBuf>> {
    if !answers("npm", &["--version"]) {
        return Ok(None);
    }
    let folder = root.join("target/mcp-servers");
    let node = node_package();
    let mut installed = true;
    for part in [
        "@modelcontextprotocol/server-filesystem/dist",
        "@modelcontextprotocol/conformance/dist",
        "@modelcontextprotocol/inspector/clients",
        &format!("{node}/bin"),
    ] {
        installed &= folder.join("node_modules").join(part).try_exists()?;
    }
    if !installed {
        std::fs::create_dir_all(&folder)?;
        let mut npm = Command::new("npm");
        npm.current_dir(&folder)
            .args(["install", "--prefix", "."])
            .args(["--no-audit", "--no-fund", "--ignore-scripts"])
            .args(MCP_PACKAGES)
            .arg(format!("{node}@{NODE}"));
        if let Err(error) = step("reference MCP servers", &mut npm) {
            eprintln!("xtask: {error:#}");
            return Ok(None);
        }
    }
    Ok(Some(folder))
}

/// The folder with a host that reads skills, installed once. `None` where npm cannot do that.
fn skill_host(root: &Path) -> Result<Option<PathBuf>> {
    if !answers("npm", &["--version"]) {
        return Ok(None);
    }
    let folder = root.join("target/skill-host");
    let (system, machine) = system_and_machine();
    let mut installed = true;
    for (package, _, program) in SKILL_PACKAGES {
        let program = format!("node_modules/{package}-{system}-{machine}/bin/{program}");
        installed &= folder.join(program).try_exists()?;
    }
    if !installed {
        std::fs::create_dir_all(&folder)?;
        let named = SKILL_PACKAGES
            .map(|(package, version, _)| format!("{package}-{system}-{machine}@{version}"));
        let mut npm = Command::new("npm");
        npm.current_dir(&folder)
            .args(["install", "--prefix", "."])
            .args(["--no-audit", "--no-fund", "--ignore-scripts"])
            .args(named);
        if let Err(error) = step("a host of skills", &mut npm) {
            eprintln!("xtask: {error:#}");
            return Ok(None);
        }
    }
    Ok(Some(folder))
}

/// The package that holds the program `node` for this machine.
fn node_package() -> String {
    let (system, machine) = system_and_machine();
    let system = if system == "windows" { "win" } else { system };
    format!("node-{system}-{machine}")
}

/// This machine as npm packages name it.
fn system_and_machine() -> (&'static str, &'static str) {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let machine = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    (system, machine)
}

/// Whether a test will find a Chromium: the one that is named, or one of the usual names.
fn has_chromium() -> bool {
    let named = std::env::var_os(CHROMIUM).filter(|name| !name.is_empty());
    let works = |program: &OsStr| answers(program, &["--version"]);
    named.map_or_else(
        || CHROMIUM_NAMES.iter().any(|name| works(OsStr::new(name))),
        |named| works(&named),
    )
}

/// Installs a package where that needs no password: as root on a Debian. False where it cannot.
fn installed(package: &str) -> bool {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.stdout == b"0\n");
    if !root || !answers("apt-get", &["--version"]) {
        return false;
    }
    let lists = step(
        "package lists",
        Command::new("apt-get").args(["update", "-qq"]),
    );
    let done = lists.and_then(|()| {
        step(
            &format!("install {package}"),
            Command::new("apt-get")
                .args(["install", "-y", "-qq", "--no-install-recommends", package])
                .env("DEBIAN_FRONTEND", "noninteractive"),
        )
    });
    if let Err(error) = &done {
        eprintln!("xtask: {error:#}");
    }
    done.is_ok()
}

#[cfg(test)]
mod tests {
    use super::{CHROMIUM, CHROMIUM_NAMES};

    /// What is found here must be what the tests find.
    #[test]
    fn a_chromium_is_looked_for_as_the_crate_does() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../crates/assay-browser/src/install.rs"
        );
        let source = std::fs::read_to_string(file).unwrap();
        let names = CHROMIUM_NAMES
            .map(|name| format!("    \"{name}\",\n"))
            .concat();
        assert!(source.contains(&names), "{names}");
        assert!(source.contains(&format!("\"{CHROMIUM}\"")));
    }
}
