use std::collections::BTreeSet;

use super::cue::{self, Opening, openings};
use super::list::{ListReader, Name, NameList};
use super::token::{Token, tokens};
use super::voice::Voice;
use super::words::Words;
use super::{Mention, Polarity};
use crate::edge::Relation;
use crate::node::{NodeKind, key_of};

const ENDED: &[&str] = &["no longer", "ceased", "terminated", "discontinued our"];
/// Words that can follow the name of a company.
static AFTER_NAMES: assay_domain::WordList =
    assay_domain::word_list!("extract/english/after_names");
/// A label is a few words, not a sentence.
const LABEL_BYTES: usize = 60;

/// The relations that a sentence states. In an item of a list (`in_list`) every example is what the
/// line above the list says.
pub(super) fn mentions(
    sentence: &str,
    in_list: Option<Relation>,
    subject: &Voice,
    words: &Words<'_>,
) -> Vec<Mention> {
    let tokens = subject.in_own_words(tokens(sentence));
    let reader = ListReader {
        sentence,
        tokens: &tokens,
        words,
    };
    if let Some(relation) = in_list {
        return in_item(&reader, relation);
    }
    if !subject.speaks(&tokens) {
        return Vec::new();
    }
    let polarity = polarity(sentence);
    let mut mentions = Vec::new();
    for opening in openings(&tokens) {
        if !subject.is_own() && !is_beside_us(&tokens, &opening) {
            continue;
        }
        let Some(list) = reader
            .list(opening.names)
            .filter(|list| is_credible(&reader, list))
        else {
            continue;
        };
        let label = label(&reader, &opening, &list);
        mentions.extend(list.names.iter().map(|name| {
            let kind = if opening.of_products {
                NodeKind::Product
            } else {
                NodeKind::Company
            };
            mention(name, opening.relation, polarity, kind, label.clone())
        }));
    }
    mentions.extend(shares(&reader, polarity));
    mentions.extend(appositions(&reader, polarity));
    mentions.extend(dealings(&reader, polarity));
    once(mentions)
}

/// The relation of the items below a line without its colon.
pub(super) fn list_of(line: &str) -> Option<Relation> {
    let tokens = tokens(line);
    let last = tokens.last()?;
    let ends = last.is_any(&[
        "include",
        "includes",
        "including",
        "are",
        "following",
        "from",
        "with",
    ]) || line.to_lowercase().ends_with("such as");
    if !ends || tokens.len() > 40 {
        return None;
    }
    let found = openings(&tokens);
    let at_end = found.iter().find(|opening| opening.names >= tokens.len());
    at_end
        .filter(|opening| !opening.of_products)
        .map(|opening| opening.relation)
}

/// An item is a name, names in a row, or a description with examples.
fn in_item(reader: &ListReader<'_>, relation: Relation) -> Vec<Mention> {
    let first = reader.tokens.iter().position(Token::is_word).unwrap_or(0);
    let mut starts = vec![first];
    for (at, token) in reader.tokens.iter().enumerate() {
        let next_is_as = reader.tokens.get(at + 1).is_some_and(|next| next.is("as"));
        if token.is("such") && next_is_as {
            starts.push(at + 2);
        } else if token.is_any(&["including", "namely"]) {
            starts.push(at + 1);
        }
    }
    let mut mentions = Vec::new();
    for start in starts {
        let Some(list) = reader.list(start).filter(|list| is_credible(reader, list)) else {
            continue;
        };
        // A name at the beginning of an item that goes on is the beginning of a sentence.
        let ends = reader
            .tokens
            .get(list.next)
            .is_none_or(|token| !token.is_word());
        if start == first && !ends {
            continue;
        }
        for name in &list.names {
            let stated = Polarity::Stated;
            mentions.push(mention(
                name,
                relation,
                stated,
                NodeKind::Company,
                String::new(),
            ));
        }
    }
    once(mentions)
}

/// Every name of a list has to be one: a list with a place or a common word in it is a list of
/// places or things. Letters alone are believed beside full names only.
fn is_credible(reader: &ListReader<'_>, list: &NameList<'_>) -> bool {
    // `Chinese and Korean companies`: what stands before a noun describes it.
    let next = reader.tokens.get(list.next);
    let describes = next.is_some_and(|next| {
        let is_small = next.text.chars().all(|c| c.is_lowercase() || c == '-');
        is_small && !next.is_any(&AFTER_NAMES)
    });
    !describes && are_companies(reader, list)
}

