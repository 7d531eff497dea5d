//! Whom the library knows, and by which names a question may call them.

use assay_domain::CHINESE_LEGAL_FORMS;
use assay_figures::{COMPANIES, company_names};

use crate::spelling::{is_one_typo_away, without_plural};

/// A company of the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownCompany {
    /// By which the library knows it.
    pub key: String,
    pub name: String,
    pub tickers: Vec<String>,
    pub other_names: Vec<String>,
}

/// All companies of the library.
#[derive(Clone, Debug, Default)]
pub struct Known {
    companies: Vec<(KnownCompany, Vec<String>)>,
    /// Whether every document is about the one company that is known.
    is_of_one: bool,
}

/// A company that a question names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Its place among the known.
    pub(crate) company: usize,
    pub(crate) range: std::ops::Range<usize>,
    /// What the question should have said.
    pub(crate) meant: Option<String>,
}

/// Endings of a company's name that nobody says.
static LEGAL: assay_domain::WordList = assay_domain::word_list!("known/legal");
/// A name with a letter wrong is still read from this length on.
const LEAST_FOR_A_TYPO: usize = 5;
/// A ticker in small letters is one from this length on.
const LEAST_SMALL_TICKER: usize = 3;

impl Known {
    pub fn new(companies: Vec<KnownCompany>) -> Self {
        let all = companies.into_iter().map(|company| {
            let names = names_of(&company);
            (company, names)
        });
        Self {
            companies: all.collect(),
            is_of_one: false,
        }
    }

    /// The same library where every document of it is about its only company: a question that names nobody
    /// is about that one.
    #[must_use]
    pub fn of_one(self) -> Self {
        Self {
            is_of_one: self.companies.len() == 1,
            ..self
        }
    }

    /// Whom a question is about that names none of the known companies.
    pub(crate) fn unnamed_subject(&self, question: &str) -> Option<usize> {
        (self.is_of_one && !names_a_stranger(question)).then_some(0)
    }

    pub fn len(&self) -> usize {
        self.companies.len()
    }

    pub fn company(&self, place: usize) -> Option<&KnownCompany> {
        self.companies.get(place).map(|(company, _)| company)
    }

    /// All names of a company, in small letters.
    pub fn names(&self, place: usize) -> &[String] {
        self.companies.get(place).map_or(&[], |(_, names)| names)
    }

    /// The company that a document says it is about.
    pub fn place_of(&self, entity: &str) -> Option<usize> {
        let lower = entity.to_lowercase();
        let bare = bare_name(&lower);
        let mut all = self.companies.iter();
        all.position(|(company, names)| {
            company.name.eq_ignore_ascii_case(entity) || names.contains(&bare)
        })
    }

    pub fn is_empty(&self) -> bool {
        self.companies.is_empty()
    }

    /// The companies that a question names, in its order.
    pub(crate) fn named_in(&self, question: &str) -> Vec<Named> {
        let words = words_of(question);
        let mut found: Vec<Named> = Vec::new();
        for (company, (known, names)) in self.companies.iter().enumerate() {
            let exact = names
                .iter()
                .filter_map(|name| place_of(question, &words, name));
            let best = exact.min_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
            let hit = best.or_else(|| self.short_han_name(question, company));
            let hit = hit.map(|range| (range, None));
            let hit = hit.or_else(|| {
                let near = typo_of(&words, question, names)?;
                Some((near, Some(known.name.clone())))
            });
            found.extend(hit.map(|(range, meant)| Named {
                company,
                range,
                meant,
            }));
        }
        found.sort_by_key(|named| (named.range.start, std::cmp::Reverse(named.range.end)));
        // a typo of one company is no typo where it is the name of another
        let exact: Vec<_> = found
            .iter()
            .filter(|named| named.meant.is_none())
            .cloned()
            .collect();
        // who is called by a whole name is not somebody whose longer name begins with it
        let whole = |named: &Named| {
            let said = question.get(named.range.clone()).unwrap_or_default();
            let company = self.company(named.company);
            company.is_some_and(|company| {
                bare_name(&company.name.to_lowercase()) == said.to_lowercase()
            })
        };
        let called: Vec<_> = found.iter().filter(|named| whole(named)).cloned().collect();
        found.retain(|named| {
            let is_other =
                |other: &Named| other.company != named.company && other.range == named.range;
            whole(named) || !called.iter().any(is_other)
        });
        found.retain(|named| {
            let taken = |other: &Named| {
                other.company != named.company
                    && other.range.start < named.range.end
                    && named.range.start < other.range.end
            };
            named.meant.is_none() || !exact.iter().any(taken)
        });
        found
    }

