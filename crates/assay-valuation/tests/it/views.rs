use assay_valuation::{Flag, ImpliedDriver, Reason, ValuationFault};
use rust_decimal::Decimal;

use crate::fixture::{close, number, per_share, request, set, set_to, valued};

#[test]
fn a_cell_is_the_run_with_its_drivers() {
    let valuation = valued(&request());
    let grid = valuation
        .grids
        .iter()
        .find(|grid| grid.row_driver == "growth.start")
        .unwrap();
    for (row, growth) in grid.row_values.iter().enumerate() {
        for (column, margin) in grid.column_values.iter().enumerate() {
            let mut single = request();
            single.scenarios.clear();
            set_to(&mut single, "growth.start", *growth);
            set_to(&mut single, "margin.terminal", *margin);
            let cell = &grid.cells[row][column];
            assert_eq!(cell.value, Some(per_share(&single)), "{}", cell.formula);
        }
    }
}

#[test]
fn cells_without_a_meaning_are_blank() {
    let mut near = request();
    set(&mut near, "growth.terminal", "0.085");
    let valuation = valued(&near);
    let grid = &valuation.grids[0];
    let mut blanks = 0;
    for (row, rate) in grid.row_values.iter().enumerate() {
        for (column, growth) in grid.column_values.iter().enumerate() {
            let cell = &grid.cells[row][column];
            assert_eq!(cell.value.is_none(), growth >= rate, "{}", cell.formula);
            if let Some(blank) = &cell.blank {
                blanks += 1;
                assert!(matches!(blank, Reason::GrowthNotBelowRate { .. }));
            }
        }
    }
    assert!(blanks > 0);
    assert!(
        valuation
            .flags
            .iter()
            .any(|f| matches!(f, Flag::GrowthAboveRiskFree { .. }))
    );
}

#[test]
fn a_grid_of_another_model_is_caught() {
    let valuation = valued(&request());
    let base = valuation.value_per_share().unwrap();
    let mut grid = valuation.grids[0].clone();
    grid.check_centre(base).unwrap();
    grid.cells[2][2].value = Some(base + Decimal::new(1, 20));
    let fault = grid.check_centre(base).unwrap_err();
    assert!(
        matches!(fault, ValuationFault::GridCentre { .. }),
        "{fault}"
    );
}

#[test]
fn the_implied_driver_gives_the_price() {
    let valuation = valued(&request());
    let mut solved = 0;
    for reverse in &valuation.reverse {
        let ImpliedDriver::Found { value } = reverse.implied else {
            continue;
        };
        if reverse.driver == "stage_one" {
            continue;
        }
        let mut turned = request();
        turned.scenarios.clear();
        set_to(&mut turned, &reverse.driver, value);
        close(per_share(&turned), number("10"), "0.0001");
        solved += 1;
    }
    assert_eq!(solved, 2);
    assert_eq!(valuation.reverse.len(), 3);
}

#[test]
fn a_price_no_driver_explains_has_no_root() {
    let mut dear = request();
    set(&mut dear, "price", "100000");
    for reverse in &valued(&dear).reverse {
        assert_eq!(reverse.implied, ImpliedDriver::NoRoot, "{}", reverse.driver);
        assert!(
            reverse.value_at_high.unwrap() < reverse.price,
            "the solvable range is told"
        );
    }
}

#[test]
fn the_first_stage_lasts_until_it_pays_the_price() {
    let mut dear = request();
    dear.shape.weights = assay_valuation::Weights::Target;
    set(&mut dear, "weight.debt", "0.2");
    dear.shape.stage_one = 4;
    let four = per_share(&dear);
    dear.shape.stage_one = 3;
    let three = per_share(&dear);
    dear.shape.stage_one = 1;
    set_to(&mut dear, "price", (three + four) / Decimal::TWO);
    let valuation = valued(&dear);
    let period = valuation
        .reverse
        .iter()
        .find(|r| r.driver == "stage_one")
        .unwrap();
    assert_eq!(
        period.implied,
        ImpliedDriver::Found {
            value: Decimal::from(4)
        }
    );
}

#[test]
fn the_tornado_is_sorted_and_recomputed() {
    let valuation = valued(&request());
    let swings: Vec<Decimal> = valuation.tornado.iter().map(|swing| swing.swing).collect();
    assert!(
        swings.len() >= 7 && swings.is_sorted_by(|a, b| a >= b),
        "{swings:?}"
    );
    let margin = valuation
        .tornado
        .iter()
        .find(|s| s.driver == "margin.terminal")
        .unwrap();
    let mut high = request();
    high.scenarios.clear();
    set(&mut high, "margin.terminal", "0.19");
    assert_eq!(margin.value_at_high, Some(per_share(&high)));
}

#[test]
fn the_target_is_the_weighted_value_a_year_on() {
    let valuation = valued(&request());
    let values: Vec<Decimal> = valuation
        .scenarios
        .iter()
        .map(|s| s.value_per_share.value)
        .collect();
    let weighted =
        values[0] * number("0.25") + values[1] * number("0.5") + values[2] * number("0.25");
    let target = valuation.target.unwrap();
    close(
        target.weighted_value.value,
        weighted,
        "0.00000000000000000001",
    );
    // cost of equity 10 %, dividends 0.20
    let expected = weighted * number("1.1") - number("0.2");
    close(target.target.value, expected, "0.00000000000000000001");
    close(
        target.expected_return.value,
        (expected + number("0.2")) / number("10") - Decimal::ONE,
        "0.0000000001",
    );
    assert!(target.low.value < target.target.value && target.target.value < target.high.value);
}

#[test]
fn a_high_share_of_the_terminal_value_is_told() {
    let mut long_lived = request();
    set(&mut long_lived, "erp", "0.03");
    let valuation = valued(&long_lived);
    assert!(
        valuation
            .flags
            .iter()
            .any(|f| matches!(f, Flag::TerminalShareHigh { .. }))
    );
}

#[test]
fn shareholders_lose_no_more_than_all() {
    let mut broken = request();
    broken.shape.weights = assay_valuation::Weights::Target;
    set(&mut broken, "weight.debt", "0.5");
    set(&mut broken, "debt", "9000");
    broken.scenarios.clear();
    let valuation = valued(&broken);
    assert_eq!(valuation.value_per_share(), Some(Decimal::ZERO));
    assert!(
        valuation
            .flags
            .iter()
            .any(|f| matches!(f, Flag::EquityBelowZero { .. }))
    );
}
