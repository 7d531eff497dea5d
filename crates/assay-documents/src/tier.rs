use std::sync::LazyLock;

use assay_domain::{Provenance, Tier, TierBasis};
use regex::Regex;

use crate::Parsed;
use crate::date::compiled;
use crate::front_matter::FrontMatter;

/// How far into a text the cover of a filing is looked for, in bytes: a report to shareholders has
/// letters and pictures before it.
const COVER_REACH: usize = 60_000;
/// How far around the registrant's line a cover names its regulator, in bytes.
const COVER_BYTES: usize = 4_000;

/// Which hosts stand for which tier. A URL is judged by its host alone, because anybody can put
/// `sec.gov` into a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierRules {
    /// A host matches a rule if it is one of its words or ends in `.` and one of them; a word that
    /// ends in `.` is the host's first label.
    pub hosts: Vec<TierRule>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierRule {
    pub tier: Tier,
    pub words: Vec<String>,
}

/// The tier of a document by the default rules, and by what it has it. Neither its name nor its
/// folder nor its format counts: where it came from does, and of a given file that it is a filing
/// from cover on. Its front matter (`tier: C`) can lower it and never raise it.
pub fn graded(provenance: Provenance, origin: &str, parsed: &Parsed) -> (Tier, TierBasis) {
    TierRules::default().graded(provenance, origin, parsed)
}

impl TierRules {
    pub fn graded(
        &self,
        provenance: Provenance,
        origin: &str,
        parsed: &Parsed,
    ) -> (Tier, TierBasis) {
        let (tier, basis) = match provenance {
            Provenance::Fetched => (self.tier_of_host(origin), TierBasis::Host),
            Provenance::HandedIn => (Tier::D, TierBasis::HandedIn),
            Provenance::Given if is_filing(parsed) => (Tier::A, TierBasis::FilingCopy),
            Provenance::Given => (Tier::C, TierBasis::GivenFile),
        };
        match claimed(&parsed.text) {
            Some(claimed) if claimed > tier => (claimed, TierBasis::OwnWord),
            _ => (tier, basis),
        }
    }

    fn tier_of_host(&self, origin: &str) -> Tier {
        let Some(host) = host_of(origin) else {
            return Tier::D;
        };
        let matches = |word: &String| match word.strip_suffix('.') {
            Some(label) => host.split('.').next() == Some(label),
            None => {
                let before = host.strip_suffix(word.as_str());
                before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
            }
        };
        let mut rules = self.hosts.iter();
        let rule = rules.find(|rule| rule.words.iter().any(matches));
        rule.map_or(Tier::D, |rule| rule.tier)
    }
}

impl Default for TierRules {
    fn default() -> Self {
        let rule = |(tier, words): &(Tier, &[&str])| TierRule {
            tier: *tier,
            words: words.iter().map(|word| (*word).to_owned()).collect(),
        };
        Self {
            hosts: HOSTS.iter().map(rule).collect(),
        }
    }
}

const HOSTS: [(Tier, &[&str]); 3] = [
    (
        Tier::A,
        &[
            "sec.gov",
            "hkexnews.hk",
            "cninfo.com.cn",
            "sse.com.cn",
            "szse.cn",
            "company-information.service.gov.uk",
        ],
    ),
    (
        Tier::B,
        &[
            "ir.",
            "investor.",
            "investors.",
            "businesswire.com",
            "prnewswire.com",
            "globenewswire.com",
            "financialmodelingprep.com",
        ],
    ),
    (
        Tier::C,
        &[
            "news.",
            "reuters.com",
            "bloomberg.com",
            "ft.com",
            "wsj.com",
            "caixin.com",
            "cls.cn",
            "yicai.com",
        ],
    ),
];

/// The line that the SEC's forms have under or above the name of whoever files.
static REGISTRANT: LazyLock<Regex> = LazyLock::new(|| {
    compiled(r"(?i)name\s+of\s+(?:the\s+)?registrant|registrant[’']s\s+name\s+into\s+english")
});
static REGULATOR: LazyLock<Regex> =
    LazyLock::new(|| compiled(r"(?i)securities\s+and\s+exchange\s+commission"));
/// The sentence by which the board of a company listed in Shanghai, Shenzhen or Beijing answers for
/// an announcement, and the one by which the exchange of Hong Kong does not.
static ANSWERED_FOR: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r"(?i)保证[^。]{0,60}虚假记载、\s*误导性陈述|對本[^。]{0,12}內容概不負責|对本[^。]{0,12}内容概不负责|stock\s+exchange\s+of\s+hong\s+kong[^.]{0,40}take\s+no\s+responsibility\s+for\s+the\s+contents\s+of\s+this",
    )
});

/// Whether a document is a filing by the words that law or listing rules demand of one: tagged with
/// registrant and form, or with the cover of a form, or with the sentence on who answers for it.
fn is_filing(parsed: &Parsed) -> bool {
    let subject = &parsed.subject;
    let is_tagged = !parsed.facts.is_empty() && subject.entity.is_some() && subject.form.is_some();
    is_tagged || has_cover(&parsed.text)
}

fn has_cover(text: &str) -> bool {
    let top = text
        .get(..text.floor_char_boundary(COVER_REACH))
        .unwrap_or(text);
    let names_regulator = |at: usize| {
        let from = top.floor_char_boundary(at.saturating_sub(COVER_BYTES));
        let to = top.ceil_char_boundary((at + COVER_BYTES).min(top.len()));
        top.get(from..to)
            .is_some_and(|around| REGULATOR.is_match(around))
    };
    let mut lines = REGISTRANT.find_iter(top);
    lines.any(|line| names_regulator(line.start())) || ANSWERED_FOR.is_match(top)
}

fn claimed(text: &str) -> Option<Tier> {
    let fields = FrontMatter::of(text)?;
    match fields.get(&["tier", "等级"])?.trim() {
        "A" | "a" => Some(Tier::A),
        "B" | "b" => Some(Tier::B),
        "C" | "c" => Some(Tier::C),
        "D" | "d" => Some(Tier::D),
        _ => None,
    }
}

fn host_of(origin: &str) -> Option<String> {
    let (scheme, rest) = origin.split_once("://")?;
    if scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or(rest);
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let host = host.split(':').next().unwrap_or(host);
    Some(host.trim_end_matches('.').to_ascii_lowercase())
}
