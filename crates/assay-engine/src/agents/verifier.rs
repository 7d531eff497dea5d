//! A model reads each sentence beside the passages that it cites and names the span that says it;
//! code confirms the span. The stricter of the two wins.

use std::collections::BTreeMap;

use assay_analyst::DraftClaim;
use assay_domain::{
    ClaimCheck, ClaimKind, DataBlock, Evidence, EvidenceId, FailureCode, JudgedSpan, Language,
    Role, Standing,
};
use assay_plan::Purpose;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::{Asking, Reading, json as read_answer};
use super::probe::Probe;
use crate::ceiling::Writing;
use crate::prompts::{Fill, Prompt, clip};
use crate::section::{Checked, Citable};
use crate::workshop::WorkError;
use crate::{Brain, Library, RunContext, Scope};

/// Sentences of one call: a long section has about so many.
const BATCH: usize = 24;
/// Characters of passages in one call.
const PASSAGES: usize = 60_000;

/// Who judges sentences of a run that code alone cannot prove.
pub(super) struct Verifier<'a> {
    pub(super) context: &'a RunContext,
    pub(super) library: &'a Library,
    pub(super) brain: Brain,
}

#[derive(Deserialize)]
struct Answer {
    verdicts: Vec<Verdict>,
}

#[derive(Clone, Deserialize)]
struct Verdict {
    n: usize,
    verdict: Judgement,
    #[serde(default)]
    evidence: String,
    #[serde(default)]
    span: String,
    #[serde(default)]
    fix: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Judgement {
    Supported,
    Contradicted,
    NotStated,
    Conclusion,
}

impl Verifier<'_> {
    /// Judges the sentences that code has checked. `known` are verdicts of an earlier round, which
    /// hold for sentences that did not change. Where the verifier cannot be asked, code's own verdict
    /// stays: it says `wording`.
    pub(super) async fn judge(
        &self,
        scope: &mut Scope,
        citable: &Citable,
        checked: Vec<Checked>,
        known: &[Checked],
    ) -> Result<Vec<Checked>, WorkError> {
        let mut judged = checked;
        for (claim, check) in &mut judged {
            let earlier = known.iter().find(|(other, _)| other == claim);
            if let Some((_, verdict)) = earlier.filter(|_| needs_a_judge(claim, check.as_ref())) {
                check.clone_from(verdict);
            }
        }
        let is_open = |(claim, check): &(DraftClaim, Option<ClaimCheck>)| {
            needs_a_judge(claim, check.as_ref()) && !known.iter().any(|(other, _)| other == claim)
        };
        let open: Vec<usize> = judged
            .iter()
            .enumerate()
            .filter(|(_, one)| is_open(one))
            .map(|(place, _)| place)
            .collect();
        for batch in open.chunks(BATCH) {
            let claims: Vec<&DraftClaim> = batch
                .iter()
                .filter_map(|place| judged.get(*place).map(|(claim, _)| claim))
                .collect();
            let verdicts = match self.ask(scope, citable, &claims).await {
                Ok(Some(verdicts)) => verdicts,
                // it passed what is false
                Ok(None) => continue,
                Err(WorkError::Failed(failure)) if keeps_code_verdict(failure.code) => continue,
                Err(error) => return Err(error),
            };
            for (number, place) in batch.iter().enumerate() {
                let verdict = verdicts.get(&(number + 1));
                if let Some((claim, check)) = judged.get_mut(*place) {
                    *check = self.confirmed(citable, claim, check.take(), verdict)?;
                }
            }
        }
        Ok(judged)
    }

