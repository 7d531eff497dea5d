use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use assay_engine::{Library, SystemClock};
use assay_server::{Access, Server, ServerOptions};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use super::removal;
use crate::app::App;
use crate::exit::Exit;
use crate::printer;
use crate::serve_args::ServeArgs;
use crate::workbench::Workbench;

/// A shorter token could be guessed.
const SHORTEST_TOKEN: usize = 16;
const TOKEN_FILE: &str = "server-token";
const ORIGINS: &str = "serve.origins";
/// Threads that answer requests, apart from those that drive runs.
const ANSWERING: usize = 2;
/// Connections at once, and files that the rest of the program needs.
const MOST_CONNECTIONS: u64 = 16_384;
const OTHER_FILES: u64 = 256;
/// What is still at work after the server has ended is cut off: the journal has it.
pub(super) const LAST_MOMENT: Duration = Duration::from_secs(2);

pub(crate) fn run(app: &App, args: &ServeArgs) -> anyhow::Result<Exit> {
    let store = app.store()?;
    let token = token(app, args.token.as_deref())?;
    let drivers = runtime("assay-driver", None)?;
    let answering = runtime("assay-http", Some(ANSWERING))?;
    let library = app.library(&store)?;
    let host = Arc::new(Workbench::new(app, store)?);
    answering.block_on(async {
        let listener = TcpListener::bind((args.host.as_str(), args.port)).await;
        let listener = listener.with_context(|| {
            format!(
                "cannot listen on {}:{}; choose another with --port",
                args.host, args.port
            )
        })?;
        let port = listener.local_addr()?.port();
        let origins = origins(app, args);
        let access = access(&origins, args, port, &token)?;
        let server = Server::new(
            host,
            ServerOptions {
                log: args.log.into(),
                most_connections: connections(),
                ..ServerOptions::new(access, drivers.handle().clone())
            },
        );
        retain(app, &library).await;
        let taken = server
            .take_up()
            .map_err(|problem| anyhow::anyhow!(problem.message().to_owned()))?;
        announce(app, args, port, &token, taken)?;
        announce_origins(app, &origins, &token);
        let stop = CancellationToken::new();
        let stopping = async {
            let heard = stop_signal().await;
            app.output
                .say("ending; runs that are at work can be resumed");
            stop.cancel();
            heard
        };
        let ((), heard) = tokio::join!(server.serve(listener, stop.clone()), stopping);
        heard.context("signals cannot be heard on this system")
    })?;
    answering.shutdown_timeout(LAST_MOMENT);
    drivers.shutdown_timeout(LAST_MOMENT);
    Ok(Exit::Fine)
}

/// Takes out what is older than the user lets it grow. Trouble with it keeps no server from starting.
async fn retain(app: &App, library: &Library) {
    let retained = async {
        let report = library
            .retain(app.settings.retention()?, &SystemClock)
            .await?;
        removal::tell_what(app, &report);
        printer::delete_left(&app.settings.home)?;
        anyhow::Ok(())
    };
    if let Err(error) = retained.await {
        app.output.warn(format!(
            "warning: what is over its time was not removed: {error:#}"
        ));
    }
}

/// The origins that the user names, each with the place where.
fn origins(app: &App, args: &ServeArgs) -> Vec<(&'static str, String)> {
    let configured = app.settings.text(ORIGINS).split(',').map(str::trim);
    let configured = configured.filter(|origin| !origin.is_empty());
    let configured = configured.map(|origin| (ORIGINS, origin.to_owned()));
    let given = args.origin.iter().cloned();
    given
        .map(|origin| ("--origin", origin))
        .chain(configured)
        .collect()
}

