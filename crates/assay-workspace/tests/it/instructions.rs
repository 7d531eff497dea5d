use assay_workspace::{FileAction, WriteMode, asks_to_lose, understand};
use proptest::prelude::{Strategy, prop};
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
    let table = [
        (
            "write Notebook/1.md",
            json!({"action": "create_file", "file_path": "Notebook/1.md", "initial_content": content}),
        ),
        (
            "overwrite Notebook/1.md",
            json!({"action": "write_file", "file_path": "Notebook/1.md", "content": content, "mode": "overwrite"}),
        ),
        (
            "覆盖写入 Notebook/a1.md",
            json!({"action": "write_file", "file_path": "Notebook/a1.md", "content": content, "mode": "overwrite"}),
        ),
        (
            "覆盖写入Notebook/a1.md",
            json!({"action": "write_file", "file_path": "Notebook/a1.md", "content": content, "mode": "overwrite"}),
        ),
        (
            "在 Notebook/1.md 中追加",
            json!({"action": "write_file", "file_path": "Notebook/1.md", "content": content, "mode": "append"}),
        ),
    ];
    for (instruction, expected) in table {
        check(instruction, Some(content), &expected);
    }
}

/// A file that is removed or overwritten is the one that was named, all of it, in so many words.
#[test]
fn a_whole_file_is_removed_when_that_is_all_that_was_said() {
    for (instruction, path) in [
        ("Delete the file Notebook/01.md", "Notebook/01.md"),
        (
            "please remove the whole file drafts/old.txt.",
            "drafts/old.txt",
        ),
        (
            "erase “Notebook/Do not panic.md”",
            "Notebook/Do not panic.md",
        ),
        (
            "delete 'Notebook/03 Supply and demand.md'",
            "Notebook/03 Supply and demand.md",
        ),
        ("delete the empty folder drafts", "drafts"),
        ("请删除文件 Notebook/一.md。", "Notebook/一.md"),
        ("把 drafts/a.csv 删除", "drafts/a.csv"),
        ("删除「Notebook/未来 展望.md」", "Notebook/未来 展望.md"),
        ("删除空目录 drafts", "drafts"),
    ] {
        let expected = json!({"action": "delete_file", "file_path": path});
        check(instruction, None, &expected);
    }
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
        // what is taken back
        "Do not delete Notebook/01.md, only read it",
        "don't remove Notebook/01.md",
        "Never overwrite Notebook/01.md: x",
        "Read Notebook/01.md without deleting it",
        "delete not.md",
        "不要删除 Notebook/01.md，只读取",
        "切勿覆盖 Notebook/01.md，内容为 x",
        "请勿移除 drafts/a.md",
        "删除不要的 drafts/a.md",
        // parts of a file
        "Delete line 5 of Notebook/01.md",
        "Remove the second paragraph from Notebook/01.md",
        "remove \"old figure\" from Notebook/01.md",
        "delete the table in Notebook/01.md",
        "delete the chapter 'Risks'",
        "删除“风险”",
        "Erase the last sentence of drafts/a.txt",
        "delete Notebook/01.md's heading",
        "replace \"a\" in Notebook/01.md with the text: b",
        "删除 Notebook/01.md 第5行",
        "删除 Notebook/01.md 中的第二段",
        "移除 drafts/a.md 里的表格",
        "覆盖 Notebook/01.md 的第一节，内容为 x",
        // several things
        "read Notebook/01.md and delete it",
        "delete Notebook/01.md and Notebook/02.md",
        "Delete Notebook/01.md, Notebook/02.md",
        "delete Notebook/01.md then create Notebook/02.md",
        "create Notebook/01 and 02.md: x",
        "delete everything in drafts but Notebook/a.md",
        "删除 Notebook/01.md 和 Notebook/02.md",
        "读取 Notebook/01.md 然后删除",
        "创建目录并写入a.md",
        // what is left over
        "Should I delete Notebook/01.md?",
        "delete Notebook/01.md if it is empty",
        "delete the backup of Notebook/01.md",
        "After the review delete Notebook/01.md",
        "delete all files",
        "delete Notebook",
        "delete *.md",
        "如果为空就删除 Notebook/01.md",
        "删除旧版Notebook/01.md的备份",
        "写入新的章节a.md，内容为 x",
        // text with an order that writes none, and two texts
        "delete Notebook/01.md: the old chapter",
        "delete Notebook/01 Background.md",
    ] {
        assert_eq!(understand(instruction, None), None, "{instruction}");
    }
    assert_eq!(understand("delete Notebook/01.md", Some("x")), None);
    assert_eq!(understand("append to a.md: one", Some("two")), None);
}

