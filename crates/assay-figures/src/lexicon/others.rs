//! Measures that only look like one of the lexicon, and measures that the lexicon does not have.

use std::ops::Range;
use std::sync::LazyLock;

use super::names::{Ending, Names};
use crate::scan::{Cursor, is_word_byte};

/// A word of a wording, or several; each is followed by one blank or by the wording's end.
enum Piece {
    One(&'static [&'static str]),
    /// May be left out.
    Maybe(&'static [&'static str]),
    /// May be left out or stand several times.
    Any(&'static [&'static str]),
    /// Any word, or none.
    MaybeWord,
    /// Up to so many words, as few as will do.
    UpTo(usize),
    /// Letters and blanks in brackets, or nothing.
    MaybeBracket,
    /// Letters and blanks, as many as will do, glued to what follows.
    Letters,
}

use Piece::{Any, Letters, Maybe, MaybeBracket, MaybeWord, One, UpTo};

const COST: Piece = One(&["cost", "costs"]);
const REVENUE: Piece = One(&["revenue", "revenues"]);
const REVENUE_OR_SALES: Piece = One(&["revenue", "revenues", "sales"]);
const MAYBE_LOSS: Piece = Maybe(&["(loss)"]);

/// In order of preference.
const WORDINGS: [&[Piece]; 36] = [
    &[
        Maybe(&["total"]),
        COST,
        One(&["of"]),
        UpTo(6),
        One(&["revenue", "revenues", "sales", "goods sold"]),
    ],
    &[MaybeWord, COST, One(&["of"]), REVENUE_OR_SALES],
    &[
        One(&[
            "deferred", "unearned", "unbilled", "interest", "other", "rental",
        ]),
        One(&["revenue", "revenues", "income"]),
    ],
    &[
        One(&[
            "percentage",
            "percent",
            "share",
            "proportion",
            "portion",
            "%",
        ]),
        One(&["of"]),
        Maybe(&["our", "its", "the"]),
        Any(&["total", "net", "consolidated"]),
        REVENUE_OR_SALES,
    ],
    &[
        One(&["net"]),
        One(&["income", "earnings", "profit", "loss"]),
        MAYBE_LOSS,
        One(&["per"]),
        MaybeWord,
        One(&["share"]),
    ],
    &[
        One(&["net"]),
        One(&["income", "earnings"]),
        MAYBE_LOSS,
        One(&["attributable to"]),
        Maybe(&["redeemable"]),
        One(&["non-controlling", "noncontrolling"]),
    ],
    &[
        REVENUE,
        One(&[
            "recognition",
            "recognized",
            "recognised",
            "sharing",
            "credit",
            "credits",
        ]),
    ],
    &[
        One(&["proceeds", "gain", "gains", "loss", "losses"]),
        One(&["from", "on"]),
        Maybe(&["the"]),
        One(&["sale", "sales"]),
    ],
    &[One(&["net of sales"])],
    &[
        One(&["sales"]),
        One(&[
            "and marketing",
            ", general",
            "tax",
            "taxes",
            "force",
            "team",
            "teams",
            "price",
            "prices",
            "personnel",
            "channel",
            "channels",
            "of investments",
            "of property",
            "of digital",
        ]),
    ],
    &[One(&["sales, general and administrative"])],
    &[One(&["income"]), One(&["tax", "taxes", "before"])],
    &[
        One(&["provision", "benefit"]),
        MaybeBracket,
        One(&["for", "from"]),
        One(&["income taxes"]),
    ],
    &[One(&["depreciation"])],
    &[One(&["amortization", "amortisation"])],
    &[One(&["impairment"])],
    &[One(&["goodwill"])],
    &[One(&["restructuring"])],
    &[One(&[
        "stock-based compensation",
        "share-based compensation",
    ])],
    &[
        One(&["interest", "lease", "warranty"]),
        One(&["expense", "expenses"]),
    ],
    &[One(&["operating expenses"])],
    &[One(&["dividend", "dividends"]), One(&["paid"])],
    &[One(&["repurchase", "repurchases", "repurchased"])],
    &[One(&["accounts"]), One(&["receivable", "payable"])],
    &[One(&["liabilities"])],
    &[One(&["proceeds"])],
    &[
        One(&["inventory"]),
        One(&[
            "write-down",
            "write-downs",
            "and purchase commitments",
            "purchase",
            "purchases",
            "provision",
            "provisions",
            "reserve",
            "reserves",
            "turnover",
        ]),
    ],
    &[
        One(&[
            "provision",
            "provisions",
            "reserve",
            "reserves",
            "write-down",
            "write-downs",
        ]),
        One(&["for", "of"]),
        UpTo(3),
        One(&["inventory", "inventories"]),
    ],
    &[
        One(&["change", "changes"]),
        One(&["in"]),
        Letters,
        One(&["inventory", "inventories"]),
    ],
    &[One(&["restricted cash"])],
    &[
        One(&["share", "shares"]),
        One(&["of common stock", "outstanding", "repurchase"]),
    ],
    &[One(&["per share"])],
    &[One(&["average shares"])],
    &[
        One(&["all", "each", "common", "restricted", "repurchased"]),
        One(&["share", "shares"]),
    ],
    &[
        One(&["share"]),
        One(&["price", "prices", "capital", "award", "awards", "and"]),
    ],
    &[One(&["stock"]), One(&["option", "options"])],
];

