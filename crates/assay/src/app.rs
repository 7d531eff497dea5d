use std::process::ExitCode;
use std::sync::{Arc, Once};

use anyhow::Context as _;
use assay_domain::{FailureCode, RunId};
use assay_engine::{
    Brains, BrowserDriver, Engine, EngineError, Freshness, Library, Outside, Reading, Researchers,
    SystemClock, Web, WebCache, Workshop, advice, disk_trouble,
};
use assay_llm::Client;
use assay_mcp::Servers;
use assay_store::Store;
use assay_web::{Courtesy, Policy, SearchEngines, Visitor, WebClient};
use clap::Parser;
use tokio::runtime::{Builder, Runtime};

use crate::args::{Cli, Command, ConfigArgs, ConfigCommand};
use crate::commands;
use crate::config::{Environment, Settings, Source};
use crate::exit::Exit;
use crate::mcp_args::{McpCommand, McpServeArgs};
use crate::output::{Output, tell};
use crate::privacy;

/// What every command works with.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) output: Output,
}

pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    let output = Output {
        json: cli.json,
        quiet: cli.quiet,
        masks: None,
    };
    if !output.quiet {
        assay_store::tell_waiting(|left| {
            let seconds = left.as_secs();
            tell(&format!(
                "waiting: another process is writing to the database of the home; at most {seconds} seconds more"
            ));
        });
    }
    match start(cli, output) {
        Ok(exit) => exit.into(),
        Err(error) => {
            report(&error, output);
            Exit::Error.into()
        }
    }
}

/// One paragraph: what is wrong, where, what to do. In JSON mode also as data.
fn report(error: &anyhow::Error, output: Output) {
    if output.json {
        let value = serde_json::json!({"error": format!("{error:#}"), "code": code_of(error)});
        if let Err(error) = output.value(&value) {
            output.warn(format!("error: {error:#}"));
        }
    }
    output.warn(format!("error: {error:#}"));
    if let Some(code) = code_of(error) {
        tell(&format!("hint: `assay explain {code}` says more"));
    }
    let is_full = failure_code(error) == Some(FailureCode::DiskFull);
    if is_full && !error.is::<Resumable>() {
        tell("hint: free some space on that disk, then run the command again");
    }
    let trouble = error.chain().find_map(|cause| cause.downcast_ref());
    if let Some(advice) = trouble.and_then(advice) {
        tell(&format!("hint: {advice}"));
    }
}

pub(crate) fn code_of(error: &anyhow::Error) -> Option<&'static str> {
    Some(failure_code(error)?.code())
}

fn failure_code(error: &anyhow::Error) -> Option<FailureCode> {
    if let Some(Resumable(inner)) = error.downcast_ref() {
        return failure_code(inner);
    }
    error.chain().find_map(|cause| {
        if let Some(error) = cause.downcast_ref::<EngineError>() {
            return Some(error.failure()?.code);
        }
        if let Some(error) = cause.downcast_ref::<assay_store::StoreError>() {
            return Some(error.failure().code);
        }
        if let Some(error) = cause.downcast_ref::<assay_llm::LlmError>() {
            return Some(error.failure().code);
        }
        disk_trouble(cause.downcast_ref::<std::io::Error>()?)
    })
}

/// An error of a run that can be resumed, of which the user has been told.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
pub(crate) struct Resumable(pub(crate) anyhow::Error);

fn start(cli: Cli, output: Output) -> anyhow::Result<Exit> {
    if let Command::ReadDocument(args) = cli.command {
        return commands::read_document::run(&args);
    }
    let environment = Environment::of_process();
    let settings = Settings::load(&environment, cli.home.as_deref())?;
    let output = match cli.command {
        Command::List(_) | Command::Show(_) | Command::Explain(_) | Command::Gate(_) => {
            output.masking(settings.secrets())
        }
        _ => output,
    };
    let app = App { settings, output };
    warn_of_missing_file(&app, &cli.command);
    privacy::tighten(&app);
    match cli.command {
        Command::Completions { shell } => commands::completions::run(output, shell),
        Command::List(args) => commands::list::run(&app, &args),
        Command::Config(args) => commands::config::run(&app, args.command),
        Command::Serve(args) => commands::serve::run(&app, &args),
        Command::Sessions(command) => commands::sessions::run(&app, &command),
        Command::Mcp(args) => match args.command {
            None => commands::mcp_serve::run(&app, &McpServeArgs::default()),
            Some(McpCommand::Serve(args)) => commands::mcp_serve::run(&app, &args),
            Some(McpCommand::Use(command)) => {
                runtime()?.block_on(commands::mcp::run(&app, &command))
            }
        },
        Command::Skill(command) => commands::skill::run(&app, &command),
        command => runtime()?.block_on(dispatch(&app, command)),
    }
}

