//! What a worker may send out with a call.

use assay_domain::Language;
use assay_gates::{ConfiguredSecret, EgressPolicy, OfRun, Outgoing, OutputKind, egress};
use secrecy::ExposeSecret as _;

use super::Researchers;

/// A run of this weight that stands in a passage word by word was copied from it. A letter or digit
/// weighs one; a Chinese character carries as much as three of them.
const COPIED: usize = 60;
const WEIGHT_OF_HAN: usize = 3;

impl Researchers {
    /// The keys of this installation, for the gate.
    pub(super) fn configured_secrets(&self) -> Vec<ConfiguredSecret<'_>> {
        let secrets = self.secrets.iter();
        let named = secrets.map(|(name, value)| ConfiguredSecret {
            name,
            value: value.expose_secret(),
        });
        named.collect()
    }

    /// Whether a text that is about to leave holds one of the keys, in whatever disguise.
    pub(super) fn names_own_secret(&self, text: &str) -> bool {
        self.is_stopped(text, &["G-103"])
    }

    /// As [`Self::names_own_secret`], or anything that looks like somebody's secret.
    pub(super) fn names_any_secret(&self, text: &str) -> bool {
        self.is_stopped(text, &["G-102", "G-103"])
    }

    fn is_stopped(&self, text: &str, rules: &[&str]) -> bool {
        let secrets = self.configured_secrets();
        let outgoing = Outgoing {
            kind: OutputKind::ToolReply,
            text,
            language: Language::En,
            disclaimer_required: false,
            run: OfRun::NONE,
            configured_secrets: &secrets,
        };
        let decided = egress(&outgoing, &EgressPolicy::default());
        let mut stopped = decided.blocked.iter();
        stopped.any(|blocker| rules.contains(&blocker.rule.as_str()))
    }
}

/// Whether `query` holds a long run of `passage`, however it is spaced, cased and punctuated.
pub(super) fn repeats(query: &str, passage: &str) -> bool {
    let (query, passage) = (letters(query), letters(passage));
    let starts = query.char_indices().map(|(start, _)| start);
    let mut runs = starts.map_while(|start| run_from(query.get(start..)?));
    runs.any(|run| passage.contains(run))
}

/// The shortest beginning of `text` that is long enough to tell.
fn run_from(text: &str) -> Option<&str> {
    let mut weight = 0;
    for (at, c) in text.char_indices() {
        weight += if c.is_ascii() { 1 } else { WEIGHT_OF_HAN };
        if weight >= COPIED {
            return text.get(..at + c.len_utf8());
        }
    }
    None
}

fn letters(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::repeats;

    const PRIVATE: &str = "The board agreed in private to sell the northern plant to Orvell \
                           for 41 million dollars before the end of June.";

    #[test]
    fn a_copied_sentence_is_told_from_a_question_about_it() {
        let cases = [
            ("Orvell northern plant acquisition price", false),
            (
                "board agreed to sell plant to Orvell, 41 million dollars, June",
                false,
            ),
            (PRIVATE, true),
            (
                "q=the+board+agreed+in+private+to+sell+the+northern+plant+to+orvell+for+41+million",
                true,
            ),
            (
                "THE BOARD AGREED IN PRIVATE TO SELL THE NORTHERN PLANT TO ORVELL FOR 41 MILLION",
                true,
            ),
            ("", false),
        ];
        for (query, is_copied) in cases {
            assert_eq!(repeats(query, PRIVATE), is_copied, "{query}");
        }
    }

    #[test]
    fn chinese_text_is_copied_in_fewer_characters() {
        let passage = "董事会私下决定在六月底之前以四千一百万美元将北方工厂出售给奥维尔公司。";
        assert!(repeats(
            "董事会私下决定在六月底之前以四千一百万美元将北方工厂",
            passage
        ));
        assert!(!repeats("奥维尔 收购 北方工厂 价格", passage));
    }
}
