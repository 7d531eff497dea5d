use assay_analyst::{
    SectionDraft, SectionInput, claims_of, quality_notes, queries, summarise, write_section,
};
use assay_domain::{
    Author, Evidence, FailureCode, Hints, Language, Plan, Section, SectionLength, Task, TaskId,
};

use crate::library;

const LENGTH: SectionLength = SectionLength { min: 250, max: 600 };

fn draft(
    plan: &Plan,
    task: &Task,
    evidence: &[Evidence],
    earlier: &[Section],
    language: Language,
) -> SectionDraft {
    write_section(&SectionInput {
        plan,
        task,
        evidence,
        earlier,
        language,
        length: LENGTH,
    })
    .expect("the sample library answers every task")
}

fn section(task: TaskId, draft: &SectionDraft, language: Language) -> Section {
    Section {
        task,
        title: draft.title.clone(),
        markdown: draft.markdown.clone(),
        language,
        author: Author::OfflineAnalyst,
        notes: Vec::new(),
        left_out: Vec::new(),
        labels: Vec::new(),
    }
}

fn run(plan: &Plan, language: Language) -> Vec<(Section, SectionDraft)> {
    let evidence = library::library();
    let mut done: Vec<(Section, SectionDraft)> = Vec::new();
    for task in &plan.tasks {
        let earlier: Vec<Section> = done
            .iter()
            .filter(|(section, _)| task.dependencies.contains(&section.task))
            .map(|(section, _)| section.clone())
            .collect();
        let draft = draft(plan, task, &evidence, &earlier, language);
        done.push((section(task.id, &draft, language), draft));
    }
    done
}

#[test]
fn sections_of_the_sample_library() {
    let plan = library::plan();
    let done = run(&plan, Language::En);
    for (section, draft) in &done {
        let name = format!("section_{}", section.task);
        insta::assert_snapshot!(name, format!("{}\n\n{}", draft.title, draft.markdown));
        assert_eq!(quality_notes(&draft.markdown), [], "{}", draft.title);
        assert_eq!(
            claims_of(&draft.markdown).len(),
            draft.claims.len(),
            "{}",
            draft.title
        );
    }
    let sections: Vec<Section> = done.into_iter().map(|(section, _)| section).collect();
    let summary = summarise(&plan, &sections);
    assert!((3..=7).contains(&summary.len()));
    for sentence in &summary {
        assert!(
            sections
                .iter()
                .any(|section| section.markdown.contains(sentence))
        );
    }
    insta::assert_snapshot!("summary", summary.join("\n"));
}

#[test]
fn sections_in_chinese() {
    let question = "深度分析维摩拉传感2024年的经营情况";
    let request = assay_analyst::PlanRequest {
        question,
        research_type: None,
        language: Language::Zh,
    };
    let plan = assay_analyst::plan(&request).plan;
    let done = run(&plan, Language::Zh);
    let text: Vec<String> = done
        .iter()
        .map(|(_, draft)| format!("## {}\n\n{}", draft.title, draft.markdown))
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn a_task_nothing_answers_fails_instead_of_padding() {
    let plan = library::plan();
    let task = Task {
        id: TaskId(1),
        description: "Whale migration routes".to_owned(),
        dependencies: Vec::new(),
        hints: Some(Hints {
            data_needs: vec!["whale sightings".to_owned()],
            ..Hints::default()
        }),
    };
    let input = SectionInput {
        plan: &plan,
        task: &task,
        evidence: &library::library(),
        earlier: &[],
        language: Language::En,
        length: LENGTH,
    };
    let failure = write_section(&input).expect_err("nothing is known of whales");
    assert_eq!(failure.code, FailureCode::NoEvidence);
    assert_eq!(
        failure.message,
        "nothing in the library answers task 1 (whale sightings); add documents that do and run it again"
    );
}

/// A title that every workflow has says nothing that a passage would say; the questions behind it do.
#[test]
fn a_task_with_a_title_alone_is_asked_the_questions_of_its_workflow() {
    let plan = library::plan();
    let bare = |description: &str| Task {
        id: TaskId(1),
        description: description.to_owned(),
        dependencies: Vec::new(),
        hints: None,
    };
    let evidence = library::library();
    for (title, language) in [
        ("Financial performance", Language::En),
        ("Velmora Sensing: financial results", Language::En),
        ("Competitive position", Language::En),
        ("财务表现", Language::Zh),
    ] {
        let task = bare(title);
        let written = draft(&plan, &task, &evidence, &[], language);
        assert!(!written.claims.is_empty(), "{title}");
        assert!(queries(&plan, &task).len() > 4, "{title}");
    }
    let own = bare("Whale migration routes");
    assert!(
        queries(&plan, &own).len() <= 2,
        "a title of its own stays one"
    );
}

/// What the user named, a part of the company or somebody else, decides what is quoted and computed
/// first; what is usually looked for comes behind it.
#[test]
fn what_was_asked_is_answered_in_its_own_words() {
    let evidence = library::library();
    let mut text = Vec::new();
    for question in [
        "How has Velmora Sensing's Vision & Motion revenue developed?",
        "How dependent is Velmora Sensing on Korvex Semiconductor?",
        "维摩拉传感的软件与服务收入变化如何？",
    ] {
        let language = Language::of_text(question);
        let request = assay_analyst::PlanRequest {
            question,
            research_type: Some(assay_domain::ResearchType::Company),
            language,
        };
        let plan = assay_analyst::plan(&request).plan;
        let asked = plan.tasks.first().expect("a plan has tasks");
        let written = draft(&plan, asked, &evidence, &[], language);
        text.push(format!("## {}\n\n{}", written.title, written.markdown));
    }
    insta::assert_snapshot!(text.join("\n"));
}
