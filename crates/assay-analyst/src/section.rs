use assay_domain::{
    ClaimKind, Evidence, EvidenceId, Failure, FailureCode, Language, Plan, Section, SectionLength,
    Task, citation,
};

use crate::borrowed::with_questions;
use crate::candidate::{Candidate, QuoteForm};
use crate::compute::Computed;
use crate::datum::data;
use crate::earlier::{Carried, carried};
use crate::field::field_terms;
use crate::known::KnownFigures;
use crate::naming::subject_names;
use crate::outline::{Group, MOST_PER_GROUP, assigned, fitting_computations, groups_of, title_of};
use crate::prose::DraftClaim;
use crate::topic::capital;

/// What a section is written from.
#[derive(Clone, Copy, Debug)]
pub struct SectionInput<'a> {
    pub plan: &'a Plan,
    pub task: &'a Task,
    /// Retrieved passages, best first.
    pub evidence: &'a [Evidence],
    /// Finished sections of the tasks this one directly depends on.
    pub earlier: &'a [Section],
    pub language: Language,
    pub length: SectionLength,
}

/// A section before it is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionDraft {
    pub title: String,
    /// Cites with `assay_domain::citation` after each sentence. Has no heading for the title.
    pub markdown: String,
    pub claims: Vec<DraftClaim>,
}

/// Writes a section of quotations and arithmetic. Fails with [`FailureCode::NoEvidence`] when
/// nothing answers the task: it never pads.
pub fn write_section(input: &SectionInput<'_>) -> Result<SectionDraft, Failure> {
    let task = with_questions(input.plan, input.task);
    let input = &SectionInput {
        task: &task,
        ..*input
    };
    let groups = groups_of(input.task, input.plan);
    let mut writer = Writer::new(input);
    let carried = carried(input.earlier);
    let data = data(&KnownFigures::default(), input.evidence);
    let quotes = assigned(input, &data, &groups, &carried);
    let sums = fitting_computations(input, &data, &groups, &carried);
    for part in &carried {
        writer.carry(part);
    }
    writer.compute(sums);
    writer.quote(&groups, quotes);
    if writer.draft.claims.is_empty() {
        return Err(no_evidence(input));
    }
    Ok(writer.draft)
}

fn no_evidence(input: &SectionInput<'_>) -> Failure {
    let task = input.task;
    let mut names = subject_names(input.plan);
    names.extend(field_terms(input.plan));
    if input.evidence.is_empty() && !names.is_empty() {
        return Failure::new(
            FailureCode::NoEvidence,
            input.language.pick(
                format!(
                    "nothing in the library speaks of {}; add documents about it, or ask with the name that the documents use",
                    names.join(" / ")
                ),
                format!(
                    "资料库中没有关于 {} 的内容；请导入相关文档，或改用文档中的名称提问",
                    names.join(" / ")
                ),
            ),
        );
    }
    let hints = task.hints.clone().unwrap_or_default();
    let lists = [hints.key_questions, hints.data_needs];
    let wanted = lists.into_iter().find(|list| !list.is_empty());
    let wanted = wanted.map_or_else(
        || task.description.clone(),
        |list| list.join(input.language.pick("; ", "；")),
    );
    let message = input.language.pick(
        format!(
            "nothing in the library answers task {} ({wanted}); add documents that do and run it again",
            task.id
        ),
        format!(
            "资料库中没有能回答任务 {} 的内容（{wanted}）；请导入有关文档后重新运行",
            task.id
        ),
    );
    Failure::new(FailureCode::NoEvidence, message)
}

struct Writer<'a> {
    input: &'a SectionInput<'a>,
    draft: SectionDraft,
    length: usize,
}

impl<'a> Writer<'a> {
    fn new(input: &'a SectionInput<'a>) -> Self {
        let draft = SectionDraft {
            title: title_of(input.task),
            markdown: String::new(),
            claims: Vec::new(),
        };
        Self {
            input,
            draft,
            length: 0,
        }
    }

    fn heading(&mut self, text: &str) {
        if !self.draft.markdown.is_empty() {
            self.draft.markdown.push('\n');
        }
        let heading = capital(text.trim_end_matches(['?', '？']));
        self.draft.markdown.push_str(&format!("### {heading}\n\n"));
    }

    fn measure(&self, text: &str) -> usize {
        match self.input.language {
            Language::En => text.split_whitespace().count(),
            Language::Zh => chinese_length(text),
        }
    }

    /// The first sentence always fits; further ones only within the wanted length.
    fn has_room(&self, text: &str) -> bool {
        self.length == 0 || self.length + self.measure(text) <= self.input.length.max
    }

    fn carry(&mut self, part: &Carried) {
        let fitting: Vec<_> = part
            .sentences
            .iter()
            .filter(|sentence| self.has_room(&sentence.marked))
            .cloned()
            .collect();
        if fitting.is_empty() {
            return;
        }
        self.heading(&part.title);
        for sentence in fitting {
            self.length += self.measure(&sentence.marked);
            self.draft
                .markdown
                .push_str(&format!("- {}\n", sentence.marked));
            self.draft.claims.push(sentence.claim);
        }
    }

