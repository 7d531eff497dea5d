use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use assay_figures::{ideas_in, stem};

/// What a text is about, for matching a question with a sentence in either language.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    ideas: BTreeSet<&'static str>,
    words: BTreeSet<String>,
}

/// An idea matches across wording and language, so it weighs more than a shared word.
const IDEA_WEIGHT: usize = 3;

impl Terms {
    pub(crate) fn of(text: &str) -> Self {
        Self {
            ideas: ideas_in(text),
            words: words_of(text),
        }
    }

    /// The words alone, without those that only join Chinese ones.
    pub(crate) fn words(text: &str) -> Self {
        let mut words = words_of(text);
        words.retain(|word| !word.contains(['的', '了', '与', '和', '在', '是']));
        Self {
            ideas: BTreeSet::new(),
            words,
        }
    }

    /// Takes away what every passage of the topic has, such as the company's name.
    pub(crate) fn without(mut self, common: &Terms) -> Self {
        self.words.retain(|word| !common.words.contains(word));
        self
    }

    /// Whether a text can match these terms by more than it shares with `common`.
    pub(crate) fn can_be_met_beyond(&self, common: &Terms) -> bool {
        let ideas = self.ideas.difference(&common.ideas).count();
        let words = self.words.difference(&common.words).count();
        is_match(ideas, words)
    }

    pub(crate) fn merge(&mut self, other: Terms) {
        self.ideas.extend(other.ideas);
        self.words.extend(other.words);
    }

    pub(crate) fn has_idea(&self, idea: &str) -> bool {
        self.ideas.contains(idea)
    }

    pub(crate) fn has_ideas(&self) -> bool {
        !self.ideas.is_empty()
    }

    pub(crate) fn word_count(&self) -> usize {
        self.words.len()
    }

    /// How many of these words `other` has.
    pub(crate) fn words_in(&self, other: &Terms) -> usize {
        self.words.intersection(&other.words).count()
    }

    /// Four fifths of the words are the same.
    pub(crate) fn is_nearly(&self, other: &Terms) -> bool {
        let (few, many) = (self.words.len(), other.words.len());
        if few.min(many) * 5 < few.max(many) * 4 {
            return false;
        }
        let shared = self.words.intersection(&other.words).count();
        let all = self.words.union(&other.words).count();
        all > 0 && shared * 5 >= all * 4
    }

    /// As [`Terms::match_score`], with what few texts have counting for more.
    pub(crate) fn weighted_score(&self, other: &Terms, rarity: &Rarity) -> usize {
        if self.match_score(other) == 0 {
            return 0;
        }
        let ideas = self.ideas.intersection(&other.ideas);
        let words = self.words.intersection(&other.words);
        ideas
            .map(|idea| IDEA_WEIGHT * rarity.of(idea))
            .sum::<usize>()
            + words.map(|word| rarity.of(word)).sum::<usize>()
    }

    /// How well `other` answers these terms; 0 is not at all.
    pub(crate) fn match_score(&self, other: &Terms) -> usize {
        let ideas = self.ideas.intersection(&other.ideas).count();
        let words = self.words.intersection(&other.words).count();
        if is_match(ideas, words) {
            ideas * IDEA_WEIGHT + words
        } else {
            0
        }
    }
}

/// One shared word is chance.
fn is_match(ideas: usize, words: usize) -> bool {
    ideas > 0 || words >= 2
}

/// How telling a term is among the texts at hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rarity {
    holders: BTreeMap<String, usize>,
    texts: usize,
}

impl Rarity {
    pub(crate) fn among<'t>(texts: impl Iterator<Item = &'t Terms>) -> Self {
        let mut rarity = Self::default();
        for terms in texts {
            rarity.texts += 1;
            let ideas = terms.ideas.iter().map(|idea| (*idea).to_owned());
            for term in ideas.chain(terms.words.iter().cloned()) {
                *rarity.holders.entry(term).or_default() += 1;
            }
        }
        rarity
    }

    /// 1 for what half of the texts have, up to 4.
    fn of(&self, term: &str) -> usize {
        let holders = self.holders.get(term).copied().unwrap_or(1).max(1);
        let rarity = (self.texts / holders).checked_ilog2().unwrap_or(0);
        usize::try_from(rarity).unwrap_or(0).clamp(1, 4)
    }
}

const COMMON: &str = " a an the and or of in on at to for from by with as is are was were be been its our their his \
her it we they this that these those which what who whom whose how why when where does do did has have had not no \
but if so than then there here can could should would will may might about into over under per company companies \
group business much many large main key important all any each some such more most other also analysis analyse \
analyze overview assessment year years today evidence support supports favour matter matters come comes set sets \
apart use used using fiscal figure figures period periods reported ";

static COMMON_WORDS: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| COMMON.split_whitespace().collect());

pub(crate) fn is_common(word: &str) -> bool {
    COMMON_WORDS.contains(word)
}

fn words_of(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut han: Vec<char> = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if is_han(c) {
            han.push(c);
        } else {
            add_bigrams(&mut han, &mut words);
        }
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
        } else if !word.is_empty() {
            let taken = std::mem::take(&mut word);
            if taken.len() >= 3 && !is_common(&taken) && !taken.bytes().all(|b| b.is_ascii_digit())
            {
                words.insert(stem(&taken));
            }
        }
    }
    words
}

const COMMON_HAN: [&str; 30] = [
    "什么", "哪些", "如何", "怎样", "是否", "公司", "分析", "多少", "有哪", "主要", "情况", "以及",
    "研究", "何变", "多大", "怎么", "为什", "其中", "我们", "他们", "这个", "可以", "已经", "进行",
    "通过", "目前", "包括", "相关", "证据", "支持",
];

fn add_bigrams(han: &mut Vec<char>, words: &mut BTreeSet<String>) {
    for pair in han.windows(2) {
        let bigram: String = pair.iter().collect();
        if !COMMON_HAN.contains(&bigram.as_str()) {
            words.insert(bigram);
        }
    }
    han.clear();
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// The words of a question that carry meaning, in order, for a search box.
pub(crate) fn content_words(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for word in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '&' | '/' | '\'')))
    {
        let lower = word.to_lowercase();
        if !word.is_empty() && !is_common(&lower) && !kept.contains(&word) && kept.len() < 10 {
            kept.push(word);
        }
    }
    kept.join(" ")
}