#[test]
fn a_file_is_lost_by_words_that_name_it_and_take_nothing_back() {
    for (instruction, path, may) in [
        (
            "Remove the second paragraph from Notebook/01.md",
            "Notebook/01.md",
            true,
        ),
        ("tidy up 01.md in the notebook", "Notebook/01.md", true),
        ("把 Notebook/一.md 里的表格去掉", "Notebook/一.md", true),
        ("Overwrite a.md: it is not large", "a.md", true),
        (
            "Do not delete Notebook/01.md, only read it",
            "Notebook/01.md",
            false,
        ),
        ("shorten Notebook/01.md", "1.md", false),
        ("shorten Notebook/01.md", "drafts/01.md", false),
        ("shorten ./notebook/01.md", "Notebook/01.md", true),
        ("精简第二章.md", "Notebook/第二章.md", true),
        ("Please don’t touch Notebook/01.md", "Notebook/01.md", false),
        ("Shorten Notebook/02.md", "Notebook/01.md", false),
        ("tidy up the notebook", "Notebook/01.md", false),
        ("delete all but Notebook/01.md", "Notebook/01.md", false),
        ("整理草稿，保留 drafts/a.md", "drafts/a.md", false),
        ("别动 drafts/a.md", "drafts/a.md", false),
    ] {
        assert_eq!(asks_to_lose(instruction, path), may, "{instruction}");
    }
}

/// Pieces of instructions, some of which are instructions when put together.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "delete",
        "remove",
        "overwrite",
        "erase",
        "replace the contents of",
        "please",
        "the file",
        "the whole file",
        "read",
        "and",
        ",",
        ".",
        " ",
        "Notebook/01.md",
        "a.md",
        "drafts/b 1.txt",
        "with the text",
        "删除",
        "覆盖",
        "覆盖写入",
        "文件",
        "请",
        "把",
        "将",
        "的全部内容",
        "，",
        "。",
    ])
}

fn negator() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "not",
        "do not",
        "don't",
        "don’t",
        "never",
        "no",
        "without",
        "except",
        "instead of",
        "cannot",
        "only",
        "不",
        "不要",
        "别",
        "切勿",
        "请勿",
        "没有",
        "未",
        "除了",
        "禁止",
        "而不是",
    ])
}

fn may_lose(action: Option<&FileAction>) -> bool {
    matches!(
        action,
        Some(
            FileAction::DeleteFile { .. }
                | FileAction::WriteFile {
                    mode: WriteMode::Overwrite,
                    ..
                }
        )
    )
}

proptest::proptest! {
    /// Any text is read without a panic, and content that was handed over is never changed.
    #[test]
    fn any_instruction_is_read(instruction in "\\PC{0,80}", content in "\\PC{0,40}") {
        if let Some(FileAction::WriteFile { content: written, .. }) = understand(&instruction, Some(&content)) {
            proptest::prop_assert_eq!(written, content);
        }
    }

    /// Wherever a negator stands, nothing is removed or overwritten.
    #[test]
    fn an_instruction_with_a_negator_never_costs_a_file(
        before in prop::collection::vec(piece(), 0..5),
        negator in negator(),
        after in prop::collection::vec(piece(), 0..5),
        between in prop::sample::select(vec!["", " "]),
        content in prop::option::of("[a-z]{1,9}"),
    ) {
        let words = [before, vec![negator], after].concat();
        let instruction = words.join(between);
        // Without spaces an English negator can be a part of a longer word, which is none.
        let is_one = between == " " || !negator.is_ascii();
        let action = understand(&instruction, content.as_deref());
        proptest::prop_assert!(!is_one || !may_lose(action.as_ref()), "{} → {:?}", instruction, action);
    }
}
