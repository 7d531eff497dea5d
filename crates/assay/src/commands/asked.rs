//! An answer as a reader of text sees it: numbers in the place of evidence, sources below.

use assay_domain::{Envelope, Evidence, FollowUp, Language};
use assay_engine::asked_on;

pub(crate) struct Answered<'a> {
    /// With citation marks; empty where the library does not say.
    pub(crate) markdown: &'a str,
    pub(crate) evidence: &'a [Evidence],
    pub(crate) missing: &'a [String],
    pub(crate) language: Language,
}

impl<'a> Answered<'a> {
    pub(crate) fn of(follow_up: &'a FollowUp) -> Self {
        Self {
            markdown: &follow_up.answer,
            evidence: &follow_up.evidence,
            missing: &follow_up.missing,
            language: follow_up.language,
        }
    }

    /// Markdown with numbered sources below the answer.
    pub(crate) fn shown(&self) -> String {
        if self.markdown.trim().is_empty() {
            return self.missing.join("\n");
        }
        let mut text = self.markdown.to_owned();
        for (evidence, number) in self.evidence.iter().zip(1..) {
            text = text.replace(&format!("[[{}]]", evidence.id), &format!("[{number}]"));
        }
        let sources = self.evidence.iter().zip(1..);
        let sources = sources
            .map(|(evidence, number)| format!("- [{number}] {}", source(evidence, self.language)));
        format!("{text}\n\n{}", sources.collect::<Vec<_>>().join("\n"))
    }
}

fn source(evidence: &Evidence, language: Language) -> String {
    let place = evidence.place.iter().map(|place| place.text(language));
    let heading = evidence
        .headings
        .iter()
        .rev()
        .find(|line| !line.contains('|'))
        .cloned();
    let heading = heading.filter(|heading| *heading != evidence.source);
    let date = evidence.as_of.map(|date| date.to_string());
    let parts = std::iter::once(evidence.source.clone())
        .chain(heading)
        .chain(place)
        .chain(date);
    parts.collect::<Vec<_>>().join(", ")
}

/// What was asked on a run, with the answers; `None` where nothing was.
pub(crate) fn conversation(journal: &[Envelope], language: Language) -> Option<String> {
    let asked = asked_on(journal).map(|(_, follow_up)| {
        let completed = match follow_up.completed == follow_up.question {
            true => String::new(),
            false => format!("*{}*\n\n", follow_up.completed),
        };
        let answer = Answered::of(follow_up).shown();
        format!("### {}\n\n{completed}{answer}", follow_up.question)
    });
    let asked: Vec<String> = asked.collect();
    let head = language.pick("## Asked on", "## 继续提问");
    (!asked.is_empty()).then(|| format!("{head}\n\n{}", asked.join("\n\n")))
}
