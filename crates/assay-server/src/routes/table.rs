//! The one table of routes. Router, description and security test are made from it, so a route that
//! is not in it does not exist.

use assay_domain::Plan;
use axum::http::Method;

use super::{
    ask, board, check, claims, compare, config, dashboards, deep_agent, files, gates, graph,
    installation, library, metrics, page, plans, profiles, quarantine, report, run_list, runs,
    sessions, steps, valuation,
};
use crate::RunWish;
use crate::route::Route;

const GET: Method = Method::GET;
const POST: Method = Method::POST;
const PUT: Method = Method::PUT;
const DELETE: Method = Method::DELETE;

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
    vec![
        Route::json(GET, "/api/runs", "Runs, newest first.", run_list::list).asking(&["limit"]),
        Route::json(
            GET,
            "/api/profiles",
            "What a research may be made of: the profiles that a run may be begun with.",
            profiles::list,
        ),
        Route::json(POST, "/api/runs", "Begins a run.", run_list::create)
            .taking::<RunWish>()
            .created(),
        Route::json(GET, "/api/runs/{run}", "Where a run stands.", runs::show),
        Route::json(
            DELETE,
            "/api/runs/{run}",
            "Removes a run for good, with its journal, report and files.",
            runs::remove,
        ),
        Route::media(
            "/api/runs/{run}/events",
            "The step protocol, as a stream.",
            "text/event-stream",
            steps::events,
        )
        .asking(&["after"]),
        Route::response::<steps::Steps, _>(
            GET,
            "/api/runs/{run}/steps",
            "The same events so far, as a list.",
            steps::list,
        ),
        Route::json(
            GET,
            "/api/runs/{run}/journal",
            "The events of the journal.",
            steps::journal,
        )
        .asking(&["after", "limit"]),
    ]
}

fn steering_routes() -> Vec<Route> {
    vec![
        Route::json(
            PUT,
            "/api/runs/{run}/plan",
            "Replaces the plan of a held run.",
            runs::replace_plan,
        )
        .taking::<Plan>(),
        Route::json(
            POST,
            "/api/runs/{run}/approve",
            "Lets a held plan run.",
            runs::approve,
        ),
        Route::json(
            POST,
            "/api/runs/{run}/answer",
            "Answers what the planner asked back; with nothing, it goes on with what it assumes.",
            runs::answer_planner,
        )
        .taking::<runs::PlannerAnswer>(),
        Route::json(
            POST,
            "/api/runs/{run}/cancel",
            "Cancels a run, whoever drives it.",
            runs::cancel,
        ),
        Route::json(
            POST,
            "/api/runs/{run}/resume",
            "Goes on with an interrupted run.",
            runs::resume,
        ),
        Route::json(
            POST,
            "/api/runs/{run}/ask",
            "Answers a question on a run that has ended; both are kept with it.",
            ask::on_run,
        )
        .taking::<ask::Asking>(),
        Route::json(
            POST,
            "/api/plans/check",
            "Judges a plan without running it.",
            plans::check,
        )
        .taking::<Plan>(),
    ]
}

fn record_routes() -> Vec<Route> {
    let mut routes = vec![
        Route::json(
            GET,
            "/api/runs/{run}/board",
            "The blackboard, also as it was after an event.",
            board::show,
        )
        .asking(&["at"]),
        Route::json(
            GET,
            "/api/runs/{run}/claims",
            "What the run states.",
            claims::list,
        ),
        Route::json(
            GET,
            "/api/runs/{run}/claims/{claim}",
            "One claim with its evidence.",
            claims::show,
        ),
        Route::json(
            GET,
            "/api/runs/{run}/evidence",
            "What the run cites.",
            claims::evidence_list,
        ),
        Route::json(
            GET,
            "/api/runs/{run}/evidence/{id}",
            "One piece of evidence in its document.",
            claims::evidence,
        ),
        Route::json(
            GET,
            "/api/runs/{run}/ask",
            "What was asked on a run, with the answers.",
            ask::on_run_so_far,
        ),
        Route::json(
            GET,
            "/api/runs/{run}/gates",
            "What the gates decided, and why.",
            gates::show,
        ),
    ];
    routes.extend(result_routes());
    routes
}

