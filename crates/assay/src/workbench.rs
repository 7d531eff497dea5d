//! What the workbench's server is given: this program's settings, and what is made of them.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use assay_domain::Autonomy;
use assay_engine::{Clock, Engine, EngineError, Library, NewRun, SystemClock};
use assay_plan::ProfileChoice;
use assay_server::{Host, HostWork, Problem, RunWish, Setting, WishedSource};
use assay_store::Store;
use secrecy::SecretString;

use crate::app::{App, code_of};
use crate::commands::drive::preflight;
use crate::config::{Market, RunFlags, Settings, Source};
use crate::exploration::{Exploration, Judged};
use crate::inquiry::{Inquiry, MarketFrom, Refusal};
use crate::output::Output;
use crate::printer::{Printer, TooManyPrints};

/// What stands before the name of a variable in the key of a secret.
const SECRETS: &str = "secrets.";

pub(crate) struct Workbench {
    store: Store,
    /// One library for all, so that what one has read another need not.
    library: Library,
    made: RwLock<Made>,
    /// Held while settings change, so that what is made of them is never older than the file.
    changing: Mutex<()>,
    printer: Printer,
}

/// What follows from the settings and is made again when they change.
struct Made {
    settings: Settings,
    engine: Arc<Engine>,
}

impl Workbench {
    pub(crate) fn new(app: &App, store: Store) -> anyhow::Result<Self> {
        let library = app.library(&store)?;
        let made = made(app.settings.clone(), &store, &library)?;
        Ok(Self {
            store,
            library,
            made: RwLock::new(made),
            changing: Mutex::new(()),
            printer: Printer::default(),
        })
    }

    fn current(&self) -> Settings {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        made.settings.clone()
    }

    /// Changes a setting or a key and goes by it; a setting that cannot be used is not written.
    fn change(&self, key: &str, value: Option<&str>) -> anyhow::Result<()> {
        let _turn = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let settings = self.current();
        let made = |settings| made(settings, &self.store, &self.library);
        let new = match key.strip_prefix(SECRETS) {
            Some(name) => {
                settings.keep_secret(name, value)?;
                made(settings.reloaded()?)?
            }
            None => settings.change_file(key, value, made)?,
        };
        *self.made.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }
}

fn made(settings: Settings, store: &Store, library: &Library) -> anyhow::Result<Made> {
    let app = silent(&settings);
    let library = library.clone().with_sources(settings.source_policy());
    let engine = Arc::new(app.engine_over(store, library)?);
    Ok(Made { settings, engine })
}

/// The program without a mouth: the server talks in its place.
fn silent(settings: &Settings) -> App {
    App {
        settings: settings.clone(),
        output: Output {
            json: false,
            quiet: true,
            masks: None,
        },
    }
}

/// What a user can mend, unless the engine says otherwise.
fn problem(error: anyhow::Error) -> Problem {
    let refused = error.downcast_ref::<Refusal>().map(Refusal::code);
    let code = code_of(&error).or(refused);
    let text = format!("{error:#}");
    let problem = match error.downcast::<EngineError>() {
        Ok(error) => Problem::from(error),
        Err(_) => Problem::unusable(text),
    };
    match code {
        Some(code) => problem.with_code(code),
        None => problem,
    }
}

impl Host for Workbench {
    fn store(&self) -> &Store {
        &self.store
    }

    fn clock(&self) -> Arc<dyn Clock> {
        Arc::new(SystemClock)
    }

    fn library(&self) -> Library {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        let sources = made.settings.source_policy();
        self.library.clone().with_sources(sources)
    }

