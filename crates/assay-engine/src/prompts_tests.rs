use assay_domain::{Language, ResearchType};

use super::*;

/// The placeholders of a prompt, in order of appearance.
fn placeholders(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("{{") {
        let (name, tail) = after.split_once("}}").expect("a placeholder is closed");
        if !found.contains(&name.trim()) {
            found.push(name.trim());
        }
        rest = tail;
    }
    found
}

/// A prompt with every placeholder shown as `‹name›`: what a model sees around the values.
fn rendered(prompt: Prompt, language: Language) -> String {
    let names = placeholders(prompt.text(language));
    let values: Vec<(&str, String)> = names
        .iter()
        .map(|name| (*name, format!("‹{name}›")))
        .collect();
    let values: Vec<(&str, Fill<'_>)> = values
        .iter()
        .map(|(name, value)| (*name, Fill::Ours(value)))
        .collect();
    prompt
        .render(language, &values)
        .expect("every placeholder has a value")
}

#[test]
fn every_prompt_in_both_languages() {
    for prompt in Prompt::ALL {
        for language in [Language::En, Language::Zh] {
            let name = format!("prompt_{}_{}", prompt.name(), language.code());
            insta::assert_snapshot!(name, rendered(*prompt, language));
        }
    }
}

#[test]
fn both_languages_have_the_same_placeholders_and_a_workflow_for_every_kind() {
    for prompt in Prompt::ALL {
        let mut english = placeholders(prompt.text(Language::En));
        let mut chinese = placeholders(prompt.text(Language::Zh));
        english.sort_unstable();
        chinese.sort_unstable();
        assert_eq!(english, chinese, "{}", prompt.name());
    }
    for kind in ResearchType::ALL {
        for language in [Language::En, Language::Zh] {
            assert!(
                !workflow(kind, language).trim().is_empty(),
                "{kind} {language:?}"
            );
        }
    }
}

#[test]
fn a_hole_an_unused_value_and_too_much_text_are_errors() {
    let prompt = Prompt::SectionFinish;
    let language = Language::En;
    let missing = PromptError::MissingValue {
        prompt: "section_finish",
        name: "reason".to_owned(),
    };
    assert_eq!(prompt.render(language, &[]), Err(missing));
    let unused = PromptError::UnusedValue {
        prompt: "section_finish",
        name: "extra".to_owned(),
    };
    assert_eq!(
        prompt.render(
            language,
            &[("reason", Fill::Ours("x")), ("extra", Fill::Ours("y"))]
        ),
        Err(unused)
    );
    let long = "x".repeat(10_000);
    let result = prompt.render(language, &[("reason", Fill::Ours(&long))]);
    assert!(
        matches!(result, Err(PromptError::TooLong { cap: 3_000, .. })),
        "{result:?}"
    );
}

#[test]
fn a_value_is_put_in_as_it_is_and_never_rendered_again() {
    let text =
        Prompt::SectionFinish.render(Language::En, &[("reason", Fill::Ours("{{reason}} {{x}}"))]);
    assert!(text.expect("rendered").contains("{{reason}} {{x}}"));
}

#[test]
fn clipped_text_says_so() {
    assert_eq!(clip("茅台酒业", 2), "茅台 […]");
    assert_eq!(clip("short", 10), "short");
}
