use super::*;

const TEXT: &str = "## Ferries\n\nTraffic rose 4% in 2019 [[ev_1]]. The owner was arrested [[ev_1]]. Fares stayed [[ev_2]].\n\n- It has nine ships. \n- It was sold [[ev_2]].\n\n| Year | Cars |\n| --- | --- |\n| 2019 | 310 [[ev_1]] |\n| 2020 | 999 [[ev_1]] |\n";

fn answered(answers: &[(&str, Mended)]) -> MendedText {
    spliced(TEXT, &answers.iter().cloned().collect())
}

#[test]
fn only_the_sentences_that_were_answered_change() {
    let new = "| 2020 | 290 [[ev_1]] |";
    let mended = answered(&[
        ("The owner was arrested [[ev_1]].", Mended::Withdrawn),
        ("It has nine ships.", Mended::Unchanged),
        (
            "It was sold [[ev_2]].",
            Mended::Replaced("It was leased [[ev_2]].".to_owned()),
        ),
        ("| 2020 | 999 [[ev_1]] |", Mended::Replaced(new.to_owned())),
    ]);
    let expected = TEXT
        .replace("The owner was arrested [[ev_1]]. ", "")
        .replace("It was sold", "It was leased")
        .replace("| 2020 | 999 [[ev_1]] |", new);
    assert_eq!(mended.markdown, expected.trim_end());
    let first = mended.replaced.last().map(|(old, _)| old.as_str());
    assert_eq!(first, Some("It was sold."));
}

#[test]
fn an_answer_is_read_line_by_line() {
    let reply = "<think>hm</think>Here you are:\n1: Fares rose [[ev_2]].\n 2： -\n3) | a | b |\n\n1998 was a year\nNotes: none\n4. cut he";
    let stop = numbered(reply, &Finish::Stop);
    let lines: Vec<(usize, &str)> = stop.iter().map(|(n, text)| (*n, text.as_str())).collect();
    assert_eq!(
        lines,
        [
            (1, "Fares rose [[ev_2]]."),
            (2, "-"),
            (3, "| a | b |"),
            (4, "cut he")
        ]
    );
    assert!(!numbered(reply, &Finish::Length).contains_key(&4));
}

#[test]
fn a_row_stays_a_row_and_a_sentence_a_sentence() {
    let replaced = |text: &str| Mended::Replaced(text.to_owned());
    for (original, line, expected) in [
        ("It is so.", "It is not so.", replaced("It is not so.")),
        ("It is so.", "It is so.", Mended::Unchanged),
        ("It is so.", "—", Mended::Withdrawn),
        ("It is so.", "", Mended::Unchanged),
        ("It is so.", "## A heading", Mended::Unchanged),
        ("It is so.", "| a | b |", Mended::Unchanged),
        ("| a | 1 |", "| a | 2 |", replaced("| a | 2 |")),
        ("| a | 1 |", "| a | 2 | 3 |", Mended::Unchanged),
        ("| a | 1 |", "It is 2.", Mended::Unchanged),
    ] {
        assert_eq!(taken(original, line), expected, "{original} {line}");
    }
}