    /// Where a question calls a Chinese company by a part of its name, as everybody does: the name proper,
    /// with or without the place before it and the trade behind it, where nobody else's name has it.
    fn short_han_name(&self, question: &str, place: usize) -> Option<std::ops::Range<usize>> {
        let (company, _) = self.companies.get(place)?;
        let name: Vec<char> = bare_han_name(&company.name).chars().collect();
        let others = self.companies.iter().enumerate();
        let others: Vec<&str> = others
            .filter(|(other, _)| *other != place)
            .map(|(_, (other, _))| other.name.as_str())
            .collect();
        let starts = 0..=LATEST_HAN.min(name.len());
        let parts = starts.flat_map(|start| {
            let ends = (start + LEAST_HAN..=name.len()).rev();
            ends.map(move |end| (start, end))
        });
        let mut found = parts.filter_map(|(start, end)| {
            let part: String = name.get(start..end)?.iter().collect();
            let at = question.find(&part)?;
            let is_own = !others.iter().any(|other| other.contains(&part));
            is_own.then_some(at..at + part.len())
        });
        found.next()
    }
}

/// The shortest part of a Chinese name that is one, and how many characters may stand before it: those
/// of a place.
const LEAST_HAN: usize = 3;
const LATEST_HAN: usize = 3;

/// A company that everybody knows and that this library has nothing of.
pub(crate) fn names_a_stranger(question: &str) -> bool {
    let words: Vec<String> = question
        .split(|c: char| !c.is_alphanumeric())
        .map(|word| word.trim_end_matches("s").to_lowercase())
        .collect();
    let is_named = |name: &&str| match name.is_ascii() {
        true => words.iter().any(|word| *word == name.trim_end_matches('s')),
        false => question.contains(name),
    };
    COMPANIES.iter().any(|names| names.iter().any(&is_named))
}

/// A Chinese name without its legal form; nothing of a name in other letters.
fn bare_han_name(name: &str) -> &str {
    if !name.starts_with(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c)) {
        return "";
    }
    let mut bare = name;
    for form in CHINESE_LEGAL_FORMS.iter().chain(&["控股", "集团", "股份"]) {
        bare = bare.strip_suffix(form).unwrap_or(bare);
    }
    bare
}

/// A name in small letters without punctuation and without what is only legal.
fn bare_name(lower: &str) -> String {
    let plain: String = lower
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || "&-'".contains(c) {
                c
            } else {
                ' '
            }
        })
        .collect();
    let mut words: Vec<&str> = plain.split_whitespace().collect();
    while words.len() > 1 && words.last().is_some_and(|word| LEGAL.contains(word)) {
        words.pop();
    }
    if words.len() > 1 && words.first() == Some(&"the") {
        words.remove(0);
    }
    words.join(" ")
}

/// What a company may be called: its name without what is only legal, the beginning of it, tickers,
/// and the names that both languages have for it.
fn names_of(company: &KnownCompany) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let all = std::iter::once(&company.name).chain(&company.other_names);
    for name in all {
        let bare = bare_name(&name.to_lowercase());
        let words: Vec<&str> = bare.split_whitespace().collect();
        names.push(bare.clone());
        // `JPMorgan Chase`, `Snowflake`: the first word where it is no everyday word
        static EVERYDAY: assay_domain::WordList = assay_domain::word_list!("known/everyday");
        let is_whole = words.len() == 1;
        if let Some(first) = words.first().filter(|word| {
            let is_name = is_whole || !EVERYDAY.contains(word);
            word.chars().count() >= LEAST_FOR_A_TYPO && is_name
        }) {
            names.push((*first).to_owned());
            // `Kuroshio Denshi` of `Kuroshio Denshi Industries`, but not `United States` of a steel maker
            let begins = (2..words.len()).filter_map(|count| words.get(..count));
            names.extend(begins.map(|begin| begin.join(" ")));
        }
    }
    names.extend(company.tickers.iter().map(|ticker| ticker.to_lowercase()));
    let also: Vec<&str> = names
        .iter()
        .flat_map(|name| company_names(name))
        .copied()
        .collect();
    let also: Vec<String> = also.into_iter().map(str::to_owned).collect();
    let chinese: Vec<String> = names.iter().flat_map(|name| chinese_names(name)).collect();
    names.extend(also);
    names.extend(chinese);
    names.retain(|name| name.chars().count() >= 2);
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    names
}

