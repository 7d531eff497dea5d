//! Risks and concentrations in the company's own words.

use assay_domain::{Confidence, Evidence, Tier};
use assay_gates::Standing;

use super::tripwires::{above, below};
use crate::dossier::Dossier;
use crate::thesis::{ClaimRole, Part, ThesisClaim, Tripwire};

const MOST_RISKS: usize = 6;
/// Characters of a quotation that says enough and is still read.
const SHORTEST: usize = 25;
const LONGEST: usize = 320;

const RISK_HEADINGS: &[&str] = &["risk factor", "item 1a", "风险因素", "风险提示", "重大风险"];
static RISK_WORDS: assay_domain::WordList = assay_domain::word_list!("claims/passages/risk_words");
const OF_CUSTOMERS: &[&str] = &["customer", "supplier", "客户", "供应商"];
const OF_SHARE: &[&str] = &["accounted for", "represented", "占"];

/// Words of a risk and the metric that would show it, with the direction that is worse.
const SIGNS: &[(&[&str], &str, bool)] = &[
    (
        &[
            "gross margin",
            "pricing",
            "component cost",
            "毛利",
            "原材料",
        ],
        "gross_margin",
        true,
    ),
    (
        &[
            "indebtedness",
            "interest rate",
            "liquidity",
            "refinanc",
            "债务",
            "流动性",
        ],
        "net_debt_to_ebitda",
        false,
    ),
    (
        &["capital expenditure", "资本开支"],
        "capex_intensity",
        false,
    ),
    (
        &["profitab", "operating result", "margins", "盈利", "利润率"],
        "operating_margin",
        true,
    ),
    (
        &[
            "demand",
            "net sales",
            "revenue",
            "competit",
            "customers",
            "需求",
            "收入",
            "竞争",
        ],
        "revenue_growth",
        true,
    ),
];

pub(super) fn claims(dossier: &Dossier, passages: &[Evidence], claims: &mut Vec<ThesisClaim>) {
    let mut quoted: Vec<&str> = Vec::new();
    let risks = passages.iter().filter(|passage| is_of_risks(passage));
    for passage in risks {
        if quoted.len() >= MOST_RISKS {
            break;
        }
        let sentence = sentences(&passage.quote)
            .into_iter()
            .find(|sentence| holds_any(sentence, &RISK_WORDS));
        if let Some(sentence) = sentence.filter(|sentence| !quoted.contains(sentence)) {
            quoted.push(sentence);
            let id = format!("claim_risk_{}", quoted.len());
            let wrong_if = sign(dossier, sentence);
            claims.push(quotation(id, ClaimRole::Risk, passage, sentence, wrong_if));
        }
    }
    let concentration = passages.iter().find_map(|passage| {
        let states = |sentence: &&str| {
            holds_any(sentence, OF_CUSTOMERS)
                && holds_any(sentence, OF_SHARE)
                && sentence.contains(['%', '％'])
        };
        Some((passage, sentences(&passage.quote).into_iter().find(states)?))
    });
    if let Some((passage, sentence)) = concentration {
        let id = "claim_concentration".to_owned();
        claims.push(quotation(id, ClaimRole::Risk, passage, sentence, None));
    }
}

fn is_of_risks(passage: &Evidence) -> bool {
    passage
        .headings
        .iter()
        .any(|heading| holds_any(heading, RISK_HEADINGS))
}

fn holds_any(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    words.iter().any(|word| text.contains(word))
}

fn sign(dossier: &Dossier, sentence: &str) -> Option<Tripwire> {
    let (_, metric, is_lower_worse) = SIGNS
        .iter()
        .find(|(words, ..)| holds_any(sentence, words))?;
    if *is_lower_worse {
        below(dossier, metric)
    } else {
        above(dossier, metric)
    }
}

fn quotation(
    id: String,
    role: ClaimRole,
    passage: &Evidence,
    sentence: &str,
    wrong_if: Option<Tripwire>,
) -> ThesisClaim {
    let tier: Tier = passage.tier;
    ThesisClaim {
        id,
        role,
        critical: false,
        text: vec![
            Part::Text {
                text: format!("“{sentence}”"),
            },
            Part::Cite {
                evidence: passage.id.clone(),
            },
        ],
        standing: Standing::Holds,
        confidence: Confidence::from_tiers([tier]),
        evidence: vec![(passage.id.clone(), tier)],
        figures: Vec::new(),
        wrong_if,
    }
}

/// Whole sentences of a length that can be quoted. A point inside a number or an abbreviation of
/// one letter ends none.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut before = ' ';
    let mut two_before = ' ';
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let next = text.get(end..).and_then(|rest| rest.chars().next());
        let ends = match c {
            '。' | '！' | '？' | '\n' => true,
            '.' | '!' | '?' => {
                let is_initial = before.is_uppercase() && !two_before.is_alphanumeric();
                next.is_none_or(char::is_whitespace) && !is_initial
            }
            _ => false,
        };
        if ends {
            found.extend(text.get(start..end));
            start = end;
        }
        two_before = before;
        before = c;
    }
    found.extend(text.get(start..));
    let fits = |sentence: &&str| (SHORTEST..=LONGEST).contains(&sentence.chars().count());
    let closed = |sentence: &&str| sentence.ends_with(['.', '!', '?', '。', '！', '？']);
    found
        .into_iter()
        .map(str::trim)
        .filter(fits)
        .filter(closed)
        .filter(|sentence| !sentence.contains(['“', '”']))
        .collect()
}
