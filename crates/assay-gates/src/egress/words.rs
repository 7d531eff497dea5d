use std::sync::LazyLock;

use assay_domain::Language;

use super::personal::PersonalKind;

/// What stands where personal data stood.
pub(crate) fn redacted(language: Language, kind: PersonalKind) -> String {
    match language {
        Language::En => format!("[redacted: {}]", kind.name(language)),
        Language::Zh => format!("［已隐去：{}］", kind.name(language)),
    }
}

pub(crate) fn image_removed(language: Language) -> &'static str {
    language.pick("[image removed]", "［图片已移除］")
}

pub(crate) fn link_removed(language: Language) -> &'static str {
    language.pick("[link removed]", "［链接已移除］")
}

pub(crate) fn html_removed(language: Language) -> &'static str {
    language.pick("[HTML removed]", "［HTML 已移除］")
}

/// Every mark of a redaction, so that nothing can hide in brackets that only look like one.
static REDACTIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let languages = [Language::En, Language::Zh];
    let of_kind = |kind: &PersonalKind| languages.map(|language| redacted(language, *kind));
    PersonalKind::ALL.iter().flat_map(of_kind).collect()
});

/// The length of a redaction mark at the start of a text.
pub(crate) fn redaction_at(text: &str) -> Option<usize> {
    let opens = text.starts_with("[redacted: ") || text.starts_with("［已隐去：");
    let is_here = |mark: &&String| text.starts_with(mark.as_str());
    opens
        .then(|| REDACTIONS.iter().find(is_here).map(String::len))
        .flatten()
}
