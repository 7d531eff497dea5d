//! Many paths through the same formulas, in binary floating point. Everything that comes out is
//! marked as simulated; the digits depend on the request and the seed alone.

mod normal;
mod random;

use rust_decimal::Decimal;
use rust_decimal::prelude::{FromPrimitive as _, ToPrimitive as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::ValuationFault;
use crate::models::VALUE;
use crate::request::{Distribution, Draw, Simulation};
use crate::sheet::{BLOCK, Columns, Sheet};
use normal::inverse_normal;
use random::Counter;

const PERCENTILES: &[u32] = &[5, 10, 25, 50, 75, 90, 95];
const BINS: usize = 40;
/// Digits of a simulated value that are worth printing.
const PLACES: u32 = 4;

/// The distribution of the value of a share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SimulatedValues {
    pub id: String,
    /// Always true: no figure here is a computed value of the model.
    pub simulated: bool,
    pub seed: u64,
    pub paths: u32,
    /// Paths on which growth for ever was not below the rate, or above the return on capital: they
    /// have no value and are in no figure below.
    pub discarded: u32,
    pub mean: Decimal,
    pub deviation: Decimal,
    pub percentiles: Vec<Percentile>,
    pub histogram: Histogram,
    /// Share of the paths above the price.
    pub above_price: Option<Decimal>,
    pub formula: String,
    pub inputs: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Percentile {
    pub percent: u32,
    pub value: Decimal,
}

/// Equal bins between the first and the ninety-ninth percentile, and what lies outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Histogram {
    pub low: Decimal,
    pub high: Decimal,
    pub counts: Vec<u32>,
    pub below: u32,
    pub above: u32,
}

enum Shape {
    Normal { deviation: f64 },
    Triangular { low: f64, high: f64 },
}

pub(crate) fn simulate(
    sheet: &Sheet,
    simulation: &Simulation,
) -> Result<SimulatedValues, ValuationFault> {
    if !(1_000..=10_000_000).contains(&simulation.paths) {
        return Err(ValuationFault::Paths(simulation.paths));
    }
    let shapes = simulation
        .draws
        .iter()
        .map(|draw| shape(sheet, draw))
        .collect::<Result<Vec<_>, _>>()?;
    let mut values = draw_paths(sheet, simulation, &shapes)?;
    let discarded = simulation.paths as usize - values.len();
    if values.is_empty() {
        return Err(ValuationFault::NotSimulable);
    }
    values.sort_unstable_by(f64::total_cmp);
    let price = if sheet.has("price.local") {
        sheet.value("price.local")?.to_f64()
    } else {
        None
    };
    summary(simulation, &values, discarded, price).ok_or(ValuationFault::NotSimulable)
}

fn shape(sheet: &Sheet, draw: &Draw) -> Result<Shape, ValuationFault> {
    if !sheet.has(&draw.driver) {
        return Err(ValuationFault::UnknownDraw(draw.driver.clone()));
    }
    let base = sheet.value(&draw.driver)?;
    let fault = || ValuationFault::DrawSpread(draw.driver.clone());
    let number = |value: Decimal| value.to_f64().ok_or_else(fault);
    match &draw.distribution {
        Distribution::Normal { deviation } if deviation.value() > Decimal::ZERO => {
            Ok(Shape::Normal {
                deviation: number(deviation.value())?,
            })
        }
        Distribution::Triangular { low, high }
            if low.value() < high.value() && (low.value()..=high.value()).contains(&base) =>
        {
            Ok(Shape::Triangular {
                low: number(low.value())?,
                high: number(high.value())?,
            })
        }
        Distribution::Normal { .. } | Distribution::Triangular { .. } => Err(fault()),
    }
}

fn draw_paths(
    sheet: &Sheet,
    simulation: &Simulation,
    shapes: &[Shape],
) -> Result<Vec<f64>, ValuationFault> {
    let drawn: Vec<&str> = simulation.draws.iter().map(|d| d.driver.as_str()).collect();
    let rate = if sheet.has("wacc") { "wacc" } else { "ke" };
    let mut wanted = vec![VALUE, rate];
    for limit in ["growth.terminal", "growth.affo", "roic.terminal"] {
        if sheet.has(limit) {
            wanted.push(limit);
        }
    }
    let limits = Limits {
        growth: wanted.iter().position(|id| id.starts_with("growth")),
        roic: wanted.iter().position(|id| *id == "roic.terminal"),
    };
    let mut columns = Columns::new(sheet, &drawn, &wanted)?;
    let counter = Counter::new(simulation.seed);
    let paths = simulation.paths as usize;
    let mut values = Vec::with_capacity(paths);
    let mut first = 0;
    while first < paths {
        for (at, shape) in shapes.iter().enumerate() {
            let centre = columns.centre(at).ok_or(ValuationFault::NotSimulable)?;
            let column = columns.draw_mut(at).ok_or(ValuationFault::NotSimulable)?;
            for (offset, cell) in column.iter_mut().enumerate() {
                let number = (first + offset) as u64 * shapes.len() as u64 + at as u64;
                *cell = shape.at(centre, counter.uniform(number));
            }
        }
        columns.compute()?;
        let count = BLOCK.min(paths - first);
        limits
            .collect(&columns, count, &mut values)
            .ok_or(ValuationFault::NotSimulable)?;
        first += BLOCK;
    }
    Ok(values)
}

