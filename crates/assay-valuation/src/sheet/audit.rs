use std::collections::BTreeMap;

use rust_decimal::Decimal;
use thiserror::Error;

use super::formula::{FormulaFault, evaluate, parse};
use super::{ArithmeticFault, Traced};

/// What makes a stored table untrustworthy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AuditFault {
    #[error("line `{id}` says {stored}, its formula gives {computed}")]
    Differs {
        id: String,
        stored: Decimal,
        computed: Decimal,
    },
    #[error("line `{id}`: {why}")]
    Formula { id: String, why: FormulaFault },
    #[error("line `{id}`: {why}")]
    Arithmetic { id: String, why: ArithmeticFault },
    #[error("line `{id}` is an input that names no evidence")]
    NoEvidence { id: String },
    #[error("line `{id}` occurs twice")]
    Twice { id: String },
}

/// Computes a stored table again from its inputs, by its own formulas, and compares every digit.
pub fn audit(lines: &[Traced]) -> Result<(), AuditFault> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut values = Vec::with_capacity(lines.len());
    let mut stack = Vec::new();
    for line in lines {
        let id = || line.id.clone();
        let value = if matches!(
            line.formula.as_str(),
            "data point" | "claim" | "assumption" | "carried"
        ) {
            if line.inputs.is_empty() {
                return Err(AuditFault::NoEvidence { id: id() });
            }
            line.value
        } else {
            let program = parse(&line.formula, &|id| places.get(id).copied())
                .map_err(|why| AuditFault::Formula { id: id(), why })?;
            let computed = evaluate(&program, &values, &mut stack)
                .map_err(|why| AuditFault::Arithmetic { id: id(), why })?;
            if computed != line.value {
                return Err(AuditFault::Differs {
                    id: id(),
                    stored: line.value,
                    computed,
                });
            }
            // the stored digits, so that trailing zeros cannot change what follows
            line.value
        };
        if places.insert(&line.id, values.len()).is_some() {
            return Err(AuditFault::Twice { id: id() });
        }
        values.push(value);
    }
    Ok(())
}
