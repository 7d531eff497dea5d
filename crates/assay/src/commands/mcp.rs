use std::collections::BTreeSet;

use anyhow::Context as _;
use assay_engine::{Arrival, SystemClock, ToolWarning, tool_warnings};
use assay_mcp::{Change, Listing, PinState, ServerText, Servers, Tool};

use crate::app::App;
use crate::exit::Exit;
use crate::mcp_args::McpClientCommand;
use crate::table::{shorten, table};

pub(crate) async fn run(app: &App, command: &McpClientCommand) -> anyhow::Result<Exit> {
    let servers = app.mcp_servers()?;
    let exit = match command {
        McpClientCommand::List => list(app, &servers).await,
        McpClientCommand::Approve {
            server,
            despite_warnings,
        } => approve(app, &servers, server, *despite_warnings).await,
        McpClientCommand::Call {
            tool,
            arguments,
            keep,
        } => call(app, &servers, tool, arguments, *keep).await,
    };
    servers.close().await;
    exit
}

async fn list(app: &App, servers: &Servers) -> anyhow::Result<Exit> {
    let mut rows = Vec::new();
    let mut values = Vec::new();
    let mut failed = false;
    for (server, listing) in servers.all_tools().await {
        match listing {
            Ok(listing) => {
                values.push(as_json(&listing));
                rows.extend(rows_of(&listing));
                warn(app, &listing);
            }
            Err(error) => {
                failed = true;
                values.push(serde_json::json!({"server": server, "error": error.to_string()}));
                app.output.say(format!("{server}: {error}"));
            }
        }
    }
    if app.output.json {
        app.output.value(&values)?;
    } else if rows.is_empty() && !failed {
        app.output.say(format!(
            "no MCP server is configured\nhint: write {}",
            app.settings.home.join("mcp.json").display()
        ));
    } else if !rows.is_empty() {
        app.output
            .data(&table(&["TOOL", "STATE", "DESCRIPTION"], &rows))?;
    }
    Ok(if failed { Exit::Error } else { Exit::Fine })
}

fn rows_of(listing: &Listing) -> Vec<Vec<String>> {
    listing
        .tools
        .iter()
        .map(|tool| {
            vec![
                tool.name.clone(),
                state_with_rules(tool),
                shorten(&tool.description.printable(), 80),
            ]
        })
        .collect()
}

fn as_json(listing: &Listing) -> serde_json::Value {
    let tools: Vec<serde_json::Value> = listing
        .tools
        .iter()
        .map(|tool| {
            serde_json::json!({
                "name": tool.name,
                "state": state(&tool.state),
                "description": tool.description.untrusted(),
                "schema": tool.schema.untrusted(),
                "warnings": warnings_json(tool),
            })
        })
        .collect();
    serde_json::json!({"server": listing.server, "tools": tools, "gone": listing.gone})
}

fn state(state: &PinState) -> &'static str {
    match state {
        PinState::Approved => "approved",
        PinState::New => "new",
        PinState::Changed(_) => "CHANGED",
    }
}

/// The state of a tool, and the rules that its own words break.
fn state_with_rules(tool: &Tool) -> String {
    let warnings = tool_warnings(tool);
    let rules: BTreeSet<&str> = warnings
        .iter()
        .map(|warning| warning.rule.as_str())
        .collect();
    let mut shown = state(&tool.state).to_owned();
    for rule in rules {
        shown.push_str(&format!(", {rule}"));
    }
    shown
}

fn warnings_json(tool: &Tool) -> Vec<serde_json::Value> {
    let value = |warning: ToolWarning| {
        serde_json::json!({
            "rule": warning.rule,
            "reason": warning.reason,
            "text": warning.words.untrusted(),
            "withheld": warning.is_withheld,
        })
    };
    tool_warnings(tool).into_iter().map(value).collect()
}

