use std::borrow::Cow;

/// The longest name of the tables below.
const LONGEST_NAME: usize = 8;

/// Text of a page with its character references replaced. A reference that is not known stays as it
/// is written.
pub(super) fn decoded(raw: &str, place: Place) -> Cow<'_, str> {
    let Some(first) = raw.find('&') else {
        return Cow::Borrowed(raw);
    };
    let (plain, mut rest) = raw.split_at(first);
    let mut text = String::with_capacity(raw.len());
    text.push_str(plain);
    while let Some(reference) = rest.strip_prefix('&') {
        let (character, length) = match numeric(reference) {
            Some((character, length)) => (character, length),
            None => named(reference, place).unwrap_or(('&', 0)),
        };
        text.push(character);
        let after = reference.get(length..).unwrap_or_default();
        let plain = after.find('&').unwrap_or(after.len());
        let (plain, following) = after.split_at(plain);
        text.push_str(plain);
        rest = following;
    }
    Cow::Owned(text)
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Text,
    /// In an address, `&copy=1` is a parameter and no sign.
    Attribute,
}

/// What follows `&` in `&#160;` or `&#xA0;`, and its length.
fn numeric(reference: &str) -> Option<(char, usize)> {
    let digits = reference.strip_prefix('#')?;
    let (radix, digits, before) = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => (16, hex, 2),
        None => (10, digits, 1),
    };
    let end = digits.find(|c: char| !c.is_digit(radix));
    let number = digits.get(..end.unwrap_or(digits.len()))?;
    if number.is_empty() {
        return None;
    }
    let closes = digits
        .get(number.len()..)
        .is_some_and(|rest| rest.starts_with(';'));
    let code = u32::from_str_radix(number, radix).unwrap_or(u32::MAX);
    let length = before + number.len() + usize::from(closes);
    Some((character_of(code), length))
}

/// Codes 128 to 159 mean what Windows-1252 has there, as browsers read them.
fn character_of(code: u32) -> char {
    const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    let windows = code
        .checked_sub(128)
        .and_then(|place| usize::try_from(place).ok())
        .and_then(|place| WINDOWS.chars().nth(place));
    match windows {
        Some(character) => character,
        None => char::from_u32(code)
            .filter(|c| *c != '\0')
            .unwrap_or('\u{fffd}'),
    }
}

fn named(reference: &str, place: Place) -> Option<(char, usize)> {
    let end = reference
        .bytes()
        .take(LONGEST_NAME + 1)
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    let name = reference.get(..end)?;
    let after = reference.get(end..)?;
    if after.starts_with(';')
        && let Some(character) = character_named(name)
    {
        return Some((character, end + 1));
    }
    // Old pages leave the semicolon out; only names of Latin-1 may do so.
    if place == Place::Attribute {
        let is_parameter = after.starts_with('=');
        let character = (!is_parameter).then(|| old_character(name)).flatten();
        return character.map(|character| (character, end));
    }
    (2..=end).rev().find_map(|length| {
        let character = old_character(name.get(..length)?)?;
        Some((character, length))
    })
}

fn old_character(name: &str) -> Option<char> {
    match name {
        "amp" | "AMP" => Some('&'),
        "lt" | "LT" => Some('<'),
        "gt" | "GT" => Some('>'),
        "quot" | "QUOT" => Some('"'),
        "COPY" => Some('©'),
        "REG" => Some('®'),
        _ => latin_1(name),
    }
}

fn character_named(name: &str) -> Option<char> {
    old_character(name).or_else(|| {
        let found = OTHERS.iter().find(|(known, _)| *known == name);
        found.map(|(_, character)| *character)
    })
}

fn latin_1(name: &str) -> Option<char> {
    let place = LATIN_1.iter().position(|known| *known == name)?;
    char::from_u32(160 + u32::try_from(place).ok()?)
}

/// The names of U+00A0 to U+00FF, in order.
const LATIN_1: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf",
    "laquo", "not", "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro",
    "para", "middot", "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
    "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute",
    "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute",
    "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute",
    "THORN", "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
    "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde",
    "ograve", "oacute", "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc",
    "uuml", "yacute", "thorn", "yuml",
];

