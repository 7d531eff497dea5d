//! What a question about an industry or an economy is about.

use assay_domain::{Plan, ResearchType};

/// The words by which evidence speaks of the industry or the economies of a plan. Where the library
/// knows none of them, it has nothing to say. Empty where the topic names no field.
pub fn field_terms(plan: &Plan) -> Vec<String> {
    let topic = plan.topic.to_lowercase();
    match plan.research_type {
        ResearchType::Industry => {
            let mut terms = english_industry(&topic);
            terms.extend(chinese_industry(&topic));
            terms
        }
        ResearchType::Macro => economies(&topic),
        ResearchType::Company
        | ResearchType::Strategy
        | ResearchType::Quantitative
        | ResearchType::Event => Vec::new(),
    }
}

static FIELD_NOUNS: assay_domain::WordList = assay_domain::word_list!("field/field_nouns");

/// Words in front of a field's name that are no part of it, or fit every field.
const NOT_A_FIELD: &str = " the a an of in on for to from with and or is are was were this that its their our which what \
how why global world worldwide international domestic local emerging new entire whole overall wider broader big large \
small key main major stock stocks share shares bond bonds labour labor capital financial service services product \
products good goods equipment supplies technology technologies threaten threatens shape shapes drive drives affect \
affects about into across within us u.s uk eu chinese european american british french german japanese indian korean \
asian african china europe america japan india germany france korea asia africa ";

/// `Which risks threaten the cocoa industry?` is about `cocoa`.
fn english_industry(topic: &str) -> Vec<String> {
    let words: Vec<&str> = topic
        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '&' | '.')))
        .map(|word| word.trim_matches('.'))
        .filter(|word| !word.is_empty())
        .collect();
    let Some(noun) = words.iter().position(|word| FIELD_NOUNS.contains(word)) else {
        return Vec::new();
    };
    let before = words.get(..noun).unwrap_or_default();
    let named = before.iter().rev().take(3);
    let named = named.take_while(|word| !NOT_A_FIELD.contains(&format!(" {word} ")));
    named.map(|word| (*word).to_owned()).collect()
}

const CHINESE_FIELD_NOUNS: [&str; 6] = ["行业", "产业", "市场", "板块", "赛道", "领域"];
/// What stands in front of the name of a field.
static CHINESE_OPENINGS: assay_domain::WordList =
    assay_domain::word_list!("field/chinese_openings");
/// Fit every field.
const CHINESE_NO_FIELDS: [&str; 6] = ["资本", "金融", "股票", "劳动力", "新兴", "债券"];

/// `动力电池行业研究` is about `动力电池`.
fn chinese_industry(topic: &str) -> Option<String> {
    let end = CHINESE_FIELD_NOUNS
        .iter()
        .filter_map(|noun| topic.find(noun))
        .min()?;
    let before = topic.get(..end)?;
    let is_letter = |c: char| matches!(c, '\u{4e00}'..='\u{9fff}');
    let start = before.rfind(|c| !is_letter(c)).map_or(0, |at| {
        at + before
            .get(at..)
            .and_then(|rest| rest.chars().next())
            .map_or(1, char::len_utf8)
    });
    let mut name = before.get(start..)?;
    // the last opening within the run ends what is no part of the name
    for opening in CHINESE_OPENINGS.iter().copied() {
        if let Some(at) = name.rfind(opening) {
            name = name.get(at + opening.len()..)?;
        }
    }
    let is_field = name.chars().count() >= 2 && !CHINESE_NO_FIELDS.contains(&name);
    is_field.then(|| name.to_owned())
}

/// Names of economies, each with the other words for it.
const ECONOMIES: [&[&str]; 24] = [
    &["china", "chinese", "中国", "我国"],
    &["japan", "japanese", "日本"],
    &["india", "indian", "印度"],
    &["germany", "german", "德国"],
    &["france", "french", "法国"],
    &["italy", "italian", "意大利"],
    &["spain", "spanish", "西班牙"],
    &["britain", "british", "united kingdom", "uk", "英国"],
    &["brazil", "brazilian", "巴西"],
    &["russia", "russian", "俄罗斯"],
    &["canada", "canadian", "加拿大"],
    &["mexico", "mexican", "墨西哥"],
    &["korea", "korean", "韩国"],
    &["australia", "australian", "澳大利亚"],
    &["turkey", "turkish", "土耳其"],
    &["indonesia", "indonesian", "印度尼西亚", "印尼"],
    &["vietnam", "vietnamese", "越南"],
    &["argentina", "argentine", "阿根廷"],
    &["switzerland", "swiss", "瑞士"],
    &["poland", "polish", "波兰"],
    &["sweden", "swedish", "瑞典"],
    &["south africa", "南非"],
    &["saudi arabia", "saudi", "沙特"],
    &["nigeria", "nigerian", "尼日利亚"],
];

/// `What will French GDP be in 2027?` is about France, whatever it is called.
fn economies(topic: &str) -> Vec<String> {
    let is_named = |name: &&&str| {
        if name.is_ascii() {
            let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            topic.match_indices(**name).any(|(at, found)| {
                let before = topic.get(..at).and_then(|text| text.chars().next_back());
                let after = topic
                    .get(at + found.len()..)
                    .and_then(|text| text.chars().next());
                !is_letter(before) && !is_letter(after)
            })
        } else {
            topic.contains(**name)
        }
    };
    let named = ECONOMIES
        .iter()
        .filter(|names| names.iter().any(|name| is_named(&name)));
    named
        .flat_map(|names| names.iter().map(|name| (*name).to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use assay_domain::{Plan, ResearchType};

    use super::field_terms;

    fn terms(research_type: ResearchType, topic: &str) -> Vec<String> {
        field_terms(&Plan {
            research_type,
            topic: topic.to_owned(),
            objectives: Vec::new(),
            tasks: Vec::new(),
        })
    }

    #[test]
    fn a_field_is_known_by_its_name() {
        for (topic, expected) in [
            ("Which risks threaten the cocoa industry?", vec!["cocoa"]),
            (
                "Outlook for the electric vehicle charging market",
                vec!["charging", "vehicle", "electric"],
            ),
            ("动力电池行业研究", vec!["动力电池"]),
            ("请分析中国的工业传感器市场格局", vec!["工业传感器"]),
            ("How do capital markets work?", vec![]),
            ("Who makes money with sensors?", vec![]),
            ("资本市场研究", vec![]),
        ] {
            assert_eq!(terms(ResearchType::Industry, topic), expected, "{topic}");
        }
    }

    #[test]
    fn an_economy_is_known_by_any_of_its_names() {
        for (topic, expected) in [
            (
                "What will French GDP be in 2027?",
                vec!["france", "french", "法国"],
            ),
            ("法国的通胀前景如何？", vec!["france", "french", "法国"]),
            ("Where are interest rates going?", vec![]),
            ("What does a polished outlook say?", vec![]),
        ] {
            assert_eq!(terms(ResearchType::Macro, topic), expected, "{topic}");
        }
        assert!(terms(ResearchType::Company, "French cocoa industry").is_empty());
    }
}