fn are_companies(reader: &ListReader<'_>, list: &NameList<'_>) -> bool {
    let mut names = list.names.iter();
    names.clone().all(|name| reader.is_company(name))
        && names.any(|name| !ListReader::is_bare_acronym(name))
}

/// Whether the subject stands beside a cue: a report tells of many companies in one sentence.
fn is_beside_us(tokens: &[Token<'_>], opening: &Opening) -> bool {
    let beside = tokens.get(opening.cue.saturating_sub(4)..opening.names);
    let mut beside = beside.unwrap_or_default().iter();
    beside.any(|token| token.is_any(&["we", "our", "us"]))
}

fn mention(
    name: &Name<'_>,
    relation: Relation,
    polarity: Polarity,
    kind: NodeKind,
    label: String,
) -> Mention {
    Mention {
        relation,
        polarity,
        kind,
        name: name.text.to_owned(),
        aliases: name
            .aliases
            .iter()
            .map(|alias| (*alias).to_owned())
            .collect(),
        label,
    }
}

fn polarity(sentence: &str) -> Polarity {
    let lower = sentence.to_lowercase();
    if ENDED.iter().any(|word| lower.contains(word)) {
        Polarity::Denied
    } else {
        Polarity::Stated
    }
}

/// `X and Y accounted for 12% and 10% of our revenue`, `sales to X represented 20%`.
fn shares(reader: &ListReader<'_>, polarity: Polarity) -> Vec<Mention> {
    let tokens = reader.tokens;
    let is_about_customers = tokens
        .iter()
        .any(|token| token.is_any(&["customer", "customers"]))
        || tokens
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a.is("sales") && b.is("to")));
    let verb = tokens.windows(2).position(|pair| {
        matches!(pair, [a, b] if (a.is("accounted") && b.is("for"))
            || (a.is_any(&["represented", "comprised"]) && !b.is("by")))
    });
    let (Some(verb), true) = (verb, is_about_customers) else {
        return Vec::new();
    };
    let rest = tokens.get(verb..).unwrap_or_default();
    let Some(percent) = rest.iter().position(|token| token.text == "%") else {
        return Vec::new();
    };
    let begins = |at: usize| {
        at == 0
            || at
                .checked_sub(1)
                .and_then(|before| tokens.get(before))
                .is_some_and(|token| {
                    token.text == "," || token.is_any(&["to", "from", "customers", "customer"])
                })
    };
    for start in (0..verb).filter(|at| begins(*at)) {
        let Some(list) = reader.list(start) else {
            continue;
        };
        let between = tokens.get(list.next..verb).unwrap_or_default();
        let is_adjacent = list.next <= verb
            && between
                .iter()
                .all(|token| token.text == "," || token.is_any(&["each", "together", "which"]));
        if is_adjacent && is_credible(reader, &list) {
            let label = share_label(reader, verb + percent);
            return list
                .names
                .iter()
                .map(|name| {
                    mention(
                        name,
                        Relation::Customer,
                        polarity,
                        NodeKind::Company,
                        label.clone(),
                    )
                })
                .collect();
        }
    }
    Vec::new()
}

/// `12% of our revenue`, if there is one share only.
fn share_label(reader: &ListReader<'_>, percent: usize) -> String {
    let tokens = reader.tokens;
    let count = tokens.iter().filter(|token| token.text == "%").count();
    let start = percent.checked_sub(1).and_then(|at| tokens.get(at));
    let end = tokens
        .iter()
        .skip(percent + 1)
        .take_while(|token| token.is_word())
        .take(6)
        .last();
    match (start, end) {
        (Some(start), Some(end)) if count == 1 => cut(reader, start.start, end.end),
        _ => String::new(),
    }
}