/// Who may come in: under the address that is listened on, and from the origins that the user names.
fn access(
    origins: &[(&'static str, String)],
    args: &ServeArgs,
    port: u16,
    token: &str,
) -> anyhow::Result<Access> {
    let mut access = Access::new(&args.host, port, token);
    for (place, origin) in origins {
        access = access.with_origin(origin).context(*place)?;
    }
    Ok(access)
}

fn announce_origins(app: &App, origins: &[(&'static str, String)], token: &str) {
    for (_, origin) in origins {
        let origin = origin.trim_end_matches('/');
        app.output
            .say(format!("through the proxy: {origin}/#token={token}"));
    }
}

/// The token that the user gives, or the one that the home keeps.
pub(super) fn token(app: &App, given: Option<&str>) -> anyhow::Result<String> {
    match given {
        Some(token) if token.len() < SHORTEST_TOKEN => {
            bail!("the token is too short; use at least {SHORTEST_TOKEN} characters")
        }
        Some(token) => Ok(token.to_owned()),
        None => kept_token(&app.settings.home.join(TOKEN_FILE)),
    }
}

pub(super) fn random_token() -> anyhow::Result<String> {
    let mut random = [0_u8; 24];
    getrandom::fill(&mut random).context("this system gives no random numbers; use --token")?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

pub(super) fn runtime(name: &str, threads: Option<usize>) -> anyhow::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    if let Some(threads) = threads {
        builder.worker_threads(threads);
    }
    let built = builder.thread_name(name).enable_all().build();
    built.context("cannot start the runtime")
}

fn announce(
    app: &App,
    args: &ServeArgs,
    port: u16,
    token: &str,
    taken: usize,
) -> anyhow::Result<()> {
    let named = if args.host.contains(':') {
        format!("[{}]", args.host)
    } else {
        args.host.clone()
    };
    let address = match named.as_str() {
        "0.0.0.0" | "[::]" => format!("http://127.0.0.1:{port}/"),
        named => format!("http://{named}:{port}/"),
    };
    let page = format!("{address}#token={token}");
    app.output.text(
        &page,
        &json!({"address": address, "page": page, "token": token, "taken_up": taken}),
    )?;
    let own =
        args.host == "localhost" || args.host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
    if !own {
        app.output.say("note: others can reach this address; whoever knows the token can use it, and what is sent is not encrypted");
    }
    if taken > 0 {
        app.output
            .say(format!("{taken} open runs are taken up again"));
    }
    app.output
        .say("open the address in a browser; stop with Ctrl-C");
    Ok(())
}

/// The token that the home keeps, made up where there is none. With it an open page outlives a
/// restart of the server.
fn kept_token(path: &Path) -> anyhow::Result<String> {
    match fs::read_to_string(path) {
        Ok(text) if text.trim().len() >= SHORTEST_TOKEN => return Ok(text.trim().to_owned()),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", path.display()));
        }
    }
    let token = random_token()?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
        .open(path)
        .and_then(|mut file| file.write_all(token.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(token)
}

/// As many connections as the system lets this process have files for, up to a limit.
pub(super) fn connections() -> usize {
    let files = open_files().saturating_sub(OTHER_FILES);
    usize::try_from(files.clamp(64, MOST_CONNECTIONS)).unwrap_or(64)
}

/// How many files this process may have open, after asking for as many as it may ask for.
#[cfg(unix)]
fn open_files() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limits = getrlimit(Resource::Nofile);
    let wanted = limits
        .maximum
        .unwrap_or(u64::MAX)
        .min(MOST_CONNECTIONS + OTHER_FILES);
    let now = limits.current.unwrap_or(u64::MAX);
    if wanted <= now {
        return now;
    }
    let raised = Rlimit {
        current: Some(wanted),
        maximum: limits.maximum,
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => wanted,
        Err(_) => now,
    }
}

#[cfg(not(unix))]
fn open_files() -> u64 {
    MOST_CONNECTIONS + OTHER_FILES
}

#[cfg(unix)]
pub(super) async fn stop_signal() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut end = signal(SignalKind::terminate())?;
    tokio::select! {
        heard = tokio::signal::ctrl_c() => heard,
        _ = end.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
pub(super) async fn stop_signal() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
