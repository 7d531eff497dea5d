//! Relations in real filings: is every edge right, and does it quote its passage to the letter.

#[path = "measure/filings.rs"]
mod filings;
#[path = "measure/paragraphs.rs"]
mod paragraphs;

fn main() -> anyhow::Result<()> {
    assay_measure::run(&[
        ("ecosystem-filings", filings::measure),
        ("ecosystem-paragraphs", paragraphs::measure),
    ])
}
