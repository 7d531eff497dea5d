use anyhow::Context as _;
use assay_domain::{Date, Language};
use assay_ecosystem::{
    EcosystemPackage, Graph, RefreshAction, RefreshItem, UpdatePolicy, refresh_plan, render,
};
use assay_engine::{CompanyFile, Library, SystemClock};
use assay_memo::ecosystem_picture;
use serde_json::json;

use super::data::today;
use crate::app::App;
use crate::company_args::GraphCommand;
use crate::exit::Exit;
use crate::users_file;

pub(crate) async fn run(app: &App, command: &GraphCommand) -> anyhow::Result<Exit> {
    let (GraphCommand::Show(args) | GraphCommand::Stale(args) | GraphCommand::Refresh(args)) =
        command;
    let store = app.store()?;
    let library = app.library(&store)?;
    let file = library.companies()?.open(&args.company)?;
    let language = app.settings.language(&args.company);
    let policy = policy(app, language)?;
    let day = args.as_of.unwrap_or_else(today);
    match command {
        GraphCommand::Refresh(_) => refresh(app, &library, &file, &policy, day).await,
        GraphCommand::Show(_) => {
            let graph = library.graph_on(&file, &policy, day)?;
            let package = EcosystemPackage::new(graph, policy, day);
            if let Some(path) = &args.picture {
                let picture = ecosystem_picture(&package.graph, language)?;
                users_file::write(path, picture)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                app.output.say(path.display().to_string());
            }
            let text = render(&package.graph, language);
            app.output.text(&text, &serde_json::to_value(&package)?)?;
            Ok(Exit::Fine)
        }
        GraphCommand::Stale(_) => {
            let graph = library.graph_on(&file, &policy, day)?;
            let items = refresh_plan(&graph, &policy, day, &[]);
            if app.output.json {
                app.output.value(&items)?;
                return Ok(Exit::Fine);
            }
            for item in &items {
                app.output.data(&due(&graph, item, language))?;
            }
            if items.is_empty() {
                app.output
                    .say("every relation was confirmed recently enough");
            }
            Ok(Exit::Fine)
        }
    }
}

/// One line: who, what to do, and since when it is due.
fn due(graph: &Graph, item: &RefreshItem, language: Language) -> String {
    let edge = graph.edges.iter().find(|edge| edge.id == item.edge);
    let name = edge
        .and_then(|edge| graph.other(edge))
        .map_or_else(|| item.edge.to_string(), |node| node.name.clone());
    let verified = edge.map(|edge| edge.last_verified.to_string());
    let since = verified.unwrap_or_default();
    let todo = match item.action {
        RefreshAction::ReVerify => language.pick("confirm again", "重新核实"),
        RefreshAction::FlagForReview => language.pick("look at it", "人工复核"),
    };
    language.pick(
        format!("{name}: {todo}; last confirmed {since}"),
        format!("{name}：{todo}；上次核实 {since}"),
    )
}

async fn refresh(
    app: &App,
    library: &Library,
    file: &CompanyFile,
    policy: &UpdatePolicy,
    day: Date,
) -> anyhow::Result<Exit> {
    let refreshed = library
        .refresh_graph(file, policy, day, &SystemClock)
        .await?;
    let report = &refreshed.report;
    let text = format!(
        "{}: {} relations, {} new, {} confirmed again, {} ended, from {} documents",
        file.company.name,
        refreshed.graph.edges.len(),
        report.added.len(),
        report.verified.len(),
        report.contradicted.len(),
        file.texts.len()
    );
    let value = json!({
        "company": file.company.name,
        "relations": refreshed.graph.edges.len(),
        "added": report.added,
        "verified": report.verified,
        "contradicted": report.contradicted,
        "documents": file.texts.len(),
    });
    app.output.done(text, &value)?;
    Ok(Exit::Fine)
}

fn policy(app: &App, language: Language) -> anyhow::Result<UpdatePolicy> {
    Ok(match app.settings.graph_policy()? {
        Some(own) => UpdatePolicy::from_json(&own)?,
        None => UpdatePolicy::standard(language),
    })
}