/// A misspelt name must not pass for a file without settings. `config set` makes the file.
fn warn_of_missing_file(app: &App, command: &Command) {
    let makes_it = matches!(
        command,
        Command::Config(ConfigArgs {
            command: Some(ConfigCommand::Set { .. }),
        })
    );
    if let Some(file) = app.settings.missing_file().filter(|_| !makes_it) {
        app.output.warn(format!(
            "warning: ASSAY_CONFIG names {}, which is not there; no settings are read from it",
            file.display()
        ));
    }
}

fn runtime() -> anyhow::Result<Runtime> {
    Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")
}

async fn dispatch(app: &App, command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Research(args) => commands::research::run(app, args).await,
        Command::Auto(args) => commands::auto::run(app, args).await,
        Command::Plan(args) => commands::plan::run(app, args).await,
        Command::Run(args) => commands::run::run(app, args).await,
        Command::Show(args) => commands::show::run(app, &args),
        Command::Resume(args) => commands::resume::run(app, args).await,
        Command::Approve(args) => commands::approve::run(app, args).await,
        Command::Runs(command) => commands::removal::runs(app, &command).await,
        Command::Cancel(args) => commands::cancel::run(app, &args.run).await,
        Command::Explain(args) => commands::explain::run(app, &args),
        Command::Export(args) => commands::export::run(app, &args).await,
        Command::Check(args) => commands::check::run(app, &args).await,
        Command::Ingest(args) => commands::ingest::run(app, &args).await,
        Command::Library(command) => commands::library::run(app, &command).await,
        Command::Fetch(args) => commands::fetch::run(app, &args).await,
        Command::Data(args) => commands::data::run(app, &args),
        Command::Graph(command) => commands::graph::run(app, &command).await,
        Command::Gate(command) => commands::gate::run(app, &command),
        Command::Audit(args) => commands::audit::run(app, &args),
        Command::Ask(args) => commands::ask::run(app, &args).await,
        Command::Search(args) => commands::search::run(app, &args),
        Command::Quarantine(command) => commands::quarantine::run(app, &command).await,
        Command::Doctor => commands::doctor::run(app).await,
        Command::Demo(args) => commands::demo::run(app, args).await,
        Command::Store(args) => commands::store::run(app, &args.command).await,
        Command::Completions { .. }
        | Command::List(_)
        | Command::Config(_)
        | Command::Mcp(_)
        | Command::Serve(_)
        | Command::Sessions(_)
        | Command::Skill(_)
        | Command::ReadDocument(_) => Ok(Exit::Fine),
    }
}

/// A command may open the store more than once, and says what is wrong with it once.
static TELL_STATE: Once = Once::new();

impl App {
    /// A command that the user can type to meet the same state again.
    pub(crate) fn command(&self, rest: &str) -> String {
        match self.settings.home_source {
            Source::Flag => format!("assay --home {} {rest}", self.settings.home.display()),
            Source::Default | Source::File | Source::Environment(_) => format!("assay {rest}"),
        }
    }

    pub(crate) fn store(&self) -> anyhow::Result<Store> {
        let store = Store::open(&self.settings.home)?;
        TELL_STATE.call_once(|| {
            if let Some(why) = store.refusal() {
                self.output.warn(format!("note: {why}"));
            }
            if store.has_losses() {
                self.output.warn(
                    "warning: events that were saved are missing from the journal; `assay store check` tells which",
                );
            }
        });
        Ok(store)
    }

    pub(crate) fn brains(&self) -> anyhow::Result<Brains> {
        let clients = self.settings.providers()?.into_iter().map(Client::new);
        Ok(Brains::new(clients.collect::<Result<Vec<_>, _>>()?))
    }

