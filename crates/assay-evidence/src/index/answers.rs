use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use assay_domain::PassageId;

/// Passages that the answers kept may name in all, at about 100 bytes each.
const MOST_PASSAGES: usize = 20_000;

/// What questions found without a filter: runs at work on one library ask the same again and again.
/// Good for one generation of the index, and emptied where it grows too large.
#[derive(Default)]
pub(super) struct Answers(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// By the most passages that were asked for, then by the question.
    found: BTreeMap<usize, BTreeMap<String, Vec<PassageId>>>,
    /// An answer without passages counts as one.
    passages: usize,
}

impl Answers {
    pub(super) fn get(&self, query: &str, limit: usize) -> Option<Vec<PassageId>> {
        self.kept().found.get(&limit)?.get(query).cloned()
    }

    pub(super) fn keep(&self, query: &str, limit: usize, found: &[PassageId]) {
        let weight = found.len().max(1);
        if weight > MOST_PASSAGES {
            return;
        }
        let mut kept = self.kept();
        if kept.passages + weight > MOST_PASSAGES {
            *kept = Kept::default();
        }
        let answers = kept.found.entry(limit).or_default();
        if answers.insert(query.to_owned(), found.to_vec()).is_none() {
            kept.passages += weight;
        }
    }

    /// A thread that panicked left at most one answer uncounted.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use assay_domain::PassageId;

    use super::{Answers, MOST_PASSAGES};

    #[test]
    fn an_answer_belongs_to_its_question_and_number() {
        let answers = Answers::default();
        let found = vec![PassageId::new("doc_a:0-1")];
        answers.keep("revenue", 5, &found);
        answers.keep("weather", 5, &[]);
        assert_eq!(answers.get("revenue", 5), Some(found));
        assert_eq!(answers.get("weather", 5), Some(Vec::new()));
        assert_eq!(answers.get("revenue", 6), None);
        assert_eq!(answers.get("Revenue", 5), None);
    }

    #[test]
    fn memory_is_bounded() {
        let answers = Answers::default();
        let found = vec![PassageId::new("doc_a:0-1"); 100];
        for number in 0..=MOST_PASSAGES / 100 {
            answers.keep(&number.to_string(), 100, &found);
            answers.keep("the same", 100, &found);
        }
        assert!(answers.kept().passages <= MOST_PASSAGES);
        let held: usize = answers.kept().found.values().map(|by| by.len() * 100).sum();
        assert_eq!(held, answers.kept().passages);
        assert_eq!(answers.get("0", 100), None);
        answers.keep(
            "all",
            MOST_PASSAGES + 1,
            &vec![PassageId::new("doc_a:0-1"); MOST_PASSAGES + 1],
        );
        assert_eq!(answers.get("all", MOST_PASSAGES + 1), None);
    }
}