    /// Verdicts by the number of the sentence; `None` from a verifier that cannot be believed.
    async fn ask(
        &self,
        scope: &mut Scope,
        citable: &Citable,
        claims: &[&DraftClaim],
    ) -> Result<Option<BTreeMap<usize, Verdict>>, WorkError> {
        let language = self.context.settings.language;
        let cited = cited(citable, claims);
        let probe = Probe::of(cited.values().copied());
        let prompt = prompt(&cited, claims, probe.as_ref(), language)?;
        let asking = Asking {
            context: self.context,
            brain: &self.brain,
            role: Role::Verifier,
            purpose: Purpose::Research,
            schema: Some(("verdicts", schema())),
            writing: Writing::Structure,
        };
        let wanted = claims.len() + usize::from(probe.is_some());
        let read =
            |text: &str, is_last: bool| -> Result<Reading<BTreeMap<usize, Verdict>>, WorkError> {
                let answer: Answer = match read_answer(text) {
                    Ok(answer) => answer,
                    Err(problems) => return Ok(Err(problems)),
                };
                let verdicts: BTreeMap<usize, Verdict> = answer
                    .verdicts
                    .into_iter()
                    .map(|verdict| (verdict.n, verdict))
                    .collect();
                let missing: Vec<String> = (1..=wanted)
                    .filter(|number| !verdicts.contains_key(number))
                    .map(|number| format!("sentence {number} has no verdict"))
                    .collect();
                Ok(if missing.is_empty() || is_last {
                    Ok(verdicts)
                } else {
                    Err(missing)
                })
            };
        let mut verdicts = asking.ask(scope, prompt, read).await?;
        let Some(_) = probe else {
            return Ok(Some(verdicts));
        };
        let at = place_of_probe(claims.len());
        let is_passed = verdicts.remove(&at).is_some_and(|verdict| {
            matches!(
                verdict.verdict,
                Judgement::Supported | Judgement::Conclusion
            )
        });
        let renumber = |number: usize| if number > at { number - 1 } else { number };
        let verdicts = verdicts.into_iter();
        let verdicts = verdicts.map(|(number, verdict)| (renumber(number), verdict));
        Ok((!is_passed).then(|| verdicts.collect()))
    }

    /// What a sentence is after the verdict: a yes counts only with a span that stands in the cited
    /// passage word by word and that code has nothing against.
    fn confirmed(
        &self,
        citable: &Citable,
        claim: &DraftClaim,
        by_code: Option<ClaimCheck>,
        verdict: Option<&Verdict>,
    ) -> Result<Option<ClaimCheck>, WorkError> {
        let language = self.context.settings.language;
        let Some(verdict) = verdict else {
            let problem = language.pick("the verifier gave no verdict on it", "核对者没有给出结论");
            return Ok(Some(unsupported(problem.to_owned())));
        };
        let says_no = match verdict.verdict {
            Judgement::Contradicted => true,
            // what a sentence says is missing is not stated: that is what it says
            Judgement::NotStated => !is_gap(by_code.as_ref()),
            Judgement::Supported | Judgement::Conclusion => false,
        };
        if says_no {
            return Ok(Some(unsupported(told(verdict, language))));
        }
        if is_gap(by_code.as_ref()) {
            return Ok(by_code);
        }
        let id = EvidenceId::new(&verdict.evidence);
        let confirmed = citable.confirm(claim, &id, &verdict.span, self.library, language)?;
        Ok(Some(match confirmed {
            ClaimCheck::Supported { figures, .. } => ClaimCheck::Supported {
                standing: Some(self.standing(claim, by_code.as_ref(), verdict.verdict)),
                figures,
                span: Some(JudgedSpan {
                    evidence: id,
                    text: verdict.span.clone(),
                }),
            },
            refused @ ClaimCheck::Unsupported { .. } => refused,
        }))
    }

    /// How a sentence stands that both found to be borne out, by the weaker word of the two. What was
    /// computed for it is computed, whoever judged the words around it.
    fn standing(
        &self,
        claim: &DraftClaim,
        by_code: Option<&ClaimCheck>,
        verdict: Judgement,
    ) -> Standing {
        let by_code = match by_code {
            Some(ClaimCheck::Supported { standing, .. }) => standing.as_ref(),
            Some(ClaimCheck::Unsupported { .. }) | None => None,
        };
        let is_computed = matches!(claim.kind, ClaimKind::Derived { .. });
        match (verdict, by_code) {
            (Judgement::Conclusion, _) | (_, Some(Standing::Conclusion)) => Standing::Conclusion,
            (_, Some(Standing::Computed)) => Standing::Computed,
            _ if is_computed => Standing::Computed,
            _ => Standing::Judged {
                model: self.brain.label.clone(),
            },
        }
    }
}

