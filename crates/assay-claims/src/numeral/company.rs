//! Whose number a sentence speaks of, and whether a cited document is another company's.

use std::ops::Range;
use std::sync::LazyLock;

use assay_domain::{CHINESE_LEGAL_FORMS, is_legal_form};
use assay_figures::{COMPANIES, Needles, cut};

use super::book::{Book, Page};
use super::value::Value;
use super::words::{is_han, token_ranges, tokens};

/// Who a number is said to belong to.
pub(crate) enum Owner {
    /// A company by all its names.
    Known(Vec<String>),
    /// Somebody whom no list has.
    Named(String),
}

/// The name of a document's company as texts shorten it: without its legal form.
fn short_name(entity: &str) -> String {
    const LEFT_OUT: [&str; 5] = ["holdings", "holding", "group", "the", "de"];
    if entity.chars().any(is_han) {
        let mut name = entity;
        let forms = CHINESE_LEGAL_FORMS.iter();
        for form in forms.chain(&["集团", "公司", "股份"]) {
            name = name.trim_end_matches(form);
        }
        return name.to_owned();
    }
    let words: Vec<&str> = entity
        .split([' ', ',', '/'])
        .filter(|word| {
            let bare = word
                .trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase();
            !bare.is_empty() && !is_legal_form(&bare) && !LEFT_OUT.contains(&bare.as_str())
        })
        .collect();
    words.join(" ")
}

/// Where a name stands as a name: a Chinese one anywhere, others as whole words with a capital.
fn places(text: &str, name: &str) -> Vec<Range<usize>> {
    if name.is_empty() {
        return Vec::new();
    }
    if name.starts_with(is_han) {
        let found = text.match_indices(name);
        return found.map(|(at, _)| at..at + name.len()).collect();
    }
    let ranges = token_ranges(text);
    let starts = ranges.iter().map(|range| range.start);
    starts
        .filter(|start| cut(text, *start..text.len()).starts_with(|c: char| c.is_uppercase()))
        .filter_map(|start| {
            let end = start + name.len();
            let found = text.get(start..end)?;
            let ends = !cut(text, end..text.len()).starts_with(char::is_alphanumeric);
            (found.eq_ignore_ascii_case(name) && ends).then_some(start..end)
        })
        .collect()
}

fn is_in(text: &str, name: &str) -> bool {
    !places(text, name).is_empty()
}

/// The names of each company that a claim may speak of: those of the list that it names, and those
/// whose documents it cites.
pub(crate) fn candidates(claim: &str, book: &Book<'_>) -> Vec<Vec<String>> {
    static NEEDLES: LazyLock<Needles> =
        LazyLock::new(|| Needles::of(COMPANIES.iter().flat_map(|names| names.iter().copied())));
    let mut found: Vec<Vec<String>> = Vec::new();
    // places in the list of all names, one company's behind the other's
    let named = NEEDLES.places_in(claim);
    let mut end = 0;
    for names in COMPANIES.iter().filter(|_| !named.is_empty()) {
        let own = end..end + names.len();
        end = own.end;
        let is_likely = named.iter().any(|place| own.contains(place));
        if is_likely && names.iter().any(|name| is_in(claim, name)) {
            found.push(names.iter().map(|name| (*name).to_owned()).collect());
        }
    }
    for entity in book.pages.iter().filter_map(|page| entity_of(page)) {
        let name = short_name(entity);
        let is_listed = found.iter().flatten().any(|known| is_in(entity, known));
        if !is_listed && is_in(claim, &name) {
            found.push(vec![name]);
        }
    }
    found
}

fn entity_of<'p>(page: &'p Page<'_>) -> Option<&'p str> {
    page.source.subject?.entity.as_deref()
}

/// Words behind which a company is only compared with.
const BESIDE: [&str; 14] = [
    "unlike", "than", "versus", "vs", "against", "with", "to", "from", "by", "beat", "behind",
    "ahead", "rival", "like",
];

