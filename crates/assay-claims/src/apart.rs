//! A sentence of several clauses, proven one by one.

use crate::check::{ClaimText, ClaimVerdict, ReadSource};
use crate::proof::{Proof, Standing};
use crate::wording::{Wording, joined};

/// The proof of a sentence whose clauses say nothing of each other, where each of them is proven by
/// itself: two facts told in one breath rest on a statement each.
pub(crate) fn apart<'a>(
    text: &str,
    sources: &[&'a ReadSource<'a>],
    prove: impl Fn(&ClaimText<'_>, &[&'a ReadSource<'a>]) -> Proof,
) -> Option<Proof> {
    let mut whole = Proof {
        standing: Standing::Worded,
        numerals: ClaimVerdict::default(),
        wording: Wording::default(),
        states_number: false,
    };
    for clause in joined(text)? {
        let proof = prove(&ClaimText::bare(&clause.text), sources);
        match proof.standing {
            Standing::Computed => whole.standing = Standing::Computed,
            Standing::Worded => {}
            Standing::Judged | Standing::Conclusion | Standing::Gap | Standing::Unsupported => {
                return None;
            }
        }
        let known = &mut whole.numerals.numerals;
        for numeral in proof.numerals.numerals {
            // what leads in is read with each clause
            if !known.iter().any(|other| other.range == numeral.range) {
                known.push(numeral);
            }
        }
        whole.wording.spans.extend(proof.wording.spans);
        whole.states_number |= proof.states_number;
    }
    Some(whole)
}
