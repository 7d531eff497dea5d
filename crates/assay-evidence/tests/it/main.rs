//! Documents in, passages and search, through the public door.

#[cfg(test)]
mod damage;
#[cfg(test)]
mod library;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod real_filings;
#[cfg(test)]
mod searching;
#[cfg(test)]
mod splitting;
#[cfg(test)]
mod tiers;
