use std::collections::BTreeMap;

use assay_domain::Failure;

/// Models that are not asked any more, because what they answered once they would answer each time:
/// the key is wrong, the model is not there, the account is empty.
///
/// It lives as long as the process that drives a run. Whoever resumes the run may have mended the
/// cause, so there every model is asked anew.
#[derive(Clone, Debug, Default)]
pub struct Breaker {
    open: BTreeMap<String, Failure>,
}

/// Whether asking the same model again can bring anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// Another request, or the same one later, may succeed.
    Passing,
    /// Only a person can mend it.
    Permanent,
}

impl Breaker {
    /// Why `model` is not asked, if it is not.
    pub fn refusal(&self, model: &str) -> Option<&Failure> {
        self.open.get(model)
    }

    /// Takes note of a failed call. Whether it was this one that shut the model out, which is true
    /// once for each model.
    pub fn note(&mut self, model: &str, failure: &Failure, lasting: Lasting) -> bool {
        if lasting == Lasting::Passing || self.open.contains_key(model) {
            return false;
        }
        self.open.insert(model.to_owned(), failure.clone());
        true
    }
}

#[cfg(test)]
mod tests;
