//! Small closed lists of words that turn, weaken, widen or order what a sentence says.

use std::sync::LazyLock;

use assay_figures::Direction;

use super::listed::Known;
use super::reading::is_calendar;

/// How sure a clause is; the order is from doubt to fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Certainty {
    /// May, could, alleged.
    Possible,
    /// Will, expects, plans, believes.
    Expected,
    Fact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Not,
    Hedge(Certainty),
    /// If, unless: what depends on it is not a fact.
    Condition,
    /// Except, other than: takes something out.
    Exception,
    /// All, every, only.
    Universal,
    /// Some, certain, primarily.
    Partial,
    /// What follows is the cause: because, due to.
    CauseFollows,
    /// What follows is the effect: led to, resulted in.
    EffectFollows,
    /// While, but, although: a new clause.
    Turn,
    Way(Direction),
}

impl Mark {
    /// A word of this kind also says something of its own that must be found.
    pub(crate) fn is_content(self) -> bool {
        matches!(self, Self::Way(_))
    }
}

const NOT: &str = "not|no|non|nothing|never|without|neither|nor|none|nobody|cannot|can't|don't|doesn't|didn't|isn't|aren't|wasn't|\
    weren't|won't|wouldn't|hasn't|haven't|hadn't|couldn't|failed to|fails to|fail to|unable to|lack of|lacks|lacked|\
    absence of|refused to|declined to|rather than|instead of|prevented from";
const NOT_A_NEGATION: &str = "over the course of|in the course of|during the course of|as a rule|if any|if applicable|fall due|falls due|fell due|falling due|over the|year before|years before|quarter before|year earlier|may not exceed|must not exceed|cannot exceed|shall not exceed|not to exceed|not quite|no fewer than|even if|if anything|as if|not only|no later than|no less than|no more than|not least|no doubt|not just|not until|just over|a little over|slightly over|well over|a little more than|little more than|slightly more than|just under|slightly under|a little under|slightly less than|a little less than";
/// Whose a result is, which is no cause.
const NOT_A_CAUSE: &str = "attributable to the parent|attributable to parent|attributable to owners|attributable to the owners|attributable to shareholders|\
    attributable to stockholders|attributable to shareowners|attributable to common|attributable to ordinary|attributable to equity|\
    attributable to noncontrolling|attributable to non-controlling|attributable to minority|attributable to the company";
const POSSIBLE: &str = "whether|under review|may|might|could|can|possible|possibly|perhaps|potential|potentially|likely|unlikely|appears|\
    appear|seems|seem|alleges|alleged|allege|alleging|allegedly|allegations|purported|rumoured|rumored|risk that|\
    uncertain|suspected|reportedly|denied that|denies that|denying that|denied having|dismissed the claim|\
    dismissed claims|rejected the claim|rejected claims|claims that|claimed that|tried to|tries to|attempted to|attempts to|\
    letter of intent|memorandum of understanding|probably|probable|tentative|tentatively|provisional|provisionally|preliminary|preliminarily";
const EXPECTED: &str = "will|shall|would|should|expects|expect|expected|expecting|anticipates|anticipate|anticipated|\
    intends|intend|intended|plans to|plan to|planned|planning to|plans|aims|aim to|aims to|targets|targeted|seeks|seek|\
    seeking|believes|believe|believed|estimates|estimated|estimate|forecast|forecasts|projected|propose|proposed|proposes|\
    considering|considers|evaluating|exploring|hopes|scheduled|guidance|outlook|going to|about to|upcoming|\
    under development|in development|road map|roadmap|slated|envisages|envisaged|foresees|wants to|want to|hope to|\
    aspires to|ambition|strives to|striving to|looking to|preparing to|to be|obligation to|obligations to|obligated to|obliged to|commitment to|\
    committed to|right to|option to|required to|must|have to|has to|need to|needs to|calls for|call for|on track to|goal|prospective|pending";
const CONDITION: &str = "if|unless|provided that|in the event|in that event|in such event|in that case|assuming|\
    contingent on|contingent upon|conditional on";
