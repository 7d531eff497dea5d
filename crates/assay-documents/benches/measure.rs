//! What the readers promise, measured over real documents.

mod documents;
mod html_measure;
mod pdf_filings;

fn main() -> anyhow::Result<()> {
    assay_measure::run(&[
        ("documents", documents::documents),
        ("pdf-speed", documents::pdf_speed),
        ("pdf-filings", pdf_filings::filings),
        ("html-main-content", html_measure::main_content),
        ("html-speed", html_measure::speed),
        ("ixbrl", html_measure::ixbrl),
    ])
}
