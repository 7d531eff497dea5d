//! How task numbers are written in messages.

use assay_domain::TaskId;

/// `2 → 3 → 5`: each task comes before the next. A long chain is shown by its ends.
pub(super) fn arrows<'a>(tasks: impl IntoIterator<Item = &'a TaskId>) -> String {
    const SHOWN_AT_EACH_END: usize = 10;
    let names: Vec<String> = tasks.into_iter().map(TaskId::to_string).collect();
    if names.len() <= 2 * SHOWN_AT_EACH_END {
        return names.join(" → ");
    }
    let head = names.iter().take(SHOWN_AT_EACH_END);
    let tail = names.iter().skip(names.len() - SHOWN_AT_EACH_END);
    let ends: Vec<&str> = head
        .map(String::as_str)
        .chain(["…"])
        .chain(tail.map(String::as_str))
        .collect();
    ends.join(" → ")
}

/// `1, 4–9, 12`: runs of three and more are drawn together. `ids` is sorted.
pub(super) fn id_ranges(ids: &[TaskId]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for id in ids {
        match runs.last_mut() {
            Some((_, end)) if end.checked_add(1) == Some(id.0) => *end = id.0,
            _ => runs.push((id.0, id.0)),
        }
    }
    let parts: Vec<String> = runs
        .into_iter()
        .map(|(start, end)| match end - start {
            0 => start.to_string(),
            1 => format!("{start}, {end}"),
            _ => format!("{start}–{end}"),
        })
        .collect();
    parts.join(", ")
}
