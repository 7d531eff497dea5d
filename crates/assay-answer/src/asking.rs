//! Words of a question that only ask.

use std::ops::Range;

use assay_claims::meanings;

/// Words that ask, which are in no figure's name.
pub(crate) const ASKING: &str = " how much many what whats which who whom whose when where why is are was were be been did does do has have had \
    the a an of in on at for to by from with within over under among between per its it their they them our we us i you me my \
    this that these those there here tell give show list name named called please pls thanks key key actually really any \
    ballpark roughly about approximately current currently latest last recent recently newest oldest earliest first \
    total overall whole annual yearly full own besides else also all year years yr yrs quarter quarters fiscal period end ended \
    year-end company group business firm and or vs versus against compared compare than then more most less least higher highest \
    lower lowest best worst top big biggest large largest size number numbers amount figure figures value spend spends spent pay \
    paid make makes made earn earned generate generated post posted report reported book books booked record recorded get got \
    worth went gone come came look looks like hand back overhead date day see different documents sources \
    percent percentage drove drive drives driven caused cause causes led reason reasons behind explain explains because hurt hurting affect \
    affects affected find lines line subtract part place earlier before previous prior preceding one walk through \
    say says said supposed explanation so far good nice great quick question questions hi hello hey thank wondering curious wanna want need know looking understand asap fyi btw just \
    longer shorter faster slower bigger smaller quicker sooner later takes took ";

/// The same of Chinese questions.
static ASKING_HAN: assay_domain::WordList = assay_domain::word_list!("asking/asking_han");

/// A text without the Chinese words that only ask. A single character in a longer word stays: 比 in
/// 比例.
fn without_asking_han(text: &str) -> String {
    let longer: Vec<Range<usize>> = meanings(text)
        .iter()
        .filter(|word| !word.is_unread())
        .map(|word| word.range.clone())
        .collect();
    let mut plain = text.to_owned();
    for phrase in ASKING_HAN.iter().copied() {
        let found: Vec<usize> = plain.match_indices(phrase).map(|(at, _)| at).collect();
        for at in found {
            let range = at..at + phrase.len();
            let is_part = phrase.chars().count() == 1
                && longer.iter().any(|word| {
                    word.start <= range.start && range.end <= word.end && word.len() > range.len()
                });
            if !is_part {
                // as long as what it replaces, so that places stay
                plain.replace_range(range.clone(), &" ".repeat(range.len()));
            }
        }
    }
    plain
}

/// Whether a word only asks, also where two of its letters were exchanged in typing.
fn is_asking(word: &str) -> bool {
    let is_listed = |word: &str| ASKING.contains(&format!(" {word} "));
    let letters: Vec<char> = word.chars().collect();
    let mut swapped = (1..letters.len()).map(|at| {
        let mut letters = letters.clone();
        letters.swap(at - 1, at);
        letters.into_iter().collect::<String>()
    });
    is_listed(word) || (letters.len() >= 5 && swapped.any(|word| is_listed(&word)))
}

/// What people call the documents that may disagree, and that they do.
const DISAGREEING: &str = " mail mails email emails e-mail e-mails spreadsheet spreadsheets sheet sheets table tables agree agrees \
    consistent match matches contradict contradicts conflict numbers ";
const DISAGREEING_HAN: [&str; 5] = ["邮件", "表格", "说法", "一样", "一致"];

/// A question whether documents agree, without the words for that.
pub(crate) fn without_disagreeing(text: &str) -> String {
    let plain = DISAGREEING_HAN
        .iter()
        .fold(text.to_owned(), |text, words| text.replace(words, " "));
    let words = plain.split(' ').filter(|word| {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        bare.is_empty() || !DISAGREEING.contains(&format!(" {bare} "))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A text without the words that only ask.
pub(crate) fn bare_words(text: &str) -> String {
    let plain = without_asking_han(text);
    let words = plain.split_whitespace().filter(|word| {
        let lower = word.to_lowercase();
        let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
        let bare = bare.strip_suffix("'s").unwrap_or(bare);
        bare != "s" && !bare.is_empty() && !is_asking(bare)
    });
    words.collect::<Vec<_>>().join(" ")
}
