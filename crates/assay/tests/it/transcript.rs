use crate::home::{Home, Ran};

/// What a person sees, with everything replaced that differs from one day or machine to the next.
pub(crate) fn transcript(home: &Home, arguments: &[&str], ran: &Ran) -> String {
    let shown: Vec<String> = arguments
        .iter()
        .map(|argument| {
            if argument.contains(' ') || argument.is_empty() {
                format!("\"{argument}\"")
            } else {
                (*argument).to_owned()
            }
        })
        .collect();
    let code = ran
        .code
        .map_or_else(|| "a signal".to_owned(), |code| code.to_string());
    let mut text = format!("$ assay {}\n", shown.join(" "));
    for (name, part) in [("", &ran.stdout), ("stderr: ", &ran.stderr)] {
        for line in part.lines() {
            text.push_str(format!("{name}{line}").trim_end());
            text.push('\n');
        }
    }
    home.redacted(&format!("{text}exit {code}\n"))
}

pub(crate) fn assert_transcript(name: &str, home: &Home, arguments: &[&str]) -> Ran {
    let ran = home.assay(arguments);
    settings().bind(|| insta::assert_snapshot!(name, transcript(home, arguments, &ran)));
    ran
}

pub(crate) fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    for (pattern, shown) in [
        (r"r-\d{8}-[0-9a-f]{8}", "[RUN]"),
        (r"\d{4}-\d\d-\d\d \d\d:\d\d\b", "[TIME]"),
        (r"127\.0\.0\.1:\d+", "[SERVER]"),
        (
            r"\[DIR\]/\S*/samples/plan\.json|\S*/samples/plan\.json",
            "[PLAN]",
        ),
        (r"os error \d+", "os error [N]"),
        (
            r"(ok|note) +free space: \d+ MB.*(\n +fix: free some space.*)?",
            "ok       free space: [N] MB",
        ),
        (r"ok +disk: .*", "ok       disk: [DISK]"),
        (r"permissions: \d{4}:", "permissions: [MODE]:"),
        (
            r"(ok|note) +reader of documents: confined by .*",
            "ok       reader of documents: confined by [KERNEL]",
        ),
    ] {
        settings.add_filter(pattern, shown);
    }
    settings
}
