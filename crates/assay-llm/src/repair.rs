//! Mends the punctuation of JSON and nothing else. What could be read in two ways is refused.

/// Deeper than any schema of ours, shallow enough for the stack.
const DEEPEST: usize = 64;

pub(crate) struct Repaired {
    pub(crate) json: String,
    /// Where the text goes on after the value.
    pub(crate) end: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RepairError {
    /// The text ends inside the value.
    Cut,
    Odd {
        at: usize,
        problem: &'static str,
    },
}

/// Whether `text`, which begins with a bracket, begins an object or a list rather than a remark
/// such as `{see below}` or `[1]`.
pub(crate) fn looks_like_json(text: &str) -> bool {
    if let Some(inside) = text.strip_prefix('[') {
        return inside.trim_start().starts_with(['{', '"', '\'']);
    }
    let Some(inside) = text.strip_prefix('{').map(str::trim_start) else {
        return false;
    };
    if inside.is_empty() || inside.starts_with(['"', '\'', '“', '}', '/']) {
        return true;
    }
    let after_word = inside.trim_start_matches(is_word);
    after_word.len() < inside.len() && after_word.trim_start().starts_with([':', '：'])
}

/// Reads the object or list that begins at `start`.
pub(crate) fn repair(text: &str, start: usize) -> Result<Repaired, RepairError> {
    let mut mender = Mender {
        text,
        at: start,
        out: String::with_capacity(text.len().saturating_sub(start)),
    };
    mender.value(0)?;
    Ok(Repaired {
        json: mender.out,
        end: mender.at,
    })
}

struct Mender<'a> {
    text: &'a str,
    at: usize,
    out: String,
}

impl Mender<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Result<char, RepairError> {
        self.rest().chars().next().ok_or(RepairError::Cut)
    }

    fn take(&mut self) -> Result<char, RepairError> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Ok(c)
    }

    fn odd<T>(&self, problem: &'static str) -> Result<T, RepairError> {
        let at = self.at;
        Err(RepairError::Odd { at, problem })
    }

    /// Copies white space, leaves out comments. True if there was either.
    fn space(&mut self) -> Result<bool, RepairError> {
        let start = self.at;
        loop {
            let rest = self.rest();
            if let Some(c) = rest.chars().next().filter(|c| c.is_whitespace()) {
                self.out.push(if c == '\n' { '\n' } else { ' ' });
                self.at += c.len_utf8();
            } else if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let end = comment.find("*/").ok_or(RepairError::Cut)?;
                self.at += end + "/**/".len();
            } else {
                return Ok(self.at > start);
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<(), RepairError> {
        if depth > DEEPEST {
            return self.odd("nested too deeply");
        }
        match self.peek()? {
            '{' => self.list('}', depth, Self::member),
            '[' => self.list(']', depth, Self::value),
            '"' | '\'' | '“' => self.string(),
            '-' | '0'..='9' => self.number(),
            c if is_word(c) => self.literal(),
            _ => self.odd("a value is missing here"),
        }
    }

    fn list(
        &mut self,
        close: char,
        depth: usize,
        element: fn(&mut Self, usize) -> Result<(), RepairError>,
    ) -> Result<(), RepairError> {
        let open = self.take()?;
        self.out.push(open);
        self.space()?;
        let mut last_comma = None;
        while self.peek()? != close {
            element(self, depth + 1)?;
            let spaced = self.space()?;
            last_comma = None;
            match self.peek()? {
                ',' | '，' => {
                    self.take()?;
                    last_comma = Some(self.out.len());
                    self.out.push(',');
                    self.space()?;
                }
                c if c == close => {}
                '"' | '{' if spaced => self.out.push(','),
                _ => return self.odd("a comma or a closing bracket is missing here"),
            }
        }
        if let Some(trailing) = last_comma {
            self.out.remove(trailing);
        }
        self.take()?;
        self.out.push(close);
        Ok(())
    }

    fn member(&mut self, depth: usize) -> Result<(), RepairError> {
        match self.peek()? {
            '"' | '\'' | '“' => self.string()?,
            c if is_word(c) => self.bare_key(),
            _ => return self.odd("a key is missing here"),
        }
        self.space()?;
        if !matches!(self.peek()?, ':' | '：') {
            return self.odd("a colon is missing here");
        }
        self.take()?;
        self.out.push(':');
        self.space()?;
        self.value(depth)
    }

    fn bare_key(&mut self) {
        let word = self.word();
        self.out.push('"');
        self.out.push_str(&word);
        self.out.push('"');
    }

    fn word(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default().to_owned();
        self.at += end;
        word
    }

    fn literal(&mut self) -> Result<(), RepairError> {
        let start = self.at;
        let literal = match self.word().as_str() {
            "true" | "True" => "true",
            "false" | "False" => "false",
            "null" | "None" => "null",
            _ if self.rest().is_empty() => return Err(RepairError::Cut),
            _ => {
                return Err(RepairError::Odd {
                    at: start,
                    problem: "a word without quotation marks",
                });
            }
        };
        self.out.push_str(literal);
        self.ends_here("a word without quotation marks")
    }

    /// Copied digit by digit: no number is read, so none is rounded.
    fn number(&mut self) -> Result<(), RepairError> {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let number = rest.get(..end).unwrap_or_default().to_owned();
        if end == rest.len() {
            return Err(RepairError::Cut);
        }
        if serde_json::from_str::<serde_json::Number>(&number).is_err() {
            return self.odd("not a JSON number");
        }
        self.at += end;
        self.out.push_str(&number);
        self.ends_here("not a JSON number")
    }

    fn string(&mut self) -> Result<(), RepairError> {
        let close = match self.take()? {
            '“' => '”',
            quote => quote,
        };
        self.out.push('"');
        loop {
            match self.take()? {
                c if c == close => break,
                '\\' => self.escape()?,
                '"' => self.out.push_str("\\\""),
                c if c.is_control() && c.is_ascii() => {
                    self.out.push_str(&format!("\\u{:04x}", u32::from(c)));
                }
                c => self.out.push(c),
            }
        }
        self.out.push('"');
        self.ends_here("a quotation mark inside a string must be written as \\\"")
    }

    fn escape(&mut self) -> Result<(), RepairError> {
        let c = self.peek()?;
        match c {
            '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u' => {
                self.out.push('\\');
                self.out.push(c);
            }
            '\'' => self.out.push(c),
            _ => return self.odd("a backslash in a string must be written as \\\\"),
        }
        self.take()?;
        Ok(())
    }

    /// After a value only punctuation and space may follow; anything else was part of it.
    fn ends_here(&self, problem: &'static str) -> Result<(), RepairError> {
        match self.peek()? {
            c if c.is_whitespace() => Ok(()),
            ',' | ':' | '}' | ']' | '，' | '：' | '/' => Ok(()),
            _ => self.odd(problem),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
