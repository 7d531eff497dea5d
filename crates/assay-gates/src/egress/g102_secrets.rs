use super::outgoing::Blocker;
use super::secrets;
use super::view::View;

pub(crate) const CODE: &str = "G-102";

/// A key, token or password by its form.
pub(crate) fn check(view: &View<'_>) -> Vec<Blocker> {
    let found = secrets::in_view(&view.text).into_iter();
    found
        .map(|one| {
            let range = view.original(&(one.start..one.end));
            let reason = format!("what looks like a secret: {}", one.name);
            Blocker::new(CODE, reason).at(range.start, range.end)
        })
        .collect()
}
