use std::borrow::Cow;
use std::collections::BTreeSet;

use super::chinese::ITSELF;
use super::token::Token;
use super::words::Words;
use super::{Mention, Source, Subject};
use crate::node::{is_dotted_form, key_of};

/// Words by which a company speaks of itself.
const SELF: &[&str] = &["we", "our", "us", "ours"];
/// Words by which its own documents mean it.
const ROLES: &[&str] = &["company", "registrant"];
/// Before a name they make it `us`.
const PREPOSITIONS: &[&str] = &["of", "to", "for", "with", "from", "by"];
/// Words that a name may have.
const LONGEST: usize = 7;

/// How a document speaks of the subject: as itself, or by name.
pub(super) struct Voice {
    own: BTreeSet<String>,
    /// As they are written, the longest first.
    names: Vec<String>,
    is_own: bool,
}

impl Voice {
    /// In a document that has the whole name, its first word alone means the subject too, if it is no
    /// common word and no place.
    pub(super) fn of(
        subject: &Subject,
        source: &Source<'_>,
        mut own: BTreeSet<String>,
        words: &Words<'_>,
    ) -> Self {
        for name in &subject.names {
            let first = name.split_whitespace().next().unwrap_or_default();
            let first = first.trim_matches(|c: char| !c.is_alphanumeric());
            let whole = name.split(',').next().unwrap_or(name);
            let is_told = first.chars().count() >= 4
                && !words.is_common(first)
                && !words.is_place(first)
                && source.passages.iter().any(|one| one.text.contains(whole));
            if is_told {
                own.insert(key_of(first));
            }
        }
        let short = subject.names.iter().map(|name| key_of(name));
        let short = short.filter(|key| key.chars().count() > 1 && !key.is_ascii());
        let mut names: Vec<String> = subject.names.iter().cloned().chain(short).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Self {
            own,
            names,
            is_own: source.is_own,
        }
    }

    /// Whether a sentence speaks of the subject by a word for itself.
    pub(super) fn speaks(&self, tokens: &[Token<'_>]) -> bool {
        let means = |token: &Token<'_>| token.is_any(SELF) || (self.is_own && token.is_any(ROLES));
        tokens.iter().any(means)
    }

    pub(super) fn is_own(&self) -> bool {
        self.is_own
    }

    /// A Chinese sentence as the subject itself would say it. Where somebody else speaks, what they
    /// call themselves is nobody.
    pub(super) fn in_chinese<'a>(&self, sentence: &'a str) -> Cow<'a, str> {
        let mut spoken = match self.is_own {
            true => Cow::Borrowed(sentence),
            false => Cow::Owned(sentence.replace(ITSELF, "该司")),
        };
        // Long names first: a short one may be a part of them.
        for name in &self.names {
            if spoken.contains(name.as_str()) {
                spoken = Cow::Owned(spoken.replace(name.as_str(), ITSELF));
            }
        }
        spoken
    }

    /// Whether what was taken for another company is the subject.
    pub(super) fn is_meant(&self, mention: &Mention) -> bool {
        let mut names = std::iter::once(&mention.name).chain(&mention.aliases);
        names.any(|name| {
            let key = key_of(name);
            let begins = |own: &String| key == *own || key.starts_with(&format!("{own}-"));
            self.own.iter().any(begins)
        })
    }

    /// A sentence as the subject itself would say it: its name is `we`, `us` or `our`. Where somebody
    /// else speaks, words for oneself mean nobody.
    pub(super) fn in_own_words<'a>(&self, tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
        let mut spoken: Vec<Token<'a>> = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let Some(after) = self.name_at(&tokens, at) else {
                let is_self = token.is_any(SELF) && !self.is_own;
                spoken.push(match is_self {
                    true => Token {
                        text: "they",
                        ..*token
                    },
                    false => *token,
                });
                at += 1;
                continue;
            };
            let owns = tokens
                .get(after)
                .is_some_and(|next| matches!(next.text, "’s" | "'s" | "’" | "'"));
            let is_object = spoken.last().is_some_and(|one| one.is_any(PREPOSITIONS));
            let last = after - usize::from(!owns);
            spoken.push(Token {
                text: match (owns, is_object) {
                    (true, _) => "our",
                    (false, true) => "us",
                    (false, false) => "we",
                },
                end: tokens.get(last).map_or(token.end, |last| last.end),
                ..*token
            });
            at = last + 1;
        }
        spoken
    }

    /// The token behind the longest name of the subject that begins here.
    fn name_at(&self, tokens: &[Token<'_>], at: usize) -> Option<usize> {
        let first = tokens.get(at)?;
        let is_name = first.text.chars().next().is_some_and(char::is_uppercase);
        let ends = (at + 1..=(at + LONGEST).min(tokens.len())).rev();
        let mut ends = ends.filter(|_| is_name);
        ends.find(|end| {
            let words = tokens.get(at..*end).unwrap_or_default();
            let texts: Vec<&str> = words.iter().map(|token| token.text).collect();
            let is_word = words.last().is_some_and(Token::is_word);
            // `Apple Bank` is not Apple.
            let goes_on = tokens
                .get(*end)
                .and_then(|next| next.text.chars().next())
                .is_some_and(char::is_uppercase);
            is_word && !goes_on && self.own.contains(&key_of(&texts.join(" ")))
        })
        .map(|end| end + usize::from(is_abbreviated(tokens, end)))
    }
}

/// Whether a full stop belongs to the name that ends before it: `Acme Corp. buys`.
fn is_abbreviated(tokens: &[Token<'_>], end: usize) -> bool {
    let last = end.checked_sub(1).and_then(|last| tokens.get(last));
    let after = tokens.get(end + 1);
    tokens.get(end).is_some_and(|stop| stop.text == ".")
        && last.is_some_and(|last| is_dotted_form(last.text))
        && after.is_some_and(|after| after.text.chars().next().is_some_and(char::is_lowercase))
}
