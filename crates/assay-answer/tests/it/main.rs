//! Questions over an invented library, through the crate's own door.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its library fails"
)]

use assay_answer::{Filed, Frame, Given, Known, Passage, frame};
use assay_domain::{Evidence, Language};

mod answers;
mod beside;
mod computed;
mod followed;
mod framed;
mod matters;
mod parts;
mod sheets;

/// Asks about passages, without filed figures and without a price: those of the first company, which report
/// on 2031, or of nobody.
fn told_from<T>(
    question: &str,
    known: &Known,
    all: &[Evidence],
    owner: Option<&str>,
    tell: impl Fn(&Frame, &Given<'_>) -> T,
) -> T {
    let passages = all.iter().map(|evidence| Passage {
        evidence,
        company: owner.map(|_| 0),
        owner,
        year: owner.map(|_| 2031),
        is_extract: false,
    });
    let passages: Vec<Passage<'_>> = passages.collect();
    let given = Given {
        known,
        filed: &Filed::default(),
        passages: &passages,
        has_price: false,
    };
    tell(&frame(question, Language::of_text(question), known), &given)
}
