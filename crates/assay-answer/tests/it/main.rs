//! Questions over an invented library, through the crate's own door.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot set up its library fails"
)]

mod answers;
mod computed;
mod followed;
mod framed;
mod matters;
mod parts;
mod sheets;
