//! Valuations through the public doors.

#[cfg(test)]
mod company;
#[cfg(test)]
mod comparables;
#[cfg(test)]
mod dcf;
#[cfg(test)]
mod difference;
#[cfg(test)]
mod financials;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod offline;
#[cfg(test)]
mod peers_defects;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod render;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod views;