const EXCEPTION: &str = "subject to|depending on|except|except for|other than|excluding|until|outside|outside of|apart from|aside from|exclusive of";
const UNIVERSAL: &str = "all|every|each|only|sole|solely|entire|entirely|exclusively|always|wholly|everywhere|everyone|\
    everything|completely|fully|no other|worldwide|automatically|never|alone|exact|exactly|precisely|as a whole|\
    across the board|without exception|in full|unconditionally";
const PARTIAL: &str = "some|certain|several|many|few|most|mostly|mainly|primarily|largely|chiefly|principally|partly|\
    partially|part of|portion of|major|selected|generally|typically|often|sometimes|at times|various|in part|\
    predominantly|a number of|majority of|limited";
const CAUSE_FOLLOWS: &str = "because of|because|due to|due primarily to|due mainly to|due in part to|due largely to|\
    owing to|thanks to|as a result of|driven by|driven primarily by|driven mainly by|driven largely by|\
    primarily driven by|attributable to|attributed to|caused by|resulting from|resulted from|on account of|\
    stemming from|stemmed from|led by|reflecting|on the back of|helped by|boosted by|supported by|offset by|\
    partially offset by|partly offset by|since|given|the result of|a consequence of";
const EFFECT_FOLLOWS: &str = "led to|leads to|leading to|lead to|resulted in|resulting in|results in|caused|causes|\
    causing|drove|drives|driving|contributed to|contributing to|boosted|weighed on|held back|consequently|brought about|\
    prompted|triggered|driver of|the driver of|the main driver of|the cause of|cause of|\
    reason for|the reason for|main reason for|the main reason for|primary reason for|the primary reason for";
const TURN: &str = "while|whereas|but|although|though|however|despite|even though|yet|and";
const UP: &str = "up|higher|rise|rises|rose|risen|rising|grow|grows|grew|grown|growing|growth|increase|increases|\
    increased|increasing|increasingly|climb|climbs|climbed|climbing|gain|gains|gained|improve|improves|improved|\
    improving|improvement|expand|expands|expanded|expanding|expansion|jump|jumped|surge|surged|surging|soar|soared|\
    widened|rebounded|recovered|strengthened|stronger|strengthening|exceeded|exceeds|exceed|exceeding|above|more|\
    greater|larger|faster|better|outpaced|advanced|doubled|tripled|added|accelerated|accelerating|lifted|raised|\
    weakening less|raise|raises|raising|lift|lifts|lifting|push up|pushes up|pushed up|pushing up|drive up|drives up|drove up|driven up|upward|heavier|tighter|stricter|tightened|tightens|go up|goes up|going up|went up|gone up|move up|\
    moved up|edged up|ticked up|crept up|picked up|bigger|dearer|costlier|pricier|longer|lengthened|swelled|ballooned";
const DOWN: &str = "down|lower|fall|falls|fell|fallen|falling|decline|declines|declined|declining|decrease|decreases|\
    decreased|decreasing|drop|drops|dropped|dropping|shrink|shrinks|shrank|shrunk|shrinking|contracted|contraction|\
    contract|slipped|slid|narrowed|reduce|reduces|reduced|reducing|reduction|reductions|tumbled|plunged|plummeted|\
    slumped|sank|dipped|eased|weakened|weaker|weakness|softened|deteriorated|worsened|eroded|halved|downturn|below|\
    less|fewer|smaller|slower|worse|trimmed|shaved|pared|lowered|sagged|retreated|receded|dwindled|slowed|slowing|downward|cut|cuts|cutting|under|rarer|scarcer|looser|loosened|loosens|loosen|lighter|\
    push down|pushes down|pushed down|bring down|brings down|brought down|drive down|drives down|drove down|drag down|dragged down|\
    go down|goes down|going down|went down|gone down|come down|came down|coming down|move down|moved down|edged down|ticked down|\
    cheaper|shorter|shortened|thinner|slimmer|evaporated|evaporate|dried up|tapered|diminished|diminish";

