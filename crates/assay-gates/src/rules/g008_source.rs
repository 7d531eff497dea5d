//! # What
//! Says whether a document comes from a place that the user named as good or bad.
//!
//! # Why
//! Who may speak is the user's decision, and a look-alike must not profit from it: `sec.gov.evil.com`
//! is not `sec.gov`, nor is the address with a Cyrillic `е` in it.
//!
//! # Example
//! `https://sec.gov@evil.com/10-k.htm` under a list that allows `sec.gov`.

pub(crate) const CODE: &str = "G-008";
