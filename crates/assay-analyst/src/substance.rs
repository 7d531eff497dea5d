//! How much a sentence says, by what is in it and not by what it is about: a figure, a name, a
//! period, a hedge, a pointer to another place.

use std::sync::LazyLock;

use assay_figures::{Measure, cut, measures_in, pattern};
use regex::Regex;

/// Places of a document, documents by their names, and what such a reference carries with it: the
/// period of a report, the act that a section is of.
static REFERENCE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?x)
        [“"][^”"]{1,90}[”"]
        | \b(?:Annual|Quarterly|Current|Interim|Half-Year(?:ly)?)\s+Reports?
          (?:\s+on\s+Forms?\s+[0-9A-Z][0-9A-Z/-]*)?
          (?:\s+(?:for|of)\s+(?:the\s+)?(?:our\s+)?(?:fiscal\s+|financial\s+)?(?:year|quarter|period)s?
             (?:\s+ended)?\s+(?:[A-Z][a-z]+\s+\d{1,2},\s+|\d{1,2}\s+[A-Z][a-z]+\s+)?\d{4})?
        | \b(?:the\s+)?(?:\d{4}\s+)?Proxy\s+Statement
        | \b(?:Sections?|Rules?|Regulations?)\s+[0-9A-Z][\w.()-]*
          (?:\s+of\s+the(?:\s+[A-Z]\w+)+(?:\s+Act)?(?:\s+of\s+\d{4})?)?
        | \b(?:[Nn]otes?|[Ii]tems?|Parts?|[Ee]xhibits?|Forms?|Schedules?|Annex|Appendix|[Tt]ables?|[Ff]igures?|[Pp]ages?|[Cc]hapters?)
          \s+(?:\d[\w.-]*|[IVX]+\b|[A-Z]\b)(?:(?:,|\s+and|\s+of|\s+to)\s+(?:\d[\w.-]*|[IVX]+\b|[A-Z]\b))*
        | \bNotes\s+to\s+(?:the\s+)?(?:[A-Z]\w+\s+)*Statements
        | 附注(?:[一二三四五六七八九十\d、（）()]+)? | 第[一二三四五六七八九十百\d]+[章节条页]
        "#,
    )
});

/// Words by which a text speaks of itself or of the place where something stands in it.
static ITSELF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)
        \b(?:herein|hereof|hereto|hereunder|thereto|elsewhere\s+in|incorporated\s+by\s+reference)\b
        | \b(?:this|these|our|the\s+(?:accompanying|following|foregoing|preceding|above|attached))
          \s+(?:\w+\s+)?(?:reports?|filings?|documents?|presentations?|articles?|web\s?sites?|pages?|releases?|
             tables?|notes?|discussions?|sections?|charts?|statements?|materials?|newsletters?)\b
        | \b(?:see|refer|described|discussed|disclosed|presented|summarized|set\s+forth|included)\s+
          (?:also\s+|further\s+|to\s+|in\s+|under\s+|below\b|above\b|elsewhere\b)
        | \bforward[-\s]looking\s+(?:\w+\s+)?(?:statements?|information)\b | 前瞻性(?:陈述|声明|信息)
        | 本(?:报告|文|公告|网站|材料|文件) | (?:详见|参见|请参阅|如下表|下表|见附注)
        ",
    )
});

/// Speaks to whoever reads it, not of the world.
static READER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:you|your|yours|readers?|subscribers?)\b|您|读者|投资者应"));

/// Numbers in words, and periods that have none.
static SPELLED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)
        \b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|twenty|thirty|forty|fifty|
           sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|half|thirds?|quarters?|
           twice|doubled|tripled|halved|percent)\b
        | \b(?:last|prior|previous|current|next|this|preceding)\s+(?:fiscal\s+|financial\s+)?(?:year|month|season|decade)\b
        | [一二三四五六七八九十百千万亿]+(?:[年月季天家个人名座倍成]|分之) | 去年|上年|今年|本年|同期
        ",
    )
});

