use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{FromRequestParts as _, RawPathParams, Request, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, on};
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::call::{Call, aside};
use crate::desk::Desk;
use crate::guard::{Answered, admit, door};
use crate::hub::Hubs;
use crate::listener;
use crate::log::Log;
use crate::route::Route;
use crate::routes::routes;
use crate::routes::upload;
use crate::scrub::{scrubbed, without_keys};
use crate::supervisor::Supervisor;
use crate::{Access, Host, Limits, LogFormat, LogTo, Problem};

/// How often the journal is asked what other processes appended.
const LOOK_ROUND: Duration = Duration::from_millis(500);
/// The shortest time between two looks: appends in between share one.
const LOOK_PAUSE: Duration = Duration::from_millis(15);

/// How a server is to be set up.
pub struct ServerOptions {
    pub access: Access,
    pub log: LogFormat,
    pub log_to: LogTo,
    /// Where drivers work. Requests are answered where [`Server::serve`] is awaited.
    pub drivers: Handle,
    /// The most connections at once.
    pub most_connections: usize,
    pub limits: Limits,
}

impl ServerOptions {
    /// For a thousand connections, with the limits of the program, and silent.
    pub fn new(access: Access, drivers: Handle) -> Self {
        Self {
            access,
            log: LogFormat::Off,
            log_to: Arc::new(Mutex::new(std::io::stderr())),
            drivers,
            most_connections: 1_000,
            limits: Limits::default(),
        }
    }
}

/// The workbench's server over one home.
pub struct Server {
    desk: Arc<Desk>,
    most_connections: usize,
}

impl Server {
    pub fn new(host: Arc<dyn Host>, options: ServerOptions) -> Self {
        let log = Log::new(options.log, options.log_to, host.clock());
        let hubs = Arc::new(Hubs::new(Arc::clone(&host)));
        let supervisor = Arc::new(Supervisor::new(
            Arc::clone(&host),
            Arc::clone(&hubs),
            options.drivers,
            options.limits.collector,
            log.clone(),
        ));
        let closing = CancellationToken::new();
        let (access, limits) = (options.access, options.limits);
        let desk = Desk::new(host, access, hubs, supervisor, log, limits, closing);
        Self {
            desk: Arc::new(desk),
            most_connections: options.most_connections,
        }
    }

    /// Takes up the runs that were left open, and deletes uploads that were; how many runs.
    pub fn take_up(&self) -> Result<usize, Problem> {
        let left = upload::delete_left(self.desk.store().home())?;
        if left > 0 {
            let told = format!("{left} uploads that were cut off are deleted");
            self.desk.log.say("uploads", &told);
        }
        self.desk.supervisor.take_up()
    }

    /// Every route behind the door, for another front of the same program. What it asks has to
    /// bring what a client over HTTP brings: host, token and the marks of a write.
    pub fn router(&self) -> Router {
        router(&self.desk)
    }

    /// Ends every driver. Its run stays where it can be taken up again.
    pub async fn shut_down(&self) {
        self.desk.closing.cancel();
        self.desk.supervisor.shut_down().await;
    }

    /// Serves until `stop`; then every driver puts its run down where it can be taken up again.
    pub async fn serve(&self, listener: TcpListener, stop: CancellationToken) {
        self.serve_behind_door(router(&self.desk), listener, stop)
            .await;
    }

    /// As [`Self::serve`], with other routes in the place of its own: foreign hosts and origins are
    /// turned away before they see a request. The token is theirs to ask for.
    pub async fn serve_app(&self, app: Router, listener: TcpListener, stop: CancellationToken) {
        let app = app.layer(from_fn_with_state(Arc::clone(&self.desk), door));
        self.serve_behind_door(app, listener, stop).await;
    }

    async fn serve_behind_door(
        &self,
        router: Router,
        listener: TcpListener,
        stop: CancellationToken,
    ) {
        let desk = Arc::clone(&self.desk);
        let most = self.most_connections;
        let served = listener::serve(listener, router, most, &desk.limits, desk.closing.clone());
        let looking = follow_journal(Arc::clone(&desk));
        let ending = async {
            stop.cancelled().await;
            desk.closing.cancel();
            desk.supervisor.shut_down().await;
        };
        tokio::join!(served, looking, ending);
    }

    /// The address that a listener has.
    pub fn address(listener: &TcpListener) -> std::io::Result<SocketAddr> {
        listener.local_addr()
    }
}

fn router(desk: &Arc<Desk>) -> Router {
    let mut router = Router::new();
    for route in routes() {
        let Ok(filter) = MethodFilter::try_from(route.method.clone()) else {
            continue;
        };
        let path = route.path;
        let handler = move |State(desk): State<Arc<Desk>>, request: Request| async move {
            let mut response = match answered(desk, &route, request).await {
                Ok(response) => response,
                Err(problem) => problem.into_response(),
            };
            response.extensions_mut().insert(Answered(route.path));
            response
        };
        router = router.route(path, on(filter, handler));
    }
    router
        .fallback(nothing_here)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(desk), door))
        .with_state(Arc::clone(desk))
}

async fn nothing_here() -> Response {
    let problem =
        Problem::not_found("there is nothing at this address; /api/openapi.json lists the routes");
    problem.into_response()
}

async fn wrong_method() -> Response {
    let problem = Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address takes another method; /api/openapi.json lists the routes",
    );
    problem.into_response()
}

async fn answered(desk: Arc<Desk>, route: &Route, request: Request) -> Result<Response, Problem> {
    admit(&desk, route, request.headers())?;
    let (mut parts, body) = request.into_parts();
    let params = RawPathParams::from_request_parts(&mut parts, &()).await;
    let params = params.map_err(|error| Problem::bad_request(error.to_string()))?;
    let params = params.iter();
    let params = params.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let query = parts.uri.query().unwrap_or_default();
    let call = Call::new(
        Arc::clone(&desk),
        parts.headers,
        params.collect(),
        query,
        body,
    );
    let mut response = (route.act)(call).await?;
    let secrets = desk.host.secrets();
    if route.tells_of_runs() {
        response = without_keys(response, route.may_quote().then(|| secrets.clone())).await?;
    }
    scrubbed(response, &secrets).await
}

/// Tells each watched run of what was appended to it, by this process or another.
async fn follow_journal(desk: Arc<Desk>) {
    let mut appended = desk.store().appended();
    let mut last = desk.store().last_sequence().unwrap_or_default();
    loop {
        tokio::select! {
            () = desk.closing.cancelled() => return,
            () = tokio::time::sleep(LOOK_ROUND) => {}
            changed = appended.changed() => {
                if changed.is_ok() {
                    tokio::time::sleep(LOOK_PAUSE).await;
                    appended.mark_unchanged();
                }
            }
        }
        let known = last;
        let looking = Arc::clone(&desk);
        let looked = aside(move || {
            let (runs, last) = looking.store().news(known)?;
            for run in runs {
                if let Some(hub) = looking.hubs.watched(&run) {
                    looking.hubs.advance(&hub);
                }
            }
            Ok(last)
        });
        // a look that failed is repeated at the next turn: who asks for the run is told of lasting
        // trouble
        if let Ok(seen) = looked.await {
            last = seen;
        }
    }
}
