use std::borrow::Cow;

use serde::de::{DeserializeOwned, IgnoredAny};

use crate::repair::{RepairError, looks_like_json, repair};
use crate::strip_think;

/// Why a model's answer is not the JSON it was asked for, in words the model can be asked again
/// with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonProblem {
    #[error("the answer holds no JSON object; answer with the JSON object alone")]
    Absent,
    #[error("the answer holds more than one JSON value; answer with exactly one")]
    Several,
    #[error("the JSON ends before its last bracket is closed; answer again, shorter and complete")]
    Cut,
    #[error("the JSON cannot be read at line {line}, column {column}: {problem}")]
    Broken {
        line: usize,
        column: usize,
        problem: &'static str,
    },
    #[error("the JSON has not the shape asked for: {problem}")]
    WrongShape { problem: String },
}

/// Reads a model's answer as JSON of a known shape.
///
/// Thought is removed, prose and a code fence around the JSON are ignored, and slips of punctuation
/// are mended (trailing and missing commas, quotation marks, line breaks in strings, Python's
/// literals, comments). A value is never changed, guessed or completed: an answer that was cut, has
/// unescaped quotation marks inside a string or holds several objects is refused.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, JsonProblem> {
    let text = strip_think(text);
    let json = find_json(text.trim())?;
    serde_json::from_str(&json).map_err(|error| JsonProblem::WrongShape {
        problem: error.to_string(),
    })
}

fn find_json(text: &str) -> Result<Cow<'_, str>, JsonProblem> {
    if serde_json::from_str::<IgnoredAny>(text).is_ok() {
        return Ok(Cow::Borrowed(text));
    }
    let text = only_fence(text).unwrap_or(text);
    let start = next_json(text, 0).ok_or(JsonProblem::Absent)?;
    let repaired = repair(text, start).map_err(|error| problem(text, &error))?;
    if next_json(text, repaired.end).is_some() {
        return Err(JsonProblem::Several);
    }
    Ok(Cow::Owned(repaired.json))
}

/// Where the next thing that begins like JSON begins; braces in prose do not.
fn next_json(text: &str, from: usize) -> Option<usize> {
    let tail = text.get(from..)?;
    tail.match_indices(['{', '['])
        .map(|(at, _)| from + at)
        .find(|&at| text.get(at..).is_some_and(looks_like_json))
}

/// What stands inside the answer's code fence, if it has exactly one.
fn only_fence(text: &str) -> Option<&str> {
    const FENCE: &str = "```";
    let (_, after) = text.split_once(FENCE)?;
    let (_language, body) = after.split_once('\n')?;
    let (inside, rest) = body.split_once(FENCE)?;
    (!rest.contains(FENCE)).then_some(inside)
}

fn problem(text: &str, error: &RepairError) -> JsonProblem {
    match *error {
        RepairError::Cut => JsonProblem::Cut,
        RepairError::Odd { at, problem } => {
            let before = text.get(..at).unwrap_or(text);
            let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
            JsonProblem::Broken {
                line: before.matches('\n').count() + 1,
                column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
                problem,
            }
        }
    }
}
