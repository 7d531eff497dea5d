//! Sentences of one text beside each other: what repeats, what contradicts, and what a reader of the
//! whole only says so of.

use assay_claims::{AgreedPairs, NamedPairs, Sentence, agreed_pairs, are_at_odds, says_no_more};

#[test]
fn a_sentence_repeats_another_that_holds_all_it_says() {
    for (earlier, later) in [
        (
            "Ferry fares rose 4% in 2023.",
            "Ferry fares rose 4% in 2023.",
        ),
        (
            "Ferry fares rose 4% in 2023.",
            "In 2023 ferry fares went up by 4%.",
        ),
        (
            "Ferry fares rose 4% in 2023, mostly on the northern route.",
            "Ferry fares increased by 4% in 2023.",
        ),
        (
            "Orvane's revenue was $812 million in 2024.",
            "Orvane had revenue of $812 million in 2024.",
        ),
        (
            "The council renewed the licence in March.",
            "The licence was renewed in March.",
        ),
        ("港口2019年吞吐量为420万吨。", "2019年港口吞吐量为420万吨。"),
    ] {
        assert!(says_no_more(later, earlier), "{earlier} | {later}");
        assert!(!are_at_odds(earlier, later), "{earlier} | {later}");
    }
}

#[test]
fn a_sentence_with_anything_of_its_own_repeats_nothing() {
    for (earlier, later) in [
        (
            "Ferry fares rose 4% in 2023.",
            "Ferry fares rose 4% in 2023, mostly on the northern route.",
        ),
        (
            "Ferry fares rose 4% in 2023.",
            "Ferry fares rose 4% in 2022.",
        ),
        (
            "Ferry fares rose 4% in 2023.",
            "Train fares rose 4% in 2023.",
        ),
        (
            "Orvane's revenue was $812 million in 2024.",
            "Tessel's revenue was $812 million in 2024.",
        ),
        (
            "Orvane may close its yard in Gdansk.",
            "Orvane will close its yard in Gdansk.",
        ),
        (
            "The licence was not renewed in March.",
            "The licence was renewed in March.",
        ),
        (
            "The licence was renewed in March.",
            "The licence was withdrawn in March.",
        ),
        ("公司将关闭北方工厂。", "公司将关闭南方工厂。"),
        ("公司将关闭北方工厂。", "公司不会关闭北方工厂。"),
    ] {
        assert!(!says_no_more(later, earlier), "{earlier} | {later}");
    }
}

#[test]
fn sentences_are_at_odds_over_the_same_thing_at_the_same_time() {
    for (one, other) in [
        (
            "Ferry fares rose 4% in 2023.",
            "Ferry fares rose 5% in 2023.",
        ),
        (
            "Ferry fares rose 4% in 2023.",
            "Ferry fares fell 4% in 2023.",
        ),
        (
            "The port handled 4.2 million tonnes in 2019.",
            "The port handled 3.9 million tonnes in 2019.",
        ),
        (
            "Demand for timber grew in 2020.",
            "Demand for timber shrank in 2020.",
        ),
        (
            "The licence was renewed in March.",
            "The licence was not renewed in March.",
        ),
        (
            "Orvane will close its yard in Gdansk.",
            "Orvane will not close its yard in Gdansk.",
        ),
        ("港口2019年吞吐量为420万吨。", "港口2019年吞吐量为390万吨。"),
    ] {
        assert!(are_at_odds(one, other), "{one} | {other}");
        assert!(are_at_odds(other, one), "{other} | {one}");
        assert!(!says_no_more(other, one), "{one} | {other}");
    }
}

#[test]
fn what_may_both_be_so_is_not_at_odds_whoever_says_it() {
    for (one, other) in [
        (
            "The port handled 4.2 million tonnes in 2019.",
            "The port handled 3.9 million tonnes in 2018.",
        ),
        (
            "The port handled 4.2 million tonnes in 2019.",
            "Timber made 3.9 million tonnes in 2019.",
        ),
        ("Ferry fares rose 4%.", "Ferry fares rose 5%."),
        ("Demand for timber grew.", "Demand for timber shrank."),
        (
            "Orvane may close its yard in Gdansk.",
            "Orvane will not close its yard in Gdansk.",
        ),
        (
            "Fares are expected to rise 4% in 2023.",
            "Fares rose 6% in 2023.",
        ),
        (
            "Some captains joined the strike.",
            "Some captains did not join the strike.",
        ),
        (
            "Ferry fares rose 4% in 2023.",
            "The council renewed the licence in March.",
        ),
        ("港口2019年吞吐量为420万吨。", "港口2018年吞吐量为390万吨。"),
        ("公司将关闭北方工厂。", "公司将关闭南方工厂。"),
    ] {
        assert!(!are_at_odds(one, other), "{one} | {other}");
        assert!(!are_at_odds(other, one), "{other} | {one}");
    }
}

fn sentence(text: &str, section: usize) -> Sentence<'_> {
    Sentence {
        text,
        section,
        is_proven: true,
        next: None,
    }
}

#[test]
fn named_pairs_count_as_far_as_the_sentences_bear_them_out() {
    let sentences = [
        sentence("Ferry fares rose 4% in 2023.", 0),
        sentence("The licence was renewed in March.", 0),
        sentence("In 2023 ferry fares rose by 4%.", 1),
        sentence("The licence was not renewed in March.", 1),
        sentence("Ferry fares went up by 4% in 2023.", 1),
    ];
    let named = NamedPairs {
        // out of order, of itself, of nothing, and false
        repeats: vec![(4, 0), (2, 0), (1, 1), (0, 77), (1, 3), (4, 2)],
        contradicts: vec![(3, 1), (1, 3), (0, 1), (9, 12)],
    };
    let agreed = agreed_pairs(&sentences, &named);
    assert_eq!(
        agreed,
        AgreedPairs {
            repeats: [(2, 0), (4, 0)].into(),
            conflicts: vec![(1, 3)],
        }
    );
    assert_eq!(
        agreed_pairs(&sentences, &NamedPairs::default()),
        AgreedPairs::default()
    );
}

#[test]
fn what_others_need_stays() {
    let named = NamedPairs {
        repeats: vec![(0, 1)],
        contradicts: vec![(0, 2)],
    };
    let check = |then: Sentence<'_>, expected: bool| {
        let sentences = [
            sentence("Ferry fares rose 4% in 2023.", 0),
            then,
            sentence("Ferry fares rose 9% in 2023.", 1),
        ];
        let agreed = agreed_pairs(&sentences, &named);
        assert_eq!(agreed.repeats.len(), usize::from(expected), "{then:?}");
    };
    let again = sentence("Ferry fares rose 4% in 2023.", 1);
    check(again, true);
    for next in [
        "This angered commuters.",
        "**However**, few left.",
        "这引起不满。",
    ] {
        check(
            Sentence {
                next: Some(next),
                ..again
            },
            false,
        );
    }
    check(
        Sentence {
            next: Some("Commuters were angry."),
            ..again
        },
        true,
    );
    // the only sentence of its section
    check(
        Sentence {
            section: 2,
            ..again
        },
        false,
    );
    let doubtful = [
        sentence("Ferry fares rose 4% in 2023.", 0),
        sentence("The council met.", 0),
        Sentence {
            is_proven: false,
            ..sentence("Ferry fares rose 9% in 2023.", 1)
        },
    ];
    assert_eq!(agreed_pairs(&doubtful, &named).conflicts, []);
}
