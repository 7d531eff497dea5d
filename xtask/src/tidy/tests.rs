use super::{
    Violation, artifacts, codes, links, profiles, prompts, pure_crates, readme, text, violations,
};
use crate::tree::{Tree, workspace_root};

#[test]
fn the_repository_keeps_its_rules() {
    let tree = Tree::load(&workspace_root().unwrap()).unwrap();
    let found: Vec<String> = violations(&tree).iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// The places where `check` objects to these files.
#[track_caller]
fn check(check: fn(&Tree) -> Vec<Violation>, files: &[(&str, &str)], expected: &[&str]) {
    let mut found = check(&Tree::of(files));
    found.sort();
    let places: Vec<String> = found
        .iter()
        .map(|v| format!("{}:{}", v.file, v.line))
        .collect();
    assert_eq!(places, expected, "{found:#?}");
}

#[test]
fn a_pure_crate_has_only_harmless_dependencies() {
    let harmless =
        "[dependencies]\nserde.workspace = true\n\n[dev-dependencies]\ntempfile = \"3\"\n";
    let harmful = [
        ("assay-domain", "[dependencies.tokio]\nversion = \"1\"\n"),
        (
            "assay-gates",
            "[package]\nname = \"x\"\n[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n",
        ),
        (
            "assay-plan",
            "[dependencies]\n# a note\nrand = \"0.9\"\nregex = { version = \"1\" }\n",
        ),
        (
            "assay-report",
            "[build-dependencies]\nreqwest.workspace = true\n",
        ),
    ];
    let manifests = pure_crates::PURE.iter().map(|name| {
        let harm = harmful.iter().find(|(known, _)| known == name);
        let manifest = harm.map_or(harmless, |(_, manifest)| *manifest);
        (format!("crates/{name}/Cargo.toml"), manifest)
    });
    let manifests: Vec<(String, &str)> = manifests.collect();
    let files: Vec<(&str, &str)> = manifests
        .iter()
        .map(|(path, manifest)| (path.as_str(), *manifest))
        .collect();
    let expected = [
        "crates/assay-domain/Cargo.toml:1",
        "crates/assay-gates/Cargo.toml:4",
        "crates/assay-plan/Cargo.toml:3",
        "crates/assay-report/Cargo.toml:2",
    ];
    check(pure_crates::dependencies, &files, &expected);
}

#[test]
fn a_pure_source_names_nothing_impure_outside_tests() {
    let files = [
        (
            "crates/assay-plan/src/a.rs",
            "// std::fs is not for us\nuse std::fmt;\nuse std::{fmt, fs};\n",
        ),
        (
            "crates/assay-plan/src/b.rs",
            "async fn f() {}\nlet t = Instant::now();\n",
        ),
        (
            "crates/assay-plan/src/c.rs",
            "fn f() {}\n#[cfg(test)]\nmod tests {\n use std::fs;\n}\n",
        ),
        ("crates/assay-plan/src/c_tests.rs", "use std::env;\n"),
        ("crates/assay-store/src/d.rs", "use std::fs;\n"),
    ];
    let expected = [
        "crates/assay-plan/src/a.rs:3",
        "crates/assay-plan/src/b.rs:1",
        "crates/assay-plan/src/b.rs:2",
    ];
    check(pure_crates::sources, &files, &expected);
}

#[test]
fn codes_and_pages_come_in_pairs() {
    let files = [
        (
            "crates/assay-domain/src/failure.rs",
            "A = \"E-001\",\nB = \"E-002\",\nC = \"E-003\",\n",
        ),
        ("docs/codes/E-001.md", "# E-001 Fine\n"),
        ("docs/codes/E-003.md", "Untitled\n"),
        ("docs/codes/E-009.md", "# E-009 Of nothing\n"),
    ];
    let expected = [
        "crates/assay-domain/src/failure.rs:2",
        "docs/codes/E-003.md:1",
        "docs/codes/E-009.md:1",
    ];
    check(codes::failures, &files, &expected);

    let files = [
        ("crates/assay-gates/src/rules/g001_quote.rs", ""),
        ("crates/assay-gates/src/rules/g002_number.rs", ""),
        ("crates/assay-gates/src/rules/gather.rs", ""),
        ("docs/codes/G-001.md", "# G-001 Quote\n"),
        ("docs/codes/G-003.md", "# G-003 Of nothing\n"),
    ];
    let expected = [
        "crates/assay-gates/src/rules/g002_number.rs:1",
        "docs/codes/G-003.md:1",
    ];
    check(codes::gates, &files, &expected);
}

#[test]
fn prompts_are_twins() {
    let files = [
        (
            "crates/assay-engine/prompts/en/plan.md",
            "Plan {{question}} for {{reader}}.\n",
        ),
        (
            "crates/assay-engine/prompts/zh/plan.md",
            "为 {{ question }} 制定计划。\n",
        ),
        ("crates/assay-engine/prompts/zh/task.md", "任务\n"),
    ];
    let expected = [
        "crates/assay-engine/prompts/zh/plan.md:1",
        "crates/assay-engine/prompts/zh/task.md:1",
    ];
    check(prompts::twins, &files, &expected);
}

#[test]
fn text_is_free_of_leftovers_and_machines() {
    let long = "//\n".repeat(601);
    check(
        text::long_files,
        &[("a.rs", &long), ("a.md", &long)],
        &["a.rs:601"],
    );

    let later = format!("// {}: later\n", concat!("TO", "DO"));
    let method = format!("{}_LIST\n", concat!("TO", "DO"));
    let files = [
        ("a.rs", later.as_str()),
        ("b.rs", &method),
        ("samples/c.md", &later),
    ];
    check(text::leftovers, &files, &["a.rs:1"]);

    let work = concat!("see /wo", "rk/main\nand https://example.com/wo", "rk/1\n");
    let home = concat!("/ho", "me/user/x\n`/ho", "me/carol/x`\n");
    let scratch = concat!("/tm", "p/x\n");
    let files = [
        ("a.rs", work),
        ("b.md", home),
        ("c.md", scratch),
        ("d.rs", scratch),
    ];
    check(text::machine_paths, &files, &["a.rs:1", "b.md:2", "c.md:1"]);

    let host = concat!("https://crates", ".io/x\n");
    check(
        text::registry_hosts,
        &[("Cargo.lock", host), ("a.md", host)],
        &["a.md:1"],
    );
}

#[test]
fn relative_links_lead_somewhere() {
    let page = "\
[here](#top) [web](https://example.com) ![pic](img/a.svg)

[up](../README.md#x) [folder](sub) [gone](gone.md)

`[code](not-a-link.md)` [out](../../x.md)
";
    let files = [
        ("README.md", "[d](docs/a.md)\n"),
        ("docs/a.md", page),
        ("docs/img/a.svg", ""),
        ("docs/sub/b.md", "[root](/README.md)\n"),
    ];
    check(links::relative, &files, &["docs/a.md:3", "docs/a.md:5"]);
}

#[test]
fn both_readmes_show_the_same_two_commands() {
    let good = "# Assay\n```sh\ncargo run --release -- demo   # see it\n```\n```json\n{}\n```\n```sh\n$ cargo xtask test\n```\n";
    let other = "```sh\ncargo run -- demo\ncargo xtask test\n```\n";
    let lacking = "```sh\ncargo run --release -- demo\ncargo test\n```\n";
    let ci = (".ci/run", "cargo xtask test\n");
    let with = |zh| [("README.md", good), ("README.zh-CN.md", zh), ci];
    check(readme::commands, &with(good), &[]);
    check(readme::commands, &with(other), &["README.zh-CN.md:2"]);
    check(
        readme::commands,
        &with(lacking),
        &["README.zh-CN.md:2", "README.zh-CN.md:3"],
    );
    check(
        readme::commands,
        &[],
        &[".ci/run:1", "README.md:1", "README.zh-CN.md:1"],
    );
}

#[test]
fn nobody_asks_which_profile_a_run_has() {
    check(
        profiles::asked_for,
        &[
            (
                "crates/assay-plan/src/profiles/deep.rs",
                "    id: \"deep\",\nlet own = profile.id == \"deep\";\n",
            ),
            (
                "crates/a/src/one.rs",
                "let named = profile(\"deep\");\nif profile.id == \"deep\" {}\nif depth == \"deep\" {}\n",
            ),
            (
                "crates/a/page/two.js",
                "profile.agent;\ndetail.profile === 'deep' ? 1 : 2;\n",
            ),
            (
                "crates/a/tests/it/three.rs",
                "assert!(profile == \"deep\");",
            ),
        ],
        &["crates/a/page/two.js:2", "crates/a/src/one.rs:2"],
    );
}

#[test]
fn artifacts_are_found_by_kind() {
    check(
        artifacts::by_kind,
        &[
            (
                "crates/a/src/one.rs",
                "fine(artifact.kind())\nartifact.as_str().starts_with(\"section_\")\n",
            ),
            ("crates/a/src/two.rs", "record.artifact(\"valuation\")?"),
            ("crates/a/tests/it/three.rs", "artifact.to_string()"),
        ],
        &["crates/a/src/one.rs:2", "crates/a/src/two.rs:1"],
    );
}
