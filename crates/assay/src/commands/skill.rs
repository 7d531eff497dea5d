use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_mcp_server::{SkillFile, is_untouched, skill_files};
use assay_store::DurableFolder;
use serde_json::json;

use crate::app::App;
use crate::exit::Exit;
use crate::mcp_args::{SkillCommand, SkillHost, SkillInstallArgs};
use crate::users_file;

/// Name of the folder inside a folder of skills.
const FOLDER: &str = "assay";

/// `(host, its folder, its folder of skills)`, seen from the account's or the project's folder.
const HOSTS: &[(SkillHost, &str, &str)] = &[
    (SkillHost::Claude, ".claude", ".claude/skills"),
    (SkillHost::Codex, ".codex", ".codex/skills"),
    (SkillHost::Cursor, ".cursor", ".cursor/skills"),
    (SkillHost::Generic, ".agents", ".agents/skills"),
];

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    New,
    Unchanged,
    /// An earlier version of ours, or with --force anything.
    Replaced,
    /// Somebody else's, or ours and changed since.
    Foreign,
}

impl Fate {
    fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Unchanged => "unchanged",
            Self::Replaced => "replaced",
            Self::Foreign => "foreign",
        }
    }
}

pub(crate) fn run(app: &App, command: &SkillCommand) -> anyhow::Result<Exit> {
    match command {
        SkillCommand::Show { all } => show(app, *all),
        SkillCommand::Install(args) => install(app, args),
    }
}

fn show(app: &App, all: bool) -> anyhow::Result<Exit> {
    let mut files = skill_files();
    if app.output.json {
        let files: Vec<_> = files
            .iter()
            .map(|file| json!({"path": file.path, "text": file.text}))
            .collect();
        app.output.value(&files)?;
        return Ok(Exit::Fine);
    }
    if !all {
        files.truncate(1);
    }
    for file in &files {
        if all {
            app.output.say(format!("{FOLDER}/{}:", file.path));
        }
        app.output.document(&file.text)?;
    }
    Ok(Exit::Fine)
}

fn install(app: &App, args: &SkillInstallArgs) -> anyhow::Result<Exit> {
    let files = skill_files();
    let folders = folders(app, args)?;
    let mut plan = Vec::new();
    for folder in &folders {
        for file in &files {
            let path = folder.join(file.path);
            let fate = fate(&path, file, args.force)?;
            plan.push((path, file, fate));
        }
    }
    let foreign: Vec<String> = plan
        .iter()
        .filter(|(.., fate)| *fate == Fate::Foreign)
        .map(|(path, ..)| path.display().to_string())
        .collect();
    if !foreign.is_empty() && !args.dry_run {
        bail!(
            "nothing is written: {} was changed or is not Assay's; move it away, or overwrite it with --force",
            foreign.join(", ")
        );
    }
    for (path, file, fate) in &plan {
        if !args.dry_run && matches!(fate, Fate::New | Fate::Replaced) {
            write(path, &file.text)?;
        }
        app.output
            .say(format!("{:<9}  {}", fate.word(), path.display()));
    }
    let told: Vec<_> = plan
        .iter()
        .map(|(path, _, fate)| json!({"file": path, "state": fate.word()}))
        .collect();
    if app.output.json {
        app.output
            .value(&json!({"files": told, "written": !args.dry_run}))?;
    } else if args.dry_run {
        app.output.say("nothing was written");
    } else {
        app.output
            .say("the host also needs the server: its command is `assay mcp` (docs/mcp.md)");
    }
    Ok(Exit::Fine)
}

/// The skill's folder at each host that is meant.
fn folders(app: &App, args: &SkillInstallArgs) -> anyhow::Result<Vec<PathBuf>> {
    if let Some(folder) = &args.to {
        return Ok(vec![folder.join(FOLDER)]);
    }
    let base = if args.project {
        std::env::current_dir().context("the current folder is gone; use --to DIR")?
    } else {
        let mut variables = app.settings.environment_variables();
        let home = variables.find(|(name, value)| {
            (name == "HOME" || cfg!(windows) && name == "USERPROFILE") && !value.is_empty()
        });
        PathBuf::from(home.context("there is no HOME; use --to DIR")?.1)
    };
    let mut folders = Vec::new();
    for (host, own, skills) in HOSTS {
        let is_meant = match args.host {
            Some(wanted) => wanted == *host,
            None => base.join(own).is_dir(),
        };
        if is_meant {
            folders.push(base.join(skills).join(FOLDER));
        }
    }
    if folders.is_empty() {
        bail!(
            "no agent host has a folder in {}; name one with --host, or a folder of skills with --to DIR",
            base.display()
        );
    }
    Ok(folders)
}

fn fate(path: &Path, file: &SkillFile, force: bool) -> anyhow::Result<Fate> {
    // bytes that are no text are not ours
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).unwrap_or_default(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Fate::New),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", path.display()));
        }
    };
    Ok(if text == file.text {
        Fate::Unchanged
    } else if force || is_untouched(&text) {
        Fate::Replaced
    } else {
        Fate::Foreign
    })
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let unwritable = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent() {
        DurableFolder::create_for_user(folder).with_context(unwritable)?;
    }
    users_file::write(path, text).with_context(unwritable)
}