/// What Chinese texts call a company.
fn chinese_names(name: &str) -> Vec<String> {
    let lines = include_str!("../lexicon/chinese_names.txt").lines();
    let mut lines = lines.filter_map(|line| line.split_once(" | "));
    let own = lines.find(|(english, _)| *english == name);
    own.map_or_else(Vec::new, |(_, names)| {
        names.split_whitespace().map(str::to_owned).collect()
    })
}

/// Words of the Latin script with their places.
pub(crate) fn words_of(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut glued = false;
    for (at, c) in text.char_indices() {
        let is_word = c.is_alphanumeric() && c.is_ascii() || c == '&';
        let end = at + c.len_utf8();
        match found.last_mut() {
            Some(last) if is_word && glued && last.end == at => last.end = end,
            _ if is_word => found.push(at..end),
            _ => {}
        }
        glued = is_word;
    }
    found
}

fn place_of(
    question: &str,
    words: &[std::ops::Range<usize>],
    name: &str,
) -> Option<std::ops::Range<usize>> {
    if !name.is_ascii() {
        let at = question.find(name)?;
        return Some(at..at + name.len());
    }
    let wanted = words_of(name);
    let wanted: Vec<&str> = wanted
        .iter()
        .filter_map(|word| name.get(word.clone()))
        .collect();
    if wanted.is_empty() {
        return None;
    }
    let apart = || written_apart(question, words, &wanted);
    let together = words.windows(wanted.len()).find_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        let same = run
            .iter()
            .zip(&wanted)
            .enumerate()
            .all(|(place, (word, wanted))| {
                let said = question.get(word.clone()).unwrap_or_default();
                let lower = said.to_lowercase();
                let ends = place + 1 == run.len();
                lower == *wanted || (ends && without_plural(&lower) == Some(wanted))
            });
        let said = question.get(first.start..last.end)?;
        let is_small = said.chars().all(|c| !c.is_uppercase());
        let is_short = said.len() < LEAST_SMALL_TICKER;
        (same && !(is_small && is_short)).then_some(first.start..last.end)
    });
    together.or_else(apart)
}

/// `snow flake` for `snowflake`: a name of one word that was typed as two.
fn written_apart(
    question: &str,
    words: &[std::ops::Range<usize>],
    wanted: &[&str],
) -> Option<std::ops::Range<usize>> {
    let [name] = wanted else {
        return None;
    };
    let is_long = name.len() > LEAST_FOR_A_TYPO;
    words.windows(2).filter(|_| is_long).find_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        let said = question.get(first.clone())?.to_lowercase();
        let rest = name.strip_prefix(said.as_str())?;
        let next = question.get(last.clone())?.to_lowercase();
        let is_rest = next == rest || without_plural(&next) == Some(rest);
        is_rest.then_some(first.start..last.end)
    })
}

fn typo_of(
    words: &[std::ops::Range<usize>],
    question: &str,
    names: &[String],
) -> Option<std::ops::Range<usize>> {
    let long = || {
        names
            .iter()
            .filter(|name| name.is_ascii() && name.len() >= LEAST_FOR_A_TYPO)
    };
    words.iter().find_map(|word| {
        let said = question.get(word.clone())?.to_lowercase();
        let bare = without_plural(&said).unwrap_or(&said);
        let near = |name: &String| is_one_typo_away(&said, name) || is_one_typo_away(bare, name);
        let is_word = said.len() >= LEAST_FOR_A_TYPO && long().any(near);
        is_word.then(|| word.clone())
    })
}
