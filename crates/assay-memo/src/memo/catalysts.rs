use assay_exports::Inline;

use crate::error::MemoError;
use crate::page::Page;

/// What has a day, in order of time.
pub(super) fn add(page: &mut Page<'_>) -> Result<(), MemoError> {
    page.heading("catalysts", "Catalysts", "催化剂与时间表");
    let mut catalysts: Vec<_> = page.dossier.thesis.catalysts.iter().collect();
    if catalysts.is_empty() {
        page.lacks(
            "No dated event is known to the run.",
            "本次运行未发现有明确日期的事件。",
        );
        return Ok(());
    }
    catalysts.sort_by_key(|catalyst| catalyst.date);
    let mut items = Vec::new();
    for (at, catalyst) in catalysts.into_iter().enumerate() {
        let mut text = vec![Inline::strong(page.pick(
            format!("{}: ", catalyst.date),
            format!("{}：", catalyst.date),
        ))];
        text.extend(page.parts(&format!("catalyst.{at}"), &catalyst.text)?);
        items.push(text);
    }
    page.bullets(items);
    Ok(())
}
