//! Documents in and passages, through the public door.

#[cfg(test)]
mod library;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod real_filings;
#[cfg(test)]
mod splitting;
#[cfg(test)]
mod tiers;
