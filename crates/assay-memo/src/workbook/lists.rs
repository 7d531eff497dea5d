use std::collections::BTreeMap;

use assay_exports::{CellRef, CellRole, NumberFormat, Sheet, SheetCell};
use assay_facts::metric_title;
use assay_valuation::{Comparables, ScenarioName, ScenarioValue, Traced, Valuation};

use super::cells::{self, head, remark, text, title};
use super::formula::cell_formula;
use super::layout::{FIRST, Layout, Names, VALUE};
use crate::dossier::Dossier;
use crate::error::MemoError;
use crate::words;

/// The model once more for each scenario that moves drivers, and the sheet that weighs them.
pub(super) fn scenarios(
    dossier: &Dossier<'_>,
    valuation: &Valuation,
    layout: &Layout,
    names: &Names,
) -> Result<Vec<Sheet>, MemoError> {
    let mut sheets = Vec::new();
    let mut values: BTreeMap<String, CellRef> = BTreeMap::new();
    for scenario in &valuation.scenarios {
        let id = format!("value.{}", scenario.name.id());
        if scenario.name == ScenarioName::Base {
            values.extend(
                layout
                    .place(&scenario.value_per_share.id)
                    .map(|cell| (id, cell.clone())),
            );
            continue;
        }
        let name = words::scenario(scenario.name, dossier.language);
        let table = List {
            dossier,
            valuation,
            name,
            lines: &scenario.lines,
            shared: Some((layout, scenario)),
            carried: &BTreeMap::new(),
        };
        let (sheet, places) = table.sheet()?;
        values.extend(
            places
                .get(&scenario.value_per_share.id)
                .map(|cell| (id, cell.clone())),
        );
        sheets.push(sheet);
    }
    if let Some(target) = &valuation.target {
        let table = List {
            dossier,
            valuation,
            name: names.scenarios,
            lines: &target.lines,
            shared: None,
            carried: &values,
        };
        sheets.insert(0, table.sheet()?.0);
    }
    Ok(sheets)
}

pub(super) fn comparables(
    dossier: &Dossier<'_>,
    comparables: &Comparables,
    names: &Names,
) -> Result<Sheet, MemoError> {
    let Some(valuation) = dossier.valuation() else {
        return Err(MemoError::NoValuation);
    };
    // Multiples of one kind stand one below the other, which a quartile needs.
    let mut lines: Vec<Traced> = comparables.lines.clone();
    lines.sort_by_key(|line| order(&line.id));
    let table = List {
        dossier,
        valuation,
        name: names.comparables,
        lines: &lines,
        shared: None,
        carried: &BTreeMap::new(),
    };
    Ok(table.sheet()?.0)
}

/// Inputs, then the peers' multiples by kind, then what rests on them.
fn order(id: &str) -> (u8, String) {
    let is_peer = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
    match id.split_once(".peer") {
        Some((kind, rest)) if is_peer(rest) => (1, kind.to_owned()),
        Some(_) => (0, String::new()),
        None => (2, String::new()),
    }
}

/// A sheet with a row for each line of a table.
struct List<'l> {
    dossier: &'l Dossier<'l>,
    valuation: &'l Valuation,
    name: &'l str,
    lines: &'l [Traced],
    /// Inputs that a scenario does not move stand on the sheet of the leading model.
    shared: Option<(&'l Layout, &'l ScenarioValue)>,
    /// Results of other sheets.
    carried: &'l BTreeMap<String, CellRef>,
}

