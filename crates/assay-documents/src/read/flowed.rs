//! Text whose lines were broken for the way and are joined again by the reader (RFC 3676).

/// A line that ends in a space goes on in the next one, unless that one is quoted more or less
/// deeply. `is_space_dropped`: the space was added with the break and was no part of the text.
pub(super) fn unflowed(text: &str, is_space_dropped: bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let unquoted = line.trim_start_matches('>');
        let depth = line.len() - unquoted.len();
        // a space in front keeps a line from being taken for a quotation
        let content = unquoted.strip_prefix(' ').unwrap_or(unquoted);
        let is_signature = content == "-- ";
        let goes_on = content.ends_with(' ') && !is_signature;
        let content = if goes_on && is_space_dropped {
            content.strip_suffix(' ').unwrap_or(content)
        } else {
            content
        };
        match lines.last_mut() {
            Some(last) if open == Some(depth) && !is_signature => last.push_str(content),
            _ => {
                let marks = ">".repeat(depth);
                let gap = if depth > 0 { " " } else { "" };
                lines.push(format!("{marks}{gap}{content}"));
            }
        }
        open = goes_on.then_some(depth);
    }
    lines.join("\n")
}
