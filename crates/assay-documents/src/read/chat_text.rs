use std::sync::LazyLock;

use assay_domain::{Place, PlaceMark};
use regex::Regex;

/// Fewer messages than this may be a list of dates.
const LEAST_MESSAGES: usize = 3;

/// Where each message of an exported chat begins, or `None` if the text is not one. Such a text has
/// a line `date, time - author: text` for each message, and lines without one only in between.
pub(super) fn messages(text: &str) -> Option<Vec<PlaceMark>> {
    let mut marks = Vec::new();
    let (mut start, mut lines) = (0, 0_usize);
    let mut number = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            lines += 1;
            if MESSAGE.is_match(line) {
                number += 1;
                marks.push(PlaceMark {
                    start,
                    place: Place::Message(number),
                });
            }
        }
        start += line.len();
    }
    let is_chat = marks.len() >= LEAST_MESSAGES && marks.len() * 2 >= lines;
    is_chat.then_some(marks)
}

/// `[2024-01-05, 09:12:33] Ann: …`, `05/01/2024, 09:12 - Ann: …`, `2024-01-05 09:12 Ann: …`
static MESSAGE: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"^\W{0,2}(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})[,T]?\s*(?:上午|下午)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?\]?(?:\s[-–]\s|:\s|\s+)[^:：\n]{1,48}[:：]\s?\S",
    )
});

#[expect(
    clippy::expect_used,
    reason = "a fixed pattern, which every test of chats compiles"
)]
fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}
