//! The two ways in: standard input and output, and streamable HTTP.

use std::pin::Pin;
use std::sync::Arc;

use assay_server::{Access, Problem};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use rmcp::ServiceExt as _;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use crate::McpServer;

/// Largest message that is read over HTTP, in bytes.
const LARGEST: usize = 4 << 20;

/// Why the talk with a host broke off.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    #[error("the host did not greet as the protocol asks: {0}")]
    Greeting(String),
    #[error("the talk with the host crashed: {0}")]
    Crashed(String),
}

/// Talks over a pair of pipes until the host closes them or `stop` is called. Nothing but the
/// protocol is written to `output`.
pub fn serve_stdio(
    server: McpServer,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    stop: CancellationToken,
) -> impl Future<Output = Result<(), McpError>> + Send {
    boxed_talk(server, Box::new(input), Box::new(output), stop)
}

type Input = Box<dyn AsyncRead + Send + Unpin>;
type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// Boxed, so that the code of the protocol is made in this crate alone and not once more in the
/// crate that waits.
fn boxed_talk(
    server: McpServer,
    input: Input,
    output: Output,
    stop: CancellationToken,
) -> Pin<Box<dyn Future<Output = Result<(), McpError>> + Send>> {
    Box::pin(talk(server, input, output, stop))
}

async fn talk(
    server: McpServer,
    input: Input,
    output: Output,
    stop: CancellationToken,
) -> Result<(), McpError> {
    let greeting = server.serve_with_ct((input, output), stop.clone());
    let service = match greeting.await {
        Ok(service) => service,
        // a host that leaves before it greets has nothing to be told
        Err(_) if stop.is_cancelled() => return Ok(()),
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(McpError::Greeting(error.to_string())),
    };
    match service.waiting().await {
        Ok(_) => Ok(()),
        Err(error) => Err(McpError::Crashed(error.to_string())),
    }
}

/// The route `/mcp`, for [`assay_server::Server::serve_app`], whose door turns foreign hosts and
/// origins away. The protocol's own check stands behind it, and every request needs the token.
///
/// No session is kept: each request is answered from journal and library, so a host can go on after
/// a restart.
pub fn http_app(server: McpServer, access: Access, stop: CancellationToken) -> Router {
    let mut config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(access.authorities().iter().cloned())
        .with_allowed_origins(access.origins().iter().cloned())
        .enforce_origin_validation();
    config.cancellation_token = stop;
    config.max_request_body_bytes = LARGEST;
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    Router::new()
        .route_service("/mcp", service)
        .fallback(nothing_here)
        .layer(from_fn_with_state(Arc::new(access), admitted))
}

async fn nothing_here() -> Response {
    Problem::not_found("there is nothing at this address; the protocol is spoken at /mcp")
        .into_response()
}

async fn admitted(State(access): State<Arc<Access>>, request: Request, next: Next) -> Response {
    if access.is_let_in(request.headers()) {
        return next.run(request).await;
    }
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "the token is missing or wrong; send `Authorization: Bearer TOKEN` with the token that `assay mcp serve` names",
    )
    .into_response()
}
