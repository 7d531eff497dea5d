use super::checks;
use super::context::{Around, Topic};
use super::groups::{FEWEST_OF_ANY, Group};
use super::payment::{Issuer, issuer};
use super::{Hit, PersonalKind, mixed, network, phone};

/// Fewer digits than a local phone number are nobody's data, unless a word says that they are.
const FEWEST: usize = 7;

/// What the numbers of a group are.
pub(crate) fn check(text: &str, group: &Group) -> Vec<Hit> {
    let first = group.range(0, 0);
    let last = group.runs.len().saturating_sub(1);
    let behind_letters = mixed::plate_behind_dot(text, &first)
        .or_else(|| mixed::spaced_national_insurance(text, &first));
    if behind_letters.is_some() {
        return behind_letters.into_iter().collect();
    }
    if group.total() < FEWEST_OF_ANY || is_part_of_number(text, group) {
        return Vec::new();
    }
    let mut hits = Vec::new();
    let whole = group.range(0, last);
    let around = Around::of(text, &whole);
    if let Some(address) = network::ipv4(text, group, &around) {
        hits.push(address);
        return hits;
    }
    let mut from = 0;
    while from <= last {
        match at_run(text, group, from, &around) {
            Some((hit, to)) => {
                hits.push(hit);
                from = to + 1;
            }
            None => from += 1,
        }
    }
    hits
}

/// The longest find that begins at a run, and the run it ends with.
fn at_run(text: &str, group: &Group, from: usize, around: &Around<'_>) -> Option<(Hit, usize)> {
    let last = group.runs.len().saturating_sub(1);
    for to in (from..=last).rev() {
        let digits = group.digits(from, to);
        if !(FEWEST..=19).contains(&digits.len()) {
            continue;
        }
        if let Some(kind) = numbered(group, from, to, digits, around) {
            return Some(((kind, group.range(from, to)), to));
        }
    }
    if let Some((range, to)) = phone::at_run(text, group, from, around) {
        return Some(((PersonalKind::Phone, range), to));
    }
    let whole = group.range(from, last);
    let hit = (from == 0)
        .then(|| mixed::licence(&whole, around))
        .flatten()?;
    Some((hit, last))
}

fn numbered(
    group: &Group,
    from: usize,
    to: usize,
    digits: &[u8],
    around: &Around<'_>,
) -> Option<PersonalKind> {
    let is_one = from == to;
    let shaped = |lengths: &[usize]| group.has_lengths(from, to, lengths);
    let kind = match digits.len() {
        18 if is_resident(digits) && (is_one || shaped(&[6, 8, 4]) || shaped(&[6, 4, 4, 4])) => {
            PersonalKind::ChineseResident
        }
        15 if is_one && around.has(Topic::Resident) && is_old_resident(digits) => {
            PersonalKind::ChineseResident
        }
        12..=19 if is_card(group, from, to, digits, around) => PersonalKind::PaymentCard,
        9 if (is_one || shaped(&[3, 2, 4]))
            && is_social_security(digits)
            && around.has(Topic::SocialSecurity) =>
        {
            PersonalKind::UsSocialSecurity
        }
        9 if (is_one || shaped(&[3, 2, 4]))
            && is_taxpayer(digits)
            && around.has(Topic::Taxpayer) =>
        {
            PersonalKind::UsTaxpayer
        }
        9 if (is_one || shaped(&[4, 4, 1]))
            && around.has(Topic::Routing)
            && checks::routing(digits) =>
        {
            PersonalKind::BankRouting
        }
        10 if (is_one || shaped(&[3, 3, 4]))
            && around.has(Topic::Health)
            && checks::health_service(digits) =>
        {
            PersonalKind::UkHealth
        }
        8..=9 if is_one && around.before(Topic::Passport) => PersonalKind::Passport,
        8..=19 if is_one && around.before(Topic::Account) && !is_amount(group, to, around) => {
            PersonalKind::BankAccount
        }
        _ => return None,
    };
    Some(kind)
}

fn is_card(group: &Group, from: usize, to: usize, digits: &[u8], around: &Around<'_>) -> bool {
    let shaped = |lengths: &[usize]| group.has_lengths(from, to, lengths);
    let strong = shaped(&[4, 4, 4, 4]) || shaped(&[4, 6, 5]) || shaped(&[4, 4, 4, 4, 3]);
    let shape = from == to || strong || shaped(&[4, 6, 4]) || shaped(&[6, 13]);
    if !shape || !checks::luhn(digits) || looks_like_resident(digits) {
        return false;
    }
    match issuer(digits) {
        Some(Issuer::Usual) => strong || !is_amount(group, to, around) || around.has(Topic::Card),
        Some(Issuer::Unusual) => around.has(Topic::Card),
        None => false,
    }
}

/// Whether the unit behind a group is that of its run `to`.
pub(crate) fn is_amount(group: &Group, to: usize, around: &Around<'_>) -> bool {
    to + 1 == group.runs.len() && around.is_amount()
}

fn looks_like_resident(digits: &[u8]) -> bool {
    let birthday = digits.get(6..14).unwrap_or_default();
    digits.len() == 18 && checks::is_province(digits) && checks::is_birthday(birthday)
}

fn is_resident(digits: &[u8]) -> bool {
    let Some((check, first)) = digits.split_last() else {
        return false;
    };
    looks_like_resident(digits) && checks::resident(first, *check)
}

/// Fifteen digits, issued until 1999: the year has two digits and there is no check digit.
fn is_old_resident(digits: &[u8]) -> bool {
    let mut birthday = vec![1, 9];
    birthday.extend(digits.get(6..12).unwrap_or_default());
    checks::is_province(digits) && checks::is_birthday(&birthday)
}

/// Area, group and serial as the Social Security Administration gives them out.
fn is_social_security(digits: &[u8]) -> bool {
    let (area, group, serial) = parts(digits);
    !matches!(area, 0 | 666 | 900..) && group != 0 && serial != 0
}

fn is_taxpayer(digits: &[u8]) -> bool {
    let (area, group, _) = parts(digits);
    area >= 900 && matches!(group, 50..=65 | 70..=88 | 90..=92 | 94..=99)
}

fn parts(digits: &[u8]) -> (u32, u32, u32) {
    let number = |from: usize, to: usize| {
        let part = digits.get(from..to).unwrap_or_default();
        part.iter().fold(0_u32, |n, d| n * 10 + u32::from(*d))
    };
    (number(0, 3), number(3, 5), number(5, 9))
}

/// `1,234567` and `0.1234567` continue a number to the left.
fn is_part_of_number(text: &str, group: &Group) -> bool {
    let first = group.range(0, 0);
    let mut before = text
        .as_bytes()
        .get(..first.start)
        .unwrap_or_default()
        .iter()
        .rev();
    let sign = before.next();
    let digit = before.next().is_some_and(u8::is_ascii_digit);
    match sign {
        Some(b',') => digit && first.len() == 3,
        Some(b'.') => digit,
        _ => false,
    }
}
