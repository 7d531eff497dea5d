//! What word processors, typesetters and page layout do to a text without changing it.

/// The second argument chooses where.
type Noise = fn(&str, usize) -> String;

/// The sentence in every kind of noise, and in all of them at once.
pub(super) fn noisy(text: &str, seed: usize) -> Vec<(&'static str, String)> {
    let kinds: [(&'static str, Noise); 9] = [
        ("as it is", |text, _| text.to_owned()),
        ("curly marks", curly),
        ("straight marks", straight),
        ("dashes", dashes),
        ("hard spaces", |text, seed| every(text, seed, ' ', "\u{a0}")),
        ("line breaks", |text, seed| every(text, seed, ' ', "\n  ")),
        ("soft hyphens", soft_hyphens),
        ("ligatures", ligatures),
        ("emphasis", emphasis),
    ];
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for (kind, apply) in kinds {
        found.push((kind, apply(text, seed)));
    }
    found.push(("hyphenation", hyphenated(text, seed)));
    let all = kinds
        .iter()
        .fold(text.to_owned(), |text, (_, apply)| apply(&text, seed));
    found.push(("all at once", all));
    found
}

fn curly(text: &str, _: usize) -> String {
    let mut open = false;
    text.chars()
        .map(|character| match character {
            '\'' => '’',
            '"' => {
                open = !open;
                if open { '“' } else { '”' }
            }
            other => other,
        })
        .collect()
}

fn straight(text: &str, _: usize) -> String {
    text.replace(['‘', '’'], "'").replace(['“', '”'], "\"")
}

fn dashes(text: &str, seed: usize) -> String {
    let long = ["--", " — ", "—", " – "];
    let long = long.get(seed % long.len()).copied().unwrap_or("—");
    text.replace('-', "\u{2011}")
        .replace(" – ", long)
        .replace(" — ", long)
        .replace('—', long)
}

/// Replaces every third `what`, beginning at a place that `seed` gives.
fn every(text: &str, seed: usize, what: char, with: &str) -> String {
    let mut count = seed;
    let mut changed = String::new();
    for character in text.chars() {
        count += usize::from(character == what);
        if character == what && count.is_multiple_of(3) {
            changed.push_str(with);
        } else {
            changed.push(character);
        }
    }
    changed
}

fn words(text: &str, change: impl Fn(usize, &str) -> String) -> String {
    let words = text.split(' ').enumerate();
    let changed: Vec<String> = words.map(|(at, word)| change(at, word)).collect();
    changed.join(" ")
}

fn is_long(word: &str) -> bool {
    word.len() > 6 && word.chars().skip(1).all(|c| c.is_ascii_lowercase())
}

fn soft_hyphens(text: &str, _: usize) -> String {
    words(text, |_, word| match word.split_at_checked(4) {
        Some((head, tail)) if is_long(word) => format!("{head}\u{ad}{tail}"),
        _ => word.to_owned(),
    })
}

fn ligatures(text: &str, _: usize) -> String {
    text.replace("ffi", "ﬃ")
        .replace("fi", "ﬁ")
        .replace("fl", "ﬂ")
}

fn emphasis(text: &str, seed: usize) -> String {
    words(text, |at, word| {
        let plain = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic());
        match (plain, (at + seed) % 7) {
            (true, 0) => format!("**{word}**"),
            (true, 3) => format!("_{word}_"),
            _ => word.to_owned(),
        }
    })
}

fn hyphenated(text: &str, seed: usize) -> String {
    words(text, |at, word| match word.split_at_checked(4) {
        Some((head, tail)) if is_long(word) && (at + seed).is_multiple_of(2) => {
            format!("{head}-\n{tail}")
        }
        _ => word.to_owned(),
    })
}
