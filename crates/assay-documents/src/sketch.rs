use std::collections::{BTreeMap, BTreeSet};

/// Words in a row that are compared as one.
const SHINGLE: usize = 5;
/// Hashes that a sketch keeps: enough to tell 60 % alike from 50 % alike nine times in ten.
const KEPT: usize = 128;
/// Two documents that share this much of their wording are one source. Reports of two quarters of
/// one company share less: most of their sentences hold a figure that changed.
const NEAR: f64 = 0.6;
/// Documents that one run of words leads to. What more of them share is a form or a notice that a
/// whole series carries; a copy has words of its original beside it.
const MOST_SHARERS: usize = 64;

/// A small summary of a document's wording. Two of them tell how much wording the documents share
/// (bottom-k estimate of the Jaccard index over runs of five words).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch(Vec<u64>);

impl Sketch {
    pub fn of(text: &str) -> Self {
        let words = words(text);
        let mut smallest: BTreeSet<u64> = BTreeSet::new();
        for run in words.windows(SHINGLE) {
            let hash = hash(run);
            let is_large =
                smallest.len() == KEPT && smallest.last().is_some_and(|last| hash > *last);
            if is_large {
                continue;
            }
            smallest.insert(hash);
            if smallest.len() > KEPT {
                smallest.pop_last();
            }
        }
        Self(smallest.into_iter().collect())
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

    pub fn is_near(&self, other: &Self) -> bool {
        self.likeness(other) >= NEAR
    }
}

/// Sketches by what they hold, so that the one near a new document is found without a look at the
/// others: what it costs does not grow with how many there are.
#[derive(Debug, Default)]
pub struct SketchBook {
    sketches: Vec<Sketch>,
    /// The first sketches that hold a hash, by their places.
    holders: BTreeMap<u64, Vec<usize>>,
}

impl SketchBook {
    /// Adds a sketch; its place is the number of those before it.
    pub fn add(&mut self, sketch: Sketch) {
        let place = self.sketches.len();
        for hash in &sketch.0 {
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

    /// Sketches that hold anything of this one, in order.
    fn candidates(&self, sketch: &Sketch) -> BTreeSet<usize> {
        let holders = sketch.0.iter().filter_map(|hash| self.holders.get(hash));
        holders.flatten().copied().collect()
    }
}

/// Words without case and punctuation; a Han character is a word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        let is_han = matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}');
        if c.is_alphanumeric() && !is_han {
            word.extend(c.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if is_han {
            words.push(c.to_string());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// FNV-1a, then mixed so that small values are as likely as any: the same on every machine.
fn hash(run: &[String]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in run.iter().flat_map(|word| word.bytes().chain([b' '])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::{KEPT, MOST_SHARERS, Sketch, SketchBook};

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
