//! The one table of routes. Router, description and security test are made from it, so a route that
//! is not in it does not exist.

use std::pin::Pin;

use axum::http::Method;
use axum::response::Response;

use crate::Problem;
use crate::call::Call;
use crate::routes::{
    ask, board, check, claims, compare, config, dashboards, files, gates, graph, installation,
    library, metrics, page, plans, quarantine, report, run_list, runs, sessions, steps, valuation,
};

pub(crate) type Answer = Result<Response, Problem>;
pub(crate) type Act = fn(Call) -> Pin<Box<dyn Future<Output = Answer> + Send>>;

/// Whether a route needs the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Public,
    Token,
}

/// The body that a route takes; a schema by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    Json(&'static str),
    File,
}

/// What a route answers with; a schema by its name, or a media type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    Json(&'static str),
    /// The same with status 201.
    Created(&'static str),
    Media(&'static str),
}

/// One route: what a client has to know of it, and what answers it.
#[derive(Clone)]
pub struct Route {
    pub method: Method,
    /// With its parameters in braces.
    pub path: &'static str,
    pub summary: &'static str,
    pub access: Access,
    pub takes: Takes,
    pub returns: Returns,
    /// Parameters of the query.
    pub query: &'static [&'static str],
    pub(crate) act: Act,
}

macro_rules! act {
    ($handler:path) => {
        |call| Box::pin($handler(call))
    };
}

fn get(path: &'static str, summary: &'static str, returns: Returns, act: Act) -> Route {
    Route {
        method: Method::GET,
        path,
        summary,
        access: Access::Token,
        takes: Takes::Nothing,
        returns,
        query: &[],
        act,
    }
}

fn write(
    method: Method,
    path: &'static str,
    summary: &'static str,
    takes: Takes,
    returns: Returns,
    act: Act,
) -> Route {
    Route {
        method,
        takes,
        ..get(path, summary, returns, act)
    }
}

impl Route {
    pub(crate) fn tells_of_runs(&self) -> bool {
        self.path.starts_with("/api/runs") || self.path == "/api/compare"
    }

    /// Whether the answer can hold what a run wrote, beyond its question and plan.
    pub(crate) fn may_quote(&self) -> bool {
        self.path.starts_with("/api/runs/{run}/") || self.path == "/api/compare"
    }

    fn public(mut self) -> Self {
        self.access = Access::Public;
        self
    }

    fn asking(mut self, query: &'static [&'static str]) -> Self {
        self.query = query;
        self
    }
}

/// Every route there is.
pub fn routes() -> Vec<Route> {
    let mut all = run_routes();
    all.extend(steering_routes());
    all.extend(record_routes());
    all.extend(library_routes());
    all.extend(quarantine_routes());
    all.extend(installation_routes());
    all.extend(session_routes());
    all
}

fn run_routes() -> Vec<Route> {
    use Returns::{Created, Json, Media};
    vec![
        get(
            "/api/runs",
            "Runs, newest first.",
            Json("Runs"),
            act!(run_list::list),
        )
        .asking(&["limit"]),
        write(
            Method::POST,
            "/api/runs",
            "Begins a run.",
            Takes::Json("RunWish"),
            Created("RunRef"),
            act!(run_list::create),
        ),
        get(
            "/api/runs/{run}",
            "Where a run stands.",
            Json("RunView"),
            act!(runs::show),
        ),
        write(
            Method::DELETE,
            "/api/runs/{run}",
            "Removes a run for good, with its journal, report and files.",
            Takes::Nothing,
            Json("Removal"),
            act!(runs::remove),
        ),
        get(
            "/api/runs/{run}/events",
            "The step protocol, as a stream.",
            Media("text/event-stream"),
            act!(steps::events),
        )
        .asking(&["after"]),
        get(
            "/api/runs/{run}/steps",
            "The same events so far, as a list.",
            Json("Steps"),
            act!(steps::list),
        ),
        get(
            "/api/runs/{run}/journal",
            "The events of the journal.",
            Json("Journal"),
            act!(steps::journal),
        )
        .asking(&["after", "limit"]),
    ]
}

