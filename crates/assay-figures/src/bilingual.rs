//! What Chinese text calls the rows of English accounts, as far as they are no metrics.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::scan::Needles;

/// Regions, lines of business, people and owners. Of two names where one contains the other both
/// count.
const NAMES: [(&str, &str); 44] = [
    ("大中华", "greater china"),
    ("中国", "china"),
    ("美洲", "americas"),
    ("北美", "north america"),
    ("拉美", "latin america"),
    ("美国", "united states"),
    ("欧洲", "europe"),
    ("亚太", "asia pacific"),
    ("亚洲", "asia"),
    ("日本", "japan"),
    ("英国", "united kingdom"),
    ("德国", "germany"),
    ("台湾", "taiwan"),
    ("香港", "hong kong"),
    ("新加坡", "singapore"),
    ("印度", "india"),
    ("国际", "international"),
    ("海外", "international"),
    ("员工", "employees headcount"),
    ("雇员", "employees headcount"),
    ("归母", "attributable stockholders shareholders"),
    ("归属于", "attributable stockholders shareholders"),
    ("服务", "services"),
    ("产品", "products"),
    ("软件", "software"),
    ("硬件", "hardware"),
    ("汽车", "automotive"),
    ("租赁", "leasing"),
    ("能源", "energy"),
    ("储能", "energy storage"),
    ("数据中心", "data center"),
    ("云", "cloud"),
    ("游戏", "gaming"),
    ("广告", "advertising"),
    ("订阅", "subscription"),
    ("零售", "retail"),
    ("批发", "wholesale"),
    ("保险", "insurance"),
    ("研发", "research development"),
    ("现金", "cash"),
    ("存货", "inventories"),
    ("股息", "dividends"),
    ("回购", "repurchases"),
    ("门店", "stores"),
];

/// What English accounts call the things that a text names in Chinese.
pub fn english_names(text: &str) -> Vec<&'static str> {
    if text.is_ascii() {
        return Vec::new();
    }
    static NEEDLES: LazyLock<Needles> = LazyLock::new(|| Needles::of(NAMES.map(|(name, _)| name)));
    let named: BTreeSet<usize> = NEEDLES.places_in(text).into_iter().collect();
    let names = named.into_iter().filter_map(|place| NAMES.get(place));
    names.map(|(_, english)| *english).collect()
}
