//! Files of the notebook become sections: cited, checked, marked where the evidence does not bear
//! them out.

use assay_analyst::{DraftClaim, claims_of, quality_notes};
use assay_domain::{Author, Event, Failure, Language, QualityNote, Role, TaskId};
use assay_plan::Purpose;
use assay_workspace::Workspace;

use super::super::section_writer::split_title;
use super::desk::NOTEBOOK;
use crate::agents::mend::Mender;
use crate::section::{Citable, Draft, Subject, written};
use crate::workshop::{Done, TaskJob, WorkError};
use crate::{Brain, Researchers};

pub(super) struct Chapter {
    pub(super) title: String,
    pub(super) markdown: String,
    /// Where the author knows them better than the text tells.
    pub(super) claims: Option<Vec<DraftClaim>>,
}

/// The chapters of a notebook in the order of their numbers, Chinese ones included, then of names.
pub(super) fn read(workspace: &Workspace) -> Result<Vec<Chapter>, WorkError> {
    let mut files = workspace.files(NOTEBOOK)?;
    files.retain(|file| file.to_lowercase().ends_with(".md"));
    files.sort_by_key(|file| (number(name_of(file)).unwrap_or(u32::MAX), file.clone()));
    let mut chapters = Vec::new();
    for file in files {
        let text = workspace.text(&file)?;
        if text.trim().is_empty() {
            continue;
        }
        let (title, markdown) = split_title(&text, name_of(&file));
        if !markdown.is_empty() {
            chapters.push(Chapter {
                title,
                markdown,
                claims: None,
            });
        }
    }
    Ok(chapters)
}

fn name_of(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The number that a name begins with: `03 …`, `Chapter 3`, `第三章`.
fn number(name: &str) -> Option<u32> {
    let rest = name.trim_start_matches(|c: char| !c.is_ascii_digit() && digit(c).is_none());
    let is_part = |c: &char| c.is_ascii_digit() || digit(*c).is_some();
    let digits: Vec<char> = rest.chars().take_while(is_part).collect();
    if digits.iter().all(char::is_ascii_digit) {
        return digits.iter().collect::<String>().parse().ok();
    }
    // 十 alone is ten, 二十三 is twenty-three
    let (mut sum, mut last) = (0, 0);
    for value in digits.iter().filter_map(|c| digit(*c)) {
        if value == 10 {
            sum += last.max(1) * 10;
            last = 0;
        } else {
            last = value;
        }
    }
    Some(sum + last)
}

fn digit(c: char) -> Option<u32> {
    let at = "零一二三四五六七八九十"
        .chars()
        .position(|known| known == c)?;
    u32::try_from(at).ok()
}

/// What its author alone can mend of a chapter. A sentence that its evidence does not bear out is
/// asked for again by itself, when the chapters are finished.
pub(super) fn problems(markdown: &str, citable: &Citable, language: Language) -> Vec<String> {
    let (known, unknown) = citable.judge(markdown);
    let mut problems = Vec::new();
    if !known {
        problems.push(
            language.pick(
                "no sentence cites evidence; cite the ids that searches returned as [[ev_…]]"
                    .to_owned(),
                "没有任何句子引用证据；请用检索返回的编号以 [[ev_…]] 形式引用".to_owned(),
            ),
        );
    }
    problems.extend(unknown.iter().map(|id| {
        language.pick(
            format!("{id} is no evidence id that a search or page returned"),
            format!("{id} 不是检索或网页返回的证据编号"),
        )
    }));
    problems
}

/// Whether a report can be made of the chapters: one of them cites something.
pub(super) fn are_usable(chapters: &[Chapter], citable: &Citable) -> bool {
    chapters
        .iter()
        .any(|chapter| citable.judge(&chapter.markdown).0)
}

/// The events of finished chapters and the end of the task, as one step. `brain` wrote them, where a
/// model did.
pub(super) async fn finish(
    job: &TaskJob,
    researchers: &Researchers,
    brain: Option<&Brain>,
    chapters: Vec<Chapter>,
    citable: &Citable,
    author: Author,
    shortfall: Option<Failure>,
) -> Result<Done, WorkError> {
    let context = &job.context;
    let mut events = Vec::new();
    let mut first = None;
    for (chapter, number) in chapters.into_iter().zip(1..) {
        let markdown = chapter.markdown;
        let mut draft = Draft {
            title: chapter.title,
            claims: chapter.claims.unwrap_or_else(|| claims_of(&markdown)),
            notes: quality_notes(&markdown),
            markdown,
            author: author.clone(),
            checked: Vec::new(),
            subject: Subject::of_plan(&job.plan),
            left_out: Vec::new(),
        };
        if let Some(brain) = brain {
            let mender = Mender {
                researchers,
                context,
                brain,
                role: Role::Search,
                purpose: Purpose::Writing,
                citable,
            };
            mender.judged(&number.to_string(), &mut draft).await?;
        }
        let library = &researchers.library;
        let (news, section) = written(context, library, TaskId(number), draft, citable).await?;
        // A passage that several chapters cite is attached once.
        for event in news {
            let is_known =
                matches!(&event, Event::EvidenceAttached { .. }) && events.contains(&event);
            if !is_known {
                events.push(event);
            }
        }
        first.get_or_insert(section);
    }
    let notes = shortfall.iter().map(|failure| QualityNote::CutShort {
        reason: failure.to_string(),
    });
    events.push(Event::TaskFinished {
        task: job.task.id,
        author,
        notes: notes.collect(),
    });
    events.extend(shortfall.map(|reason| Event::Degraded { reason }));
    Ok(Done {
        events,
        section: first,
    })
}
