use assay_domain::Language;
use assay_workspace::{FileAction, FileReply, Quota, ReadMode, WorkspaceError, WriteMode, tools};
use serde_json::json;

use crate::{Lab, read, write};

fn shown(reply: &FileReply) -> String {
    format!("{}\n{}", reply.heading(Language::En), reply.body())
}

fn numbered(lines: usize) -> String {
    (1..=lines).map(|line| format!("line {line}\n")).collect()
}

/// A call of a tool by its name and arguments, as a model makes it.
fn call(
    lab: &mut Lab,
    name: &str,
    arguments: serde_json::Value,
) -> Result<FileReply, WorkspaceError> {
    let action = FileAction::from_call(name, &arguments.to_string()).unwrap();
    lab.do_it(action)
}

#[test]
fn every_action_of_the_design_in_every_mode() {
    let mut lab = Lab::new();
    let mut told = Vec::new();
    let calls = [
        ("create_directory", json!({"directory_path": "Notebook"})),
        (
            "create_file",
            json!({"file_path": "Notebook/1.md", "initial_content": "# One\n\nfirst\n"}),
        ),
        (
            "write_file",
            json!({"file_path": "Notebook/1.md", "content": "second\n", "mode": "append"}),
        ),
        (
            "write_file",
            json!({"file_path": "Notebook/1.md", "content": "between", "mode": "insert", "line": 4}),
        ),
        ("read_file", json!({"file_path": "Notebook/1.md"})),
        (
            "read_file",
            json!({"file_path": "Notebook/1.md", "mode": "lines", "lines": "3-4"}),
        ),
        (
            "write_file",
            json!({"file_path": "Notebook/2.md", "content": "# Two\n\n## 研究蓝图\n\nplan\n\n## Rest\n\nx\n"}),
        ),
        (
            "read_file",
            json!({"file_path": "Notebook/2.md", "mode": "section", "heading": "研究蓝图"}),
        ),
        (
            "search_in_file",
            json!({"file_path": "Notebook/1.md", "pattern": "BETWEEN", "context_lines": 1}),
        ),
        (
            "grep_files",
            json!({"pattern": "^(first|plan)$", "directory": "Notebook"}),
        ),
        ("file_search", json!({"name_pattern": "?.md"})),
        ("list_directory", json!({})),
        ("list_directory", json!({"directory_path": "Notebook"})),
        ("delete_file", json!({"file_path": "Notebook/1.md"})),
        ("list_directory", json!({"directory_path": "Notebook"})),
    ];
    for (name, arguments) in calls {
        let reply = call(&mut lab, name, arguments).unwrap();
        told.push(format!("> {name}\n{}", shown(&reply).trim_end()));
    }
    let expected = "\
> create_directory
the folder Notebook is there
> create_file
Notebook/1.md is written: 3 lines, 13 bytes
> write_file
Notebook/1.md is written: 4 lines, 20 bytes
> write_file
Notebook/1.md is written: 5 lines, 28 bytes
> read_file
Notebook/1.md, lines 1–5 of 5
# One

first
between
second
> read_file
Notebook/1.md, lines 3–4 of 5
first
between
> write_file
Notebook/2.md is written: 9 lines, 41 bytes
> read_file
Notebook/2.md, lines 3–6 of 9
## 研究蓝图

plan
> search_in_file
3 lines found
Notebook/1.md:3: first
Notebook/1.md:4: between
Notebook/1.md:5: second
> grep_files
2 lines found
Notebook/1.md:3: first
Notebook/2.md:5: plan
> file_search
2 entries in .
Notebook/1.md (28 bytes)
Notebook/2.md (41 bytes)
> list_directory
1 entries in .
Notebook/
> list_directory
2 entries in Notebook
1.md (28 bytes)
2.md (41 bytes)
> delete_file
Notebook/1.md is deleted
> list_directory
1 entries in Notebook
2.md (41 bytes)";
    assert_eq!(told.join("\n"), expected);
}

#[test]
fn a_stream_brings_every_line_once_and_then_closes() {
    let mut lab = Lab::new();
    let text = numbered(1_037);
    lab.put("large.md", &text).unwrap();
    let start = FileAction::StreamReadFile {
        file_path: "large.md".to_owned(),
        chunk_size: 100,
    };
    let mut reply = lab.do_it(start).unwrap();
    let mut read = String::new();
    loop {
        let FileReply::Text { text, stream, .. } = &reply else {
            panic!("{reply:?}")
        };
        read.push_str(text);
        read.push('\n');
        let Some(id) = stream.clone() else { break };
        reply = lab
            .do_it(FileAction::ContinueStreamRead { stream_id: id })
            .unwrap();
    }
    assert_eq!(read, text);
    let again = lab.do_it(FileAction::ContinueStreamRead {
        stream_id: "s1".to_owned(),
    });
    assert!(
        matches!(again, Err(WorkspaceError::NoSuchStream { .. })),
        "{again:?}"
    );
}

