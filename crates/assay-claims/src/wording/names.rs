//! Names of a claim: those that the evidence has, and those that it does not.

use assay_figures::{COMPANIES, cut};

use super::Claim;
use super::company_names::key_of_company;
use super::lexicon::Key;
use super::reading::terms;
use super::term::{Kind, Term};
use crate::check::Source;
use crate::numeral::Page;

/// What everything in a document is about: its company, title and headings.
#[derive(Debug)]
pub(crate) struct Ground {
    keys: Vec<Key>,
    /// It is known whose document it is.
    names_company: bool,
    /// Title, place and headings without blanks: file names join words.
    squashed: String,
    speaks_of_itself: bool,
}

impl Ground {
    pub(crate) fn of(source: &Source<'_>) -> Self {
        let entity = source
            .subject
            .and_then(|subject| subject.entity.as_deref())
            .unwrap_or_default();
        // the head of a table that goes on says nothing of the document
        let headings = source.headings.iter().map(String::as_str);
        let headings = headings.filter(|line| !line.starts_with('|'));
        let lines: Vec<&str> = headings
            .chain([source.title, source.origin, entity])
            .collect();
        let parted = lines
            .iter()
            .map(|line| line.replace(['-', '_', '/', '.'], " "));
        let parted: Vec<String> = parted.collect();
        let own = parted.iter().flat_map(|line| terms(line));
        let mut keys: Vec<Key> = own.flat_map(|term| term.keys).collect();
        keys.extend(joined_companies(&parted));
        let companies = (0..COMPANIES.len()).map(key_of_company);
        Self {
            names_company: !entity.is_empty()
                || companies.into_iter().any(|company| keys.contains(&company)),
            squashed: lines.iter().flat_map(|line| squash(line)).collect(),
            speaks_of_itself: speaks_of_itself(source.text),
            keys,
        }
    }

    pub(crate) fn bears(&self, term: &Term) -> bool {
        term.keys.iter().any(|key| self.keys.contains(key))
    }

    pub(crate) fn names(&self, name: &str) -> bool {
        let bare = name.trim_end_matches("'s").trim_end_matches("’s");
        let name: String = squash(bare).collect();
        name.chars().count() > 1 && self.squashed.contains(&name)
    }
}

/// The companies whose names of several words stand in some lines as one: `COCACOLA`.
fn joined_companies(lines: &[String]) -> Vec<Key> {
    let words: Vec<String> = lines
        .iter()
        .flat_map(|line| line.split_whitespace())
        .map(str::to_lowercase)
        .collect();
    let is_here = |name: &&str| {
        let is_joined = name.is_ascii() && name.contains([' ', '-', '&']);
        is_joined && {
            let name: String = squash(name).collect();
            words.contains(&name)
        }
    };
    let companies = COMPANIES.iter().enumerate();
    let here = companies.filter(|(_, names)| names.iter().any(is_here));
    here.map(|(place, _)| key_of_company(place)).collect()
}

/// Letters and digits in lower case: `GENERALMILLS` is General Mills.
fn squash(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
}

/// The names of a claim beside what its evidence is about.
pub(super) struct Names<'a> {
    claim: Claim<'a>,
    pages: &'a [&'a Page<'a>],
    grounds: Vec<&'a Ground>,
    /// A text that says `we` and does not say who that is may be anybody's: the claim may name them,
    /// once.
    may_be_anybody: bool,
    /// As it was before the claim named anybody.
    is_anybodys: bool,
}

impl<'a> Names<'a> {
    pub(super) fn of(claim: Claim<'a>, pages: &'a [&'a Page<'a>]) -> Self {
        let grounds: Vec<&Ground> = pages.iter().map(|page| page.ground()).collect();
        let is_anybodys = grounds.iter().any(|ground| ground.speaks_of_itself)
            && !grounds.iter().any(|ground| ground.names_company);
        Self {
            claim,
            pages,
            may_be_anybody: is_anybodys,
            is_anybodys,
            grounds,
        }
    }

