//! Filed facts to data points, through public doors.

#[cfg(test)]
mod lab;
#[cfg(test)]
mod names;
#[cfg(test)]
mod oracles;
#[cfg(test)]
mod pitfalls_meaning;
#[cfg(test)]
mod pitfalls_parts;
#[cfg(test)]
mod pitfalls_periods;
#[cfg(test)]
mod pitfalls_vintages;
#[cfg(test)]
mod printed;
mod printed_abroad;
#[cfg(test)]
mod properties;
mod sources;
#[cfg(test)]
mod splits;
#[cfg(test)]
mod text;
