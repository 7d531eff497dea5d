//! Questions over annual reports whose gold answer has a derivation or program: each is computed
//! again and compared with the answer.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use assay_claims::{FormulaVerdict, recompute, recompute_over, recount};
use assay_domain::Decimal;
use assay_measure::{Figure, Measured, data_file};
use serde_json::Value;

/// FinQA's answers are printed by a program that counts in binary floating point; so many digits of
/// them are certain.
const CERTAIN_DIGITS: u32 = 12;

/// Why a derivation is not computed. The rules are about its form alone.
const IN_WORDS: &str =
    "TAT-QA selections told in words: nothing to compute (no comparison, no list of values)";

/// `$3,313/$39,784 = 0.08 percent`: the derivation gives 8.33 per cent.
const CONTRADICTED: &str =
    "TAT-QA gold answers that contradict their derivation: the ratio itself, labelled per cent";

#[derive(Default)]
struct Tally {
    right: usize,
    all: usize,
}

#[derive(Default)]
struct Results {
    kinds: BTreeMap<&'static str, Tally>,
    wrong_refused: Tally,
    in_words: usize,
    contradicted: usize,
    failures: Vec<String>,
}

impl Results {
    fn count(&mut self, kind: &'static str, right: bool, line: impl FnOnce() -> String) {
        let tally = self.kinds.entry(kind).or_default();
        tally.all += 1;
        if right {
            tally.right += 1;
        } else {
            self.failures.push(format!("{kind}: {}", line()));
        }
    }

    fn count_wrong(&mut self, verdict: &FormulaVerdict, line: impl FnOnce() -> String) {
        self.wrong_refused.all += 1;
        if *verdict == FormulaVerdict::Agrees {
            self.failures.push(format!("wrongly accepted: {}", line()));
        } else {
            self.wrong_refused.right += 1;
        }
    }
}

