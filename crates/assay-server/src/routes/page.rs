use axum::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderValue, StatusCode};

use crate::call::Call;
use crate::route::Answer;
use crate::{Problem, answer};

mod files {
    include!(concat!(env!("OUT_DIR"), "/page_files.rs"));
}

/// A browser keeps a file and asks each time whether it is still the same.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

pub(crate) async fn index(call: Call) -> Answer {
    file(&call, "index.html")
}

pub(crate) async fn asset(call: Call) -> Answer {
    file(&call, call.param("name"))
}

fn file(call: &Call, name: &str) -> Answer {
    let found = files::FILES.iter().find(|(known, ..)| *known == name);
    let Some((_, mark, bytes)) = found else {
        return Err(Problem::not_found(format!("the page has no file `{name}`")));
    };
    let asked = call.headers.get(IF_NONE_MATCH);
    let is_same = asked.is_some_and(|asked| asked.as_bytes() == mark.as_bytes());
    let mut response = if is_same {
        answer::whole(StatusCode::NOT_MODIFIED, media(name), "")
    } else {
        answer::whole(StatusCode::OK, media(name), *bytes)
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, ASK_AGAIN);
    headers.insert(ETAG, HeaderValue::from_static(mark));
    Ok(response)
}

fn media(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}
