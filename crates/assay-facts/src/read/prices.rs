use assay_domain::{Date, Decimal};
use serde::{Deserialize, Serialize};

use super::tables::{is_blank, number, rows_of_csv};
use crate::ReadError;
use crate::period::parse_date;

const WHAT: &str = "prices";

/// Daily closing prices, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceSeries {
    pub prices: Vec<Price>,
    /// As the table states it. Without it no price can be used in a valuation.
    pub currency: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    pub date: Date,
    pub close: Decimal,
    /// On today's shares and with dividends, as the source defines it.
    pub adjusted: Option<Decimal>,
}

impl PriceSeries {
    /// The last price on or before a day. How old it is, the caller must look at.
    pub fn as_of(&self, day: Date) -> Option<&Price> {
        self.prices.iter().rev().find(|price| price.date <= day)
    }
}

pub fn read_prices_csv(bytes: &[u8]) -> Result<PriceSeries, ReadError> {
    read_prices_rows(&rows_of_csv(bytes)?)
}

/// The first row names the columns: date and close, and where given adjusted close and currency.
pub fn read_prices_rows(rows: &[Vec<String>]) -> Result<PriceSeries, ReadError> {
    let (header, rows) = rows.split_first().ok_or(ReadError::Empty { what: WHAT })?;
    let column = |names: &[&str]| {
        header.iter().position(|cell| {
            let cell = cell.trim().to_lowercase();
            names.contains(&cell.as_str())
        })
    };
    let missing = |name: &str| ReadError::Column {
        what: WHAT,
        column: name.to_owned(),
    };
    let date =
        column(&["date", "日期", "交易日期", "trade_date"]).ok_or_else(|| missing("date"))?;
    let close =
        column(&["close", "收盘", "收盘价", "close/last"]).ok_or_else(|| missing("close"))?;
    let adjusted = column(&[
        "adj close",
        "adj_close",
        "adjclose",
        "adjusted",
        "adjusted close",
        "后复权",
        "前复权",
    ]);
    let currency = column(&["currency", "币种"]);
    let mut series = PriceSeries::default();
    for (at, row) in rows.iter().enumerate() {
        let line = at + 2;
        let cell = |column: usize| row.get(column).map_or("", |cell| cell.trim());
        let day = parse_date(cell(date))
            .ok_or_else(|| ReadError::row(WHAT, line, format!("`{}` is no date", cell(date))))?;
        // A day without trading has no price, which is no error.
        if is_blank(cell(close)) {
            continue;
        }
        let value = number(cell(close))
            .filter(|value| *value > Decimal::ZERO)
            .ok_or_else(|| ReadError::row(WHAT, line, format!("`{}` is no price", cell(close))))?;
        if let Some(stated) = currency.map(&cell).filter(|text| !is_blank(text)) {
            match &series.currency {
                Some(known) if known != stated => {
                    let reason = format!("currency {stated} after {known}");
                    return Err(ReadError::row(WHAT, line, reason));
                }
                _ => series.currency = Some(stated.to_owned()),
            }
        }
        series.prices.push(Price {
            date: day,
            close: value,
            adjusted: adjusted.and_then(|column| number(cell(column))),
        });
    }
    series.prices.sort_by_key(|price| price.date);
    let twice = series
        .prices
        .windows(2)
        .find(|pair| matches!(pair, [a, b] if a.date == b.date && a.close != b.close));
    if let Some([first, ..]) = twice {
        let reason = format!("{} has two different prices", first.date);
        return Err(ReadError::row(WHAT, 0, reason));
    }
    series.prices.dedup_by_key(|price| price.date);
    if series.prices.is_empty() {
        return Err(ReadError::Empty { what: WHAT });
    }
    Ok(series)
}