    /// Picks in rounds, the best of each group first, so that no question starves another.
    fn quote(&mut self, groups: &[Group], quotes: Vec<Vec<Candidate<'a>>>) {
        let mut picked: Vec<Vec<Candidate<'a>>> = groups.iter().map(|_| Vec::new()).collect();
        let reserve = self.input.length.max / 5;
        let mut length = self.length;
        for round in 0..MOST_PER_GROUP {
            for (place, list) in quotes.iter().enumerate() {
                let Some(candidate) = list.get(round) else {
                    continue;
                };
                let added = self.measure(&candidate.text);
                let room = length == 0 || length + added + reserve <= self.input.length.max;
                if room && let Some(slot) = picked.get_mut(place) {
                    length += added;
                    slot.push(candidate.clone());
                }
            }
        }
        for (group, list) in groups.iter().zip(picked) {
            if !list.is_empty() {
                self.heading(&group.heading);
                self.write_quotes(&list);
            }
        }
    }

    fn write_quotes(&mut self, list: &[Candidate<'_>]) {
        for candidate in list {
            self.length += self.measure(&candidate.text);
        }
        let (mut rows, sentences): (Vec<_>, Vec<_>) = list
            .iter()
            .partition(|candidate| matches!(candidate.form, QuoteForm::Row { .. }));
        for candidate in sentences {
            let line = format!(
                "- “{}”{} {}\n",
                candidate.text,
                self.attribution(candidate.evidence),
                citation(&candidate.evidence.id)
            );
            self.draft.markdown.push_str(&line);
            self.claim_quote(candidate);
        }
        rows.sort_by_key(|candidate| in_source_order(candidate));
        let mut headers: Vec<&String> = Vec::new();
        for candidate in &rows {
            if let QuoteForm::Row { header, .. } = &candidate.form
                && !headers.contains(&header)
            {
                headers.push(header);
            }
        }
        for header in headers {
            self.write_table(header, &rows);
        }
    }

    /// The chosen rows of a table, each with its source in a last column.
    fn write_table(&mut self, header: &str, rows: &[&Candidate<'_>]) {
        let source = self.input.language.pick("Source", "来源");
        let columns = header.matches('|').count();
        let rule = format!("|{}", " --- |".repeat(columns));
        if !self.draft.markdown.ends_with("\n\n") {
            self.draft.markdown.push('\n');
        }
        self.draft
            .markdown
            .push_str(&format!("{header} {source} |\n{rule}\n"));
        for candidate in rows {
            let fits =
                matches!(&candidate.form, QuoteForm::Row { header: own, .. } if own == header);
            if !fits {
                continue;
            }
            let line = format!(
                "{} {} {} |\n",
                candidate.text,
                self.source(candidate.evidence).replace('|', "/"),
                citation(&candidate.evidence.id)
            );
            self.draft.markdown.push_str(&line);
            self.claim_quote(candidate);
        }
    }

    fn claim_quote(&mut self, candidate: &Candidate<'_>) {
        self.draft.claims.push(DraftClaim {
            text: candidate.text.clone(),
            evidence_ids: vec![candidate.evidence.id.clone()],
            kind: ClaimKind::Quoted,
        });
    }

    /// `Annual report, 2025-02-20`, without brackets that would end the attribution early.
    fn source(&self, evidence: &Evidence) -> String {
        let title = evidence
            .source
            .replace(['(', ')', '（', '）', '[', ']'], " ");
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        match evidence.as_of {
            Some(date) => format!("{title}{}{date}", self.input.language.pick(", ", "，")),
            None => title,
        }
    }

    fn attribution(&self, evidence: &Evidence) -> String {
        let source = self.source(evidence);
        self.input
            .language
            .pick(format!(" ({source})"), format!("（{source}）"))
    }

    fn compute(&mut self, sums: Vec<Computed>) {
        let fitting: Vec<Computed> = sums
            .into_iter()
            .filter(|computed| {
                let room = self.has_room(&computed.text);
                if room {
                    self.length += self.measure(&computed.text);
                }
                room
            })
            .collect();
        if fitting.is_empty() {
            return;
        }
        let heading = self
            .input
            .language
            .pick("Computed from the evidence", "据证据计算");
        self.heading(heading);
        for computed in fitting {
            let line = format!("- {} {}\n", computed.text, marks(&computed.evidence_ids));
            self.draft.markdown.push_str(&line);
            self.draft.claims.push(DraftClaim {
                text: computed.text,
                evidence_ids: computed.evidence_ids,
                kind: ClaimKind::Computed {
                    formula: computed.formula,
                },
            });
        }
    }
}

/// A table keeps the order of its source, also over passages.
fn in_source_order(candidate: &Candidate<'_>) -> (String, usize, usize) {
    let start = candidate
        .evidence
        .passage
        .parts()
        .map_or(0, |(_, range)| range.start);
    (
        candidate.evidence.document.to_string(),
        start,
        candidate.place,
    )
}

/// As Chinese word processors count: a character is one, and so is a word or number in between.
fn chinese_length(text: &str) -> usize {
    let han = text.chars().filter(|c| *c > '\u{2e7f}').count();
    let others = text
        .split(|c: char| c > '\u{2e7f}' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .count();
    han + others
}

fn marks(ids: &[EvidenceId]) -> String {
    ids.iter().map(citation).collect::<Vec<_>>().join(" ")
}
