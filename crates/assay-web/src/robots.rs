use std::time::Duration;

/// A robots.txt file, as RFC 9309 reads it, for one client.
///
/// The groups that name the client count; without any, the groups for `*`. Among their rules the
/// longest match decides, and of equally long ones the one that allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    rules: Vec<Rule>,
    crawl_delay: Option<Duration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    verdict: RobotsVerdict,
    /// Percent-encoded as [`normal`] does, with `*` and a `$` at its end still special.
    pattern: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RobotsVerdict {
    Allowed,
    Disallowed,
}

/// Bytes of a file that are read; RFC 9309 asks for at least 500 KiB.
pub(crate) const READ_BYTES: usize = 512 << 10;

#[derive(Default)]
struct Group {
    agents: Vec<String>,
    rules: Vec<Rule>,
    crawl_delay: Option<Duration>,
    /// A further `User-agent` line begins the next group.
    has_rules: bool,
}

impl Robots {
    pub fn allow_all() -> Self {
        Self::default()
    }

    /// `product` is the client's product token, for instance `assay`.
    pub fn parse(file: &[u8], product: &str) -> Self {
        let file = file.get(..READ_BYTES).unwrap_or(file);
        let text = String::from_utf8_lossy(file);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let groups = groups(text);
        let named = |agent: &str| groups.iter().any(|group| group.names(agent));
        let product = product.to_ascii_lowercase();
        let agent = if named(&product) { &product } else { "*" };
        let mut robots = Self::default();
        for group in groups.iter().filter(|group| group.names(agent)) {
            robots.rules.extend(group.rules.iter().cloned());
            robots.crawl_delay = robots.crawl_delay.max(group.crawl_delay);
        }
        robots
    }

    /// `path_and_query` begins with `/`.
    pub fn verdict(&self, path_and_query: &str) -> RobotsVerdict {
        let target = normal(path_and_query);
        if target == "/robots.txt" {
            return RobotsVerdict::Allowed;
        }
        let matching = self.rules.iter().filter(|rule| rule.matches(&target));
        let decisive = matching.max_by_key(|rule| {
            let allows = rule.verdict == RobotsVerdict::Allowed;
            (rule.pattern.len(), allows)
        });
        decisive.map_or(RobotsVerdict::Allowed, |rule| rule.verdict)
    }

    /// How long the site wants to be left alone between two requests.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.crawl_delay
    }
}

impl Group {
    fn names(&self, agent: &str) -> bool {
        self.agents.iter().any(|known| known == agent)
    }
}

fn groups(text: &str) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut current = Group::default();
    for line in text.split(['\n', '\r']) {
        let line = line.split('#').next().unwrap_or_default();
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim();
        match key.trim().to_ascii_lowercase().as_str() {
            "user-agent" => {
                if current.has_rules {
                    groups.push(std::mem::take(&mut current));
                }
                current.agents.push(product_of(value));
            }
            "allow" => current.add(RobotsVerdict::Allowed, value),
            "disallow" => current.add(RobotsVerdict::Disallowed, value),
            "crawl-delay" => {
                current.has_rules = true;
                let seconds = value.parse::<f64>().ok();
                let delay = seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
                current.crawl_delay = current.crawl_delay.max(delay);
            }
            _ => {}
        }
    }
    groups.push(current);
    groups
}

impl Group {
    fn add(&mut self, verdict: RobotsVerdict, pattern: &str) {
        self.has_rules = true;
        // An empty pattern matches nothing: `Disallow:` alone allows everything.
        if pattern.starts_with(['/', '*', '$']) {
            let pattern = normal(pattern);
            self.rules.push(Rule { verdict, pattern });
        }
    }
}

/// `Assay/1.0` addresses `assay`.
fn product_of(value: &str) -> String {
    let is_token = |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '_' | '*');
    let end = value.find(|c: char| !is_token(c)).unwrap_or(value.len());
    let (product, _) = value.split_at(end);
    product.to_ascii_lowercase()
}

/// Percent-encodes what is not printable ASCII and decodes what need not be encoded, so that the
/// same path is the same text.
fn normal(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut normal = String::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let encoded = match byte {
            b'%' => encoded_byte(bytes.get(at + 1..at + 3)),
            _ => None,
        };
        at += if encoded.is_some() { 3 } else { 1 };
        match encoded {
            Some(byte) if is_unreserved(byte) => normal.push(char::from(byte)),
            Some(byte) => push_encoded(&mut normal, byte),
            None if byte.is_ascii_graphic() => normal.push(char::from(*byte)),
            None => push_encoded(&mut normal, *byte),
        }
    }
    normal
}

fn encoded_byte(digits: Option<&[u8]>) -> Option<u8> {
    let digits = std::str::from_utf8(digits?).ok()?;
    let all_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let value = u8::from_str_radix(digits, 16).ok()?;
    all_hex.then_some(value)
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn push_encoded(text: &mut String, byte: u8) {
    text.push_str(&format!("%{byte:02X}"));
}

impl Rule {
    fn matches(&self, target: &str) -> bool {
        let (pattern, anchored) = match self.pattern.strip_suffix('$') {
            Some(pattern) => (pattern, true),
            None => (self.pattern.as_str(), false),
        };
        let mut parts = pattern.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = target.strip_prefix(first) else {
            return false;
        };
        let mut parts: Vec<&str> = parts.collect();
        if !anchored {
            return parts.iter().all(|part| skip_past(&mut rest, part));
        }
        // The last part has to be the end; the ones before it are taken as early as they come.
        let Some(last) = parts.pop() else {
            return rest.is_empty();
        };
        parts.iter().all(|part| skip_past(&mut rest, part)) && rest.ends_with(last)
    }
}

fn skip_past(rest: &mut &str, part: &str) -> bool {
    match rest.split_once(part) {
        Some((_, after)) => {
            *rest = after;
            true
        }
        None => false,
    }
}
