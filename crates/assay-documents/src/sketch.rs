use std::collections::{BTreeSet, HashMap};

/// Words in a row that are compared as one.
const SHINGLE: usize = 5;
/// Hashes that a sketch keeps: enough to tell 60 % alike from 50 % alike nine times in ten.
const KEPT: usize = 128;
/// Two documents that share this much of their wording are one source. Reports of two quarters of
/// one company share less: most of their sentences hold a figure that changed.
const NEAR: f64 = 0.6;
/// The most hashes in which one of two near documents may differ from both together: a further one
/// says that they are not near.
const MOST_APART: usize = 51;
/// The smallest hashes of a sketch, by which it is found. Of two near documents each hash is in both
/// with a probability of [`NEAR`] at least, so that fewer than one pair in fifty thousand shares none
/// of these.
const LEADING: usize = 12;
/// Documents that one run of words leads to. What more of them share is a form or a notice that a
/// whole series carries; a copy has words of its original beside it.
const MOST_SHARERS: usize = 64;

/// A small summary of a document's wording. Two of them tell how much wording the documents share
/// (bottom-k estimate of the Jaccard index over runs of five words).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch(Vec<u64>);

impl Sketch {
    /// The text is read once, and no more of it is kept than the sketch.
    pub fn of(text: &str) -> Self {
        let mut smallest = Smallest::default();
        each_run(text, |hash| smallest.add(hash));
        Self(smallest.into_sorted())
    }

    pub fn from_hashes(hashes: Vec<u64>) -> Self {
        Self(hashes)
    }

    pub fn into_hashes(self) -> Vec<u64> {
        self.0
    }

    /// The share of wording in common, from 0 to 1. Texts too short to compare share nothing.
    pub fn likeness(&self, other: &Self) -> f64 {
        let (mut own, mut others) = (self.0.iter().peekable(), other.0.iter().peekable());
        let (mut both, mut all) = (0_u32, 0_u32);
        // the smallest hashes of the two together, both lists being in order
        for _ in 0..KEPT {
            let next = match (own.peek(), others.peek()) {
                (Some(one), Some(other)) => (**one).min(**other),
                (Some(only), None) | (None, Some(only)) => **only,
                (None, None) => break,
            };
            let in_own = own.next_if(|hash| **hash == next).is_some();
            let in_others = others.next_if(|hash| **hash == next).is_some();
            all += 1;
            both += u32::from(in_own && in_others);
        }
        if all == 0 {
            return 0.0;
        }
        f64::from(both) / f64::from(all)
    }

    /// Whether [`Self::likeness`] is that of one source, told as soon as it cannot be any more.
    pub fn is_near(&self, other: &Self) -> bool {
        let (mut own, mut others) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut apart = 0;
        for _ in 0..KEPT {
            let is_apart = match (own.peek(), others.peek()) {
                (Some(one), Some(other)) => {
                    let (one, other) = (**one, **other);
                    own.next_if(|_| one <= other);
                    others.next_if(|_| other <= one);
                    one != other
                }
                (None, None) => break,
                _ => {
                    own.next();
                    others.next();
                    true
                }
            };
            apart += usize::from(is_apart);
            if apart > MOST_APART {
                return false;
            }
        }
        self.likeness(other) >= NEAR
    }
}

/// The [`KEPT`] smallest of many hashes.
struct Smallest {
    /// With some that are too many, and some twice.
    hashes: Vec<u64>,
    /// A larger one is none of them.
    most: u64,
}

impl Default for Smallest {
    fn default() -> Self {
        Self {
            hashes: Vec::new(),
            most: u64::MAX,
        }
    }
}

impl Smallest {
    fn add(&mut self, hash: u64) {
        if hash > self.most {
            return;
        }
        self.hashes.push(hash);
        if self.hashes.len() >= 4 * KEPT {
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        self.hashes.truncate(KEPT);
        if self.hashes.len() == KEPT
            && let Some(last) = self.hashes.last()
        {
            self.most = *last;
        }
    }

    fn into_sorted(mut self) -> Vec<u64> {
        self.settle();
        self.hashes.shrink_to_fit();
        self.hashes
    }
}

/// Sketches by what they hold, so that the one near a new document is found without a look at the
/// others: what it costs does not grow with how many there are.
#[derive(Debug, Default)]
pub struct SketchBook {
    sketches: Vec<Sketch>,
    /// The first sketches that have a hash among their [`LEADING`] ones, by their places.
    holders: HashMap<u64, Vec<usize>>,
}

impl SketchBook {
    /// Adds a sketch; its place is the number of those before it.
    pub fn add(&mut self, sketch: Sketch) {
        let place = self.sketches.len();
        for hash in sketch.0.iter().take(LEADING) {
            let holders = self.holders.entry(*hash).or_default();
            if holders.len() < MOST_SHARERS {
                holders.push(place);
            }
        }
        self.sketches.push(sketch);
    }

