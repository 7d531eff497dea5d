//! Labels of Chinese statements: units, reporting days, names of items.

use assay_domain::{Date, Decimal};

use crate::period::parse_date;

/// `营业收入（万元）` and `总股本(亿股)`.
pub(super) fn heading_and_unit(heading: &str) -> (&str, Option<Decimal>) {
    let heading = heading.trim();
    let open = heading.rfind(['(', '（']);
    let inner = open
        .and_then(|at| heading.get(at..))
        .map(|rest| rest.trim_matches(|c| matches!(c, '(' | '（' | ')' | '）')));
    match (open, inner.and_then(factor)) {
        (Some(at), Some(factor)) => (heading.get(..at).unwrap_or(heading).trim(), Some(factor)),
        _ => (heading, None),
    }
}

/// The item without what a statement puts around its name: `五、净利润（净亏损以“－”号填列）`,
/// `其中：营业收入`, `1.归属于母公司股东的净利润`.
pub(super) fn item_name(heading: &str) -> &str {
    const LEADS: &[&str] = &["其中", "减", "加"];
    const MARKS: &[char] = &['*', '△', '▲', '☆', '#', '\u{3000}', ' '];
    let mut name = heading.trim();
    loop {
        let before = name;
        name = name.trim_start_matches(MARKS);
        for lead in LEADS {
            if let Some(rest) = name.strip_prefix(lead)
                && let Some(rest) = rest.strip_prefix(['：', ':'])
            {
                name = rest;
            }
        }
        name = without_number(name);
        if let Some((rest, remark)) = name.rsplit_once(['（', '('])
            && remark.contains("填列")
        {
            name = rest.trim_end();
        }
        if name == before {
            return name.trim();
        }
    }
}

/// Without `一、`, `（一）`, `1.` or `(1)`.
fn without_number(name: &str) -> &str {
    let is_number = |c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c);
    if let Some(rest) = name.strip_prefix(['（', '(']) {
        let after = rest.trim_start_matches(is_number);
        return match after.strip_prefix(['）', ')']) {
            Some(after) if after.len() + 1 < rest.len() => after,
            _ => name,
        };
    }
    let after = name.trim_start_matches(is_number);
    match after.strip_prefix(['、', '.', '．']) {
        Some(rest) if after.len() < name.len() => rest,
        _ => name,
    }
}

/// The last day of a report: a day, or `2024年报`, `2024三季报`, `2024Q3`, `2024年中报`.
pub(super) fn report_day(text: &str) -> Option<Date> {
    let text = text.trim();
    if let Some(day) = parse_date(text) {
        return Some(day);
    }
    let year = text.get(..4)?.parse::<i16>().ok()?;
    let kind = text.get(4..)?.trim_matches(['年', ' ', '-', '度']);
    let kind = kind.strip_suffix("报告").unwrap_or(kind);
    let kind = kind.strip_suffix("单季").unwrap_or(kind);
    let (month, day) = match kind.trim_matches(['年', '度', '第', '（', '(', ')', '）']) {
        "" | "报" | "A" | "FY" | "Q4" | "四季" | "四季报" => (12, 31),
        "Q1" | "一季" | "一季报" => (3, 31),
        "Q2" | "H1" | "二季" | "中报" | "半年" | "半年报" | "半" => (6, 30),
        "Q3" | "三季" | "三季报" | "前三季" => (9, 30),
        _ => return None,
    };
    let is_year = (1990..2100).contains(&year);
    Date::new(year, month, day).ok().filter(|_| is_year)
}

/// `单位：万元`, `金额单位：人民币元`, `合并利润表（单位：百万元）`.
pub(super) fn unit_after_label(cell: &str) -> Option<String> {
    let (_, rest) = cell.split_once("单位")?;
    let unit = rest.trim_start_matches(['：', ':', ' ']);
    let unit = unit.strip_prefix("人民币").unwrap_or(unit).trim_start();
    let ends = |c: char| c.is_whitespace() || matches!(c, '）' | ')' | '，' | ',' | '；' | ';');
    let unit = unit.split(ends).next().unwrap_or_default();
    factor(unit).map(|_| unit.to_owned())
}

pub(super) fn factor(unit: &str) -> Option<Decimal> {
    let unit = unit.strip_prefix("人民币").unwrap_or(unit);
    let factor: u64 = match unit.trim() {
        "元" | "股" | "元/股" => 1,
        "千元" => 1_000,
        "万元" | "万股" => 10_000,
        "百万元" | "百万" => 1_000_000,
        "亿元" | "亿股" | "亿" => 100_000_000,
        _ => return None,
    };
    Some(Decimal::from(factor))
}

pub(super) fn currency_code(text: &str) -> &str {
    match text {
        "人民币" | "人民币元" | "元" => "CNY",
        "美元" => "USD",
        "港元" | "港币" => "HKD",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{item_name, report_day, unit_after_label};

    #[test]
    fn labels_are_read_as_vendors_write_them() {
        for (text, name) in [
            ("一、营业总收入", "营业总收入"),
            ("其中：营业收入", "营业收入"),
            ("减：营业成本", "营业成本"),
            ("五、净利润（净亏损以“－”号填列）", "净利润"),
            (
                "1.归属于母公司股东的净利润（净亏损以“-”号填列）",
                "归属于母公司股东的净利润",
            ),
            ("（一）基本每股收益", "基本每股收益"),
            ("△吸收存款", "吸收存款"),
            ("一年内到期的非流动负债", "一年内到期的非流动负债"),
            (
                "三、经营活动产生的现金流量净额",
                "经营活动产生的现金流量净额",
            ),
        ] {
            assert_eq!(item_name(text), name);
        }
        for (text, day) in [
            ("2024-12-31", Some("2024-12-31")),
            ("2024年12月31日", Some("2024-12-31")),
            ("20240930", Some("2024-09-30")),
            ("2024年报", Some("2024-12-31")),
            ("2024年年度报告", Some("2024-12-31")),
            ("2024三季报", Some("2024-09-30")),
            ("2024年半年度报告", Some("2024-06-30")),
            ("2024中报", Some("2024-06-30")),
            ("2024年一季度", Some("2024-03-31")),
            ("2024Q3", Some("2024-09-30")),
            ("2024", Some("2024-12-31")),
            ("同比", None),
            ("1204", None),
            ("2024年预测", None),
        ] {
            let found = report_day(text).map(|day| day.to_string());
            assert_eq!(found.as_deref(), day, "{text}");
        }
        for (text, unit) in [
            ("单位：万元", Some("万元")),
            ("金额单位：人民币元", Some("元")),
            ("合并利润表（单位：百万元）", Some("百万元")),
            ("单位:亿元 币种:人民币", Some("亿元")),
            ("编制单位：贵州茅台", None),
        ] {
            assert_eq!(unit_after_label(text).as_deref(), unit, "{text}");
        }
    }
}