/// Whose a number is, by the last company named before it in its sentence.
///
/// `companies` are the [`candidates`] of the sentence.
pub(crate) fn owner(
    text: &str,
    unit: &Range<usize>,
    value: &Value,
    companies: &[Vec<String>],
) -> Option<Owner> {
    let before = cut(text, unit.start..value.range.start);
    let mut last: Option<(Range<usize>, &Vec<String>)> = None;
    let mut several = false;
    for names in companies {
        let here = names.iter().flat_map(|name| places(before, name));
        if let Some(place) = here.max_by_key(|place| (place.end, place.len())) {
            several |= last.is_some();
            let is_later = last.as_ref().is_none_or(|(known, _)| known.end < place.end);
            if is_later {
                last = Some((place, names));
            }
        }
    }
    if let Some((place, names)) = last {
        let before_name = cut(before, 0..place.start);
        let lead = tokens(before_name).pop().unwrap_or_default();
        let is_beside = BESIDE.iter().any(|word| lead.eq_ignore_ascii_case(word));
        let between = cut(before, place.end..before.len());
        let is_apart = between.contains([',', '，', ';', '；']);
        let is_own = ["'s", "’s", "的"]
            .iter()
            .any(|mark| between.starts_with(mark));
        let opens = ["", "while", "whereas", "but"].contains(&lead.to_lowercase().as_str())
            || before_name.trim_end().ends_with([',', '，', ';', '；']);
        let goes_back = is_apart && refers_back(between);
        let is_sure = !is_beside && !goes_back && (!several || (!is_apart && (is_own || opens)));
        return is_sure.then(|| Owner::Known(names.clone()));
    }
    let entity = value.entity.as_ref()?;
    const NOBODY: &str = " today yesterday everyone everybody nobody it there here what that who let one \
        customers analysts ";
    let is_nobody = entity
        .split(' ')
        .any(|word| NOBODY.contains(&format!(" {} ", word.to_lowercase())));
    (!is_nobody && companies.is_empty()).then(|| Owner::Named(entity.clone()))
}

/// `Ford sold less, while its own revenue`: somebody else than the last one named.
fn refers_back(between: &str) -> bool {
    const BACK: [&str; 6] = ["it", "its", "company", "group", "we", "our"];
    let is_back = |word: &&str| BACK.iter().any(|back| word.eq_ignore_ascii_case(back));
    tokens(between).iter().any(is_back)
        || ["该公司", "其", "本公司", "公司"]
            .iter()
            .any(|word| between.contains(word))
}

impl Owner {
    /// Whether a document is provably not this one's: it is of another company and does not name
    /// this one.
    pub(crate) fn is_foreign_to(&self, page: &Page<'_>, sentence: &str) -> bool {
        let Some(entity) = entity_of(page) else {
            return false;
        };
        let source = &page.source;
        let headings = source.headings.iter().map(String::as_str);
        let lines = [entity, source.title, source.origin].into_iter();
        let lines: Vec<&str> = lines.chain(headings).chain([source.text]).collect();
        let names_any = |name: &str| {
            let lower = name.to_lowercase();
            let mut lines = lines.iter();
            lines.any(|line| line.to_lowercase().contains(&lower))
        };
        match self {
            Self::Known(names) => !names.iter().any(|name| names_any(name)),
            Self::Named(name) => {
                let own = short_name(entity);
                let is_latin = entity.is_ascii() && !own.is_empty();
                let is_told = tokens(&own).iter().any(|word| is_in(sentence, word));
                let has_word = tokens(name).iter().any(|word| names_any(word));
                is_latin && !is_told && !has_word && !is_short_for(name, &own)
            }
        }
    }
}

/// `IBM` for International Business Machines, `ExxonMobil` for Exxon Mobil.
fn is_short_for(name: &str, whole: &str) -> bool {
    let letters = |text: &str| -> String {
        let kept = text.chars().filter(|c| c.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    let initials: String = tokens(whole)
        .iter()
        .filter_map(|word| word.chars().next())
        .flat_map(char::to_lowercase)
        .collect();
    let (name, whole) = (letters(name), letters(whole));
    whole.contains(&name)
        || name.contains(&whole)
        || initials.starts_with(&name)
        || name == initials
}
