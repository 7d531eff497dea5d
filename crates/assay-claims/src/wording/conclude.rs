//! Sentences that draw a conclusion, advise or say what is missing, by their own words.

use crate::numeral::tokens;

const CONCLUDING: &[&str] = &[
    "suggest",
    "imply",
    "implies",
    "implied",
    "indicate",
    "points to",
    "point to",
    "appears",
    "appear to",
    "seems",
    "seem to",
    "therefore",
    "thus",
    "hence",
    "taken together",
    "it follows",
    "concluded",
    "conclude",
    "inferred",
    "judging by",
    "judging from",
    "which means",
    "this means",
    "hint",
    "so that",
    "on these figures",
    "looks the",
    "tend to",
    "would tend",
    "consistent with",
    "arguably",
    "说明",
    "意味着",
    "因此",
    "由此",
    "可见",
    "表明",
    "综合来看",
    "推断",
    "反映出",
    "看来",
    "似乎",
    "可以认为",
    "显示出",
];

const BEYOND: &[&str] = &[
    "certain to",
    "certainly",
    "inevitabl",
    "definitely",
    "guarantee",
    "proves",
    "prove that",
    "undoubtedly",
    "without doubt",
    "no doubt",
    "permanently",
    "is bound to",
    "are bound to",
    "must be",
    "must have",
    "surely",
    "will never",
    "forever",
    "risk-free",
    "cannot fail",
    "every ",
    "dominate",
    "ensures that",
    "beyond question",
    "必然",
    "必定",
    "一定会",
    "肯定",
    "无疑",
    "注定",
    "永久",
    "证明了",
    "证明",
    "毫无疑问",
    "绝对",
    "彻底",
    "很快就会",
    "势必",
    "必将",
    "永远",
];

const ADVISING: &[&str] = &[
    "should",
    "recommend",
    "recommends",
    "recommended",
    "advise",
    "advises",
    "advisable",
    "ought",
    "strong buy",
    "good time to",
    "worth buying",
    "建议",
    "应当",
    "应该",
    "值得买入",
    "值得投资",
    "应买入",
    "应卖出",
    "应立即",
    "宜买",
    "宜卖",
];

const MISSING: &[&str] = &[
    "passage gives no",
    "passage does not",
    "filing does not",
    "filing gives no",
    "table gives no",
    "table does not",
    "passage states no",
    "table states no",
    "no figure",
    "does not say",
    "does not state",
    "does not disclose",
    "does not give",
    "not disclosed",
    "is not stated",
    "are not stated",
    "names no",
    "gives no",
    "states no",
    "no reason",
    "does not mention",
    "does not name",
    "does not break",
    "未披露",
    "没有披露",
    "未给出",
    "没有给出",
    "未说明",
    "未提及",
    "没有说明",
];

fn any(text: &str, list: &[&str]) -> Option<String> {
    let lower = text.to_lowercase();
    list.iter()
        .find(|word| lower.contains(**word))
        .map(|word| (*word).to_owned())
}

pub(crate) fn is_conclusion(text: &str) -> bool {
    let opens = tokens(text).first().is_some_and(|word| {
        ["since", "because", "given", "as", "without", "with"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
    });
    let hedged = [
        "would", "may", "could", "might", "likely", "unlikely", "appears", "must",
    ]
    .iter()
    .any(|hedge| {
        tokens(text)
            .iter()
            .any(|word| word.eq_ignore_ascii_case(hedge))
    });
    any(text, CONCLUDING).is_some() || (opens && hedged)
}

/// The word by which a sentence gives advice.
pub(crate) fn advice(text: &str) -> Option<String> {
    let words: Vec<String> = tokens(text).into_iter().map(str::to_lowercase).collect();
    let is_said = |advice: &&&str| match advice.is_ascii() && !advice.contains(' ') {
        true => words.iter().any(|word| word == **advice),
        false => text.to_lowercase().contains(**advice),
    };
    ADVISING
        .iter()
        .find(is_said)
        .map(|advice| (*advice).to_owned())
}

/// A conclusion that speaks of the future or of what must be without a doubt of its own.
pub(crate) fn overclaims(text: &str) -> Option<String> {
    let words: Vec<String> = tokens(text).into_iter().map(str::to_lowercase).collect();
    let has = |list: &[&str]| {
        list.iter()
            .find(|known| words.iter().any(|word| word == *known))
            .map(|word| (*word).to_owned())
    };
    let is_doubtful = has(&[
        "may", "could", "might", "likely", "unlikely", "appears", "appear", "seems", "seem",
        "would", "probably", "tend",
    ])
    .is_some()
        || ["可能", "或", "似乎", "大概"]
            .iter()
            .any(|word| text.contains(word));
    let sure = has(&["will", "must", "always", "never"]).filter(|_| !is_doubtful);
    any(text, BEYOND).or(sure)
}

pub(crate) fn says_missing(text: &str) -> bool {
    any(text, MISSING).is_some()
}
