//! A verifier that says yes, for the tests of everything else: it names the line of the cited passage
//! that shares the most words with the sentence.

use serde_json::{Value, json};

use crate::{Answer, RecordedRequest};

/// The answer to a request for verdicts; `None` for any other request.
pub(crate) fn kindly(request: &RecordedRequest) -> Option<Answer> {
    let text = prompt_of(&request.body);
    let asks = text.contains("Give each sentence exactly one verdict")
        || text.contains("给每个句子恰好一个结论");
    if !asks {
        return None;
    }
    let blocks = blocks(&text);
    let (_, listed) = blocks.iter().rev().find(|(id, _)| id.is_none())?;
    let verdicts: Vec<Value> = listed
        .lines()
        .filter_map(|line| verdict(line, &blocks))
        .collect();
    Some(Answer::text(json!({ "verdicts": verdicts }).to_string()))
}

/// The answer of one who reads a whole draft and finds nothing in it; `None` for any other request.
pub(crate) fn content(request: &RecordedRequest) -> Option<Answer> {
    let text = prompt_of(&request.body);
    let asks = text.contains("\"unanswered\": [") && text.contains("\"contradicts\": [");
    let nothing = json!({"repeats": [], "contradicts": [], "answers": [1], "unanswered": []});
    asks.then(|| Answer::text(nothing.to_string()))
}

fn verdict(line: &str, blocks: &[(Option<&str>, &str)]) -> Option<Value> {
    let (number, rest) = line.split_once(". [")?;
    let number: usize = number.trim().parse().ok()?;
    let (ids, sentence) = rest.split_once("] ")?;
    let ids: Vec<&str> = ids.split(", ").collect();
    let words: Vec<&str> = sentence.split(|c: char| !c.is_alphanumeric()).collect();
    let shared = |line: &str| {
        words
            .iter()
            .filter(|word| word.len() > 2 && line.contains(**word))
            .count()
    };
    let cited = blocks
        .iter()
        .filter(|(id, _)| id.is_some_and(|id| ids.contains(&id)));
    let lines =
        cited.flat_map(|(id, text)| text.split(['\n', '。']).map(move |line| (*id, line.trim())));
    let best = lines
        .filter(|(_, line)| !line.is_empty())
        .max_by_key(|(_, line)| shared(line));
    let skeleton = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "0");
    let passages = || {
        let named = |id: &&str| ids.contains(id);
        blocks
            .iter()
            .filter(move |(id, _)| id.as_ref().is_some_and(named))
    };
    let is_altered = passages().any(|(_, text)| skeleton(text).contains(&skeleton(sentence)))
        && !passages().any(|(_, text)| text.contains(sentence));
    Some(match best {
        // as a passage has it, but for its digits: the verifier is being tried
        Some(_) if is_altered && sentence.contains(|c: char| c.is_ascii_digit()) => {
            json!({"n": number, "verdict": "contradicted", "fix": "the figure is another one"})
        }
        Some((id, span)) => {
            json!({"n": number, "verdict": "supported", "evidence": id, "span": span})
        }
        None => json!({"n": number, "verdict": "not_stated", "fix": "cite a passage"}),
    })
}

fn prompt_of(body: &Value) -> String {
    let messages = body.get("messages").and_then(Value::as_array);
    let contents = messages
        .into_iter()
        .flatten()
        .filter_map(|message| message.get("content"));
    let texts = contents.map(|content| match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Fenced texts with their evidence id, if they have one.
fn blocks(text: &str) -> Vec<(Option<&str>, &str)> {
    let parts = text.split("<data").skip(1);
    let block = parts.filter_map(|part| {
        let (tag, rest) = part.split_once(">\n")?;
        let words = rest.split_once("\n</data>")?.0;
        let id = tag
            .split_once("id=\"")
            .and_then(|(_, id)| id.split('"').next());
        Some((id, words))
    });
    block.collect()
}
