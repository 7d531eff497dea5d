use std::borrow::Cow;

use assay_domain::{Hints, Language, Plan, Task};

use crate::outline::title_of;
use crate::relevance::Terms;
use crate::topic::topic_of;
use crate::workflow::{WorkflowSection, workflow};

/// The task with the questions of the workflow's section that its title speaks of, where it has none
/// of its own. No passage is worded like `Financial performance`; the workflow knows what is meant.
pub(crate) fn with_questions<'t>(plan: &Plan, task: &'t Task) -> Cow<'t, Task> {
    let has_own = task
        .hints
        .as_ref()
        .is_some_and(|hints| !hints.data_needs.is_empty() || !hints.key_questions.is_empty());
    if has_own {
        return Cow::Borrowed(task);
    }
    let title = title_of(task);
    let sections = &workflow(plan.research_type, Language::of_text(&title)).sections;
    let topic = topic_of(&plan.topic);
    let own = Terms::of(&title).without(&Terms::of(&topic.subject));
    let fits = sections.iter().map(|section| (fit(&own, section), section));
    let best = fits.rev().max_by_key(|(fit, _)| *fit);
    let Some((_, section)) = best.filter(|(fit, _)| *fit > 0) else {
        return Cow::Borrowed(task);
    };
    let mut key_questions: Vec<String> = section.questions.clone();
    // what the title asks beyond the section's questions is looked for as well
    key_questions.push(title);
    let suggested_tools = task
        .hints
        .as_ref()
        .map(|hints| hints.suggested_tools.clone());
    Cow::Owned(Task {
        hints: Some(Hints {
            data_needs: section.needs.clone(),
            key_questions,
            suggested_tools: suggested_tools.unwrap_or_default(),
        }),
        ..task.clone()
    })
}

/// How well a title fits a section; 0 is not at all. A title that has half of its words from
/// elsewhere asks for something of its own.
fn fit(own: &Terms, section: &WorkflowSection) -> usize {
    let title = own.words_in(&Terms::of(&section.title));
    let whole = format!("{} {}", section.title, section.description);
    let anywhere = own.words_in(&Terms::of(&whole));
    let is_named = title > 0 && title * 2 >= own.word_count();
    let is_described = anywhere > 0 && anywhere == own.word_count();
    if is_named || is_described {
        title * 2 + anywhere
    } else {
        0
    }
}
