//! Documents in and passages, through the public door.

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod covers;
#[cfg(test)]
mod filings;
#[cfg(test)]
mod hiding;
#[cfg(test)]
mod library;
#[cfg(test)]
mod mail;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod office;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod pdf_filings;
#[cfg(test)]
mod pdf_glued;
#[cfg(test)]
mod portable;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod real_documents;
#[cfg(test)]
mod real_filings;
#[cfg(test)]
mod regulator;
#[cfg(test)]
mod report_covers;
#[cfg(test)]
mod splitting;
#[cfg(test)]
mod standard;
#[cfg(test)]
mod tiers;
#[cfg(test)]
mod wire;
