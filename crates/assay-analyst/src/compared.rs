//! Which names of a question are asked about side by side.

use assay_figures::company_names;

use crate::naming::names_in;

static COMPARING: assay_domain::WordList = assay_domain::word_list!("compared/comparing");
const COMPARING_HAN: [&str; 5] = ["比较", "对比", "相比", "相较", "差异"];
/// What stands between names that are asked about together.
const JOINTS: [&str; 13] = [
    "and", "&", ",", ", and", "or", "vs", "vs.", "versus", "与", "和", "、", "跟", "及",
];
const MOST: usize = 4;

/// The companies that a question sets side by side, in its order. Empty where it is about one.
pub(crate) fn compared(question: &str) -> Vec<String> {
    let question = without_brackets(&question.replace('’', "'"));
    let mut placed: Vec<(usize, String)> = names_in(&question)
        .into_iter()
        .filter_map(|name| Some((question.find(&name)?, name)))
        .collect();
    placed.sort();
    placed.dedup_by(|later, first| {
        company_names(&first.1).contains(&later.1.to_lowercase().as_str())
    });
    // `Apple's iPhone and Mac` are things of one company.
    let has_owner = placed.iter().any(|(_, name)| name.contains("'s "));
    let together = says_so(&question) || are_joined(&question, &placed);
    if placed.len() < 2 || placed.len() > MOST || has_owner || !together {
        return Vec::new();
    }
    placed.into_iter().map(|(_, name)| name).collect()
}

fn says_so(question: &str) -> bool {
    let lower = question.to_lowercase();
    let mut words = lower.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'));
    words.any(|word| COMPARING.contains(&word)) || says_han_comparison(question)
}

pub(crate) fn says_han_comparison(question: &str) -> bool {
    COMPARING_HAN.iter().any(|word| question.contains(word))
}

fn are_joined(question: &str, placed: &[(usize, String)]) -> bool {
    placed.windows(2).all(|pair| {
        let [(at, name), (next, _)] = pair else {
            return false;
        };
        let between = question.get(at + name.len()..*next).unwrap_or_default();
        let between = between.strip_prefix("'s").unwrap_or(between).trim();
        JOINTS.contains(&between)
    })
}

/// A name in brackets is another one for what stands before them.
pub(crate) fn without_brackets(question: &str) -> String {
    let mut parts = question.split(['(', '（']);
    let first = parts.next().unwrap_or_default();
    let rest = parts.filter_map(|part| Some(part.split_once([')', '）'])?.1));
    std::iter::once(first).chain(rest).collect()
}