/// `Micron, a supplier of ours`, `Walmart, our largest customer,`.
fn appositions(reader: &ListReader<'_>, polarity: Polarity) -> Vec<Mention> {
    let tokens = reader.tokens;
    let mut mentions = Vec::new();
    for at in 0..tokens.len() {
        let Some(list) = reader.list(at) else {
            continue;
        };
        let [name] = list.names.as_slice() else {
            continue;
        };
        let starts_inside = at
            .checked_sub(1)
            .and_then(|b| tokens.get(b))
            .is_some_and(|before| {
                before.text.chars().next().is_some_and(char::is_uppercase)
                    && !before.is_any(&["by", "the"])
            });
        if starts_inside || tokens.get(list.next).is_none_or(|token| token.text != ",") {
            continue;
        }
        let phrase: Vec<&Token<'_>> = tokens
            .iter()
            .skip(list.next + 1)
            .take_while(|token| token.is_word())
            .take(9)
            .collect();
        let relation = phrase.iter().find_map(|token| match token.text {
            "supplier" => Some(Relation::Supplier),
            "customer" => Some(Relation::Customer),
            "competitor" => Some(Relation::Competitor),
            "partner" => Some(Relation::Partner),
            _ => None,
        });
        let begins = phrase
            .first()
            .is_some_and(|token| token.is_any(&["a", "our", "one", "the"]));
        let is_ours = phrase
            .iter()
            .any(|token| token.is_any(&["our", "ours", "us"]));
        if let (Some(relation), true, true) = (relation, begins, is_ours)
            && is_credible(reader, &list)
        {
            mentions.push(mention(
                name,
                relation,
                polarity,
                NodeKind::Company,
                String::new(),
            ));
        }
    }
    mentions
}

/// `Globex supplies motors to us`, `Initech buys lidar from us`: others who deal with the subject.
fn dealings(reader: &ListReader<'_>, polarity: Polarity) -> Vec<Mention> {
    let tokens = reader.tokens;
    let mut mentions = Vec::new();
    for dealing in cue::dealings(tokens) {
        let lists = (0..dealing.verb).filter_map(|start| reader.list(start));
        let mut before = lists.filter(|list| list.next == dealing.names_end);
        // The first of them is the longest.
        let Some(list) = before.next().filter(|list| are_companies(reader, list)) else {
            continue;
        };
        let traded = tokens
            .get(dealing.verb + 1..dealing.link)
            .unwrap_or_default();
        let label = match (traded.first(), traded.last()) {
            (Some(first), Some(last)) => cut(reader, first.start, last.end),
            _ => String::new(),
        };
        mentions.extend(list.names.iter().map(|name| {
            let kind = NodeKind::Company;
            mention(name, dealing.relation, polarity, kind, label.clone())
        }));
    }
    mentions
}

/// What is bought, where the sentence says so right beside the names: `purchase memory from`,
/// `for these cells`, `to produce our semiconductor wafers`.
fn label(reader: &ListReader<'_>, opening: &Opening, list: &NameList<'_>) -> String {
    if opening.relation != Relation::Supplier {
        return String::new();
    }
    let tokens = reader.tokens;
    let cue = tokens.get(opening.cue);
    let is_buying = cue.is_some_and(|cue| {
        cue.is_any(&[
            "purchase",
            "purchases",
            "procure",
            "procures",
            "source",
            "sources",
            "buy",
            "buys",
        ])
    });
    if is_buying {
        let between = tokens.get(opening.cue + 1..opening.names.saturating_sub(1));
        let between = between.unwrap_or_default();
        let link = between.iter().position(|token| token.is("from"));
        let bought = between
            .get(..link.unwrap_or(between.len()))
            .unwrap_or_default();
        return match (bought.first(), bought.last()) {
            (Some(first), Some(last)) => cut(reader, first.start, last.end),
            _ => String::new(),
        };
    }
    let after = tokens.get(list.next..).unwrap_or_default();
    let comma = usize::from(after.first().is_some_and(|token| token.text == ","));
    let Some(link) = after
        .get(comma)
        .filter(|token| token.is_any(&["for", "to"]))
    else {
        return String::new();
    };
    let skipped = ["these", "our", "the", "such"];
    let rest = after.iter().skip(comma + 1);
    let phrase: Vec<&Token<'_>> = rest
        .skip_while(|token| link.is("for") && token.is_any(&skipped))
        .take_while(|token| token.is_word() || (token.text == "," && link.is("to")))
        .collect();
    match (phrase.first(), phrase.last()) {
        (Some(first), Some(last)) => cut(reader, first.start, last.end),
        _ => String::new(),
    }
}

/// Words of the sentence, if they are few.
fn cut(reader: &ListReader<'_>, start: usize, end: usize) -> String {
    let text = reader.sentence.get(start..end).unwrap_or_default();
    if text.len() <= LABEL_BYTES {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        String::new()
    }
}

/// The first mention of each name and relation.
fn once(mentions: Vec<Mention>) -> Vec<Mention> {
    let mut seen = BTreeSet::new();
    mentions
        .into_iter()
        .filter(|one| seen.insert((one.relation, key_of(&one.name))))
        .collect()
}
