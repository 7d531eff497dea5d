//! What a strong model answered when somebody played it: a record, which no run repeats and which
//! therefore has no floor to hold.

use anyhow::{Context as _, Result};
use assay_measure::{Figure, Measured};

const SCORES: &str = include_str!("strong_model.tsv");

pub(crate) fn recorded_answers() -> Result<Measured> {
    let (mut wanted, mut found, mut misleading, mut questions) = (0, 0, 0, 0);
    for line in SCORES.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, facts, told, misled, _] = columns.as_slice() else {
            anyhow::bail!("five columns are wanted: {line}");
        };
        let number = |text: &str| text.parse::<usize>().with_context(|| line.to_owned());
        wanted += number(facts)?;
        found += number(told)?;
        misleading += number(misled)?;
        questions += 1;
    }
    Ok(Measured::Figures(vec![
        Figure::share(
            "recorded: facts in the first 200 words of a strong model's answers",
            found,
            wanted,
        ),
        Figure::share(
            "recorded: misleading answers of a strong model",
            misleading,
            questions,
        ),
    ]))
}
