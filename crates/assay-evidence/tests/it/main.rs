//! The index and search, through the public door.

#[cfg(test)]
mod damage;
#[cfg(test)]
mod filters;
#[cfg(test)]
mod library;
#[cfg(test)]
mod meaning;
#[cfg(test)]
mod real_filings;
#[cfg(test)]
mod searching;
