//! A checked text as lines for a terminal and as a page.

use assay_domain::Language;
use assay_engine::{CheckedSentence, CheckedText, SentenceVerdict};
use assay_report::{CheckedPage, MarkedSentence, SentenceMark, checked_page};

use crate::shown::on_one_line;
use crate::table::shorten;

/// Columns of a passage that a terminal shows.
const SPAN_WIDTH: usize = 160;

/// One sentence: its label, its words, and what bears it or speaks against it.
pub(super) fn lines(sentence: &CheckedSentence, language: Language) -> String {
    let label = sentence.verdict.label(language);
    let mut text = format!("{label}: {}", on_one_line(sentence.text.trim()));
    for span in &sentence.spans {
        let words = shorten(&span.text, SPAN_WIDTH);
        let place = on_one_line(&span.located(language));
        text.push_str(&language.pick(
            format!("\n    “{words}” ({place})"),
            format!("\n    “{words}”（{place}）"),
        ));
    }
    for problem in &sentence.problems {
        text.push_str("\n    ");
        text.push_str(&on_one_line(problem));
    }
    text
}

/// How many sentences of which kind.
pub(super) fn summary(checked: &CheckedText, language: Language) -> String {
    let counts = checked.counts.iter().map(|(verdict, count)| {
        let label = verdict.label(language);
        language.pick(format!("{count} {label}"), format!("{label} {count}"))
    });
    let counts = counts.collect::<Vec<_>>().join(language.pick(", ", "，"));
    let all = checked.sentences.len();
    match (language, all) {
        (Language::En, 1) => format!("1 sentence: {counts}"),
        (Language::En, _) => format!("{all} sentences: {counts}"),
        (Language::Zh, _) => format!("共 {all} 句：{counts}"),
    }
}

pub(super) fn page(checked: &CheckedText, text: &str, title: &str, language: Language) -> String {
    let sentences = checked.sentences.iter().map(|sentence| MarkedSentence {
        range: sentence.start..sentence.end,
        mark: mark(sentence.verdict),
        label: sentence.verdict.label(language).to_owned(),
        spans: sentence
            .spans
            .iter()
            .map(|span| (span.located(language), span.text.clone()))
            .collect(),
        problems: sentence.problems.clone(),
    });
    let used = checked.counts.keys();
    let legend = used.map(|verdict| (mark(*verdict), verdict.label(language).to_owned()));
    checked_page(&CheckedPage {
        title,
        language,
        text,
        summary: &summary(checked, language),
        passes: checked.passes,
        sentences: sentences.collect(),
        legend: legend.collect(),
    })
}

fn mark(verdict: SentenceVerdict) -> SentenceMark {
    match verdict {
        SentenceVerdict::Quoted => SentenceMark::Quoted,
        SentenceVerdict::Computed => SentenceMark::Computed,
        SentenceVerdict::Judged | SentenceVerdict::Wording => SentenceMark::Wording,
        SentenceVerdict::Conclusion => SentenceMark::Conclusion,
        SentenceVerdict::SaysWhatIsMissing => SentenceMark::Gap,
        SentenceVerdict::Connecting => SentenceMark::Plain,
        SentenceVerdict::Uncited
        | SentenceVerdict::UnknownEvidence
        | SentenceVerdict::Unsupported => SentenceMark::Bad,
    }
}
