use std::collections::BTreeSet;

use assay_domain::{CHINESE_LEGAL_FORMS, is_legal_form};
use serde::{Deserialize, Serialize};

use crate::Company;

/// The companies that are known here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Directory {
    companies: Vec<Company>,
}

/// What a name stands for. Nothing is guessed: one company, several, or none with those that are
/// written alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution<'d> {
    Found(&'d Company),
    Ambiguous(Vec<&'d Company>),
    Unknown { near: Vec<&'d Company> },
}

/// Near matches that an answer lists.
const MOST_NEAR: usize = 5;

impl Directory {
    pub fn new(companies: Vec<Company>) -> Self {
        let mut directory = Self::default();
        for company in companies {
            directory.add(company);
        }
        directory
    }

    /// Takes a company in. One with the same CIK, or else the same key, or of the same name where not both
    /// have a CIK, gains what was not known.
    pub fn add(&mut self, company: Company) {
        let known = self.companies.iter_mut().find(|known| {
            let is_named_alike = known.name.eq_ignore_ascii_case(&company.name);
            let is_one_unnumbered = known.cik.is_none() || company.cik.is_none();
            (known.cik.is_some() && known.cik == company.cik)
                || known.key() == company.key()
                || (is_named_alike && is_one_unnumbered)
        });
        match known {
            Some(known) => merge(known, company),
            None => self.companies.push(company),
        }
    }

    pub fn companies(&self) -> &[Company] {
        &self.companies
    }

    /// By ticker, CIK or credit code first, then by full name, then by the name without its legal
    /// form and punctuation.
    pub fn resolve(&self, text: &str) -> Resolution<'_> {
        let text = text.trim();
        let steps: [&dyn Fn(&Company) -> bool; 3] = [
            &|company| has_code(company, text),
            &|company| names(company).any(|name| name.eq_ignore_ascii_case(text)),
            &|company| {
                let wanted = plain(text);
                !wanted.is_empty() && names(company).any(|name| plain(name) == wanted)
            },
        ];
        for step in steps {
            let found: Vec<&Company> = self.companies.iter().filter(|c| step(c)).collect();
            match found.as_slice() {
                [] => {}
                [one] => return Resolution::Found(one),
                _ => return Resolution::Ambiguous(found),
            }
        }
        Resolution::Unknown {
            near: self.near(text),
        }
    }

    fn near(&self, text: &str) -> Vec<&Company> {
        let wanted = plain(text);
        let mut scored: Vec<(usize, &Company)> = self
            .companies
            .iter()
            .filter_map(|company| {
                let tickers = company.tickers.iter().map(String::as_str);
                let best = names(company)
                    .chain(tickers)
                    .filter_map(|name| likeness(&wanted, &plain(name)))
                    .max()?;
                Some((best, company))
            })
            .collect();
        scored.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.name.cmp(&b.1.name)));
        scored.into_iter().take(MOST_NEAR).map(|(_, c)| c).collect()
    }
}

fn merge(known: &mut Company, new: Company) {
    if known.name != new.name && !known.other_names.contains(&new.name) {
        known.other_names.push(new.name);
    }
    for (list, more) in [
        (&mut known.tickers, new.tickers),
        (&mut known.exchanges, new.exchanges),
        (&mut known.other_names, new.other_names),
    ] {
        for item in more {
            if !list.contains(&item) {
                list.push(item);
            }
        }
    }
    known.cik = known.cik.or(new.cik);
    known.uscc = known.uscc.take().or(new.uscc);
    known.sic = known.sic.or(new.sic);
    known.sic_description = known.sic_description.take().or(new.sic_description);
    known.fiscal_year_end = known.fiscal_year_end.or(new.fiscal_year_end);
    known.names_years_by_start |= new.names_years_by_start;
}

fn names(company: &Company) -> impl Iterator<Item = &str> {
    std::iter::once(company.name.as_str()).chain(company.other_names.iter().map(String::as_str))
}

fn has_code(company: &Company, text: &str) -> bool {
    let ticker = text.trim_start_matches('$');
    let digits = text
        .strip_prefix("CIK")
        .or_else(|| text.strip_prefix("cik"))
        .unwrap_or(text);
    let cik = digits.trim_start_matches([':', ' ']).parse().ok();
    company.tickers.iter().any(|known| {
        let bare = known.split('.').next().unwrap_or(known);
        known.eq_ignore_ascii_case(ticker) || (is_number(bare) && bare == ticker)
    }) || (cik.is_some() && company.cik == cik)
        || company.uscc.as_deref() == Some(text)
}

/// Codes of Chinese exchanges are digits with the exchange after a dot.
fn is_number(text: &str) -> bool {
    text.len() == 6 && text.bytes().all(|b| b.is_ascii_digit())
}

/// What is left out of a name beside its legal form: what kind of house it is, and the class of shares
/// that a list of filers appends.
const LEFT_OUT: [&str; 8] = [
    "holdings", "holding", "group", "the", "and", "de", "cl", "a",
];
/// What nobody says of a Chinese name, beside its legal form.
const CHINESE_LEFT_OUT: [&str; 3] = ["集团", "股份", "公司"];

/// Lower case, without legal form and punctuation.
fn plain(name: &str) -> String {
    let mut text: String = name
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    for form in CHINESE_LEGAL_FORMS.iter().chain(&CHINESE_LEFT_OUT) {
        text = text.replace(form, "");
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let kept: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !is_legal_form(word) && !LEFT_OUT.contains(word))
        .collect();
    if kept.is_empty() {
        words.concat()
    } else {
        kept.concat()
    }
}

/// Common pairs of letters in a thousand, if there are enough of them to be alike; a name that
/// begins with the text always is.
fn likeness(wanted: &str, name: &str) -> Option<usize> {
    if wanted.is_empty() || name.is_empty() {
        return None;
    }
    if name.starts_with(wanted) || (wanted.starts_with(name) && name.chars().count() > 2) {
        return Some(1000);
    }
    let pairs =
        |text: &str| -> BTreeSet<(char, char)> { text.chars().zip(text.chars().skip(1)).collect() };
    let (a, b) = (pairs(wanted), pairs(name));
    let common = a.intersection(&b).count();
    let score = (2000 * common).checked_div(a.len() + b.len())?;
    (score >= 400).then_some(score)
}