pub(super) fn measure() -> Result<Measured> {
    let (tatqa, finqa) = match (
        data_file("qa/tatqa_dev.json"),
        data_file("qa/finqa_dev.jsonl"),
    ) {
        (Ok(tatqa), Ok(finqa)) => (tatqa, finqa),
        (Err(reason), _) | (_, Err(reason)) => return Ok(Measured::Skipped(reason)),
    };
    let mut results = Results::default();
    tatqa_questions(&tatqa, &mut results)?;
    finqa_programs(&finqa, &mut results)?;
    let right = results.kinds.values().map(|tally| tally.right).sum();
    let all = results.kinds.values().map(|tally| tally.all).sum();
    let mut figures =
        vec![Figure::share("derivations recomputed to the gold answer", right, all).at_least(99.9)];
    for (kind, tally) in &results.kinds {
        let name = format!("derivations recomputed: {kind}");
        figures.push(Figure::share(name, tally.right, tally.all));
    }
    let wrong = &results.wrong_refused;
    figures.push(
        Figure::share(
            "answers changed in the last digit, refused",
            wrong.right,
            wrong.all,
        )
        .at_least(99.9),
    );
    for (name, excluded) in [
        (IN_WORDS, results.in_words),
        (CONTRADICTED, results.contradicted),
    ] {
        figures.push(Figure::new(name, excluded as f64, "excluded", excluded));
    }
    for failure in &results.failures {
        figures.push(Figure::new(failure, 1.0, "not recomputed", 1));
    }
    Ok(Measured::Figures(figures))
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value
        .get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn table(rows: &[Value]) -> Vec<Vec<String>> {
    let cell = |cell: &Value| cell.as_str().unwrap_or_default().to_owned();
    let row = |row: &Value| {
        row.as_array()
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(cell)
            .collect()
    };
    rows.iter().map(row).collect()
}

fn tatqa_questions(path: &Path, results: &mut Results) -> Result<()> {
    let source = fs::read_to_string(path).context("cannot read TAT-QA")?;
    let contexts: Vec<Value> = serde_json::from_str(&source).context("TAT-QA is not JSON")?;
    for context in &contexts {
        let rows = context.get("table").map_or(&[][..], |t| list(t, "table"));
        let paragraphs = list(context, "paragraphs").iter();
        let report = Report {
            cells: table(rows),
            paragraphs: paragraphs.map(|one| text(one, "text").to_owned()).collect(),
        };
        for question in list(context, "questions") {
            let derivation = text(question, "derivation");
            if !derivation.trim().is_empty() {
                tatqa_question(question, derivation, &report, results);
            }
        }
    }
    Ok(())
}

fn tatqa_question(question: &Value, derivation: &str, report: &Report, results: &mut Results) {
    let answer = question.get("answer").unwrap_or(&Value::Null);
    let line = || format!("{derivation} = {answer} {}", text(question, "scale"));
    match text(question, "answer_type") {
        "arithmetic" => {
            let scale = text(question, "scale");
            let right = agrees(derivation, &format!("{answer} {scale}"));
            if !right && scale == "percent" && agrees(derivation, &answer.to_string()) {
                results.contradicted += 1;
                return;
            }
            results.count("TAT-QA arithmetic", right, line);
            let wrong = format!("{} {scale}", last_digit_changed(&answer.to_string()));
            results.count_wrong(&recompute(derivation, &wrong), line);
        }
        "count" => {
            let printed = answer.as_str().unwrap_or_default();
            let right = recount(derivation, printed) == FormulaVerdict::Agrees;
            results.count("TAT-QA counts", right, line);
            results.count_wrong(&recount(derivation, &last_digit_changed(printed)), line);
        }
        _ => {
            let answers: Vec<&str> = match answer.as_array() {
                Some(answers) => answers.iter().filter_map(Value::as_str).collect(),
                None => Vec::new(),
            };
            match selection(derivation) {
                Some(selection) => {
                    let right = selection.gives(derivation, &answers, report);
                    results.count("TAT-QA selections", right, line);
                }
                None => results.in_words += 1,
            }
        }
    }
}

fn agrees(derivation: &str, printed: &str) -> bool {
    recompute(derivation, printed) == FormulaVerdict::Agrees
}

/// A derivation that selects something by its value.
enum Selection<'d> {
    /// `918>914>814`: the first or the last of them is what was asked for.
    Compared(Vec<&'d str>),
    /// `8,217##8,840`.
    Values(Vec<&'d str>),
    /// `(2019:6.8),(2018:8.1)`.
    Labels(Vec<&'d str>),
}

fn selection(derivation: &str) -> Option<Selection<'_>> {
    let in_words = derivation
        .split(|c: char| !c.is_alphabetic())
        .any(|word| word.len() > 2);
    if in_words {
        return None;
    }
    if derivation.contains(['>', '<']) {
        let operands = derivation
            .split(['>', '<'])
            .flat_map(|part| part.split(" , "));
        return Some(Selection::Compared(operands.map(str::trim).collect()));
    }
    if derivation.contains("##") {
        return Some(Selection::Values(
            derivation.split("##").map(str::trim).collect(),
        ));
    }
    let labels: Option<Vec<&str>> = derivation
        .split("),")
        .map(|pair| Some(pair.trim().strip_prefix('(')?.split_once(':')?.0))
        .collect();
    labels.map(Selection::Labels)
}

impl Selection<'_> {
    fn gives(&self, derivation: &str, answers: &[&str], report: &Report) -> bool {
        match self {
            Self::Compared(operands) => {
                let holds = agrees(derivation, "yes");
                let ends = [operands.first(), operands.last()];
                holds
                    && answers.iter().all(|answer| {
                        let mut ends = ends.iter().flatten();
                        ends.any(|value| report.names(value, answer, operands))
                    })
            }
            Self::Values(values) => {
                values.len() == answers.len()
                    && answers.iter().all(|answer| {
                        values
                            .iter()
                            .any(|value| report.names(value, answer, values))
                    })
            }
            Self::Labels(labels) => labels == answers,
        }
    }
}

/// What a question is asked about.
struct Report {
    cells: Vec<Vec<String>>,
    paragraphs: Vec<String>,
}

impl Report {
    /// Whether a cell that shows `value` has `answer` above it or before it; or a paragraph that
    /// states `value` says `answer` before it comes to another one of `values`.
    fn names(&self, value: &str, answer: &str, values: &[&str]) -> bool {
        let bare = |text: &str| text.replace(['$', ' ', '%', '(', ')', '-', '—'], "");
        let answer = answer.to_lowercase();
        let wanted = bare(value);
        let in_cells = self.cells.iter().enumerate().any(|(row, line)| {
            line.iter().enumerate().any(|(column, cell)| {
                let above = self
                    .cells
                    .iter()
                    .take(row)
                    .filter_map(|line| line.get(column));
                let mut heads = above.chain(line.iter().take(column));
                bare(cell) == wanted && heads.any(|head| head.to_lowercase().contains(&answer))
            })
        });
        in_cells
            || self.paragraphs.iter().any(|paragraph| {
                let Some((_, after)) = paragraph.split_once(value) else {
                    return false;
                };
                let others = values.iter().filter(|other| **other != value);
                let end = others.filter_map(|other| after.find(other)).min();
                let until = after.get(..end.unwrap_or(after.len())).unwrap_or(after);
                until.to_lowercase().contains(&answer)
            })
    }
}

fn finqa_programs(path: &Path, results: &mut Results) -> Result<()> {
    let source = fs::read_to_string(path).context("cannot read FinQA")?;
    for row in source.lines() {
        let row: Value = serde_json::from_str(row).context("a line of FinQA is not JSON")?;
        let program = text(&row, "program");
        let cells = table(list(&row, "table"));
        let answer = row.get("exe_ans").unwrap_or(&Value::Null);
        let printed = match answer {
            Value::String(word) => word.clone(),
            number => certain_digits(number)?,
        };
        let verdict = recompute_over(program, &printed, &cells);
        let right = verdict == FormulaVerdict::Agrees;
        let line = || format!("{program} = {answer}");
        results.count("FinQA programs", right, line);
        let wrong = match printed.as_str() {
            "yes" => "no".to_owned(),
            "no" => "yes".to_owned(),
            number => last_digit_changed(number),
        };
        results.count_wrong(&recompute_over(program, &wrong, &cells), line);
    }
    Ok(())
}

/// The number without the digits that binary floating point makes up.
fn certain_digits(number: &Value) -> Result<String> {
    let shortest = number.to_string();
    let exact = if shortest.contains('e') {
        Decimal::from_scientific(&shortest)
    } else {
        Decimal::from_str_exact(&shortest)
    };
    let exact = exact.with_context(|| format!("the answer {shortest} is no decimal"))?;
    let rounded = exact
        .round_sf(CERTAIN_DIGITS)
        .context("an answer is too large")?;
    Ok(rounded.to_string())
}

fn last_digit_changed(number: &str) -> String {
    let mut changed = number.to_owned();
    if let Some(at) = changed.rfind(|c: char| c.is_ascii_digit()) {
        let digit = changed.get(at..=at).and_then(|d| d.parse::<u8>().ok());
        let next = (digit.unwrap_or_default() + 1) % 10;
        changed.replace_range(at..=at, &next.to_string());
    }
    changed
}