    /// The place of the first sketch that is near this one.
    pub fn near(&self, sketch: &Sketch) -> Option<usize> {
        let mut places = self.candidates(sketch).into_iter();
        places.find(|place| {
            let known = self.sketches.get(*place);
            known.is_some_and(|known| known.is_near(sketch))
        })
    }

    /// Sketches that share a leading hash with this one, in order.
    fn candidates(&self, sketch: &Sketch) -> BTreeSet<usize> {
        let leading = sketch.0.iter().take(LEADING);
        let holders = leading.filter_map(|hash| self.holders.get(hash));
        holders.flatten().copied().collect()
    }
}

/// Passes on the hash of every [`SHINGLE`] words in a row. Words are without case and punctuation; a
/// Han character is a word.
fn each_run(text: &str, mut pass_on: impl FnMut(u64)) {
    let mut runs = Runs::default();
    for c in text.chars() {
        if matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}') {
            runs.end_word(&mut pass_on);
            runs.begin_word();
            runs.add(c);
            runs.end_word(&mut pass_on);
        } else if c.is_alphanumeric() {
            runs.begin_word();
            runs.add_small(c);
        } else {
            runs.end_word(&mut pass_on);
        }
    }
    runs.end_word(&mut pass_on);
}

/// The hashes of the runs that the word at hand is in, one for each place that it may have in a run.
#[derive(Default)]
struct Runs {
    hashes: [u64; SHINGLE],
    /// Words that are at their end.
    words: usize,
    is_in_word: bool,
}

impl Runs {
    fn begin_word(&mut self) {
        if !self.is_in_word {
            self.is_in_word = true;
            if let Some(hash) = self.hashes.get_mut(self.words % SHINGLE) {
                *hash = FNV_BEGIN;
            }
        }
    }

    fn add_small(&mut self, c: char) {
        if c.is_ascii() {
            self.add(c.to_ascii_lowercase());
        } else {
            c.to_lowercase().for_each(|small| self.add(small));
        }
    }

    fn add(&mut self, c: char) {
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            for hash in &mut self.hashes {
                *hash = (*hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
            }
        }
    }

    fn end_word(&mut self, pass_on: &mut impl FnMut(u64)) {
        if !self.is_in_word {
            return;
        }
        self.add(' ');
        self.is_in_word = false;
        self.words += 1;
        // the run that began the longest ago, whose place the next word takes
        if self.words >= SHINGLE
            && let Some(hash) = self.hashes.get(self.words % SHINGLE)
        {
            pass_on(mixed(*hash));
        }
    }
}

/// FNV-1a, which is the same on every machine.
const FNV_BEGIN: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

