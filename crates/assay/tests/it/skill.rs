//! `assay skill`: the folder for agent hosts.

use std::fs;

use serde_json::Value;

use crate::home::Home;

#[test]
fn a_skill_is_installed_once_and_never_over_somebody_elses_file() {
    let home = Home::empty();
    let none = home.assay(&["skill", "install"]);
    assert_eq!(none.code, Some(1));
    assert!(
        none.stderr.contains("no agent host has a folder"),
        "{}",
        none.stderr
    );

    fs::create_dir(home.path(".claude")).unwrap();
    let folder = home.path(".claude/skills/assay");
    let dry = home.assay(&["skill", "install", "--dry-run"]);
    assert_eq!(dry.code, Some(0), "{}", dry.stderr);
    assert!(dry.stderr.contains("nothing was written"), "{}", dry.stderr);
    assert!(!folder.try_exists().unwrap());

    let first = home.must(&["skill", "install"]);
    assert!(first.stderr.contains("new"), "{}", first.stderr);
    let skill = fs::read_to_string(folder.join("SKILL.md")).unwrap();
    assert!(skill.starts_with("---\nname: assay\n"), "{skill}");
    for part in ["planning-guide.md", "workflows.md", "tools.md"] {
        assert!(folder.join("references").join(part).is_file(), "{part}");
    }
    let again = home.must(&["skill", "install", "--json"]);
    let again: Value = serde_json::from_str(&again.stdout).unwrap();
    for file in again["files"].as_array().unwrap() {
        assert_eq!(file["state"], "unchanged", "{file}");
    }

    let mine = format!("{skill}\nwith a line of mine\n");
    fs::write(folder.join("SKILL.md"), &mine).unwrap();
    fs::remove_file(folder.join("references/tools.md")).unwrap();
    let refused = home.assay(&["skill", "install"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(folder.join("SKILL.md")).unwrap(), mine);
    assert!(!folder.join("references/tools.md").try_exists().unwrap());
    home.must(&["skill", "install", "--force"]);
    assert_eq!(fs::read_to_string(folder.join("SKILL.md")).unwrap(), skill);
    assert!(folder.join("references/tools.md").is_file());
}

#[test]
fn each_host_has_its_folder() {
    let home = Home::empty();
    for (arguments, folder) in [
        (&["--host", "claude"][..], ".claude/skills"),
        (&["--host", "codex"], ".codex/skills"),
        (&["--host", "cursor", "--project"], ".cursor/skills"),
        (&["--host", "generic"], ".agents/skills"),
        (&["--to", "elsewhere"], "elsewhere"),
    ] {
        let arguments = [&["skill", "install"], arguments].concat();
        home.must(&arguments);
        let file = home.path(folder).join("assay/SKILL.md");
        assert!(file.is_file(), "{}", file.display());
    }
    let shown = home.must(&["skill", "show"]);
    let written = fs::read_to_string(home.path("elsewhere/assay/SKILL.md")).unwrap();
    assert_eq!(shown.stdout, written);
}