/// Says which tools hold words that no description should, and returns their names.
fn warn(app: &App, listing: &Listing) -> BTreeSet<String> {
    let mut warned = BTreeSet::new();
    for tool in &listing.tools {
        for warning in tool_warnings(tool) {
            let what = if warning.is_withheld {
                "no model is offered this tool"
            } else {
                "marked"
            };
            app.output.say(format!(
                "warning: {}: {} {} ({what}): “{}”",
                tool.name,
                warning.rule,
                warning.reason,
                shorten(&warning.words.printable(), LONGEST_SPAN),
            ));
            warned.insert(tool.name.clone());
        }
    }
    warned
}

/// Characters of a span in a warning.
const LONGEST_SPAN: usize = 300;

/// Shows what is approved before it is: the user sees every word that a model will. A tool whose
/// words the gate warns of is left out, unless the user says otherwise.
async fn approve(
    app: &App,
    servers: &Servers,
    server: &str,
    despite_warnings: bool,
) -> anyhow::Result<Exit> {
    let mut listing = servers.tools(server).await?;
    for tool in &listing.tools {
        if let PinState::Changed(changes) = &tool.state {
            for change in changes {
                app.output
                    .say(format!("{} changed: {}", tool.name, described(change)));
            }
        }
        app.output
            .say(format!("{}: {}", tool.name, tool.description.printable()));
    }
    let mut left_out = warn(app, &listing);
    if despite_warnings {
        left_out.clear();
    }
    listing.leave_out(&left_out);
    let approved = servers.approve(&listing)?;
    if app.output.json {
        app.output.value(
            &serde_json::json!({"server": server, "approved": approved, "left_out": left_out}),
        )?;
    } else {
        app.output.say(format!(
            "{approved} tools of {server} are approved as they are now"
        ));
    }
    if left_out.is_empty() {
        return Ok(Exit::Fine);
    }
    let names: Vec<&str> = left_out.iter().map(String::as_str).collect();
    app.output.say(format!(
        "not approved, because of the warnings above: {}\nhint: if you have read them and agree: assay mcp approve {server} --despite-warnings",
        names.join(", ")
    ));
    Ok(Exit::Error)
}

fn described(change: &Change) -> String {
    let text = |text: &ServerText| text.printable();
    let or_nothing = |part: &Option<ServerText>| part.as_ref().map_or("nothing".to_owned(), text);
    match change {
        Change::Description { before, after } => {
            format!(
                "its description was “{}”, is “{}”",
                text(before),
                text(after)
            )
        }
        Change::Schema { at, before, after } => format!(
            "{} was {}, is {}",
            text(at),
            or_nothing(before),
            or_nothing(after)
        ),
    }
}

async fn call(
    app: &App,
    servers: &Servers,
    name: &str,
    arguments: &str,
    keep: bool,
) -> anyhow::Result<Exit> {
    let Some((server, tool)) = name.split_once('.') else {
        anyhow::bail!("`{name}` is no tool; write it as server.tool, as `assay mcp list` does");
    };
    let arguments = serde_json::from_str(arguments).context("the arguments are no JSON")?;
    let called = servers.call(server, tool, arguments).await;
    if let Some(said) = called.as_ref().err().and_then(|error| error.server_text()) {
        app.output
            .say(format!("{server} says: {}", said.printable()));
    }
    let output = called?;
    if keep {
        let texts: Vec<&str> = output.texts().iter().map(|text| text.untrusted()).collect();
        let library = app.library(&app.store()?)?;
        let origin = format!("mcp:{server}/{tool}");
        let ingested = library
            .bring_in(
                Arrival::handed_in(
                    &origin,
                    &format!("{name}.txt"),
                    texts.join("\n\n").as_bytes(),
                )
                .of_tier(servers.tier(server)),
                &SystemClock,
            )
            .await?;
        app.output.say(format!(
            "kept as {} ({} passages)",
            ingested.document.id, ingested.passages
        ));
    }
    if app.output.json {
        app.output.value(&output)?;
    } else {
        let texts: Vec<String> = output.texts().iter().map(|text| text.printable()).collect();
        app.output.data(&format!("{}\n", texts.join("\n")))?;
    }
    Ok(Exit::Fine)
}
