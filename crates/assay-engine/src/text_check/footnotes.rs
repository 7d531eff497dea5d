//! Numbers and marks by which texts of other tools name their sources.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use assay_domain::Document;

/// Digits of the largest number that is read as a footnote: `[2024]` is a year.
const LONGEST_NUMBER: usize = 3;
/// Characters below which a title is too common a word to name a document.
const SHORTEST_TITLE: usize = 6;
/// Headings under which sources are listed.
const LISTS: [&str; 14] = [
    "sources",
    "references",
    "bibliography",
    "footnotes",
    "endnotes",
    "citations",
    "works cited",
    "来源",
    "资料来源",
    "参考文献",
    "参考资料",
    "引用来源",
    "脚注",
    "尾注",
];

/// The footnotes of a text.
#[derive(Default)]
pub(super) struct Footnotes {
    /// What stands beside each label, up to the next one.
    entries: BTreeMap<String, String>,
    /// Bytes of the text that list sources.
    lists: Vec<Range<usize>>,
}

impl Footnotes {
    pub(super) fn of(markdown: &str) -> Self {
        let mut footnotes = Self::default();
        // the level of the heading whose list this is
        let mut list: Option<usize> = None;
        let mut open: Option<String> = None;
        let mut at = 0;
        for line in markdown.split_inclusive('\n') {
            let range = at..at + line.len();
            at = range.end;
            if let Some((level, title)) = heading(line) {
                open = None;
                if list.is_none_or(|own| level <= own) {
                    let title = title.to_lowercase();
                    list = LISTS.contains(&title.as_str()).then_some(level);
                }
                continue;
            }
            let begun = entry(line).filter(|(_, is_sure)| *is_sure || list.is_some());
            if let Some((label, _)) = begun {
                footnotes.entries.entry(label.clone()).or_default();
                open = Some(label);
            } else if line.trim().is_empty() && list.is_none() {
                open = None;
            }
            if let Some(text) = open
                .as_ref()
                .and_then(|label| footnotes.entries.get_mut(label))
            {
                text.push_str(line);
            }
            if list.is_some() || open.is_some() {
                footnotes.lists.push(range);
            }
        }
        footnotes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether a stretch of the text lists sources.
    pub(super) fn hold(&self, range: &Range<usize>) -> bool {
        let mut lists = self.lists.iter();
        lists.any(|list| list.contains(&range.start))
    }

    /// A sentence without marks and addresses of links, and what its footnotes say.
    pub(super) fn taken_from(&self, sentence: &str) -> (String, Vec<String>) {
        let mut text = String::with_capacity(sentence.len());
        let mut sources = Vec::new();
        let mut rest = sentence;
        while let Some(at) = rest.find('[') {
            let (before, bracket) = rest.split_at(at);
            text.push_str(before);
            rest = match mark(bracket) {
                Some(Mark::Labels(labels, behind)) => {
                    let found = labels.iter().filter_map(|label| self.entries.get(*label));
                    sources.extend(found.cloned());
                    text.truncate(text.trim_end_matches(' ').len());
                    behind
                }
                Some(Mark::Link(words, behind)) => {
                    text.push_str(words);
                    behind
                }
                None => {
                    text.push('[');
                    bracket.get(1..).unwrap_or_default()
                }
            };
        }
        text.push_str(rest);
        (text, sources)
    }
}

/// Whether what a footnote says names a document, by its id, title or file name.
pub(super) fn names(source: &str, document: &Document) -> bool {
    let source = source.to_lowercase();
    let title = document.title.to_lowercase();
    let file = Path::new(&document.origin).file_name();
    let file = file.map(|name| name.to_string_lossy().to_lowercase());
    source.contains(document.id.as_str())
        || (title.chars().count() >= SHORTEST_TITLE && source.contains(&title))
        || file.is_some_and(|file| file.contains('.') && source.contains(&file))
}

/// What stands in brackets, and the text behind it.
enum Mark<'a> {
    Labels(Vec<&'a str>, &'a str),
    /// A link by its words.
    Link(&'a str, &'a str),
}

