//! The forms of an instruction.

use std::sync::LazyLock;

use regex::Regex;

use super::naming::{ENDINGS, QUOTES};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Read,
    Append,
    Insert,
    Create,
    /// Into a file, without a word about what stands there.
    Write,
    Overwrite,
    Delete,
    DeleteFolder,
    List,
    MakeFolder,
    Find,
    Search,
    Stream,
    Continue,
}

impl Order {
    pub(super) fn takes_content(self) -> bool {
        matches!(
            self,
            Self::Append | Self::Insert | Self::Create | Self::Write | Self::Overwrite
        )
    }
}

pub(super) struct Form {
    pub(super) order: Order,
    pub(super) pattern: Regex,
}

/// Order and form. `<file>`, `<dir>`, `<folder>`, `<text>` are names and quotations, `<words>` a text
/// without quotation marks, `<number>`, `<last>`, `<stream>` what they say; `<the file>`, `<the folder>`
/// and `<文件>` are words that may stand before a name. A space in a Chinese form may be missing.
const WORDINGS: [(Order, &str); 50] = [
    (
        Order::Continue,
        "continue(?: reading| with)?(?: stream)? <stream>",
    ),
    (Order::Continue, "继续(?:读取)?流? ?<stream>"),
    (
        Order::Stream,
        "stream <the file><file>(?: in (?:batches|chunks) of <number> lines)?",
    ),
    (Order::Stream, "(?:流式|分批)(?:读取|阅读) ?<文件><file>"),
    (
        Order::MakeFolder,
        "(?:create|make|add) <the folder><folder>",
    ),
    (Order::MakeFolder, "mkdir <folder>"),
    (Order::MakeFolder, "(?:创建|新建)(?:目录|文件夹) ?<folder>"),
    (
        Order::Find,
        "(?:find|list|search for) (?:all )?(?:the )?files? (?:named|called|matching) <text>(?: (?:in|under) <a folder><folder>)?",
    ),
    (
        Order::Find,
        "在 ?<folder> ?(?:目录|文件夹)?[下中里]?(?:查找|搜索)(?:文件)?(?:名为|名称?包含|文件名包含) ?<text> ?(?:的(?:所有|全部)?文件)?",
    ),
    (
        Order::Find,
        "(?:查找|搜索)(?:文件)?(?:名为|名称?包含|文件名包含) ?<text> ?(?:的(?:所有|全部)?文件)?",
    ),
    (
        Order::Insert,
        "insert (?:this |the following )?(?:text )?(?:at|before) line <number> (?:of|in|into) <the file><file>",
    ),
    (
        Order::Insert,
        "insert (?:this |the following )?(?:text )?into <the file><file> (?:at|before) line <number>",
    ),
    (
        Order::Insert,
        "在 ?<文件><file> ?(?:的|中的|中|里)? ?第 ?<number> ?行(?:之前|前|处)? ?插入(?:以下内容)?",
    ),
    (
        Order::Append,
        "(?:append|add) (?:this |the following )?(?:text )?(?:to|at) (?:the )?(?:end of )?<the file><file>",
    ),
    (
        Order::Append,
        "[在向往] ?<文件><file> ?(?:中|里|的?末尾|的?结尾)? ?(?:追加|补充)(?:以下内容)?",
    ),
    (
        Order::Append,
        "(?:[把将]以下内容)?(?:追加|补充|添加)到 ?<文件><file> ?(?:中|里|的?末尾|的?结尾)?",
    ),
    (
        Order::Overwrite,
        "overwrite (?:all of |the contents? of )?<the file><file>",
    ),
    (
        Order::Overwrite,
        "replace (?:the )?(?:whole |entire |full |complete )?(?:contents?|text) of <the file><file>",
    ),
    (
        Order::Overwrite,
        "(?:用以下内容)?覆盖(?:写入)? ?<文件><file> ?(?:的(?:全部|所有)内容)?",
    ),
    (Order::Overwrite, "[把将]以下内容覆盖写入 ?<文件><file>"),
    (Order::Delete, "(?:delete|remove|erase) <the file><file>"),
    (
        Order::Delete,
        "(?:删除|移除) ?(?:整个)?<文件><file> ?(?:这个文件|整个文件|文件)?",
    ),
    (
        Order::Delete,
        "[把将] ?<文件><file> ?(?:整个)?(?:删除|删掉|移除)",
    ),
    (
        Order::DeleteFolder,
        "(?:delete|remove) <the folder><folder>",
    ),
    (
        Order::DeleteFolder,
        "(?:删除|移除) ?空?(?:目录|文件夹) ?<folder>",
    ),
    (
        Order::Create,
        "create (?:a |the )?(?:new )?(?:empty )?<the file><file>",
    ),
    (Order::Create, "create <the file><file> in <a folder><dir>"),
    (Order::Create, "new file <file>"),
    (Order::Create, "(?:创建|新建|新增) ?(?:空)?<文件><file>"),
    (
        Order::Create,
        "在 ?<dir> ?(?:目录|文件夹)[下中里]? ?(?:创建|新建|新增) ?<文件><file>",
    ),
    (
        Order::Write,
        "(?:write|save) (?:this |the following )?(?:text )?(?:to |into |as |in )?<the file><file>",
    ),
    (
        Order::Write,
        "(?:[把将]以下内容)?(?:写入|写到|保存到|保存为) ?<文件><file>",
    ),
    (
        Order::List,
        "list(?: all)?(?: the)?(?: files| contents| everything)?",
    ),
    (
        Order::List,
        "list (?:all )?(?:the )?(?:files|contents|everything) (?:in|of|under) <a folder><folder>",
    ),
    (Order::List, "list <a folder><folder>"),
    (Order::List, "列出(?:所有|全部)?文件"),
    (
        Order::List,
        "列出 ?<folder> ?(?:目录|文件夹)?[下中里]?的?(?:所有|全部)?(?:文件|内容)?",
    ),
    (
        Order::Search,
        "(?:search|search for|look for|grep|grep for|find) <text> in <the file><file>",
    ),
    (Order::Search, "(?:search|grep) <the file><file> for <text>"),
    (
        Order::Search,
        "(?:search|search for|look for|grep|grep for|find) <text>(?: (?:in|under) <a folder><folder>)?",
    ),
    (
        Order::Search,
        "(?:search for|look for|grep for) <words> in <the file><file>",
    ),
    (
        Order::Search,
        "在 ?<文件><file> ?[中里]? ?(?:搜索|查找|检索)(?:包含|含有)? ?<text> ?(?:的(?:所有|全部)?(?:内容|行))?",
    ),
    (
        Order::Search,
        "在 ?<folder> ?(?:目录|文件夹)?[下中里]? ?(?:搜索|查找|检索)(?:包含|含有)? ?<text> ?(?:的(?:所有|全部)?(?:文件|内容))?",
    ),
    (
        Order::Read,
        "(?:read|show|show me|open|view|display) (?:all of |(?:all )?the (?:whole |full )?contents? of )?<the file><file>",
    ),
    (
        Order::Read,
        "(?:read|show|show me|view|display) lines? <number>(?: ?(?:-|–|to) ?<last>)? (?:of|from|in) <the file><file>",
    ),
    (
        Order::Read,
        "(?:read|show|show me|view|display) <the file><file>,? lines? <number>(?: ?(?:-|–|to) ?<last>)?",
    ),
    (
        Order::Read,
        "(?:read|show|show me|view|display) (?:the )?(?:section|chapter|heading) <text> (?:of|from|in) <the file><file>",
    ),
    (
        Order::Read,
        "(?:读取|查看|打开|阅读|显示) ?<文件><file> ?(?:的?(?:全部|所有|完整)?内容|全文|的全文)?",
    ),
    (
        Order::Read,
        "(?:读取|查看|阅读|显示) ?<文件><file> ?(?:的|中的|中|里的)? ?第 ?<number> ?(?:(?:-|–|到|至|行到第|行至第) ?<last> ?)?行(?:的?内容)?",
    ),
    (
        Order::Read,
        "(?:读取|查看|阅读|显示) ?<文件><file> ?(?:的|中的|中|里的)? ?<text> ?(?:章节|部分|一节|小节)(?:的?(?:全部|所有)?内容)?",
    ),
];

