/// A piece of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Number,
    Text,
    /// `SUM` of `SUM(`.
    Function(String),
    /// `'Cash flow'!` before a cell, without marks.
    Sheet(String),
    /// Row and column from 0.
    Cell(u32, u32),
    Name(String),
    Sign(char),
}

/// The most rows and columns that the format has.
const MOST_ROWS: u32 = 1_048_576;
const MOST_COLUMNS: u32 = 16_384;

pub(crate) fn tokens(formula: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = formula.trim();
    while let Some(first) = rest.chars().next() {
        let (token, after) = match first {
            '"' => (Token::Text, after_quoted(rest, '"')?.1),
            '\'' => {
                let (sheet, after) = after_quoted(rest, '\'')?;
                let after = after
                    .strip_prefix('!')
                    .ok_or("a name in apostrophes without `!`")?;
                (Token::Sheet(sheet), after)
            }
            '0'..='9' | '.' => {
                let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.'));
                let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
                if number.matches('.').count() > 1 || number == "." {
                    return Err(format!("`{number}` is no number"));
                }
                (Token::Number, after)
            }
            c if c.is_alphabetic() || matches!(c, '$' | '_') => word(rest)?,
            '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<' | '>' | '(' | ')' | ',' | ':' | '%' => {
                (Token::Sign(first), rest.get(1..).unwrap_or_default())
            }
            other => return Err(format!("`{other}` has no place in a formula")),
        };
        tokens.push(token);
        rest = after.trim_start();
    }
    Ok(tokens)
}

/// What stands between two marks, a doubled mark being one, and what follows.
fn after_quoted(text: &str, mark: char) -> Result<(String, &str), String> {
    let mut inside = String::new();
    let mut rest = text.get(1..).unwrap_or_default();
    loop {
        let (before, after) = rest
            .split_once(mark)
            .ok_or_else(|| format!("{mark} is not closed"))?;
        inside.push_str(before);
        match after.strip_prefix(mark) {
            Some(further) => {
                inside.push(mark);
                rest = further;
            }
            None => return Ok((inside, after)),
        }
    }
}

fn word(text: &str) -> Result<(Token, &str), String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '$' | '_' | '.');
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    if let Some(after) = after.strip_prefix('!') {
        return Ok((Token::Sheet(word.to_owned()), after));
    }
    if after.trim_start().starts_with('(') {
        return Ok((Token::Function(word.to_owned()), after));
    }
    if let Some((row, column)) = cell(word) {
        return Ok((Token::Cell(row, column), after));
    }
    if word.contains('$') {
        return Err(format!("`{word}` is no cell"));
    }
    Ok((Token::Name(word.to_owned()), after))
}

/// `$B$3` as row and column from 0.
pub(crate) fn cell(word: &str) -> Option<(u32, u32)> {
    let word = word.strip_prefix('$').unwrap_or(word);
    let digits = word.find(|c: char| !c.is_ascii_uppercase())?;
    let (letters, number) = word.split_at(digits);
    let number = number.strip_prefix('$').unwrap_or(number);
    if letters.is_empty() || letters.len() > 3 || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let column = letters
        .bytes()
        .fold(0_u32, |sum, letter| sum * 26 + u32::from(letter - b'A') + 1);
    let row: u32 = number.parse().ok()?;
    let is_inside = (1..=MOST_ROWS).contains(&row) && column <= MOST_COLUMNS;
    is_inside.then(|| (row - 1, column - 1))
}