fn mark(bracket: &str) -> Option<Mark<'_>> {
    let (inside, behind) = bracket.strip_prefix('[')?.split_once(']')?;
    if let Some(number) = inside.strip_prefix('[') {
        let behind = behind.strip_prefix("](#")?.split_once(')')?.1;
        return is_number(number).then(|| Mark::Labels(vec![number], behind));
    }
    if let Some(label) = inside.strip_prefix('^') {
        return Some(Mark::Labels(vec![label], behind));
    }
    if let Some(target) = behind.strip_prefix('(') {
        let (_, behind) = target.split_once(')')?;
        return Some(match is_number(inside) {
            true => Mark::Labels(vec![inside], behind),
            false => Mark::Link(inside, behind),
        });
    }
    let labels: Vec<&str> = inside
        .split([',', ';', '，', '、'])
        .map(str::trim)
        .collect();
    let are_numbers = labels.iter().all(|label| is_number(label));
    are_numbers.then_some(Mark::Labels(labels, behind))
}

fn is_number(text: &str) -> bool {
    (1..=LONGEST_NUMBER).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    let title = title.trim().trim_matches(['*', ':', '：']).trim();
    (level > 0 && !title.is_empty()).then_some((level, title))
}

/// The label that a line of sources begins with, and whether it can be nothing else.
fn entry(line: &str) -> Option<(String, bool)> {
    let line = line.trim_start();
    let line = match line.strip_prefix("<a id=") {
        Some(anchor) => anchor.split_once("</a>")?.1,
        None => line,
    };
    let line = line.trim_start_matches(['-', '*', ' ']);
    let Some(open) = line.strip_prefix('[') else {
        let number = line.split_once(['.', ')'])?.0;
        return is_number(number).then(|| (number.to_owned(), false));
    };
    let (label, behind) = open.split_once(']')?;
    let is_definition = behind.starts_with(':');
    match label.strip_prefix('^') {
        Some(label) if is_definition => Some((label.to_owned(), true)),
        Some(_) => None,
        None => is_number(label).then(|| (label.to_owned(), is_definition)),
    }
}

#[cfg(test)]
mod tests {
    use super::Footnotes;

    #[test]
    fn marks_leave_the_sentence_and_lead_to_what_they_stand_for() {
        let text = "Sales rose [^a]. Costs fell [1, 2]. Cash [[3]](#s3) grew.\n\n\
                    [^a]: Annual report of Orvane\n\n\
                    # References\n\n[1] A note\n2. A letter\n<a id=\"s3\"></a>**[3]** A filing\\\nTier A\n\n\
                    # Outlook\n\nIt may rain.\n";
        let footnotes = Footnotes::of(text);
        for (sentence, bare, sources) in [
            (
                "Sales rose [^a].",
                "Sales rose.",
                &["Annual report of Orvane"][..],
            ),
            ("Costs fell [1, 2].", "Costs fell.", &["A note", "A letter"]),
            ("Cash [[3]](#s3) grew.", "Cash grew.", &["A filing"]),
            (
                "See [the note](https://a.example/2024).",
                "See the note.",
                &[],
            ),
            ("In [2024] it [sic] rose.", "In [2024] it [sic] rose.", &[]),
            ("Nothing [9] is known.", "Nothing is known.", &[]),
        ] {
            let (text, found) = footnotes.taken_from(sentence);
            assert_eq!(text, bare);
            assert_eq!(found.len(), sources.len(), "{sentence}: {found:?}");
            for (found, source) in found.iter().zip(sources) {
                assert!(found.contains(source), "{sentence}: {found}");
            }
        }
        let at = |words: &str| text.find(words).unwrap();
        for (words, is_listed) in [
            ("Sales", false),
            ("[^a]: Annual", true),
            ("2. A letter", true),
            ("Tier A", true),
            ("It may", false),
        ] {
            let start = at(words);
            assert_eq!(footnotes.hold(&(start..start + 1)), is_listed, "{words}");
        }
    }
}
