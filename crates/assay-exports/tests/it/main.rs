//! The writers through their public doors.

#[cfg(test)]
mod docx_files;
#[cfg(test)]
mod figures;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod sample_model;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
mod xlsx_files;
#[cfg(test)]
mod zip_parts;