pub(super) static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let forms = WORDINGS.iter().map(|(order, wording)| Form {
        order: *order,
        pattern: compiled(&pattern(*order, wording)),
    });
    forms.collect()
});

#[expect(clippy::expect_used, reason = "the patterns are constant and tested")]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a form of an instruction")
}

/// A form as an expression that all of an instruction has to match.
fn pattern(order: Order, wording: &str) -> String {
    // What cannot stand in a name without quotation marks.
    let marks: String = QUOTES
        .iter()
        .map(|(open, close)| format!("{open}{close}"))
        .collect();
    let plain = format!("[^\\s{marks},，;；:：、。*?()（）]");
    let in_name = format!("[^\\s/{marks},，;；:：、。*?()（）]");
    let quoted = QUOTES
        .map(|(open, close)| format!("{open}[^{close}\\n]+{close}"))
        .join("|");
    let ending = ENDINGS.map(|ending| format!("\\{ending}")).join("|");
    let spaced = format!("{plain}*/{in_name}+(?: {in_name}+)*?(?:{ending})");
    let file = format!("(?P<file>{quoted}|{plain}+?(?:{ending})|{spaced})");
    let folder = |group: &str| format!("(?P<{group}>{quoted}|{plain}+?)");
    let filled = [
        (
            "<the file>",
            "(?:(?:the |this )?(?:whole |entire )?(?:file |chapter )?(?:named |called )?)",
        ),
        (
            "<the folder>",
            "(?:(?:a |the |this )?(?:new |empty )?(?:folder|directory) (?:named |called )?)",
        ),
        ("<a folder>", "(?:(?:the )?(?:folder |directory )?)"),
        ("<文件>", "(?:文件 ?)?"),
        ("<file>", &file),
        ("<dir>", &folder("dir")),
        ("<folder>", &folder("folder")),
        ("<text>", &format!("(?P<text>{quoted})")),
        (
            "<words>",
            &format!("(?P<text>{plain}+(?: {plain}+){{0,3}}?)"),
        ),
        ("<number>", "(?P<number>[0-9]{1,9})"),
        ("<last>", "(?P<last>[0-9]{1,9})"),
        ("<stream>", "(?P<stream>s[0-9]+)"),
    ]
    .iter()
    .fold(wording.to_owned(), |text, (from, to)| {
        text.replace(from, to)
    })
    .replace(' ', "[ \\u{3000}]");
    let content = if order.takes_content() {
        "(?:\\s*[,，]?\\s*(?:(?:with )?(?:(?:the |this )?(?:following )?(?:content|text)|the following)|(?:初始)?内容(?:如下|为|是)?|以下内容)?\\s*[:：](?P<content>.*\\S.*)|\\s*[,，]?\\s*(?:初始)?内容(?:为|是)(?P<stated>.*\\S.*))?"
    } else {
        ""
    };
    format!("(?is)^\\s*(?:please |请)?{filled}(?:,? please)?{content}[.。]?\\s*$")
}
