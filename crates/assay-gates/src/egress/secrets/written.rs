use std::ops::Range;

/// Forms that are more than one word with a value.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    PrivateKey,
    PuttyKey,
    /// `scheme://user:password@host`.
    Connection,
    /// `Authorization` by a scheme, wherever it stands.
    Bearer,
    Basic,
    /// `curl -u user:password`.
    CommandUser,
    /// `<add key="Password" value="…" />`.
    ConfigurationPassword,
    /// `kind: Secret` with base 64 below.
    ClusterSecret,
}

pub(crate) const FORMS: [Form; 8] = [
    Form::PrivateKey,
    Form::PuttyKey,
    Form::Connection,
    Form::Bearer,
    Form::Basic,
    Form::CommandUser,
    Form::ConfigurationPassword,
    Form::ClusterSecret,
];

impl Form {
    pub(crate) fn anchor(self) -> &'static str {
        match self {
            Self::PrivateKey => "PRIVATE KEY",
            Self::PuttyKey => "PuTTY-User-Key-File-",
            Self::Connection => "://",
            Self::Bearer => "bearer ",
            Self::Basic => "basic ",
            Self::CommandUser => "curl",
            Self::ConfigurationPassword => "Password\"",
            Self::ClusterSecret => "kind: Secret",
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::PrivateKey => "private key",
            Self::PuttyKey => "PuTTY private key",
            Self::Connection => "connection string with a password",
            Self::Bearer => "bearer token",
            Self::Basic => "basic credentials",
            Self::CommandUser => "user and password of a command",
            Self::ConfigurationPassword => "password in a configuration",
            Self::ClusterSecret => "Kubernetes secret",
        }
    }

    pub(crate) fn at(self, text: &str, place: &Range<usize>) -> Option<Range<usize>> {
        match self {
            Self::PrivateKey => private_key(text, place),
            Self::PuttyKey => Some(place.clone()),
            Self::Connection => connection(text, place),
            Self::Bearer => token_after(text, place.end, 16),
            Self::Basic => token_after(text, place.end, 12).filter(|r| ends_as_base64(text, r)),
            Self::CommandUser => command_user(text, place),
            Self::ConfigurationPassword => configuration_password(text, place),
            Self::ClusterSecret => cluster_secret(text, place),
        }
    }
}

/// The header of a key block; the whole line counts, whatever follows.
fn private_key(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let before = text.get(..place.start)?;
    let start = before.rfind("-----BEGIN")?;
    let is_header = place.start - start <= 60 && !before.get(start..)?.contains('\n');
    let after = text.get(place.end..)?;
    let after = after.strip_prefix(" BLOCK").unwrap_or(after);
    (is_header && after.starts_with("-----")).then_some(start..place.end)
}

/// A password between a colon and an at sign, in the authority of an address.
fn connection(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let before = text.get(..place.start)?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let start = before.trim_end_matches(is_scheme).len();
    let after = text.get(place.end..)?;
    let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '?' | '"' | '\'' | '<' | '>' | '|');
    let authority = after.get(..after.find(ends).unwrap_or(after.len()))?;
    let (user, host) = authority.rsplit_once('@')?;
    let (_, password) = user.split_once(':')?;
    let is_placeholder = password.starts_with(['$', '{', '*', '[']) || password.is_empty();
    let is_one = start < place.start && !is_placeholder && password.len() >= 3 && !host.is_empty();
    is_one.then(|| start..place.end + authority.len())
}

fn token_after(text: &str, at: usize, least: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let is_token =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '=' | '-' | '+' | '/' | '~');
    let length = rest.find(|c| !is_token(c)).unwrap_or(rest.len());
    let token = rest.get(..length)?.trim_end_matches('.');
    let has = |test: fn(&u8) -> bool| token.bytes().any(|b| test(&b));
    let is_one = token.len() >= least
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
        && super::entropy::bits(token) >= 3.0;
    is_one.then(|| at..at + token.len())
}

/// Base 64 in full quartets.
fn ends_as_base64(text: &str, range: &Range<usize>) -> bool {
    range.len().is_multiple_of(4)
        && text
            .get(range.clone())
            .is_some_and(|t| !t.contains(['.', '-', '~']))
}

/// What stands after the flag for a user or a header, within a few lines of the command.
fn command_user(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    const REACH: usize = 400;
    let rest = text.get(place.end..)?;
    let command = rest.get(..rest.floor_char_boundary(REACH.min(rest.len())))?;
    let flags = ["-u", "--user", "-H", "--header"];
    flags.iter().find_map(|flag| {
        let mut places = command.match_indices(flag);
        places.find_map(|(at, flag)| {
            let value = command.get(at + flag.len()..)?;
            let quoted = value.trim_start_matches([' ', '=', '\t']);
            let inner = quoted.trim_start_matches(['"', '\'']);
            let ends: &[char] = if inner.len() < quoted.len() {
                &['"', '\'', '\n']
            } else {
                &[' ', '\n', '"', '\'']
            };
            let inner = inner.split(ends).next()?;
            let (name, secret) = inner.split_once(':')?;
            let is_one = if flag.contains('u') {
                inner.len() >= 6 && !secret.starts_with('$')
            } else {
                is_header_of_key(name) && secret.trim().len() >= 8 && !secret.contains('$')
            };
            let gap = value.len() - quoted.trim_start_matches(['"', '\'']).len();
            let start = place.end + at;
            is_one.then(|| start..start + flag.len() + gap + inner.len())
        })
    })
}

fn is_header_of_key(name: &str) -> bool {
    let small = name.trim().to_ascii_lowercase();
    ["key", "token", "authorization"]
        .iter()
        .any(|word| small.ends_with(word))
}

fn configuration_password(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let after = text.get(place.end..)?;
    let value = after.trim_start().strip_prefix("value=\"")?;
    let secret = value.split('"').next()?;
    let start = text.len() - value.len();
    (secret.len() >= 8).then(|| start..start + secret.len())
}

fn cluster_secret(text: &str, place: &Range<usize>) -> Option<Range<usize>> {
    let rest = text.get(place.end..)?;
    let near = rest.get(..rest.floor_char_boundary(600)).unwrap_or(rest);
    let data = near.find("data:")? + "data:".len();
    let lines = near.get(data..)?.lines();
    let is_value = |line: &str| {
        let value = line.split_once(": ").map_or("", |(_, value)| value.trim());
        let is_base64 = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
        value.len() >= 10 && value.bytes().all(is_base64)
    };
    lines.take(12).any(is_value).then(|| place.clone())
}
