use std::ops::Range;

use super::{Quotation, QuotationStyle, QuotationWeight};

pub(super) enum Paragraph {
    /// Lines without a blank one between them.
    Plain(Range<usize>),
    /// The lines of a block quotation, blank ones included.
    Quoted(Vec<Range<usize>>),
}

/// Cuts a text into paragraphs; code blocks are left out.
pub(super) fn paragraphs(text: &str) -> Vec<Paragraph> {
    let mut found: Vec<Paragraph> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut open = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        let content = line.trim_start();
        if let Some(mark) = fence {
            if content.starts_with(mark) {
                fence = None;
            }
            continue;
        }
        fence = ["```", "~~~"].into_iter().find(|f| content.starts_with(f));
        if fence.is_some() || content.is_empty() {
            open = false;
            continue;
        }
        let quoted = content.starts_with('>');
        match found.last_mut() {
            Some(Paragraph::Quoted(lines)) if open && quoted => lines.push(range),
            Some(Paragraph::Plain(before)) if open && !quoted => before.end = range.end,
            _ if quoted => found.push(Paragraph::Quoted(vec![range])),
            _ => found.push(Paragraph::Plain(range)),
        }
        open = true;
    }
    found
}

/// The quotation of a block, without its attribution, citations and outer marks. A call-out such as
/// `> [!NOTE]` is the writer's own.
pub(super) fn quotation(text: &str, lines: Vec<Range<usize>>) -> Option<Quotation> {
    let mut contents: Vec<&str> = lines
        .iter()
        .filter_map(|line| text.get(line.clone()))
        .map(|line| line.trim_start().trim_start_matches(['>', ' ']).trim_end())
        .collect();
    if contents.first()?.starts_with("[!") {
        return None;
    }
    while contents
        .last()
        .is_some_and(|last| last.is_empty() || is_attribution(last))
    {
        contents.pop();
    }
    let joined = contents.join("\n");
    let quoted = without_marks(without_citations(&joined));
    let (first, last) = (lines.first()?, lines.last()?);
    let has_words = quoted.chars().any(char::is_alphanumeric);
    has_words.then(|| Quotation {
        text: quoted.to_owned(),
        range: first.start..last.end,
        style: QuotationStyle::Block,
        weight: QuotationWeight::of(quoted),
        lead: String::new(),
        closed: true,
    })
}

fn is_attribution(line: &str) -> bool {
    line.starts_with('—') || line.starts_with("– ") || line.starts_with("--")
}

/// Without `[[ev_1]]` and the like at its end.
pub(super) fn without_citations(text: &str) -> &str {
    let mut text = text.trim();
    while text.ends_with("]]")
        && let Some(open) = text.rfind("[[")
    {
        text = text.get(..open).unwrap_or_default().trim_end();
    }
    text
}

fn without_marks(text: &str) -> &str {
    const PAIRS: &[(char, char)] = &[
        ('“', '”'),
        ('"', '"'),
        ('‘', '’'),
        ('«', '»'),
        ('「', '」'),
        ('『', '』'),
    ];
    for (open, close) in PAIRS {
        let inner = text
            .strip_prefix(*open)
            .and_then(|rest| rest.strip_suffix(*close));
        if let Some(inner) = inner
            && !inner.contains([*open, *close])
        {
            return inner;
        }
    }
    text
}
