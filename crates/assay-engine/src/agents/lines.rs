//! Sentences outside of sections, those of a summary for instance, held as a section is.

use assay_analyst::{DraftClaim, claims_of, remark_places};
use assay_domain::{ClaimCheck, ClaimKind, Language, LeftOut, cited_evidence};

use super::mend::{Mended, Mender, Refused};
use crate::section::{Checked, without_connecting};
use crate::workshop::WorkError;
use crate::{EngineError, RunContext, Scope};

/// Sentences that sections state and that were found to be supported: whoever repeats one with its
/// citations is not asked again.
fn supported(context: &RunContext) -> Vec<Checked> {
    let memory = context.memory();
    let claims = memory.claims.values();
    let held = claims.filter(|claim| claim.check.as_ref().is_some_and(ClaimCheck::is_supported));
    held.map(|claim| {
        let draft = DraftClaim {
            text: claim.text.clone(),
            evidence_ids: claim.evidence_ids.clone(),
            kind: ClaimKind::Written,
        };
        (draft, claim.check.clone())
    })
    .collect()
}

/// A line of a text.
#[derive(Clone)]
pub(super) struct Line {
    /// Where it stands, in words.
    pub(super) place: String,
    pub(super) text: String,
}

/// What its text says by itself, before its evidence is looked at.
pub(super) enum Said {
    /// Nothing that the text around it does not say.
    Connects,
    /// Something, with what is wrong about that already.
    States(Vec<String>),
}

/// What may stand of some lines.
pub(super) struct Lines {
    /// In the order of the lines, each with the label of its sentences; `None` where one may not stand
    /// or was withdrawn.
    pub(super) kept: Vec<Option<String>>,
    pub(super) left_out: Vec<LeftOut>,
}

impl Mender<'_> {
    /// Keeps the lines of which every sentence is supported. One that is refused is asked for again,
    /// once.
    pub(super) async fn lines(
        &self,
        name: &str,
        lines: Vec<Line>,
        weigh: impl Fn(&Line) -> Result<Said, EngineError>,
    ) -> Result<Lines, WorkError> {
        let mut scope = Scope::of_step(&format!("verify-{name}"));
        let mut lines: Vec<Option<Line>> = lines.into_iter().map(Some).collect();
        let mut known = supported(self.context);
        let first = self.weighed(&mut scope, &lines, &mut known, &weigh).await?;
        if self.mend_lines(name, &mut lines, &first).await? {
            scope.asks_again = true;
        }
        let last = self.weighed(&mut scope, &lines, &mut known, &weigh).await?;
        let mut held = Lines {
            kept: Vec::with_capacity(lines.len()),
            left_out: Vec::new(),
        };
        let language = self.context.settings.language;
        for (line, problems) in lines.into_iter().zip(last) {
            held.kept.push(match line {
                Some(line) if problems.is_empty() => Some(labelled(line.text, &known, language)),
                Some(Line { text, .. }) => {
                    held.left_out.push(LeftOut { text, problems });
                    None
                }
                None => None,
            });
        }
        Ok(held)
    }

    /// What is wrong with each line. Verdicts are added to `known`, and not asked for again.
    async fn weighed(
        &self,
        scope: &mut Scope,
        lines: &[Option<Line>],
        known: &mut Vec<Checked>,
        weigh: impl Fn(&Line) -> Result<Said, EngineError>,
    ) -> Result<Vec<Vec<String>>, WorkError> {
        let (mut said, mut stating) = (Vec::with_capacity(lines.len()), Vec::new());
        for line in lines {
            let wrong = match line.as_ref().map(|line| (line, weigh(line))) {
                Some((line, Ok(Said::States(wrong)))) => {
                    stating.push(line.text.as_str());
                    Some(wrong)
                }
                Some((_, Err(error))) => return Err(error.into()),
                Some((_, Ok(Said::Connects))) | None => None,
            };
            said.push(wrong);
        }
        let claims = stating.iter().flat_map(|text| claims_of(text)).collect();
        let checked = self
            .researchers
            .verdicts(self.context, scope, self.citable, claims, known)
            .await?;
        let checked = without_connecting(&stating.join("\n\n"), checked);
        let states_nothing = self.context.settings.language.pick(
            "it states nothing that evidence could bear out",
            "没有陈述任何可由证据支持的内容",
        );
        let all = lines.iter().zip(said).map(|(line, wrong)| {
            let (Some(line), Some(mut wrong)) = (line, wrong) else {
                return Vec::new();
            };
            let own = claims_of(&line.text);
            let refused = checked.iter().filter(|(claim, _)| own.contains(claim));
            wrong.extend(refused.flat_map(|(_, check)| match check {
                Some(ClaimCheck::Unsupported { problems }) => problems.clone(),
                _ => Vec::new(),
            }));
            if own.is_empty() {
                wrong.push(states_nothing.to_owned());
            }
            wrong
        });
        let all = all.collect();
        known.extend(checked);
        Ok(all)
    }

    /// Puts what is answered into the place of the lines that are refused. Whether any changed.
    async fn mend_lines(
        &self,
        name: &str,
        lines: &mut [Option<Line>],
        problems: &[Vec<String>],
    ) -> Result<bool, WorkError> {
        let mut places = Vec::new();
        let mut refused: Vec<Refused> = Vec::new();
        for (at, (line, problems)) in lines.iter().zip(problems).enumerate() {
            if let Some(line) = line.as_ref().filter(|_| !problems.is_empty()) {
                places.push(at);
                refused.push(Refused {
                    place: line.place.clone(),
                    text: line.text.clone(),
                    problems: problems.clone(),
                    evidence: cited_evidence(&line.text),
                });
            }
        }
        let answers = self.ask(name, &refused).await?;
        let mut is_changed = false;
        for (at, answer) in places.into_iter().zip(answers) {
            let Some(place) = lines.get_mut(at) else {
                continue;
            };
            is_changed |= answer != Mended::Unchanged;
            match answer {
                Mended::Unchanged => {}
                Mended::Withdrawn => *place = None,
                Mended::Replaced(text) => {
                    if let Some(line) = place {
                        line.text = text;
                    }
                }
            }
        }
        Ok(is_changed)
    }
}

/// The line with the label of each sentence behind it.
fn labelled(mut line: String, checked: &[Checked], language: Language) -> String {
    for (sentence, at) in remark_places(&line).into_iter().rev() {
        let mut same = checked.iter().rev();
        let found = same.find(|(claim, _)| claim.text.trim() == sentence.trim());
        if let Some((
            _,
            Some(ClaimCheck::Supported {
                standing: Some(standing),
                ..
            }),
        )) = found
        {
            line.insert_str(at, &format!(" *({})*", standing.label(language)));
        }
    }
    line
}
