use assay_domain::{Autonomy, ChatReply, Finish};
use assay_plan::profiles::AUTONOMOUS;
use assay_testkit::run_settings;

use super::{Next, Patience, Writing, highest};

fn reply(text: &str, finish: Finish) -> ChatReply {
    ChatReply {
        text: text.to_owned(),
        tool_calls: Vec::new(),
        finish,
        usage: None,
        model: "m".to_owned(),
    }
}

#[test]
fn every_ceiling_follows_the_setting() {
    let mut settings = run_settings();
    for (setting, expected) in [
        (3_000, [1_000, 2_000, 3_000, 4_000, 6_000]),
        (32_000, [10_667, 21_334, 32_000, 42_667, 64_000]),
        (
            u32::MAX,
            [1_431_655_765, 2_863_311_530, u32::MAX, u32::MAX, u32::MAX],
        ),
    ] {
        settings.max_output_tokens = setting;
        let ceilings = [
            Writing::Strategy,
            Writing::Summary,
            Writing::Section,
            Writing::Structure,
            Writing::Report,
        ]
        .map(|writing| writing.ceiling(&settings));
        assert_eq!(ceilings, expected);
    }
}

#[test]
fn the_models_own_limit_bounds_what_a_ceiling_grows_to() {
    let mut settings = run_settings();
    settings.max_output_tokens = 3_000;
    assert_eq!(highest(&settings, Some(5_000), 3_000), 5_000);
    assert_eq!(highest(&settings, Some(2_000), 3_000), 2_000);
    assert_eq!(highest(&settings, None, 3_000), 24_000);
    settings.profile = AUTONOMOUS.limited(Autonomy::default());
    assert_eq!(highest(&settings, None, 3_000), 3_000);
    assert_eq!(highest(&settings, Some(2_000), 3_000), 2_000);
}

/// What is done with replies one after the other, from a ceiling of 100.
fn check(highest: u32, retries: u32, replies: &[(&str, Finish)], expected: &[Next]) {
    let mut patience = Patience::new(100, highest, retries);
    let next: Vec<Next> = replies
        .iter()
        .map(|(text, finish)| patience.after(&reply(text, finish.clone())))
        .collect();
    assert_eq!(next, expected, "{replies:?}");
}

#[test]
fn an_empty_reply_is_asked_for_again_and_the_tries_are_counted() {
    let blank = ("  \n", Finish::Stop);
    check(800, 2, &[("text", Finish::Stop)], &[Next::Take]);
    check(
        800,
        2,
        &[blank.clone(), blank.clone(), blank.clone()],
        &[Next::SayBlank, Next::SayBlank, Next::GiveUp],
    );
    check(800, 0, &[blank], &[Next::GiveUp]);
    // what a provider withheld is not an empty answer
    check(800, 2, &[("", Finish::Filtered)], &[Next::Take]);
}

#[test]
fn a_reply_that_is_all_thought_gets_room_up_to_the_limit_and_then_words() {
    let thought = ("", Finish::Length);
    check(
        300,
        4,
        &[thought.clone(), thought.clone(), thought.clone()],
        &[Next::MoreRoom(200), Next::MoreRoom(300), Next::SayBlank],
    );
    check(
        100,
        1,
        &[thought.clone(), thought],
        &[Next::SayBlank, Next::GiveUp],
    );
}

#[test]
fn a_cut_text_gets_room_once() {
    let cut = ("a long", Finish::Length);
    check(
        800,
        4,
        &[cut.clone(), cut.clone()],
        &[Next::MoreRoom(200), Next::Take],
    );
    check(100, 4, &[cut], &[Next::Take]);
}

#[test]
fn a_refused_raise_is_not_tried_again() {
    let mut patience = Patience::new(100, 800, 3);
    let cut = reply("a long", Finish::Length);
    assert_eq!(patience.after(&cut), Next::MoreRoom(200));
    assert_eq!(patience.after_refusal(&cut, 100), Next::Take);
    let mut patience = Patience::new(100, 800, 3);
    let thought = reply("", Finish::Length);
    assert_eq!(patience.after(&thought), Next::MoreRoom(200));
    assert_eq!(patience.after_refusal(&thought, 100), Next::SayBlank);
    assert_eq!(patience.ceiling(), 100);
}
