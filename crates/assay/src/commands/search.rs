use assay_engine::Library;

use crate::app::App;
use crate::args::SearchArgs;
use crate::exit::Exit;
use crate::table::shorten;

pub(crate) fn run(app: &App, args: &SearchArgs) -> anyhow::Result<Exit> {
    let library = Library::new(app.store()?);
    let hits = library.search(&args.query.join(" "), args.limit)?;
    if app.output.json {
        let hits: Vec<_> = hits
            .iter()
            .map(|(evidence, score)| serde_json::json!({"score": score, "evidence": evidence}))
            .collect();
        app.output.value(&hits)?;
        return Ok(Exit::Fine);
    }
    for (evidence, score) in &hits {
        let date = evidence
            .as_of
            .map_or_else(String::new, |date| format!(", {date}"));
        let heading = evidence.headings.join(" > ");
        app.output.data(&format!(
            "{score:>6.2}  {} (tier {:?}{date})  {heading}\n        {}\n        {}",
            evidence.source,
            evidence.tier,
            shorten(&evidence.quote, 160),
            evidence.passage,
        ))?;
    }
    if hits.is_empty() {
        let hint = if library.documents()?.is_empty() {
            "the library is empty; bring documents in with `assay ingest PATH`"
        } else {
            "nothing found; try other words"
        };
        app.output.say(hint);
    }
    Ok(Exit::Fine)
}
