use super::{Attempt, Model, VALUE, shares};
use crate::fault::ValuationFault;
use crate::method::Reason;

pub(crate) const NEEDS: &[&str] = &[
    "equity.book",
    "roe.start",
    "spread.roe",
    "payout",
    "growth.terminal",
];

/// Book equity plus the returns above its cost; dividends and the P/B that the return justifies
/// are computed beside it. Flows of a financial company are discounted from the year's end.
pub(crate) fn fill(model: &mut Model<'_>) -> Attempt<()> {
    shares::fill(model)?;
    model.take(NEEDS)?;
    let book = model.sheet.value("equity.book")?;
    if book <= rust_decimal::Decimal::ZERO {
        return Ok(Err(Reason::NegativeEquity { book_equity: book }));
    }
    let (rate, growth) = (
        model.sheet.value("ke")?,
        model.sheet.value("growth.terminal")?,
    );
    if growth >= rate {
        return Ok(Err(Reason::GrowthNotBelowRate { growth, rate }));
    }
    model.money("book.y0", "equity.book")?;
    model.ratio("roe.terminal", "ke + spread.roe")?;
    let n = model.request.shape.horizon;
    for year in 1..=n {
        flows(model, year, n)?;
    }
    let sum = |family: &str| {
        let terms: Vec<String> = (1..=n).map(|t| format!("{family}.y{t}")).collect();
        terms.join(" + ")
    };
    model.money(
        "excess.terminal",
        format!("spread.roe * book.y{n} / (ke - growth.terminal)"),
    )?;
    model.money("pv.terminal", format!("excess.terminal * discount.y{n}"))?;
    model.money(
        "equity.base",
        format!("book.y0 + {} + pv.terminal", sum("pv.excess")),
    )?;
    model.money(
        "equity.dividends",
        format!(
            "{} + (book.y{n} + excess.terminal) * discount.y{n}",
            sum("pv.dividend")
        ),
    )?;
    model.elapsed()?;
    model.money("equity.value", "equity.base * (1 + ke * elapsed)")?;
    model.per_share(VALUE, "max(0, equity.value) / shares.quoted")?;
    model.ratio(
        "pb.justified",
        "(roe.start - growth.terminal) / (ke - growth.terminal)",
    )?;
    model.per_share(
        "value.pb_roe",
        "max(0, pb.justified * equity.book) / shares.quoted",
    )?;
    Ok(Ok(()))
}

fn flows(model: &mut Model<'_>, t: u32, n: u32) -> Result<(), ValuationFault> {
    let before = t - 1;
    model.ratio(
        format!("roe.y{t}"),
        format!("roe.start + (roe.terminal - roe.start) * {t} / {n}"),
    )?;
    model.money(
        format!("earnings.y{t}"),
        format!("roe.y{t} * book.y{before}"),
    )?;
    model.money(format!("dividend.y{t}"), format!("earnings.y{t} * payout"))?;
    model.money(
        format!("book.y{t}"),
        format!("book.y{before} + earnings.y{t} - dividend.y{t}"),
    )?;
    model.money(
        format!("excess.y{t}"),
        format!("(roe.y{t} - ke) * book.y{before}"),
    )?;
    model.ratio(format!("discount.y{t}"), format!("1 / (1 + ke) ^ {t}"))?;
    model.money(
        format!("pv.excess.y{t}"),
        format!("excess.y{t} * discount.y{t}"),
    )?;
    model.money(
        format!("pv.dividend.y{t}"),
        format!("dividend.y{t} * discount.y{t}"),
    )?;
    Ok(())
}
