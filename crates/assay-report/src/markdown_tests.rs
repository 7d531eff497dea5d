//! What the Markdown writer writes reads back as what it was given.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::Writer;
use crate::citations::Citations;
use crate::document::{Block, Inline, plain};
use crate::markdown_text::TextWriter;
use crate::markup::parse;
use assay_domain::Language;

fn read(markdown: &str) -> Vec<Block> {
    parse(
        markdown,
        &mut Citations::new(Language::En, &BTreeMap::new()),
    )
}

fn write(blocks: &[Block]) -> String {
    let writer = Writer {
        language: Language::En,
        text: TextWriter {
            language: Language::En,
            chapters: &[],
        },
    };
    writer.blocks(blocks)
}

#[test]
fn common_forms_come_back_as_they_were() {
    for markdown in [
        "plain text, 4.61 / 3.72 - 1 = 23.9%",
        "*em* **strong** ***both*** ~~gone~~ `code` ``a`b``",
        "a  \nb\\\nc\nd",
        "1986\\. A year, not a list",
        "3) no\n\n+ yes",
        "\\# not a heading\n\n# a heading #\n\n## C\\#",
        "- a\n- b\n  1. c\n  2. d\n\n* another list",
        "1. a\n2. b\n\n3) c",
        "- a\n\n  second paragraph\n\n- b",
        "- a\n  > quoted\n\n      code in item",
        "> a\n>\n> > b\n> - c",
        "| a | b |\n|:--|--:|\n| `x\\|y` | \\| * ~~z~~ |\n| 1<br>2 | |",
        "[a \\[b\\] `c`](https://a.example/x_(y)?q=1&amp;r=2) <https://b.example>",
        "snake_case and 2 * 3 * 4 and a\\*b\\*c and \\_x\\_",
        "&amp;lt; &copy; AT&T \\<b> a < b",
        "[x]: not a definition",
        "[x](not a link) [y][z] !\\[p](q)",
        "```\n``\nfence\n```",
        "~~~\n```\n~~~",
        "---\n\n\\---\n\n= x\n=",
        "毛利率 10~20%，费用率 30~40%，~~删去~~",
        "- [ ] open\n- [x] done",
    ] {
        let blocks = read(markdown);
        let written = write(&blocks);
        assert_eq!(
            read(&written),
            blocks,
            "{markdown}\n--- became ---\n{written}"
        );
    }
}

/// All words of the blocks, without spaces.
fn words_of(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Heading { text, .. } | Block::Paragraph(text) => out.push_str(&plain(text)),
            Block::Code(text) => out.push_str(text),
            Block::Table(table) => {
                for cell in table.head.iter().chain(table.rows.iter().flatten()) {
                    out.push_str(&plain(cell));
                }
            }
            Block::Quote(blocks) => out.push_str(&words_of(blocks)),
            Block::List { items, .. } => {
                for item in items {
                    out.push_str(&words_of(item));
                }
            }
            Block::Rule => out.push_str("---"),
        }
    }
    out.retain(|c| !c.is_whitespace());
    out
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn plain_text_is_shown_as_it_is(text in "[ -~毛率：]{0,40}") {
        // Doubled marks beside Chinese are read as bold on purpose (`emphasis`).
        prop_assume!(!text.contains("**"));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let blocks = vec![Block::Paragraph(vec![Inline::Text(text.clone())])];
        let expected = crate::plain_text::unbracket_numbers(&text);
        let expected: String = expected.chars().filter(|c| !c.is_whitespace()).collect();
        prop_assert_eq!(words_of(&read(&write(&blocks))), expected);
    }
}