    /// What the whole document is about.
    pub(super) fn bears(&self, term: &Term) -> bool {
        let mut grounds = self.grounds.iter();
        grounds.any(|ground| ground.bears(term))
    }

    /// A name of the claim may be the one whose document this is.
    pub(super) fn may_own(&self, at: usize) -> bool {
        let Some(term) = self.claim.terms.get(at) else {
            return false;
        };
        let is_name = term.kind == Kind::Name || self.claim.starts_with_name(at);
        is_name
            && (self.bears(term)
                || self.is_borne(&self.written(term))
                || self.is_anybodys && self.is_owner(at) && !self.is_stated(term))
    }

    /// A term that no statement has is a name all the same that the evidence allows.
    pub(super) fn grants(&mut self, at: usize) -> bool {
        let Some(term) = self.claim.terms.get(at) else {
            return false;
        };
        let written = self.written(term);
        // the first word has a capital anyway; one that no list has may be a name
        let opens = at == 0 && written.starts_with(char::is_uppercase) && term.class().is_none();
        if self.opens_owner(at) {
            return true;
        }
        if term.kind != Kind::Name && !opens {
            return false;
        }
        if self.is_borne(&written) || self.is_joined(at) || self.is_of_place(&written) {
            return true;
        }
        self.may_be_anybody && self.is_owner(at) && !self.is_sayer(at) && {
            self.may_be_anybody = false;
            true
        }
    }

    /// `General Mills bought`: the first word of a sentence begins the name of whose document it is, whatever
    /// else it may mean.
    fn opens_owner(&self, at: usize) -> bool {
        let next = self.claim.terms.get(at + 1);
        let next = next.filter(|next| at == 0 && next.kind == Kind::Name);
        let name = next.zip(self.claim.terms.first());
        name.is_some_and(|(next, first)| {
            let name = format!("{}{}", self.written(first), self.written(next));
            self.grounds.iter().any(|ground| ground.names(&name))
        })
    }

    /// The names that stand nowhere in the evidence.
    pub(super) fn strange(&mut self) -> Vec<String> {
        let mut found = Vec::new();
        for (at, term) in self.claim.terms.iter().enumerate() {
            if term.kind != Kind::Name {
                continue;
            }
            let written = self.written(term);
            if self.is_stated(term)
                || self.bears(term)
                || self.is_borne(&written)
                || self.is_joined(at)
                || self.is_of_place(&written)
            {
                continue;
            }
            if !self.is_owner(at) || !std::mem::take(&mut self.may_be_anybody) {
                found.push(written);
            }
        }
        found
    }

    fn written(&self, term: &Term) -> String {
        cut(self.claim.text, term.range.clone()).to_owned()
    }

    fn is_stated(&self, term: &Term) -> bool {
        let mut statements = self.pages.iter().flat_map(|page| page.statements());
        statements.any(|statement| {
            statement
                .terms
                .iter()
                .chain(&statement.inherited)
                .any(|own| own.means(term))
        })
    }

    fn is_borne(&self, name: &str) -> bool {
        self.grounds.iter().any(|ground| ground.names(name)) || self.is_short(name)
    }

    /// Somebody of two names who is said to say it: whose word it is must be told.
    fn is_sayer(&self, at: usize) -> bool {
        static SAYING: assay_domain::WordList = assay_domain::word_list!("wording/names/saying");
        let mut behind = self.claim.terms.iter().skip(at + 1);
        let is_name = |term: &Term| term.kind == Kind::Name;
        let second = behind.next().filter(|term| is_name(term));
        let verb = behind.next().map(|term| self.written(term).to_lowercase());
        second.is_some() && verb.is_some_and(|verb| SAYING.contains(&verb.as_str()))
    }

