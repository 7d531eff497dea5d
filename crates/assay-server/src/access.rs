use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Uri};
use blake3::Hash;
use url::Url;

use crate::sessions::LIFETIME;

/// Names under which a server on this machine is always reached.
const OWN_NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];
/// Addresses that mean "all of them"; as the name of a server they mean nothing.
const WILDCARDS: [&str; 3] = ["0.0.0.0", "::", "[::]"];
/// What makes of the token a mark by which sessions know it again.
const SESSION: &str = "assay workbench session 2";

/// What is no origin to let in.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no origin; write scheme and host alone, for instance https://assay.example")]
pub struct OriginError(String);

/// Who may come in: under which names the server is spoken to, from which pages, with which token.
#[derive(Clone, Debug)]
pub struct Access {
    /// `name:port`, in lower case.
    authorities: Vec<String>,
    /// `scheme://name:port` of the pages that may ask, in lower case.
    origins: Vec<String>,
    token: Hash,
    token_mark: String,
    cookie: String,
}

impl Access {
    /// `host` is what the server was told to listen on, `token` what a client has to know.
    pub fn new(host: &str, port: u16, token: &str) -> Self {
        let mut names: Vec<String> = OWN_NAMES.map(str::to_owned).into();
        if !WILDCARDS.contains(&host) {
            let named = if host.contains(':') && !host.starts_with('[') {
                format!("[{host}]")
            } else {
                host.to_owned()
            };
            names.push(named.to_ascii_lowercase());
        }
        let mut authorities: Vec<String> =
            names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            authorities.extend(names);
        }
        let origins = authorities.iter().map(|name| format!("http://{name}"));
        Self {
            origins: origins.collect(),
            authorities,
            token: blake3::hash(token.as_bytes()),
            token_mark: blake3::derive_key(SESSION, token.as_bytes())
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
            cookie: format!("assay_{port}"),
        }
    }

    /// Lets in pages of another origin as well: that of a proxy in front of the server. Requests may
    /// name its host.
    pub fn with_origin(mut self, origin: &str) -> Result<Self, OriginError> {
        let wrong = || OriginError(origin.to_owned());
        let url = Url::parse(origin.trim()).map_err(|_| wrong())?;
        let bare = matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && url.password().is_none()
            && url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none();
        let name = url.host_str().filter(|name| {
            let is_wild = WILDCARDS.contains(name) || name.contains('*');
            !name.is_empty() && !is_wild
        });
        let (true, Some(name), Some(port)) = (bare, name, url.port_or_known_default()) else {
            return Err(wrong());
        };
        self.origins.push(url.origin().ascii_serialization());
        self.authorities.push(format!("{name}:{port}"));
        if url.port().is_none() {
            self.authorities.push(name.to_owned());
        }
        Ok(self)
    }

    /// Each origin whose pages may ask, in lower case.
    pub fn origins(&self) -> &[String] {
        &self.origins
    }

    /// Each `name:port` under which the server is spoken to, in lower case.
    pub fn authorities(&self) -> &[String] {
        &self.authorities
    }

    /// Whether the request names this server, once and by a name of its own.
    pub(crate) fn is_own_host(&self, headers: &HeaderMap, uri: &Uri) -> bool {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return false;
        };
        let named = uri.authority().map(axum::http::uri::Authority::as_str);
        self.is_own(host.to_str().unwrap_or_default())
            && named.is_none_or(|named| self.is_own(named))
    }

    /// Whether the page that sent the request, if a page did, is this server's.
    pub(crate) fn is_own_origin(&self, headers: &HeaderMap) -> bool {
        headers.get_all(ORIGIN).iter().all(|origin| {
            let origin = origin.to_str().unwrap_or_default().to_ascii_lowercase();
            self.origins.contains(&origin)
        })
    }

    fn is_own(&self, authority: &str) -> bool {
        let authority = authority.to_ascii_lowercase();
        self.authorities.contains(&authority)
    }

    /// Whether the request carries the token.
    pub fn is_let_in(&self, headers: &HeaderMap) -> bool {
        bearer(headers).is_some_and(|token| self.is_token(token))
    }

    /// The cookie of this server's sessions: cookies know no ports, and another server on this machine
    /// must not overwrite ours.
    pub(crate) fn cookie_name(&self) -> &str {
        &self.cookie
    }

    /// Changes with the token and does not tell it.
    pub(crate) fn token_mark(&self) -> &str {
        &self.token_mark
    }

    pub(crate) fn is_token(&self, token: &str) -> bool {
        // comparing hashes takes the same time wherever they differ
        blake3::hash(token.as_bytes()) == self.token
    }

    /// The header that opens a session. One that was opened over TLS is not sent without it, and none
    /// goes to pages and their files, which need none.
    pub(crate) fn cookie(&self, headers: &HeaderMap, secret: &str) -> Option<HeaderValue> {
        let origin = headers.get(ORIGIN);
        let secure = match origin.and_then(|origin| origin.to_str().ok()) {
            Some(origin) if origin.to_ascii_lowercase().starts_with("https://") => "; Secure",
            _ => "",
        };
        let text = format!(
            "{}={secret}; Path=/api; HttpOnly; SameSite=Strict; Max-Age={LIFETIME}{secure}",
            self.cookie
        );
        HeaderValue::from_str(&text).ok()
    }
}

