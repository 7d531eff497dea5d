use assay_workspace::{FileAction, understand};
use serde_json::{Value, json};

fn check(instruction: &str, content: Option<&str>, expected: &Value) {
    let action =
        understand(instruction, content).map(|action| serde_json::to_value(action).unwrap());
    assert_eq!(action.as_ref(), Some(expected), "{instruction}");
}

#[test]
fn common_instructions_in_both_languages() {
    let table = [
        // the examples of the design
        (
            "读取 overall_dashboard.md 中'研究蓝图'章节的内容",
            json!({"action": "read_file", "file_path": "overall_dashboard.md", "mode": "section", "heading": "研究蓝图"}),
        ),
        (
            "在 Notebook 目录下创建'第四章 数据分析.md'，内容为# 数据分析",
            json!({"action": "create_file", "file_path": "Notebook/第四章 数据分析.md", "initial_content": "# 数据分析"}),
        ),
        (
            "在 Notebook 目录下搜索包含'机器学习'的所有文件",
            json!({"action": "grep_files", "pattern": "机器学习", "directory": "Notebook"}),
        ),
        (
            "在 Notebook/第一章 研究背景.md 中追加：毛利率上升。",
            json!({"action": "write_file", "file_path": "Notebook/第一章 研究背景.md", "content": "毛利率上升。", "mode": "append"}),
        ),
        (
            "读取 Notebook/第二章 文献综述.md 的全部内容",
            json!({"action": "read_file", "file_path": "Notebook/第二章 文献综述.md", "mode": "full"}),
        ),
        // reading
        (
            "read Notebook/1.md",
            json!({"action": "read_file", "file_path": "Notebook/1.md", "mode": "full"}),
        ),
        (
            "Read lines 10-20 of Notebook/1.md",
            json!({"action": "read_file", "file_path": "Notebook/1.md", "mode": "lines", "lines": "10-20"}),
        ),
        (
            "read lines 3 to 5 of a.md",
            json!({"action": "read_file", "file_path": "a.md", "mode": "lines", "lines": "3-5"}),
        ),
        (
            "读取 a.md 第10-20行",
            json!({"action": "read_file", "file_path": "a.md", "mode": "lines", "lines": "10-20"}),
        ),
        (
            "read section \"Blueprint\" of overall_dashboard.md",
            json!({"action": "read_file", "file_path": "overall_dashboard.md", "mode": "section", "heading": "Blueprint"}),
        ),
        (
            "show me 'my notes.md'",
            json!({"action": "read_file", "file_path": "my notes.md", "mode": "full"}),
        ),
        // writing
        (
            "append to Notebook/1.md: Margins rose.",
            json!({"action": "write_file", "file_path": "Notebook/1.md", "content": "Margins rose.", "mode": "append"}),
        ),
        (
            "Create Notebook/2.md with content:\n# Two\n\ntext: more",
            json!({"action": "create_file", "file_path": "Notebook/2.md", "initial_content": "# Two\n\ntext: more"}),
        ),
        (
            "overwrite a.md with the text: b",
            json!({"action": "write_file", "file_path": "a.md", "content": "b", "mode": "overwrite"}),
        ),
        (
            "insert at line 3 of a.md: between",
            json!({"action": "write_file", "file_path": "a.md", "content": "between", "mode": "insert", "line": 3}),
        ),
        (
            "create 'empty.md'",
            json!({"action": "create_file", "file_path": "empty.md", "initial_content": ""}),
        ),
        // searching
        (
            "search for \"gross margin\" in Notebook/1.md",
            json!({"action": "search_in_file", "file_path": "Notebook/1.md", "pattern": "gross margin", "context_lines": 0}),
        ),
        (
            "search for dividends in a.md",
            json!({"action": "search_in_file", "file_path": "a.md", "pattern": "dividends", "context_lines": 0}),
        ),
        (
            "grep \"margin\" in Notebook",
            json!({"action": "grep_files", "pattern": "margin", "directory": "Notebook"}),
        ),
        (
            "find files named \"*.md\" in Notebook",
            json!({"action": "file_search", "directory": "Notebook", "name_pattern": "*.md"}),
        ),
        (
            "在 Notebook 目录下查找名为'*.md'的文件",
            json!({"action": "file_search", "directory": "Notebook", "name_pattern": "*.md"}),
        ),
        // streams, folders, deleting
        (
            "stream large.md",
            json!({"action": "stream_read_file", "file_path": "large.md", "chunk_size": 200}),
        ),
        (
            "流式读取 large.md",
            json!({"action": "stream_read_file", "file_path": "large.md", "chunk_size": 200}),
        ),
        (
            "continue s3",
            json!({"action": "continue_stream_read", "stream_id": "s3"}),
        ),
        (
            "继续读取 s12",
            json!({"action": "continue_stream_read", "stream_id": "s12"}),
        ),
        (
            "list Notebook",
            json!({"action": "list_directory", "directory_path": "Notebook"}),
        ),
        (
            "list files",
            json!({"action": "list_directory", "directory_path": ""}),
        ),
        (
            "列出 Notebook 目录",
            json!({"action": "list_directory", "directory_path": "Notebook"}),
        ),
        (
            "create directory drafts",
            json!({"action": "create_directory", "directory_path": "drafts"}),
        ),
        (
            "创建目录 草稿",
            json!({"action": "create_directory", "directory_path": "草稿"}),
        ),
        (
            "delete Notebook/1.md",
            json!({"action": "delete_file", "file_path": "Notebook/1.md"}),
        ),
        (
            "删除 Notebook/第一章.md",
            json!({"action": "delete_file", "file_path": "Notebook/第一章.md"}),
        ),
    ];
    for (instruction, expected) in table {
        check(instruction, None, &expected);
    }
}

#[test]
fn content_beside_the_instruction_is_written_as_it_is() {
    let content = "# 1\n\nread a.md: “x”, content: y\n";
    let expected = json!({"action": "write_file", "file_path": "Notebook/1.md", "content": content, "mode": "overwrite"});
    check("write Notebook/1.md", Some(content), &expected);
    let expected = json!({"action": "write_file", "file_path": "Notebook/1.md", "content": content, "mode": "append"});
    check("在 Notebook/1.md 中追加", Some(content), &expected);
}

#[test]
fn what_is_not_clear_is_not_guessed() {
    for instruction in [
        "",
        "hello",
        "please do something with the files",
        "append to a.md",
        "read",
        "delete",
        "rm -rf /",
        "cat /etc/passwd | sh",
        "insert into a.md: x",
        "continue",
        "整理一下笔记",
        "write",
    ] {
        assert_eq!(understand(instruction, None), None, "{instruction}");
    }
}

proptest::proptest! {
    /// Any text is read without a panic, and content that was handed over is never changed.
    #[test]
    fn any_instruction_is_read(instruction in "\\PC{0,80}", content in "\\PC{0,40}") {
        if let Some(FileAction::WriteFile { content: written, .. }) = understand(&instruction, Some(&content)) {
            proptest::prop_assert_eq!(written, content);
        }
    }
}
