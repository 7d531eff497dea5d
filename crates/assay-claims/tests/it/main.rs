//! The claim check through its public doors.

#[cfg(test)]
mod about;
#[cfg(test)]
mod analyst;
#[cfg(test)]
mod as_written;
#[cfg(test)]
mod asserted;
#[cfg(test)]
mod below_zero;
#[cfg(test)]
mod borne;
#[cfg(test)]
mod citable;
#[cfg(test)]
mod companies;
#[cfg(test)]
mod courses;
#[cfg(test)]
mod derived;
#[cfg(test)]
mod directions;
#[cfg(test)]
mod finding;
#[cfg(test)]
mod formulas;
#[cfg(test)]
mod held;
#[cfg(test)]
mod in_words;
#[cfg(test)]
mod judged;
#[cfg(test)]
mod laid_out;
#[cfg(test)]
mod levels;
#[cfg(test)]
mod measures;
#[cfg(test)]
mod numerals;
#[cfg(test)]
mod over_rows;
mod pairs;
#[cfg(test)]
mod parts_of_a_sentence;
#[cfg(test)]
mod probe;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod proven;
#[cfg(test)]
mod quotes;
#[cfg(test)]
mod real_questions;
#[cfg(test)]
mod recorded;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod scales;
#[cfg(test)]
mod stretches_of_time;
#[cfg(test)]
mod things_counted;
mod told_otherwise;
mod turned;
#[cfg(test)]
mod unit_columns;
#[cfg(test)]
mod whose;
mod worded;
#[cfg(test)]
mod year_parts;
