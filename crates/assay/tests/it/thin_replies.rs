//! What a run does with replies that hold no answer, half of one, or the same one again and again.

use assay_domain::{Author, Finish};
use assay_testkit::{Answer, RecordedRequest, Reply};

use crate::scribe::{self, Kind};
use crate::setting::{Setting, authors};

/// A setting whose server may be asked again, with more settings of the provider.
fn patient(
    provider: &str,
    run: &str,
    answer: impl Fn(&RecordedRequest) -> Answer + Send + Sync + 'static,
) -> Setting {
    let setting = Setting::new("", answer);
    let config = setting.provider.config();
    let config = config.replace("max_retries = 0", &format!("max_retries = 3\n{provider}"));
    setting.home.configure(&format!("{config}\n[run]\n{run}\n"));
    setting
}

fn says(request: &RecordedRequest, words: &str) -> bool {
    let mut messages = scribe::messages(request).into_iter();
    messages.any(|message| {
        message["content"]
            .as_str()
            .is_some_and(|text| text.contains(words))
    })
}

fn cut(text: &str) -> Answer {
    Answer::Reply(Reply {
        finish: Finish::Length,
        ..Reply::text(text)
    })
}

fn ceiling(request: &RecordedRequest) -> u64 {
    request.body["max_tokens"].as_u64().unwrap()
}

fn assert_all_by_the_model(setting: &Setting) {
    let ran = setting.run();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let authors = authors(&setting.events());
    assert_eq!(authors.len(), 4);
    for author in authors {
        assert!(matches!(author, Author::Model { .. }), "{author:?}");
    }
}

#[test]
fn an_empty_reply_and_an_open_thought_are_asked_for_again() {
    for blank in [
        "",
        " \n",
        "<think>Let me see",
        "Here it is: <think>no, wait",
    ] {
        let setting = patient("", "", move |request| {
            if says(request, "held no answer") {
                return scribe::answer(request);
            }
            match scribe::kind(request) {
                Kind::Plan => scribe::answer(request),
                _ => scribe::say(request, blank),
            }
        });
        assert_all_by_the_model(&setting);
        setting.home.assert_sound();
    }
}

