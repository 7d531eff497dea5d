use std::collections::BTreeMap;

use assay_domain::Language;
use assay_exports::CellRef;
use assay_valuation::{MethodResult, Traced};

use super::cells::is_input;

/// What the sheets are called.
pub(super) struct Names {
    pub(super) inputs: &'static str,
    pub(super) wacc: &'static str,
    pub(super) model: &'static str,
    pub(super) bridge: &'static str,
    pub(super) scenarios: &'static str,
    pub(super) sensitivity: &'static str,
    pub(super) comparables: &'static str,
    pub(super) points: &'static str,
    pub(super) sources: &'static str,
}

impl Names {
    pub(super) fn of(language: Language) -> Self {
        Self {
            inputs: language.pick("Inputs", "输入"),
            wacc: "WACC",
            model: "DCF",
            bridge: language.pick("Bridge", "股权价值调整"),
            scenarios: language.pick("Scenarios", "情景"),
            sensitivity: language.pick("Sensitivity", "敏感性"),
            comparables: language.pick("Comparables", "可比公司"),
            points: language.pick("Data points", "数据点"),
            sources: language.pick("Sources", "来源"),
        }
    }
}

/// The first row under title and head.
pub(super) const FIRST: u32 = 3;
/// The column of values in a sheet that lists lines.
pub(super) const VALUE: u32 = 2;
/// The column of year 0 in the projection; year 1 follows.
pub(super) const YEAR_ZERO: u32 = 2;

/// Which cell each line of the leading model stands in.
pub(super) struct Layout {
    places: BTreeMap<String, CellRef>,
    pub(super) inputs: Vec<String>,
    pub(super) wacc: Vec<String>,
    pub(super) bridge: Vec<String>,
    /// Families of the projection in order of appearance, with their years.
    pub(super) families: Vec<String>,
    pub(super) years: u32,
    /// Lines of the model that belong to no year.
    pub(super) rest: Vec<String>,
}

impl Layout {
    pub(super) fn of(lead: &MethodResult, names: &Names) -> Self {
        let mut layout = Self {
            places: BTreeMap::new(),
            inputs: Vec::new(),
            wacc: Vec::new(),
            bridge: Vec::new(),
            families: Vec::new(),
            years: 0,
            rest: Vec::new(),
        };
        for line in &lead.lines {
            layout.sort(line);
        }
        layout.put(names);
        layout
    }

    fn sort(&mut self, line: &Traced) {
        let id = line.id.clone();
        if is_input(line) {
            self.inputs.push(id);
        } else if let Some((family, year)) = year_of(&id) {
            if !self.families.iter().any(|known| known == family) {
                self.families.push(family.to_owned());
            }
            self.years = self.years.max(year);
        } else if is_capital(&id) {
            self.wacc.push(id);
        } else if is_bridge(&id) {
            self.bridge.push(id);
        } else {
            self.rest.push(id);
        }
    }

    fn put(&mut self, names: &Names) {
        for (sheet, ids) in [
            (names.inputs, &self.inputs),
            (names.wacc, &self.wacc),
            (names.bridge, &self.bridge),
        ] {
            for (id, row) in ids.iter().zip(FIRST..) {
                self.places
                    .insert(id.clone(), CellRef::new(sheet, row, VALUE));
            }
        }
        for (family, row) in self.families.iter().zip(FIRST..) {
            for year in 0..=self.years {
                let cell = CellRef::new(names.model, row, YEAR_ZERO + year);
                self.places.insert(format!("{family}.y{year}"), cell);
            }
        }
        for (id, row) in self.rest.iter().zip(self.rest_from()..) {
            self.places
                .insert(id.clone(), CellRef::new(names.model, row, VALUE));
        }
    }

    /// The first row below the projection.
    pub(super) fn rest_from(&self) -> u32 {
        let families = u32::try_from(self.families.len()).unwrap_or_default();
        if families == 0 {
            FIRST
        } else {
            FIRST + families + 2
        }
    }

    pub(super) fn place(&self, id: &str) -> Option<&CellRef> {
        self.places.get(id)
    }
}

/// `revenue.y3` is year 3 of `revenue`.
pub(super) fn year_of(id: &str) -> Option<(&str, u32)> {
    let (family, year) = id.rsplit_once(".y")?;
    year.parse().ok().map(|year| (family, year))
}

fn is_capital(id: &str) -> bool {
    matches!(
        id,
        "ke" | "kd.after_tax"
            | "weight.debt.used"
            | "wacc"
            | "half_year"
            | "price.local"
            | "roic.terminal"
            | "roe.terminal"
    ) || id.starts_with("capital.")
        || id.starts_with("shares.")
        || (id.starts_with("options.") && id.ends_with(".dilution"))
}

fn is_bridge(id: &str) -> bool {
    id.starts_with("bridge.") || matches!(id, "equity.value" | "value.per_share" | "value.nav")
}