/// Days of a calendar: they say as of when something is said, and count nothing.
static DAY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?x)
        \b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+\d{1,2},\s+\d{4}
        | \b\d{1,2}\s+(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+\d{4}
        | \b(?:19|20)\d\d-\d\d-\d\d\b
        | (?:19|20)\d\d\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日
        ",
    )
});

/// Something happened: a verb of the past that no form of `be` turns into a rule.
static PAST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)
        \b(?:was|were|had|has|have|did|rose|fell|grew|drove|made|sold|bought|won|lost|began|became|brought|
           built|came|gave|held|kept|led|left|met|paid|ran|saw|shrank|sank|spent|stood|took|went|wrote)\b
        | (?:^|[^\w])(?:we|they|it|company|management|customers?|suppliers?|prices?|sales|orders?|demand|\w{3,}s)
          \s+(?:\w+ly\s+)?\w{2,}ed\b
        ",
    )
});

/// Says where something stands, or speaks of the text itself or to its reader, and states nothing
/// else: without its references it has no figure, no name and no period. A footnote belongs to its
/// table.
pub(crate) fn is_about_the_text(sentence: &str) -> bool {
    if is_footnote(sentence) {
        return true;
    }
    let bare = REFERENCE.replace_all(sentence, " ");
    let points = bare.len() != sentence.len() && refers(sentence);
    (points || ITSELF.is_match(sentence) || READER.is_match(sentence)) && !is_particular(&bare)
}

/// A reference that the sentence turns to, and not only a title in quotation marks.
fn refers(sentence: &str) -> bool {
    REFERENCE
        .find_iter(sentence)
        .any(|found| !found.as_str().starts_with(['“', '"']))
}

/// States a figure, a name or a period: something that is not true of everybody.
pub(crate) fn is_particular(sentence: &str) -> bool {
    sentence.contains(|c: char| c.is_ascii_digit())
        || SPELLED.is_match(sentence)
        || names_something(sentence)
}

/// A number that counts something: not a day, and not the number of a note.
pub(crate) fn counts_something(sentence: &str) -> bool {
    let bare = REFERENCE.replace_all(sentence, " ");
    let bare = DAY.replace_all(&bare, " ");
    bare.contains(|c: char| c.is_ascii_digit())
}

/// Holds for anybody at any time: no figure, name or period, and nothing that happened. How things
/// are done, as accounts and terms of business tell it.
pub(crate) fn is_a_rule(sentence: &str) -> bool {
    !is_particular(sentence) && !PAST.is_match(sentence)
}

