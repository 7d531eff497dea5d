use assay_domain::{
    ClaimKind, Evidence, EvidenceId, Failure, FailureCode, Hints, Language, Plan, Section,
    SectionLength, Task, citation,
};

use crate::candidate::{Candidate, QuoteForm, candidates};
use crate::compute::{Computed, Sort, computations};
use crate::earlier::{Carried, carried};
use crate::examine::replaced;
use crate::prose::DraftClaim;
use crate::relevance::Terms;
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

/// Quotations under one sub-heading.
const MOST_PER_GROUP: usize = 4;
const MOST_COMPUTED: usize = 8;

/// Writes a section of quotations and arithmetic. Fails with [`FailureCode::NoEvidence`] when
/// nothing answers the task: it never pads.
pub fn write_section(input: &SectionInput<'_>) -> Result<SectionDraft, Failure> {
    let topic = Terms::of(&input.plan.topic);
    let groups = groups_of(input.task, &topic);
    let mut writer = Writer::new(input);
    let carried = carried(input.earlier);
    let quotes = assigned(input, &groups, &carried);
    let sums = fitting_computations(input, &groups, &carried);
    for part in &carried {
        writer.carry(part);
    }
    writer.quote(&groups, quotes);
    writer.compute(sums);
    if writer.draft.claims.is_empty() {
        return Err(no_evidence(input.task));
    }
    Ok(writer.draft)
}

fn no_evidence(task: &Task) -> Failure {
    let needs = task
        .hints
        .as_ref()
        .map(|hints| hints.data_needs.join(", "))
        .filter(|needs| !needs.is_empty())
        .unwrap_or_else(|| task.description.clone());
    Failure::new(
        FailureCode::NoEvidence,
        format!(
            "nothing in the library answers task {}; add documents about {needs} and run it again",
            task.id
        ),
    )
}

/// A sub-heading and what belongs under it.
struct Group {
    heading: String,
    terms: Terms,
}

/// The key questions, each with the data needs that belong to it; a need that belongs to none
/// stands for itself. The title where there is neither.
fn groups_of(task: &Task, topic: &Terms) -> Vec<Group> {
    let Hints {
        data_needs,
        key_questions,
        ..
    } = task.hints.clone().unwrap_or_default();
    let group = |heading: String| Group {
        terms: Terms::of(&heading).without(topic),
        heading,
    };
    let mut groups: Vec<Group> = key_questions.into_iter().map(group).collect();
    let questions = groups.len();
    for need in data_needs.into_iter().map(group) {
        let home = groups
            .iter_mut()
            .take(questions)
            .map(|question| (question.terms.match_score(&need.terms), question))
            .filter(|(score, _)| *score > 0)
            .max_by_key(|(score, _)| *score);
        match home {
            Some((_, question)) => question.terms.merge(need.terms),
            None => groups.push(need),
        }
    }
    if groups.is_empty() {
        groups.push(group(title_of(task)));
    }
    groups
}

/// The title is the description up to its first full stop.
pub(crate) fn title_of(task: &Task) -> String {
    let description = task.description.trim();
    let end = [". ", "。"]
        .iter()
        .filter_map(|stop| description.find(stop))
        .min()
        .unwrap_or(description.len());
    let title = description.get(..end).unwrap_or(description);
    title.trim_end_matches(['.', '。']).to_owned()
}

/// Candidates by group, best first in each. A candidate goes where it fits best. What a newer source
/// has replaced is not quoted.
fn assigned<'a>(
    input: &SectionInput<'a>,
    groups: &[Group],
    carried: &[Carried],
) -> Vec<Vec<Candidate<'a>>> {
    let mut by_group: Vec<Vec<(usize, Candidate<'a>)>> =
        groups.iter().map(|_| Vec::new()).collect();
    let replaced = replaced(input.evidence);
    for candidate in candidates(input.evidence) {
        let is_replaced = replaced
            .iter()
            .any(|(id, raw)| *id == candidate.evidence.id && candidate.text.contains(raw.as_str()));
        if is_replaced || carried.iter().any(|part| part.has(&candidate.text)) {
            continue;
        }
        let best = groups
            .iter()
            .map(|group| candidate.score(&group.terms, input.language))
            .enumerate()
            .filter(|(_, score)| *score > 0)
            .max_by_key(|(place, score)| (*score, std::cmp::Reverse(*place)));
        if let Some((place, score)) = best
            && let Some(list) = by_group.get_mut(place)
        {
            list.push((score, candidate));
        }
    }
    by_group
        .into_iter()
        .map(|mut list| {
            list.sort_by_key(|(score, candidate)| (std::cmp::Reverse(*score), candidate.rank));
            let enough = list.first().map_or(0, |(best, _)| best / 2);
            list.retain(|(score, _)| *score >= enough);
            list.truncate(MOST_PER_GROUP);
            list.into_iter().map(|(_, candidate)| candidate).collect()
        })
        .collect()
}

/// Arithmetic about the metrics that the task asks for.
fn fitting_computations(
    input: &SectionInput<'_>,
    groups: &[Group],
    carried: &[Carried],
) -> Vec<Computed> {
    let mut wanted = Terms::of(&input.task.description);
    for group in groups {
        wanted.merge(group.terms.clone());
    }
    let mut taken: Vec<(Sort, Computed)> = Vec::new();
    for (sort, computed) in computations(input.evidence, input.language) {
        let asked = computed
            .metrics
            .iter()
            .all(|metric| wanted.has_idea(metric));
        let told = carried.iter().any(|part| part.has(&computed.text));
        let of_its_sort = taken.iter().filter(|(known, _)| *known == sort).count();
        if asked && !told && of_its_sort < sort.most() && taken.len() < MOST_COMPUTED {
            taken.push((sort, computed));
        }
    }
    taken.into_iter().map(|(_, computed)| computed).collect()
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
        self.draft.markdown.push_str("### ");
        self.draft
            .markdown
            .push_str(text.trim_end_matches(['?', '？']));
        self.draft.markdown.push_str("\n\n");
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
        let (rows, sentences): (Vec<_>, Vec<_>) = list
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
        let mut headers: Vec<&String> = Vec::new();
        for candidate in &rows {
            if let QuoteForm::Row { header } = &candidate.form
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
            let fits = matches!(&candidate.form, QuoteForm::Row { header: own } if own == header);
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
        let heading = self.input.language.pick(
            "Computed from the figures above and their sources",
            "据证据计算",
        );
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
