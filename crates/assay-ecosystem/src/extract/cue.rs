//! The wording that makes a list of names a relation. A cue is a noun or verb; between it and the
//! names stand few words, and none that could belong to another statement.

use super::token::Token;
use crate::edge::Relation;

/// What a cue found: where names may begin, and what they would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub(super) relation: Relation,
    /// The token of the cue.
    pub(super) cue: usize,
    /// The token at which names may begin.
    pub(super) names: usize,
    pub(super) of_products: bool,
}

const EXAMPLES: &[&str] = &["including", "namely", "like"];
const VERBS: &[&str] = &["include", "includes", "are", "is"];
/// Words that begin a phrase about the noun before them.
static PHRASE: assay_domain::WordList = assay_domain::word_list!("extract/cue/phrase");
static DOUBT: assay_domain::WordList = assay_domain::word_list!("extract/cue/doubt");

/// Examples of these are no companies.
static THINGS: assay_domain::WordList = assay_domain::word_list!("extract/cue/things");

/// Whether the examples that begin at a token are examples of things; a comma may stand before it.
fn are_things(tokens: &[Token<'_>], at: usize) -> bool {
    let mut before = tokens.get(..at).unwrap_or_default().iter().rev();
    let noun = before.find(|token| token.is_word());
    noun.is_some_and(|noun| noun.is_any(&THINGS))
}

/// `may`, and not the month of May.
fn is_doubt(token: &Token<'_>) -> bool {
    DOUBT.contains(&token.text) || matches!(token.text, "If" | "Unless" | "Whether" | "No")
}

/// What is bought to own, not to use.
static MONEY: assay_domain::WordList = assay_domain::word_list!("extract/cue/money");

/// Every place of a sentence at which a list of names may begin.
pub(super) fn openings(tokens: &[Token<'_>]) -> Vec<Opening> {
    let mut openings = Vec::new();
    for at in 0..tokens.len() {
        if let Some(noun) = noun_at(tokens, at) {
            openings.extend(after_noun(tokens, at, noun));
        }
        openings.extend(after_verb(tokens, at));
    }
    openings
}

struct Noun {
    relation: Relation,
    is_plural: bool,
    /// The last token of the cue.
    end: usize,
    of_products: bool,
}

/// Whether a noun is the end of a name: `Quorbital Foundries`.
fn is_in_name(tokens: &[Token<'_>], at: usize) -> bool {
    let is_capital = |at: usize| {
        let token: Option<&Token<'_>> = tokens.get(at);
        token.is_some_and(|one| one.text.chars().next().is_some_and(char::is_uppercase))
    };
    let before = at.checked_sub(1);
    is_capital(at)
        && before.is_some_and(|before| {
            is_capital(before) && !tokens.get(before).is_some_and(|one| one.is("our"))
        })
}

fn noun_at(tokens: &[Token<'_>], at: usize) -> Option<Noun> {
    let token = tokens.get(at).filter(|_| !is_in_name(tokens, at))?;
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let relation = match token.text.to_lowercase().as_str() {
        "competitor" | "competitors" | "rival" | "rivals" => Relation::Competitor,
        "supplier" | "suppliers" | "vendor" | "vendors" | "foundry" | "foundries"
        | "subcontractor" | "subcontractors" => Relation::Supplier,
        "manufacturer" | "manufacturers" if before.is_some_and(|b| b.is("contract")) => {
            Relation::Supplier
        }
        "partner" | "partners" => match before {
            Some(before)
                if before.is_any(&[
                    "manufacturing",
                    "outsourcing",
                    "assembly",
                    "foundry",
                    "supply",
                ]) =>
            {
                Relation::Supplier
            }
            _ => Relation::Partner,
        },
        "customer" | "customers" => Relation::Customer,
        _ => return None,
    };
    let is_plural = token.text.ends_with(['s', 'S']);
    let owns = tokens
        .get(at + 1)
        .is_some_and(|next| matches!(next.text, "’" | "'" | "’s" | "'s"));
    if !owns {
        return Some(Noun {
            relation,
            is_plural,
            end: at,
            of_products: false,
        });
    }
    // `competitors’ platforms, such as`: what they make, not they.
    let of_products = relation == Relation::Competitor
        && tokens.get(at + 2).is_some_and(|next| {
            next.is_any(&["platforms", "products", "devices", "services", "offerings"])
        });
    of_products.then_some(Noun {
        relation,
        is_plural,
        end: at + 2,
        of_products,
    })
}

fn after_noun(tokens: &[Token<'_>], cue: usize, noun: Noun) -> Vec<Opening> {
    let opening = |names| Opening {
        relation: noun.relation,
        cue,
        names,
        of_products: noun.of_products,
    };
    let mut found = Vec::new();
    let mut at = noun.end + 1;
    // `our partner Panasonic`, `our largest customer, Apple Inc.,`
    if !noun.is_plural && is_ours(tokens, cue) {
        let comma = tokens.get(at).is_some_and(|token| token.text == ",");
        found.push(opening(at + usize::from(comma)));
    }
    let mut words = 0;
    let mut has_comma = false;
    while let Some(token) = tokens.get(at) {
        let such_as = token.is("such") && tokens.get(at + 1).is_some_and(|next| next.is("as"));
        if such_as || token.is_any(EXAMPLES) {
            if are_things(tokens, at) && !noun.of_products {
                break;
            }
            found.push(opening(at + 1 + usize::from(such_as)));
            break;
        }
        if !has_comma && token.is_any(VERBS) && noun.is_plural && !noun.of_products {
            let names =
                at + 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next.text == ":"));
            found.push(opening(names));
            // `include companies such as`
            found.extend(deeper(tokens, names).map(opening));
            break;
        }
        if noun_at(tokens, at).is_some() {
            break;
        }
        if token.text == "," && !has_comma {
            has_comma = true;
        } else if !token.is_word()
            || is_doubt(token)
            || has_comma
            || (words == 0 && !token.is_any(&PHRASE))
        {
            break;
        } else {
            words += 1;
        }
        if words > 10 {
            break;
        }
        at += 1;
    }
    found
}

/// `a number of companies, such as`: the examples a few words on.
fn deeper(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    for at in from..(from + 14).min(tokens.len()) {
        let token = tokens.get(at)?;
        let is_example = token.is("such") || token.is_any(EXAMPLES);
        if is_example && are_things(tokens, at) {
            return None;
        }
        if token.is("such") && tokens.get(at + 1).is_some_and(|next| next.is("as")) {
            return Some(at + 2);
        }
        if token.is_any(EXAMPLES) {
            return Some(at + 1);
        }
        if (!token.is_word() && token.text != ",") || is_doubt(token) {
            return None;
        }
    }
    None
}

/// `our`, `our largest`, `our long-standing`: the word stands right before the noun.
fn is_ours(tokens: &[Token<'_>], cue: usize) -> bool {
    let before = tokens.get(cue.saturating_sub(3)..cue).unwrap_or_default();
    before
        .iter()
        .rev()
        .take_while(|token| token.is_word() && !is_doubt(token))
        .any(|token| token.is("our"))
}

fn after_verb(tokens: &[Token<'_>], at: usize) -> Vec<Opening> {
    let Some(token) = tokens.get(at) else {
        return Vec::new();
    };
    let (relation, links, most): (_, &[&str], usize) = match token.text.to_lowercase().as_str() {
        "compete" | "competes" => (Relation::Competitor, &["with", "against"], 5),
        "competition" => (Relation::Competitor, &["from"], 3),
        "purchase" | "purchases" | "procure" | "procures" | "source" | "sources" | "buy"
        | "buys"
            if is_done_by_us(tokens, at) =>
        {
            (Relation::Supplier, &["from"], 8)
        }
        "supply" | "supplies" | "supplied" | "sell" | "sells" | "sold"
            if is_done_by_us(tokens, at) =>
        {
            (Relation::Customer, &["to"], 8)
        }
        "manufactured" | "fabricated" | "supplied" | "assembled" => {
            (Relation::Supplier, &["by"], 4)
        }
        "partnership" | "partnerships" | "alliance" | "collaboration" | "collaborations"
        | "partnered" | "collaborate" => (Relation::Partner, &["with"], 3),
        _ => return Vec::new(),
    };
    // `no longer` ends a relation and does not doubt it.
    let is_end = |at: usize| {
        let next = tokens.get(at + 1);
        tokens.get(at).is_some_and(|token| token.is("no"))
            && next.is_some_and(|next| next.is("longer"))
    };
    let is_doubted = |at: usize| tokens.get(at).is_some_and(is_doubt);
    if (at.saturating_sub(5)..at).any(|before| is_doubted(before) && !is_end(before)) {
        return Vec::new();
    }
    for link in at + 1..(at + 2 + most).min(tokens.len()) {
        let Some(token) = tokens.get(link) else {
            break;
        };
        if token.is_any(links) {
            let opening = |names| Opening {
                relation,
                cue: at,
                names,
                of_products: false,
            };
            let mut found = vec![opening(link + 1)];
            found.extend(deeper(tokens, link + 1).map(opening));
            return found;
        }
        if (!token.is_word() && token.text != ",") || is_doubt(token) || token.is_any(&MONEY) {
            break;
        }
    }
    Vec::new()
}

/// A verb by which somebody else deals with the subject.
pub(super) struct Dealing {
    pub(super) relation: Relation,
    pub(super) verb: usize,
    /// The token behind the names that do it.
    pub(super) names_end: usize,
    /// The word before `us`.
    pub(super) link: usize,
}

/// Every `… supplies … to us` and `… buys … from us`.
pub(super) fn dealings(tokens: &[Token<'_>]) -> Vec<Dealing> {
    (0..tokens.len())
        .filter_map(|verb| dealing(tokens, verb))
        .collect()
}

fn dealing(tokens: &[Token<'_>], verb: usize) -> Option<Dealing> {
    let (relation, links): (_, &[&str]) = match tokens.get(verb)?.text {
        "supplies" | "supply" | "supplied" | "ships" | "delivers" | "makes" | "manufactures"
        | "produces" | "assembles" | "builds" => (Relation::Supplier, &["to", "for"]),
        "buys" | "purchases" | "sources" | "procures" | "bought" => (Relation::Customer, &["from"]),
        _ => return None,
    };
    let mut names_end = verb;
    while let Some(before) = names_end.checked_sub(1)
        && tokens.get(before).is_some_and(|one| one.is_any(&ADVERBS))
    {
        names_end = before;
    }
    let link = (verb + 1..(verb + 12).min(tokens.len())).find(|at| {
        let next = tokens.get(at + 1);
        tokens.get(*at).is_some_and(|one| one.is_any(links))
            && next.is_some_and(|next| next.is("us"))
    })?;
    let between = tokens.get(verb.saturating_sub(5)..link).unwrap_or_default();
    let is_clear = between
        .iter()
        .all(|one| (one.is_word() || one.text == ",") && !is_doubt(one));
    is_clear.then_some(Dealing {
        relation,
        verb,
        names_end,
        link,
    })
}

const ADVERBS: [&str; 6] = ["also", "currently", "now", "already", "still", "reportedly"];

/// `we purchase`, `the Company also sources`: a verb, and not `a source of` or `to purchase`.
fn is_done_by_us(tokens: &[Token<'_>], verb: usize) -> bool {
    let before = tokens.get(verb.saturating_sub(4)..verb).unwrap_or_default();
    let adverbs = [
        "also",
        "currently",
        "generally",
        "typically",
        "primarily",
        "directly",
        "and",
        "no",
        "longer",
    ];
    let mut backwards = before
        .iter()
        .rev()
        .skip_while(|token| token.is_any(&adverbs));
    backwards
        .next()
        .is_some_and(|token| token.is_any(&["we", "company"]))
}
