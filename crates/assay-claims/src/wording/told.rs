//! What is wrong with the words of a claim, for whoever wrote it.

use assay_domain::Language;

use super::WordProblem;

fn list(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("“{word}”")).collect();
    quoted.join(", ")
}

impl WordProblem {
    /// Outweighs a verifier's yes: a small closed list of words decides it.
    pub(crate) fn is_veto(&self) -> bool {
        matches!(
            self,
            Self::Negation
                | Self::Hedge(_)
                | Self::Quantifier(_)
                | Self::Direction
                | Self::Cause
                | Self::Order
        )
    }

    /// What the evidence does not bear, and what to change.
    pub fn told(&self, language: Language) -> String {
        match self {
            Self::Names(names) => language.pick(
                format!("the cited passages do not name {}; cite the passage that does, or leave it out", list(names)),
                format!("所引段落没有提到{}；请引用提到它的段落，或删去", list(names)),
            ),
            Self::NotStated(words) => language.pick(
                format!("no sentence of the cited passages says {}; keep to what they say, or cite the passage that says it", list(words)),
                format!("所引段落中没有一句说明{}；请按原文表述，或引用说明它的段落", list(words)),
            ),
            Self::Opposite(word) => language.pick(
                format!("the cited passage says the opposite of “{word}”"),
                format!("所引段落的说法与“{word}”相反"),
            ),
            Self::Negation => language.pick(
                "what the sentence affirms and what the cited passage affirms differ by a “not”".to_owned(),
                "句子与所引段落的肯定、否定不一致".to_owned(),
            ),
            Self::Hedge(word) => language.pick(
                format!("the cited passage is less sure (“{word}”); keep its “may”, “expects” or “believes”"),
                format!("所引段落的语气没有这么肯定（“{word}”）；请保留“可能”“预计”“认为”等限定"),
            ),
            Self::Quantifier(word) => language.pick(
                format!("the cited passage does not go as far as “{word}”"),
                format!("所引段落没有说到“{word}”的程度"),
            ),
            Self::Direction => language.pick(
                "the cited passage says that it moved the other way".to_owned(),
                "所引段落所说的变动方向相反".to_owned(),
            ),
            Self::Time => language.pick(
                "the cited statement is of another period".to_owned(),
                "所引陈述属于另一期间".to_owned(),
            ),
            Self::Cause => language.pick(
                "the cited passage does not give this cause".to_owned(),
                "所引段落没有给出这一原因".to_owned(),
            ),
            Self::Order => language.pick(
                "in the cited passage it is the other one who does it".to_owned(),
                "在所引段落中，施动者与受动者相反".to_owned(),
            ),
            Self::OfAnother(words) => language.pick(
                format!("the cited figure is not said of {}; give it to what the passage gives it to", list(words)),
                format!("所引数字并不是{}的；请按原文说明它属于什么", list(words)),
            ),
            Self::Otherwise(numbers) => language.pick(
                format!("the cited passage gives {} otherwise: for another period or item of its list, as the other end of a change, as a limit, or as a plan; say it as the passage does", list(numbers)),
                format!("所引段落中的{}用法不同：属于另一期间或列举中的另一项，是变动的另一端，或只是上限、计划；请按原文表述", list(numbers)),
            ),
            Self::Present => language.pick(
                "the cited passages have what the sentence says is missing".to_owned(),
                "句子说缺少的内容就在所引段落中".to_owned(),
            ),
            Self::Beyond(word) => language.pick(
                format!("“{word}” goes beyond what any evidence bears; state what the evidence says, or mark a modest conclusion"),
                format!("“{word}”超出了证据所能支持的范围；请陈述证据的内容，或给出有限度的结论"),
            ),
        }
    }
}
