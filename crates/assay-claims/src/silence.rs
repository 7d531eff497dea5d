//! Sentences that say what their sources do not say: a verb of saying, denied of the source.

use std::sync::LazyLock;

use assay_figures::WordSet;

use crate::numeral::tokens;

/// What may say something or not. That a company gives no discount is a fact; that its filing gives no
/// figure is a gap.
static SOURCES: assay_domain::WordList = assay_domain::word_list!("silence/sources");
/// What sources do, in the form that stands behind their name, and behind `does not`.
static SAYING: assay_domain::WordList = assay_domain::word_list!("silence/saying");
static SAID: assay_domain::WordList = assay_domain::word_list!("silence/said");
/// Said of nothing but what is told or kept back.
static DISCLOSED: assay_domain::WordList = assay_domain::word_list!("silence/disclosed");
/// Behind `is not`, of whatever it is said.
static TOLD: assay_domain::WordList = assay_domain::word_list!("silence/told");
/// What a source may be asked for: that no such thing is given is said of the source.
static INFORMATION: assay_domain::WordList = assay_domain::word_list!("silence/information");
/// Words for a figure, which a source has without the word.
static OF_FIGURES: assay_domain::WordList = assay_domain::word_list!("silence/of_figures");
const NOT: &[&str] = &["not", "doesn", "don", "didn", "never"];
const NONE: &[&str] = &["no", "none", "nothing", "neither", "nowhere", "little"];
const OMITTING: &[&str] = &["omits", "omit", "lacks", "lack"];

static SOURCES_HAN: assay_domain::WordList = assay_domain::word_list!("silence/sources_han");
const DENIED_HAN: &[&str] = &["未", "没有", "并无", "不", "无"];
const SAYING_HAN: &[&str] = &[
    "披露", "给出", "说明", "提及", "提到", "列出", "列示", "列明", "写明", "提供", "解释", "区分",
    "涉及", "说", "指出", "点名", "记载", "交代", "拆分", "量化", "回答", "包含",
];
/// Between the denial and the verb.
static HOW_HAN: assay_domain::WordList = assay_domain::word_list!("silence/how_han");

/// Tokens between the name of a source and what is denied of it: `the passages of this filing do not`.
const NEAR: usize = 5;
/// The same of Chinese, in characters.
const NEAR_HAN: usize = 8;

/// The sentence says that its sources do not say something.
pub(crate) fn says_missing(text: &str) -> bool {
    // without one of these words nothing is denied in English, and most sentences have none
    static DENYING: LazyLock<WordSet> = LazyLock::new(|| {
        let lists = [NOT, NONE, OMITTING, &["leaves", "leave", "silent"]];
        WordSet::of(lists.into_iter().flatten().copied())
    });
    let is_denied = tokens(text).iter().any(|word| DENYING.contains(word));
    is_denied && is_silent(text) || !text.is_ascii() && of_silence_han(text)
}

fn is_silent(text: &str) -> bool {
    let lower = text.to_lowercase();
    // `the filing, however, does not say`
    let lower = lower.replace(", however,", "").replace(", though,", "");
    // what one clause is silent about says nothing of the next
    let clauses = lower.split([',', ';', ':', '.', '(', ')', '—', '–', '/', '|', '\n']);
    clauses.map(tokens).any(|words| {
        source_denies(&words) || nothing_says(&words) || untold(&words) || ungiven(&words)
    })
}

/// What is not named is called by its kind, and its kind is bound to stand there.
pub(crate) fn asks_for_names(text: &str) -> bool {
    static NAMING: assay_domain::WordList = assay_domain::word_list!("silence/naming");
    let is_naming = |word: &&str| NAMING.contains(&word.to_lowercase().as_str());
    tokens(text).iter().any(is_naming)
        || ["点名", "名称", "具名"]
            .iter()
            .any(|han| text.contains(han))
}

/// A word by which a source is called, or what sources do.
pub(crate) fn is_of_telling(word: &str) -> bool {
    let word = word.to_lowercase();
    let lists: [&[&str]; 10] = [
        &SOURCES,
        &SAYING,
        &SAID,
        NOT,
        NONE,
        &OF_FIGURES,
        &SOURCES_HAN,
        DENIED_HAN,
        SAYING_HAN,
        &HOW_HAN,
    ];
    lists.iter().any(|list| list.contains(&word.as_str()))
}

fn among(words: &[&str], at: usize, list: &[&str]) -> bool {
    words.get(at).is_some_and(|word| list.contains(word))
}

/// `the filing names none of them`, `the passages do not give it`.
fn source_denies(words: &[&str]) -> bool {
    let sources = (0..words.len()).filter(|at| among(words, *at, &SOURCES));
    sources.into_iter().any(|source| {
        let mut behind = source + 1..source + 1 + NEAR;
        behind.any(|at| {
            let denies =
                among(words, at, NOT) && (at + 1..at + 4).any(|verb| among(words, verb, &SAYING));
            let says_none = among(words, at, &SAYING) && among(words, at + 1, NONE);
            denies || says_none
        }) || leaves_out(words, source)
    })
}

