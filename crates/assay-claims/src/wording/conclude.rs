//! Sentences that draw a conclusion, advise or say what is missing, by their own words.

use crate::numeral::tokens;
use crate::silence::is_of_silence;

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
    "which is why",
    "this leaves",
    "this makes",
    ", so the ",
    ", so it ",
    "means that",
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

const CERTAIN: &[&str] = &[
    "certain to",
    "inevitabl",
    "definitely",
    "guarantee",
    "proves",
    "undoubtedly",
    "no doubt",
    "bound to",
    "will never",
    "forever",
    "risk-free",
    "必然",
    "必定",
    "一定会",
    "无疑",
    "注定",
    "证明了",
    "绝对",
    "势必",
    "永远",
    "保证",
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

/// Papers that may say something or not. That a company gives no discount is a fact; that its filing
/// gives no figure is a gap.
const PAPERS: &[&str] = &[
    "passage",
    "passages",
    "figures",
    "filing",
    "filings",
    "table",
    "tables",
    "report",
    "reports",
    "document",
    "documents",
    "source",
    "sources",
    "text",
    "note",
    "notes",
    "statement",
    "section",
    "page",
    "transcript",
    "presentation",
    "letter",
    "memo",
    "release",
    "evidence",
    "material",
    "article",
];
/// What papers do.
const TELLING: &[&str] = &[
    "say",
    "says",
    "state",
    "states",
    "disclose",
    "discloses",
    "give",
    "gives",
    "mention",
    "mentions",
    "name",
    "names",
    "report",
    "reports",
    "provide",
    "provides",
    "specify",
    "specifies",
    "quantify",
    "quantifies",
    "break",
    "breaks",
    "list",
    "lists",
    "show",
    "shows",
    "indicate",
    "indicates",
    "explain",
    "explains",
    "identify",
    "identifies",
    "contain",
    "contains",
    "include",
    "includes",
    "offer",
    "offers",
    "have",
    "has",
];
const TOLD: &[&str] = &[
    "disclosed",
    "stated",
    "given",
    "reported",
    "specified",
    "quantified",
    "mentioned",
    "broken",
    "provided",
    "named",
];
const TELLING_HAN: &[&str] = &["披露", "给出", "说明", "提及", "列出", "列示", "写明"];

fn any(text: &str, list: &[&str]) -> Option<String> {
    let lower = text.to_lowercase();
    list.iter()
        .find(|word| lower.contains(**word))
        .map(|word| (*word).to_owned())
}

pub(crate) fn is_conclusion(text: &str) -> bool {
    let words = tokens(text);
    let opens = words.first().is_some_and(|word| {
        ["since", "because", "given", "as", "without", "with"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known))
    });
    let hedged = [
        "would", "may", "could", "might", "likely", "unlikely", "appears", "must",
    ]
    .iter()
    .any(|hedge| words.iter().any(|word| word.eq_ignore_ascii_case(hedge)));
    any(text, CONCLUDING).is_some() || (opens && hedged)
}

/// The word by which a sentence gives advice.
pub(crate) fn advice(text: &str) -> Option<String> {
    let words: Vec<String> = tokens(text).into_iter().map(str::to_lowercase).collect();
    let lower = text.to_lowercase();
    let is_said = |advice: &&&str| match advice.is_ascii() && !advice.contains(' ') {
        true => words.iter().any(|word| word == **advice),
        false => lower.contains(**advice),
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
        "would", "probably", "tend", "suggest", "suggests", "hint", "hints", "possible",
    ])
    .is_some()
        || ["可能", "或", "似乎", "大概"]
            .iter()
            .any(|word| text.contains(word));
    let sure = has(&["will", "must", "always", "never"])
        .or_else(|| text.contains('将').then(|| "将".to_owned()))
        .filter(|_| !is_doubtful);
    any(text, BEYOND)
        .filter(|word| !is_denied(text, word))
        .or(sure)
}

/// `no single tenant dominates`
fn is_denied(text: &str, word: &str) -> bool {
    let lower = text.to_lowercase();
    let before = lower.split(word).next().unwrap_or_default();
    let words = tokens(before);
    let mut near = words.iter().rev().take(4);
    near.any(|word| matches!(*word, "no" | "not" | "nor" | "cannot" | "neither"))
        || before.ends_with('不')
        || before.ends_with("并非")
}

/// Words of certainty that no statement may be made surer with, whatever the sentence is.
pub(crate) fn certifies(text: &str) -> Option<String> {
    any(text, CERTAIN)
}

/// The sentence says that the papers do not say something.
pub(crate) fn says_missing(text: &str) -> bool {
    let words: Vec<String> = tokens(text).into_iter().map(str::to_lowercase).collect();
    let among = |at: usize, list: &[&str]| {
        words
            .get(at)
            .is_some_and(|word| list.contains(&word.as_str()))
    };
    let papers = (0..words.len()).filter(|at| among(*at, PAPERS));
    let silent = papers.into_iter().any(|at| {
        let behind = at + 1..at + 4;
        let tells_nothing = behind
            .clone()
            .any(|at| among(at, TELLING) && among(at + 1, &["no", "nothing", "neither"]));
        let does_not_tell = behind.into_iter().any(|at| {
            among(at, &["not", "doesn", "don", "didn"])
                && (at + 1..at + 4).any(|at| among(at, TELLING))
        });
        let leaves_out = (at + 1..at + 3).any(|at| {
            among(at, &["omits", "omit", "lacks", "lack"])
                || among(at, &["leaves", "leave"]) && among(at + 1, &["out", "open"])
                || among(at, &["is", "are"]) && among(at + 1, &["silent"])
        });
        tells_nothing || does_not_tell || leaves_out
    });
    let untold = (0..words.len()).any(|at| {
        among(at, &["is", "are", "was", "were"])
            && among(at + 1, &["not"])
            && (at + 2..at + 4).any(|at| among(at, TOLD))
    });
    let untold_han = ["未", "没有"].iter().any(|not| {
        TELLING_HAN
            .iter()
            .any(|tell| text.contains(&format!("{not}{tell}")))
    });
    silent || untold || untold_han || is_of_silence(text)
}

/// What a cell prints where there is nothing to print.
pub(crate) fn stands_for_nothing(cell: &str) -> bool {
    const SIGNS: [&str; 9] = ["TBD", "TBA", "N/A", "n/a", "NA", "—", "–", "待定", "不适用"];
    SIGNS.contains(&cell)
}

/// Words by which a gap says what kind of thing is missing, as far as a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    Money,
    Share,
    Figure,
    /// A reason, a name: nothing that code could look for by its form.
    Other,
}

pub(crate) fn kind_of_gap(text: &str) -> Missing {
    let words: Vec<String> = tokens(text).into_iter().map(str::to_lowercase).collect();
    let has = |list: &[&str]| {
        words.iter().any(|word| list.contains(&word.as_str()))
            || list
                .iter()
                .any(|word| !word.is_ascii() && text.contains(word))
    };
    match () {
        () if has(&["dollar", "dollars", "amount", "amounts", "money", "金额"]) => Missing::Money,
        () if has(&["percentage", "percent", "share", "比例", "占比"]) => Missing::Share,
        () if has(&["figure", "figures", "number", "numbers", "数字", "数据"]) => {
            Missing::Figure
        }
        () => Missing::Other,
    }
}
