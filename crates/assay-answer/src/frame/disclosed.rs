//! What annual reports must disclose, in the words in which they do.

/// The words of the disclosure that a question is about.
pub(super) fn disclosure(question: &str) -> Option<&'static str> {
    let lower = question.to_lowercase();
    include_str!("../../lexicon/disclosures.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .find_map(|line| {
            let mut columns = line.split('|').map(str::trim);
            let (english, chinese) = (columns.next()?, columns.next()?);
            let asked = english.split(", ").chain(chinese.split_whitespace());
            let is_asked = asked
                .into_iter()
                .any(|words| super::kind::has(&lower, words));
            columns.next().filter(|_| is_asked)
        })
}
