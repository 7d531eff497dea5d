use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// What the words beside a number can say that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Card,
    SocialSecurity,
    Taxpayer,
    Routing,
    Account,
    Health,
    Resident,
    Passport,
    Licence,
    Plate,
    Insurance,
    Wallet,
    Address,
    /// Words that name a phone number.
    Phone,
    /// Words that go with one, and with other things too.
    Conversation,
}

const WORDS: [(Topic, &[&str]); 15] = [
    (
        Topic::Card,
        &[
            "card",
            "cards",
            "credit",
            "debit",
            "visa",
            "mastercard",
            "amex",
            "cc",
            "ccn",
            "pan",
            "卡号",
            "银行卡",
            "信用卡",
            "借记卡",
        ],
    ),
    (
        Topic::SocialSecurity,
        &[
            "ssn",
            "social security",
            "ss#",
            "soc sec",
            "社会安全",
            "社安号",
        ],
    ),
    (Topic::Taxpayer, &["itin", "taxpayer", "tax id", "纳税人"]),
    (
        Topic::Routing,
        &["routing", "aba", "rtn", "transit", "wire", "路由号"],
    ),
    (
        Topic::Account,
        &[
            "account number",
            "account no",
            "account #",
            "acct",
            "bank account",
            "账号",
            "帐号",
            "银行账户",
            "开户",
        ],
    ),
    (Topic::Health, &["nhs", "national health service"]),
    (Topic::Resident, &["身份证", "resident id", "identity card"]),
    (Topic::Passport, &["passport", "护照"]),
    (
        Topic::Licence,
        &[
            "driver's license",
            "driver’s license",
            "drivers license",
            "driver license",
            "driver's licence",
            "driving licence",
            "driving license",
            "驾驶证",
            "驾照",
        ],
    ),
    (
        Topic::Plate,
        &[
            "车牌",
            "号牌",
            "牌照",
            "牌号",
            "licence plate",
            "license plate",
        ],
    ),
    (
        Topic::Insurance,
        &["national insurance", "nino", "ni number"],
    ),
    (
        Topic::Wallet,
        &[
            "wallet",
            "bitcoin",
            "btc",
            "ethereum",
            "eth",
            "crypto",
            "钱包",
            "比特币",
            "以太坊",
        ],
    ),
    (
        Topic::Address,
        &[
            "ip", "ips", "ipv4", "ipv6", "address", "client", "visitor", "login", "logged",
            "server", "host", "ping", "地址", "登录", "访客",
        ],
    ),
    (
        Topic::Phone,
        &[
            "phone",
            "telephone",
            "tel",
            "mobile",
            "cellphone",
            "cell",
            "fax",
            "whatsapp",
            "hotline",
            "电话",
            "手机",
            "座机",
            "传真",
            "热线",
            "致电",
            "拨打",
        ],
    ),
    (
        Topic::Conversation,
        &[
            "call",
            "calls",
            "called",
            "calling",
            "dial",
            "ring",
            "desk",
            "text",
            "texts",
            "sms",
            "contact",
            "message",
            "messages",
            "voicemail",
            "answering",
            "reach",
            "registered",
            "my number",
            "your number",
            "his number",
            "her number",
            "new number",
            "联系",
            "号码",
        ],
    ),
];

struct Finder {
    automaton: AhoCorasick,
    /// The topic of each word, in the order of the automaton.
    topics: Vec<Topic>,
}

static FINDER: LazyLock<Finder> = LazyLock::new(Finder::build);

