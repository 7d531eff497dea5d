//! The ingest gate through its public door.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod measured;
#[cfg(test)]
mod properties;
