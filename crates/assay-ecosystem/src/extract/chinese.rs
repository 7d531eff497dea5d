use std::sync::LazyLock;

use regex::Regex;

use super::voice::Voice;
use super::words::Words;
use super::{Mention, Polarity};
use crate::edge::Relation;
use crate::node::{CHINESE_FORMS, NodeKind, key_of};

/// A pattern whose group `names` is a list of names, and `what` what is traded.
struct Rule {
    relation: Relation,
    pattern: Regex,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    const IS: &str = r"(?:主要)?(?:包括|包含|有|为|是|如|涵盖|分别为)(?:了)?[:：]?";
    // Up to the word that ends a list or the end of the clause.
    const NAMES: &str = r"(?P<names>[^。；;：:]+?)(?:等|[。；;]|$)";
    let nouns = [
        (
            Relation::Supplier,
            "(?:主要|核心|前五大|前五名|第一大|重要|上游)?(?:原材料|零部件|设备)?(?:供应商|代工厂|代工厂商)",
        ),
        (
            Relation::Customer,
            "(?:主要|核心|前五大|前五名|第一大|重要|下游)?(?:终端)?客户",
        ),
        (
            Relation::Competitor,
            "(?:主要|直接|国内|国外|海外|国际)?(?:竞争对手|竞争者|竞争企业|竞争厂商)",
        ),
        (Relation::Partner, "(?:主要|重要|战略)?(?:合作伙伴|合作方)"),
    ];
    let mut rules: Vec<(Relation, String)> = nouns
        .iter()
        .map(|(relation, noun)| (*relation, format!("{noun}{IS}{NAMES}")))
        .collect();
    rules.push((
        Relation::Supplier,
        r"(?:主要)?(?:向|从|自)(?P<names>[^。；;：:，,]+?)(?:等[^。；;：:，,]{0,8})?(?:采购|外购|购买|进口)(?P<what>[^。；;，,]{0,12})".to_owned(),
    ));
    rules.push((
        Relation::Customer,
        r"(?:主要)?(?:向|为)(?P<names>[^。；;：:，,]+?)(?:等[^。；;：:，,]{0,8})?(?:销售|供货|供应|配套)(?P<what>[^。；;，,]{0,12})".to_owned(),
    ));
    rules.push((
        Relation::Partner,
        r"(?:公司|我们|我司)(?:已|还|先后|也)?(?:与|同|和)(?P<names>[^。；;：:，,]+?)(?:等[^。；;：:，,]{0,8})?(?:建立|达成|签署|签订|开展|保持)[^。；;，,]{0,10}(?:战略合作|合作关系|合作协议|深度合作)".to_owned(),
    ));
    rules.push((
        Relation::Supplier,
        r"(?P<names>[^。；;：:，,]+?)(?:主要|长期|已|将|也)?(?:向|为)(?:公司|我们|我司)(?:独家|批量)?(?:供应|供货|提供|配套|销售)(?P<what>[^。；;，,]{0,12})".to_owned(),
    ));
    rules.push((
        Relation::Customer,
        r"(?P<names>[^。；;：:，,]+?)(?:主要|长期|已|将|也)?(?:向|从|自)(?:公司|我们|我司)(?:采购|外购|购买|进口)(?P<what>[^。；;，,]{0,12})".to_owned(),
    ));
    rules
        .into_iter()
        .filter_map(|(relation, pattern)| {
            let pattern = Regex::new(&pattern).ok()?;
            Some(Rule { relation, pattern })
        })
        .collect()
});

/// What a company calls itself and nobody else, and what its name is read as.
pub(super) const ITSELF: &str = "我司";
const SELF: &[&str] = &["公司", "我们", "我司", "发行人", "本集团", "集团"];
const ENDED: &[&str] = &["不再", "终止", "已停止", "中止"];
static DOUBT: assay_domain::WordList = assay_domain::word_list!("extract/chinese/doubt");
/// What the names of kinds of companies, things and people end in.
static GENERIC_ENDS: assay_domain::WordList =
    assay_domain::word_list!("extract/chinese/generic_ends");

