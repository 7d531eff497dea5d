use super::token::Token;
use super::words::Words;
use crate::node::{is_dotted_form, is_legal_form, key_of};

/// A name as a sentence writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) aliases: Vec<&'a str>,
    pub(super) has_legal_form: bool,
}

/// Names in a row, and the token after them.
pub(super) struct NameList<'a> {
    pub(super) names: Vec<Name<'a>>,
    pub(super) next: usize,
}

pub(super) struct ListReader<'a> {
    pub(super) sentence: &'a str,
    pub(super) tokens: &'a [Token<'a>],
    pub(super) words: &'a Words<'a>,
}

impl<'a> ListReader<'a> {
    fn token(&self, at: usize) -> Option<&Token<'a>> {
        self.tokens.get(at)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.token(at).is_some_and(|token| token.is(text))
    }

    /// The names that begin at a token: `A, Inc., or A, B (C), and D`. Names that are none (places,
    /// common words) are read with the others, so that the reader can judge the list as a whole.
    pub(super) fn list(&self, start: usize) -> Option<NameList<'a>> {
        let mut names = Vec::new();
        let mut at = start;
        let mut next = start;
        while let Some((mut name, after)) = self.name(at) {
            let after = self.aliases(&mut name, after);
            names.push(name);
            next = after;
            let Some(following) = self.separator(self.skip_purpose(after)) else {
                break;
            };
            at = following;
        }
        (!names.is_empty()).then_some(NameList { names, next })
    }

    /// A run of words with capital letters, with what joins them and its legal form.
    fn name(&self, start: usize) -> Option<(Name<'a>, usize)> {
        let mut at = start + usize::from(self.is(start, "the"));
        let first = self.token(at)?;
        if !is_name_word(first.text) {
            return None;
        }
        let mut end = first.end;
        let mut has_legal_form = false;
        while let Some(token) = self.token(at) {
            let joins = token.is_any(&["&", "of", "de", "+"])
                && end != first.start
                && self
                    .token(at + 1)
                    .is_some_and(|next| is_name_word(next.text));
            if !joins && !is_name_word(token.text) && token.text != "plc" {
                break;
            }
            has_legal_form |= at > start && is_legal_form(token.text);
            end = token.end;
            at += 1;
            let is_initial = token.text.chars().count() == 1 && self.token(at + 1).is_some();
            let before = at;
            if is_dotted_form(token.text) || is_initial {
                end = self.dot(&mut at, end);
            }
            // `Globex Corp. Revenue rose`: a full stop behind a legal form may end the sentence.
            let goes_on = self.token(at).is_some_and(|next| is_legal_form(next.text));
            if at > before && is_dotted_form(token.text) && !goes_on {
                break;
            }
        }
        // `, Inc.` and `, Ltd.`
        while self.is(at, ",")
            && self
                .token(at + 1)
                .is_some_and(|token| is_legal_form(token.text))
        {
            end = self.token(at + 1).map_or(end, |token| token.end);
            let is_dotted = self
                .token(at + 1)
                .is_some_and(|token| is_dotted_form(token.text));
            at += 2;
            if is_dotted {
                end = self.dot(&mut at, end);
            }
            has_legal_form = true;
        }
        let text = self.sentence.get(first.start..end)?;
        // `the Company` is the company that speaks.
        if is_legal_form(text) {
            return None;
        }
        let name = Name {
            text,
            aliases: Vec::new(),
            has_legal_form,
        };
        Some((name, at))
    }

    /// Takes a full stop that belongs to an abbreviation.
    fn dot(&self, at: &mut usize, end: usize) -> usize {
        match self.token(*at) {
            Some(token) if token.text == "." && token.start == end => {
                *at += 1;
                token.end
            }
            _ => end,
        }
    }

    /// `, or AMD` and `(“TSMC”)`.
    fn aliases(&self, name: &mut Name<'a>, after: usize) -> usize {
        let mut after = after;
        if self.is(after, ",")
            && self.is(after + 1, "or")
            && let Some((alias, next)) = self.name(after + 2)
            && is_short_for(alias.text, name.text)
        {
            name.aliases.push(alias.text);
            after = next;
        }
        if self.is(after, "(")
            && let Some(close) = (after..self.tokens.len()).find(|at| self.is(*at, ")"))
        {
            let inside = (after + 1..close).filter_map(|at| self.name(at)).next();
            if let Some((alias, _)) = inside
                && !alias.text.contains(':')
                && is_short_for(alias.text, name.text)
            {
                name.aliases.push(alias.text);
            }
            after = close + 1;
        }
        after
    }

    /// `Android for smartphones and tablets, Windows for …`: the purpose between two names.
    fn skip_purpose(&self, after: usize) -> usize {
        if !self.is(after, "for") {
            return after;
        }
        let is_small = |at: usize| {
            self.token(at)
                .is_some_and(|token| token.is_word() && !is_name_word(token.text))
        };
        let end = (after..self.tokens.len()).find(|at| !is_small(*at));
        match end {
            Some(end) if self.is(end, ",") => end,
            _ => after,
        }
    }

    /// The token after what separates two names.
    fn separator(&self, after: usize) -> Option<usize> {
        let mut at = after;
        if self.is(at, ",") || self.is(at, ";") {
            at += 1;
        }
        if self
            .token(at)
            .is_some_and(|token| token.is_any(&["and", "or", "&"]))
        {
            at += 1;
        } else if self.is(at, "as") && self.is(at + 1, "well") && self.is(at + 2, "as") {
            at += 3;
        }
        (at > after).then_some(at)
    }

    /// Whether a name can be that of a company.
    pub(super) fn is_company(&self, name: &Name<'_>) -> bool {
        if self.words.is_place(name.text) {
            return false;
        }
        let words: Vec<&str> = name
            .text
            .split(|c: char| c.is_whitespace() || c == ',')
            .map(|word| word.trim_matches('.'))
            .filter(|word| !word.is_empty() && !matches!(*word, "of" | "de" | "&" | "The" | "the"))
            .collect();
        let telling: Vec<&&str> = words.iter().filter(|word| !is_legal_form(word)).collect();
        let Some(first) = telling.first() else {
            return false;
        };
        // `Customer A`, `Company B`: a name withheld.
        let is_letter = |word: &&&str| word.chars().count() == 1;
        if telling.len() > 1 && telling.iter().skip(1).all(is_letter) && self.words.is_common(first)
        {
            return false;
        }
        if telling.len() == 1 && first.chars().count() < 2 && !name.has_legal_form {
            return false;
        }
        let all_common = telling.iter().all(|word| self.words.is_common(word));
        let bodies = [
            "Department",
            "Commission",
            "Agency",
            "Ministry",
            "Administration",
            "Court",
            "Act",
            "Committee",
            "Board",
            "University",
            "Congress",
            "Council",
            "Authority",
            "Bureau",
            "Code",
            "Government",
            "Regulation",
            "Directive",
            "Rule",
            "Rules",
        ];
        let is_body = words.iter().any(|word| bodies.contains(word));
        // `Advanced Micro Devices, Inc.` is a name although each word of it is common.
        !is_body && (!all_common || (name.has_legal_form && telling.len() > 1))
    }

    /// Letters that stand for a name which is not given beside them.
    pub(super) fn is_bare_acronym(name: &Name<'_>) -> bool {
        let letters = name.text.chars().filter(|c| c.is_alphabetic());
        name.aliases.is_empty()
            && !name.has_legal_form
            && !name.text.contains(' ')
            && letters.clone().count() > 0
            && letters.clone().all(char::is_uppercase)
    }
}

/// A capital letter first, or inside a word that does not begin with one (`eBay`, `x.AI`), or a
/// number that a name begins with (`3M`).
fn is_name_word(word: &str) -> bool {
    let mut characters = word.chars();
    let first = characters.next();
    let has_capital = characters.any(char::is_uppercase);
    match first {
        Some(c) if c.is_uppercase() => true,
        Some(c) if c.is_alphanumeric() => has_capital,
        _ => false,
    }
}

/// Whether a short name is made of the first letters of the long one, or of words of it.
fn is_short_for(short: &str, long: &str) -> bool {
    let (short_key, long_key) = (key_of(short), key_of(long));
    if long_key.split('-').any(|word| word == short_key) || long_key.starts_with(&short_key) {
        return true;
    }
    let mut initials = long
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.chars().next())
        .flat_map(char::to_lowercase);
    let mut letters = short_key.chars().filter(|c| c.is_alphanumeric());
    letters.all(|letter| initials.any(|initial| initial == letter))
}