static HAN: assay_domain::WordList = assay_domain::word_list!("lexicon/others/han");

/// The wordings by what they can begin with.
struct Index {
    /// By the first letter; the last list is for `%`. `None` is a wording that any word begins.
    latin: Vec<Vec<(Option<&'static str>, &'static [Piece])>>,
    han: Names<()>,
}

const LETTERS: usize = 26;

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut latin = vec![Vec::new(); LETTERS + 1];
    for wording in WORDINGS {
        let mut starts: Vec<Option<&'static str>> = Vec::new();
        for piece in wording {
            match piece {
                One(words) => {
                    starts.extend(words.iter().map(|word| Some(first_word(word))));
                    break;
                }
                Maybe(words) => starts.extend(words.iter().map(|word| Some(first_word(word)))),
                Any(_) | MaybeWord | UpTo(_) | MaybeBracket | Letters => {
                    starts = vec![None];
                    break;
                }
            }
        }
        starts.dedup();
        for start in starts {
            for (letter, list) in latin.iter_mut().enumerate() {
                let is_here = start.is_none_or(|word| {
                    word.bytes()
                        .next()
                        .is_some_and(|byte| place_of(byte) == letter)
                });
                if is_here {
                    list.push((start, wording));
                }
            }
        }
    }
    let han = HAN.iter().map(|name| ((*name).to_owned(), ()));
    Index {
        latin,
        han: Names::of(han, Ending::AsNamed),
    }
});

fn first_word(literal: &'static str) -> &'static str {
    let end = literal.bytes().position(|byte| !is_word_byte(byte));
    match end {
        None | Some(0) => literal,
        Some(end) => literal.get(..end).unwrap_or(literal),
    }
}

fn place_of(first: u8) -> usize {
    match first.to_ascii_lowercase() {
        letter @ b'a'..=b'z' => usize::from(letter - b'a'),
        _ => LETTERS,
    }
}

/// The places of such measures in a text, the Chinese ones last.
pub(super) fn others_in(text: &str) -> Vec<Range<usize>> {
    let index = &*INDEX;
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    let mut before = b' ';
    for (at, byte) in text.bytes().enumerate() {
        let can_start = match byte {
            b'%' => is_word_byte(before),
            _ => byte.is_ascii_alphabetic() && !is_word_byte(before),
        };
        before = byte;
        if !can_start || at < end {
            continue;
        }
        let here = Cursor::new(text, at);
        let list = index.latin.get(place_of(byte)).into_iter().flatten();
        let after = list
            .filter(|(start, _)| match start {
                Some(word) => here.literal(word).is_some(),
                None => has_word_behind(here, SECOND),
            })
            .find_map(|(_, wording)| matched(wording, here));
        if let Some(after) = after {
            found.push(at..after.at);
            end = after.at;
        }
    }
    if !text.is_ascii() {
        found.extend(index.han.find(text).into_iter().map(|(range, ())| range));
    }
    found
}

/// What stands here or behind the word here, in the wordings that any word can begin.
const SECOND: &str = "cost";

fn has_word_behind(here: Cursor<'_>, second: &str) -> bool {
    let behind = || here.after_letters().exactly(" ")?.literal(second);
    here.literal(second).is_some() || behind().is_some()
}

/// Where the wording ends that begins here.
fn matched<'t>(pieces: &[Piece], here: Cursor<'t>) -> Option<Cursor<'t>> {
    let (piece, rest) = pieces.split_first()?;
    let go_on = |after: Cursor<'t>| {
        if rest.is_empty() {
            after.at_edge()
        } else {
            matched(rest, after.exactly(" ")?)
        }
    };
    let after_one = |words: &[&str]| {
        let mut words = words.iter();
        words.find_map(|word| go_on(here.literal(word)?))
    };
    match piece {
        One(words) => after_one(words),
        Maybe(words) => after_one(words).or_else(|| matched(rest, here)),
        Any(words) => {
            let mut words = words.iter();
            let again = words.find_map(|word| matched(pieces, here.literal(word)?.exactly(" ")?));
            again.or_else(|| matched(rest, here))
        }
        MaybeWord => {
            let after = here.after_letters();
            let taken = if after.at > here.at {
                go_on(after)
            } else {
                None
            };
            taken.or_else(|| matched(rest, here))
        }
        UpTo(most) => {
            let mut at = Some(here);
            (0..=*most).find_map(|_| {
                let this = at?;
                at = this
                    .word_with_ampersand()
                    .and_then(|after| after.exactly(" "));
                matched(rest, this)
            })
        }
        MaybeBracket => {
            let bracket = || {
                let inside = here.exactly("(")?;
                let after = inside.after_letters_and_blanks();
                (after.at > inside.at).then(|| after.exactly(")")).flatten()
            };
            bracket().and_then(go_on).or_else(|| matched(rest, here))
        }
        Letters => {
            let end = here.after_letters_and_blanks().at;
            let mut starts = (here.at..=end).rev();
            starts.find_map(|at| matched(rest, here.moved_to(at)))
        }
    }
}