impl Finder {
    #[expect(
        clippy::expect_used,
        reason = "a fixed list of words, which every test of the gate compiles"
    )]
    fn build() -> Self {
        let pairs = WORDS.iter().flat_map(|(topic, words)| {
            let of_topic = |word: &&'static str| (*topic, *word);
            words.iter().map(of_topic).collect::<Vec<_>>()
        });
        let (topics, words): (Vec<Topic>, Vec<&str>) = pairs.unzip();
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(Some(AhoCorasickKind::DFA))
            .build(words)
            .expect("the words are short and few");
        Self { automaton, topics }
    }

    /// The topics of a text, a bit each. A short word must stand alone, a longer one may go on
    /// (`cards`, `telephones`); Chinese has no gaps between words.
    fn topics(&self, text: &str) -> u32 {
        let bytes = text.as_bytes();
        let is_letter = |at: Option<usize>| {
            let byte = at.and_then(|at| bytes.get(at));
            byte.is_some_and(u8::is_ascii_alphabetic)
        };
        let mut topics = 0;
        for hit in self.automaton.find_overlapping_iter(text) {
            let (start, end) = (hit.start(), hit.end());
            let is_chinese = !bytes.get(start).is_some_and(u8::is_ascii);
            let is_word =
                !is_letter(start.checked_sub(1)) && (hit.len() > 4 || !is_letter(Some(end)));
            if is_chinese || is_word {
                let topic = self.topics.get(hit.pattern().as_usize());
                topics |= topic.map_or(0, |topic| 1 << *topic as u32);
            }
        }
        topics
    }
}

/// How far a word that names a number may be from it, in bytes.
const REACH: usize = 64;

/// The words before and after a place, within its paragraph.
pub(crate) struct Around<'t> {
    before: &'t str,
    after: &'t str,
    topics_before: u32,
    topics_after: u32,
}

impl<'t> Around<'t> {
    pub(crate) fn of(text: &'t str, place: &Range<usize>) -> Self {
        let from = text.floor_char_boundary(place.start.saturating_sub(REACH));
        let to = text.ceil_char_boundary((place.end + REACH).min(text.len()));
        let before = text.get(from..place.start).unwrap_or_default();
        let after = text.get(place.end..to).unwrap_or_default();
        let before = before.rsplit("\n\n").next().unwrap_or(before);
        let after = after.split("\n\n").next().unwrap_or(after);
        Self {
            before,
            after,
            topics_before: FINDER.topics(before),
            topics_after: FINDER.topics(after),
        }
    }

    /// Whether a word for it stands on either side.
    pub(crate) fn has(&self, topic: Topic) -> bool {
        (self.topics_before | self.topics_after) >> topic as u32 & 1 == 1
    }

    pub(crate) fn before(&self, topic: Topic) -> bool {
        self.topics_before >> topic as u32 & 1 == 1
    }

    /// Whether one of the words follows at once, as in `555 1234 office` or `555 1234（手机）`.
    pub(crate) fn follows(&self, words: &[&str]) -> bool {
        let after = self
            .after
            .trim_start_matches([' ', '-', '(', '（', ',', '\\']);
        words.iter().any(|word| starts_with(after, word))
    }

    /// What stands just before, without the spaces.
    pub(crate) fn sign_before(&self) -> Option<char> {
        self.before.trim_end_matches(' ').chars().next_back()
    }

    /// Whether what follows makes the number an amount.
    pub(crate) fn is_amount(&self) -> bool {
        let currency = matches!(
            self.sign_before(),
            Some('$' | '€' | '£' | '¥' | '￥' | '₩' | '₹')
        );
        let after = self.after.trim_start_matches(' ');
        currency || UNITS.iter().any(|unit| starts_with(after, unit)) || goes_on(self.after)
    }
}

/// What follows an amount.
const UNITS: [&str; 27] = [
    "%",
    "元",
    "万",
    "亿",
    "股",
    "美元",
    "港元",
    "人民币",
    "吨",
    "千",
    "million",
    "billion",
    "thousand",
    "trillion",
    "shares",
    "dollars",
    "yuan",
    "usd",
    "rmb",
    "cny",
    "eur",
    "units",
    "bps",
    "人",
    "户",
    "台",
    "辆",
];

/// `,000` or a decimal part that no gap explains.
fn goes_on(after: &str) -> bool {
    let bytes = after.as_bytes();
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        rest.iter().take_while(|b| b.is_ascii_digit()).count()
    };
    match bytes.first() {
        Some(b',') => digits(1) == 3,
        Some(b'.') => digits(1) > 0,
        _ => false,
    }
}

/// Without regard to case.
fn starts_with(text: &str, word: &str) -> bool {
    let head = text.get(..word.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(word))
}
