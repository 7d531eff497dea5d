//! Words that say which way something moved, one list for everybody who asks.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::embedded::cut;
use crate::scan::WordSet;

/// Which way a change goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
}

const UP: &str = "up higher rise rises rose risen rising grow grows grew grown growing growth increase \
    increases increased increasing climb climbs climbed climbing gain gains gained gaining \
    improve improves improved improving improvement improvements expand expands expanded \
    expanding expansion jump jumps jumped jumping advanced added surge surges surged surging soar \
    soars soared soaring leap leaps leapt leaped spiked swelled swollen skyrocketed rocketed \
    ballooned widen widens widened widening rebounded recovered strengthened upturn uptick doubled \
    tripled trebled quadrupled quintupled doubling tripling lifted boosted accelerated multiplied \
    mounted mounting";

const DOWN: &str = "down lower fall falls fell fallen falling decline declines declined declining decrease \
    decreases decreased decreasing drop drops dropped dropping shrink shrinks shrank shrunk \
    shrinking contracted contraction slip slips slipped slipping slid slides sliding narrowed \
    narrows narrowing lost reduce reduces reduced reducing reduction reductions tumble tumbles \
    tumbled tumbling plunge plunges plunged plunging plummet plummets plummeted plummeting slump \
    slumps slumped slumping sank sunk sinking dip dips dipped dipping eased eases easing crash \
    crashed crashes collapse collapsed collapses dived nosedived slashed weakened softened \
    deteriorated worsened eroded halved downturn retreated receded dwindled shed shaved trimmed \
    pared lowered sagged waned subsided abated cut cuts cutting curbed";

/// Words that compare only where they stand behind the number: `8% below the prior year`. Before it
/// they are hedges.
const MORE: &str = "more above greater larger bigger stronger faster";
const LESS: &str = "less fewer below smaller weaker slower cheaper";

/// Longer ones first where one contains another.
static UP_HAN: assay_domain::WordList = assay_domain::word_list!("direction/up_han");
const DOWN_HAN: [&str; 28] = [
    "下降", "下滑", "减少", "降低", "回落", "下调", "下跌", "降至", "跌至", "减至", "缩至", "缩减",
    "暴跌", "骤降", "大跌", "锐减", "大降", "滑落", "收窄", "萎缩", "走低", "下挫", "降幅", "跌幅",
    "腰斩", "削减", "走弱", "恶化",
];

fn listed(words: &'static str) -> WordSet {
    WordSet::of(words.split_whitespace())
}

static UP_WORDS: LazyLock<WordSet> = LazyLock::new(|| listed(UP));
static DOWN_WORDS: LazyLock<WordSet> = LazyLock::new(|| listed(DOWN));
static MORE_WORDS: LazyLock<WordSet> = LazyLock::new(|| listed(MORE));
static LESS_WORDS: LazyLock<WordSet> = LazyLock::new(|| listed(LESS));

fn among(word: &str, up: &WordSet, down: &WordSet) -> Option<Direction> {
    if up.contains(word) {
        Some(Direction::Up)
    } else {
        down.contains(word).then_some(Direction::Down)
    }
}

/// The direction that one word of the Latin script gives, in any case.
pub fn direction_word(word: &str) -> Option<Direction> {
    among(word, &UP_WORDS, &DOWN_WORDS)
}

/// The direction that a word gives to the number right before it.
pub fn direction_behind(word: &str) -> Option<Direction> {
    direction_word(word).or_else(|| among(word, &MORE_WORDS, &LESS_WORDS))
}

static HAN_BEGINS: LazyLock<BTreeSet<char>> = LazyLock::new(|| {
    let words = UP_HAN.iter().chain(&DOWN_HAN);
    words.filter_map(|word| word.chars().next()).collect()
});

/// The word of direction that a text begins with, and its length.
fn direction_at_start_of_han(text: &str) -> Option<(usize, Direction)> {
    if !text.starts_with(|c| HAN_BEGINS.contains(&c)) {
        return None;
    }
    let among = |words: &[&str], direction| {
        let word = words.iter().find(|word| text.starts_with(**word))?;
        Some((word.len(), direction))
    };
    among(&UP_HAN, Direction::Up).or_else(|| among(&DOWN_HAN, Direction::Down))
}

/// The first word of direction in a run of Chinese characters: where it starts and ends.
pub fn direction_in_han(run: &str) -> Option<(usize, usize, Direction)> {
    run.char_indices().find_map(|(at, _)| {
        let (length, direction) = direction_at_start_of_han(cut(run, at..run.len()))?;
        Some((at, at + length, direction))
    })
}

/// The direction that a run of Chinese characters gives to the number behind it: that of its last
/// word of direction, or of the single character it ends in (`同比增`).
pub fn direction_at_end_of_han(run: &str) -> Option<Direction> {
    if run.ends_with(['增', '升', '涨']) {
        Some(Direction::Up)
    } else if run.ends_with(['降', '跌', '减']) {
        Some(Direction::Down)
    } else {
        run.char_indices().rev().find_map(|(at, _)| {
            let word = direction_at_start_of_han(cut(run, at..run.len()));
            word.map(|(_, direction)| direction)
        })
    }
}
