//! A question that asks several things at once.

/// Words that ask, as they open the second of two questions.
const ASKS: [&str; 9] = [
    "who", "whom", "what", "when", "where", "why", "how", "which", "whose",
];
const ASKS_HAN: [&str; 12] = [
    "多少", "几", "什么", "为何", "谁", "哪", "何时", "怎么", "怎样", "如何", "原因", "占比",
];

/// The questions that one line asks, in its order; one where it asks one thing.
pub(super) fn parts(question: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, joint) in joints(question) {
        let (before, after) = (
            question.get(start..at).unwrap_or_default().trim(),
            question.get(at + joint..).unwrap_or_default().trim(),
        );
        if asks(before) && asks(after) {
            parts.push(before);
            start = at + joint;
        }
    }
    parts.push(question.get(start..).unwrap_or_default().trim());
    parts.retain(|part| part.chars().any(char::is_alphanumeric));
    parts
}

/// Where one question may end and another begin, with the length of what joins them.
fn joints(question: &str) -> Vec<(usize, usize)> {
    let lower = question.to_ascii_lowercase();
    let opens = |at: usize| {
        let rest = lower.get(at..).unwrap_or_default().trim_start();
        let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next();
        word.is_some_and(|word| ASKS.contains(&word))
    };
    let mut found: Vec<(usize, usize)> = Vec::new();
    for joint in [" and ", " & ", "; ", "? "] {
        let places = lower.match_indices(joint).map(|(at, _)| at);
        let places = places.filter(|at| opens(at + joint.len()));
        found.extend(places.map(|at| (at, joint.len())));
    }
    for joint in ["？", "；", "，"] {
        found.extend(lower.match_indices(joint).map(|(at, _)| (at, joint.len())));
    }
    found.sort_unstable();
    found
}

/// Whether a text asks by itself.
pub(super) fn asks(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| ASKS.contains(&word)) || ASKS_HAN.iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_line_may_ask_several_things() {
        let rows: [(&str, &[&str]); 8] = [
            (
                "who owns the quarry and who runs it",
                &["who owns the quarry", "who runs it"],
            ),
            (
                "how much did ticket sales grow in 2023 and why?",
                &["how much did ticket sales grow in 2023", "why?"],
            ),
            (
                "what is the toll? when was it last raised?",
                &["what is the toll", "when was it last raised?"],
            ),
            (
                "ferries and barges: how many",
                &["ferries and barges: how many"],
            ),
            (
                "what did they spend on dredging in 2022 and the year before?",
                &["what did they spend on dredging in 2022 and the year before?"],
            ),
            (
                "渡轮票价是多少，为什么上涨？",
                &["渡轮票价是多少", "为什么上涨？"],
            ),
            (
                "港口有几个泊位？谁在经营？",
                &["港口有几个泊位", "谁在经营？"],
            ),
            ("2023年，港口有几个泊位？", &["2023年，港口有几个泊位？"]),
        ];
        for (question, expected) in rows {
            assert_eq!(parts(question), expected, "{question}");
        }
    }
}
