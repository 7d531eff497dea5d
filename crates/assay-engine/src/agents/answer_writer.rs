//! The question as it was asked, answered by a model, with the answer of the rules to fall back on.

use assay_domain::{Author, ClaimCheck, Event, Failure, FailureCode, Standing, without_citations};

use super::answer_brief::{AnswerBrief, best_passages};
use super::answering::{self, Gathered};
use super::section_writer::{Brief, Writer};
use super::{Researchers, may_stand_in, offline};
use crate::Brain;
use crate::prompts::clip;
use crate::workshop::{Done, TaskJob, WorkError};

/// Passages that are looked through for a prompt; how many it has room for is for the prompt to say.
const PASSAGES: usize = 20;

/// Answers with a model what the library touches. Where what it wrote is not borne out, or the model
/// cannot be asked, the answer of the rules stands.
pub(super) async fn task(
    researchers: &Researchers,
    job: &TaskJob,
    brain: &Brain,
) -> Result<Done, WorkError> {
    let language = job.context.settings.language;
    let mut writer = Writer::new(researchers, job, brain);
    let gathered = answering::gather(researchers, job, &mut writer.scope).await?;
    if !gathered.is_touched && !may_look_elsewhere(researchers, job).await {
        return Err(gathered.not_said());
    }
    let passages = best_passages(&gathered, PASSAGES);
    let (brief, derivations) = AnswerBrief::of(&gathered);
    writer.citable.add_all(&gathered.citable);
    writer.derivations = derivations;
    writer.brief = Brief::Answer(Box::new(brief));
    let written = match writer.write(&passages).await {
        Ok(text) if writer.abstains(&text)? => {
            if !is_of_the_books(&gathered) {
                return Err(not_said(&gathered, &text));
            }
            Err(WorkError::Failed(malformed(language.pick(
                "it found no answer in what it was given",
                "它在所给内容中没有找到答案",
            ))))
        }
        Ok(text) => writer.finish(text).await,
        Err(error) => Err(error),
    };
    let because = match written {
        Ok(done) if answers(&done) => return Ok(done),
        Ok(_) => malformed(language.pick(
            "nothing of its answer is borne out by what it cites",
            "它的回答没有一句得到所引证据的支持",
        )),
        Err(WorkError::Failed(failure)) if may_stand_in(&job.context, &failure) => failure,
        Err(error) => return Err(error),
    };
    stand(researchers, job, brain, gathered, because).await
}

/// The answer of the rules in the place of the model's.
async fn stand(
    researchers: &Researchers,
    job: &TaskJob,
    brain: &Brain,
    gathered: Gathered,
    because: Failure,
) -> Result<Done, WorkError> {
    let language = job.context.settings.language;
    let instead_of = Some((brain.label.clone(), because.clone()));
    let author = Author::Fallback {
        instead_of: brain.label.clone(),
        because,
    };
    match gathered.stand(researchers, job, author).await {
        Err(WorkError::Failed(failure)) => Err(WorkError::Failed(offline::explain(
            failure,
            &instead_of,
            language,
        ))),
        result => result,
    }
}

/// Whether there is another place than the library where an answer may be found.
async fn may_look_elsewhere(researchers: &Researchers, job: &TaskJob) -> bool {
    let outside = &researchers.outside;
    !outside.specs(job.context.settings.web).await.is_empty()
}

/// Whether a sentence of what is left says what its evidence says.
fn answers(done: &Done) -> bool {
    done.events.iter().any(|event| {
        let Event::ClaimRegistered { claim } = event else {
            return false;
        };
        match &claim.check {
            Some(ClaimCheck::Supported { standing, .. }) => {
                !matches!(standing, Some(Standing::Gap | Standing::Conclusion))
            }
            Some(ClaimCheck::Unsupported { .. }) | None => false,
        }
    })
}

/// Whether the rules answer from figures: those are proven, whatever a reader of passages finds.
fn is_of_the_books(gathered: &Gathered) -> bool {
    !gathered.frame.measures.is_empty() && gathered.answer.says_something()
}

/// That the library does not say it, in the words of the rules, who know what is nearest, or in those
/// of the model.
fn not_said(gathered: &Gathered, said: &str) -> WorkError {
    if !gathered.answer.says_something() {
        return gathered.not_said();
    }
    let said = clip(without_citations(said).trim(), 600);
    WorkError::Failed(Failure::new(FailureCode::NoEvidence, said))
}

fn malformed(why: &str) -> Failure {
    Failure::new(FailureCode::ModelMalformed, why)
}
