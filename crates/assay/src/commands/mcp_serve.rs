use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use assay_mcp_server::{McpOptions, McpServer, http_app, serve_stdio};
use assay_server::{Access, Host, Server, ServerOptions};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::serve::{LAST_MOMENT, connections, random_token, runtime, stop_signal, token};
use crate::app::App;
use crate::exit::Exit;
use crate::mcp_args::McpServeArgs;
use crate::workbench::Workbench;

/// Threads that talk with hosts, apart from those that drive runs.
const TALKING: usize = 2;
/// What stands for the port where there is none.
const NO_PORT: u16 = 0;
const THIS_MACHINE: &str = "127.0.0.1";

pub(crate) fn run(app: &App, args: &McpServeArgs) -> anyhow::Result<Exit> {
    let options = McpOptions {
        allowed: allowed(&args.allow)?,
    };
    let store = app.store()?;
    let host: Arc<dyn Host> = Arc::new(Workbench::new(app, store)?);
    let drivers = runtime("assay-driver", None)?;
    let talking = runtime("assay-mcp", Some(TALKING))?;
    let served = talking.block_on(async {
        match args.http {
            None => over_pipes(app, host, options, drivers.handle()).await,
            Some(port) => over_http(app, args, port, host, options, drivers.handle()).await,
        }
    });
    talking.shutdown_timeout(LAST_MOMENT);
    drivers.shutdown_timeout(LAST_MOMENT);
    served?;
    Ok(Exit::Fine)
}

/// The folders as they are now: a name that becomes a link later leads nowhere else.
fn allowed(folders: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let folders = folders.iter().map(|folder| {
        let real = folder.canonicalize();
        let real = real.with_context(|| format!("cannot open {}", folder.display()))?;
        if !real.is_dir() {
            bail!("{} is no folder; --allow takes folders", folder.display());
        }
        Ok(real)
    });
    folders.collect()
}

fn server(host: &Arc<dyn Host>, access: Access, drivers: &Handle) -> Server {
    Server::new(
        Arc::clone(host),
        ServerOptions {
            most_connections: connections(),
            ..ServerOptions::new(access, drivers.clone())
        },
    )
}

/// Standard output belongs to the protocol; what is said goes to standard error.
async fn over_pipes(
    app: &App,
    host: Arc<dyn Host>,
    options: McpOptions,
    drivers: &Handle,
) -> anyhow::Result<()> {
    if std::io::stdin().is_terminal() {
        app.output.say(
            "this speaks the Model Context Protocol and waits for an agent host on standard input; docs/mcp.md says how to configure one. Stop with Ctrl-C",
        );
    }
    let token = random_token()?;
    let access = Access::new(THIS_MACHINE, NO_PORT, &token);
    let server = server(&host, access, drivers);
    let front = McpServer::new(host, &server, NO_PORT, &token, options);
    let stop = CancellationToken::new();
    let talk = serve_stdio(front, tokio::io::stdin(), tokio::io::stdout(), stop.clone());
    let ended = tokio::select! {
        ended = talk => ended,
        heard = stop_signal() => {
            stop.cancel();
            heard.context("signals cannot be heard on this system")?;
            Ok(())
        }
    };
    server.shut_down().await;
    Ok(ended?)
}

async fn over_http(
    app: &App,
    args: &McpServeArgs,
    port: u16,
    host: Arc<dyn Host>,
    options: McpOptions,
    drivers: &Handle,
) -> anyhow::Result<()> {
    let token = token(app, args.token.as_deref())?;
    let listener = TcpListener::bind((args.host.as_str(), port)).await;
    let listener = listener.with_context(|| {
        format!(
            "cannot listen on {}:{port}; choose another port with --http",
            args.host
        )
    })?;
    let port = listener.local_addr()?.port();
    let access = Access::new(&args.host, port, &token);
    let server = server(&host, access.clone(), drivers);
    let front = McpServer::new(host, &server, port, &token, options);
    let stop = CancellationToken::new();
    let routes = http_app(front, access, stop.clone());
    announce(app, &args.host, port, &token)?;
    let stopping = async {
        let heard = stop_signal().await;
        app.output
            .say("ending; runs that are at work can be resumed");
        stop.cancel();
        heard
    };
    let serving = server.serve_app(routes, listener, stop.clone());
    let ((), heard) = tokio::join!(serving, stopping);
    heard.context("signals cannot be heard on this system")
}

fn announce(app: &App, host: &str, port: u16, token: &str) -> anyhow::Result<()> {
    let name = match host {
        "0.0.0.0" | "::" => THIS_MACHINE.to_owned(),
        host if host.contains(':') => format!("[{host}]"),
        host => host.to_owned(),
    };
    let address = format!("http://{name}:{port}/mcp");
    app.output
        .text(&address, &json!({"address": address, "token": token}))?;
    app.output.say(format!(
        "clients send the header `Authorization: Bearer {token}`; stop with Ctrl-C"
    ));
    Ok(())
}
