use std::collections::BTreeSet;

use assay_analyst::{
    SectionInput, breadth, field_terms, quality_notes, queries, subject_names, write_section,
};
use assay_domain::{Author, Evidence, EvidenceId, Failure, Language, Section, cited_ids};

use super::Researchers;
use crate::Scope;
use crate::retrieval::{Search, retrieve};
use crate::section::{Citable, Draft, Subject, finish};
use crate::workshop::{Done, TaskJob, WorkError};

/// Passages that the analyst reads for one task.
const PASSAGES: usize = 24;
/// More that complete the tables among them, so that statements are read as a whole.
const TABLE_PASSAGES: usize = 12;

/// Works a task without a model. `instead_of` names the model it stands in for, and why.
pub(super) async fn task(
    researchers: &Researchers,
    job: &TaskJob,
    instead_of: Option<(String, Failure)>,
) -> Result<Done, WorkError> {
    let TaskJob {
        context,
        plan,
        task,
        earlier,
        ..
    } = job;
    context.doing(Some(task.id), || {
        context
            .settings
            .language
            .pick("searching the library", "检索资料库")
            .to_owned()
    });
    let mut scope = Scope::of_task(task.id);
    let wanted = Search {
        about: &subject_names(plan),
        field: &field_terms(plan),
        queries: &queries(plan, task),
        documents: &[],
        limit: PASSAGES * breadth(plan),
        for_tables: TABLE_PASSAGES * breadth(plan),
    };
    let evidence = retrieve(context, &mut scope, &researchers.library, &wanted).await?;
    let earlier: Vec<Section> = earlier.iter().map(|section| (**section).clone()).collect();
    let written = write_section(&SectionInput {
        plan,
        task,
        evidence: &evidence,
        earlier: &earlier,
        language: context.settings.language,
        length: context.settings.section_length,
    });
    let draft = written.map_err(|failure| {
        WorkError::Failed(explain(failure, &instead_of, context.settings.language))
    })?;
    let mut citable = Citable::default();
    citable.add(&evidence);
    citable.inherit(inherited(job));
    let author = match instead_of {
        Some((model, because)) => Author::Fallback {
            instead_of: model,
            because,
        },
        None => Author::OfflineAnalyst,
    };
    let notes = quality_notes(&draft.markdown);
    let draft = Draft {
        title: draft.title,
        markdown: draft.markdown,
        claims: draft.claims,
        author,
        notes,
        checked: Vec::new(),
        subject: Subject::of_task(plan, task),
        left_out: Vec::new(),
    };
    Ok(finish(context, &researchers.library, task.id, draft, &citable).await?)
}

/// The evidence that earlier sections cite. It is in the journal, because they are finished.
pub(super) fn inherited(job: &TaskJob) -> Vec<Evidence> {
    let memory = job.context.memory();
    let cited = job.earlier.iter();
    let cited: BTreeSet<&str> = cited
        .flat_map(|section| cited_ids(&section.markdown))
        .collect();
    cited
        .into_iter()
        .filter_map(|id| memory.evidence.get(&EvidenceId::new(id)).cloned())
        .collect()
}

pub(super) fn explain(
    failure: Failure,
    instead_of: &Option<(String, Failure)>,
    language: Language,
) -> Failure {
    match instead_of {
        Some((model, because)) => Failure::new(
            failure.code,
            language.pick(
                format!(
                    "{} (the offline analyst stood in for {model}: {because})",
                    failure.message
                ),
                format!(
                    "{}（离线分析员代替 {model}：{}）",
                    failure.message,
                    because.told(language)
                ),
            ),
        ),
        None => failure,
    }
}
