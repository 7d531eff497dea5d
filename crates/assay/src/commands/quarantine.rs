use assay_domain::ReviewDecision;
use assay_engine::{Library, QuarantinedText, SystemClock};

use crate::app::App;
use crate::args::{QuarantineCommand, ReviewArgs};
use crate::exit::Exit;
use crate::shown::laid_bare;
use crate::table::{shorten, table};

pub(crate) async fn run(app: &App, command: &QuarantineCommand) -> anyhow::Result<Exit> {
    let library = app.library(&app.store()?)?;
    match command {
        QuarantineCommand::List { all } => list(app, &library, *all),
        QuarantineCommand::Show { id } => show(app, &library.quarantined_text(id)?),
        QuarantineCommand::Release(args) => {
            review(app, &library, args, ReviewDecision::Released).await
        }
        QuarantineCommand::Reject(args) => {
            review(app, &library, args, ReviewDecision::Rejected).await
        }
    }
}

fn list(app: &App, library: &Library, all: bool) -> anyhow::Result<Exit> {
    let items = if all {
        library.reviewable()?
    } else {
        library.quarantined()?
    };
    if app.output.json {
        app.output.value(&items)?;
        return Ok(Exit::Fine);
    }
    if items.is_empty() {
        app.output.say("nothing is quarantined");
        return Ok(Exit::Fine);
    }
    let rows: Vec<Vec<String>> = items
        .iter()
        .map(|item| {
            vec![
                item.id.clone(),
                item.span.rule.clone(),
                match item.review {
                    None => "open",
                    Some(ReviewDecision::Released) => "released",
                    Some(ReviewDecision::Rejected) => "rejected",
                }
                .to_owned(),
                shorten(&item.title, 40),
                shorten(&item.span.reason, 60),
            ]
        })
        .collect();
    app.output.data(&table(
        &["ID", "RULE", "REVIEW", "DOCUMENT", "REASON"],
        &rows,
    ))?;
    app.output
        .say("hint: assay quarantine show ID prints the text; assay explain CODE explains a rule");
    Ok(Exit::Fine)
}

fn show(app: &App, shown: &QuarantinedText) -> anyhow::Result<Exit> {
    if app.output.json {
        app.output.value(shown)?;
        return Ok(Exit::Fine);
    }
    let item = &shown.item;
    let mut out = format!(
        "{} ({})\n{}: {}\n\n",
        item.title, item.origin, item.span.rule, item.span.reason
    );
    for (mark, text) in [
        ("  ", &shown.before),
        ("> ", &shown.text),
        ("  ", &shown.after),
    ] {
        for line in text.lines() {
            out.push_str(mark);
            out.push_str(&laid_bare(line));
            out.push('\n');
        }
    }
    app.output.data(&out)?;
    Ok(Exit::Fine)
}

async fn review(
    app: &App,
    library: &Library,
    args: &ReviewArgs,
    decision: ReviewDecision,
) -> anyhow::Result<Exit> {
    let item = library
        .review(&args.id, decision, args.reason.clone(), &SystemClock)
        .await?;
    if app.output.json {
        app.output
            .value(&serde_json::json!({"reviewed": item, "decision": decision}))?;
    } else {
        app.output.say(match decision {
            ReviewDecision::Released => format!("released: {} can be cited again", item.id),
            ReviewDecision::Rejected => format!("rejected: {} stays out of use", item.id),
        });
    }
    Ok(Exit::Fine)
}
