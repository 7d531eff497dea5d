use assay_valuation::Distribution;
use rust_decimal::Decimal;

use crate::fixture::{close, number, per_share, request, simulation, valued};

#[test]
fn the_same_seed_draws_the_same_paths() {
    let mut drawn = request();
    drawn.simulation = Some(simulation(5_000, 42));
    let one = valued(&drawn).simulation.unwrap();
    assert_eq!(one, valued(&drawn).simulation.unwrap());
    drawn.simulation = Some(simulation(5_000, 43));
    let other = valued(&drawn).simulation.unwrap();
    assert_ne!(one.percentiles, other.percentiles);
    assert!(one.simulated);
}

#[test]
fn paths_are_counted_and_percentiles_rise() {
    let mut drawn = request();
    drawn.simulation = Some(simulation(20_000, 7));
    let found = valued(&drawn).simulation.unwrap();
    let values: Vec<Decimal> = found.percentiles.iter().map(|point| point.value).collect();
    assert!(values.is_sorted());
    let inside: u32 = found.histogram.counts.iter().sum();
    let all = inside + found.histogram.below + found.histogram.above + found.discarded;
    assert_eq!(all, 20_000);
    let base = per_share(&request());
    assert!(values[0] < base && base < values[6]);
    let share = found.above_price.unwrap();
    assert!((Decimal::ZERO..=Decimal::ONE).contains(&share));
}

/// With next to no spread every path is the exact model, which ties the two arithmetics together.
#[test]
fn a_path_is_the_model() {
    let mut drawn = request();
    let mut still = simulation(1_000, 3);
    still.draws.truncate(3);
    for draw in &mut still.draws {
        draw.distribution = Distribution::Normal {
            deviation: crate::fixture::assumed("deviation", number("0.0000000000001")),
        };
    }
    drawn.simulation = Some(still);
    let valuation = valued(&drawn);
    let base = valuation.value_per_share().unwrap();
    let found = valuation.simulation.unwrap();
    close(found.mean, base, "0.00001");
    for point in &found.percentiles {
        close(point.value, base, "0.00001");
    }
}

#[test]
fn paths_without_a_value_are_told() {
    let mut drawn = request();
    let mut wide = simulation(5_000, 3);
    wide.draws[3].distribution = Distribution::Triangular {
        low: crate::fixture::assumed("low", number("0.01")),
        high: crate::fixture::assumed("high", number("0.15")),
    };
    drawn.simulation = Some(wide);
    let found = valued(&drawn).simulation.unwrap();
    assert!(found.discarded > 0 && found.discarded < 5_000);
}
