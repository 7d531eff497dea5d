use std::path::PathBuf;

use assay_engine::SentenceFormula;
use clap::Args;

use crate::args::LanguageArg;

pub(crate) const CHECK_EXAMPLES: &str = "\
Examples:
  assay check draft.md                                 against the library of the home
  assay check draft.md --against filings notes.pdf     against these, without touching the library
  assay check draft.md --html draft.html               the text with each sentence in its colour
  assay check draft.md --json                          for programs
  assay check draft.md --formula \"Revenue rose by 16 %=(812 - 700) / 700\"
  some-tool | assay check - --against report.pdf       a text from standard input

A sentence that cites [[ev_…]] is held against what it cites, any other against the best passages
for it. No model is asked and nothing is stored.

Exit codes: 0 nothing is unsupported, 4 something is, 1 the check could not be made, 2 wrong usage.";

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The text, in Markdown or plain; `-` is standard input.
    pub(crate) file: PathBuf,
    /// Hold it against these files and folders [default: the library].
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) against: Vec<PathBuf>,
    /// Write the text as a page with each sentence in the colour of its verdict.
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,
    /// Language of the reasons [default: the language of the text].
    #[arg(long = "lang", visible_alias = "language", value_enum)]
    pub(crate) language: Option<LanguageArg>,
    /// How a figure was computed: the beginning of its sentence, `=`, arithmetic over figures of the
    /// evidence [repeatable].
    #[arg(long, value_name = "SENTENCE=FORMULA", value_parser = formula)]
    pub(crate) formula: Vec<SentenceFormula>,
}

fn formula(text: &str) -> Result<SentenceFormula, String> {
    let parts = text.rsplit_once('=').map(|(sentence, formula)| {
        let (sentence, formula) = (sentence.trim(), formula.trim());
        (sentence.to_owned(), formula.to_owned())
    });
    match parts {
        Some((sentence, formula)) if !sentence.is_empty() && !formula.is_empty() => {
            Ok(SentenceFormula { sentence, formula })
        }
        _ => Err("write the beginning of a sentence, `=` and its formula".to_owned()),
    }
}
