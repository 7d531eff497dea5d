use assay_exports::{Cell, Inline};
use assay_valuation::{Implied, MultipleDistribution, Valuation};

use crate::amount;
use crate::error::MemoError;
use crate::notes::COMPARABLES;
use crate::page::{NONE, Page, left, right, row};

/// Peers' multiples, what they imply, and who was left out and why.
pub(super) fn add(page: &mut Page<'_>, valuation: &Valuation) -> Result<(), MemoError> {
    page.subheading("comparables", "Comparable companies", "可比公司");
    let Some(comparables) = &valuation.comparables else {
        page.lacks(
            "No comparison: fewer than three usable peers were given.",
            "未进行比较：可用可比公司不足三家。",
        );
        return Ok(());
    };
    let columns = vec![
        left(page.pick("Multiple", "倍数")),
        right(page.pick("Peers", "家数")),
        right(page.pick("First quartile", "下四分位")),
        right(page.pick("Median", "中位数")),
        right(page.pick("Third quartile", "上四分位")),
        right(page.pick("Value a share, first quartile", "隐含价值（下四分位）")),
        right(page.pick("Value a share, median", "隐含价值（中位数）")),
        right(page.pick("Value a share, third quartile", "隐含价值（上四分位）")),
    ];
    let mut rows = Vec::new();
    for distribution in &comparables.distributions {
        rows.push(row(cells(page, distribution)?));
    }
    page.table(None, columns, rows);
    unapplied(page, &comparables.distributions);
    peers(page, valuation, &comparables.distributions)?;
    exclusions(page, comparables);
    Ok(())
}

fn cells(page: &mut Page<'_>, found: &MultipleDistribution) -> Result<Vec<Cell>, MemoError> {
    let language = page.language();
    let name = found.multiple.text();
    let of = page.pick("peers of the request", "可比公司名单").to_owned();
    let count = found.peers.len();
    let (id, value) = page
        .ledger
        .count(&format!("peers.{name}"), name, count, &of);
    let mut cells = vec![Cell::text(name), Cell::figure(id, value, count.to_string())];
    for line in [&found.first_quartile, &found.median, &found.third_quartile] {
        let id = page.ledger.line(COMPARABLES, &line.id)?;
        cells.push(Cell::figure(
            id,
            line.value,
            amount::multiple(line.value, language),
        ));
    }
    match &found.implied {
        Implied::Values(values) => {
            for line in [
                &values.first_quartile,
                &values.median,
                &values.third_quartile,
            ] {
                let id = page.ledger.line(COMPARABLES, &line.id)?;
                cells.push(Cell::figure(id, line.value, amount::plain(line.value, 2)));
            }
        }
        Implied::NotMeaningful { .. } => {
            let text = page.pick("not meaningful", "无意义（NM）");
            cells.extend([text; 3].map(Cell::text));
        }
        Implied::Missing { .. } => cells.extend([NONE; 3].map(Cell::text)),
    }
    Ok(cells)
}

/// Multiples that could not be applied to the company, and what they lack.
fn unapplied(page: &mut Page<'_>, distributions: &[MultipleDistribution]) {
    let origin = page.pick("valuation engine", "估值引擎").to_owned();
    let mut items = Vec::new();
    for distribution in distributions {
        let name = distribution.multiple.text();
        let Implied::Missing { gaps } = &distribution.implied else {
            continue;
        };
        let mut text = vec![Inline::text(page.pick(
            format!("{name} gives no value a share: "),
            format!("{name} 无法给出每股价值："),
        ))];
        let told: Vec<String> = gaps.iter().map(|gap| gap.text(page.language())).collect();
        let told = told.join(page.pick("; ", "；"));
        text.extend(page.ledger.said(&format!("implied.{name}"), &told, &origin));
        items.push(text);
    }
    page.bullets(items);
}

fn peers(
    page: &mut Page<'_>,
    valuation: &Valuation,
    distributions: &[MultipleDistribution],
) -> Result<(), MemoError> {
    let mut columns = vec![
        left(page.pick("Peer", "可比公司")),
        left(page.pick("Why comparable", "可比理由")),
    ];
    columns.extend(distributions.iter().map(|one| right(one.multiple.text())));
    let origin = page.pick("peers of the request", "可比公司名单").to_owned();
    let mut rows = Vec::new();
    for (at, peer) in valuation.request.peers.iter().enumerate() {
        let mut cells = vec![
            Cell::text(&peer.name),
            page.ledger
                .said_cell(&format!("peer.{at}"), &peer.reason, &origin),
        ];
        let mut is_used = false;
        for distribution in distributions {
            let found = distribution.peers.iter().find(|one| one.peer == peer.name);
            cells.push(match found {
                Some(found) => {
                    is_used = true;
                    let line = &found.multiple;
                    let id = page.ledger.line(COMPARABLES, &line.id)?;
                    let text = amount::multiple(line.value, page.language());
                    Cell::figure(id, line.value, text)
                }
                None => Cell::text(NONE),
            });
        }
        if is_used {
            rows.push(row(cells));
        }
    }
    page.table(None, columns, rows);
    Ok(())
}

fn exclusions(page: &mut Page<'_>, comparables: &assay_valuation::Comparables) {
    let shown: Vec<_> = comparables
        .distributions
        .iter()
        .map(|one| one.multiple)
        .collect();
    let origin = page.pick("valuation engine", "估值引擎").to_owned();
    let mut items = Vec::new();
    for (at, exclusion) in comparables.excluded.iter().enumerate() {
        // A multiple that nobody has is no peer left out.
        if exclusion.multiple.is_some_and(|one| !shown.contains(&one)) {
            continue;
        }
        let multiple = exclusion.multiple.map_or("", |one| one.text());
        let mut text = vec![
            page.word("Left out: ", "剔除："),
            Inline::strong(format!("{} {multiple}", exclusion.peer).trim_end()),
            page.word(": ", "："),
        ];
        let reason = exclusion.reason.text(page.language());
        text.extend(
            page.ledger
                .said(&format!("exclusion.{at}"), &reason, &origin),
        );
        items.push(text);
    }
    page.bullets(items);
}
