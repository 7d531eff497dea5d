//! The offline analyst: plans, extracts, computes and writes with no model and no network.
//!
//! It never uses words of its own about the world. Every sentence it writes is either a quotation
//! of the evidence, with its source and date, or arithmetic over figures of the evidence, with its
//! formula; each cites what it rests on. Where the evidence does not answer, it fails and says so.
//! The same input always gives the same output.
//!
//! The heart is [`figures`]: a number bound to its subject, unit, scale, sign and period. What
//! compares ([`examine`]) and what computes ([`write_section`]) uses only figures whose binding the
//! text leaves no doubt about.

mod arithmetic;
mod asked;
mod borrowed;
mod candidate;
mod causal;
mod compared;
mod compute;
mod datum;
mod earlier;
mod examine;
mod field;
mod known;
mod money;
mod naming;
mod note;
mod outline;
mod owners;
mod plan;
mod prose;
mod query;
mod question_kind;
mod relevance;
mod section;
mod substance;
mod summary;
mod taken_out;
mod topic;
mod workflow;

pub use assay_figures::{
    Basis, Bound, Figure, Form, Metric, MetricClass, Period, Scale, Span, Subject, Unit,
    company_names, figures,
};
pub use causal::{
    CausalModel, Driver, Measure, ProposedModel, Relation, Scenario, Statement, accept,
    causal_model,
};
pub use examine::{examine, examine_with};
pub use field::field_terms;
pub use known::KnownFigures;
pub use naming::subject_names;
pub use note::{Note, Quoted, claim_of, notes_of, section_of};
pub use plan::{Assumption, PlanRequest, Planned, plan};
pub use prose::{
    DraftClaim, WrittenSentence, claims_of, connecting_texts, quality_notes, remark_places,
    written_sentences,
};
pub use query::{breadth, queries};
pub use section::{SectionDraft, SectionInput, write_section};
pub use summary::summarise;
pub use taken_out::{without_sentences, without_sentences_at};