/// What a request gives as its token.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = text.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn only_names_of_its_own_are_a_host() {
        let access = Access::new("workbench.lan", 4178, "t");
        let root = Uri::from_static("/");
        for (host, expected) in [
            ("127.0.0.1:4178", true),
            ("localhost:4178", true),
            ("LOCALHOST:4178", true),
            ("[::1]:4178", true),
            ("workbench.lan:4178", true),
            ("127.0.0.1", false),
            ("127.0.0.1:4179", false),
            ("0.0.0.0:4178", false),
            ("evil.example:4178", false),
            ("evil.example@127.0.0.1:4178", false),
            ("", false),
        ] {
            let found = access.is_own_host(&headers(&[("host", host)]), &root);
            assert_eq!(found, expected, "{host}");
        }
        let twice = headers(&[("host", "127.0.0.1:4178"), ("host", "127.0.0.1:4178")]);
        assert!(!access.is_own_host(&twice, &root));
        let foreign = Uri::from_static("http://evil.example/api/health");
        assert!(!access.is_own_host(&headers(&[("host", "127.0.0.1:4178")]), &foreign));
        let all = Access::new("0.0.0.0", 4178, "t");
        assert!(!all.is_own_host(&headers(&[("host", "0.0.0.0:4178")]), &root));
    }

    #[test]
    fn only_its_own_pages_may_ask() {
        let access = Access::new("127.0.0.1", 4178, "t");
        for (origin, expected) in [
            ("http://127.0.0.1:4178", true),
            ("http://localhost:4178", true),
            ("https://127.0.0.1:4178", false),
            ("http://127.0.0.1:80", false),
            ("null", false),
            ("http://evil.example", false),
        ] {
            let found = access.is_own_origin(&headers(&[("origin", origin)]));
            assert_eq!(found, expected, "{origin}");
        }
        assert!(access.is_own_origin(&HeaderMap::new()));
    }

    #[test]
    fn a_proxy_that_is_named_may_stand_in_front_and_no_other() {
        let access = Access::new("127.0.0.1", 4178, "t");
        let access = access.with_origin("https://Assay.Example/").unwrap();
        let access = access.with_origin("http://desk.lan:8080").unwrap();
        let root = Uri::from_static("/");
        for (host, expected) in [
            ("assay.example", true),
            ("assay.example:443", true),
            ("ASSAY.example", true),
            ("desk.lan:8080", true),
            ("127.0.0.1:4178", true),
            ("assay.example:80", false),
            ("assay.example:4178", false),
            ("desk.lan", false),
            ("sub.assay.example", false),
            ("assay.example.evil.example", false),
        ] {
            let found = access.is_own_host(&headers(&[("host", host)]), &root);
            assert_eq!(found, expected, "{host}");
        }
        for (origin, expected) in [
            ("https://assay.example", true),
            ("http://desk.lan:8080", true),
            ("http://127.0.0.1:4178", true),
            ("http://assay.example", false),
            ("https://assay.example:4178", false),
            ("https://desk.lan:8080", false),
            ("https://127.0.0.1:4178", false),
            ("https://sub.assay.example", false),
            ("null", false),
        ] {
            let found = access.is_own_origin(&headers(&[("origin", origin)]));
            assert_eq!(found, expected, "{origin}");
        }
        for (origin, expected) in [
            ("https://assay.example", true),
            ("http://desk.lan:8080", false),
        ] {
            let cookie = access.cookie(&headers(&[("origin", origin)]), "s").unwrap();
            let cookie = cookie.to_str().unwrap();
            assert_eq!(cookie.ends_with("; Secure"), expected, "{cookie}");
        }
    }

    #[test]
    fn what_is_no_origin_is_refused() {
        for origin in [
            "",
            "*",
            "null",
            "assay.example",
            "https://",
            "https://*.example",
            "https://assay.example/path",
            "https://assay.example/?q",
            "https://assay.example/#f",
            "https://user@assay.example",
            "https://0.0.0.0",
            "http://[::]:80",
            "ftp://assay.example",
            "file:///etc",
        ] {
            let access = Access::new("127.0.0.1", 4178, "t");
            let error = access.with_origin(origin).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("`{origin}` is no origin")),
                "{error}"
            );
        }
    }

    #[test]
    fn only_the_token_itself_lets_in_without_a_session() {
        let access = Access::new("127.0.0.1", 4178, "a token of some length");
        assert!(!access.token_mark().contains("token"));
        for (name, value, expected) in [
            ("authorization", "Bearer a token of some length", true),
            ("authorization", "bearer a token of some length", true),
            ("authorization", "Bearer another", false),
            ("authorization", "Basic a token of some length", false),
            ("cookie", "assay_4178=a token of some length", false),
        ] {
            assert_eq!(
                access.is_let_in(&headers(&[(name, value)])),
                expected,
                "{value}"
            );
        }
        assert!(!access.is_let_in(&HeaderMap::new()));
    }
}
