//! The gates through their public doors.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod egress_content;
#[cfg(test)]
mod egress_decision;
#[cfg(test)]
mod egress_measured;
#[cfg(test)]
mod egress_personal;
#[cfg(test)]
mod egress_properties;
#[cfg(test)]
mod egress_secrets;
#[cfg(test)]
mod egress_spreadsheet;
#[cfg(test)]
mod kill_switch_rules;
#[cfg(test)]
mod measured;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod quality_cases;
#[cfg(test)]
mod quality_properties;
#[cfg(test)]
mod runs;
#[cfg(test)]
mod seeded_faults;
#[cfg(test)]
mod tables;
#[cfg(test)]
mod transformations;