/// Code found that it says what the evidence does not have, and that the evidence has it not.
fn is_gap(by_code: Option<&ClaimCheck>) -> bool {
    matches!(
        by_code,
        Some(ClaimCheck::Supported {
            standing: Some(Standing::Gap),
            ..
        })
    )
}

/// A model's own sentence that cites something and is no quotation.
fn needs_a_judge(claim: &DraftClaim, check: Option<&ClaimCheck>) -> bool {
    let is_quoted = matches!(
        check,
        Some(ClaimCheck::Supported {
            standing: Some(Standing::Quoted),
            ..
        })
    );
    claim.kind.is_a_models() && check.is_some() && !is_quoted
}

/// Failures after which code decides alone; any other ends the work as it would anywhere.
pub(super) fn keeps_code_verdict(code: FailureCode) -> bool {
    code == FailureCode::BudgetExhausted || code.allows_stand_in()
}

fn unsupported(problem: String) -> ClaimCheck {
    ClaimCheck::Unsupported {
        problems: vec![problem],
    }
}

/// What would have to change, for the writer.
fn told(verdict: &Verdict, language: Language) -> String {
    let what = match verdict.verdict {
        Judgement::Contradicted => {
            language.pick("the cited passages say otherwise", "所引段落的说法与之不同")
        }
        _ => language.pick("the cited passages do not say it", "所引段落没有这样说"),
    };
    let fix = clip(verdict.fix.trim(), 160);
    if fix.is_empty() {
        return what.to_owned();
    }
    language.pick(format!("{what}: {fix}"), format!("{what}：{fix}"))
}

/// The number of the false sentence in a list: in the middle, where nobody looks for it.
fn place_of_probe(claims: usize) -> usize {
    claims / 2 + 1
}

fn cited<'c>(
    citable: &'c Citable,
    claims: &[&'c DraftClaim],
) -> BTreeMap<&'c EvidenceId, &'c Evidence> {
    let ids = claims.iter().flat_map(|claim| &claim.evidence_ids);
    ids.filter_map(|id| Some((id, citable.get(id)?))).collect()
}

fn prompt(
    cited: &BTreeMap<&EvidenceId, &Evidence>,
    claims: &[&DraftClaim],
    probe: Option<&Probe>,
    language: Language,
) -> Result<String, WorkError> {
    let blocks = cited.iter().map(|(id, evidence)| {
        let headings = evidence.headings.join(" / ");
        DataBlock::new(
            &[
                ("id", id.as_str()),
                ("source", &evidence.source),
                ("headings", &headings),
            ],
            &evidence.quote,
        )
    });
    let passages = DataBlock::stacked(blocks, PASSAGES);
    let listed = claims.iter().map(|claim| {
        let ids: Vec<&str> = claim.evidence_ids.iter().map(EvidenceId::as_str).collect();
        format!("[{}] {}", ids.join(", "), claim.text)
    });
    let mut listed: Vec<String> = listed.collect();
    if let Some(Probe { text, evidence }) = probe {
        listed.insert(
            place_of_probe(claims.len()) - 1,
            format!("[{evidence}] {text}"),
        );
    }
    let lines = (1..).zip(&listed);
    let lines: Vec<String> = lines
        .map(|(number, line): (usize, _)| format!("{number}. {line}"))
        .collect();
    let sentences = DataBlock::new(&[], &lines.join("\n"));
    Ok(Prompt::Verifier.render(
        language,
        &[
            ("passages", Fill::Data(&passages)),
            ("sentences", Fill::Data(&sentences)),
        ],
    )?)
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"verdicts": {"type": "array", "items": {
            "type": "object",
            "properties": {
                "n": {"type": "integer"},
                "verdict": {"enum": ["supported", "contradicted", "not_stated", "conclusion"]},
                "evidence": {"type": "string"},
                "span": {"type": "string"},
                "fix": {"type": "string"},
            },
            "required": ["n", "verdict"],
        }}},
        "required": ["verdicts"],
    })
}
