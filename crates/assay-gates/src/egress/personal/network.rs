use core::net::Ipv6Addr;

use super::context::{Around, Topic};
use super::groups::Group;
use super::{Hit, Personal, PersonalKind};
use crate::egress::view::is_cjk;

pub(crate) fn emails(text: &str) -> Vec<Personal> {
    let signs = text.match_indices('@');
    signs.filter_map(|(at, _)| email(text, at)).collect()
}

fn email(text: &str, at: usize) -> Option<Personal> {
    let is_local = |c: char| {
        (c.is_alphanumeric() && !is_cjk(c)) || matches!(c, '.' | '_' | '%' | '+' | '-' | '\'')
    };
    let is_host = |c: char| (c.is_alphanumeric() && !is_cjk(c)) || matches!(c, '.' | '-');
    let before = text.get(..at)?;
    let start = before.trim_end_matches(is_local).len();
    let local = before.get(start..)?;
    let start = start + (local.len() - local.trim_start_matches(['.', '\'', '-', '_', '%']).len());
    let after = text.get(at + 1..)?;
    let host = after.get(..after.find(|c| !is_host(c)).unwrap_or(after.len()))?;
    let host = host.trim_end_matches(['.', '-']);
    let (name, top) = host.rsplit_once('.')?;
    let is_top = top.chars().count() >= 2 && top.chars().all(char::is_alphabetic);
    let is_one = start < at && !name.is_empty() && !name.starts_with('.') && is_top;
    is_one.then_some(Personal {
        kind: PersonalKind::Email,
        start,
        end: at + 1 + host.len(),
    })
}

/// Four numbers up to 255 with dots, on the open internet, beside a word for such an address.
pub(crate) fn ipv4(text: &str, group: &Group, around: &Around<'_>) -> Option<Hit> {
    let last = group.runs.len().checked_sub(1).filter(|last| *last == 3)?;
    let range = group.range(0, last);
    let written = text.get(range.clone())?;
    if written.matches('.').count() != 3 || written.contains([' ', '-', '(', ')']) {
        return None;
    }
    let mut octets = [0_u32; 4];
    for (octet, part) in octets.iter_mut().zip(written.split('.')) {
        *octet = part.parse().ok().filter(|n| *n < 256)?;
    }
    (is_public(octets) && around.has(Topic::Address)).then_some((PersonalKind::IpAddress, range))
}

fn is_public([a, b, c, _]: [u32; 4]) -> bool {
    let reserved = matches!(a, 0 | 10 | 127 | 224..)
        || (a == 100 && (64..128).contains(&b))
        || (a == 169 && b == 254)
        || (a == 172 && (16..32).contains(&b))
        || (a == 192 && (b == 168 || (b == 0 && matches!(c, 0 | 2))))
        || (a == 198 && (matches!(b, 18 | 19) || (b == 51 && c == 100)))
        || (a == 203 && b == 0 && c == 113);
    !reserved
}

pub(crate) fn ipv6(text: &str) -> Vec<Personal> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let is_part = |b: &u8| b.is_ascii_hexdigit() || *b == b':';
    let mut at = 0;
    while let Some(colon) = bytes
        .get(at..)
        .and_then(|rest| memchr::memchr(b':', rest))
        .map(|found| at + found)
    {
        let before = bytes.get(..colon).unwrap_or_default();
        let start = colon
            - before
                .iter()
                .rev()
                .take(4)
                .take_while(|b| is_part(b))
                .count();
        let rest = bytes.get(start..).unwrap_or_default();
        let length = rest.iter().take(40).take_while(|b| is_part(b)).count();
        let end = start + length;
        at = end.max(colon + 1);
        let Some(written) = text.get(start..end).filter(|w| w.len() >= 8) else {
            continue;
        };
        let is_one = written.parse::<Ipv6Addr>().is_ok_and(|address| {
            let first = address.segments().first().copied().unwrap_or(0);
            let documented = matches!(address.segments(), [0x2001, 0xdb8, ..]);
            (0x2000..0x4000).contains(&first) && first != 0x2002 && !documented
        });
        if is_one && Around::of(text, &(start..end)).has(Topic::Address) {
            found.push(Personal {
                kind: PersonalKind::IpAddress,
                start,
                end,
            });
        }
    }
    found
}
