//! Two things side by side that are not companies: `barges or tugs`, `计算和网络哪个`.

use assay_figures::periods;

const JOINTS: [&str; 4] = [" or ", " vs ", " vs. ", " versus "];
/// Words at which the name of a thing ends.
const STOPS: &str = " from of in for between to on the a an than is are was were does do did by with at per and or vs versus which who \
    what how more less make makes made our us we it ";
/// Words that compare.
const CUES: [&str; 16] = [
    "which", "who", "more", "less", "longer", "shorter", "faster", "slower", "higher", "lower",
    "bigger", "smaller", "better", "worse", "vs", "versus",
];
const JOINTS_HAN: [&str; 3] = ["还是", "和", "与"];
const BEHIND_HAN: [&str; 5] = ["哪", "谁", "各", "分别", "两"];
const STOPS_HAN: [char; 12] = [
    '的', '在', '，', '、', '比', '是', '对', '：', ' ', '？', '里', '年',
];
/// Words and characters that a name may have.
const LONGEST: usize = 4;
const LONGEST_HAN: usize = 8;

/// The question asked of each of two things; nothing where it sets no two things side by side.
pub(super) fn either(question: &str) -> Option<[String; 2]> {
    latin(question).or_else(|| han(question))
}

fn latin(question: &str) -> Option<[String; 2]> {
    let lower = question.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let compares = words.any(|word| CUES.contains(&word));
    let (at, joint) = JOINTS
        .iter()
        .find_map(|joint| Some((lower.find(joint).filter(|_| compares)?, joint)))?;
    let (before, after) = (question.get(..at)?, question.get(at + joint.len()..)?);
    let is_stop = |word: &str| STOPS.contains(&format!(" {} ", word.to_ascii_lowercase()));
    let ends = |word: &str| word.ends_with([',', ':', ';', '?', ')', '(', '-', '–']);
    let mut first: Vec<&str> = Vec::new();
    for word in before.split_whitespace().rev() {
        if is_stop(word) || ends(word) || first.len() == LONGEST {
            break;
        }
        first.insert(0, word);
    }
    let mut second: Vec<&str> = Vec::new();
    let mut rest = after.split_whitespace().peekable();
    while rest
        .next_if(|word| second.is_empty() && matches!(*word, "the" | "our"))
        .is_some()
    {}
    while let Some(word) = rest.next_if(|word| !is_stop(word) && second.len() < LONGEST) {
        second.push(word);
        if ends(word) {
            break;
        }
    }
    let (one, other) = (first.join(" "), second.join(" "));
    let other = other
        .trim_end_matches([',', ':', ';', '?', ')', '-'])
        .to_owned();
    let lead = before.get(..before.len().checked_sub(one.len())?)?;
    let tail = rest.collect::<Vec<_>>().join(" ");
    is_pair(&one, &other).then(|| {
        // `hardware or software tickets`: the last word is of both
        let shared = (first.len() == 1 && second.len() == 2).then(|| second.last().copied());
        let shared = shared
            .flatten()
            .unwrap_or_default()
            .trim_end_matches([',', ':', ';', '?']);
        [
            format!("{lead}{one} {shared} {tail}"),
            format!("{lead}{other} {tail}"),
        ]
    })
}

fn han(question: &str) -> Option<[String; 2]> {
    JOINTS_HAN.iter().find_map(|joint| {
        let at = question.find(joint)?;
        let (before, after) = (question.get(..at)?, question.get(at + joint.len()..)?);
        let one: String = {
            let letters = before.chars().rev();
            let name: Vec<char> = letters.take_while(|c| !STOPS_HAN.contains(c)).collect();
            name.into_iter().rev().collect()
        };
        let end = BEHIND_HAN
            .iter()
            .filter_map(|word| after.find(word))
            .min()?;
        let other = after.get(..end)?;
        let lead = before.get(..before.len() - one.len())?;
        let tail = after.get(end..)?;
        let is_short = |name: &str| (1..=LONGEST_HAN).contains(&name.chars().count());
        let is_whole = !other.contains(STOPS_HAN) && is_short(&one) && is_short(other);
        (is_whole && is_pair(&one, other))
            .then(|| [format!("{lead}{one}{tail}"), format!("{lead}{other}{tail}")])
    })
}

/// Two names of things; of periods and numbers others tell.
fn is_pair(one: &str, other: &str) -> bool {
    let is_name = |text: &str| {
        text.chars().any(char::is_alphabetic) && periods(text).is_empty() && !is_year(text)
    };
    is_name(one) && is_name(other) && !one.eq_ignore_ascii_case(other)
}

fn is_year(text: &str) -> bool {
    text.chars().filter(char::is_ascii_digit).count() >= 4
}

#[cfg(test)]
mod tests {
    use super::either;

    #[test]
    fn two_things_are_asked_about_one_by_one() {
        let rows = [
            (
                "which carries more, barges or coasters? 2023",
                Some([
                    "which carries more, barges 2023",
                    "which carries more, coasters 2023",
                ]),
            ),
            (
                "rail vs road freight, tonnes in 2022",
                Some(["rail freight tonnes in 2022", "road freight tonnes in 2022"]),
            ),
            ("fares in 2022 vs 2023", None),
            ("is the quay open or not yet built", None),
            (
                "2023年港口的散货和集装箱哪个增长更快",
                Some([
                    "2023年港口的散货哪个增长更快",
                    "2023年港口的集装箱哪个增长更快",
                ]),
            ),
        ];
        for (question, expected) in rows {
            let found = either(question)
                .map(|pair| pair.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")));
            let expected = expected.map(|pair| pair.map(str::to_owned));
            assert_eq!(found, expected, "{question}");
        }
    }
}
