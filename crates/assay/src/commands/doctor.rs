#[cfg(unix)]
mod home;

use std::collections::BTreeMap;

use assay_domain::{Language, Role};
use assay_engine::{Brain, Brains, Confinement, Enforced, Library, confinement_here, stands_still};
use assay_llm::Client;
use assay_store::Owner;
use serde::Serialize;

use crate::app::App;
use crate::config::{BUILT_IN, RunFlags};
use crate::exit::Exit;

#[derive(Serialize)]
struct Finding {
    what: String,
    state: State,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    Note,
    Problem,
}

pub(crate) async fn run(app: &App) -> anyhow::Result<Exit> {
    let mut findings = vec![Finding {
        what: "home".to_owned(),
        state: State::Ok,
        detail: format!(
            "{} ({})",
            app.settings.home.display(),
            app.settings.home_source
        ),
        fix: None,
    }];
    #[cfg(unix)]
    findings.extend(home::findings(&app.settings.home));
    findings.extend(store(app));
    findings.extend(owners(app));
    let models = models(app).await;
    findings.extend(models.unwrap_or_else(|error| vec![unusable("models", &error)]));
    findings.extend(unused_keys(app));
    findings.push(reader());
    findings.push(browser(app)?);
    if app.output.json {
        app.output.value(&findings)?;
    } else {
        for finding in &findings {
            let mark = match finding.state {
                State::Ok => "ok     ",
                State::Note => "note   ",
                State::Problem => "problem",
            };
            app.output
                .data(&format!("{mark}  {}: {}", finding.what, finding.detail))?;
            if let Some(fix) = &finding.fix {
                app.output.data(&format!("         fix: {fix}"))?;
            }
        }
    }
    let sick = findings
        .iter()
        .any(|finding| finding.state == State::Problem);
    Ok(if sick { Exit::Error } else { Exit::Fine })
}

/// Runs whose process has been stopped: nobody else may go on with them.
fn owners(app: &App) -> Vec<Finding> {
    // what is wrong with the store is told where it is asked for
    let owned = app.store().map(|store| store.runs_with_owner());
    let Ok(Ok(owned)) = owned else {
        return Vec::new();
    };
    let still = owned.into_iter().filter_map(|(run, owner)| match owner {
        Owner::StandsStill { process } => Some(Finding {
            what: format!("run {run}"),
            state: State::Problem,
            detail: stands_still(process, Language::En),
            fix: Some(format!("kill -CONT {process}")),
        }),
        Owner::Nobody | Owner::Gone | Owner::AtWork => None,
    });
    still.collect()
}

/// How a reader of documents is kept from everything but the document.
fn reader() -> Finding {
    let finding = |state, detail: &str| Finding {
        what: "reader of documents".to_owned(),
        state,
        detail: detail.to_owned(),
        fix: None,
    };
    match confinement_here() {
        Confinement::WHOLE => finding(
            State::Ok,
            "confined by Landlock and seccomp: it can open, start, remove and signal nothing",
        ),
        Confinement {
            seccomp: Enforced::Whole,
            ..
        } => finding(
            State::Ok,
            "confined by seccomp: it can open, start, remove and signal nothing; this kernel has not all of Landlock beside it",
        ),
        Confinement {
            landlock: Enforced::Whole | Enforced::Partly,
            ..
        } => finding(
            State::Note,
            "confined by Landlock and its limits alone: this kernel has no seccomp filters, so that a taken-over reader could signal other processes of yours",
        ),
        _ => finding(
            State::Note,
            "confined by its limits on time, memory and open files alone: this system has neither Landlock nor seccomp",
        ),
    }
}