const OTHERS: &[(&str, char)] = &[
    ("apos", '\''),
    ("hellip", '…'),
    ("mdash", '—'),
    ("ndash", '–'),
    ("rsquo", '’'),
    ("lsquo", '‘'),
    ("rdquo", '”'),
    ("ldquo", '“'),
    ("sbquo", '‚'),
    ("bdquo", '„'),
    ("bull", '•'),
    ("trade", '™'),
    ("euro", '€'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("hairsp", '\u{200a}'),
    ("numsp", '\u{2007}'),
    ("puncsp", '\u{2008}'),
    ("zwnj", '\u{200c}'),
    ("zwj", '\u{200d}'),
    ("lrm", '\u{200e}'),
    ("rlm", '\u{200f}'),
    ("dagger", '†'),
    ("Dagger", '‡'),
    ("permil", '‰'),
    ("prime", '′'),
    ("Prime", '″'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("oline", '‾'),
    ("frasl", '⁄'),
    ("OElig", 'Œ'),
    ("oelig", 'œ'),
    ("Scaron", 'Š'),
    ("scaron", 'š'),
    ("Yuml", 'Ÿ'),
    ("fnof", 'ƒ'),
    ("circ", 'ˆ'),
    ("tilde", '˜'),
    ("Alpha", 'Α'),
    ("Beta", 'Β'),
    ("Gamma", 'Γ'),
    ("Delta", 'Δ'),
    ("Epsilon", 'Ε'),
    ("Zeta", 'Ζ'),
    ("Eta", 'Η'),
    ("Theta", 'Θ'),
    ("Iota", 'Ι'),
    ("Kappa", 'Κ'),
    ("Lambda", 'Λ'),
    ("Mu", 'Μ'),
    ("Nu", 'Ν'),
    ("Xi", 'Ξ'),
    ("Omicron", 'Ο'),
    ("Pi", 'Π'),
    ("Rho", 'Ρ'),
    ("Sigma", 'Σ'),
    ("Tau", 'Τ'),
    ("Upsilon", 'Υ'),
    ("Phi", 'Φ'),
    ("Chi", 'Χ'),
    ("Psi", 'Ψ'),
    ("Omega", 'Ω'),
    ("alpha", 'α'),
    ("beta", 'β'),
    ("gamma", 'γ'),
    ("delta", 'δ'),
    ("epsilon", 'ε'),
    ("zeta", 'ζ'),
    ("eta", 'η'),
    ("theta", 'θ'),
    ("iota", 'ι'),
    ("kappa", 'κ'),
    ("lambda", 'λ'),
    ("mu", 'μ'),
    ("nu", 'ν'),
    ("xi", 'ξ'),
    ("omicron", 'ο'),
    ("pi", 'π'),
    ("rho", 'ρ'),
    ("sigmaf", 'ς'),
    ("sigma", 'σ'),
    ("tau", 'τ'),
    ("upsilon", 'υ'),
    ("phi", 'φ'),
    ("chi", 'χ'),
    ("psi", 'ψ'),
    ("omega", 'ω'),
    ("thetasym", 'ϑ'),
    ("upsih", 'ϒ'),
    ("piv", 'ϖ'),
    ("weierp", '℘'),
    ("image", 'ℑ'),
    ("real", 'ℜ'),
    ("alefsym", 'ℵ'),
    ("larr", '←'),
    ("uarr", '↑'),
    ("rarr", '→'),
    ("darr", '↓'),
    ("harr", '↔'),
    ("crarr", '↵'),
    ("lArr", '⇐'),
    ("uArr", '⇑'),
    ("rArr", '⇒'),
    ("dArr", '⇓'),
    ("hArr", '⇔'),
    ("forall", '∀'),
    ("part", '∂'),
    ("exist", '∃'),
    ("empty", '∅'),
    ("nabla", '∇'),
    ("isin", '∈'),
    ("notin", '∉'),
    ("ni", '∋'),
    ("prod", '∏'),
    ("sum", '∑'),
    ("minus", '−'),
    ("lowast", '∗'),
    ("radic", '√'),
    ("prop", '∝'),
    ("infin", '∞'),
    ("ang", '∠'),
    ("and", '∧'),
    ("or", '∨'),
    ("cap", '∩'),
    ("cup", '∪'),
    ("int", '∫'),
    ("there4", '∴'),
    ("sim", '∼'),
    ("cong", '≅'),
    ("asymp", '≈'),
    ("ne", '≠'),
    ("equiv", '≡'),
    ("le", '≤'),
    ("ge", '≥'),
    ("sub", '⊂'),
    ("sup", '⊃'),
    ("nsub", '⊄'),
    ("sube", '⊆'),
    ("supe", '⊇'),
    ("oplus", '⊕'),
    ("otimes", '⊗'),
    ("perp", '⊥'),
    ("sdot", '⋅'),
    ("lceil", '⌈'),
    ("rceil", '⌉'),
    ("lfloor", '⌊'),
    ("rfloor", '⌋'),
    ("lang", '⟨'),
    ("rang", '⟩'),
    ("loz", '◊'),
    ("spades", '♠'),
    ("clubs", '♣'),
    ("hearts", '♥'),
    ("diams", '♦'),
    ("Tab", '\t'),
    ("NewLine", '\n'),
    ("excl", '!'),
    ("num", '#'),
    ("dollar", '$'),
    ("percnt", '%'),
    ("lpar", '('),
    ("rpar", ')'),
    ("ast", '*'),
    ("plus", '+'),
    ("comma", ','),
    ("period", '.'),
    ("sol", '/'),
    ("colon", ':'),
    ("semi", ';'),
    ("equals", '='),
    ("quest", '?'),
    ("commat", '@'),
    ("lsqb", '['),
    ("lbrack", '['),
    ("bsol", '\\'),
    ("rsqb", ']'),
    ("rbrack", ']'),
    ("lowbar", '_'),
    ("grave", '`'),
    ("lcub", '{'),
    ("lbrace", '{'),
    ("vert", '|'),
    ("verbar", '|'),
    ("rcub", '}'),
    ("rbrace", '}'),
    ("hyphen", '‐'),
    ("dash", '‐'),
    ("check", '✓'),
    ("cross", '✗'),
    ("star", '☆'),
    ("starf", '★'),
    ("squ", '□'),
    ("half", '½'),
    ("nldr", '‥'),
    ("mldr", '…'),
];
