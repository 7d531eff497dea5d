use std::sync::Arc;

use crate::{Answer, RecordedRequest, Simulation};

type Decide = dyn Fn(&RecordedRequest, usize) -> Answer + Send + Sync;

/// What a [`crate::FakeProvider`] answers.
#[derive(Clone)]
pub struct Script(pub(crate) Plan);

#[derive(Clone)]
pub(crate) enum Plan {
    Scripted(Arc<Decide>),
    /// As scripted, and requests for verdicts on sentences are scripted too.
    Judging(Arc<Decide>),
    /// As scripted, and requests to read a draft as a whole are scripted too.
    Reading(Arc<Decide>),
    /// Every request is scripted.
    Everything(Arc<Decide>),
    Simulated(Simulation),
}

impl Script {
    /// `decide` is given each request for a reply and how many came before it. Requests for the
    /// list of models are given to it as well.
    pub fn new(decide: impl Fn(&RecordedRequest, usize) -> Answer + Send + Sync + 'static) -> Self {
        Self(Plan::Scripted(Arc::new(decide)))
    }

    /// As [`Script::new`], for tests of the verifier: requests for verdicts reach `decide` as well.
    /// Any other script answers them kindly and counts none of them.
    pub fn judging(
        decide: impl Fn(&RecordedRequest, usize) -> Answer + Send + Sync + 'static,
    ) -> Self {
        Self(Plan::Judging(Arc::new(decide)))
    }

    /// As [`Script::new`], for tests of the pass over the whole draft: requests for it reach `decide`
    /// as well. Any other script finds nothing in the draft and counts none of them.
    pub fn reading(
        decide: impl Fn(&RecordedRequest, usize) -> Answer + Send + Sync + 'static,
    ) -> Self {
        Self(Plan::Reading(Arc::new(decide)))
    }

    /// As [`Script::new`], for tests that count what reaches a server: nothing is answered unseen.
    pub fn everything(
        decide: impl Fn(&RecordedRequest, usize) -> Answer + Send + Sync + 'static,
    ) -> Self {
        Self(Plan::Everything(Arc::new(decide)))
    }

    pub fn always(answer: Answer) -> Self {
        Self::new(move |_, _| answer.clone())
    }

    /// The answers in turn; after the last one a server error, so that a test that asks too often
    /// notices.
    pub fn sequence(answers: impl IntoIterator<Item = Answer>) -> Self {
        let answers: Vec<Answer> = answers.into_iter().collect();
        Self::new(move |_, call| {
            let over = || Answer::error(500, "script_error", "the script is over");
            answers.get(call).cloned().unwrap_or_else(over)
        })
    }

    /// These texts in turn, in the dialect and the form each request asks for.
    pub fn texts(texts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::sequence(texts.into_iter().map(Answer::text))
    }

    /// A model server's timing without a model, for measurements. Requests are counted, not kept.
    pub fn simulated(simulation: Simulation) -> Self {
        Self(Plan::Simulated(simulation))
    }
}
