use std::io::IsTerminal;

use assay_domain::{IngestVerdict, Outcome};
use assay_engine::{IngestProgress, Ingested, SystemClock};
use indicatif::{ProgressBar, ProgressStyle};

use crate::app::App;
use crate::exit::Exit;
use crate::library_args::IngestArgs;
use crate::table::{shorten, table};

pub(crate) async fn run(app: &App, args: &IngestArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let bar = bar(app);
    let show = |progress: &IngestProgress<'_>| {
        bar.set_length(u64::try_from(progress.total).unwrap_or(u64::MAX));
        bar.set_position(u64::try_from(progress.done).unwrap_or(u64::MAX));
        bar.set_message(shorten(&progress.file.display().to_string(), 60));
    };
    let mut library = app.library(&store)?;
    if args.follow_links {
        library = library.following_links();
    }
    let tier = args.tier.map(Into::into);
    let ingesting = library.ingest(&args.paths, tier, &SystemClock, &show);
    let result = ingesting.await;
    bar.finish_and_clear();
    let (came_in, refused) = result?;
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
                    match (ingested.known, ingested.mended) {
                        (true, true) => "mended".to_owned(),
                        (true, false) => "known".to_owned(),
                        (false, _) => ingested.passages.to_string(),
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
            tell(app, ingested);
        }
        for refusal in &refused {
            let (reason, code) = (&refusal.reason, refusal.code);
            app.output.say(format!("not ingested: {reason} ({code})"));
        }
        let in_all = refused.len() + came_in.len();
        if !refused.is_empty() && in_all > 1 {
            let count = refused.len();
            app.output
                .say(format!("files not ingested: {count} of {in_all}"));
        }
    }
    Ok(match (came_in.is_empty(), refused.is_empty()) {
        (_, true) => Exit::Fine,
        (false, false) => Exit::Run(Outcome::Partial),
        (true, false) => Exit::Error,
    })
}

/// What a user should know of a document that came in.
fn tell(app: &App, ingested: &Ingested) {
    let document = &ingested.document;
    let origin = &document.origin;
    if ingested.mended {
        app.output.say(format!(
            "mended {origin}: its stored copy was missing or damaged and has been written anew"
        ));
    }
    for span in &document.quarantined {
        app.output.say(format!(
            "quarantined in {origin}: {} ({})",
            span.reason, span.rule
        ));
    }
    for found in &document.hidden {
        app.output.say(format!(
            "hidden text in {origin}: {} ({}); it is in no passage",
            found.reason, found.rule
        ));
    }
    for gap in &ingested.gaps {
        app.output.say(format!("not read in {origin}: {gap}"));
    }
    if let Some(earlier) = &document.near_duplicate_of {
        app.output.say(format!(
            "{origin} says nearly what {earlier} says: one source"
        ));
    }
}

/// A bar on a terminal, nothing elsewhere.
fn bar(app: &App) -> ProgressBar {
    if app.output.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {wide_bar} {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar
}

fn verdict(verdict: IngestVerdict) -> &'static str {
    match verdict {
        IngestVerdict::Clean => "clean",
        IngestVerdict::Flagged => "flagged",
        IngestVerdict::Quarantined => "quarantined",
    }
}
