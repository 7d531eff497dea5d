use assay_domain::{CHINESE_LEGAL_FORMS, Language, Plan, ResearchType, is_legal_form};
use assay_figures::{companies_in_han, company_names, cut, ideas_in};

use crate::compared::says_han_comparison;
use crate::topic::capital;

/// The names under which evidence speaks of the subject of a plan; any of them will do.
///
/// Empty where the topic names nobody, and for an industry or an economy: there, what is said of any
/// company may answer.
pub fn subject_names(plan: &Plan) -> Vec<String> {
    match plan.research_type {
        ResearchType::Industry | ResearchType::Macro => Vec::new(),
        ResearchType::Company
        | ResearchType::Strategy
        | ResearchType::Quantitative
        | ResearchType::Event => with_other_names(with_short_forms(names_in(&plan.topic))),
    }
}

/// The companies, people and places that a question names, the one it is mainly about first.
pub(crate) fn names_in(question: &str) -> Vec<String> {
    let question = question.trim();
    let mut names = Vec::new();
    if Language::of_text(question) == Language::Zh {
        names.extend(chinese_names(question));
    }
    let mut latin = latin_names(question);
    // The longest is the most likely to be the subject; the order is otherwise that of the question.
    latin.sort_by_key(|name| std::cmp::Reverse(name.split(' ').count()));
    names.extend(latin);
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    distinct
}

/// 英伟达 is Nvidia in an English filing.
fn with_other_names(mut names: Vec<String>) -> Vec<String> {
    let others: Vec<String> = names
        .iter()
        .flat_map(|name| company_names(name))
        .map(|other| capital(other))
        .collect();
    for other in others {
        if !names.iter().any(|known| known.eq_ignore_ascii_case(&other)) {
            names.push(other);
        }
    }
    names
}

/// `Velmora Sensing` is often just `Velmora`; `General Motors` is never just `General`.
fn with_short_forms(names: Vec<String>) -> Vec<String> {
    let mut all = names.clone();
    for name in &names {
        if let Some((first, _)) = name.split_once(' ')
            && let first = first.trim_end_matches("'s")
            && first.len() >= 5
            && !lists(ORDINARY_FIRST_WORDS, first)
            && !all.iter().any(|known| known == first)
        {
            all.push(first.to_owned());
        }
    }
    all
}

const ORDINARY_FIRST_WORDS: &str = " general united american national international first global standard royal great \
advanced applied western eastern northern southern central digital universal public capital federal world south north \
british canadian chinese european french german indian italian japanese korean deutsche swiss china india japan korea \
texas boston chicago london paris tokyo shanghai beijing super micro electronic industrial consolidated ";

/// Words that start questions or name things every company has, with a capital or without.
const COMMON: &str = " how what why who which when where is are was were does do did should would could can will \
analyse analyze assess evaluate compare describe explain research review study give write summarise summarize \
examine investigate explore discuss outline provide prepare create produce build make find show list identify \
determine estimate forecast predict project value calculate compute track profile survey map consider help look check \
judge rate gauge measure report update detailed comprehensive full quick due diligence has have had if as than versus \
vs the a an and or of in on for to from with at by its their our in-depth deep dive please tell me about company \
companies industry sector market business q1 q2 q3 q4 h1 h2 fy gdp cpi ppi pmi us usa u.s eu uk usd eur ai i we it \
this that these those between before after during outlook risk risks revenue margin margins ev evs esg ipo ceo cfo \
r&d m&a p/e roe roi roic dcf ebitda eps 10-k 10-q europe asia africa america china chinese european american global \
world india japan germany france fed ecb january february march april may june july august september october november december ";

fn lists(list: &str, word: &str) -> bool {
    list.contains(&format!(" {} ", word.to_lowercase()))
}

fn is_period_word(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    digits.starts_with(|c: char| c.is_ascii_digit()) && word.len() - digits.len() <= 2
}

/// The runs of capitalised words, without possessives and legal forms. A character of another script
/// ends a run.
fn latin_names(question: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let question = question.replace('’', "'");
    for stretch in question.split(|c: char| !c.is_ascii()) {
        for piece in stretch.split_whitespace() {
            take_word(piece, &mut run, &mut found);
        }
        end_run(&mut run, &mut found);
    }
    found
}