    /// The engine with the product's own workers.
    pub(crate) fn engine(&self, store: &Store) -> anyhow::Result<Engine> {
        self.engine_over(store, self.library(store)?)
    }

    /// The same over a library that others use as well.
    pub(crate) fn engine_over(&self, store: &Store, library: Library) -> anyhow::Result<Engine> {
        let researchers = Researchers::new(self.brains()?, library)
            .with_outside(self.outside()?)
            .guarding(self.settings.secrets());
        Ok(self.engine_with(store, Arc::new(researchers)))
    }

    /// The library of a store. What it reads is read by this program started again, under limits.
    pub(crate) fn library(&self, store: &Store) -> anyhow::Result<Library> {
        let program = std::env::current_exe().context("this program does not know its own path")?;
        let reading = Reading::new(program, self.settings.read_limits()?)
            .with_at_once(self.settings.files_at_once()?);
        let output = self.output;
        Ok(Library::new(store.clone())
            .with_reading(reading)
            .with_notices(move |notice| output.warn(notice))
            .with_sources(self.settings.source_policy()))
    }

    pub(crate) fn mcp_servers(&self) -> anyhow::Result<Servers> {
        self.settings.mcp_servers()
    }

    /// The ways to the web and to the user's servers.
    fn outside(&self) -> anyhow::Result<Outside> {
        let engines = self.settings.search_engines()?;
        let web = if engines.is_empty() {
            None
        } else {
            let client = WebClient::new(Policy::default())?;
            Some(Web {
                engines: SearchEngines::new(engines, &client)?,
                visitor: Visitor::new(client, Courtesy::default()),
            })
        };
        let minutes = |key: &str| self.settings.number::<u64>(key);
        let freshness = Freshness {
            searches: minutes("cache.search_minutes")? * 60,
            pages: minutes("cache.page_minutes")? * 60,
        };
        let cache = WebCache::new(self.settings.home.join("cache"), freshness);
        let chromium = match &web {
            Some(web) => self.chromium(&web.visitor)?,
            None => None,
        };
        let outside = Outside::new(web, Some(self.mcp_servers()?)).with_cache(cache);
        Ok(match chromium {
            Some(chromium) => outside.with_browser(chromium),
            None => outside,
        })
    }

    /// The browser of `assay auto`, where the user has switched it on and one is installed.
    #[cfg(unix)]
    fn chromium(&self, visitor: &Visitor) -> anyhow::Result<Option<Arc<dyn BrowserDriver>>> {
        let made = |options| -> Arc<dyn BrowserDriver> {
            Arc::new(assay_engine::Chromium::new(options, visitor.clone()))
        };
        Ok(self.settings.browser()?.map(made))
    }

    #[cfg(not(unix))]
    fn chromium(&self, _visitor: &Visitor) -> anyhow::Result<Option<Arc<dyn BrowserDriver>>> {
        Ok(None)
    }

    pub(crate) fn engine_with(&self, store: &Store, workshop: Arc<dyn Workshop>) -> Engine {
        Engine::new(store.clone(), Arc::new(SystemClock), workshop)
    }
}

/// The run that `text` names: its id, or enough of its beginning.
pub(crate) fn find_run(store: &Store, text: &str) -> anyhow::Result<RunId> {
    let mut candidates = store.runs_like(text)?;
    if let Some(exact) = candidates.iter().find(|run| run.as_str() == text) {
        return Ok(exact.clone());
    }
    match (candidates.pop(), candidates.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(last), false) => {
            let mut candidates: Vec<String> = candidates.iter().map(ToString::to_string).collect();
            candidates.push(last.to_string());
            candidates.truncate(5);
            Err(EngineError::AmbiguousRun {
                prefix: text.to_owned(),
                candidates,
            }
            .into())
        }
        (None, _) => Err(EngineError::UnknownRun {
            run: text.to_owned(),
        }
        .into()),
    }
}

/// The run that `text` names, or the newest one.
pub(crate) fn find_run_or_newest(store: &Store, text: Option<&str>) -> anyhow::Result<RunId> {
    match text {
        Some(text) => find_run(store, text),
        None => {
            let newest = store.runs(1)?.pop();
            Ok(newest
                .context("there are no runs yet; start one with `assay research`")?
                .run)
        }
    }
}