/// The words of an entry, and its mark; none where the words only look like one.
type Entry = (Vec<&'static str>, Option<Mark>);

/// The entries of all lists by their first word, the list that wins among equally long ones first.
static ENTRIES: LazyLock<Known<&'static str, Vec<Entry>>> = LazyLock::new(|| {
    let lists = [
        (NOT_A_NEGATION, None),
        (NOT_A_CAUSE, None),
        (CAUSE_FOLLOWS, Some(Mark::CauseFollows)),
        (NOT, Some(Mark::Not)),
        (CONDITION, Some(Mark::Condition)),
        (EXCEPTION, Some(Mark::Exception)),
        (POSSIBLE, Some(Mark::Hedge(Certainty::Possible))),
        (EXPECTED, Some(Mark::Hedge(Certainty::Expected))),
        (UNIVERSAL, Some(Mark::Universal)),
        (PARTIAL, Some(Mark::Partial)),
        (TURN, Some(Mark::Turn)),
        (UP, Some(Mark::Way(Direction::Up))),
        (DOWN, Some(Mark::Way(Direction::Down))),
        (EFFECT_FOLLOWS, Some(Mark::EffectFollows)),
    ];
    let mut entries: Known<&'static str, Vec<Entry>> = Known::default();
    for (list, mark) in lists {
        for entry in list.split('|') {
            let words: Vec<&'static str> = entry.split(' ').collect();
            if let Some(first) = words.first() {
                entries.entry(first).or_default().push((words, mark));
            }
        }
    }
    entries
});

/// The length in words of an expression that a text begins with and that only looks like a mark.
pub(crate) fn plain_expression(words: &[String]) -> Option<usize> {
    let known = ENTRIES.get(words.first()?.as_str())?;
    let mut fitting = known.iter().filter(|(entry, mark)| {
        mark.is_none()
            && words.len() >= entry.len()
            && entry.iter().zip(words).all(|(part, word)| part == word)
    });
    fitting.next().map(|(entry, _)| entry.len())
}

/// The mark that a text begins with, and its length in words. Words are in lower case.
pub(crate) fn mark_of(words: &[String]) -> Option<(Mark, usize)> {
    if is_date(words) {
        return Some((Mark::Hedge(Certainty::Expected), 2));
    }
    let known = ENTRIES.get(words.first()?.as_str())?;
    let fits = |(entry, _): &&Entry| {
        words.len() >= entry.len()
            && entry.iter().zip(words).all(|(part, word)| part == word)
            && !is_fall(entry, words)
            && !is_time(entry, words)
    };
    let found: Vec<&Entry> = known.iter().filter(fits).collect();
    if found.iter().any(|(_, mark)| mark.is_none()) {
        return None;
    }
    let longest = found.iter().rev().max_by_key(|(entry, _)| entry.len())?;
    longest.1.map(|mark| (mark, longest.0.len()))
}

/// `declined to 6,174` refuses nothing.
fn is_fall(entry: &[&str], words: &[String]) -> bool {
    static ROUGH: assay_domain::WordList = assay_domain::word_list!("wording/marks/rough");
    let next = words.get(entry.len()).map_or("", String::as_str);
    let is_amount = next.starts_with(|c: char| c.is_ascii_digit()) || ROUGH.contains(&next);
    entry == ["declined", "to"] && is_amount
}

/// `due to expire in May` gives no cause.
fn is_date(words: &[String]) -> bool {
    static DEEDS: assay_domain::WordList = assay_domain::word_list!("wording/marks/due");
    match words {
        [due, to, deed, ..] => due == "due" && to == "to" && DEEDS.contains(&deed.as_str()),
        _ => false,
    }
}

/// `since 2021`, `since the start of the year` gives no cause.
fn is_time(entry: &[&str], words: &[String]) -> bool {
    static TIMES: assay_domain::WordList = assay_domain::word_list!("wording/marks/times");
    let mut behind = words.iter().skip(entry.len()).map(String::as_str);
    let next = behind.find(|word| !matches!(*word, "the" | "its"));
    let names_time = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) || TIMES.contains(&word) || is_calendar(word)
    };
    entry == ["since"] && next.is_some_and(names_time)
}