/// Where growth and return on capital stand among the wanted lines; value and rate come first.
struct Limits {
    growth: Option<usize>,
    roic: Option<usize>,
}

impl Limits {
    fn collect(&self, columns: &Columns, count: usize, values: &mut Vec<f64>) -> Option<()> {
        let (value, rate) = (columns.read(0)?, columns.read(1)?);
        let growth = match self.growth {
            Some(at) => columns.read(at)?,
            None => [f64::NEG_INFINITY; BLOCK],
        };
        let roic = match self.roic {
            Some(at) => columns.read(at)?,
            None => [f64::INFINITY; BLOCK],
        };
        let paths = value.iter().zip(&rate).zip(growth.iter().zip(&roic));
        for ((value, rate), (growth, roic)) in paths.take(count) {
            if growth < rate && growth <= roic && value.is_finite() {
                values.push(*value);
            }
        }
        Some(())
    }
}

impl Shape {
    fn at(&self, centre: f64, uniform: f64) -> f64 {
        match self {
            Self::Normal { deviation } => centre + deviation * inverse_normal(uniform),
            Self::Triangular { low, high } => {
                let width = high - low;
                let cut = (centre - low) / width;
                if uniform < cut {
                    low + (uniform * width * (centre - low)).sqrt()
                } else {
                    high - ((1.0 - uniform) * width * (high - centre)).sqrt()
                }
            }
        }
    }
}

fn decimal(value: f64) -> Option<Decimal> {
    Some(Decimal::from_f64(value)?.round_dp(PLACES))
}

/// The value below which so many thousandths of the sorted values lie.
fn quantile(sorted: &[f64], thousandths: usize) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get(last * thousandths / 1000).copied()
}

fn summary(
    simulation: &Simulation,
    sorted: &[f64],
    discarded: usize,
    price: Option<f64>,
) -> Option<SimulatedValues> {
    let count = sorted.len() as f64;
    let mean = sorted.iter().sum::<f64>() / count;
    let squares: f64 = sorted.iter().map(|x| (x - mean) * (x - mean)).sum();
    let percentiles = PERCENTILES.iter().map(|percent| {
        let value = quantile(sorted, *percent as usize * 10)?;
        Some(Percentile {
            percent: *percent,
            value: decimal(value)?,
        })
    });
    let above_price = match price {
        Some(price) => {
            let above = sorted.len() - sorted.partition_point(|value| *value <= price);
            Some(decimal(above as f64 / count)?)
        }
        None => None,
    };
    Some(SimulatedValues {
        id: "simulation".to_owned(),
        simulated: true,
        seed: simulation.seed,
        paths: simulation.paths,
        discarded: u32::try_from(discarded).ok()?,
        mean: decimal(mean)?,
        deviation: decimal((squares / count).sqrt())?,
        percentiles: percentiles.collect::<Option<_>>()?,
        histogram: histogram(sorted)?,
        above_price,
        formula: format!("{VALUE} on every path, drawn drivers independent of each other"),
        inputs: simulation.draws.iter().map(|d| d.driver.clone()).collect(),
    })
}

fn histogram(sorted: &[f64]) -> Option<Histogram> {
    let (low, high) = (quantile(sorted, 10)?, quantile(sorted, 990)?);
    let width = (high - low) / BINS as f64;
    let mut counts = vec![0_u32; BINS];
    let (mut below, mut above) = (0, 0);
    for value in sorted {
        if *value < low {
            below += 1;
        } else if *value > high {
            above += 1;
        } else {
            let bin = if width > 0.0 {
                ((value - low) / width) as usize
            } else {
                0
            };
            *counts.get_mut(bin.min(BINS - 1))? += 1;
        }
    }
    Some(Histogram {
        low: decimal(low)?,
        high: decimal(high)?,
        counts,
        below,
        above,
    })
}
