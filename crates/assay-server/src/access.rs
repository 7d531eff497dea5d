use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Uri};
use blake3::Hash;

/// Names under which a server on this machine is always reached.
const OWN_NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];
/// Addresses that mean "all of them"; as the name of a server they mean nothing.
const WILDCARDS: [&str; 3] = ["0.0.0.0", "::", "[::]"];
/// What makes a session of the token; the cookie is not the token itself.
const SESSION: &str = "assay workbench session 1";

/// Who may come in: under which names the server is spoken to, from which pages, with which token.
#[derive(Clone, Debug)]
pub struct Access {
    /// `name:port`, in lower case.
    authorities: Vec<String>,
    token: Hash,
    session: String,
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
        Self {
            authorities,
            token: blake3::hash(token.as_bytes()),
            session: blake3::derive_key(SESSION, token.as_bytes())
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
            // cookies know no ports: another server on this machine must not overwrite ours
            cookie: format!("assay_{port}"),
        }
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
            let origin = origin.to_str().unwrap_or_default();
            let authority = origin.strip_prefix("http://");
            authority.is_some_and(|authority| self.is_own(authority))
        })
    }

    fn is_own(&self, authority: &str) -> bool {
        let authority = authority.to_ascii_lowercase();
        self.authorities.contains(&authority)
    }

    /// Whether the request carries the token or a session that was opened with it.
    pub fn is_let_in(&self, headers: &HeaderMap) -> bool {
        let bearer = headers.get(AUTHORIZATION).and_then(|value| {
            let text = value.to_str().ok()?;
            let (scheme, token) = text.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        if let Some(token) = bearer {
            return self.is_token(token);
        }
        let cookies = headers.get_all(COOKIE).iter();
        let mut pairs = cookies
            .filter_map(|value| value.to_str().ok())
            .flat_map(|text| text.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == self.cookie && same(value, &self.session))
    }

    pub(crate) fn is_token(&self, token: &str) -> bool {
        // comparing hashes takes the same time wherever they differ
        blake3::hash(token.as_bytes()) == self.token
    }

    /// The header that opens a session.
    pub(crate) fn cookie(&self) -> Option<HeaderValue> {
        let text = format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000",
            self.cookie, self.session
        );
        HeaderValue::from_str(&text).ok()
    }
}

fn same(left: &str, right: &str) -> bool {
    blake3::hash(left.as_bytes()) == blake3::hash(right.as_bytes())
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
    fn a_token_or_its_session_lets_in() {
        let access = Access::new("127.0.0.1", 4178, "a token of some length");
        let session = access.cookie().unwrap();
        let session = session.to_str().unwrap().split(';').next().unwrap();
        assert!(!session.contains("token"));
        for (name, value, expected) in [
            ("authorization", "Bearer a token of some length", true),
            ("authorization", "bearer a token of some length", true),
            ("authorization", "Bearer another", false),
            ("authorization", "Basic a token of some length", false),
            ("cookie", session, true),
            ("cookie", "assay_4178=a token of some length", false),
        ] {
            assert_eq!(
                access.is_let_in(&headers(&[(name, value)])),
                expected,
                "{value}"
            );
        }
        let several = format!("theme=dark; {session}");
        assert!(access.is_let_in(&headers(&[("cookie", &several)])));
        assert!(!access.is_let_in(&HeaderMap::new()));
    }
}