/// So that small values are as likely as any.
fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{FNV_BEGIN, FNV_PRIME, KEPT, MOST_SHARERS, SHINGLE, Sketch, SketchBook, mixed};

    /// The sketch by its definition, word by word. Journals hold sketches: they stay what they are.
    fn by_definition(text: &str) -> Vec<u64> {
        let is_han = |c: char| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}');
        let apart = text.chars().map(|c| match c {
            c if is_han(c) => format!(" {c} "),
            c if c.is_alphanumeric() => c.to_lowercase().collect(),
            _ => " ".to_owned(),
        });
        let apart: String = apart.collect();
        let words: Vec<&str> = apart.split(' ').filter(|word| !word.is_empty()).collect();
        let hash = |run: &[&str]| {
            let bytes = run.iter().flat_map(|word| word.bytes().chain([b' ']));
            mixed(bytes.fold(FNV_BEGIN, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
            }))
        };
        let mut hashes: Vec<u64> = words.windows(SHINGLE).map(hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        hashes.truncate(KEPT);
        hashes
    }

    proptest! {
        #[test]
        fn a_sketch_is_what_its_definition_says(
            text in "([A-Za-z]{1,6}|[收入增长的ǅİß\u{3007}]|[0-9]|[ ,.，。\n-]){0,900}"
        ) {
            prop_assert_eq!(Sketch::of(&text).into_hashes(), by_definition(&text));
        }

        #[test]
        fn near_is_what_the_likeness_says(
            one in prop::collection::vec(0_u64..300, 0..200),
            other in prop::collection::vec(0_u64..300, 0..200),
        ) {
            let sketch = |mut hashes: Vec<u64>| {
                hashes.sort_unstable();
                hashes.dedup();
                hashes.truncate(KEPT);
                Sketch::from_hashes(hashes)
            };
            let (one, other) = (sketch(one), sketch(other));
            prop_assert_eq!(one.is_near(&other), one.likeness(&other) >= super::NEAR);
        }
    }

    /// Sentences that a figure and a name tell apart.
    fn report(company: &str, quarter: usize, sentences: usize) -> String {
        (0..sentences)
            .map(|line| {
                let figure = line * 37 + quarter * 13;
                format!(
                    "In line {line} {company} reported an amount of {figure} million for the \
                     period, which the board discussed at length with its advisers. "
                )
            })
            .collect()
    }

    #[test]
    fn a_copy_with_altered_digits_is_near_and_another_quarter_is_not() {
        let original = report("Acme", 1, 120);
        let altered = original.replacen("amount of 124 ", "amount of 942 ", 1);
        let framed = format!("Home | About\n\n{original}\n\nAll rights reserved.");
        let cases = [
            ("itself", original.clone(), true),
            ("one digit altered", altered, true),
            ("with a frame around it", framed, true),
            ("in capitals", original.to_uppercase(), true),
            (
                "another company's",
                report("Borealis Holdings", 1, 120),
                false,
            ),
            ("a short note", "Acme rose.".to_owned(), false),
            ("nothing", String::new(), false),
        ];
        let sketch = Sketch::of(&original);
        for (name, other, expected) in cases {
            let other = Sketch::of(&other);
            assert_eq!(
                sketch.is_near(&other),
                expected,
                "{name}: {}",
                sketch.likeness(&other)
            );
            assert_eq!(sketch.likeness(&other), other.likeness(&sketch), "{name}");
        }
    }

    #[test]
    fn chinese_copies_are_near() {
        let text = "公司全年实现营业收入四十六亿元，同比增长百分之二十三，主要受益于视觉传感器需求。\
                    研发投入持续增加，毛利率小幅提升。管理层预计明年资本开支将有所下降。";
        let sketch = Sketch::of(text);
        assert!(sketch.is_near(&Sketch::of(&format!("转载：{text}"))));
        assert!(!sketch.is_near(&Sketch::of(
            "今天天气很好，适合出门散步，公园里有许多人在放风筝。"
        )));
    }

    #[test]
    fn a_copy_is_found_among_many_at_the_cost_of_one_comparison() {
        let text = |place: usize| report(&format!("Company{place}"), place, 40);
        let mut book = SketchBook::default();
        let mut looked_at = Vec::new();
        for place in 0..301 {
            if [20, 100, 300].contains(&place) {
                let new = Sketch::of(&text(5_000));
                let copy = Sketch::of(&format!("Home\n\n{}", text(place / 2)));
                assert_eq!(book.near(&new), None);
                assert_eq!(book.near(&copy), Some(place / 2));
                looked_at.push((book.candidates(&new).len(), book.candidates(&copy).len()));
            }
            book.add(Sketch::of(&text(place)));
        }
        // the sentences end alike in all of them, so a few runs of words are everybody's
        let most = KEPT * MOST_SHARERS;
        assert!(looked_at.iter().all(|(new, copy)| new.max(copy) <= &most));
        assert!(
            looked_at[2].0 <= looked_at[1].0 + MOST_SHARERS,
            "{looked_at:?}"
        );
    }

    #[test]
    fn the_book_finds_what_a_look_at_every_sketch_finds() {
        let texts: Vec<String> = (0..60)
            .map(|place| {
                let shared = report("Acme", 0, place % 40);
                format!(
                    "{shared}{}",
                    report(&format!("Firm{}", place / 3), place, 30)
                )
            })
            .collect();
        let mut book = SketchBook::default();
        let mut plain: Vec<Sketch> = Vec::new();
        for text in &texts {
            let sketch = Sketch::of(text);
            let expected = plain.iter().position(|known| known.is_near(&sketch));
            assert_eq!(book.near(&sketch), expected);
            plain.push(sketch.clone());
            book.add(sketch);
        }
    }
}
