use crate::node::is_dotted_form;

/// A sentence or an item of a list, verbatim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sentence<'a> {
    pub(super) text: &'a str,
    pub(super) is_item: bool,
}

const BULLETS: &[char] = &['•', '●', '▪', '◦', '·', '–', '‣', '*', '-', '■', '○'];
/// Abbreviations after which a sentence goes on.
const ABBREVIATIONS: &[&str] = &[
    "mr", "ms", "mrs", "dr", "st", "no", "vs", "e.g", "i.e", "u.s", "u.k", "etc", "jr", "sr",
    "approx", "dept", "fig", "cf", "al", "inc", "u.s.a", "d.c",
];

/// The sentences of a text in order. Table rows are none.
pub(super) fn sentences(text: &str) -> Vec<Sentence<'_>> {
    let mut sentences = Vec::new();
    for block in blocks(text) {
        let trimmed = block.trim();
        if trimmed.is_empty() || trimmed.starts_with('|') {
            continue;
        }
        let is_item = trimmed.starts_with(BULLETS);
        for text in split(trimmed) {
            sentences.push(Sentence { text, is_item });
        }
    }
    sentences
}

/// Paragraphs and list items: a line break inside a paragraph does not end it.
fn blocks(text: &str) -> Vec<&str> {
    let mut blocks = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let begins = trimmed.is_empty() || trimmed.starts_with(BULLETS) || trimmed.starts_with('|');
        if begins && at > start {
            blocks.extend(text.get(start..at));
            start = at;
        }
        at += line.len();
        if trimmed.is_empty() || trimmed.starts_with('|') {
            start = at;
        }
    }
    blocks.extend(text.get(start..at));
    blocks
}

fn split(block: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, c) in block.char_indices() {
        let end = at + c.len_utf8();
        let ends = match c {
            '。' | '！' | '？' | '；' => true,
            '.' | '!' | '?' => {
                let rest = block.get(end..).unwrap_or_default();
                let mut following = rest.trim_start_matches(['”', '"', '’', ')']).chars();
                let space = following.next();
                let next = following.find(|c| !c.is_whitespace());
                let goes_on = next.is_some_and(char::is_lowercase);
                space.is_none_or(char::is_whitespace)
                    && !goes_on
                    && !(c == '.' && is_abbreviation(block.get(start..at).unwrap_or_default()))
            }
            _ => false,
        };
        if ends {
            sentences.extend(block.get(start..end).map(str::trim));
            start = end;
        }
    }
    sentences.extend(block.get(start..).map(str::trim));
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// Whether the text before a full stop ends in an abbreviation or a single letter.
fn is_abbreviation(before: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '“' | '"' | ','))
        .next()
        .unwrap_or_default();
    let lower = word.to_lowercase();
    is_dotted_form(word)
        || ABBREVIATIONS.contains(&lower.as_str())
        || (word.chars().count() == 1 && word.chars().all(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn abbreviations_do_not_end_a_sentence() {
        let text = "We rely on Panasonic and Contemporary Amperex Technology Co. Limited (CATL). We \
                    buy in the U.S. from X Inc. and others.\n\n•an item, such as Tesla, Inc.;\n\
                    •another\n\n| a | table |\n公司向甲采购。公司向乙销售；其他";
        let found: Vec<&str> = sentences(text).iter().map(|one| one.text).collect();
        assert_eq!(
            found,
            [
                "We rely on Panasonic and Contemporary Amperex Technology Co. Limited (CATL).",
                "We buy in the U.S. from X Inc. and others.",
                "•an item, such as Tesla, Inc.;",
                "•another",
                "公司向甲采购。",
                "公司向乙销售；",
                "其他",
            ]
        );
    }
}
