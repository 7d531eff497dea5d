//! The answer itself: sentences, each with what it rests on.

mod at_its_time;
mod between;
mod enumerated;
mod figures;
mod headcount;
mod identity;
mod judge;
mod narrowed;
mod over_time;
mod parts_table;
mod parts_told;
mod quoted;
mod ratio;
mod reasons;
mod stated;
mod survey;
mod tabled;
mod taken;

use assay_domain::{ClaimKind, EvidenceId, Language};

pub(crate) use headcount::people_words;
pub(crate) use parts_told::asks_for_parts;
pub use quoted::is_touched;
pub use survey::documents_about;

use crate::filed::Filed;
use crate::frame::{Frame, Kind};
use crate::known::Known;
use crate::passage::Passage;

/// What there is to answer from.
#[derive(Clone, Copy)]
pub struct Given<'g> {
    pub known: &'g Known,
    pub filed: &'g Filed,
    pub passages: &'g [Passage<'g>],
    /// Whether the library has a share price of the company that is asked about.
    pub has_price: bool,
}

/// A sentence or row of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    pub evidence: Vec<EvidenceId>,
    pub kind: ClaimKind,
}

/// What is said, and what could not be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub said: Vec<Said>,
    /// Parts of the question that nothing covers, in words; empty where all is answered.
    pub missing: Vec<String>,
    /// Blocks in the order in which they are read.
    blocks: Vec<Block>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    Paragraph(Vec<usize>),
    /// Places among what is said.
    List(Vec<usize>),
    /// Head, and the places of its rows.
    Table(Vec<String>, Vec<usize>),
    Plain(String),
}

impl Answer {
    fn say(&mut self, said: Said) -> usize {
        self.said.push(said);
        self.said.len() - 1
    }

    fn paragraph(&mut self, said: Vec<Said>) {
        let places = said.into_iter().map(|said| self.say(said)).collect();
        self.blocks.push(Block::Paragraph(places));
    }

    fn list(&mut self, said: Vec<Said>) {
        let places: Vec<usize> = said.into_iter().map(|said| self.say(said)).collect();
        self.blocks.push(match places.as_slice() {
            [_] => Block::Paragraph(places),
            _ => Block::List(places),
        });
    }

    fn table(&mut self, head: Vec<String>, rows: Vec<Said>) {
        let places = rows.into_iter().map(|said| self.say(said)).collect();
        self.blocks.push(Block::Table(head, places));
    }

    fn plain(&mut self, text: String) {
        self.blocks.push(Block::Plain(text));
    }

    /// Adds the answer to another part of the question; beside a part that is told, one that is not
    /// says so.
    fn add(&mut self, mut part: Self, is_told: bool) {
        let known = self.said.clone();
        part.retain(|said| !known.contains(said));
        let shift = self.said.len();
        // what another part has said already is no gap
        let says_nothing = !part.says_something() && !part.missing.is_empty();
        self.said.extend(part.said);
        let moved = |places: Vec<usize>| places.into_iter().map(|place| place + shift).collect();
        self.blocks
            .extend(part.blocks.into_iter().map(|block| match block {
                Block::Paragraph(places) => Block::Paragraph(moved(places)),
                Block::List(places) => Block::List(moved(places)),
                Block::Table(head, places) => Block::Table(head, moved(places)),
                Block::Plain(text) => Block::Plain(text),
            }));
        for missing in part.missing {
            if is_told && says_nothing {
                self.plain(missing.clone());
            }
            self.missing.push(missing);
        }
    }

    /// Takes out what does not stand; where nothing is left, the question has no answer.
    pub fn hold(&mut self, frame: &Frame, stands: impl Fn(&Said) -> bool) {
        self.retain(stands);
        if !self.says_something() && self.missing.is_empty() {
            let missing = does_not_say(&frame.question, None, frame.language);
            self.missing.push(missing);
        }
    }

