//! The same words in several documents are one finding.

/// A shorter text may be alike by chance: `Total 100` says something else in each table.
const LEAST_LETTERS: usize = 60;

/// A number for what a passage says, whatever its case, spacing, markup and quotation marks. Signs,
/// brackets and points are part of a figure and stay. `None` for a text too short to tell.
pub(super) fn wording(text: &str) -> Option<u64> {
    // FNV-1a over characters: it must be the same on every machine and is no defence against anything
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let (mut hash, mut letters) = (START, 0_usize);
    for c in text.chars().filter(|c| counts(*c)) {
        letters += 1;
        let lower = if c.is_ascii() {
            c.to_ascii_lowercase()
        } else {
            c.to_lowercase().next().unwrap_or(c)
        };
        hash = (hash ^ u64::from(lower)).wrapping_mul(PRIME);
    }
    (letters >= LEAST_LETTERS).then_some(hash)
}

fn counts(c: char) -> bool {
    if c.is_ascii_alphanumeric() || matches!(c, '\u{4e00}'..='\u{9fff}') {
        return true;
    }
    let is_markup = matches!(c, '|' | '*' | '#' | '_' | '`' | '>');
    let is_pause = matches!(c, ',' | ';' | ':' | '，' | '；' | '：' | '、');
    let is_quote = matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '「' | '」');
    !(c.is_whitespace() || is_markup || is_pause || is_quote)
}

#[cfg(test)]
mod tests {
    use super::wording;

    const TEXT: &str = "Revenue rose by 15.7% to $1,741 million in fiscal 2024, driven by \"energy\" storage sales.";

    #[test]
    fn form_does_not_matter_and_figures_do() {
        let whole = wording(TEXT);
        assert!(whole.is_some());
        for same in [
            TEXT.to_uppercase(),
            TEXT.replace(' ', "\n "),
            TEXT.replace('"', "“"),
            format!("**{TEXT}**"),
        ] {
            assert_eq!(wording(&same), whole, "{same}");
        }
        for other in [
            TEXT.replace("15.7", "157"),
            TEXT.replace("15.7%", "(15.7%)"),
            TEXT.replace("15.7%", "-15.7%"),
            TEXT.replace('$', "€"),
        ] {
            assert_ne!(wording(&other), whole, "{other}");
        }
        assert_eq!(wording("| Total | 100 |"), None);
    }
}
