//! What every request passes before anything else looks at it, and what every answer carries.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::Problem;
use crate::desk::Desk;
use crate::route::{Access, Route, Takes};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/// A report is a document of its own: it has its styles in it, and runs and loads nothing.
pub(crate) const REPORT_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const RESOURCE: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const FRAMES: HeaderName = HeaderName::from_static("x-frame-options");
const WRITE_MARK: &str = "x-assay";

/// Which route a request was answered by, for logs and counters.
#[derive(Clone, Copy)]
pub(crate) struct Answered(pub(crate) &'static str);

/// The outermost layer: foreign hosts and origins go no further, and every answer is dressed.
pub(crate) async fn door(State(desk): State<Arc<Desk>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let mut response = match refuse_foreign(&desk, &request) {
        Err(problem) => problem.into_response(),
        Ok(()) => next.run(request).await,
    };
    let answered = response.extensions().get::<Answered>().copied();
    let route = answered.map_or("(none)", |answered| answered.0);
    let took = begun.elapsed();
    desk.monitor.answered(route, response.status(), took);
    desk.log.request(&method, route, response.status(), took);
    dress(response.headers_mut());
    response
}

fn refuse_foreign(desk: &Desk, request: &Request) -> Result<(), Problem> {
    if !desk.access.is_own_host(request.headers(), request.uri()) {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "the request is addressed to another host; use the address that `assay serve` printed",
        ));
    }
    if !desk.access.is_own_origin(request.headers()) {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "the request comes from a page of another site; open the workbench itself",
        ));
    }
    Ok(())
}

/// What a route asks of a request: the token, then the marks of a write.
pub(crate) fn admit(desk: &Desk, route: &Route, headers: &HeaderMap) -> Result<(), Problem> {
    if route.access == Access::Token
        && !desk.access.is_let_in(headers)
        && desk.session_of(headers)?.is_none()
    {
        return Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "the token is missing or wrong; open the address that `assay serve` printed, or send `Authorization: Bearer TOKEN`",
        ));
    }
    if route.method == Method::GET {
        return Ok(());
    }
    if headers.get(WRITE_MARK).is_none_or(|mark| mark != "1") {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "a request that changes something needs the header `X-Assay: 1`",
        ));
    }
    let wanted = match route.takes {
        Takes::Nothing => return Ok(()),
        Takes::Json(_) => "application/json",
        Takes::File => "application/octet-stream",
    };
    let media = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let media = media
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default();
    if media.trim().eq_ignore_ascii_case(wanted) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        format!("this route takes a body of {wanted}; say so in the header `Content-Type`"),
    ))
}

fn dress(headers: &mut HeaderMap) {
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    }
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (OPENER, "same-origin"),
        (RESOURCE, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(FRAMES) {
        headers.insert(FRAMES, HeaderValue::from_static("DENY"));
    }
}