    fn engine(&self) -> Result<Arc<Engine>, Problem> {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(&made.engine))
    }

    fn secrets(&self) -> Vec<(String, SecretString)> {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        made.settings.secrets()
    }

    fn new_run(&self, wish: RunWish) -> HostWork<'_, NewRun> {
        Box::pin(async move {
            let app = silent(&self.current());
            let agent = wish.agent()?;
            let made = async {
                let (settings, library) = (&app.settings, self.library());
                let new = match agent {
                    Some((profile, autonomy)) => {
                        exploration(wish, profile, autonomy)?.new_run(settings, &library)?
                    }
                    None => inquiry(wish)?.new_run(settings, &library)?,
                };
                preflight(&app, &app.brains()?, &new.settings).await?;
                Ok(new)
            };
            made.await.map_err(problem)
        })
    }

    fn settings(&self) -> Result<Vec<Setting>, Problem> {
        let settings = self.current();
        let values = settings.values().iter().map(|(key, value)| Setting {
            key: key.clone(),
            value: Some(value.text.clone()),
            source: value.source.to_string(),
            about: Settings::about(key).to_owned(),
            secret: false,
            set: !value.text.is_empty(),
            writable: !Settings::is_for_the_machine(key)
                && !matches!(value.source, Source::Environment(_)),
        });
        let secrets = settings.secret_names().into_iter().map(|name| {
            let source = settings.secret_source(&name);
            Setting {
                about: format!("the key that the variable {name} holds"),
                key: format!("{SECRETS}{name}"),
                value: None,
                source: source.unwrap_or("none").to_owned(),
                secret: true,
                set: source.is_some(),
                writable: source != Some("environment"),
            }
        });
        Ok(values.chain(secrets).collect())
    }

    fn set(&self, key: &str, value: Option<&str>) -> Result<(), Problem> {
        if Settings::is_for_the_machine(key) {
            return Err(Problem::unusable(format!(
                "`{key}` is set at the machine alone; use `assay config set {key} VALUE`"
            ))
            .with_code("set_at_the_machine"));
        }
        let changed = self.change(key, value).map_err(problem);
        changed.map_err(|problem| match problem.code() {
            Some(_) => problem,
            None => problem.with_code("unusable_setting"),
        })
    }

    fn trace_endpoint(&self) -> Option<String> {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        let endpoint = made.settings.text("otel.endpoint");
        (!endpoint.is_empty()).then(|| endpoint.to_owned())
    }

    fn pdf<'a>(&'a self, page: &'a str) -> HostWork<'a, Vec<u8>> {
        Box::pin(async move {
            let printed = self.printer.pdf(&self.current(), page).await;
            printed.map_err(|error| match error.is::<TooManyPrints>() {
                true => Problem::busy(error.to_string()).with_code("printer_busy"),
                false => problem(error),
            })
        })
    }
}

fn exploration(
    wish: RunWish,
    profile: ProfileChoice,
    autonomy: Autonomy,
) -> anyhow::Result<Exploration> {
    let market = market(&wish)?;
    Ok(Exploration {
        profile: profile.0,
        without_web: is_without_web(&wish),
        title: wish.question.clone(),
        purpose: wish.purpose.clone().unwrap_or_default(),
        kind: wish.research_type,
        autonomy,
        judged: wish.company.clone().map(|company| Judged {
            company,
            as_of: wish.as_of,
            market,
        }),
        flags: flags(wish),
    })
}

fn market(wish: &RunWish) -> anyhow::Result<MarketFrom> {
    Ok(match wish.market.clone() {
        None => MarketFrom::File(None),
        Some(market) => MarketFrom::Given(Market::new(market.figures, market.price)?),
    })
}

fn inquiry(wish: RunWish) -> anyhow::Result<Inquiry> {
    let market = market(&wish)?;
    Ok(Inquiry {
        question: wish.question.clone(),
        kind: wish.research_type,
        profile: wish.profile,
        in_full: false,
        as_of: wish.as_of,
        market,
        hold: wish.hold_plan,
        may_ask: wish.may_ask,
        without_web: is_without_web(&wish),
        flags: flags(wish),
    })
}

fn is_without_web(wish: &RunWish) -> bool {
    let sources = wish.sources.as_ref();
    sources.is_some_and(|sources| !sources.contains(&WishedSource::Web))
}

fn flags(wish: RunWish) -> RunFlags {
    RunFlags {
        language: wish.language,
        model: wish.model,
        offline: wish.offline,
        concurrency: None,
        max_tokens: wish.max_tokens,
        max_cost: wish.max_cost.map(|amount| amount.text()),
    }
}
