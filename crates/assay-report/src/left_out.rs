//! What was written and is no finding, each sentence with the reason.

use assay_domain::{Language, LeftOut};

use crate::citations::Citations;
use crate::compose::{Part, ReportInput};
use crate::document::{Block, Inline};
use crate::plain_text::{plain_inlines, reason_text, title_text};
use crate::words;

pub(crate) fn left_out(input: &ReportInput<'_>, citations: &mut Citations<'_>) -> Vec<Block> {
    let language = input.language;
    let mut items = Vec::new();
    for section in input.parts.iter().filter_map(Part::section) {
        let task = section.task;
        let text = format!("{task}. {}", title_text(&section.title));
        for refused in &section.left_out {
            let from = Inline::Chapter {
                task,
                text: text.clone(),
            };
            items.push(item(refused, Some(from), language, citations));
        }
    }
    for refused in input.left_out {
        let said = item(refused, None, language, citations);
        if !items.contains(&said) {
            items.push(said);
        }
    }
    if items.is_empty() {
        return Vec::new();
    }
    let explanation = language.pick(
        "These sentences were written during the research and are no findings: nothing that they cite says it, or they cite nothing. They may be true; here nothing shows that they are.",
        "下列句子写于研究过程中，但不属于研究结果：所引证据没有这样说，或者没有引用证据。它们未必不对，只是这里没有任何依据。",
    );
    vec![
        Block::Paragraph(vec![Inline::text(explanation)]),
        Block::List { start: None, items },
    ]
}

fn item(
    refused: &LeftOut,
    from: Option<Inline>,
    language: Language,
    citations: &mut Citations<'_>,
) -> Vec<Block> {
    let mut line = plain_inlines(&refused.text, citations);
    let problems = refused.problems.iter().map(|problem| reason_text(problem));
    let problems: Vec<String> = problems.collect();
    let why = problems.join(language.pick("; ", "；"));
    let mut remark = vec![Inline::text(language.pick("(", "（"))];
    if let Some(from) = from {
        remark.extend([from, Inline::text(words::colon(language))]);
    }
    remark.push(Inline::text(why + language.pick(")", "）")));
    line.push(Inline::text(language.pick(" ", "")));
    line.push(Inline::Emphasis(remark));
    vec![Block::Paragraph(line)]
}
