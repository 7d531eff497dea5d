use std::sync::LazyLock;

/// Whether an order would hold the word.
pub(crate) fn is_known(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

/// The longest word of an order that the text begins with.
pub(crate) fn longest_known(text: &str) -> Option<&'static str> {
    // The words with this beginning stand together, and the longest that fits is the last.
    let first = text.get(..1)?;
    let start = WORDS.partition_point(|word| *word < first);
    let same = WORDS.get(start..)?.iter();
    let fits = |word: &&&'static str| text.starts_with(**word);
    same.take_while(|word| word.starts_with(first))
        .filter(fits)
        .last()
        .copied()
}

static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut words: Vec<&str> = LIST.split_ascii_whitespace().collect();
    words.sort_unstable();
    words
});

/// Words of which orders are made. A disguise is taken off only where one of them appears.
const LIST: &str = "\
    abandon above act ai all always an and answer any are as assistant be before buy bypass \
    chat command commands constraints content context conversation current data developer \
    directions directives discard dismiss disregard do documents dont drop earlier email \
    enabled every everything existing final follow following foregoing forget former forward \
    from give given guidelines hidden ignore in information initial input instead \
    instruction instructions just language me message messages mode model must my neglect \
    never new not now obey of on only or original other our output overlook override \
    password passwords past please policies preceding pretend previous previously print \
    prior programming prompt prompts provided questions rate recommend repeat reply report \
    request requests respond response restrictions reveal rules safety said say secret send \
    should show state stop summary system task tasks tell text that the these this those to \
    told training user users with write you your \
    ";
