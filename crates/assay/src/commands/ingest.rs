use std::path::PathBuf;

use assay_domain::IngestVerdict;
use assay_engine::{Library, SystemClock};

use crate::app::App;
use crate::exit::Exit;
use crate::table::{shorten, table};

pub(crate) async fn run(app: &App, paths: &[PathBuf]) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let (came_in, refused) = Library::new(store).ingest(paths, &SystemClock).await?;
    if app.output.json {
        app.output
            .value(&serde_json::json!({"ingested": came_in, "refused": refused}))?;
    } else {
        let rows: Vec<Vec<String>> = came_in
            .iter()
            .map(|ingested| {
                let document = &ingested.document;
                vec![
                    document.id.to_string(),
                    format!("{:?}", document.tier),
                    document
                        .date
                        .map_or_else(|| "–".to_owned(), |date| date.to_string()),
                    if ingested.known {
                        "known".to_owned()
                    } else {
                        ingested.passages.to_string()
                    },
                    verdict(document.verdict).to_owned(),
                    shorten(&document.title, 60),
                ]
            })
            .collect();
        if !rows.is_empty() {
            app.output.data(&table(
                &["DOCUMENT", "TIER", "DATE", "PASSAGES", "GATE", "TITLE"],
                &rows,
            ))?;
        }
        for ingested in &came_in {
            for span in &ingested.document.quarantined {
                app.output.say(format!(
                    "quarantined in {}: {} ({})",
                    ingested.document.origin, span.reason, span.rule
                ));
            }
        }
        for refusal in &refused {
            app.output.say(format!("not ingested: {}", refusal.reason));
        }
    }
    let nothing = came_in.is_empty() && !refused.is_empty();
    Ok(if nothing { Exit::Error } else { Exit::Fine })
}

fn verdict(verdict: IngestVerdict) -> &'static str {
    match verdict {
        IngestVerdict::Clean => "clean",
        IngestVerdict::Flagged => "flagged",
        IngestVerdict::Quarantined => "quarantined",
    }
}
