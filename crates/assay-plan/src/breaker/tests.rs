use assay_domain::{Failure, FailureCode};
use proptest::prelude::*;

use super::{Breaker, Lasting};

fn calls() -> impl Strategy<Value = Vec<(u8, bool)>> {
    prop::collection::vec((0_u8..4, any::<bool>()), 0..40)
}

proptest! {
    /// A model is refused from its first permanent failure on, with that failure, and is shut out
    /// once; nothing that happens to another model matters.
    #[test]
    fn a_model_is_refused_after_its_first_permanent_failure(calls in calls()) {
        let mut breaker = Breaker::default();
        for (place, (model, permanent)) in calls.iter().enumerate() {
            let name = format!("server/{model}");
            let earlier = calls.get(..place).unwrap_or_default();
            let first = earlier.iter().position(|one| one == &(*model, true));
            let told = breaker.refusal(&name).map(|failure| failure.message.clone());
            prop_assert_eq!(&told, &first.map(|first| format!("call {first}")));
            let failure = Failure::new(FailureCode::ModelRateLimited, format!("call {place}"));
            let lasting = if *permanent { Lasting::Permanent } else { Lasting::Passing };
            let opened = breaker.note(&name, &failure, lasting);
            prop_assert_eq!(opened, *permanent && first.is_none());
        }
    }
}
