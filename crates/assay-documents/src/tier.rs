use assay_domain::Tier;

use crate::front_matter::FrontMatter;

/// Which words of an origin speak for which tier. A URL is judged by its host alone, because anybody
/// can put `sec.gov` into a path; a file by its name and the folder it lies in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierRules {
    /// A host matches a rule if it is one of its words or ends in `.` and one of them; a word that
    /// ends in `.` is the host's first label.
    pub hosts: Vec<TierRule>,
    /// Words are matched whole, whatever stands between them: `10-K`, `10_k` and `10 k` are one.
    pub words: Vec<TierRule>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierRule {
    pub tier: Tier,
    pub words: Vec<String>,
}

/// The tier of an origin by the default rules.
pub fn tier_of(origin: &str) -> Tier {
    TierRules::default().tier(origin)
}

/// Like [`tier_of`], lowered where the document's own front matter claims less (`tier: C`,
/// `source: press`). A document cannot raise itself.
pub fn tier_of_document(origin: &str, text: &str) -> Tier {
    TierRules::default().tier_of_document(origin, text)
}

impl TierRules {
    pub fn tier(&self, origin: &str) -> Tier {
        let found = match host_of(origin) {
            Some(host) => self.tier_of_host(&host),
            None => self.tier_of_words(&name_and_folder(origin)),
        };
        found.unwrap_or(Tier::D)
    }

    pub fn tier_of_document(&self, origin: &str, text: &str) -> Tier {
        let tier = self.tier(origin);
        let Some(fields) = FrontMatter::of(text) else {
            return tier;
        };
        let claimed = fields.get(&["tier", "等级"]).and_then(named_tier);
        let source = fields
            .get(&["source", "来源"])
            .and_then(|source| self.tier_of_words(source));
        [claimed, source]
            .into_iter()
            .flatten()
            .fold(tier, Tier::max)
    }

    fn tier_of_host(&self, host: &str) -> Option<Tier> {
        let matches = |word: &String| match word.strip_suffix('.') {
            Some(label) => host.split('.').next() == Some(label),
            None => {
                let before = host.strip_suffix(word.as_str());
                before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
            }
        };
        let rule = self
            .hosts
            .iter()
            .find(|rule| rule.words.iter().any(matches))?;
        Some(rule.tier)
    }

    /// The least trusted of the tiers that the words speak for. Longer words are matched first and
    /// used up, so that `press release` is not also `press`.
    fn tier_of_words(&self, text: &str) -> Option<Tier> {
        let mut text = spaced(text);
        let mut words: Vec<(String, Tier)> = self
            .words
            .iter()
            .flat_map(|rule| rule.words.iter().map(|word| (spaced(word), rule.tier)))
            .collect();
        words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        let mut found = None;
        for (word, tier) in words {
            let is_han = !word.is_ascii();
            let pattern = if is_han { word.trim() } else { word.as_str() };
            if text.contains(pattern) {
                text = text.replace(pattern, "  ");
                found = found.max(Some(tier));
            }
        }
        found
    }
}

impl Default for TierRules {
    fn default() -> Self {
        let rules = |table: &[(Tier, &[&str])]| {
            let rule = |(tier, words): &(Tier, &[&str])| TierRule {
                tier: *tier,
                words: words.iter().map(|word| (*word).to_owned()).collect(),
            };
            table.iter().map(rule).collect()
        };
        Self {
            hosts: rules(&HOSTS),
            words: rules(&WORDS),
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

const WORDS: [(Tier, &[&str]); 4] = [
    (
        Tier::A,
        &[
            "10-K",
            "10K",
            "10-Q",
            "10Q",
            "20-F",
            "20F",
            "8-K",
            "8K",
            "filing",
            "filings",
            "companyfacts",
            "submissions",
            "annual report",
            "audited",
            "年报",
            "年度报告",
            "季报",
            "季度报告",
            "公告",
            "招股书",
        ],
    ),
    (
        Tier::B,
        &[
            "ir",
            "investor relations",
            "investor presentation",
            "press release",
            "press releases",
            "earnings release",
            "earnings call",
            "shareholder letter",
            "vendor",
            "投资者关系",
            "新闻稿",
            "业绩说明会",
        ],
    ),
    (
        Tier::C,
        &[
            "news",
            "newspaper",
            "press",
            "media",
            "research",
            "broker",
            "analyst",
            "analysis",
            "新闻",
            "媒体",
            "研报",
            "券商",
            "研究报告",
        ],
    ),
    (
        Tier::D,
        &[
            "blog", "forum", "social", "tweet", "tweets", "reddit", "rumour", "rumor", "微博",
            "论坛", "股吧",
        ],
    ),
];

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

fn name_and_folder(path: &str) -> String {
    let parts = path.split(['/', '\\']).filter(|part| !part.is_empty());
    let last: Vec<&str> = parts.rev().take(2).collect();
    last.join(" ")
}

fn named_tier(value: &str) -> Option<Tier> {
    match value.trim() {
        "A" | "a" => Some(Tier::A),
        "B" | "b" => Some(Tier::B),
        "C" | "c" => Some(Tier::C),
        "D" | "d" => Some(Tier::D),
        _ => None,
    }
}

/// Lower case, every run of other characters one space, a space at both ends.
fn spaced(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = words
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect();
    format!(" {} ", words.join(" "))
}