/// `the filing omits it`, `the report leaves it open`, `the note is silent`.
fn leaves_out(words: &[&str], source: usize) -> bool {
    (source + 1..source + 3).any(|at| {
        among(words, at, OMITTING)
            || among(words, at, &["leaves", "leave"]) && among(words, at + 1, &["out", "open"])
            || among(words, at, &["is", "are"]) && among(words, at + 1, &["silent"])
    })
}

/// `the split is not given`, said of anything.
fn ungiven(words: &[&str]) -> bool {
    (0..words.len()).any(|at| {
        among(words, at, &["is", "are", "was", "were"])
            && among(words, at + 1, &["not"])
            && (at + 2..at + 4).any(|at| among(words, at, &TOLD))
    })
}

/// `none of the passages gives it`, `nothing in the filing says so`, `no source explains it`.
fn nothing_says(words: &[&str]) -> bool {
    let denials = (0..words.len()).filter(|at| among(words, *at, NONE));
    denials.into_iter().any(|denial| {
        let mut behind = denial + 1..denial + 1 + NEAR;
        behind.any(|source| {
            among(words, source, &SOURCES)
                && (source + 1..source + 3).any(|verb| among(words, verb, &SAYING))
        })
    })
}

/// `not disclosed`, `no breakdown is given`, `it is not stated in the passages`.
fn untold(words: &[&str]) -> bool {
    let is_active = |at: usize| at > 0 && among(words, at - 1, &["has", "have", "had", "having"]);
    let undisclosed = (0..words.len())
        .any(|at| among(words, at, &["not"]) && among(words, at + 1, &DISCLOSED) && !is_active(at));
    let none_given = (0..words.len()).any(|at| {
        among(words, at, &["no"])
            && (at + 1..at + 1 + NEAR).any(|noun| among(words, noun, &INFORMATION))
            && (at + 2..at + 2 + 2 * NEAR).any(|verb| {
                among(words, verb, &["is", "are", "was", "were"]) && among(words, verb + 1, &SAID)
            })
    });
    undisclosed || none_given
}

fn of_silence_han(text: &str) -> bool {
    let denied = DENIED_HAN.iter().any(|denied| {
        let places = text.match_indices(denied);
        places.into_iter().any(|(at, _)| {
            let (before, behind) = text.split_at_checked(at).unwrap_or_default();
            let behind = behind.get(denied.len()..).unwrap_or_default();
            let says = HOW_HAN.iter().any(|how| {
                let verb = behind.strip_prefix(how);
                verb.is_some_and(|verb| SAYING_HAN.iter().any(|say| verb.starts_with(say)))
            });
            let near: Vec<char> = before.chars().rev().take(NEAR_HAN).collect();
            let near: String = near.into_iter().rev().collect();
            says && SOURCES_HAN.iter().any(|source| near.contains(source))
        })
    });
    // of whatever it is said
    let undisclosed = text.split("未").skip(1).any(|behind| {
        let mut ways = HOW_HAN.iter().filter_map(|how| behind.strip_prefix(how));
        ways.any(|verb| verb.starts_with("披露"))
    });
    denied || undisclosed
}

#[cfg(test)]
mod tests {
    use super::says_missing;

    #[test]
    fn a_source_that_does_not_say_something_is_a_gap() {
        for text in [
            "The passages do not give the tonnage of the second quay.",
            "The filing names none of them.",
            "The harbour board's annual report nowhere says why; the report gives no reason.",
            "Neither filing states how many pilots were hired.",
            "None of the passages explains the delay.",
            "Nothing in the documents says who paid for the dredging.",
            "The split between timber and grain is not disclosed.",
            "The split between timber and grain was not separately given.",
            "The memo, however, does not mention the crane.",
            "The statement omits the cost of the crane.",
            "The letter is silent on the crane.",
            "Fees by customer: not disclosed.",
            "No breakdown of the fees by customer is given.",
            "No figure for the northern quay was provided in these excerpts.",
            "The sources here don't quantify the effect.",
            "段落没有给出第二码头的吨位。",
            "该文件未提及延误的原因。",
            "年报并未单独披露木材的运费。",
            "所引材料没有说明由谁支付。",
            "各客户的费用未予披露。",
        ] {
            assert!(says_missing(text), "{text}");
        }
    }

    #[test]
    fn what_somebody_did_not_do_is_a_fact() {
        for text in [
            "The harbour gives no discount to grain ships.",
            "The board did not name a successor.",
            "The owners have not disclosed the accident to the insurers.",
            "No injuries were reported after the storm.",
            "The pilots do not carry insurance.",
            "The report shows that fees rose.",
            "The table suggests that timber, not grain, explains the rise.",
            "It cites nothing; look for the source that says it.",
            "港口没有提供折扣。",
            "董事会没有说明理由就辞职了。",
            "公司不生产木材。",
        ] {
            assert!(!says_missing(text), "{text}");
        }
    }
}
