use super::{Attempt, Model, shares};

/// Each segment at the multiple of its own peers.
pub(crate) fn fill(model: &mut Model<'_>) -> Attempt<()> {
    shares::fill(model)?;
    let mut ids = Vec::new();
    for number in model.request.numbered("segment") {
        let (metric, multiple) = (
            format!("segment.{number}.metric"),
            format!("segment.{number}.multiple"),
        );
        model.take(&[&metric, &multiple])?;
        let id = format!("segment.{number}.value");
        model.money(id.clone(), format!("{metric} * {multiple}"))?;
        ids.push(id);
    }
    model.money("ev", ids.join(" + "))?;
    model.finish()?;
    Ok(Ok(()))
}
