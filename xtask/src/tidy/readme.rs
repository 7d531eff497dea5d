use super::{Violation, numbered};
use crate::tree::Tree;

/// The command that CI runs, too.
const TEST: &str = "cargo xtask test";
const CI: &str = ".ci/run";

/// Both READMEs open with the same two commands: see it work, test it.
pub(super) fn commands(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut shown = Vec::new();
    for file in ["README.md", "README.zh-CN.md"] {
        let Some(text) = tree.get(file) else {
            found.push(Violation::new(
                file,
                1,
                "write it: a landing page with two commands",
            ));
            continue;
        };
        let commands = first_two(text);
        if commands.get(1).is_none_or(|(_, command)| *command != TEST) {
            let line = commands.get(1).map_or(1, |(line, _)| *line);
            found.push(Violation::new(
                file,
                line,
                format!("the second command in an `sh` block must be `{TEST}`"),
            ));
        }
        shown.push((file, commands));
    }
    if let [(_, english), (file, chinese)] = shown.as_slice() {
        let bare = |list: &[(usize, &str)]| {
            list.iter()
                .map(|(_, c)| (*c).to_owned())
                .collect::<Vec<_>>()
        };
        if bare(english) != bare(chinese) {
            let line = chinese.first().map_or(1, |(line, _)| *line);
            let advice = "show the same two commands as README.md";
            found.push(Violation::new(file, line, advice));
        }
    }
    let tested = |script: &str| script.lines().any(|line| line.contains(TEST));
    if !tree.get(CI).is_some_and(tested) {
        found.push(Violation::new(
            CI,
            1,
            format!("run the README's test command `{TEST}`"),
        ));
    }
    found
}

/// The first two command lines inside fenced `sh` blocks.
fn first_two(text: &str) -> Vec<(usize, &str)> {
    let mut inside = false;
    let mut commands = Vec::new();
    for (line, text) in numbered(text) {
        let text = text.trim();
        if let Some(info) = text.strip_prefix("```") {
            inside = !inside && matches!(info.trim(), "sh" | "bash" | "console");
        } else if inside && !text.is_empty() && !text.starts_with('#') {
            let command = text.split(" # ").next().unwrap_or(text);
            commands.push((line, command.trim_start_matches("$ ").trim()));
        }
    }
    commands.truncate(2);
    commands
}