/// The relations that a Chinese sentence states.
pub(super) fn mentions(sentence: &str, subject: &Voice, words: &Words<'_>) -> Vec<Mention> {
    let of_itself = subject.is_own() && SELF.iter().any(|word| sentence.contains(word));
    let sentence = &*subject.in_chinese(sentence);
    if !of_itself && !sentence.contains(ITSELF) {
        return Vec::new();
    }
    let polarity = if ENDED.iter().any(|word| sentence.contains(word)) {
        Polarity::Denied
    } else {
        Polarity::Stated
    };
    let mut mentions: Vec<Mention> = Vec::new();
    for rule in RULES.iter() {
        for captures in rule.pattern.captures_iter(sentence) {
            let (Some(whole), Some(list)) = (captures.get(0), captures.name("names")) else {
                continue;
            };
            let until = sentence.get(..list.start()).unwrap_or_default();
            if DOUBT.iter().any(|word| until.contains(word)) {
                continue;
            }
            let Some(names) = names(list.as_str(), words) else {
                continue;
            };
            let has_end = whole.as_str().contains('等');
            if names.len() == 1 && !has_end && !names.iter().all(|name| looks_like_a_name(name)) {
                continue;
            }
            let what = captures.name("what").map_or("", |what| what.as_str());
            for name in names {
                let seen = |one: &Mention| {
                    one.relation == rule.relation && key_of(&one.name) == key_of(&name)
                };
                if !mentions.iter().any(seen) {
                    mentions.push(Mention {
                        relation: rule.relation,
                        polarity,
                        kind: NodeKind::Company,
                        name,
                        aliases: Vec::new(),
                        label: what.trim().to_owned(),
                    });
                }
            }
        }
    }
    mentions
}

/// The relation of the items below a line without its colon.
pub(super) fn list_of(line: &str) -> Option<Relation> {
    let line = line.trim_end_matches(['有', '为', '如', '下']);
    let line = line.trim_end_matches("包括");
    [
        ("供应商", Relation::Supplier),
        ("客户", Relation::Customer),
        ("竞争对手", Relation::Competitor),
        ("合作伙伴", Relation::Partner),
    ]
    .into_iter()
    .find_map(|(noun, relation)| line.ends_with(noun).then_some(relation))
}

/// The names of a list, if every part of it can be one.
fn names(list: &str, words: &Words<'_>) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for part in without_brackets(list).split(['、', '，', ',']) {
        for part in split_at_and(part) {
            let name = part.trim().trim_matches(['“', '”', '"', '《', '》']);
            if name.is_empty() {
                continue;
            }
            if !can_be_a_name(name, words) {
                return None;
            }
            names.push(name.to_owned());
        }
    }
    (!names.is_empty()).then_some(names)
}

fn without_brackets(list: &str) -> String {
    let mut depth = 0_usize;
    list.chars()
        .filter(|c| {
            match c {
                '（' | '(' => depth += 1,
                '）' | ')' => {
                    depth = depth.saturating_sub(1);
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect()
}

/// `甲和乙`, `甲以及乙`: only where both sides are long enough to be names.
fn split_at_and(part: &str) -> Vec<&str> {
    for word in ["以及", "和", "及", "与"] {
        if let Some((before, after)) = part.split_once(word)
            && before.chars().count() != 1
            && after.chars().count() > 1
        {
            return [before, after].to_vec();
        }
    }
    vec![part]
}

fn can_be_a_name(name: &str, words: &Words<'_>) -> bool {
    let length = name.chars().count();
    let is_written = name
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '·' | '-' | '&' | '.' | ' '));
    let is_withheld = ["客户", "供应商", "第", "某", "公司A", "单位"]
        .iter()
        .any(|word| name.starts_with(word));
    let has_particle = name.contains([
        '的', '了', '在', '是', '其', '各', '该', '将', '从', '向', '被', '由',
    ]);
    if !is_written || is_withheld || SELF.contains(&name) || has_particle || words.is_place(name) {
        return false;
    }
    let has_form = CHINESE_FORMS.iter().any(|form| name.ends_with(form)) && length > 4;
    has_form
        || (2..=12).contains(&length)
            && !GENERIC_ENDS.iter().any(|end| name.ends_with(end))
            && name.chars().any(|c| !c.is_ascii_digit())
}

/// A lone name with nothing after it needs a legal form or Latin letters to be believed.
fn looks_like_a_name(name: &str) -> bool {
    CHINESE_FORMS.iter().any(|form| name.ends_with(form))
        || name.chars().any(|c| c.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_is_one() {
        assert_eq!(super::RULES.len(), 9);
    }
}
