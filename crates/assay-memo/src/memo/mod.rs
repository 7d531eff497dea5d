//! The investment memo, section by section in the order a reader meets them.

mod business;
mod catalysts;
mod changes;
pub(crate) mod ecosystem;
mod estimates;
pub(crate) mod financials;
mod first_page;
mod origins;
pub(crate) mod priced_in;
pub(crate) mod quality;
mod rating;
mod registers;
pub(crate) mod risks;
mod scenarios;
pub(crate) mod thesis;
pub(crate) mod valuation;

use assay_exports::MetaItem;

use crate::disclosure;
use crate::error::MemoError;
use crate::page::Page;

pub(crate) fn add(page: &mut Page<'_>) -> Result<Vec<MetaItem>, MemoError> {
    let meta = first_page::meta(page)?;
    disclosure::first_page(page);
    first_page::add(page)?;
    thesis::add(page)?;
    priced_in::add(page)?;
    business::add(page)?;
    ecosystem::add(page)?;
    financials::add(page)?;
    scenarios::add(page)?;
    valuation::add(page)?;
    catalysts::add(page)?;
    risks::add(page)?;
    registers::add(page)?;
    quality::add(page)?;
    changes::add(page)?;
    rating::add_definition(page)?;
    disclosure::add(page);
    Ok(meta)
}
