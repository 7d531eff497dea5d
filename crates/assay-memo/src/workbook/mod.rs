//! The valuation as a workbook whose formulas are those of the model.

mod cells;
mod formula;
mod layout;
mod lists;
mod model;
mod sensitivity;

use assay_exports::{CellRef, DefinedName, Workbook};

use crate::dossier::Dossier;
use crate::error::MemoError;
use layout::Layout;

/// The valuation model with live formulas: inputs, cost of capital, projection, bridge, scenarios,
/// sensitivity, data points and sources.
pub fn workbook(dossier: &Dossier<'_>) -> Result<Workbook, MemoError> {
    let valuation = dossier.valuation().ok_or(MemoError::NoValuation)?;
    let names = layout::Names::of(dossier.language);
    let mut sheets = Vec::new();
    let lead = valuation.leading();
    let mut defined = Vec::new();
    if let Some(lead) = lead {
        let layout = Layout::of(lead, &names);
        sheets.extend(model::sheets(dossier, valuation, lead, &layout, &names)?);
        sheets.extend(lists::scenarios(dossier, valuation, &layout, &names)?);
        sheets.push(sensitivity::sheet(dossier, valuation, &layout, &names));
        for (name, line) in [
            ("value_per_share", "value.per_share"),
            ("wacc_rate", "wacc"),
        ] {
            defined.extend(layout.place(line).map(|cell: &CellRef| DefinedName {
                name: name.to_owned(),
                cell: cell.clone(),
            }));
        }
    }
    if let Some(comparables) = &valuation.comparables {
        sheets.push(lists::comparables(dossier, comparables, &names)?);
    }
    sheets.push(lists::data_points(dossier, &names));
    sheets.push(lists::sources(dossier, &names));
    let workbook = Workbook {
        title: dossier.subject(),
        language: dossier.language,
        sheets,
        names: defined,
    };
    workbook.check()?;
    Ok(workbook)
}
