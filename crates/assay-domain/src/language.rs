use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The language of a run: interface talk, prompts and report. Fixed when the run is created.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    En,
    Zh,
}

impl Language {
    /// Chinese if a fifth of the letters are Han, which keeps "NVDA 的毛利率" Chinese.
    pub fn of_text(text: &str) -> Self {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let han = text.chars().filter(|c| is_han(*c)).count();
        if han * 5 >= letters.max(1) {
            Self::Zh
        } else {
            Self::En
        }
    }

    pub fn code(self) -> &'static str {
        self.pick("en", "zh")
    }

    /// Chooses between two fixed texts. For messages of a line; longer texts live in files.
    pub fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Self::En => english,
            Self::Zh => chinese,
        }
    }
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn mixed_text_is_chinese_and_plain_text_is_not() {
        for (text, expected) in [
            ("Tesla margins", Language::En),
            ("NVDA 的毛利率", Language::Zh),
            ("贵州茅台", Language::Zh),
            ("", Language::En),
            ("2024", Language::En),
        ] {
            assert_eq!(Language::of_text(text), expected, "{text}");
        }
    }
}
