//! The ecosystem graph through its public door.

#[cfg(test)]
mod aging;
#[cfg(test)]
mod extraction;
#[cfg(test)]
mod filings;
#[cfg(test)]
mod merging;
#[cfg(test)]
mod wire;
#[cfg(test)]
mod world;