    fn retain(&mut self, stands: impl Fn(&Said) -> bool) {
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.said.len());
        let mut kept: Vec<Said> = Vec::new();
        for said in std::mem::take(&mut self.said) {
            places.push(stands(&said).then_some(kept.len()));
            kept.extend(places.last().copied().flatten().map(|_| said));
        }
        self.said = kept;
        let moved = |place: &usize| places.get(*place).copied().flatten();
        for block in &mut self.blocks {
            match block {
                // what follows the first sentence of a paragraph leans on it
                Block::Paragraph(own) if own.first().and_then(moved).is_none() => own.clear(),
                Block::Paragraph(own) | Block::List(own) | Block::Table(_, own) => {
                    *own = own.iter().filter_map(moved).collect();
                }
                Block::Plain(_) => {}
            }
        }
        self.blocks.retain(|block| match block {
            Block::Paragraph(places) | Block::List(places) | Block::Table(_, places) => {
                !places.is_empty()
            }
            Block::Plain(_) => true,
        });
    }

    /// Whether anything is said.
    pub fn says_something(&self) -> bool {
        self.blocks
            .iter()
            .any(|block| !matches!(block, Block::Plain(_)))
    }

    /// Sentences that say what the library lacks.
    pub fn gaps(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Plain(text) => Some(text.as_str()),
            Block::Paragraph(_) | Block::List(_) | Block::Table(..) => None,
        })
    }

    /// The answer as Markdown with citation marks.
    pub fn markdown(&self) -> String {
        let marked = |place: &usize| {
            let said = self.said.get(*place)?;
            let marks: Vec<String> = said.evidence.iter().map(|id| format!("[[{id}]]")).collect();
            Some(
                format!("{} {}", said.text, marks.join(""))
                    .trim_end()
                    .to_owned(),
            )
        };
        let blocks = self.blocks.iter().map(|block| match block {
            Block::Paragraph(places) => places
                .iter()
                .filter_map(marked)
                .collect::<Vec<_>>()
                .join(" "),
            Block::List(places) => {
                let items = places
                    .iter()
                    .filter_map(marked)
                    .map(|item| format!("- {item}"));
                items.collect::<Vec<_>>().join("\n")
            }
            Block::Table(head, places) => {
                let rule = vec!["---"; head.len()].join("|");
                let rows = places.iter().filter_map(|place| {
                    let said = self.said.get(*place)?;
                    let marks: Vec<String> =
                        said.evidence.iter().map(|id| format!("[[{id}]]")).collect();
                    Some(format!("| {} {} |", said.text, marks.join("")))
                });
                let rows: Vec<String> = rows.collect();
                format!("| {} |\n|{rule}|\n{}", head.join(" | "), rows.join("\n"))
            }
            Block::Plain(text) => text.clone(),
        });
        blocks.collect::<Vec<_>>().join("\n\n")
    }
}

/// Answers a question, or says what is not there.
pub fn answer(frame: &Frame, given: &Given<'_>) -> Answer {
    let dated = at_its_time::at_its_time(frame, given);
    let frame = dated.as_ref().unwrap_or(frame);
    let mut answer = Answer::default();
    if survey::tell(frame, given, &mut answer) {
        return answer;
    }
    if !frame.parts.is_empty() {
        let parts: Vec<Answer> = frame
            .parts
            .iter()
            .map(|part| self::answer(part, given))
            .collect();
        let is_told = parts.iter().any(Answer::says_something);
        for part in parts {
            answer.add(part, is_told);
        }
        return answer;
    }
    if frame.kind == Kind::Judge {
        judge::judge(frame, given, &mut answer);
        return answer;
    }
    let mut open = frame.measures.is_empty();
    for measure in &frame.measures {
        let is_told = figures::tell(frame, given, measure, &mut answer);
        open |= !is_told;
    }
    if open {
        quoted::tell(frame, given, &mut answer);
    }
    answer
}

/// `The library does not say`, with what is nearest.
pub(crate) fn does_not_say(what: &str, nearest: Option<&str>, language: Language) -> String {
    let what = what.trim().trim_end_matches(['?', '？', '.', '。']);
    match (language, nearest) {
        (Language::En, None) => format!("The library does not say: {what}."),
        (Language::En, Some(nearest)) => {
            format!("The library does not say: {what}. Nearest: {nearest}")
        }
        (Language::Zh, None) => format!("资料库没有说明：{what}。"),
        (Language::Zh, Some(nearest)) => format!("资料库没有说明：{what}。最接近的是：{nearest}"),
    }
}
