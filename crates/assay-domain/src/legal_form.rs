//! What a company's name ends with by law: `plc`, `N.V.`, `股份有限公司`.

use crate::WordList;

static LEGAL_FORMS: WordList = crate::word_list!("legal_forms");

/// The longest first, so that what is left of a name is its shortest.
pub static CHINESE_LEGAL_FORMS: WordList = crate::word_list!("chinese_legal_forms");

/// Whether a word is a legal form, with or without its dots: `Inc.`, `S.A.`, `K.K`.
pub fn is_legal_form(word: &str) -> bool {
    let letters = word.chars().filter(|c| *c != '.');
    let plain: String = letters.flat_map(char::to_lowercase).collect();
    LEGAL_FORMS.contains(&plain.as_str())
}

/// Whether a name ends with a legal form, in Latin letters or in Han characters.
pub fn ends_with_legal_form(name: &str) -> bool {
    let name = name.trim_end_matches([')', '）', ' ']);
    let last = name.rsplit([' ', ',', '(', '（']).next();
    last.is_some_and(|last| last.len() < name.len() && is_legal_form(last))
        || CHINESE_LEGAL_FORMS
            .iter()
            .any(|form| name.len() > form.len() && name.ends_with(form))
}

#[cfg(test)]
mod tests {
    use super::ends_with_legal_form;

    #[test]
    fn a_name_ends_with_what_the_law_calls_it() {
        for name in [
            "Tarnfield Aggregates plc",
            "Rietveld Polders N.V.",
            "Kuroshio Denshi K.K.",
            "Oberland Werke AG",
            "Nilgiri Spindles Ltd.",
            "Fjordlaks ASA",
            "Acme Co., Ltd.",
            "青崖船舶股份有限公司",
        ] {
            assert!(ends_with_legal_form(name), "{name}");
        }
        for name in [
            "Limited",
            "有限公司",
            "Annual report of the company’s year",
            "Notes on Acme",
        ] {
            assert!(!ends_with_legal_form(name), "{name}");
        }
    }
}