#[test]
fn a_model_that_never_answers_is_given_up_after_its_retries() {
    let setting = patient("", "", |request| match scribe::kind(request) {
        Kind::Section => scribe::say(request, "<think>hm"),
        _ => scribe::answer(request),
    });
    let ran = setting.run();
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let chats = setting.provider.chats();
    let sections = chats
        .iter()
        .filter(|chat| scribe::kind(chat) == Kind::Section);
    assert_eq!(sections.count(), 16, "four tries for each of four tasks");
    assert!(
        ran.stdout.contains("neither text nor tool calls"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_reply_that_is_all_thought_gets_more_room_and_keeps_it() {
    let setting = patient("", "max_output_tokens = 1000", |request| {
        if scribe::kind(request) == Kind::Section && ceiling(request) < 4_000 {
            return cut("<think>first I weigh the one, then the other");
        }
        scribe::answer(request)
    });
    assert_all_by_the_model(&setting);
    let chats = setting.provider.chats();
    let of_sections = chats
        .iter()
        .filter(|chat| scribe::kind(chat) == Kind::Section);
    let mut ceilings: Vec<u64> = of_sections.map(ceiling).collect();
    ceilings.sort_unstable();
    // twice cut, then a search and a section, in each of four tasks
    let expected = [(1_000, 4), (2_000, 4), (4_000, 8)];
    let expected = expected.map(|(tokens, times)| vec![tokens; times]).concat();
    assert_eq!(ceilings, expected);
    assert!(chats.iter().all(|chat| !says(chat, "shorter")));
}

#[test]
fn ceilings_follow_the_setting_and_end_at_what_the_model_can_write() {
    for (provider, expected) in [
        ("", [9_000, 6_000]),
        ("max_output_tokens = 7000", [7_000, 6_000]),
    ] {
        let setting = patient(provider, "max_output_tokens = 9000", scribe::answer);
        assert_all_by_the_model(&setting);
        for chat in setting.provider.chats() {
            let wanted = match scribe::kind(&chat) {
                Kind::Summary => expected[1],
                _ => expected[0],
            };
            assert_eq!(ceiling(&chat), wanted);
        }
    }
    let setting = patient(
        "max_output_tokens = 1500",
        "max_output_tokens = 1000",
        |request| match scribe::kind(request) {
            Kind::Summary => cut("{\"summary\": ["),
            _ => scribe::answer(request),
        },
    );
    let ran = setting.run();
    assert_eq!(ran.code, Some(4), "{ran:?}");
    let chats = setting.provider.chats();
    let summaries = chats
        .iter()
        .filter(|chat| scribe::kind(chat) == Kind::Summary);
    let ceilings: Vec<u64> = summaries.map(ceiling).collect();
    assert_eq!(ceilings, [667, 1_334, 1_334, 1_500, 1_500]);
    assert!(
        ran.stdout.contains("cut at the output limit"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_server_that_bears_no_higher_ceiling_is_asked_for_less() {
    let setting = patient("", "max_output_tokens = 1000", |request| {
        if ceiling(request) > 1_400 {
            return Answer::error(400, "invalid_request_error", "max_tokens is too large");
        }
        match scribe::kind(request) {
            Kind::Section if says(request, "shorter") => scribe::answer(request),
            Kind::Section if scribe::has_searched(request) => cut("## Part\n\nIt goes on and"),
            _ => scribe::answer(request),
        }
    });
    assert_all_by_the_model(&setting);
}

#[test]
fn a_tool_call_in_words_costs_no_attempt() {
    let setting = patient("", "max_attempts = 1", |request| {
        if scribe::kind(request) != Kind::Section || says(request, "do not write the call as text")
        {
            return scribe::answer(request);
        }
        let call = "{\"name\": \"search_library\", \"arguments\": {\"query\": \"revenue\"}}";
        scribe::say(request, format!("Let me look.\n\n{call}"))
    });
    assert_all_by_the_model(&setting);
}

#[test]
fn a_section_that_goes_round_in_circles_is_sent_back() {
    let setting = patient("", "", |request| {
        let is_section = scribe::kind(request) == Kind::Section && scribe::has_searched(request);
        if !is_section || says(request, "repeats word by word") {
            return scribe::answer(request);
        }
        let paragraph = scribe::section(request);
        let (title, paragraph) = paragraph.split_once("\n\n").unwrap();
        let again = [paragraph; 75].join("\n\n");
        scribe::say(request, format!("{title}\n\n{again}"))
    });
    assert_all_by_the_model(&setting);
    let chats = setting.provider.chats();
    let told = chats
        .iter()
        .filter(|chat| says(chat, "98% of the text repeats word by word"));
    assert_eq!(told.count(), 4);
}

#[test]
fn a_planner_reads_the_question_once_and_every_writer_knows_the_day() {
    let question = "How strong is Velmora Sensing?";
    let setting = patient("", "", scribe::answer);
    setting.home.assay(&["research", question, "--plain"]);
    setting
        .home
        .assay(&["research", question, "--plain", "--as-of", "2025-03-01"]);
    let chats = setting.provider.chats();
    let plans = chats.iter().filter(|chat| scribe::kind(chat) == Kind::Plan);
    for chat in plans {
        assert_eq!(chat.raw.matches(question).count(), 1, "{}", chat.raw);
    }
    let dated = chats
        .iter()
        .filter(|chat| matches!(scribe::kind(chat), Kind::Plan | Kind::Section));
    let (as_of, today): (Vec<_>, Vec<_>) = dated.partition(|chat| says(chat, "As of: 2025-03-01."));
    assert!(!as_of.is_empty() && !today.is_empty());
    for chat in today {
        assert!(says(chat, "Today is 20"), "{}", chat.raw);
    }
}
