//! A model is a sheet: lines with an id, a unit and a formula over the lines above. The formula is
//! what is computed, so the one a reader opens cannot differ from the one that ran. Grids,
//! scenarios, solvers and the simulation run the same formulas with some lines set to other values.

mod audit;
mod columns;
mod exact;
mod formula;

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::ValuationFault;
use crate::input::{Input, InputBasis};
use crate::unit::Unit;
pub use audit::{AuditFault, audit};
pub(crate) use columns::{BLOCK, Columns};
pub use exact::ArithmeticFault;
pub(crate) use exact::{add, divide, multiply, quartile, root, subtract};
pub use formula::FormulaFault;
use formula::Op;
pub(crate) use formula::is_id_character;

/// A number a reader can open: how it was computed, and from what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Traced {
    pub id: String,
    pub value: Decimal,
    pub unit: Unit,
    /// An expression over the ids in `inputs`; for an input, the kind of its basis; `carried` for
    /// the result of another table.
    pub formula: String,
    /// Ids of lines; for an input, the ids of its evidence; for a carried line, `table/line`.
    pub inputs: Vec<String>,
}

#[derive(Clone, Debug)]
struct Line {
    id: String,
    unit: Unit,
    formula: String,
    /// Empty for an input.
    program: Vec<Op>,
    evidence: Vec<String>,
}

/// Values that replace lines in one recomputation.
pub(crate) type Overrides<'a> = BTreeMap<&'a str, Decimal>;

#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    lines: Vec<Line>,
    places: BTreeMap<String, usize>,
    values: Vec<Decimal>,
}

impl Sheet {
    pub(crate) fn input(&mut self, input: &Input) -> Result<(), ValuationFault> {
        let formula = match input.basis() {
            InputBasis::DataPoint { .. } => "data point",
            InputBasis::Claim { .. } => "claim",
            InputBasis::Assumption { .. } => "assumption",
        };
        let line = Line {
            id: input.name().to_owned(),
            unit: input.unit().clone(),
            formula: formula.to_owned(),
            program: Vec::new(),
            evidence: input.basis().ids(),
        };
        self.push(line, input.value())
    }

    /// Takes the result of another sheet over; a reader goes on there.
    pub(crate) fn carry(
        &mut self,
        id: String,
        from: &Traced,
        sheet: &str,
    ) -> Result<(), ValuationFault> {
        let line = Line {
            id,
            unit: from.unit.clone(),
            formula: "carried".to_owned(),
            program: Vec::new(),
            evidence: vec![format!("{sheet}/{}", from.id)],
        };
        self.push(line, from.value)
    }

    pub(crate) fn define(
        &mut self,
        id: impl Into<String>,
        unit: &Unit,
        formula: impl Into<String>,
    ) -> Result<Decimal, ValuationFault> {
        let (id, formula) = (id.into(), formula.into());
        let program = formula::parse(&formula, &|id| self.places.get(id).copied())?;
        let value = formula::evaluate(&program, &self.values, &mut Vec::new()).map_err(|why| {
            ValuationFault::Arithmetic {
                line: id.clone(),
                why,
            }
        })?;
        let line = Line {
            id,
            unit: unit.clone(),
            formula,
            program,
            evidence: Vec::new(),
        };
        self.push(line, value)?;
        Ok(value)
    }

    fn push(&mut self, line: Line, value: Decimal) -> Result<(), ValuationFault> {
        let place = self.lines.len();
        if self.places.insert(line.id.clone(), place).is_some() {
            return Err(ValuationFault::LineTwice { id: line.id });
        }
        self.lines.push(line);
        self.values.push(value);
        Ok(())
    }

    /// Which lines the wanted ones rest on.
    fn needed(&self, wanted: &[&str]) -> Result<Vec<bool>, ValuationFault> {
        let mut needed = vec![false; self.lines.len()];
        for id in wanted {
            mark(&mut needed, self.place(id)?);
        }
        for (place, line) in self.lines.iter().enumerate().rev() {
            if needed.get(place).copied().unwrap_or(false) {
                for at in formula::sources(&line.program) {
                    mark(&mut needed, at);
                }
            }
        }
        Ok(needed)
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.places.contains_key(id)
    }

    fn place(&self, id: &str) -> Result<usize, ValuationFault> {
        let place = self.places.get(id).copied();
        place.ok_or_else(|| ValuationFault::UnknownLine { id: id.to_owned() })
    }

    pub(crate) fn value(&self, id: &str) -> Result<Decimal, ValuationFault> {
        let place = self.place(id)?;
        let value = self.values.get(place).copied();
        value.ok_or_else(|| ValuationFault::UnknownLine { id: id.to_owned() })
    }

    pub(crate) fn traced(&self, id: &str) -> Result<Traced, ValuationFault> {
        let value = self.value(id)?;
        let line = self.lines.get(self.place(id)?);
        let line = line.ok_or_else(|| ValuationFault::UnknownLine { id: id.to_owned() })?;
        Ok(line.traced(value))
    }

    pub(crate) fn all_traced(&self) -> Vec<Traced> {
        let pairs = self.lines.iter().zip(&self.values);
        pairs.map(|(line, value)| line.traced(*value)).collect()
    }

    /// Every line that the wanted ones rest on anew, with some set. `set` may name computed lines as
    /// well as inputs.
    pub(crate) fn recompute(
        &self,
        set: &Overrides<'_>,
        wanted: &[&str],
    ) -> Result<Vec<Decimal>, ValuationFault> {
        let mut places = BTreeMap::new();
        for (id, value) in set {
            places.insert(self.place(id)?, *value);
        }
        let mut values = Vec::with_capacity(self.lines.len());
        let mut stack = Vec::new();
        let needed = self.needed(wanted)?;
        let lines = self.lines.iter().zip(&self.values).zip(needed);
        for (place, ((line, before), needed)) in lines.enumerate() {
            let value = match places.get(&place) {
                Some(set) => *set,
                None if line.program.is_empty() || !needed => *before,
                None => formula::evaluate(&line.program, &values, &mut stack).map_err(|why| {
                    ValuationFault::Arithmetic {
                        line: line.id.clone(),
                        why,
                    }
                })?,
            };
            values.push(value);
        }
        let at = |id: &&str| {
            let value = values.get(self.place(id)?).copied();
            value.ok_or_else(|| ValuationFault::UnknownLine {
                id: (*id).to_owned(),
            })
        };
        wanted.iter().map(at).collect()
    }
}

impl Line {
    fn traced(&self, value: Decimal) -> Traced {
        let inputs = if self.program.is_empty() {
            self.evidence.clone()
        } else {
            formula::named_ids(&self.formula)
        };
        Traced {
            id: self.id.clone(),
            value,
            unit: self.unit.clone(),
            formula: self.formula.clone(),
            inputs,
        }
    }
}

fn mark(needed: &mut [bool], place: usize) {
    if let Some(need) = needed.get_mut(place) {
        *need = true;
    }
}
