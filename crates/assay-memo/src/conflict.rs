//! The conflict report: values side by side, their class, and the document that would settle it.

use assay_exports::{Cell, FigureId, Inline, MetaItem};
use assay_gates::{ConflictKind, ConflictSide, OpenConflict};

use crate::amount;
use crate::card;
use crate::disclosure;
use crate::error::MemoError;
use crate::header;
use crate::memo::quality;
use crate::notes::Made;
use crate::page::{Page, left, right, row};

pub(crate) fn add(page: &mut Page<'_>) -> Result<Vec<MetaItem>, MemoError> {
    let meta = header::common(page);
    disclosure::first_page(page);
    header::gate(page);
    open(page);
    points(page)?;
    card::upgrade(page);
    page.heading("quality", "Data quality", "数据质量");
    quality::gates(page)?;
    quality::notes(page);
    quality::filings(page);
    disclosure::add(page);
    Ok(meta)
}

pub(crate) fn kind_word(kind: ConflictKind, page: &Page<'_>) -> &'static str {
    match kind {
        ConflictKind::Value => page.pick("value: same basis, two figures", "数值冲突（同口径）"),
        ConflictKind::Basis => page.pick("basis: two bases", "口径冲突"),
    }
}

/// Conflicts that nothing resolved.
fn open(page: &mut Page<'_>) {
    page.heading("conflicts", "Open conflicts", "未解决的冲突");
    let conflicts = &page.dossier.measured.conflicts;
    if conflicts.is_empty() {
        page.lacks(
            "The run lists no conflict by itself; see the data points below.",
            "运行记录中没有单列的冲突，见下方数据点。",
        );
        return;
    }
    let columns = vec![
        left(page.pick("About", "事项")),
        left(page.pick("Class", "类别")),
        right(page.pick("Value", "数值")),
        left(page.pick("Unit", "单位")),
        left(page.pick("Source", "来源")),
        left(page.pick("Needed document", "所需文件")),
    ];
    let origin = page
        .pick("conflicts of the run", "本次运行的冲突记录")
        .to_owned();
    let mut rows = Vec::new();
    for conflict in conflicts {
        let needed = conflict.needed.clone().unwrap_or_else(|| {
            page.pick("the latest filing on the same basis", "同一口径的最新公告")
                .to_owned()
        });
        let about =
            page.ledger
                .said_cell(&format!("{}.about", conflict.id), &conflict.about, &origin);
        let needed = page
            .ledger
            .said_cell(&format!("{}.needed", conflict.id), &needed, &origin);
        let class = kind_word(conflict.kind, page);
        for (at, side) in conflict.sides.iter().enumerate() {
            let id = side_figure(page, conflict, at, side);
            let source = page.ledger.said_cell(
                &format!("{}.source{at}", conflict.id),
                &side.source,
                &origin,
            );
            rows.push(row(vec![
                about.clone(),
                Cell::text(class),
                Cell::figure(id, side.value, amount::exact(side.value)),
                Cell::text(&side.unit),
                source,
                needed.clone(),
            ]));
        }
        if conflict.sides.is_empty() {
            let mut cells = vec![about, Cell::text(class)];
            cells.extend([crate::page::NONE; 3].map(Cell::text));
            cells.push(needed);
            rows.push(row(cells));
        }
    }
    page.table(None, columns, rows);
}

fn side_figure(
    page: &mut Page<'_>,
    conflict: &OpenConflict,
    at: usize,
    side: &ConflictSide,
) -> FigureId {
    if let Ok(id) = page.ledger.resolve(&conflict.id, &side.id) {
        return id;
    }
    page.ledger.made(Made {
        id: format!("{}/side{at}", conflict.id),
        label: conflict.about.clone(),
        value: format!("{} {}", amount::exact(side.value), side.unit),
        formula: None,
        inputs: Vec::new(),
        source: side.source.clone(),
        locator: Some(side.id.clone()),
    })
}

/// Data points that another source or vintage contradicts.
fn points(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("points", "Data points in conflict", "冲突的数据点");
    let found = quality::conflicting(page);
    if found.is_empty() {
        page.paragraph(vec![Inline::Emphasis {
            text: vec![page.word(
                "No data point of the package is in conflict.",
                "数据包中没有冲突的数据点。",
            )],
        }]);
        return Ok(());
    }
    quality::conflict_table(page, &found)
}