impl List<'_> {
    fn sheet(&self) -> Result<(Sheet, BTreeMap<String, CellRef>), MemoError> {
        let language = self.dossier.language;
        let mut places = BTreeMap::new();
        for (line, row) in self.lines.iter().zip(FIRST..) {
            places.insert(line.id.clone(), CellRef::new(self.name, row, VALUE));
        }
        let mut rows = vec![
            vec![title(self.name)],
            vec![remark(self.dossier.subject())],
            [
                language.pick("Line", "项目"),
                language.pick("Id", "编号"),
                language.pick("Value", "数值"),
                language.pick("Unit", "单位"),
                language.pick("Basis or formula", "依据或公式"),
            ]
            .map(head)
            .to_vec(),
        ];
        for line in self.lines {
            rows.push(vec![
                text(words::line_title(&line.id, language)),
                remark(line.id.as_str()),
                self.cell(line, &places)?,
                text(line.unit.to_string()),
                text(line.formula.as_str()),
            ]);
        }
        let sheet = Sheet {
            name: self.name.to_owned(),
            widths: vec![44, 30, 20, 12, 70],
            frozen: (3, 1),
            rows,
        };
        Ok((sheet, places))
    }

    fn cell(
        &self,
        line: &Traced,
        places: &BTreeMap<String, CellRef>,
    ) -> Result<SheetCell, MemoError> {
        let format = cells::format_of(&line.id, &line.unit);
        if cells::is_input(line) {
            let shared = self.shared.and_then(|(layout, scenario)| {
                let is_moved = scenario.drivers.iter().any(|driver| driver.id == line.id);
                layout.place(&line.id).filter(|_| !is_moved)
            });
            if let Some(cell) = shared.or_else(|| self.carried.get(&line.id)) {
                return Ok(SheetCell::formula(cell.absolute(), line.value, format));
            }
            let of = match self.shared {
                Some((_, scenario)) => {
                    let all = self.valuation.request.scenarios.iter();
                    let own = all.clone().find(|one| one.name == scenario.name);
                    own.and_then(|one| one.drivers.iter().find(|input| input.name() == line.id))
                }
                None => cells::named(&self.valuation.request, &line.id),
            };
            return Ok(cells::input(line, of, self.dossier.language));
        }
        let place = |id: &str| places.get(id).cloned();
        let formula = cell_formula(&line.formula, &place).ok_or_else(|| MemoError::Formula {
            line: line.id.clone(),
            formula: line.formula.clone(),
        })?;
        Ok(SheetCell::formula(formula, line.value, format).with_note(&line.id, &line.formula))
    }
}

/// Every data point of the package.
pub(super) fn data_points(dossier: &Dossier<'_>, names: &Names) -> Sheet {
    let language = dossier.language;
    let mut rows = vec![
        vec![title(names.points)],
        [
            language.pick("Metric", "指标"),
            language.pick("Period", "期间"),
            language.pick("End", "截止日"),
            language.pick("Value", "数值"),
            language.pick("Unit", "单位"),
            language.pick("Id", "编号"),
            language.pick("Formula or filing", "公式或公告"),
        ]
        .map(head)
        .to_vec(),
    ];
    for point in &dossier.package.data_points {
        let basis = point.period.basis.code();
        let source = point.sources.first();
        let told = point.lineage.derivation_formula.clone().or_else(|| {
            source.map(|source| format!("{} {} {}", source.form, source.filed, source.concept))
        });
        let told = told.unwrap_or_default();
        let places = u8::try_from(point.value.scale().min(6)).unwrap_or_default();
        rows.push(vec![
            text(metric_title(&point.canonical_metric, language)),
            text(point.period.fiscal_label.as_deref().unwrap_or(basis)),
            text(point.as_of_date.to_string()),
            SheetCell::value(point.value, NumberFormat::Number(places), CellRole::Plain)
                .with_note(&point.id, &told),
            text(&point.unit),
            remark(&point.id),
            text(told),
        ]);
    }
    Sheet {
        name: names.points.to_owned(),
        widths: vec![34, 18, 12, 22, 12, 24, 60],
        frozen: (2, 1),
        rows,
    }
}

/// The filings and passages behind the figures.
pub(super) fn sources(dossier: &Dossier<'_>, names: &Names) -> Sheet {
    let language = dossier.language;
    let mut rows = vec![
        vec![title(names.sources)],
        [
            language.pick("Document", "文件"),
            language.pick("Day", "日期"),
            language.pick("Id", "编号"),
            language.pick("Tier", "级别"),
            language.pick("Address", "地址"),
        ]
        .map(head)
        .to_vec(),
    ];
    let mut filings = BTreeMap::new();
    for source in dossier
        .package
        .data_points
        .iter()
        .flat_map(|point| &point.sources)
    {
        filings.insert((source.filed, source.accession.as_str()), source);
    }
    for ((filed, accession), source) in filings.into_iter().rev() {
        rows.push(vec![
            text(&source.form),
            text(filed.to_string()),
            text(accession),
            text(words::tier(source.tier, language)),
            text(source.url.clone().unwrap_or_default()),
        ]);
    }
    for evidence in dossier.evidence.values() {
        rows.push(vec![
            text(&evidence.source),
            text(
                evidence
                    .as_of
                    .map(|day| day.to_string())
                    .unwrap_or_default(),
            ),
            text(evidence.id.as_str()),
            text(words::tier(evidence.tier, language)),
            text(&evidence.origin),
        ]);
    }
    Sheet {
        name: names.sources.to_owned(),
        widths: vec![40, 14, 28, 34, 70],
        frozen: (2, 0),
        rows,
    }
}