fn result_routes() -> Vec<Route> {
    vec![
        Route::json(
            GET,
            "/api/runs/{run}/valuation",
            "The archived valuation.",
            valuation::show,
        ),
        Route::json(
            POST,
            "/api/runs/{run}/valuation",
            "The valuation with other assumptions; nothing is stored.",
            valuation::recompute,
        )
        .taking::<valuation::Assumptions>(),
        Route::json(
            GET,
            "/api/runs/{run}/graph",
            "Whom the company deals with.",
            graph::show,
        ),
        Route::media(
            "/api/runs/{run}/report",
            "The report in a format: md, html, json, docx, xlsx, pdf, log, board, otlp.",
            "*/*",
            report::show,
        )
        .asking(&["format", "download"]),
        Route::json(
            GET,
            "/api/runs/{run}/dashboards",
            "What an autonomous agent keeps of its work, and how many chapters are written.",
            dashboards::show,
        ),
        Route::json(
            GET,
            "/api/runs/{run}/files",
            "The files of an autonomous run.",
            files::list,
        ),
        Route::json(
            GET,
            "/api/runs/{run}/files/{*path}",
            "The text of a file of an autonomous run, by its path inside the run's folder.",
            files::show,
        ),
        Route::json(
            GET,
            "/api/compare",
            "What differs between two runs.",
            compare::show,
        )
        .asking(&["a", "b"]),
    ]
}

fn library_routes() -> Vec<Route> {
    vec![
        Route::json(
            GET,
            "/api/library/documents",
            "The documents of the library.",
            library::documents,
        ),
        Route::json(
            POST,
            "/api/library/documents",
            "Brings a file in, through the ingest gate.",
            library::upload,
        )
        .taking_file()
        .created()
        .asking(&["name", "tier"]),
        Route::json(
            POST,
            "/api/library/documents/{id}/tier",
            "A person's word on how far a document can be trusted.",
            library::declare_tier,
        )
        .taking::<library::TierWord>(),
        Route::json(
            GET,
            "/api/library/documents/{id}",
            "One document with its text.",
            library::document,
        ),
        Route::json(
            DELETE,
            "/api/library/documents/{id}",
            "Removes a document for good, from library, search and disk.",
            library::remove,
        ),
        Route::json(
            GET,
            "/api/library/search",
            "Passages that answer a query.",
            library::search,
        )
        .asking(&[
            "q", "limit", "entity", "form", "tier", "since", "until", "document",
        ]),
        Route::json(
            POST,
            "/api/ask",
            "Answers a question from the library at once; nothing is stored.",
            ask::of_library,
        )
        .taking::<ask::Asking>(),
        Route::json(
            POST,
            "/api/check",
            "Holds each sentence of a text against the library; nothing is stored.",
            check::text,
        )
        .taking::<check::SentText>(),
    ]
}

fn quarantine_routes() -> Vec<Route> {
    vec![
        Route::json(
            GET,
            "/api/library/quarantine",
            "What the ingest gate took out.",
            quarantine::list,
        ),
        Route::json(
            GET,
            "/api/library/quarantine/{id}",
            "One quarantined span with its text.",
            quarantine::show,
        ),
        Route::json(
            POST,
            "/api/library/quarantine/{id}",
            "A person's decision about a span.",
            quarantine::review,
        )
        .taking::<quarantine::Review>(),
    ]
}

fn installation_routes() -> Vec<Route> {
    vec![
        Route::media("/", "The page.", "text/html", page::index).public(),
        Route::media("/assets/{name}", "A file of the page.", "*/*", page::asset).public(),
        Route::json(
            GET,
            "/api/health",
            "Whether the server is there.",
            installation::health,
        )
        .public(),
        Route::media(
            "/api/openapi.json",
            "This description.",
            "application/json",
            installation::description,
        )
        .public(),
        Route::json(
            GET,
            "/api/config",
            "Every setting; secrets only by whether they are set.",
            config::show,
        ),
        Route::json(
            PUT,
            "/api/config/deep-agent",
            "The whole deepAgent object.",
            config::set_deep_agent,
        )
        .taking::<deep_agent::DeepAgent>(),
        Route::json(PUT, "/api/config/{key}", "Changes a setting.", config::set)
            .taking::<config::SettingValue>(),
        Route::json(
            DELETE,
            "/api/config/{key}",
            "Puts a setting back to its default.",
            config::unset,
        ),
        Route::json(
            GET,
            "/api/monitor",
            "The metrics, for the page.",
            metrics::monitor,
        ),
        Route::media(
            "/metrics",
            "The metrics, for Prometheus.",
            "text/plain; version=0.0.4",
            metrics::prometheus,
        ),
    ]
}

fn session_routes() -> Vec<Route> {
    vec![
        Route::response::<sessions::OpenedSession, _>(
            POST,
            "/api/session",
            "Opens a session: the token for a cookie, and a key to send with it as X-Assay-Session.",
            sessions::open,
        )
        .taking::<sessions::Token>()
        .public(),
        Route::json(
            DELETE,
            "/api/session",
            "Ends the session that asks.",
            sessions::close,
        ),
        Route::json(
            GET,
            "/api/sessions",
            "Who is signed in with a browser.",
            sessions::list,
        ),
        Route::json(
            DELETE,
            "/api/sessions/{id}",
            "Ends a session.",
            sessions::end,
        ),
    ]
}
