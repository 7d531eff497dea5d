use rust_decimal::prelude::ToPrimitive as _;

use super::Sheet;
use super::formula::{Op, sources};
use crate::fault::ValuationFault;

/// Paths computed side by side: one block of them stays in the processor's cache.
pub(crate) const BLOCK: usize = 128;

pub(crate) type Column = [f64; BLOCK];

/// The part of a sheet that depends on drawn lines, in binary floating point and for many paths at
/// a time. Lines that no draw reaches keep the value of the exact sheet.
pub(crate) struct Columns {
    constants: Vec<f64>,
    /// Place of each drawn line, in the order of the draws.
    drawn: Vec<usize>,
    wanted: Vec<usize>,
    varying: Vec<(usize, Vec<Op>)>,
    /// Place to column; lines that do not vary have none.
    slots: Vec<Option<usize>>,
    columns: Vec<Column>,
    stack: Vec<Column>,
}

impl Columns {
    pub(crate) fn new(
        sheet: &Sheet,
        drawn: &[&str],
        wanted: &[&str],
    ) -> Result<Self, ValuationFault> {
        let places = |ids: &[&str]| {
            let places = ids.iter().map(|id| sheet.place(id));
            places.collect::<Result<Vec<usize>, _>>()
        };
        let needed = sheet.needed(wanted)?;
        let (drawn, wanted) = (places(drawn)?, places(wanted)?);
        let mut slots: Vec<Option<usize>> = Vec::with_capacity(sheet.lines.len());
        let mut count = 0;
        let mut varying = Vec::new();
        for (place, line) in sheet.lines.iter().enumerate() {
            let is_drawn = drawn.contains(&place);
            let reached =
                sources(&line.program).any(|at| slots.get(at).is_some_and(Option::is_some));
            let wants = needed.get(place).copied().unwrap_or(false);
            if is_drawn || (reached && wants) {
                slots.push(Some(count));
                count += 1;
                if !is_drawn {
                    varying.push((place, line.program.clone()));
                }
            } else {
                slots.push(None);
            }
        }
        let constants = sheet
            .values
            .iter()
            .map(rust_decimal::prelude::ToPrimitive::to_f64);
        let constants = constants.collect::<Option<Vec<f64>>>();
        Ok(Self {
            constants: constants.ok_or(ValuationFault::NotSimulable)?,
            drawn,
            wanted,
            varying,
            slots,
            columns: vec![[0.0; BLOCK]; count],
            stack: Vec::new(),
        })
    }

    /// The value of drawn line number `draw` in the exact sheet.
    pub(crate) fn centre(&self, draw: usize) -> Option<f64> {
        self.constants.get(*self.drawn.get(draw)?).copied()
    }

    /// The column of drawn line number `draw`, to be filled before [`Columns::compute`].
    pub(crate) fn draw_mut(&mut self, draw: usize) -> Option<&mut Column> {
        let slot = self.slots.get(*self.drawn.get(draw)?).copied()??;
        self.columns.get_mut(slot)
    }

    /// The values of wanted line number `want`.
    pub(crate) fn read(&self, want: usize) -> Option<Column> {
        let place = *self.wanted.get(want)?;
        load(place, &self.constants, &self.slots, &self.columns)
    }

    pub(crate) fn compute(&mut self) -> Result<(), ValuationFault> {
        self.compute_all().ok_or(ValuationFault::NotSimulable)
    }

    fn compute_all(&mut self) -> Option<()> {
        let Self {
            constants,
            varying,
            slots,
            columns,
            stack,
            ..
        } = self;
        for (place, program) in varying {
            stack.clear();
            for op in program {
                match op {
                    Op::Line(at) => stack.push(load(*at, constants, slots, columns)?),
                    Op::Number(number) => stack.push([number.to_f64()?; BLOCK]),
                    op => step(op, stack)?,
                }
            }
            let slot = slots.get(*place).copied()??;
            *columns.get_mut(slot)? = stack.pop()?;
        }
        Some(())
    }
}

fn load(
    place: usize,
    constants: &[f64],
    slots: &[Option<usize>],
    columns: &[Column],
) -> Option<Column> {
    match slots.get(place)? {
        Some(slot) => columns.get(*slot).copied(),
        None => Some([*constants.get(place)?; BLOCK]),
    }
}

/// Quartiles are of peers and of history, which no draw moves.
fn step(op: &Op, stack: &mut Vec<Column>) -> Option<()> {
    match op {
        Op::Number(_) | Op::Line(_) | Op::Quartile { .. } => return None,
        Op::Negate => stack.last_mut()?.iter_mut().for_each(|x| *x = -*x),
        Op::Root => stack.last_mut()?.iter_mut().for_each(|x| *x = x.sqrt()),
        Op::Power(exponent) => {
            let top = stack.last_mut()?;
            let base = *top;
            top.fill(1.0);
            for _ in 0..*exponent {
                top.iter_mut().zip(&base).for_each(|(x, b)| *x *= b);
            }
        }
        Op::Add => pair(stack, |a, b| a + b)?,
        Op::Subtract => pair(stack, |a, b| a - b)?,
        Op::Multiply => pair(stack, |a, b| a * b)?,
        Op::Divide => pair(stack, |a, b| a / b)?,
        Op::Max => pair(stack, |a, b| if a > b { a } else { b })?,
        Op::Min => pair(stack, |a, b| if a < b { a } else { b })?,
    }
    Some(())
}

fn pair(stack: &mut Vec<Column>, combine: impl Fn(f64, f64) -> f64) -> Option<()> {
    let right = stack.pop()?;
    let left = stack.last_mut()?;
    left.iter_mut()
        .zip(&right)
        .for_each(|(a, b)| *a = combine(*a, *b));
    Some(())
}
