use std::collections::BTreeSet;

use encoding_rs::Encoding;
use url::Url;

use crate::policy::check_form;
use crate::provenance::LONGEST_URL;
use crate::tags::Tags;

/// A page with more has been made to have more.
const MOST_LINKS: usize = 5_000;
/// `#x10ffff;`
const LONGEST_REFERENCE: usize = 9;

/// The http and https links of a page, absolute, without fragment, each once, in the order of the
/// page.
pub(crate) fn links(html: &[u8], content_type: Option<&str>, page: &Url) -> Vec<String> {
    let encoding = content_type
        .and_then(charset)
        .and_then(|label| Encoding::for_label(label.as_bytes()))
        .unwrap_or(encoding_rs::UTF_8);
    let (text, _, _) = encoding.decode(html);
    let mut base = None;
    let mut hrefs = Vec::new();
    for tag in Tags::of(&text) {
        let Some(href) = tag.href.filter(|href| href.len() <= LONGEST_URL) else {
            continue;
        };
        let is = |name: &str| tag.name.eq_ignore_ascii_case(name);
        if base.is_none() && is("base") {
            base = page.join(&decoded(href)).ok();
        } else if hrefs.len() < MOST_LINKS && (is("a") || is("area")) {
            hrefs.push(decoded(href));
        }
    }
    let base = base.as_ref().unwrap_or(page);
    let mut seen = BTreeSet::new();
    let absolute = hrefs.iter().filter_map(|href| absolute(base, href));
    absolute.filter(|link| seen.insert(link.clone())).collect()
}

fn charset(content_type: &str) -> Option<&str> {
    let mut parameters = content_type.split(';').skip(1);
    parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    })
}

fn absolute(base: &Url, href: &str) -> Option<String> {
    // A replacement character marks bytes that were not understood: this is not what the page says.
    if href.contains('\u{fffd}') {
        return None;
    }
    let mut url = base.join(href.trim()).ok()?;
    check_form(&url).ok()?;
    url.set_fragment(None);
    Some(url.into())
}

/// With the character references that occur in URLs resolved; any other stays as it is written.
fn decoded(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let end = after
            .bytes()
            .take(LONGEST_REFERENCE)
            .position(|b| b == b';');
        let reference = end.and_then(|_| after.split_once(';'));
        let known = reference.and_then(|(name, rest)| Some((referred(name)?, rest)));
        match known {
            Some((c, following)) => {
                text.push(c);
                rest = following;
            }
            None => {
                text.push('&');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

fn referred(name: &str) -> Option<char> {
    let number = name.strip_prefix('#');
    let hex = number.and_then(|number| number.strip_prefix(['x', 'X']));
    match (name, hex, number) {
        ("amp", ..) => Some('&'),
        ("quot", ..) => Some('"'),
        ("apos", ..) => Some('\''),
        ("lt", ..) => Some('<'),
        ("gt", ..) => Some('>'),
        (_, Some(hex), _) => char::from_u32(u32::from_str_radix(hex, 16).ok()?),
        (_, None, Some(number)) => char::from_u32(number.parse().ok()?),
        (_, None, None) => None,
    }
}
