use assay_domain::Language;

use crate::embedded::cut;

/// What a question is about, short enough for a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Topic {
    pub(crate) subject: String,
    /// The question names a company, person or place.
    pub(crate) is_named: bool,
}

impl Topic {
    pub(crate) fn fill(&self, template: &str) -> String {
        template.replace("{subject}", &self.subject)
    }

    /// As [`Topic::fill`] for a title. A question that names nobody makes no good title, so there
    /// the title starts with what follows it.
    pub(crate) fn fill_title(&self, template: &str) -> String {
        let rest = ["{subject}: ", "{subject}："]
            .iter()
            .find_map(|lead| template.strip_prefix(lead));
        match rest {
            Some(rest) if !self.is_named => capital(rest),
            _ => self.fill(template),
        }
    }
}

const SUBJECT_LIMIT: usize = 48;

pub(crate) fn topic_of(question: &str) -> Topic {
    let question = question
        .trim()
        .trim_end_matches(['?', '？', '.', '。', '!', '！']);
    let name = match Language::of_text(question) {
        Language::En => english_name(question),
        Language::Zh => chinese_name(question),
    };
    match name {
        Some(subject) => Topic {
            subject,
            is_named: true,
        },
        None => Topic {
            subject: shorten(strip_opening(question)),
            is_named: false,
        },
    }
}

/// Words that start questions or name things every company has, with a capital or without.
const COMMON: &str = " how what why who which when where is are was were does do did should would could can will \
analyse analyze assess evaluate compare describe explain research review study give write summarise summarize \
the a an and or of in on for to from with at by its their our in-depth deep please tell me about company industry \
sector market q1 q2 q3 q4 h1 h2 fy gdp cpi us eu uk usd eur ai i we it this that between before after during \
january february march april may june july august september october november december ";

fn is_common(word: &str) -> bool {
    COMMON.contains(&format!(" {} ", word.to_lowercase()))
}

/// The longest run of capitalised words that is not the start of a plain sentence.
fn english_name(question: &str) -> Option<String> {
    let mut best: Vec<&str> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for word in question.split_whitespace() {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .trim_end_matches("'s")
            .trim_end_matches("’s");
        let is_name =
            bare.starts_with(char::is_uppercase) && !is_common(bare) && !is_period_word(bare);
        if is_name {
            run.push(bare);
        }
        let ends = !is_name
            || word.ends_with([',', ';', ':', ')'])
            || word.ends_with("'s")
            || word.ends_with("’s");
        if ends {
            if run.len() > best.len() {
                best.clone_from(&run);
            }
            run.clear();
        }
    }
    if run.len() > best.len() {
        best = run;
    }
    (!best.is_empty()).then(|| best.join(" "))
}

fn is_period_word(word: &str) -> bool {
    word.starts_with("FY") && word.chars().any(|c| c.is_ascii_digit())
}

const OPENINGS: [&str; 22] = [
    "请对",
    "请",
    "帮我",
    "深度分析",
    "深入分析",
    "分析一下",
    "分析",
    "研究一下",
    "研究",
    "评估",
    "梳理",
    "what is the outlook for ",
    "what is the state of ",
    "how has ",
    "how is ",
    "what are ",
    "what is ",
    "analyse ",
    "analyze ",
    "assess ",
    "research ",
    "deep dive into ",
];

fn strip_opening(question: &str) -> &str {
    let lower = question.to_lowercase();
    for opening in OPENINGS {
        if lower.starts_with(opening) && lower.len() == question.len() {
            return cut(question, opening.len()..question.len()).trim();
        }
    }
    question
}

/// In Chinese a name stands before what is asked of it, and often carries Latin letters or a
/// company's ending.
fn chinese_name(question: &str) -> Option<String> {
    const ENDINGS: [&str; 6] = ["股份", "集团", "科技", "银行", "有限公司", "控股"];
    let rest = strip_opening(question);
    for ending in ENDINGS {
        if let Some(at) = rest.find(ending) {
            let name = cut(rest, 0..at + ending.len());
            let characters = name.chars().count();
            if (3..=16).contains(&characters) && !name.contains(['，', '、', '的', '与']) {
                return Some(name.to_owned());
            }
        }
    }
    let possessive = rest
        .split(['的', '，', '公', '近', '2'])
        .next()
        .unwrap_or_default()
        .trim();
    let plain = !possessive.is_empty() && possessive.chars().count() <= 10;
    const GENERIC: [&str; 12] = [
        "行业", "产业", "市场", "这家", "该", "全球", "中国", "经济", "宏观", "事件", "如何",
        "什么",
    ];
    let generic = GENERIC.iter().any(|word| possessive.contains(word));
    let cut_short = possessive.len() < rest.len();
    (plain && cut_short && !generic).then(|| possessive.to_owned())
}

/// With a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= SUBJECT_LIMIT {
        return text.to_owned();
    }
    let head: String = text.chars().take(SUBJECT_LIMIT).collect();
    let whole_words = head
        .rsplit_once(' ')
        .map_or(head.as_str(), |(words, _)| words);
    format!("{}…", whole_words.trim_end_matches([',', ';', '，']))
}