    /// `Tyrolean` where the evidence has Tyrol, or the other way round.
    fn is_of_place(&self, name: &str) -> bool {
        let Some(root) = root_of_place(name) else {
            return false;
        };
        self.pages.iter().any(|page| {
            let words = page.source.text.split(|c: char| !c.is_alphanumeric());
            let mut words = words.filter(|word| word.starts_with(char::is_uppercase));
            words.any(|word| {
                let is_same = root_of_place(word).is_some_and(|other| other == root);
                is_same && !word.eq_ignore_ascii_case(name)
            })
        })
    }

    /// `the bank`, `该公司`: whoever the document speaks of as itself.
    pub(super) fn is_self(&self, at: usize) -> bool {
        static SELVES: assay_domain::WordList = assay_domain::word_list!("wording/names/selves");
        let Some(term) = self.claim.terms.get(at) else {
            return false;
        };
        let before = cut(self.claim.text, 0..term.range.start).to_lowercase();
        let written = self.written(term).to_lowercase();
        let is_pointed_at = !written.is_ascii() || before.trim_end().ends_with("the");
        let written = written.trim_end_matches("'s").trim_end_matches("’s");
        let is_somebodys = |ground: &&Ground| ground.speaks_of_itself || ground.names_company;
        is_pointed_at && SELVES.contains(&written) && self.grounds.iter().any(is_somebodys)
    }

    /// The second word of a name stands or falls with its first.
    fn is_joined(&self, at: usize) -> bool {
        let before = at
            .checked_sub(1)
            .and_then(|before| self.claim.terms.get(before));
        before
            .zip(self.claim.terms.get(at))
            .is_some_and(|(before, here)| {
                let between = cut(self.claim.text, before.range.end..here.range.start);
                let is_name =
                    cut(self.claim.text, before.range.clone()).starts_with(char::is_uppercase);
                is_name && between.trim_matches(['-', ' ', '&']).is_empty()
            })
    }

    /// The name opens the sentence, or owns what follows.
    fn is_owner(&self, at: usize) -> bool {
        let Some(term) = self.claim.terms.get(at) else {
            return false;
        };
        let opens = self
            .claim
            .terms
            .iter()
            .take(at)
            .all(|term| !term.is_content());
        let behind = cut(self.claim.text, term.range.end..self.claim.text.len());
        let written = self.written(term);
        let owns = ["'s", "’s"]
            .iter()
            .any(|mark| behind.starts_with(mark) || written.ends_with(mark));
        let before = cut(self.claim.text, 0..term.range.start);
        opens || owns || before.ends_with(" for ") || behind.starts_with('的')
    }

    /// `DOJ` where the evidence writes the words out.
    fn is_short(&self, name: &str) -> bool {
        let is_acronym = name.len() >= 2 && name.chars().all(|c| c.is_ascii_uppercase());
        is_acronym
            && self.pages.iter().any(|page| {
                let words = page.source.text.split(|c: char| !c.is_alphanumeric());
                let small = ["", "of", "and", "for", "the", "in", "on", "s"];
                let spelling: Vec<&str> = words.filter(|word| !small.contains(word)).collect();
                let spells = |window: &[&str]| {
                    window
                        .iter()
                        .zip(name.chars())
                        .all(|(word, c)| word.starts_with(c))
                };
                spelling.windows(name.len()).any(spells)
            })
    }
}

/// A place and who or what is of it, without their endings.
fn root_of_place(name: &str) -> Option<String> {
    const SHORTEST: usize = 4;
    let lower = name.to_lowercase();
    let endings = ["ean", "ian", "ese", "ish", "an", "a", "e", "y"];
    let root = endings.iter().find_map(|ending| lower.strip_suffix(ending));
    let root = root.unwrap_or(&lower);
    (root.is_ascii() && root.len() >= SHORTEST).then(|| root.to_owned())
}

fn speaks_of_itself(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| ["we", "our", "us", "i", "my"].contains(&word))
        || lower.contains("the company")
        || text.contains("公司")
        || text.contains("我们")
}