/// `(1) Average price paid …`
fn is_footnote(sentence: &str) -> bool {
    let number = sentence
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'));
    number.is_some_and(|(inside, _)| {
        inside.len() <= 2 && inside.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

/// Only speaks of measures that are seldom asked for, such as depreciation.
pub(crate) fn is_bookkeeping(sentence: &str) -> bool {
    let measures = measures_in(sentence);
    let is_other = |measure: &Measure| matches!(measure, Measure::Other(_));
    !measures.is_empty() && measures.iter().all(is_other)
}

static HEDGES: assay_domain::WordList = assay_domain::word_list!("substance/hedges");

/// A sentence about what might happen to anybody: hedged, and without a figure.
pub(crate) fn is_generality(sentence: &str) -> bool {
    if sentence.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let mut words = sentence.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| HEDGES.contains(&word.to_ascii_lowercase().as_str()))
        || ["可能", "或将", "如果", "若"]
            .iter()
            .any(|word| sentence.contains(word))
}

/// Names something: a capital inside the sentence that no sentence needs.
pub(crate) fn names_something(sentence: &str) -> bool {
    let mut words = sentence.split_whitespace().skip(1);
    words.any(|word| {
        let bare = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        let mut letters = bare.chars();
        let capital = letters.next().is_some_and(char::is_uppercase);
        let is_word = letters.next().is_some_and(char::is_alphanumeric);
        let is_title = matches!(cut(bare, 0..bare.len().min(7)), "Company" | "Note");
        capital && is_word && !is_title
    })
}

static LEANING: assay_domain::WordList = assay_domain::word_list!("substance/leaning");

/// Begins in the middle of a thought that stands somewhere else.
pub(crate) fn leans_on_context(sentence: &str) -> bool {
    let lower = sentence.trim_start_matches(['“', '"']).to_lowercase();
    LEANING.iter().any(|words| lower.starts_with(words))
}

#[cfg(test)]
mod tests {
    use super::{counts_something, is_a_rule, is_about_the_text};

    #[test]
    fn what_only_points_elsewhere_says_nothing() {
        for sentence in [
            "For further details, see Note 14 and Part II, Item 5.",
            "The accompanying notes are an integral part of these statements.",
            "The following table breaks our fleet down by type and age.",
            "Those risks are described in our Annual Report on Form 20-F for the year ended March 31, 2031.",
            "This newsletter is meant to inform and is no recommendation to buy.",
            "By reading on you accept our rules on cookies.",
            "The information required is incorporated by reference to the 2031 Proxy Statement.",
            "Forward-looking statements are no promises and speak only as of the day they are made.",
            "(2) Averages weighted by tonnage.",
            "本公告不构成任何要约，亦不应作为决策依据。",
            "相关情况详见附注十二。",
        ] {
            assert!(is_about_the_text(sentence), "{sentence}");
        }
    }

    /// Of a bank, an insurer, a landlord, a miner, a shipper, a chemist, an exporter: the words of
    /// accounts and of the law, and something that is said with them.
    #[test]
    fn what_states_something_stays_whatever_it_is_about() {
        for sentence in [
            "The allowance for credit losses rose to €412 million as commercial borrowers fell behind.",
            "Deferred tax assets of Merrow Insurance are covered by a valuation allowance in Portugal.",
            "Letters of credit of $38 million secure the obligations of the Harlow terminal.",
            "The carrying amount of the pit was written down after the flood of last year.",
            "Our forward-looking information for the Harlow terminal assumes 40 sailings.",
            "Revenue is recognized when cargo leaves the port.",
            "Rents consist of a base and a share of the tenant's turnover.",
            "We allocate the cost of the furnace to glass and to tiles.",
            "We own no ships and charter all that we sail.",
            "Pursuant to the settlement the plant closes in June.",
            "As described in Note 9, the mill borrowed 90 million kroner from Fjordbank.",
            "Refer to Note 3 for the sale of the Galway brewery to Kessel Foods.",
            "公司对华东客户计提的坏账准备为1.2亿元。",
            "递延所得税资产主要来自越南工厂的亏损。",
            "收入在货物离港时确认。",
        ] {
            assert!(!is_about_the_text(sentence), "{sentence}");
        }
    }

    #[test]
    fn a_day_or_a_note_counts_nothing() {
        for (sentence, expected) in [
            (
                "At June 30, 2031, the mill met the terms of its loans.",
                false,
            ),
            ("Note 4 tells of the mill.", false),
            ("The mill met 3 of its terms on 30 June 2031.", true),
            ("The mill opens in 2032.", true),
        ] {
            assert_eq!(counts_something(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn what_happened_is_no_rule() {
        for (sentence, expected) in [
            ("Fees are recognized over the life of the policy.", true),
            ("Freight is carried at the risk of the buyer.", true),
            ("Dry weather drove the demand for pumps.", false),
            ("Customers delayed orders for the new kiln.", false),
            ("Two plants make all of our pumps.", false),
            ("The pumps are made in Galway.", false),
        ] {
            assert_eq!(is_a_rule(sentence), expected, "{sentence}");
        }
    }
}