/// Whether `assay auto` has a browser, and if not, which step is missing.
#[cfg(unix)]
fn browser(app: &App) -> anyhow::Result<Finding> {
    let settings = &app.settings;
    let found = settings.chromium();
    let finding = |state: State, detail: String, fix: Option<&str>| Finding {
        what: "browser of assay auto".to_owned(),
        state,
        detail,
        fix: fix.map(str::to_owned),
    };
    let is_on = settings.number::<bool>("browser.enabled")?;
    Ok(match (is_on, found) {
        (false, Ok(found)) => finding(
            State::Ok,
            format!("off; {} could be used", found.program.display()),
            None,
        ),
        (false, Err(_)) => finding(State::Ok, "off".to_owned(), None),
        (true, Err(error)) => finding(
            State::Problem,
            format!("on, but {error}"),
            Some("assay config set browser.program /path/to/chromium"),
        ),
        (true, Ok(_)) if settings.search_engines()?.is_empty() => finding(
            State::Note,
            "on, but no search engine is configured, and without the web there is no browser"
                .to_owned(),
            Some("assay config set web.engines ENGINE"),
        ),
        (true, Ok(_)) if settings.number("browser.sandbox")? && is_root() => finding(
            State::Problem,
            "on, but Chromium has no sandbox for root".to_owned(),
            Some(
                "run assay as another user, or, for pages that you trust: assay config set browser.sandbox false",
            ),
        ),
        (true, Ok(found)) if settings.number("browser.sandbox")? => finding(
            State::Ok,
            format!("on: {}, in its sandbox", found.program.display()),
            None,
        ),
        (true, Ok(found)) => finding(
            State::Note,
            format!(
                "on: {}, without a sandbox: a hostile page is only as contained as the user who runs assay",
                found.program.display()
            ),
            Some("assay config set browser.sandbox true"),
        ),
    })
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn browser(_app: &App) -> anyhow::Result<Finding> {
    Ok(Finding {
        what: "browser of assay auto".to_owned(),
        state: State::Ok,
        detail: "not on this system".to_owned(),
        fix: None,
    })
}

fn store(app: &App) -> Vec<Finding> {
    let problem = |what: &str, error: &anyhow::Error| Finding {
        what: what.to_owned(),
        state: State::Problem,
        detail: format!("{error:#}"),
        fix: Some("assay store check".to_owned()),
    };
    let store = match app.store() {
        Ok(store) => store,
        Err(error) => return vec![problem("store", &error)],
    };
    let count = store.count_runs().map_err(anyhow::Error::from);
    let documents = Library::new(store).documents().map_err(anyhow::Error::from);
    let runs = match count {
        Ok(runs) => Finding {
            what: "store".to_owned(),
            state: State::Ok,
            detail: format!("{runs} runs"),
            fix: None,
        },
        Err(error) => problem("store", &error),
    };
    let library = match documents {
        Ok(documents) if documents.is_empty() => Finding {
            what: "library".to_owned(),
            state: State::Note,
            detail: "empty: nothing can be cited".to_owned(),
            fix: Some("assay ingest PATH".to_owned()),
        },
        Ok(documents) => {
            let detail = format!("{} documents", documents.len());
            Finding {
                what: "library".to_owned(),
                state: State::Ok,
                detail,
                fix: None,
            }
        }
        Err(error) => problem("library", &error),
    };
    vec![runs, library]
}

/// Which model answers each role, and whether its server is there.
async fn models(app: &App) -> anyhow::Result<Vec<Finding>> {
    let settings = app.settings.for_run(
        "",
        &RunFlags {
            language: Some(Language::En),
            ..RunFlags::default()
        },
    )?;
    let (brains, mut findings) = brains(app)?;
    let mut probed: BTreeMap<String, State> = BTreeMap::new();
    for role in Role::ALL {
        let what = format!("model for {role}");
        match brains.for_role(&settings, role) {
            Ok(None) => findings.push(Finding {
                what,
                state: State::Ok,
                detail: "offline analyst (no key, no network)".to_owned(),
                fix: None,
            }),
            Ok(Some(brain)) => findings.push(match probed.get(&brain.label) {
                Some(state) => Finding {
                    what,
                    state: *state,
                    detail: format!("{} (see above)", brain.label),
                    fix: None,
                },
                None => {
                    let finding = probe(app, what, &brain).await;
                    probed.insert(brain.label, finding.state);
                    finding
                }
            }),
            Err(error) => findings.push(Finding {
                what,
                state: State::Problem,
                detail: error.to_string(),
                fix: Some("assay config set models.default PROVIDER/MODEL".to_owned()),
            }),
        }
    }
    Ok(findings)
}

/// The providers that can be used, and a finding for each that cannot: it must not keep the others
/// from being looked at.
fn brains(app: &App) -> anyhow::Result<(Brains, Vec<Finding>)> {
    let (mut clients, mut findings) = (Vec::new(), Vec::new());
    for config in app.settings.providers()? {
        let name = config.name.clone();
        match Client::new(config) {
            Ok(client) => clients.push(client),
            Err(error) => findings.push(Finding {
                fix: Some(format!("assay config set providers.{name}.base_url URL")),
                ..unusable(&format!("provider {name}"), &error.into())
            }),
        }
    }
    Ok((Brains::new(clients), findings))
}

fn unusable(what: &str, error: &anyhow::Error) -> Finding {
    Finding {
        what: what.to_owned(),
        state: State::Problem,
        detail: format!("{error:#}"),
        fix: None,
    }
}

async fn probe(app: &App, what: String, brain: &Brain) -> Finding {
    let config = brain.client.config();
    let problem = |detail: String, fix: String| Finding {
        what: what.clone(),
        state: State::Problem,
        detail,
        fix: Some(fix),
    };
    if let Some((variable, false)) = app.settings.key_of(&config.name) {
        return problem(
            format!("{}: no key", brain.label),
            format!("export {variable}=…"),
        );
    }
    match brain.client.probe(Some(&brain.model)).await {
        Err(error) => problem(
            format!("{}: {error}", brain.label),
            format!("assay explain {}", error.failure().code),
        ),
        Ok(probe) if probe.model_known == Some(false) => {
            let known = probe.models.unwrap_or_default();
            let some: Vec<&str> = known.iter().take(8).map(String::as_str).collect();
            problem(
                format!(
                    "{}: the server does not list this model; it has {}",
                    brain.label,
                    some.join(", ")
                ),
                format!("assay config set models.default {}/MODEL", config.name),
            )
        }
        Ok(_) => Finding {
            what: what.clone(),
            state: State::Ok,
            detail: format!("{} at {}: reachable", brain.label, config.base_url),
            fix: None,
        },
    }
}

/// A key in the environment is not spent unless a model was chosen; say so.
fn unused_keys(app: &App) -> Vec<Finding> {
    let chosen = app
        .settings
        .get("models.default")
        .map(|value| value.text.clone())
        .unwrap_or_default();
    BUILT_IN
        .iter()
        .filter(|known| !chosen.starts_with(&format!("{}/", known.name)))
        .filter_map(|known| {
            app.settings
                .key_of(known.name)
                .filter(|(_, set)| *set)
                .map(|(variable, _)| (known, variable))
        })
        .map(|(known, variable)| Finding {
            what: format!("provider {}", known.name),
            state: State::Note,
            detail: format!("{variable} is set but not used: no model of it is chosen"),
            fix: Some(format!(
                "assay config set models.default {}/MODEL",
                known.name
            )),
        })
        .collect()
}
