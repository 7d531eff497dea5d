/// A longer name or number is no entity.
const MAX_NAME: usize = 14;
/// `&amp;amp;#105;` and the like: how often an ampersand may itself be written as an entity.
const MAX_DEPTH: usize = 3;

/// The character that an HTML entity at the start of `text` stands for, and the entity's length.
pub(crate) fn decoded(text: &str) -> Option<(char, usize)> {
    let inner = text.strip_prefix('&')?;
    let mut rest = inner;
    for _ in 0..MAX_DEPTH {
        let Some(next) = rest.strip_prefix("amp;") else {
            break;
        };
        rest = next;
    }
    let skipped = 1 + inner.len() - rest.len();
    match one(rest) {
        Some((c, length)) => Some((c, skipped + length)),
        None if skipped > 1 => Some(('&', skipped)),
        None => None,
    }
}

fn one(text: &str) -> Option<(char, usize)> {
    if let Some(number) = text.strip_prefix('#') {
        let hexadecimal = number.strip_prefix(['x', 'X']);
        let (digits, radix) = hexadecimal.map_or((number, 10), |digits| (digits, 16));
        let length = digits.chars().take_while(|c| c.is_digit(radix)).count();
        let digits = digits
            .get(..length)
            .filter(|found| found.len() <= MAX_NAME)?;
        let c = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
        let marks = if radix == 16 { 2 } else { 1 };
        let closed = text.get(marks + length..)?.starts_with(';');
        return Some((c, marks + length + usize::from(closed)));
    }
    let length = text.bytes().take(MAX_NAME + 1).position(|b| b == b';')?;
    let name = text.get(..length)?;
    named(name).map(|c| (c, length + 1))
}

fn named(name: &str) -> Option<char> {
    let known = NAMED.iter().find(|(known, _)| *known == name);
    if let Some((_, c)) = known {
        return Some(*c);
    }
    // Accents come off in the normal text, so that a letter's entity is the letter.
    let mut chars = name.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    ACCENTS.contains(&chars.as_str()).then_some(letter)
}

const ACCENTS: [&str; 9] = [
    "acute", "grave", "circ", "uml", "tilde", "cedil", "ring", "caron", "slash",
];

const NAMED: [(&str, char); 46] = [
    ("nbsp", ' '),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("shy", '\u{ad}'),
    ("zwnj", '\u{200c}'),
    ("zwj", '\u{200d}'),
    ("lrm", '\u{200e}'),
    ("rlm", '\u{200f}'),
    ("ZeroWidthSpace", '\u{200b}'),
    ("NoBreak", '\u{2060}'),
    ("ensp", ' '),
    ("emsp", ' '),
    ("thinsp", ' '),
    ("hairsp", ' '),
    ("numsp", ' '),
    ("puncsp", ' '),
    ("Tab", '\t'),
    ("NewLine", '\n'),
    ("lsquo", '\''),
    ("rsquo", '\''),
    ("ldquo", '"'),
    ("rdquo", '"'),
    ("ndash", '-'),
    ("mdash", '-'),
    ("hyphen", '-'),
    ("dash", '-'),
    ("excl", '!'),
    ("quest", '?'),
    ("comma", ','),
    ("period", '.'),
    ("colon", ':'),
    ("semi", ';'),
    ("lpar", '('),
    ("rpar", ')'),
    ("lbrack", '['),
    ("lsqb", '['),
    ("rsqb", ']'),
    ("lowbar", '_'),
    ("sol", '/'),
    ("bsol", '\\'),
    ("num", '#'),
    ("vert", '|'),
    ("verbar", '|'),
    ("commat", '@'),
];