fn take_word<'q>(piece: &'q str, run: &mut Vec<&'q str>, found: &mut Vec<String>) {
    if piece == "&" && !run.is_empty() {
        run.push(piece);
        return;
    }
    if piece.starts_with('(') {
        end_run(run, found);
    }
    let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
    let bare = word.strip_suffix("'s").unwrap_or(word);
    let is_capital = bare.starts_with(|c: char| c.is_ascii_uppercase()) && !is_period_word(bare);
    // `Lee's Market` is a name as a whole, although a market is nobody.
    let goes_on = run.last().is_some_and(|last| last.ends_with("'s"));
    let is_name = is_capital && (goes_on || (bare.len() >= 2 && !lists(COMMON, bare)));
    let legal = is_legal_form(bare);
    if is_name && !legal {
        run.push(word);
    }
    if !is_name || legal || piece.ends_with([',', ';', ':', ')', '?']) {
        end_run(run, found);
    }
}

fn end_run(run: &mut Vec<&str>, found: &mut Vec<String>) {
    while run.last() == Some(&"&") {
        run.pop();
    }
    let name = run.join(" ");
    let name = name.strip_suffix("'s").unwrap_or(&name);
    if !name.is_empty() && !found.iter().any(|known| known == name) {
        found.push(name.to_owned());
    }
    run.clear();
}

static OPENINGS: assay_domain::WordList = assay_domain::word_list!("naming/openings");

pub(crate) fn strip_opening(question: &str) -> &str {
    let lower = question.to_lowercase();
    for opening in OPENINGS.iter().copied() {
        if lower.starts_with(opening) && lower.len() == question.len() {
            return cut(question, opening.len()..question.len()).trim();
        }
    }
    question
}

const CHINESE_ENDINGS: [&str; 6] = ["股份", "集团", "科技", "银行", "有限公司", "控股"];
static CHINESE_GENERIC: assay_domain::WordList = assay_domain::word_list!("naming/chinese_generic");

/// The name that a question begins with, and the listed companies that it names besides.
fn chinese_names(question: &str) -> Vec<String> {
    let first = chinese_name(question);
    let mut names: Vec<String> = match &first {
        Some(both) if says_han_comparison(question) => {
            let each = both
                .split(['与', '和', '跟'])
                .filter(|name| !name.is_empty());
            each.map(str::to_owned).collect()
        }
        one => one.iter().cloned().collect(),
    };
    for listed in companies_in_han(question) {
        if !names.iter().any(|name| name.contains(listed)) {
            names.push(listed.to_owned());
        }
    }
    names
}

/// In Chinese a name stands before what is asked of it, and often carries a company's ending.
fn chinese_name(question: &str) -> Option<String> {
    let rest = strip_opening(question);
    for ending in CHINESE_ENDINGS {
        if let Some(at) = rest.find(ending) {
            let name = cut(rest, 0..at + ending.len());
            let characters = name.chars().count();
            let plain = name.chars().all(|c| !c.is_ascii());
            if (3..=16).contains(&characters) && plain && !name.contains(['，', '、', '的', '与'])
            {
                return Some(without_legal_form(name).to_owned());
            }
        }
    }
    let end = rest
        .find(|c: char| c.is_ascii() || "的，、公近在该是（《“：？。".contains(c))
        .unwrap_or(rest.len());
    let head = cut(rest, 0..end).trim();
    let short = (2..=10).contains(&head.chars().count());
    let generic = CHINESE_GENERIC.iter().any(|word| head.contains(word));
    let goes_on = head.len() < rest.len();
    // `苹果大中华区` is a part of 苹果.
    let listed = companies_in_han(head).into_iter().next();
    let listed = listed.filter(|name| head.starts_with(name));
    (short && goes_on && !generic && ideas_in(head).is_empty())
        .then(|| listed.unwrap_or(head).to_owned())
}

fn without_legal_form(name: &str) -> &str {
    let mut forms = CHINESE_LEGAL_FORMS.iter().chain(&["股份"]);
    forms
        .find_map(|form| name.strip_suffix(form))
        .filter(|rest| rest.chars().count() >= 2)
        .unwrap_or(name)
}
