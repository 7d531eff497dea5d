//! How far an autonomous research is, as the command line tells it.

use serde_json::Value;

use crate::home::Home;

#[test]
fn progress_is_read_from_the_dashboards_and_shown() {
    // a chapter for what was asked stands before the six that every company gets
    for (title, chapters, told, all, files) in [
        (
            "Velmora Sensing",
            6,
            "chapters: 0 of 6 written",
            "chapters: 6 of 6 written",
            "files: ",
        ),
        (
            "Velmora Sensing 的竞争地位",
            7,
            "章节：已完成 0 / 7",
            "章节：已完成 7 / 7",
            "文件：",
        ),
    ] {
        let home = Home::with_samples();
        let ran = home.must(&["auto", title, "--purpose", "to decide", "--offline"]);
        let lines: Vec<&str> = ran.stderr.lines().collect();
        let at = |line: &str| lines.iter().position(|one| *one == line);
        assert!(at(told).unwrap() < at(all).unwrap(), "{}", ran.stderr);
        let shown = home.must(&["show"]).stdout;
        assert!(shown.contains(all), "{shown}");
        assert_eq!(shown.matches("  [x] ").count(), chapters, "{shown}");
        assert!(shown.contains(files), "{shown}");
        let json: Value = serde_json::from_str(&home.must(&["show", "--json"]).stdout).unwrap();
        assert_eq!(
            (&json["chapters"]["done"], &json["chapters"]["total"]),
            (&Value::from(chapters), &Value::from(chapters))
        );
    }
}

#[test]
fn steps_and_context_have_the_limits_of_the_workbench() {
    let home = Home::with_samples();
    for (flag, value, limits) in [
        ("--max-steps", "0", "1..=10000"),
        ("--context-tokens", "3999", "4000..=10000000"),
    ] {
        let refused = home.assay(&["auto", "Velmora Sensing", flag, value]);
        assert!(refused.stderr.contains(limits), "{}", refused.stderr);
    }
}
