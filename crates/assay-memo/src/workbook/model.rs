use assay_exports::{CellRole, Sheet, SheetCell};
use assay_valuation::{MethodResult, Traced, Valuation};

use super::cells::{self, head, remark, text, title};
use super::formula::cell_formula;
use super::layout::{Layout, Names, YEAR_ZERO};
use crate::dossier::Dossier;
use crate::error::MemoError;
use crate::words;

/// Inputs, cost of capital, projection and bridge of the leading model.
pub(super) fn sheets(
    dossier: &Dossier<'_>,
    valuation: &Valuation,
    lead: &MethodResult,
    layout: &Layout,
    names: &Names,
) -> Result<Vec<Sheet>, MemoError> {
    let model = Model {
        dossier,
        valuation,
        lead,
        layout,
    };
    let language = dossier.language;
    let inputs = model.list(
        names.inputs,
        language.pick("Inputs of the model", "模型输入"),
        &layout.inputs,
    )?;
    let wacc = model.list(
        names.wacc,
        language.pick("Cost of capital and shares", "资本成本与股本"),
        &layout.wacc,
    )?;
    let bridge = model.list(
        names.bridge,
        language.pick(
            "From enterprise value to value a share",
            "企业价值至每股价值",
        ),
        &layout.bridge,
    )?;
    Ok(vec![inputs, wacc, model.projection(names)?, bridge])
}

pub(super) struct Model<'m> {
    pub(super) dossier: &'m Dossier<'m>,
    pub(super) valuation: &'m Valuation,
    pub(super) lead: &'m MethodResult,
    pub(super) layout: &'m Layout,
}

impl Model<'_> {
    fn cell(&self, line: &Traced) -> Result<SheetCell, MemoError> {
        let language = self.dossier.language;
        if cells::is_input(line) {
            let of = cells::named(&self.valuation.request, &line.id);
            return Ok(cells::input(line, of, language));
        }
        let place = |id: &str| self.layout.place(id).cloned();
        let formula = cell_formula(&line.formula, &place).ok_or_else(|| MemoError::Formula {
            line: line.id.clone(),
            formula: line.formula.clone(),
        })?;
        let format = cells::format_of(&line.id, &line.unit);
        Ok(SheetCell::formula(formula, line.value, format).with_note(&line.id, &line.formula))
    }

    fn line(&self, id: &str) -> Option<&Traced> {
        self.lead.line(id)
    }

    /// A sheet with a row for each line: label, id, value, unit, basis.
    fn list(&self, name: &str, heading: &str, ids: &[String]) -> Result<Sheet, MemoError> {
        let mut rows = vec![
            vec![title(heading)],
            vec![remark(self.caption())],
            self.heads(),
        ];
        for id in ids {
            rows.push(self.row(id)?);
        }
        Ok(Sheet {
            name: name.to_owned(),
            widths: vec![44, 26, 20, 12, 70],
            frozen: (3, 1),
            rows,
        })
    }

    fn row(&self, id: &str) -> Result<Vec<SheetCell>, MemoError> {
        let language = self.dossier.language;
        let Some(line) = self.line(id) else {
            return Ok(Vec::new());
        };
        let of = cells::named(&self.valuation.request, id);
        let told = match of {
            Some(input) if cells::is_input(line) => cells::basis(input, language),
            _ => line.formula.clone(),
        };
        let mut cell = self.cell(line)?;
        if matches!(id, "wacc" | "value.per_share" | "equity.value") {
            cell = cell.with_role(CellRole::Total);
        }
        Ok(vec![
            text(words::line_title(id, language)),
            remark(id),
            cell,
            text(line.unit.to_string()),
            text(told),
        ])
    }

    fn heads(&self) -> Vec<SheetCell> {
        let language = self.dossier.language;
        [
            language.pick("Line", "项目"),
            language.pick("Id", "编号"),
            language.pick("Value", "数值"),
            language.pick("Unit", "单位"),
            language.pick("Basis or formula", "依据或公式"),
        ]
        .map(head)
        .to_vec()
    }

    pub(super) fn caption(&self) -> String {
        let language = self.dossier.language;
        let (currency, day) = (&self.valuation.currency, self.valuation.valuation_date);
        let disclaimer = language.pick("not investment advice", "不构成投资建议");
        format!(
            "{} · {currency} · {day} · {disclaimer}",
            self.dossier.subject()
        )
    }

    /// The projection with a column for each year, and below it what belongs to no year.
    fn projection(&self, names: &Names) -> Result<Sheet, MemoError> {
        let language = self.dossier.language;
        let heading = crate::memo::valuation::method_title(self.lead.method, language);
        let mut rows = vec![vec![title(heading)], vec![remark(self.caption())]];
        if self.layout.families.is_empty() {
            rows.push(self.heads());
        } else {
            let mut heads = vec![
                head(language.pick("Line", "项目")),
                head(language.pick("Id", "编号")),
            ];
            heads.extend(
                (0..=self.layout.years).map(|year| {
                    head(language.pick(format!("Year {year}"), format!("第 {year} 年")))
                }),
            );
            rows.push(heads);
        }
        for family in &self.layout.families {
            let mut row = vec![
                text(words::line_title(family, language)),
                remark(family.as_str()),
            ];
            for year in 0..=self.layout.years {
                row.push(match self.line(&format!("{family}.y{year}")) {
                    Some(line) => self.cell(line)?,
                    None => SheetCell::Empty,
                });
            }
            rows.push(row);
        }
        if !self.layout.families.is_empty() {
            rows.push(Vec::new());
            rows.push(self.heads());
        }
        for id in &self.layout.rest {
            rows.push(self.row(id)?);
        }
        let mut widths = vec![44, 26];
        widths.resize(YEAR_ZERO as usize + 1 + self.layout.years as usize, 18);
        Ok(Sheet {
            name: names.model.to_owned(),
            widths,
            frozen: (3, 2),
            rows,
        })
    }
}
