//! What a number counts or measures by the noun behind it: people, cars, gigawatt-hours.

use std::ops::Range;

use assay_figures::{Metric, Unit, cut};

use super::value::Value;
use super::words::{is_han, token_ranges};

/// A thing that is counted or a unit that measures, by one name.
pub(crate) type Thing = &'static str;

/// `people` may be employees or customers.
const PEOPLE: Thing = "people";

/// Names of things, in lower case, and the Chinese words that stand at once behind a number.
const THINGS: [(Thing, &str, &[&str]); 27] = [
    (PEOPLE, "people person persons", &["人", "名"]),
    (
        "employees",
        "employee employees staff worker workers colleagues associates",
        &["名员工", "位员工"],
    ),
    (
        "customers",
        "customer customers client clients user users subscriber subscribers",
        &["名客户", "名用户", "位用户", "个客户"],
    ),
    (
        "plants",
        "factory factories plant plants gigafactories",
        &["座工厂", "家工厂"],
    ),
    (
        "vehicles",
        "car cars vehicle vehicles truck trucks automobiles",
        &["辆"],
    ),
    (
        "stores",
        "store stores shop shops outlet outlets",
        &["家门店", "间门店"],
    ),
    ("restaurants", "restaurant restaurants", &["家餐厅"]),
    (
        "offices",
        "office offices branches",
        &["家分行", "个办事处"],
    ),
    ("countries", "country countries", &["个国家"]),
    ("patents", "patent patents", &["项专利", "件专利"]),
    ("shares", "share shares", &["股"]),
    ("days", "day days", &["天", "日"]),
    ("months", "month months", &["个月"]),
    ("years", "year years", &[]),
    ("hours", "hour hours", &["小时"]),
    ("kWh", "kwh", &["千瓦时"]),
    ("MWh", "mwh", &["兆瓦时"]),
    ("GWh", "gwh", &["吉瓦时"]),
    ("TWh", "twh", &["太瓦时"]),
    ("kW", "kw kilowatts", &["千瓦"]),
    ("MW", "mw megawatts", &["兆瓦"]),
    ("GW", "gw gigawatts", &["吉瓦"]),
    ("tonnes", "ton tons tonne tonnes", &["吨"]),
    ("kilograms", "kg kilograms", &["公斤", "千克"]),
    ("kilometres", "km kilometres kilometers", &["公里", "千米"]),
    ("miles", "mile miles", &["英里"]),
    ("barrels", "barrel barrels bbl", &["桶"]),
];

/// Words behind which another thing begins.
const ENDS: &str = " of in for from to at by per and or on with as than across over during after before that \
    which who were was are is had has ";

/// What the words behind a number say that it counts. Up to two words may stand between.
pub(crate) fn thing_behind(text: &str, number: &Range<usize>) -> Option<Thing> {
    const REACH: usize = 3;
    let after = cut(text, number.end..text.len());
    let trimmed = after.trim_start();
    if trimmed.starts_with(is_han) {
        let names = THINGS
            .iter()
            .flat_map(|(thing, _, han)| han.iter().map(|name| (*thing, *name)));
        let here = names.filter(|(_, name)| trimmed.starts_with(name));
        return here
            .max_by_key(|(_, name)| name.len())
            .map(|(thing, _)| thing);
    }
    let mut last = 0;
    for range in token_ranges(after).into_iter().take(REACH) {
        let gap = cut(after, last..range.start);
        let word = cut(after, range.clone()).to_lowercase();
        if gap.contains(|c: char| !matches!(c, ' ' | '-' | '\u{a0}')) || gap.is_empty() {
            return None;
        }
        if ENDS.contains(&format!(" {word} ")) {
            return None;
        }
        let found = THINGS
            .iter()
            .find(|(_, names, _)| names.split(' ').any(|name| name == word));
        if let Some((thing, ..)) = found {
            return Some(thing);
        }
        last = range.end;
    }
    None
}

/// What a number counts by the metric that it is.
pub(crate) fn thing_of(metric: Option<&Metric>) -> Option<Thing> {
    match metric?.id.as_str() {
        "employees" => Some("employees"),
        "customers" => Some("customers"),
        _ => None,
    }
}

/// Whether a number of a claim counts something else than the one of the evidence.
pub(crate) fn counts_another(
    claim: (&Value, Option<Thing>),
    source: (&Value, Option<Thing>),
) -> bool {
    let is_money = |value: &Value| matches!(value.unit, Unit::Currency(_));
    match (claim.1, source.1) {
        (Some(a), Some(b)) => {
            let person = |thing: Thing| matches!(thing, "employees" | "customers");
            let may_be = a == b || (a == PEOPLE && person(b)) || (b == PEOPLE && person(a));
            !may_be || is_money(claim.0) != is_money(source.0)
        }
        (None, Some(_)) => is_money(claim.0) && !is_money(source.0),
        (Some(_), None) => is_money(source.0) && !is_money(claim.0),
        (None, None) => false,
    }
}
