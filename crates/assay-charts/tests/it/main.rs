//! Charts through the public door: pictures by snapshot, geometry by arithmetic, and every kind
//! well-formed whatever it is given.

#[cfg(test)]
mod geometry;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod svg;
