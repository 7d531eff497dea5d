//! The error report: what is missing, what was tried and what to do.

use assay_exports::{Cell, Inline, MetaItem};
use assay_gates::{CoreDatum, CoreFreshness, CoreState};
use assay_valuation::Outcome;

use crate::disclosure;
use crate::error::MemoError;
use crate::header;
use crate::memo::{quality, valuation};
use crate::page::{Page, left, row};

pub(crate) fn add(page: &mut Page<'_>) -> Result<Vec<MetaItem>, MemoError> {
    let meta = header::common(page);
    disclosure::first_page(page);
    header::gate(page);
    missing(page);
    tried(page);
    to_do(page);
    page.heading("quality", "Data quality", "数据质量");
    quality::gates(page)?;
    disclosure::add(page);
    Ok(meta)
}

/// What is missing and what could not be asked, which are not the same.
fn missing(page: &mut Page<'_>) {
    page.heading("missing", "What is missing", "缺失内容");
    let core = page.dossier.measured.core_data.iter();
    let open = core.filter(|datum| match datum.state {
        // a figure for which a later period must be out is not the figure that is needed
        CoreState::Known { freshness, .. } => freshness == CoreFreshness::Expired,
        CoreState::Missing { .. } | CoreState::Unreachable { .. } => true,
    });
    let open: Vec<&CoreDatum> = open.collect();
    let origin = page.pick("core data of the run", "核心数据清单").to_owned();
    if open.is_empty() && page.dossier.package.missing.is_empty() {
        page.lacks("No core figure is missing.", "没有缺失的核心数据。");
    } else {
        let columns = vec![
            left(page.pick("Figure", "指标")),
            left(page.pick("Period", "期间")),
            left(page.pick("State", "状态")),
            left(page.pick("Where it would be, or why not", "应见于何处或原因")),
        ];
        let mut rows = Vec::new();
        for (at, datum) in open.into_iter().enumerate() {
            rows.push(row(core_cells(page, at, datum, &origin)));
        }
        for (at, metric) in page.dossier.package.missing.iter().enumerate() {
            let basis = metric.basis.map_or(crate::page::NONE, |basis| basis.code());
            let title = assay_facts::metric_title(&metric.metric, page.language()).to_owned();
            rows.push(row(vec![
                Cell::text(title),
                Cell::text(basis),
                Cell::text(page.pick("missing", "缺失")),
                page.ledger
                    .said_cell(&format!("missing.{at}"), &metric.text, &origin),
            ]));
        }
        page.table(None, columns, rows);
    }
    if let Some(Outcome::NotRunnable(refusal)) = page.dossier.outcome {
        page.subheading("valuation", "For a valuation", "估值所缺");
        valuation::missing(page, &refusal.missing);
    }
}

fn core_cells(page: &mut Page<'_>, at: usize, datum: &CoreDatum, origin: &str) -> Vec<Cell> {
    let (state, told) = match &datum.state {
        CoreState::Known { age_days, .. } => {
            let as_of = page.dossier.as_of;
            (
                page.pick("too old", "过旧"),
                page.pick(
                    format!("{age_days} days old on {as_of}; a later period must be out"),
                    format!("截至 {as_of} 已有 {age_days} 天，应已有更新期间"),
                ),
            )
        }
        CoreState::Missing { expected_in } => (
            page.pick("missing", "缺失"),
            expected_in.clone().unwrap_or_else(|| {
                page.pick("a filing of that period", "该期间的公告")
                    .to_owned()
            }),
        ),
        CoreState::Unreachable { source, failure } => (
            page.pick("source not reachable", "来源无法访问"),
            format!("{source}: {failure}"),
        ),
    };
    let title = assay_facts::metric_title(&datum.metric, page.language()).to_owned();
    vec![
        Cell::text(title),
        page.ledger
            .said_cell(&format!("core.{at}.period"), &datum.period, origin),
        Cell::text(state),
        page.ledger.said_cell(&format!("core.{at}"), &told, origin),
    ]
}

fn tried(page: &mut Page<'_>) {
    page.heading("tried", "What was tried", "已尝试的步骤");
    let origin = page.pick("the run", "本次运行").to_owned();
    let mut items = Vec::new();
    for (at, note) in page.dossier.notes.iter().enumerate() {
        items.push(page.ledger.said(&format!("note.{at}"), note, &origin));
    }
    let known = page.dossier.package.data_points.len();
    let label = page.pick("Data points at hand", "已有数据点").to_owned();
    let (id, _) = page.ledger.count("points", &label, known, &origin);
    items.push(vec![
        page.word("Data points found: ", "已取得数据点："),
        Inline::figure(id, known.to_string()),
        page.word(".", "。"),
    ]);
    page.bullets(items);
}

/// Core figures for which a later period must be out.
const TOO_OLD: &str = "Q-004";

fn to_do(page: &mut Page<'_>) {
    page.heading("to-do", "What to do", "处理建议");
    let language = page.language();
    let origin = page.pick("quality gate", "质量门禁").to_owned();
    let decision = page.dossier.decision;
    let mut items = Vec::new();
    for (at, action) in decision.gate.actions.iter().enumerate() {
        let mut text = vec![Inline::strong(format!("{} ", action.code))];
        text.extend(page.ledger.said(
            &format!("action.{at}"),
            action.instruction.get(language),
            &origin,
        ));
        items.push(text);
    }
    if decision.gate.actions.iter().any(|one| one.code == TOO_OLD) {
        items.push(vec![page.word(
            "If the question is about the past, ask as of a day on which these figures were the latest: `--as-of DATE`.",
            "若所问为过去的情况，请以这些数据仍为最新之日提问：`--as-of 日期`。",
        )]);
    }
    if decision.needs_person {
        items.push(vec![page.word(
            "A person must look at this run before anything goes on.",
            "须由人工介入后方可继续。",
        )]);
    }
    if items.is_empty() {
        items.push(vec![page.word(
            "Hand over filings or statements of the company, then run again.",
            "请补充公司公告或财务报表后重新运行。",
        )]);
    }
    page.bullets(items);
}