fn steering_routes() -> Vec<Route> {
    use Returns::Json;
    let (put, post) = (Method::PUT, Method::POST);
    vec![
        write(
            put,
            "/api/runs/{run}/plan",
            "Replaces the plan of a held run.",
            Takes::Json("Plan"),
            Json("RunStateName"),
            act!(runs::replace_plan),
        ),
        write(
            post.clone(),
            "/api/runs/{run}/approve",
            "Lets a held plan run.",
            Takes::Nothing,
            Json("RunStateName"),
            act!(runs::approve),
        ),
        write(
            post.clone(),
            "/api/runs/{run}/answer",
            "Answers what the planner asked back; with nothing, it goes on with what it assumes.",
            Takes::Json("PlannerAnswer"),
            Json("RunStateName"),
            act!(runs::answer_planner),
        ),
        write(
            post.clone(),
            "/api/runs/{run}/cancel",
            "Cancels a run, whoever drives it.",
            Takes::Nothing,
            Json("RunStateName"),
            act!(runs::cancel),
        ),
        write(
            post.clone(),
            "/api/runs/{run}/resume",
            "Goes on with an interrupted run.",
            Takes::Nothing,
            Json("RunStateName"),
            act!(runs::resume),
        ),
        write(
            post,
            "/api/runs/{run}/ask",
            "Answers a question on a run that has ended; both are kept with it.",
            Takes::Json("Asking"),
            Json("FollowUp"),
            act!(ask::on_run),
        ),
        write(
            Method::POST,
            "/api/plans/check",
            "Judges a plan without running it.",
            Takes::Json("Plan"),
            Json("PlanCheck"),
            act!(plans::check),
        ),
    ]
}

fn record_routes() -> Vec<Route> {
    use Returns::{Json, Media};
    vec![
        get(
            "/api/runs/{run}/board",
            "The blackboard, also as it was after an event.",
            Json("Board"),
            act!(board::show),
        )
        .asking(&["at"]),
        get(
            "/api/runs/{run}/claims",
            "What the run states.",
            Json("Claims"),
            act!(claims::list),
        ),
        get(
            "/api/runs/{run}/claims/{claim}",
            "One claim with its evidence.",
            Json("ClaimView"),
            act!(claims::show),
        ),
        get(
            "/api/runs/{run}/evidence",
            "What the run cites.",
            Json("EvidenceList"),
            act!(claims::evidence_list),
        ),
        get(
            "/api/runs/{run}/evidence/{id}",
            "One piece of evidence in its document.",
            Json("EvidenceView"),
            act!(claims::evidence),
        ),
        get(
            "/api/runs/{run}/ask",
            "What was asked on a run, with the answers.",
            Json("AskedOn"),
            act!(ask::on_run_so_far),
        ),
        get(
            "/api/runs/{run}/gates",
            "What the gates decided, and why.",
            Json("Gates"),
            act!(gates::show),
        ),
        get(
            "/api/runs/{run}/valuation",
            "The archived valuation.",
            Json("ValuationView"),
            act!(valuation::show),
        ),
        write(
            Method::POST,
            "/api/runs/{run}/valuation",
            "The valuation with other assumptions; nothing is stored.",
            Takes::Json("Assumptions"),
            Json("Recomputed"),
            act!(valuation::recompute),
        ),
        get(
            "/api/runs/{run}/graph",
            "Whom the company deals with.",
            Json("GraphView"),
            act!(graph::show),
        ),
        get(
            "/api/runs/{run}/report",
            "The report in a format: md, html, json, docx, xlsx, pdf, log, board, otlp.",
            Media("*/*"),
            act!(report::show),
        )
        .asking(&["format", "download"]),
        get(
            "/api/runs/{run}/dashboards",
            "What an autonomous agent keeps of its work, and how many chapters are written.",
            Json("Dashboards"),
            act!(dashboards::show),
        ),
        get(
            "/api/runs/{run}/files",
            "The files of an autonomous run.",
            Json("Files"),
            act!(files::list),
        ),
        get(
            "/api/runs/{run}/files/{*path}",
            "The text of a file of an autonomous run, by its path inside the run's folder.",
            Json("FileText"),
            act!(files::show),
        ),
        get(
            "/api/compare",
            "What differs between two runs.",
            Json("Comparison"),
            act!(compare::show),
        )
        .asking(&["a", "b"]),
    ]
}

