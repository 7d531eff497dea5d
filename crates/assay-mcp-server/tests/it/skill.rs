use assay_mcp_server::{is_untouched, skill_files};

use crate::support::Desk;

#[test]
fn the_skill_is_a_folder_that_hosts_read() {
    let files = skill_files();
    let paths: Vec<&str> = files.iter().map(|file| file.path).collect();
    assert_eq!(
        paths,
        [
            "SKILL.md",
            "references/planning-guide.md",
            "references/workflows.md",
            "references/tools.md"
        ]
    );
    let skill = &files[0].text;
    let (front, body) = skill
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .unwrap();
    assert!(front.starts_with("name: assay\ndescription: "), "{front}");
    let description = front.split_once("description: ").unwrap().1;
    assert!(description.chars().count() <= 1024, "hosts cut longer ones");
    assert!(
        !description.contains(": "),
        "a colon would end the YAML value"
    );
    for path in &paths[1..] {
        assert!(body.contains(&format!("]({path})")), "{path} is not linked");
    }
}

/// What hosts check before they list a skill: the folder is `assay`.
#[test]
fn the_skill_keeps_the_rules_of_hosts() {
    let files = skill_files();
    let (front, _) = files[0]
        .text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .unwrap();
    let fields: Vec<(&str, &str)> = front
        .lines()
        .map(|line| line.split_once(": ").unwrap())
        .collect();
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["name", "description"]);
    let (name, description) = (fields[0].1, fields[1].1);
    assert_eq!(name, "assay", "the name of its folder");
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(name.len() <= 64 && name.chars().all(is_plain));
    assert!(!name.starts_with('-') && !name.ends_with('-') && !name.contains("--"));
    assert!((1..=1024).contains(&description.chars().count()));
    assert!(
        !description.contains(['<', '>']),
        "hosts put it between tags"
    );
    assert!(
        !description.starts_with([
            '"', '\'', '[', '{', '&', '*', '|', '>', '#', '!', '%', '@', '`'
        ]),
        "it would not be a plain YAML value"
    );
    assert!(!description.contains(" #"), "the rest would be a comment");
    assert!(
        files[0].text.lines().count() < 500,
        "hosts ask for short ones"
    );
    // each link leads to a file of the folder, seen from the file that has it
    for file in &files {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in file.text.split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            if target.contains("://") || target.starts_with('#') {
                continue;
            }
            let path = match folder {
                "" => target.to_owned(),
                folder => format!("{folder}/{target}"),
            };
            let exists = files.iter().any(|file| file.path == path);
            assert!(exists, "{} links to {target}", file.path);
        }
    }
}

#[test]
fn a_file_that_somebody_changed_is_told_from_ours() {
    for file in skill_files() {
        assert!(is_untouched(&file.text), "{}", file.path);
        let changed = file.text.replacen(" the ", " a ", 1);
        assert!(!is_untouched(&changed), "{}", file.path);
        assert!(
            !is_untouched(&format!("{}\nmine", file.text)),
            "{}",
            file.path
        );
    }
    assert!(!is_untouched(""));
    assert!(!is_untouched("# My own skill\n"));
}

#[tokio::test]
async fn the_texts_name_tools_that_exist() {
    let desk = Desk::new().await;
    let tools = desk.client.list_all_tools().await.unwrap();
    let tools: Vec<String> = tools.iter().map(|tool| tool.name.to_string()).collect();
    let files = skill_files();
    let guide = &files[3].text;
    for tool in &tools {
        assert!(guide.contains(&format!("## `{tool}`")), "{tool}");
    }
    let looks_like_one = |word: &&str| {
        word.contains('_') && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    let skill = &files[0].text;
    let named: Vec<&str> = skill.split('`').filter(looks_like_one).collect();
    assert!(named.len() > 5, "{named:?}");
    for name in named {
        assert!(tools.contains(&name.to_owned()), "SKILL.md names `{name}`");
    }
}