const HAN: &[(&str, Mark)] = &[
    ("并未", Mark::Not),
    ("尚未", Mark::Not),
    ("从未", Mark::Not),
    ("没有", Mark::Not),
    ("并非", Mark::Not),
    ("不是", Mark::Not),
    ("不会", Mark::Not),
    ("不能", Mark::Not),
    ("不得", Mark::Not),
    ("不再", Mark::Not),
    ("无法", Mark::Not),
    ("未能", Mark::Not),
    ("未有", Mark::Not),
    ("不受", Mark::Not),
    ("不存在", Mark::Not),
    ("未", Mark::Not),
    ("不", Mark::Not),
    ("无", Mark::Not),
    ("非", Mark::Not),
    ("可能", Mark::Hedge(Certainty::Possible)),
    ("或将", Mark::Hedge(Certainty::Possible)),
    ("或许", Mark::Hedge(Certainty::Possible)),
    ("也许", Mark::Hedge(Certainty::Possible)),
    ("能够", Mark::Hedge(Certainty::Possible)),
    ("潜在", Mark::Hedge(Certainty::Possible)),
    ("似乎", Mark::Hedge(Certainty::Possible)),
    ("指控", Mark::Hedge(Certainty::Possible)),
    ("否认", Mark::Hedge(Certainty::Possible)),
    ("驳回", Mark::Hedge(Certainty::Possible)),
    ("意向", Mark::Hedge(Certainty::Possible)),
    ("试图", Mark::Hedge(Certainty::Possible)),
    ("企图", Mark::Hedge(Certainty::Possible)),
    ("声称", Mark::Hedge(Certainty::Possible)),
    ("据称", Mark::Hedge(Certainty::Possible)),
    ("有望", Mark::Hedge(Certainty::Possible)),
    ("预计", Mark::Hedge(Certainty::Expected)),
    ("预期", Mark::Hedge(Certainty::Expected)),
    ("预测", Mark::Hedge(Certainty::Expected)),
    ("估计", Mark::Hedge(Certainty::Expected)),
    ("计划", Mark::Hedge(Certainty::Expected)),
    ("打算", Mark::Hedge(Certainty::Expected)),
    ("规划", Mark::Hedge(Certainty::Expected)),
    ("路线图", Mark::Hedge(Certainty::Expected)),
    ("力争", Mark::Hedge(Certainty::Expected)),
    ("有意", Mark::Hedge(Certainty::Expected)),
    ("希望", Mark::Hedge(Certainty::Expected)),
    ("提议", Mark::Hedge(Certainty::Expected)),
    ("建议", Mark::Hedge(Certainty::Expected)),
    ("拟", Mark::Hedge(Certainty::Expected)),
    ("将要", Mark::Hedge(Certainty::Expected)),
    ("将会", Mark::Hedge(Certainty::Expected)),
    ("是否", Mark::Hedge(Certainty::Possible)),
    ("将", Mark::Hedge(Certainty::Expected)),
    ("会", Mark::Hedge(Certainty::Expected)),
    ("目标", Mark::Hedge(Certainty::Expected)),
    ("认为", Mark::Hedge(Certainty::Expected)),
    ("相信", Mark::Hedge(Certainty::Expected)),
    ("考虑", Mark::Hedge(Certainty::Expected)),
    ("寻求", Mark::Hedge(Certainty::Expected)),
    ("即将", Mark::Hedge(Certainty::Expected)),
    ("开发阶段", Mark::Hedge(Certainty::Expected)),
    ("开发中", Mark::Hedge(Certainty::Expected)),
    ("待", Mark::Hedge(Certainty::Expected)),
    ("如果", Mark::Condition),
    ("若", Mark::Condition),
    ("除非", Mark::Condition),
    ("一旦", Mark::Condition),
    ("假如", Mark::Condition),
    ("取决于", Mark::Exception),
    ("除外", Mark::Exception),
    ("不含", Mark::Exception),
    ("全部", Mark::Universal),
    ("所有", Mark::Universal),
    ("每个", Mark::Universal),
    ("每一", Mark::Universal),
    ("任何", Mark::Universal),
    ("唯一", Mark::Universal),
    ("仅", Mark::Universal),
    ("只有", Mark::Universal),
    ("完全", Mark::Universal),
    ("一律", Mark::Universal),
    ("均", Mark::Universal),
    ("都", Mark::Universal),
    ("始终", Mark::Universal),
    ("全球", Mark::Universal),
    ("部分", Mark::Partial),
    ("某些", Mark::Partial),
    ("一些", Mark::Partial),
    ("若干", Mark::Partial),
    ("多数", Mark::Partial),
    ("大部分", Mark::Partial),
    ("主要", Mark::Partial),
    ("少数", Mark::Partial),
    ("通常", Mark::Partial),
    ("由于", Mark::CauseFollows),
    ("主要系", Mark::CauseFollows),
    ("原因是", Mark::CauseFollows),
    ("原因为", Mark::CauseFollows),
    ("原因在于", Mark::CauseFollows),
    ("因为", Mark::CauseFollows),
    ("得益于", Mark::CauseFollows),
    ("受益于", Mark::CauseFollows),
    ("归因于", Mark::CauseFollows),
    ("源于", Mark::CauseFollows),
    ("来自于", Mark::CauseFollows),
    ("导致", Mark::EffectFollows),
    ("使得", Mark::EffectFollows),
    ("推动", Mark::EffectFollows),
    ("拉动", Mark::EffectFollows),
    ("带动", Mark::EffectFollows),
    ("造成", Mark::EffectFollows),
    ("促使", Mark::EffectFollows),
    ("因此", Mark::EffectFollows),
    ("拖累", Mark::EffectFollows),
    ("但", Mark::Turn),
    ("而", Mark::Turn),
    ("尽管", Mark::Turn),
    ("虽然", Mark::Turn),
    ("不过", Mark::Turn),
    ("同时", Mark::Turn),
    ("并", Mark::Turn),
    ("增长", Mark::Way(Direction::Up)),
    ("上升", Mark::Way(Direction::Up)),
    ("提升", Mark::Way(Direction::Up)),
    ("增加", Mark::Way(Direction::Up)),
    ("提高", Mark::Way(Direction::Up)),
    ("上涨", Mark::Way(Direction::Up)),
    ("走强", Mark::Way(Direction::Up)),
    ("扩大", Mark::Way(Direction::Up)),
    ("增至", Mark::Way(Direction::Up)),
    ("升至", Mark::Way(Direction::Up)),
    ("高于", Mark::Way(Direction::Up)),
    ("改善", Mark::Way(Direction::Up)),
    ("下降", Mark::Way(Direction::Down)),
    ("下滑", Mark::Way(Direction::Down)),
    ("减少", Mark::Way(Direction::Down)),
    ("降低", Mark::Way(Direction::Down)),
    ("下跌", Mark::Way(Direction::Down)),
    ("走弱", Mark::Way(Direction::Down)),
    ("疲软", Mark::Way(Direction::Down)),
    ("收窄", Mark::Way(Direction::Down)),
    ("降至", Mark::Way(Direction::Down)),
    ("减至", Mark::Way(Direction::Down)),
    ("低于", Mark::Way(Direction::Down)),
    ("萎缩", Mark::Way(Direction::Down)),
];

/// Words that only begin like a negation.
static HAN_PLAIN: assay_domain::WordList = assay_domain::word_list!("wording/marks/han_plain");

/// The mark that a Chinese run begins with, and its length in bytes.
pub(crate) fn han_marks(run: &str) -> Option<(Mark, usize)> {
    static BY_FIRST: LazyLock<Known<char, Vec<(&str, Mark)>>> = LazyLock::new(|| {
        let mut marks: Known<char, Vec<(&str, Mark)>> = Known::default();
        for (word, mark) in HAN {
            if let Some(first) = word.chars().next() {
                marks.entry(first).or_default().push((word, *mark));
            }
        }
        marks
    });
    let known = BY_FIRST.get(&run.chars().next()?)?;
    if HAN_PLAIN.iter().any(|word| run.starts_with(word)) {
        return None;
    }
    let found = known.iter().filter(|(word, _)| run.starts_with(word));
    found
        .max_by_key(|(word, _)| word.len())
        .map(|(word, mark)| (*mark, word.len()))
}