fn library_routes() -> Vec<Route> {
    use Returns::{Created, Json};
    vec![
        get(
            "/api/library/documents",
            "The documents of the library.",
            Json("Documents"),
            act!(library::documents),
        ),
        write(
            Method::POST,
            "/api/library/documents",
            "Brings a file in, through the ingest gate.",
            Takes::File,
            Created("Ingested"),
            act!(library::upload),
        )
        .asking(&["name", "tier"]),
        write(
            Method::POST,
            "/api/library/documents/{id}/tier",
            "A person's word on how far a document can be trusted.",
            Takes::Json("TierWord"),
            Json("Document"),
            act!(library::declare_tier),
        ),
        get(
            "/api/library/documents/{id}",
            "One document with its text.",
            Json("DocumentView"),
            act!(library::document),
        ),
        write(
            Method::DELETE,
            "/api/library/documents/{id}",
            "Removes a document for good, from library, search and disk.",
            Takes::Nothing,
            Json("Removal"),
            act!(library::remove),
        ),
        get(
            "/api/library/search",
            "Passages that answer a query.",
            Json("SearchResult"),
            act!(library::search),
        )
        .asking(&[
            "q", "limit", "entity", "form", "tier", "since", "until", "document",
        ]),
        write(
            Method::POST,
            "/api/ask",
            "Answers a question from the library at once; nothing is stored.",
            Takes::Json("Asking"),
            Json("Asked"),
            act!(ask::of_library),
        ),
        write(
            Method::POST,
            "/api/check",
            "Holds each sentence of a text against the library; nothing is stored.",
            Takes::Json("TextToCheck"),
            Json("CheckedText"),
            act!(check::text),
        ),
    ]
}

fn quarantine_routes() -> Vec<Route> {
    use Returns::Json;
    vec![
        get(
            "/api/library/quarantine",
            "What the ingest gate took out.",
            Json("QuarantineList"),
            act!(quarantine::list),
        ),
        get(
            "/api/library/quarantine/{id}",
            "One quarantined span with its text.",
            Json("QuarantinedText"),
            act!(quarantine::show),
        ),
        write(
            Method::POST,
            "/api/library/quarantine/{id}",
            "A person's decision about a span.",
            Takes::Json("Review"),
            Json("Reviewed"),
            act!(quarantine::review),
        ),
    ]
}

fn installation_routes() -> Vec<Route> {
    use Returns::{Json, Media};
    let (put, delete) = (Method::PUT, Method::DELETE);
    vec![
        get("/", "The page.", Media("text/html"), act!(page::index)).public(),
        get(
            "/assets/{name}",
            "A file of the page.",
            Media("*/*"),
            act!(page::asset),
        )
        .public(),
        get(
            "/api/health",
            "Whether the server is there.",
            Json("Health"),
            act!(installation::health),
        )
        .public(),
        get(
            "/api/openapi.json",
            "This description.",
            Media("application/json"),
            act!(installation::description),
        )
        .public(),
        get(
            "/api/config",
            "Every setting; secrets only by whether they are set.",
            Json("Config"),
            act!(config::show),
        ),
        write(
            put.clone(),
            "/api/config/deep-agent",
            "The whole deepAgent object.",
            Takes::Json("DeepAgent"),
            Json("DeepAgent"),
            act!(config::set_deep_agent),
        ),
        write(
            put,
            "/api/config/{key}",
            "Changes a setting.",
            Takes::Json("SettingValue"),
            Json("Setting"),
            act!(config::set),
        ),
        write(
            delete,
            "/api/config/{key}",
            "Puts a setting back to its default.",
            Takes::Nothing,
            Json("Setting"),
            act!(config::unset),
        ),
        get(
            "/api/monitor",
            "The metrics, for the page.",
            Json("Monitor"),
            act!(metrics::monitor),
        ),
        get(
            "/metrics",
            "The metrics, for Prometheus.",
            Media("text/plain; version=0.0.4"),
            act!(metrics::prometheus),
        ),
    ]
}

fn session_routes() -> Vec<Route> {
    use Returns::Json;
    vec![
        write(
            Method::POST,
            "/api/session",
            "Opens a session: the token for a cookie, and a key to send with it as X-Assay-Session.",
            Takes::Json("Token"),
            Json("OpenedSession"),
            act!(sessions::open),
        )
        .public(),
        write(
            Method::DELETE,
            "/api/session",
            "Ends the session that asks.",
            Takes::Nothing,
            Json("Status"),
            act!(sessions::close),
        ),
        get(
            "/api/sessions",
            "Who is signed in with a browser.",
            Json("Sessions"),
            act!(sessions::list),
        ),
        write(
            Method::DELETE,
            "/api/sessions/{id}",
            "Ends a session.",
            Takes::Nothing,
            Json("Status"),
            act!(sessions::end),
        ),
    ]
}