#[test]
fn a_file_that_no_reply_can_hold_becomes_a_stream_and_one_long_line_is_passed() {
    let quota = Quota {
        reply_characters: 1_000,
        ..Quota::default()
    };
    let mut lab = Lab::with(quota);
    lab.put("large.md", &format!("{}\nlast", "x".repeat(5_000)))
        .unwrap();
    let first = lab.do_it(read("large.md")).unwrap();
    let FileReply::Text {
        stream: Some(id),
        text,
        ..
    } = first
    else {
        panic!("{first:?}")
    };
    assert!(text.ends_with("[…]") && text.chars().count() < 1_010);
    let rest = lab
        .do_it(FileAction::ContinueStreamRead { stream_id: id })
        .unwrap();
    assert_eq!(rest.body(), "last");
}

#[test]
fn old_streams_make_room() {
    let mut lab = Lab::new();
    lab.put("large.md", &numbered(100)).unwrap();
    for _ in 0..100 {
        let start = FileAction::StreamReadFile {
            file_path: "large.md".to_owned(),
            chunk_size: 1,
        };
        lab.do_it(start).unwrap();
    }
    let first = lab.do_it(FileAction::ContinueStreamRead {
        stream_id: "s1".to_owned(),
    });
    assert!(matches!(first, Err(WorkspaceError::NoSuchStream { .. })));
    let last = lab
        .do_it(FileAction::ContinueStreamRead {
            stream_id: "s100".to_owned(),
        })
        .unwrap();
    assert_eq!(last.body(), "line 2");
}

#[test]
fn what_cannot_be_done_says_why_and_what_to_do() {
    let mut lab = Lab::new();
    lab.put("a.md", "# A\n\ntext\n").unwrap();
    lab.put("folder/b.md", "x").unwrap();
    std::fs::write(lab.inside("bytes.md"), [0xff, 0xfe]).unwrap();
    let lines = |lines: &str| FileAction::ReadFile {
        file_path: "a.md".to_owned(),
        mode: ReadMode::Lines,
        lines: Some(lines.to_owned()),
        heading: None,
    };
    let table = [
        (
            read("none.md"),
            "there is no `none.md` in the workspace; list the folder to see what is there",
        ),
        (
            read("folder"),
            "`folder` is a folder; only plain files and folders of the workspace can be used",
        ),
        (read("bytes.md"), "`bytes.md` is not text in UTF-8"),
        (lines("9-12"), "`a.md` has 3 lines; line 9 does not exist"),
        (
            lines("x"),
            "`x` cannot be used: lines are written as 10-20; name files by a path inside the workspace",
        ),
        (
            FileAction::ReadFile {
                file_path: "a.md".to_owned(),
                mode: ReadMode::Section,
                lines: None,
                heading: Some("B".to_owned()),
            },
            "`a.md` has no heading `B`; its headings: A",
        ),
        (
            FileAction::CreateFile {
                file_path: "a.md".to_owned(),
                initial_content: String::new(),
            },
            "`a.md` exists already; write to it with mode overwrite or append",
        ),
        (
            FileAction::DeleteFile {
                file_path: "folder".to_owned(),
            },
            "`folder` is not empty; delete what is in it first",
        ),
        (
            write("a.md/x.md", "x", WriteMode::Overwrite),
            "`a.md/x.md` is a file where a folder is needed; only plain files and folders of the workspace can be used",
        ),
        (
            FileAction::WriteFile {
                file_path: "a.md".to_owned(),
                content: "x".to_owned(),
                mode: WriteMode::Insert,
                line: Some(9),
            },
            "`a.md` has 3 lines; line 9 does not exist",
        ),
    ];
    for (action, expected) in table {
        match lab.do_it(action.clone()) {
            Err(error) => assert_eq!(error.to_string(), expected, "{action:?}"),
            Ok(reply) => panic!("{action:?}: {reply:?}"),
        }
    }
    let grep = FileAction::GrepFiles {
        pattern: "(".to_owned(),
        directory: String::new(),
    };
    assert!(matches!(
        lab.do_it(grep),
        Err(WorkspaceError::Pattern { .. })
    ));
}

#[test]
fn every_tool_that_a_model_is_offered_is_an_action() {
    let sample = json!({
        "file_path": "a.md", "content": "x", "pattern": "x", "name_pattern": "x",
        "stream_id": "s1", "directory_path": "a",
    });
    for tool in tools() {
        let action = FileAction::from_call(&tool.name, &sample.to_string());
        assert!(action.is_ok(), "{}: {action:?}", tool.name);
    }
    assert_eq!(tools().len(), 11);
}
