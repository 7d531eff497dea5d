use rust_decimal::Decimal;

use super::{Attempt, Model, capital, shares};
use crate::fault::ValuationFault;
use crate::method::Reason;
use crate::request::{Shape, StockCompensation};

pub(crate) const NEEDS: &[&str] = &[
    "revenue.base",
    "cash_flow.operating",
    "equity.book",
    "growth.start",
    "growth.terminal",
    "margin.start",
    "margin.terminal",
    "tax.start",
    "da.ratio",
    "capex.ratio",
    "nwc.ratio",
    "spread.terminal",
];

/// Explicit flows arrive in the middle of each year: year `t` is discounted over `t − 0.5` years.
pub(crate) fn fill(model: &mut Model<'_>) -> Attempt<()> {
    shares::fill(model)?;
    let wacc = capital::wacc(model)?;
    model.take(NEEDS)?;
    model.take(&["sbc.ratio", "exit.multiple"])?;
    let growth = model.sheet.value("growth.terminal")?;
    if growth >= wacc {
        return Ok(Err(Reason::GrowthNotBelowRate { growth, rate: wacc }));
    }
    let return_on_capital = model.ratio("roic.terminal", "wacc + spread.terminal")?;
    if growth > return_on_capital || return_on_capital <= Decimal::ZERO {
        return Ok(Err(Reason::GrowthAboveReturn {
            growth,
            return_on_capital,
        }));
    }
    model.ratio("half_year", "sqrt(1 + wacc)")?;
    model.money("revenue.y0", "revenue.base")?;
    let shape = model.request.shape;
    for year in 1..=shape.horizon {
        flows(model, shape, year)?;
    }
    let last = shape.horizon;
    if model.sheet.value(&format!("nopat.y{last}"))? <= Decimal::ZERO {
        return Ok(Err(Reason::NoTerminalProfit));
    }
    terminal(model, last)?;
    exit(model, last)?;
    Ok(Ok(()))
}

fn flows(model: &mut Model<'_>, shape: Shape, t: u32) -> Result<(), ValuationFault> {
    let n = shape.horizon;
    let before = t - 1;
    let growth = if t <= shape.stage_one {
        "growth.start".to_owned()
    } else {
        let (step, steps) = (t - shape.stage_one, n - shape.stage_one);
        format!("growth.start + (growth.terminal - growth.start) * {step} / {steps}")
    };
    model.ratio(format!("growth.y{t}"), growth)?;
    model.money(
        format!("revenue.y{t}"),
        format!("revenue.y{before} * (1 + growth.y{t})"),
    )?;
    model.ratio(
        format!("margin.y{t}"),
        format!("margin.start + (margin.terminal - margin.start) * {t} / {n}"),
    )?;
    model.money(format!("ebit.y{t}"), format!("revenue.y{t} * margin.y{t}"))?;
    model.ratio(
        format!("tax.y{t}"),
        format!("tax.start + (tax.marginal - tax.start) * {t} / {n}"),
    )?;
    // a loss is not paid out by the tax office
    model.money(
        format!("nopat.y{t}"),
        format!("ebit.y{t} - max(0, ebit.y{t}) * tax.y{t}"),
    )?;
    model.money(format!("da.y{t}"), format!("revenue.y{t} * da.ratio"))?;
    model.money(format!("capex.y{t}"), format!("revenue.y{t} * capex.ratio"))?;
    model.money(
        format!("nwc_increase.y{t}"),
        format!("(revenue.y{t} - revenue.y{before}) * nwc.ratio"),
    )?;
    let mut flow = format!("nopat.y{t} + da.y{t} - capex.y{t} - nwc_increase.y{t}");
    if shape.stock_compensation == StockCompensation::AddedBack {
        model.money(format!("sbc.y{t}"), format!("revenue.y{t} * sbc.ratio"))?;
        flow.push_str(&format!(" + sbc.y{t}"));
    }
    model.money(format!("fcff.y{t}"), flow)?;
    model.ratio(
        format!("discount.y{t}"),
        format!("1 / ((1 + wacc) ^ {before} * half_year)"),
    )?;
    model.money(format!("pv.y{t}"), format!("fcff.y{t} * discount.y{t}"))?;
    Ok(())
}

/// The growing perpetuity continues flows that arrive mid-year, so it stands at `N − 0.5`.
fn terminal(model: &mut Model<'_>, n: u32) -> Result<(), ValuationFault> {
    model.money(
        "nopat.terminal",
        format!("nopat.y{n} * (1 + growth.terminal)"),
    )?;
    model.ratio("reinvestment.terminal", "growth.terminal / roic.terminal")?;
    model.money(
        "fcff.terminal",
        "nopat.terminal * (1 - reinvestment.terminal)",
    )?;
    model.money("tv.gordon", "fcff.terminal / (wacc - growth.terminal)")?;
    model.money("pv.tv.gordon", format!("tv.gordon * discount.y{n}"))?;
    let explicit: Vec<String> = (1..=n).map(|t| format!("pv.y{t}")).collect();
    model.money("pv.explicit", explicit.join(" + "))?;
    model.money("ev.base", "pv.explicit + pv.tv.gordon")?;
    model.elapsed()?;
    // simple accrual within the year, so that no fractional power is needed
    model.money("ev", "ev.base * (1 + wacc * elapsed)")?;
    model.finish()?;
    model.ratio("tv.share", "pv.tv.gordon / ev.base")?;
    model.money(format!("ebitda.y{n}"), format!("ebit.y{n} + da.y{n}"))?;
    // at the end of year N, where an acquirer would pay a multiple
    model.ratio(
        "implied.multiple",
        format!("tv.gordon * half_year / ebitda.y{n}"),
    )?;
    Ok(())
}

/// A multiple is paid at the end of year `N`, so it is discounted over `N` years and not `N − 0.5`.
fn exit(model: &mut Model<'_>, n: u32) -> Result<(), ValuationFault> {
    if !model.sheet.has("exit.multiple") {
        return Ok(());
    }
    model.money("tv.exit", format!("ebitda.y{n} * exit.multiple"))?;
    model.ratio("discount.end", format!("1 / (1 + wacc) ^ {n}"))?;
    model.money("pv.tv.exit", "tv.exit * discount.end")?;
    model.money(
        "ev.exit",
        "(pv.explicit + pv.tv.exit) * (1 + wacc * elapsed)",
    )?;
    model.money("equity.exit", "equity.value - ev + ev.exit")?;
    model.per_share("value.exit", "max(0, equity.exit) / shares.quoted")?;
    model.ratio("tv.share.exit", "pv.tv.exit / (pv.explicit + pv.tv.exit)")?;
    // growth g at which the perpetuity equals the multiple:
    // (1 + g)(roic − g) = m · roic · (wacc − g), with m = terminal value at N − 0.5 over NOPAT
    model.ratio("implied.m", format!("tv.exit / half_year / nopat.y{n}"))?;
    model.ratio("implied.b", "roic.terminal - 1 + implied.m * roic.terminal")?;
    model.ratio(
        "implied.c",
        "implied.m * roic.terminal * wacc - roic.terminal",
    )?;
    model.ratio(
        "implied.growth",
        "(implied.b - sqrt(max(0, implied.b * implied.b - 4 * implied.c))) / 2",
    )?;
    Ok(())
}
